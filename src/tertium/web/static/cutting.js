// Correcting chunks. The server draws every text as units with gaps between them; this script says
// which gaps are cuts. One text at a time is worked on, by keys or by the buttons at the foot.

import { apart, begins, History, inParts, partAt, partNumbers, rangesOf, toggled, united } from './partition.js';

const find = (id) => document.getElementById(id);
const list = find('texts');
const { here, form, shown } = list.dataset;
const say = (words, { urgent = false } = {}) => {
  find('say').textContent = words;
  find('say').classList.toggle('urgent', urgent);
};
const says = (key) => list.dataset[key];

const SEEN = JSON.stringify;
let now = 0; // the text that is worked on
let busy = false; // something is on its way to the server
const pressed = []; // keys that wait until it has arrived

/** What is known of a text on the page. */
function cutTextOf(article) {
  const cutText = {
    article,
    gaps: [...article.querySelectorAll('.gap')],
    units: [...article.querySelectorAll('.unit')],
    places: JSON.parse(article.dataset.places),
    rule: JSON.parse(article.dataset.rule),
    history: new History(JSON.parse(article.dataset.chunks)),
    state: article.dataset.state,
    at: 0, // the unit before which we stand
    held: null, // a unit of the chunk that waits for its other part
  };
  cutText.kept = SEEN(cutText.history.row);
  cutText.gaps.forEach((gap, at) => gap.addEventListener('click', () => { go(cutText, at); cut(cutText); }));
  cutText.units.forEach((unit, at) => unit.addEventListener('click', () => go(cutText, at)));
  return cutText;
}

let cutTexts = [...list.querySelectorAll('.cut-text')].map(cutTextOf);
const changed = (cutText) => SEEN(cutText.history.row) !== cutText.kept;
const lookedAt = (cutText) => cutText.article.hasAttribute('data-looked');

// Drawing ----------------------------------------------------------------------------------------

function draw(cutText) {
  const { row } = cutText.history;
  const numbers = partNumbers(row);
  const current = cutTexts[now] === cutText ? row[cutText.at] : null;
  const held = cutText.held === null ? null : row[cutText.held];
  cutText.gaps.forEach((gap, at) => {
    gap.classList.toggle('cut', begins(row, at));
    gap.setAttribute('aria-pressed', String(begins(row, at)));
    gap.tabIndex = at === cutText.at ? 0 : -1;
    gap.classList.toggle('here', current !== null && at === cutText.at);
    gap.classList.toggle('parted', numbers[at] > 0 && !begins(row, at));
    dress(gap, begins(row, at) ? null : row[at], current, held);
  });
  cutText.units.forEach((unit, at) => {
    dress(unit, row[at], current, held);
    unit.classList.toggle('parted', numbers[at] > 0);
    if (numbers[at] && begins(row, at)) unit.dataset.part = numbers[at];
    else delete unit.dataset.part;
  });
  cutText.article.classList.toggle('now', cutTexts[now] === cutText);
  cutText.article.querySelector('.unsaved').hidden = !changed(cutText);
  cutText.article.querySelector('.looked').hidden = changed(cutText) || !lookedAt(cutText);
}

function dress(element, chunk, current, held) {
  element.classList.toggle('now', chunk !== null && chunk === current);
  element.classList.toggle('held', chunk !== null && chunk === held);
}

/** Stand before a unit of a text, and see it. */
function go(cutText, at, { focus = true } = {}) {
  const before = cutTexts[now];
  now = cutTexts.indexOf(cutText);
  cutText.at = Math.min(Math.max(at, 0), cutText.gaps.length - 1);
  if (before !== cutText) draw(before);
  draw(cutText);
  if (focus) cutText.gaps[cutText.at].focus();
  cutText.gaps[cutText.at].scrollIntoView({ block: 'nearest' });
}

// Cutting ----------------------------------------------------------------------------------------

function take(cutText, row, words = '') {
  if (!cutText.history.take(row)) return;
  cutText.held = null;
  say(words);
  draw(cutText);
}

const cut = (cutText) => take(cutText, toggled(cutText.history.row, cutText.at));

/** Hold a chunk, then make it one with another; or take a part out of its chunk. */
function parts(cutText) {
  const { row } = cutText.history;
  if (cutText.held === null && inParts(row, cutText.at)) take(cutText, apart(row, cutText.at), says('apart'));
  else if (cutText.held === null) {
    cutText.held = cutText.at;
    say(says('hold'));
    draw(cutText);
  } else if (row[cutText.held] === row[cutText.at]) letGo(cutText);
  else take(cutText, united(row, cutText.held, cutText.at), says('joined'));
}

function letGo(cutText) {
  cutText.held = null;
  say('');
  draw(cutText);
}

function step(cutText, way) {
  if (!cutText.history[way]()) return;
  cutText.held = null;
  say('');
  draw(cutText);
}

// Saving -----------------------------------------------------------------------------------------

async function send(cutText) {
  const sent = cutText.history.row;
  const answer = await fetch(`${here}/${cutText.article.dataset.id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-tertium-form': form },
    body: JSON.stringify({ state: cutText.state, chunks: rangesOf(sent, cutText.places) }),
  });
  const told = await answer.json();
  if (!answer.ok) {
    pressed.length = 0; // what was meant to follow does not
    say(`${told.what[0].toUpperCase()}${told.what.slice(1)}. ${told.fix}`, { urgent: true });
    if (answer.status === 409) await showPresent(cutText);
    return false;
  }
  cutText.state = told.state;
  cutText.kept = SEEN(sent);
  cutText.article.toggleAttribute('data-looked', told.looked_at);
  const bar = find('looked-at');
  bar.value = bar.max - told.open;
  find('looked-at-words').textContent = bar.dataset.words.replace('{done}', bar.value);
  list.dataset.open = told.open;
  say(says('saved'));
  draw(cutText);
  return true;
}

/** Show what the server has in the place of what was refused. */
async function showPresent(cutText) {
  const page = await (await fetch(`${here}?item=${cutText.article.dataset.id}`)).text();
  const fresh = new DOMParser().parseFromString(page, 'text/html').querySelector('.cut-text');
  if (!fresh) return;
  const article = document.importNode(fresh, true);
  cutText.article.replaceWith(article);
  if (!article.dataset.state) { // nobody may cut any more
    cutTexts = [];
    list.inert = true;
    find('dock').hidden = true;
    find('refused').textContent = find('say').textContent;
    find('refused-note').hidden = false;
    find('refused-note').scrollIntoView({ block: 'nearest' });
    return;
  }
  const again = cutTextOf(article);
  cutTexts[cutTexts.indexOf(cutText)] = again;
  go(again, Math.min(cutText.at, again.gaps.length - 1));
}

/** Do something that waits for the server, once at a time. */
async function waiting(act) {
  if (busy) return;
  busy = true;
  try {
    await act();
  } catch {
    pressed.length = 0;
    say(says('offline'), { urgent: true });
  } finally {
    busy = false;
    while (pressed.length && !busy) keyed(pressed.shift());
  }
}

async function later(cutText) {
  if ((changed(cutText) || !lookedAt(cutText)) && !(await send(cutText))) return;
  if (now + 1 < cutTexts.length) go(cutTexts[now + 1], cutTexts[now + 1].at);
  else if (shown === 'open' && Number(list.dataset.open)) location.reload();
  else if (list.dataset.next) location.assign(`${list.dataset.next}#texts`);
  else say(says('last'));
}

async function earlier(cutText) {
  if (changed(cutText) && !(await send(cutText))) return;
  if (now > 0) go(cutTexts[now - 1], cutTexts[now - 1].at);
  else if (list.dataset.previous) location.assign(`${list.dataset.previous}#end`);
}

// Hands ------------------------------------------------------------------------------------------

const acts = {
  undo: (cutText) => step(cutText, 'undo'),
  redo: (cutText) => step(cutText, 'redo'),
  parts,
  rule: (cutText) => take(cutText, cutText.rule),
  later: (cutText) => waiting(() => later(cutText)),
  earlier: (cutText) => waiting(() => earlier(cutText)),
};
const LETTERS = { z: 'undo', y: 'redo', p: 'parts', r: 'rule', n: 'later', b: 'earlier' };

/** The letter of a key, as printed; on keyboards of other scripts, the Latin one of its place. */
const letterOf = ({ key, code }) => (/^[a-z]$/i.test(key) ? key.toLowerCase() : /^Key([A-Z])$/.exec(code)?.[1].toLowerCase());

function move(cutText, key) {
  const { row } = cutText.history;
  const right = getComputedStyle(cutText.units[0]).direction === 'rtl' ? -1 : 1;
  const [first, last] = partAt(row, cutText.at);
  go(cutText, {
    ArrowRight: cutText.at + right,
    ArrowLeft: cutText.at - right,
    ArrowDown: last < row.length ? last : cutText.at,
    ArrowUp: first < cutText.at ? first : partAt(row, Math.max(first - 1, 0))[0],
    Home: 0,
    End: row.length - 1,
  }[key]);
}

const MOVES = ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'Home', 'End'];

/** Whether a key is meant for the texts, wherever the focus is. */
function isOurs(event) {
  const { key, altKey, ctrlKey, metaKey, target } = event;
  if (!cutTexts.length || altKey || document.querySelector('dialog[open]')) return false;
  if (target.matches('input, select, textarea')) return false;
  if (ctrlKey || metaKey) return ['z', 'y'].includes(letterOf(event));
  if (MOVES.includes(key)) return target.matches('.gap, body');
  if (key === ' ' || key === 'Enter') return target.matches('.gap');
  if (key === 'Escape') return cutTexts[now].held !== null;
  return letterOf(event) in LETTERS;
}

function keyed(event) {
  const { key, repeat, shiftKey, ctrlKey, metaKey } = event;
  const cutText = cutTexts[now];
  if (!cutText) return;
  if (MOVES.includes(key)) move(cutText, key);
  else if (repeat) return;
  else if (key === ' ' || key === 'Enter') cut(cutText);
  else if (key === 'Escape') letGo(cutText);
  else if (shiftKey && (ctrlKey || metaKey)) acts.redo(cutText);
  else acts[LETTERS[letterOf(event)]](cutText);
}

if (cutTexts.length) {
  document.addEventListener('keydown', (event) => {
    if (!isOurs(event)) return;
    event.preventDefault();
    if (busy) pressed.push(event);
    else keyed(event);
  });
  list.addEventListener('focusin', ({ target }) => {
    const cutText = cutTexts.find((one) => one.gaps.includes(target));
    if (cutText && cutText !== cutTexts[now]) go(cutText, cutText.gaps.indexOf(target), { focus: false });
  });
  for (const button of find('dock').querySelectorAll('[data-act]')) {
    button.addEventListener('click', () => cutTexts[now] && acts[button.dataset.act](cutTexts[now]));
  }
  addEventListener('beforeunload', (event) => { if (cutTexts.some(changed)) event.preventDefault(); });
  find('dock').hidden = false;
  cutTexts.forEach(draw);
  if (location.hash === '#texts') go(cutTexts[0], 0);
  if (location.hash === '#end') go(cutTexts.at(-1), 0);
}
