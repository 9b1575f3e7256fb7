// Keys and pointers: what the annotator does, as requests to the controller.

import { alignSentences } from './align.js';
import { actOf } from './key-bindings.js';
import { chunkKey, useChunks } from './chunks.js';
import { covered, openDialog } from './dialogs.js';
import { useDrag } from './drag.js';
import { editKey, finish, isComposing, useEditor } from './editor.js';
import { digitOf, typing } from './key-events.js';
import { drawList } from './item-list.js';
import { keepLayout, scrollTexts } from './layout.js';
import { markKey, useMarks } from './marks.js';
import { arrow, givePlace, sortCards, tieAbove, useCards } from './ranking.js';
import { goOn, isRating, onSlider, slide, typeCategory, typeDigit, useSliders } from './scoring.js';
import { prefer, preferences } from './settings.js';
import { drawChosen, find, isChunking, isEditing, isMarking, isRanking, isScoring, missing, radioOf, say, showComment, useOptions } from './task-view.js';
import { t } from './messages.js';

const NONE = 'x'; // the key of "not applicable"

function openComment() {
  showComment(true);
  find('comment').focus({ preventScroll: true });
}

function closeComment() {
  if (!find('comment').value && !find('comment').required) showComment(false);
}

/** What each single key asks for. */
const acts = (controller) => ({
  comment: openComment,
  undo: () => controller.undo(),
  differences: () => find('differences') && !find('differences').hidden && controller.toggleDifferences(),
  sort: () => isRanking() && sortCards(),
  tie: () => isRanking() && tieAbove(),
  earlier: () => controller.now > 0 && controller.show(controller.now - 1),
  later: () => controller.now < controller.work.reach && controller.show(controller.now + 1),
  help: () => openDialog('help'),
});

function afterChoice(controller) {
  drawChosen();
  if (isEditing()) finish(); // whoever rates is done with the text
  controller.drawProgress();
  say('');
  if (find('comment').required && !find('comment').value) find('comment').focus({ preventScroll: true });
  controller.leave(); // begun answers survive a reload too
}

/** Scores and marks change often on their way: what is begun is kept when the hand rests. */
function afterScore(controller) {
  drawChosen();
  if (missing()?.control === find('comment')) find('comment').focus({ preventScroll: true });
  controller.drawProgress();
  keepSoon(controller);
}

function keepSoon(controller) {
  clearTimeout(controller.keepSoon);
  controller.keepSoon = setTimeout(() => controller.leave(), 300);
}

/** A text is kept while it is being typed, but not at every key. */
function keepOften(controller) {
  controller.drawProgress();
  controller.keepSoon ||= setTimeout(() => {
    controller.keepSoon = 0;
    if (isComposing()) keepOften(controller); else controller.leave();
  }, 400);
}

/** "Go on at once": choosing saves, once everything is answered. An order is looked at first. */
function maybeSave(controller) {
  if (preferences.at_once && !controller.blinking && !isRanking() && missing() === null) controller.save();
}

function inComment(event, controller) {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    controller.save();
  } else if (event.key === 'Escape') {
    find('q').focus({ preventScroll: true });
    closeComment();
  }
}

function inDialog(event) {
  const digit = digitOf(event);
  if (digit && preferences.keys && find('problem').open && !typing(event.target)) {
    radioOf(digit, find('problem'))?.click();
  }
}

function singleKey(event, controller) {
  const shown = controller.now >= 0;
  const act = actOf(event); // an equals sign may stand on a digit
  if (!act && shown && isScoring() && typeCategory(event)) {
    event.preventDefault();
    return;
  }
  const digit = act ? null : digitOf(event) ?? (isRating() && event.key === NONE ? NONE : null);
  const radio = digit && shown ? radioOf(digit) : null;
  // What is pressed must not arrive in a field that opens.
  if (digit && shown && isRanking()) {
    event.preventDefault();
    givePlace(Number(digit) || 10);
  } else if (digit && shown && isScoring()) {
    event.preventDefault();
    typeDigit(digit);
    if (isRating()) maybeSave(controller);
  } else if (radio) {
    event.preventDefault();
    radio.checked = true;
    // A button pressed before would take the Enter that is meant to save.
    if (event.target.closest('a, button')) find('q').focus({ preventScroll: true });
    afterChoice(controller);
    maybeSave(controller);
  } else if (act && (shown || act === 'help' || act === 'undo')) {
    event.preventDefault();
    acts(controller)[act]();
  }
}

/** A digit on a slider begins its number; in a number it goes on, whatever the layout prints there. */
function onDigit(event, controller) {
  const inNumber = event.target.matches('.value');
  if (inNumber && (event.key.length > 1 || /\p{Nd}/u.test(event.key))) return; // it arrives by itself
  event.preventDefault();
  typeDigit(digitOf(event), { further: inNumber });
  if (isRating()) maybeSave(controller);
}

/** Enter: save; while scores are missing, go to the next slider; at a rest, go on. */
function onEnter(controller) {
  if (controller.now >= 0) {
    if (!goOn()) controller.save();
  } else if (!find('rest').hidden) find('rest-go').click();
}

/** What keys of the marking page may ask of the controller. */
const marking = (controller) => ({
  single: preferences.keys,
  go: (step) => (step < 0 ? acts(controller).earlier() : acts(controller).later()),
  save: () => controller.save(),
  open: openDialog,
});

const PAUSE = 500; // milliseconds after which digits begin another number
let lost = -PAUSE; // when a digit was pressed between two items

/** A number whose first digit came between two items belongs to neither: half of it would be another. */
function torn(event, controller) {
  if (!isScoring() || !digitOf(event) || typing(event.target)) return false;
  const now = performance.now();
  if (!controller.busy && now - lost > PAUSE) return false;
  lost = now;
  return true;
}

function onKey(event, controller) {
  if (event.key === 'Enter' && event.repeat) event.preventDefault(); // a key held down saves once
  if (torn(event, controller)) event.preventDefault();
  if (event.defaultPrevented || controller.busy) return;
  if (controller.now >= 0 && !covered() && scrollTexts(event)) {
    event.preventDefault();
    return;
  }
  const open = controller.now >= 0 && !covered() && !typing(event.target);
  if (open && isMarking() && markKey(event, marking(controller))) {
    event.preventDefault();
    return;
  }
  if (open && isChunking() && preferences.keys && chunkKey(event)) {
    event.preventDefault();
    return;
  }
  if (open && ((isRanking() && arrow(event)) || (isScoring() && slide(event)))) {
    event.preventDefault();
    return;
  }
  const ours = isEditing() && controller.now >= 0 && !covered() && event.target.id !== 'comment';
  if (ours && editKey(event, { save: () => controller.save(), open: openDialog })) {
    event.preventDefault();
    return;
  }
  if (event.repeat) return;
  const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
  if (covered()) {
    if (plain) inDialog(event);
  } else if (typing(event.target)) {
    if (event.target.matches('#comment, #note, [data-text]')) inComment(event, controller);
  } else if (event.key === 'Enter' && plain) {
    if (event.target.closest('a, button, summary')) return; // it is pressed by itself
    event.preventDefault();
    onEnter(controller);
  } else if (plain && onSlider(event.target) && digitOf(event) && !actOf(event)) onDigit(event, controller);
  else if (plain && preferences.keys) singleKey(event, controller);
}

function useProblem(controller) {
  const dialog = find('problem');
  dialog.addEventListener('opened', () => {
    if (controller.now < 0) {
      dialog.close();
      return;
    }
    const { problem, comment } = controller.stored ?? {};
    for (const radio of dialog.querySelectorAll('input')) radio.checked = problem === radio.value;
    find('problem-comment').value = problem ? comment ?? '' : find('comment').value;
    find('problem-say').textContent = '';
  });
  find('problem-send').addEventListener('click', () => {
    const reason = dialog.querySelector(':checked')?.value;
    if (!reason) {
      find('problem-say').textContent = t('problem.missing');
      dialog.querySelector('input').focus();
      return;
    }
    const comment = find('problem-comment').value.trim();
    dialog.close();
    controller.submit({ problem: reason, ...(comment ? { comment } : {}) });
  });
}

/** Keys that do nothing are not printed. */
const drawKeys = () => document.body.classList.toggle('no-single-keys', !preferences.keys);

/** Connect keys and pointers with the controller. */
export function useInput(controller) {
  const { sender } = controller;
  document.addEventListener('keydown', (event) => onKey(event, controller));
  find('answer').addEventListener('submit', (event) => {
    event.preventDefault();
    controller.save();
  });
  for (const part of [find('answer'), find('form')]) {
    part?.addEventListener('change', ({ target }) => {
      if (target.type === 'radio') afterChoice(controller);
    });
    part?.addEventListener('input', ({ target }) => {
      if (!target.matches('textarea')) return;
      controller.drawProgress();
      keepSoon(controller);
    });
  }
  find('answer').addEventListener('click', (event) => {
    // A pointer's click, not the one a browser makes for an arrow key.
    if (event.detail > 0 && event.target.closest('.choice')) setTimeout(() => maybeSave(controller));
  });
  useOptions(() => afterChoice(controller));
  find('comment-open').addEventListener('click', () => {
    if (find('comment-field').hidden || find('comment').value) openComment(); else closeComment();
  });
  find('undo').addEventListener('click', () => controller.undo());
  find('earlier').addEventListener('click', () => acts(controller).earlier());
  find('later').addEventListener('click', () => acts(controller).later());
  find('sort')?.addEventListener('click', () => sortCards());
  useCards(() => afterChoice(controller));
  useDrag();
  useSliders(() => afterScore(controller));
  useChunks({ onChange: () => afterScore(controller) });
  useMarks({
    onChange: () => afterScore(controller),
    onOpen: (place) => controller.show(place),
  });
  useEditor({ onChange: () => keepOften(controller), onPause: () => controller.leave() });
  find('differences')?.addEventListener('click', () => controller.toggleDifferences());
  find('rest-go').addEventListener('click', () => controller.leaveRest());
  find('list').addEventListener('opened', () => {
    const unsent = new Set([...sender.waiting, ...sender.troubled].map((entry) => entry.assignment));
    drawList(controller.work, controller.now, unsent, (place) => {
      find('list').close();
      controller.show(place);
    });
  });
  useProblem(controller);
  for (const [id, name] of [['at-once', 'at_once'], ['single-keys', 'keys']]) {
    find(id).addEventListener('change', ({ target }) => {
      prefer({ [name]: target.checked });
      drawKeys();
    });
  }
  drawKeys();
  keepLayout();
  alignSentences();
}
