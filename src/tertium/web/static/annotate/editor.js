// Editing a translation: a plain text field with the browser's own habits, and a recorder beside it.
// Done means done: then the rating, if there is one, and on.

import { changes } from './differences.js';
import { groupOf, groupOfInput } from './key-groups.js';
import { find, made, say, write } from './dom.js';
import { points, Recorder } from './recorder.js';
import { preferences } from './settings.js';
import { signsOf } from './signs.js';
import { languageName, locale, t } from './messages.js';

const field = find('edited');
const settings = field ? JSON.parse(field.dataset.editing) : null;
const SESSION = Math.random(); // tells a page that was loaded anew from one that was not

let task = null; // the item on the screen, if its text is edited
let recorder = null;
let start = ''; // the text as shown
let known = false; // it shows an answer that is stored
let done = false; // the text is finished; what is left is the rating
let composing = false;
let unknown = false; // the last key did not tell its name
let selection = '';

/** A text is edited on this item. */
export const isEditing = () => task !== null;

/** The text is open: only when it is done does the rating come. */
export const isOpen = () => isEditing() && !done;

/** The recorder of the text on the screen. */
export const recording = () => (isEditing() ? recorder : null);

const rating = () => document.querySelector('[data-ask="rating"]:not([hidden])');

// Drawing ----------------------------------------------------------------------------------------

/** Show a text with terms marked; their glosses stand below, so that nothing has to be hovered. */
function drawTerms({ source, terms }) {
  const letters = [...source.text];
  const parts = [];
  let at = 0;
  for (const { start: from, end, gloss } of terms) {
    const mark = document.createElement('mark');
    mark.className = 'term';
    mark.title = gloss;
    mark.textContent = letters.slice(from, end).join('');
    parts.push(letters.slice(at, from).join(''), mark);
    at = end;
  }
  if (terms.length) find('source').replaceChildren(...parts, letters.slice(at).join(''));
  const glosses = new Map(terms.map(({ start: from, end, gloss }) => [letters.slice(from, end).join(''), gloss]));
  find('terms').hidden = glosses.size === 0;
  find('terms').replaceChildren(...[...glosses].map(([term, gloss]) => {
    const [name, said] = [made('bdi'), made('dd')];
    write(name, { ...source, text: term });
    write(said, { ...task.texts[0], text: gloss });
    return made('div', '', made('dt', '', name), said);
  }));
}

/** Show what lies beside the text of a task, if one is edited here. */
export function drawEditor(next) {
  const editing = next.mode === 'edit' || next.mode === 'scratch';
  task = field && editing ? next : null;
  if (!field) return;
  find('edit').hidden = find('edit-hint').hidden = find('pause-open').hidden = !editing;
  find('below-field').hidden = !editing;
  find('changes').hidden = find('reset').hidden = next.mode !== 'edit';
  if (!editing) {
    setDone(true);
    return;
  }
  if (next.mode === 'scratch') find('q').textContent = t('task.edit_scratch');
  const [{ language, direction }] = next.texts;
  const name = languageName(language);
  find('edited-label').textContent = name ? t('task.translation_in', { language: name }) : t('task.translation_only');
  if (language) field.lang = language; else field.removeAttribute('lang');
  drawSigns(language);
  field.dir = direction;
  drawTerms(next);
  find('recognised-part').hidden = !next.recognised;
  if (next.recognised) write(find('recognised'), next.recognised);
  const aids = ['termbase', 'specification'].filter((aid) => next.aids.includes(aid));
  find('aids-open')?.parentElement.toggleAttribute('hidden', aids.length === 0);
  for (const aid of ['termbase', 'specification']) find(aid)?.toggleAttribute('hidden', !aids.includes(aid));
}

/** Offer what a keyboard may lack. */
function drawSigns(language) {
  find('sign-list').replaceChildren(...signsOf(language).map(({ sign, shown }) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'btn small';
    button.textContent = shown;
    button.addEventListener('click', () => insert(sign));
    return button;
  }));
}

/** Show an edited text: a stored one, one that was begun (its draft), or the translation as it is. */
export function drawEdited(edited) {
  if (!isEditing()) return;
  field.value = task.texts[0].text;
  start = field.value; // as a field holds it: its line breaks are all alike
  recorder = new Recorder({ contentFree: settings.content_free, most: settings.events });
  known = Boolean(edited) && edited.session === undefined;
  if (edited) {
    field.value = edited.text;
    recorder.begin({
      ...edited,
      text: field.value,
      after: edited.after ?? edited.seen?.events ?? 0,
      t: edited.t ?? edited.seen?.t,
    });
    recorder.add(known || edited.session === SESSION ? 'back' : 'reload');
  } else recorder.begin({ text: start });
  composing = false;
  setDone(false);
  grow();
  drawChanges();
}

/** Let the field be as high as its text, where the browser does not do so by itself. */
function grow() {
  if (CSS.supports('field-sizing', 'content')) return;
  field.style.blockSize = 'auto';
  field.style.blockSize = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`;
}

/** The two steps of an item: the text, and then how much work it was. */
function setDone(on) {
  done = on;
  field.readOnly = on;
  const rate = rating();
  rate?.classList.toggle('later', !on);
  find('reopen').hidden = !on || !isEditing();
  find('pause-open').hidden = on;
  find('save-text').textContent = t(on || !rate ? 'task.save' : 'task.edit_done');
  find('save-key').textContent = t(on ? 'task.enter' : 'task.ctrl_enter');
}

/** Put the cursor where work begins; a keyboard on a screen opens when it is asked for. */
export function focusField() {
  if (matchMedia('(pointer: coarse)').matches) {
    find('q').focus({ preventScroll: true });
    return;
  }
  field.focus({ preventScroll: true });
  const [from] = task.mode === 'edit' && field.value === start ? [0] : [field.value.length];
  field.setSelectionRange(from, from);
  selection = `${from} ${from}`;
}

/** What became of a text: struck out and underlined, not by colour alone. */
export function changesOf(one, two, language) {
  const tags = { gone: 'del', new: 'ins' };
  return changes(one, two, language).map(({ kind, text }) => (kind === 'same' ? text : made(tags[kind], '', text)));
}

/** Show what was changed. */
function drawChanges() {
  if (!find('changes').open || find('changes').hidden) return;
  const parts = field.value === start ? [t('task.changes_none')] : changesOf(start, field.value, field.lang);
  write(find('changed'), { text: '', language: field.lang, direction: field.dir });
  find('changed').replaceChildren(...parts);
}

// Reading ----------------------------------------------------------------------------------------

/** What the field holds now is in the log. */
function sync() {
  recorder.change(field.value, field.selectionEnd);
}

/**
 * The edited text with its log; nothing while it is as it was. `raw` is for the draft, which also
 * keeps what was only looked at.
 */
export function readEdited({ raw = false } = {}) {
  if (!isEditing()) return {};
  const { after } = recorder;
  if (raw) {
    sync();
    const { tail, pieces, t: now } = recorder;
    return { edited: { text: field.value, events: tail, pieces: [...pieces], after, t: now, session: SESSION } };
  }
  if (!done && !known && field.value === start) return {};
  return { edited: { text: field.value, events: recorder.events, ...(after ? { after } : {}) } };
}

/** What is still to do with the text; null when nothing is. */
export function missingEdited() {
  if (!field.value.trim()) return { message: t('task.missing_edit'), control: field };
  return fits(field.value) ? null : { message: limitInWords(), control: field };
}

/** An edited text in as many words as fit. */
export function editedInWords({ text }) {
  const letters = [...text];
  return letters.length > 60 ? `${letters.slice(0, 60).join('')}…` : text;
}

// Acting -----------------------------------------------------------------------------------------

/** The text is finished; true where the rating comes first, also one that was given before. */
export function finish() {
  if (!isEditing() || done || missingEdited()) return false;
  sync();
  recorder.add('done');
  setDone(true);
  const rate = rating();
  if (!rate) return false;
  // Without single keys a digit does nothing, but arrows choose among the answers.
  (preferences.keys ? find('q') : rate.querySelector('input')).focus({ preventScroll: true });
  say(t('task.rate_now'));
  return true;
}

/** Go back to the text. */
function reopen() {
  if (!isEditing() || !done) return;
  recorder.add('reopen');
  setDone(false);
  say(t('task.edit_again'));
}

/** Undo beside the text: back from the rating, or one step in the text as the browser has it. */
export function undoEdit() {
  if (!isEditing()) return false;
  const rated = done;
  reopen();
  field.focus({ preventScroll: true });
  if (!rated && field.value !== start) document.execCommand('undo');
  return true;
}

/** Replace all of the text in a way that the browser can undo. */
function replaceAll(text, act) {
  if (done) reopen();
  field.focus({ preventScroll: true });
  if (field.value === text) return;
  recorder.add(act);
  field.select();
  document.execCommand(text ? 'insertText' : 'delete', false, text);
}

const reset = () => replaceAll(start, 'reset');

/** Take the source over, as if it had been pasted: names, numbers and code often stay as they are. */
function copySource() {
  if (tooMuch(task.source.text, { all: true })) return;
  replaceAll(task.source.text, 'paste');
}

/** Put a sign where the cursor is. */
function insert(sign) {
  if (done) reopen();
  field.focus({ preventScroll: true });
  if (!tooMuch(sign)) document.execCommand('insertText', false, sign);
}

const fits = (text) => text.length <= settings.limit || points(text) <= settings.limit;

const limitInWords = () => t('task.edit_limit', { limit: settings.limit.toLocaleString(locale) });

/** What comes in would be too much: it stays out, and the page says so. */
function tooMuch(more, { all = false } = {}) {
  const { selectionStart, selectionEnd, value } = field;
  if (fits(all ? more : value.slice(0, selectionStart) + more + value.slice(selectionEnd))) return false;
  say(limitInWords(), { urgent: true });
  return true;
}

/** Let the field, and whatever happens around it, be noted; `onChange` hears of every change. */
export function useEditor({ onChange, onPause }) {
  if (!field) return;
  const live = () => isEditing() && !done;
  field.addEventListener('keydown', (event) => {
    if (!live()) return;
    unknown = event.key === 'Unidentified' || (event.key === 'Process' && !event.code);
    const group = groupOf(event);
    if (group) recorder.add('key', { g: group });
  });
  field.addEventListener('beforeinput', (event) => {
    if (!live()) return;
    const group = unknown ? groupOfInput(event) : null;
    unknown = false;
    if (group) recorder.add('key', { g: group });
    if (event.inputType === 'insertText' && tooMuch(event.data ?? '')) event.preventDefault();
  });
  field.addEventListener('input', (event) => {
    if (!isEditing()) return;
    if (event.inputType === 'historyUndo') recorder.add('undo');
    if (event.inputType === 'historyRedo') recorder.add('redo');
    // A word that is being composed changes the text when it is there.
    if (!event.isComposing && !composing) sync();
    selection = `${field.selectionStart} ${field.selectionEnd}`;
    grow();
    drawChanges();
    onChange();
  });
  field.addEventListener('compositionstart', () => {
    composing = true;
    if (live()) recorder.add('compose');
  });
  field.addEventListener('compositionend', () => {
    composing = false;
    if (isEditing()) sync();
    onChange();
  });
  field.addEventListener('paste', (event) => {
    if (!live()) return;
    if (tooMuch(event.clipboardData?.getData('text/plain') ?? '')) event.preventDefault();
    else recorder.add('paste');
  });
  field.addEventListener('drop', (event) => {
    if (live() && tooMuch(event.dataTransfer?.getData('text/plain') ?? '')) event.preventDefault();
  });
  field.addEventListener('cut', () => live() && recorder.add('cut'));
  field.addEventListener('pointerdown', reopen);
  document.addEventListener('selectionchange', () => {
    if (!live() || composing || document.activeElement !== field || field.value !== recorder.text) return;
    const now = `${field.selectionStart} ${field.selectionEnd}`;
    if (now !== selection) recorder.cursor(field.selectionStart, field.selectionEnd);
    selection = now;
  });
  for (const kind of ['focus', 'blur']) window.addEventListener(kind, () => live() && recorder.add(kind));
  document.addEventListener('visibilitychange', () => live() && recorder.add(document.visibilityState));
  let over = null; // the dialog that covers the text
  const uncover = () => {
    if (!over || over.open) return;
    const { id } = over;
    over = null;
    if (!live()) return;
    recorder.add(id === 'pause' ? 'resume' : 'focus');
    if (id === 'pause' || id === 'aids') field.focus({ preventScroll: true });
  };
  for (const dialog of document.querySelectorAll('dialog')) {
    dialog.addEventListener('opened', () => {
      if (!live()) return;
      over = dialog;
      if (dialog.id === 'pause') recorder.add('pause');
      else if (dialog.id === 'aids') recorder.add('aid', { w: 'aids' });
      else recorder.add('blur');
      onPause();
    });
    dialog.addEventListener('close', uncover);
  }
  // A dialog tells late that it is closed; a key or a click may come before.
  for (const kind of ['keydown', 'pointerdown']) window.addEventListener(kind, uncover, true);
  find('reset').addEventListener('click', reset);
  find('copy-source').addEventListener('click', copySource);
  find('reopen').addEventListener('click', undoEdit);
  find('changes').addEventListener('toggle', () => {
    if (live() && find('changes').open) recorder.add('aid', { w: 'changes' });
    drawChanges();
  });
  find('terms-filter')?.addEventListener('input', ({ target }) => {
    const wanted = target.value.trim().toLowerCase();
    for (const row of find('termbase').querySelectorAll('tbody tr')) {
      row.hidden = !row.textContent.toLowerCase().includes(wanted);
    }
  });
}

/** Whether a word is being composed: then nothing else may be done to the text. */
export const isComposing = () => composing;

/** Keys of this page that work while somebody types. True when the key was meant for us. */
export function editKey(event, { save, open }) {
  if (!isEditing() || event.isComposing) return false;
  const { key } = event;
  if (key === 'F2' && !find('changes').hidden) {
    find('changes').open = !find('changes').open;
    drawChanges();
  } else if (key === 'F8') copySource();
  else if (key === 'F9') find('signs').open = !find('signs').open;
  else if (key === 'F1') open('help');
  else if (key === 'F4' && find('aids-open')?.checkVisibility()) open('aids');
  else if (key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    if (!event.repeat) save();
  } else if (key === 'Escape' && done) {
    reopen();
    field.focus({ preventScroll: true });
  } else if (key === 'Escape') open('pause');
  else return false;
  return true;
}
