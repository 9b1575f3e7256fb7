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
function deskOf(article) {
  const desk = {
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
  desk.kept = SEEN(desk.history.row);
  desk.gaps.forEach((gap, at) => gap.addEventListener('click', () => { go(desk, at); cut(desk); }));
  desk.units.forEach((unit, at) => unit.addEventListener('click', () => go(desk, at)));
  return desk;
}

let desks = [...list.querySelectorAll('.cut-text')].map(deskOf);
const changed = (desk) => SEEN(desk.history.row) !== desk.kept;
const lookedAt = (desk) => desk.article.hasAttribute('data-looked');

// Drawing ----------------------------------------------------------------------------------------

function draw(desk) {
  const { row } = desk.history;
  const numbers = partNumbers(row);
  const current = desks[now] === desk ? row[desk.at] : null;
  const held = desk.held === null ? null : row[desk.held];
  desk.gaps.forEach((gap, at) => {
    gap.classList.toggle('cut', begins(row, at));
    gap.setAttribute('aria-pressed', String(begins(row, at)));
    gap.tabIndex = at === desk.at ? 0 : -1;
    gap.classList.toggle('here', current !== null && at === desk.at);
    gap.classList.toggle('parted', numbers[at] > 0 && !begins(row, at));
    dress(gap, begins(row, at) ? null : row[at], current, held);
  });
  desk.units.forEach((unit, at) => {
    dress(unit, row[at], current, held);
    unit.classList.toggle('parted', numbers[at] > 0);
    if (numbers[at] && begins(row, at)) unit.dataset.part = numbers[at];
    else delete unit.dataset.part;
  });
  desk.article.classList.toggle('now', desks[now] === desk);
  desk.article.querySelector('.unsaved').hidden = !changed(desk);
  desk.article.querySelector('.looked').hidden = changed(desk) || !lookedAt(desk);
}

function dress(element, chunk, current, held) {
  element.classList.toggle('now', chunk !== null && chunk === current);
  element.classList.toggle('held', chunk !== null && chunk === held);
}

/** Stand before a unit of a text, and see it. */
function go(desk, at, { focus = true } = {}) {
  const before = desks[now];
  now = desks.indexOf(desk);
  desk.at = Math.min(Math.max(at, 0), desk.gaps.length - 1);
  if (before !== desk) draw(before);
  draw(desk);
  if (focus) desk.gaps[desk.at].focus();
  desk.gaps[desk.at].scrollIntoView({ block: 'nearest' });
}

// Cutting ----------------------------------------------------------------------------------------

function take(desk, row, words = '') {
  if (!desk.history.take(row)) return;
  desk.held = null;
  say(words);
  draw(desk);
}

const cut = (desk) => take(desk, toggled(desk.history.row, desk.at));

/** Hold a chunk, then make it one with another; or take a part out of its chunk. */
function parts(desk) {
  const { row } = desk.history;
  if (desk.held === null && inParts(row, desk.at)) take(desk, apart(row, desk.at), says('apart'));
  else if (desk.held === null) {
    desk.held = desk.at;
    say(says('hold'));
    draw(desk);
  } else if (row[desk.held] === row[desk.at]) letGo(desk);
  else take(desk, united(row, desk.held, desk.at), says('joined'));
}

function letGo(desk) {
  desk.held = null;
  say('');
  draw(desk);
}

function step(desk, way) {
  if (!desk.history[way]()) return;
  desk.held = null;
  say('');
  draw(desk);
}

// Saving -----------------------------------------------------------------------------------------

async function send(desk) {
  const sent = desk.history.row;
  const answer = await fetch(`${here}/${desk.article.dataset.id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-tertium-form': form },
    body: JSON.stringify({ state: desk.state, chunks: rangesOf(sent, desk.places) }),
  });
  const told = await answer.json();
  if (!answer.ok) {
    pressed.length = 0; // what was meant to follow does not
    say(`${told.what[0].toUpperCase()}${told.what.slice(1)}. ${told.fix}`, { urgent: true });
    if (answer.status === 409) await showPresent(desk);
    return false;
  }
  desk.state = told.state;
  desk.kept = SEEN(sent);
  desk.article.toggleAttribute('data-looked', told.looked_at);
  const bar = find('looked-at');
  bar.value = bar.max - told.open;
  find('looked-at-words').textContent = bar.dataset.words.replace('{done}', bar.value);
  list.dataset.open = told.open;
  say(says('saved'));
  draw(desk);
  return true;
}

/** Show what the server has in the place of what was refused. */
async function showPresent(desk) {
  const page = await (await fetch(`${here}?item=${desk.article.dataset.id}`)).text();
  const fresh = new DOMParser().parseFromString(page, 'text/html').querySelector('.cut-text');
  if (!fresh) return;
  const article = document.importNode(fresh, true);
  desk.article.replaceWith(article);
  if (!article.dataset.state) { // nobody may cut any more
    desks = [];
    list.inert = true;
    find('dock').hidden = true;
    find('refused').textContent = find('say').textContent;
    find('refused-note').hidden = false;
    find('refused-note').scrollIntoView({ block: 'nearest' });
    return;
  }
  const again = deskOf(article);
  desks[desks.indexOf(desk)] = again;
  go(again, Math.min(desk.at, again.gaps.length - 1));
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

async function later(desk) {
  if ((changed(desk) || !lookedAt(desk)) && !(await send(desk))) return;
  if (now + 1 < desks.length) go(desks[now + 1], desks[now + 1].at);
  else if (shown === 'open' && Number(list.dataset.open)) location.reload();
  else if (list.dataset.next) location.assign(`${list.dataset.next}#texts`);
  else say(says('last'));
}

async function earlier(desk) {
  if (changed(desk) && !(await send(desk))) return;
  if (now > 0) go(desks[now - 1], desks[now - 1].at);
  else if (list.dataset.previous) location.assign(`${list.dataset.previous}#end`);
}

// Hands ------------------------------------------------------------------------------------------

const acts = {
  undo: (desk) => step(desk, 'undo'),
  redo: (desk) => step(desk, 'redo'),
  parts,
  rule: (desk) => take(desk, desk.rule),
  later: (desk) => waiting(() => later(desk)),
  earlier: (desk) => waiting(() => earlier(desk)),
};
const LETTERS = { z: 'undo', y: 'redo', p: 'parts', r: 'rule', n: 'later', b: 'earlier' };

/** The letter of a key, as printed; on keyboards of other scripts, the Latin one of its place. */
const letterOf = ({ key, code }) => (/^[a-z]$/i.test(key) ? key.toLowerCase() : /^Key([A-Z])$/.exec(code)?.[1].toLowerCase());

function move(desk, key) {
  const { row } = desk.history;
  const right = getComputedStyle(desk.units[0]).direction === 'rtl' ? -1 : 1;
  const [first, last] = partAt(row, desk.at);
  go(desk, {
    ArrowRight: desk.at + right,
    ArrowLeft: desk.at - right,
    ArrowDown: last < row.length ? last : desk.at,
    ArrowUp: first < desk.at ? first : partAt(row, Math.max(first - 1, 0))[0],
    Home: 0,
    End: row.length - 1,
  }[key]);
}

const MOVES = ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'Home', 'End'];

/** Whether a key is meant for the texts, wherever the focus is. */
function isOurs(event) {
  const { key, altKey, ctrlKey, metaKey, target } = event;
  if (!desks.length || altKey || document.querySelector('dialog[open]')) return false;
  if (target.matches('input, select, textarea')) return false;
  if (ctrlKey || metaKey) return ['z', 'y'].includes(letterOf(event));
  if (MOVES.includes(key)) return target.matches('.gap, body');
  if (key === ' ' || key === 'Enter') return target.matches('.gap');
  if (key === 'Escape') return desks[now].held !== null;
  return letterOf(event) in LETTERS;
}

function keyed(event) {
  const { key, repeat, shiftKey, ctrlKey, metaKey } = event;
  const desk = desks[now];
  if (!desk) return;
  if (MOVES.includes(key)) move(desk, key);
  else if (repeat) return;
  else if (key === ' ' || key === 'Enter') cut(desk);
  else if (key === 'Escape') letGo(desk);
  else if (shiftKey && (ctrlKey || metaKey)) acts.redo(desk);
  else acts[LETTERS[letterOf(event)]](desk);
}

if (desks.length) {
  document.addEventListener('keydown', (event) => {
    if (!isOurs(event)) return;
    event.preventDefault();
    if (busy) pressed.push(event);
    else keyed(event);
  });
  list.addEventListener('focusin', ({ target }) => {
    const desk = desks.find((one) => one.gaps.includes(target));
    if (desk && desk !== desks[now]) go(desk, desk.gaps.indexOf(target), { focus: false });
  });
  for (const button of find('dock').querySelectorAll('[data-act]')) {
    button.addEventListener('click', () => desks[now] && acts[button.dataset.act](desks[now]));
  }
  addEventListener('beforeunload', (event) => { if (desks.some(changed)) event.preventDefault(); });
  find('dock').hidden = false;
  desks.forEach(draw);
  if (location.hash === '#texts') go(desks[0], 0);
  if (location.hash === '#end') go(desks.at(-1), 0);
}
