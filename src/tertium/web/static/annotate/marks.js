// Marking passages: the item on the screen, its marks, what is selected. Select, then say how severe it
// is and of which kind; the text itself is never touched. What is drawn again is the text that changed.

import { actAt } from './key-bindings.js';
import {
  drawGlosses, openHints, termLayers, touches, useTermbase, wavedHints, wavedNames,
} from './mark-aids.js';
import { Book } from './mark-history.js';
import { textHash } from './mark-hash.js';
import { drawLines, drawSide, marksOnPage, withCut } from './mark-lines.js';
import { Panel } from './mark-panel.js';
import { drawHints, drawRail, quoteOf, useRail } from './mark-rail.js';
import { Selection } from './mark-select.js';
import { Typology } from './mark-typology.js';
import { find, say } from './dom.js';
import { toTop } from './layout.js';
import { isScoring, missingScores, onSlider, unscore } from './scoring.js';
import { languageName, t } from './messages.js';

const SIDES = ['source', 'target'];

const book = new Book();
let typology = null;
let panel = null;
let sides = []; // those that may be marked
let task = null; // the item on the screen, if its texts are marked
let texts = {}; // by side: text, language, direction, element
let active = null; // the key of the mark on the panel
let changed = () => {}; // the marks are others now
let opens = () => {}; // another line of the document is wanted

const selection = find('focus') && new Selection({
  onPick: (former) => {
    const shown = active && book.mark(active)?.side;
    if (selection.pick) active = null;
    draw(new Set([former, selection.side, shown].filter(Boolean)));
    measureFoot();
    texts[selection.side].element.querySelector('.pick, .caret')?.scrollIntoView({ block: 'nearest' });
    tellPick();
  },
  onMarks: goThrough,
});

const isNarrow = matchMedia('(max-width: 760px) and (min-height: 521px)');
const isTouch = () => matchMedia('(pointer: coarse)').matches;

/** Passages are marked on this item. */
export const isMarking = () => task !== null;

/** Marks stand here before anybody has read the text. */
export const isFilled = () => Boolean(task?.filled);

// Drawing ----------------------------------------------------------------------------------------

/** Prepare the page for a typology; it is the same for all items. */
function prepare(marking) {
  if (typology) return;
  sides = marking.sides;
  typology = new Typology(marking.typology, { taken: actAt });
  panel = new Panel(typology, {
    onSeverity: (severity) => give({ severity }),
    onCategory: (category) => give({ category }),
    onNote: (note) => active && change({ note }, { run: 'note' }),
    onLeave: focusText,
  });
}

const label = (side, { language }) => {
  const name = languageName(language);
  if (side === 'source') return name ? t('task.source_in', { language: name }) : t('task.source');
  return name ? t('task.translation_in', { language: name }) : t('task.translation_only');
};

/** Show an item in its document; `around` are the lines, `marking` how this page marks. */
export function drawMarking(next, around, marking) {
  task = next;
  prepare(marking);
  active = null;
  const given = { source: next.source, target: next.texts[0] };
  texts = {};
  for (const side of SIDES) {
    if (!given[side]) continue;
    texts[side] = { ...withCut(given[side]), hash: textHash(given[side].text), element: find(side) };
    find(`${side}-label`).textContent = label(side, given[side]);
  }
  find('source').hidden = !given.source;
  find('source-hidden').hidden = Boolean(given.source);
  if (!given.source) find('source-label').textContent = t('task.source');
  selection.show(Object.fromEntries(Object.entries(texts).filter(([side]) => sides.includes(side))));
  drawLines(around, find('focus'), typology, (line) => {
    const { place, reachable } = around.lines[line];
    if (reachable) opens(place);
  });
  drawGlosses(task.terms, texts);
  const aids = ['termbase', 'specification'].filter((aid) => find(aid));
  find('aids-open')?.parentElement.toggleAttribute('hidden', aids.length === 0);
  find('q').textContent = document.querySelector('[data-ask="errors"]').dataset.question;
}

const hints = () => openHints(task.hints, book.now, texts);

function drawText(side) {
  const given = texts[side];
  if (!given) return;
  const marks = book.sorted
    .map((mark, i) => ({ ...mark, number: i + 1, style: typology.styleOf(mark), on: mark.key === active }))
    .filter((mark) => mark.side === side);
  const terms = side === 'source' ? termLayers(task.terms, given) : [];
  const hinted = hints().filter((hint) => hint.side === side)
    .map(({ start, end, say: meaning }) => ({ start, end, look: 'hint', meaning }));
  const { passage } = selection;
  const pick = passage?.side === side ? [{ ...passage, look: passage.start === passage.end ? 'caret' : 'pick' }] : [];
  drawSide(given.element, given, marks, [...terms, ...hinted, ...pick]);
}

/** Draw these sides again, and what stands beside them. */
function draw(which) {
  for (const side of which) drawText(side);
  const mark = active && book.mark(active);
  const { passage } = selection;
  const at = mark || passage;
  panel.show({
    key: mark ? active : passage && 'new',
    title: mark ? t('task.mark_number', { number: book.numberOf(active) }) : t(passage ? 'task.mark_new' : 'task.mark_select'),
    quote: at ? quoteOf(at, texts[at.side].text) : '',
    mark,
    within: task.within ?? '',
  });
  find('mark-quote').lang = at ? texts[at.side].language : '';
  find('mark-quote').dir = 'auto';
  drawRail(book, active, { typology, texts });
  find('clean').setAttribute('aria-pressed', String(book.now.clean));
  find('save-key').textContent = t(selection.pick ? 'task.ctrl_enter' : 'task.enter'); // Enter alone marks what is selected
}

function drawAll() {
  draw(SIDES);
  drawHints(hints(), texts, { onTake: takeHint, onWave: waveHint });
}

/** Show marks that are stored, or begun (a draft), else those that are filled in, or none. */
export function drawMarks(kept) {
  if (!isMarking()) return;
  const errors = kept ?? (task.filled && { marks: task.filled, clean: false });
  const marks = marksOnPage((errors?.marks ?? []).filter(({ side }) => texts[side]), texts);
  const clean = Boolean(errors) && !marks.length && errors.clean !== false;
  book.open({ marks, clean, waved: wavedNames(errors?.waved) }, { begun: errors?.begun });
  active = null;
  selection.pick = null;
  drawAll();
}

let foot = ''; // how much of the text the panel covers

/** On a phone the panel covers text: whatever comes into sight comes above it. */
function measureFoot() {
  const panel = find('mark-panel');
  // The panel itself is always in sight: working in it must not scroll the text.
  const covers = isNarrow.matches && !panel.contains(document.activeElement);
  const next = covers ? `${panel.offsetHeight}px` : '';
  if (foot !== next) find('main').style.scrollPaddingBlockEnd = foot = next;
}

/** Put the keys where work begins; on a phone the page stays where it is. */
export function focusText() {
  const side = selection.texts[selection.side] ?? texts.target;
  if (isTouch()) find('q').focus({ preventScroll: true });
  else side.element.focus({ preventScroll: true });
}

/** Bring the present segment into sight, below what was read before. */
export function showSegment() {
  const line = find('focus').closest('.line');
  measureFoot();
  toTop();
  const { bottom } = line.getBoundingClientRect();
  const isFirst = !line.previousElementSibling;
  if (!isFirst || bottom > find('answer').getBoundingClientRect().top) line.scrollIntoView({ block: 'start' });
}

// Reading ----------------------------------------------------------------------------------------

/** A mark as the server keeps it. */
function sent({ side, start, end, category, severity, note, hint }) {
  const { text, cut } = texts[side];
  return {
    slot: 1,
    side,
    start: cut.point(start),
    end: cut.point(end),
    quote: text.slice(start, end),
    category,
    severity,
    ...(note.trim() ? { note: note.trim() } : {}),
    ...(hint ? { hint } : {}),
  };
}

/** The marks, if there are any or nothing is wrong; `raw` also keeps how far the work was. */
export function readMarks({ raw = false } = {}) {
  if (!isMarking()) return {};
  const { now, sorted, begun } = book;
  const errors = (marks) => ({
    marks: marks.map(sent),
    source: texts.source?.hash ?? '',
    targets: [texts.target.hash],
    ...(now.waved.length ? { waved: wavedHints(now.waved) } : {}),
  });
  if (raw) {
    const some = now.marks.length || now.clean || now.waved.length || task.filled;
    return some ? { errors: { ...errors(now.marks), clean: now.clean, begun } } : {};
  }
  return sorted.length || now.clean ? { errors: errors(sorted) } : {};
}

/** What is still to do; null when nothing is. */
export function missingMarks() {
  const { sorted, now } = book;
  const at = sorted.findIndex((mark) => typology.needs(mark));
  if (at !== -1) {
    const needed = typology.needs(sorted[at]);
    const message = needed === 'severity' ? 'task.mark_needs_severity' : 'task.mark_needs_category';
    const control = find('mark-list').children[at].firstElementChild;
    return { message: t(message, { number: at + 1 }), control };
  }
  return sorted.length || now.clean ? null : { message: t('task.mark_needed'), control: find('clean') };
}

/** Marks in words: how many. */
export function marksInWords({ marks }) {
  return marks.length ? t('task.mark_count', { n: marks.length }) : t('task.mark_clean');
}

// Acting -----------------------------------------------------------------------------------------

/** The marks were changed: draw what that touches. */
function acted(which, sentence = '') {
  draw(which);
  drawHints(hints(), texts, { onTake: takeHint, onWave: waveHint });
  changed();
  say(sentence);
}

/** Mark what is selected; the new mark is on the panel. */
function markPick(beginning = {}) {
  const { passage } = selection;
  active = book.add({ ...passage, ...typology.beginning, ...beginning });
  selection.pick = null;
  selection.tapped = false;
  acted(SIDES, t('task.mark_added', { number: book.numberOf(active) })); // numbers of both sides may change
}

function change(changes, options) {
  const { side } = book.mark(active);
  book.change(active, changes, options);
  acted(changes.note === undefined ? [side] : []);
}

/** Give the mark on the panel, or the selected passage, a severity or a category. */
function give(what) {
  if (selection.pick) markPick(what);
  else if (active) change(what);
  else {
    say(t('task.mark_select_first'), { urgent: true });
    draw([]);
    return false;
  }
  const given = book.mark(active);
  hear([typology.nameOf(given.category), typology.severity(given.severity)?.name].filter(Boolean).join(', '));
  const leaf = !typology.children(given.category).length || !typology.nodes.length;
  // On a touch screen the panel covers text: it goes when nothing is left to say.
  if (isTouch() && !typology.needs(given) && leaf) setTimeout(letGo);
  return true;
}

function remove() {
  if (!active) return;
  const number = book.numberOf(active);
  book.remove(active);
  active = null;
  acted(SIDES, t('task.mark_deleted', { number }));
  focusText();
}

/** Read, and nothing is wrong: an answer as any other. */
function setClean() {
  if (book.now.marks.length) {
    say(t('task.mark_clean_marks'), { urgent: true });
    return;
  }
  book.setClean(!book.now.clean);
  selection.clear();
  acted([], t(book.now.clean ? 'task.mark_clean_said' : 'task.mark_clean_back'));
}

/** Put a mark on the panel. */
function activate(key) {
  const { side } = book.mark(key);
  const former = active && book.mark(active)?.side;
  const picked = selection.passage?.side;
  active = key;
  selection.pick = null;
  if (selection.texts[side]) selection.side = side;
  draw(new Set([side, former, picked].filter(Boolean)));
  tellMark(key);
}

/** Marks that were clicked, one after the other; false when all of them were shown. */
function goThrough(keys) {
  const next = keys[keys.indexOf(active) + 1];
  if (!next) {
    const former = active && book.mark(active)?.side;
    active = null;
    if (former) drawText(former);
    return false;
  }
  activate(next);
  return true;
}

/** Nothing is selected and no mark is on the panel; false if that was so. */
function letGo() {
  if (!active && !selection.pick) return false;
  const former = active && book.mark(active)?.side;
  active = null;
  selection.pick = null;
  draw(new Set([former, selection.side].filter(Boolean)));
  return true;
}

/** Go back by one act, or forth again; false when there is none. */
function step(back) {
  const key = book.step(back);
  if (key === undefined) return false;
  active = key ?? (active && book.mark(active) ? active : null);
  selection.pick = null;
  drawAll();
  changed();
  return true;
}

/** Something was done to the marks that can be undone, even if they are as they were. */
export const marksUndoable = () => isMarking() && book.past.length > 0;

export const undoMarks = () => isMarking() && step(true);

export const redoMarks = () => isMarking() && step(false);

function takeHint(hint) {
  active = book.add({ ...typology.beginning, side: hint.side, start: hint.start, end: hint.end, hint: hint.kind });
  selection.pick = null;
  acted(SIDES, t('task.mark_added', { number: book.numberOf(active) }));
  focusText();
}

function waveHint(hint) {
  book.wave(hint.name);
  acted(SIDES, t('task.mark_waved'));
  focusText();
}

// Saying -----------------------------------------------------------------------------------------

/** What those hear who do not see it. */
const hear = (sentence) => { find('heard').textContent = sentence; };

function markInWords(key) {
  const { category, severity } = book.mark(key);
  const said = [typology.nameOf(category), typology.severity(severity)?.name].filter(Boolean).join(', ');
  return t('task.mark_named', { number: book.numberOf(key), what: said });
}

function tellMark(key) {
  const one = book.mark(key);
  hear(`${markInWords(key)}. ${quoteOf(one, texts[one.side].text)}`);
}

function tellPick() {
  const { passage } = selection;
  if (!passage) return;
  const under = book.sorted.filter((one) => touches(one, passage));
  const hinted = hints().filter((hint) => touches(hint, passage));
  const words = [quoteOf(passage, texts[passage.side].text), ...under.map(({ key }) => markInWords(key)), ...hinted.map((hint) => hint.say)];
  hear(words.join('. '));
  if (hinted.length) say(hinted[0].say);
}

/** The hint that keys are about: one under the selection, else the first. */
function hintAtHand() {
  return hints().find((hint) => touches(hint, selection.passage)) ?? hints()[0];
}

// Keys and pointers ------------------------------------------------------------------------------

function setWhole(on) {
  selection.whole = on;
  find('snap').setAttribute('aria-pressed', String(on));
  say(t(on ? 'task.mark_whole' : 'task.mark_characters'));
}

/** Letters that ask for something on this page. */
function letter({ code, shiftKey }) {
  if (shiftKey) return false;
  const hint = hintAtHand();
  if (code === 'KeyA' && hint) takeHint(hint);
  else if (code === 'KeyX' && hint) waveHint(hint);
  else if (code === 'KeyI') selection.toGap();
  else if (code === 'KeyS') setWhole(!selection.whole);
  // With marks, or without errors, a zero begins the score.
  else if (/^(?:Digit|Numpad)0$/.test(code) && !(isScoring() && !missingMarks())) setClean();
  else return false;
  return true;
}

/** Arrows: stretch the mark on the panel, or move and stretch what is selected. */
function arrow(event) {
  const mark = active && book.mark(active);
  const stretched = mark && !selection.pick && selection.stretch(event, mark);
  if (stretched) {
    if (stretched.start !== mark.start || stretched.end !== mark.end) change(stretched);
    tellMark(active);
    return true;
  }
  return selection.key(event, mark);
}

/** Undo what was done last; on a slider, the score first. */
function undo(sliding) {
  return (sliding && unscore()) || undoMarks() || unscore();
}

/** When everything is marked the score follows; false where there is none to give. */
function toScore(from) {
  const gap = isScoring() && !missingMarks() && missingScores();
  if (!gap || from.closest('a, button, summary')) return false;
  letGo();
  gap.control.focus({ preventScroll: true });
  say(t('task.mark_score_now'));
  return true;
}

/** Keys of this page; true when one was meant for us. `single` keys may be switched off. */
export function markKey(event, { single, go, save, open }) {
  const { key } = event;
  const control = event.ctrlKey || event.metaKey;
  const sliding = onSlider(event.target);
  if (control && event.code === 'KeyZ' && !event.shiftKey) return undo(sliding);
  if (control && event.code === 'KeyZ') return redoMarks();
  if (control && event.code === 'KeyY') return redoMarks();
  if (control && key === 'Enter') save();
  else if (key === 'F4' && find('aids-open')) open('aids');
  else if (control || sliding || (key.startsWith('Arrow') && event.target.matches('input'))) return false;
  else if (key === 'ArrowUp' || key === 'ArrowDown') go(key === 'ArrowUp' ? -1 : 1);
  else if (arrow(event)) return true;
  else if (event.altKey) return false;
  else if (key === 'Enter' && selection.pick && !event.target.closest('button, a, summary, input')) markPick();
  else if (key === 'Enter' && !event.repeat && toScore(event.target)) return true;
  else if (key === 'Delete' && active) remove();
  else if (key === 'Escape') return panel.leave() || letGo();
  else return single && !event.repeat && (panel.key(event) || letter(event));
  return true;
}

/** Let hands mark; `onChange` hears of every change, `onOpen` of another place in the document. */
export function useMarks({ onChange, onOpen }) {
  if (!selection) return;
  changed = onChange;
  opens = onOpen;
  for (const side of SIDES) {
    selection.use(find(side), side);
    find(side).addEventListener('focus', () => {
      if (!selection.texts[side] || selection.side === side) return;
      const former = selection.side;
      selection.side = side;
      selection.pick = null;
      if (isMarking()) draw([former, side]);
    });
  }
  document.addEventListener('copy', (event) => {
    const { passage } = selection;
    if (!passage || !getSelection().isCollapsed) return;
    event.clipboardData.setData('text/plain', texts[passage.side].text.slice(passage.start, passage.end));
    event.preventDefault();
  });
  useRail((key) => key !== active && activate(key));
  find('mark-delete').addEventListener('click', remove);
  find('gap').addEventListener('click', () => selection.toGap());
  find('clean').addEventListener('click', setClean);
  find('snap').addEventListener('click', () => setWhole(!selection.whole));
  find('redo').addEventListener('click', () => redoMarks() || say(t('task.mark_nothing_again')));
  useTermbase();
  find('mark-panel').addEventListener('focusin', measureFoot);
  find('mark-panel').addEventListener('focusout', () => setTimeout(measureFoot));
  new ResizeObserver(measureFoot).observe(find('mark-panel'));
}
