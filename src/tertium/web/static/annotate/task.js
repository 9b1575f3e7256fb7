// One task per screen. This module is the annotator's hand: it shows an item, takes an answer, goes on,
// goes back. What is on the desk, in the box and on the page is the business of the modules it uses.

import { ActiveClock, watch } from './clock.js';
import { Desk, sameAnswer } from './desk.js';
import { covered, openDialog } from './dialogs.js';
import { openBox } from './keep.js';
import { actOf, digitOf, printKeys, typing } from './keys.js';
import { drawList, drawOwn } from './list.js';
import { keepTrying, Sender } from './sender.js';
import { prefer, preferences } from './settings.js';
import { keepShell } from './shell.js';
import { drawTrouble } from './trouble.js';
import {
  drawAnswer, drawChosen, drawDifferences, drawTask, enable, find, inWords, missing, radioOf, readAnswer, say, showComment,
} from './view.js';
import { moment, t } from './words.js';

const { home, token } = find('main').dataset;
const preview = 'preview' in find('main').dataset;
const BLINK = 400; // milliseconds in which nobody can have read a new item

const box = await openBox(token, { memory: preview });
box.preview = preview;
const desk = new Desk(box, home);
const clock = new ActiveClock();
const channel = 'BroadcastChannel' in window && !preview ? new BroadcastChannel(`tertium ${token}`) : null;
const sender = new Sender({ box, home, token, onSaved: haveSaved, onChange: drawState });

let now = -1; // the place of the item on the screen; -1 while there is none
let shownAt = 0;
let aids = new Set();
let lastAct = null; // {place, before}: what Undo takes back
let savedAt = null;
let busy = false;
let differing = false; // differences are underlined

const task = () => desk.tasks[now];
const stored = () => desk.answers.get(task().id)?.answer;

// Showing ---------------------------------------------------------------------------------------

async function show(place, { focus = true } = {}) {
  await leave();
  now = place;
  const draft = await box.get('drafts', task().id);
  drawTask(task(), { number: place + 1, count: desk.tasks.length });
  drawDifferences(task(), differing);
  aids = new Set(draft?.aids ?? []);
  if (differing) aids.add('differences');
  drawAnswer(draft?.answer ?? stored());
  clock.begin(Math.max(draft?.seconds ?? 0, desk.answers.get(task().id)?.seconds ?? 0));
  shownAt = performance.now();
  find('item').hidden = false;
  find('answer').hidden = false;
  find('rest').hidden = true;
  find('waiting').textContent = '';
  drawProgress();
  const problem = stored()?.problem && !draft?.answer;
  say(problem ? inWords(stored()) : lastWords());
  window.scrollTo(0, 0);
  if (focus) find('q').focus({ preventScroll: true });
}

/** Keep what was begun on the item that is left: time, and a choice that was not saved. */
async function leave() {
  if (now < 0 || !task()) return;
  const answer = readAnswer();
  const begun = !sameAnswer(answer, unfinished(stored()));
  await box.put('drafts', {
    assignment: task().id,
    seconds: clock.seconds,
    aids: [...aids],
    ...(begun ? { answer } : {}),
  });
}

/** What the controls show for a stored answer: a reported problem leaves them empty. */
const unfinished = (answer) => (answer?.problem ? {} : answer ?? {});

function lastWords() {
  if (!lastAct) return '';
  const { task: last, number } = lastAct;
  return t('task.last', { number, answer: inWords(desk.answers.get(last).answer) });
}

function drawProgress() {
  find('p').max = desk.tasks.length;
  find('p').value = desk.done;
  enable('earlier', now > 0);
  enable('later', now < desk.reach);
  enable('undo', Boolean(lastAct) || !sameAnswer(readAnswer(), unfinished(stored())));
  enable('save', missing() === null);
  drawOwn(desk);
}

let savingSoon = 0;

function drawState() {
  const { state } = sender;
  const unsent = sender.waiting.length;
  const words = {
    saved: () => (savedAt ? t('task.saved', { time: moment(savedAt) }) : t('task.saved_none')),
    saving: () => t('task.saving'),
    kept: () => t('task.kept', { n: unsent }),
    refused: () => t('task.refused'),
  };
  const draw = () => {
    const output = find('saved');
    const sentence = words[state]();
    output.dataset.state = state === 'saved' && !savedAt ? 'none' : state;
    if (output.textContent !== sentence) output.textContent = sentence;
  };
  clearTimeout(savingSoon);
  // A quick answer from the server needs no flicker.
  if (state === 'saving') savingSoon = setTimeout(draw, 300); else draw();
  drawTrouble({ sender, desk, box, keepHere, keepThere, open: show });
  if (!find('rest').hidden) drawRest();
}

// Answering -------------------------------------------------------------------------------------

async function save() {
  if (busy || now < 0) return;
  const gap = missing();
  const answer = readAnswer();
  const unchanged = desk.answers.has(task().id) && sameAnswer(answer, unfinished(stored()));
  if (gap && !(unchanged && stored().problem)) {
    if (performance.now() - shownAt < BLINK) return; // the second half of a double click
    say(gap.message, { urgent: true });
    if (gap.control.id === 'comment') showComment(true);
    gap.control.focus();
    return;
  }
  if (unchanged) await goOn();
  else await submit(answer);
}

async function submit(answer) {
  busy = true;
  try {
    const before = stored() ?? null;
    const conflict = sender.troubled.find((entry) => entry.assignment === task().id);
    const entry = desk.judge(task(), answer, clock.seconds, [...aids], {
      // The stored answer of a conflict was shown; answering again decides for this one.
      replaces: conflict?.trouble.current?.id,
    });
    if (conflict) await box.drop('queue', conflict.id);
    await sender.add(entry);
    await box.drop('drafts', task().id);
    lastAct = { task: task().id, number: now + 1, before };
    channel?.postMessage({ assignment: entry.assignment, answer: desk.answers.get(entry.assignment) });
    now = -1; // nothing of this item is left to keep
    await goOn();
  } finally {
    busy = false;
  }
}

async function goOn() {
  const next = desk.firstOpen;
  if (next !== -1) {
    if (desk.tasks.length - desk.done <= 10) desk.prepareNext();
    await show(next);
  } else if (now >= 0 && now < desk.tasks.length - 1) await show(now + 1);
  else await rest();
}

async function undo() {
  if (busy) return;
  if (now >= 0 && !sameAnswer(readAnswer(), unfinished(stored()))) {
    drawAnswer(unfinished(stored()));
    await box.drop('drafts', task().id);
    drawProgress();
    say(t('task.taken_back'));
  } else if (lastAct) {
    const { task: last, number, before } = lastAct;
    lastAct = null;
    const place = desk.indexOf(last);
    if (before) {
      const again = desk.judge(desk.tasks[place], before, desk.answers.get(last).seconds, []);
      await sender.add(again);
      channel?.postMessage({ assignment: last, answer: desk.answers.get(last) });
    }
    await show(place);
    say(t(before ? 'task.restored' : 'task.reopened', { number }));
  } else say(t('task.nothing_back'));
}

function haveSaved(pairs) {
  for (const [entry, receipt] of pairs) {
    savedAt = new Date(receipt.at);
    channel?.postMessage({ assignment: entry.assignment, answer: desk.answers.get(entry.assignment), savedAt: receipt.at });
  }
}

async function keepHere(entry) {
  const place = desk.indexOf(entry.assignment);
  const again = desk.judge(desk.tasks[place], entry.answer, entry.seconds, entry.aids, { replaces: entry.trouble.current.id });
  await box.drop('queue', entry.id);
  await sender.add(again);
  if (place === now) drawAnswer(unfinished(stored()));
  drawProgress();
}

async function keepThere(entry) {
  const { current } = entry.trouble;
  await box.put('answers', { assignment: entry.assignment, ...current });
  if (desk.indexOf(entry.assignment) !== -1) desk.learn(entry.assignment, current);
  await sender.drop(entry.id);
  if (now >= 0 && task().id === entry.assignment) drawAnswer(unfinished(stored()));
  drawProgress();
}

// The end of a batch ----------------------------------------------------------------------------

async function rest() {
  now = -1;
  find('item').hidden = true;
  find('answer').hidden = true;
  find('rest').hidden = false;
  find('p').value = desk.done;
  drawOwn(desk);
  drawRest();
  find('rest-title').focus({ preventScroll: true });
  sender.go();
}

function drawRest() {
  const last = desk.batch >= desk.batches;
  const unsent = sender.waiting.length + sender.troubled.length;
  const { batch, batches } = desk;
  find('rest-title').textContent = last ? t('task.all_done') : t('task.batch_done', { batch, batches });
  const state = unsent ? t('task.all_unsent', { n: unsent }) : t('task.all_saved');
  find('rest-text').textContent = last || unsent ? state : `${state} ${t('task.batch_rest')}`;
  find('rest-go').firstElementChild.textContent = last ? t('task.all_finish') : t('task.batch_go', { batch: batch + 1 });
  enable('rest-go', !(last && unsent));
  find('answer').hidden = sender.troubled.length === 0 && !sender.halted;
}

async function leaveRest() {
  if (desk.batch < desk.batches) {
    lastAct = null;
    await begin(desk.batch + 1);
  } else if (!sender.waiting.length && !sender.troubled.length && !preview) location.assign(`${home}/thanks`);
}

// Hands: keys and pointers ----------------------------------------------------------------------

function choose(radio) {
  radio.checked = true;
  afterChoice();
}

function afterChoice() {
  drawChosen();
  drawProgress();
  say('');
  if (find('comment').required && !find('comment').value) find('comment').focus({ preventScroll: true });
}

/** "Go on at once": choosing saves, once everything is answered. */
function maybeSave() {
  if (preferences.at_once && performance.now() - shownAt > BLINK && missing() === null) save();
}

const ACTS = {
  comment() {
    showComment(true);
    find('comment').focus({ preventScroll: true });
  },
  undo,
  differences() {
    if (find('differences')) toggleDifferences();
  },
  earlier() {
    if (now > 0) show(now - 1);
  },
  later() {
    if (now >= 0 && now < desk.reach) show(now + 1);
  },
  help() {
    openDialog('help');
  },
};

function toggleDifferences() {
  differing = !differing;
  if (differing) aids.add('differences');
  find('differences').setAttribute('aria-pressed', String(differing));
  drawDifferences(task(), differing);
  say(t(differing ? 'task.differences_on' : 'task.differences_off'));
}

document.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && event.repeat) event.preventDefault(); // a key held down saves once
  if (event.repeat || event.defaultPrevented) return;
  const digit = digitOf(event);
  const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
  if (covered()) {
    if (digit && plain && preferences.keys && find('problem').open && !typing(event.target)) {
      radioOf(digit, find('problem'))?.click();
    }
    return;
  }
  if (typing(event.target)) {
    if (event.target.id !== 'comment') return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      save();
    } else if (event.key === 'Escape') {
      find('q').focus({ preventScroll: true });
      if (!find('comment').value && !find('comment').required) showComment(false);
    }
    return;
  }
  if (event.key === 'Enter' && plain && !event.target.closest('a, button, summary')) {
    event.preventDefault();
    if (now >= 0) save(); else if (!find('rest').hidden) find('rest-go').click();
  } else if (preferences.keys && plain) {
    const radio = digit && now >= 0 ? radioOf(digit) : null;
    const act = digit ? null : actOf(event);
    if (radio) {
      event.preventDefault(); // the digit must not arrive in a comment that opens
      choose(radio);
      maybeSave();
    } else if (act && (now >= 0 || act === 'help' || act === 'undo')) {
      event.preventDefault(); // the letter must not arrive in the field that opens
      ACTS[act]();
    }
  }
});

find('answer').addEventListener('submit', (event) => {
  event.preventDefault();
  save();
});
find('answer').addEventListener('change', ({ target }) => {
  if (target.type === 'radio') afterChoice();
});
find('answer').addEventListener('click', (event) => {
  // A pointer's click, not the one a browser makes for an arrow key.
  if (event.detail > 0 && event.target.closest('.choice')) setTimeout(maybeSave);
});
find('comment').addEventListener('input', drawProgress);
find('comment-open').addEventListener('click', () => {
  if (find('comment-field').hidden) ACTS.comment();
  else if (!find('comment').value && !find('comment').required) showComment(false);
  else find('comment').focus();
});
find('undo').addEventListener('click', undo);
find('earlier').addEventListener('click', ACTS.earlier);
find('later').addEventListener('click', ACTS.later);
find('differences')?.addEventListener('click', toggleDifferences);
find('rest-go').addEventListener('click', leaveRest);
find('list').addEventListener('opened', () => {
  const unsent = new Set([...sender.waiting, ...sender.troubled].map((entry) => entry.assignment));
  drawList(desk, now, unsent, (place) => {
    find('list').close();
    show(place);
  });
});
find('problem').addEventListener('opened', () => {
  for (const radio of find('problem').querySelectorAll('input')) radio.checked = stored()?.problem === radio.value;
  find('problem-comment').value = stored()?.problem ? stored().comment ?? '' : find('comment').value;
  find('problem-say').textContent = '';
});
find('problem-send').addEventListener('click', async () => {
  const reason = find('problem').querySelector(':checked')?.value;
  if (!reason) {
    find('problem-say').textContent = t('problem.missing');
    find('problem').querySelector('input').focus();
    return;
  }
  const comment = find('problem-comment').value.trim();
  find('problem').close();
  const answer = { problem: reason, ...(comment ? { comment } : {}) };
  if (sameAnswer(answer, stored())) await goOn();
  else if (!busy) await submit(answer);
});
for (const [id, name] of [['at-once', 'at_once'], ['single-keys', 'keys']]) {
  find(id).addEventListener('change', ({ target }) => {
    prefer({ [name]: target.checked });
    drawKeys();
  });
}

/** Keys that do nothing are not printed. */
function drawKeys() {
  document.body.classList.toggle('no-single-keys', !preferences.keys);
}

// Beginning -------------------------------------------------------------------------------------

async function begin(number = null) {
  find('waiting').textContent = t('task.loading');
  try {
    await desk.load(number);
  } catch (error) {
    await notLoaded(error, number);
    return;
  }
  const latest = [...desk.answers.values()].map((answer) => new Date(answer.at)).sort((a, b) => b - a)[0];
  savedAt ??= latest ?? null;
  if (desk.tasks.length === 0) location.replace(`${home}/thanks`);
  else if (desk.firstOpen !== -1) await show(desk.firstOpen);
  else if (number === null && desk.fresh && desk.batch === desk.batches) await show(0); // looking again
  else await rest();
  drawState();
}

/** The server was not reached, or the link no longer leads here: say so, and try again. */
async function notLoaded(error, number) {
  if (error.told) {
    location.replace(home); // the page there says why
    return;
  }
  find('item').hidden = true;
  find('answer').hidden = true;
  find('rest').hidden = true;
  find('waiting').textContent = t('task.load_failed');
  const again = () => begin(number);
  const timer = setTimeout(() => {
    window.removeEventListener('online', sooner);
    again();
  }, 5000);
  const sooner = () => {
    clearTimeout(timer);
    again();
  };
  window.addEventListener('online', sooner, { once: true });
}

if (channel) {
  channel.onmessage = ({ data }) => {
    if (desk.indexOf(data.assignment) === -1) return;
    const untouched = now >= 0 && sameAnswer(readAnswer(), unfinished(stored()));
    desk.learn(data.assignment, data.answer);
    if (data.savedAt) savedAt = new Date(data.savedAt);
    if (now >= 0 && untouched && task().id === data.assignment) drawAnswer(unfinished(stored()));
    if (now >= 0) drawProgress();
    sender.look();
  };
}

const look = watch(clock, covered);
for (const dialog of document.querySelectorAll('dialog')) {
  dialog.addEventListener('opened', look);
  dialog.addEventListener('close', look);
}
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') leave();
});
window.addEventListener('pagehide', leave);

drawKeys();
printKeys();
await sender.look();
await begin();
if (preview) {
  sender.go = async () => {
    const entries = await box.all('queue');
    await box.drop('queue', ...entries.map((entry) => entry.id));
    await sender.look();
  };
} else {
  keepTrying(sender);
  sender.go();
  keepShell(home);
}
