// Judging chunks: one answer for every part of a translation. Keys act on the current part, and
// answering goes on to the next one without an answer.

import { digitOf } from './key-events.js';
import { find, write } from './dom.js';
import { t } from './messages.js';

const list = find('chunk-list'); // null on other pages
const labels = list ? JSON.parse(list.dataset.labels) : [];
const words = list ? JSON.parse(list.dataset.words) : [];

let parts = []; // name, text and ranges of each part of the item on the screen
let whole = null; // the text in which they stand
let standing = null; // and its element
let given = {}; // name → label
let now = 0; // the place of the current part
let former = []; // answers before each act, newest last
let changed = () => {};

/** Parts are judged on this item. */
export const isChunking = () => parts.length > 0;

const open = () => parts.findIndex(({ name }) => !given[name]);

// Drawing ----------------------------------------------------------------------------------------

/** What a part says; the text counts code points, not what JavaScript counts. */
const said = (points, ranges) => ranges.map(([start, end]) => points.slice(start, end).join('')).join(' … ');

/** Show the parts of a task. */
export function drawChunks({ chunks, chunked, source, texts }) {
  if (!list) return;
  [whole, standing] = chunked === 'source' ? [source, find('source')] : [texts[0], find('whole')];
  write(find('whole'), texts[0]);
  const points = [...whole.text];
  parts = (chunks ?? []).map(({ name, ranges }) => ({ name, ranges, text: said(points, ranges) }));
  list.replaceChildren(...parts.map(row));
}

function row({ text }, place) {
  const item = document.createElement('li');
  const part = document.createElement('p');
  part.className = 'read read-s';
  write(part, { ...whole, text });
  const field = document.createElement('fieldset');
  const legend = document.createElement('legend');
  legend.className = 'visually-hidden';
  legend.textContent = t('task.chunk', { number: place + 1, text });
  const choices = document.createElement('div');
  choices.className = 'choices';
  choices.append(...labels.map((value, at) => choice(place, value, at)));
  field.append(legend, choices);
  item.append(part, field);
  // Drawing in the midst of a click would take back the answer that is being given.
  item.addEventListener('click', ({ target }) => target.closest('.choice') ?? choose(place));
  return item;
}

function choice(place, value, at) {
  const label = document.createElement('label');
  label.className = 'choice';
  const radio = document.createElement('input');
  Object.assign(radio, { type: 'radio', name: `part-${place}`, value });
  radio.addEventListener('change', () => {
    now = place;
    give(value, { goOn: false });
  });
  const word = document.createElement('span');
  word.textContent = words[at];
  label.append(radio, word);
  return label;
}

function draw() {
  [...list.children].forEach((item, place) => {
    const label = given[parts[place].name];
    for (const radio of item.querySelectorAll('input')) radio.checked = radio.value === label;
    item.classList.toggle('now', place === now);
    item.classList.toggle('right', label === labels[0]);
    item.classList.toggle('wrong', Boolean(label) && label !== labels[0]);
  });
  drawWhole();
}

/** Mark the current part where it stands in its text. */
function drawWhole() {
  if (!parts[now]) return;
  const points = [...whole.text];
  const nodes = [];
  let at = 0;
  for (const [start, end] of parts[now].ranges) {
    const mark = document.createElement('mark');
    mark.textContent = points.slice(start, end).join('');
    nodes.push(points.slice(at, start).join(''), mark);
    at = end;
  }
  standing.replaceChildren(...nodes, points.slice(at).join(''));
}

function choose(place) {
  now = Math.min(Math.max(place, 0), parts.length - 1);
  draw();
  list.children[now].scrollIntoView({ block: 'nearest' });
}

// Answering --------------------------------------------------------------------------------------

function give(value, { goOn = true } = {}) {
  former.push({ ...given });
  given = { ...given, [parts[now].name]: value };
  if (goOn && open() !== -1) choose(open());
  else draw();
  changed();
}

/** Act on a key; false if it is not meant for the parts. */
export function chunkKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
    choose(now + (event.key === 'ArrowUp' ? -1 : 1));
    return true;
  }
  const label = labels[Number(digitOf(event)) - 1];
  if (!label) return false;
  give(label);
  return true;
}

/** Show an answer, or none; the first part without one becomes the current one. */
export function drawChunkAnswer(answer) {
  if (!isChunking()) return;
  given = { ...answer?.chunks };
  former = [];
  now = Math.max(open(), 0);
  draw();
}

/** What was answered so far, in the order of the parts. */
export function readChunks() {
  const told = parts.filter(({ name }) => given[name]).map(({ name }) => [name, given[name]]);
  return told.length ? { chunks: Object.fromEntries(told) } : {};
}

/** What is still to do; null when every part has an answer. */
export function missingChunks() {
  const left = parts.filter(({ name }) => !given[name]).length;
  if (!left) return null;
  return { message: t('task.chunks_open', { n: left }), control: list.children[open()].querySelector('input') };
}

/** Answers in words: how many parts there are, and how many have a problem. */
export function chunksInWords(answers) {
  const told = Object.values(answers);
  return t('task.chunks_said', { n: told.length, wrong: told.filter((label) => label !== labels[0]).length });
}

/** Take back one answer; false when there is none to take back. */
export function undoChunks() {
  if (!former.length) return false;
  given = former.pop();
  draw();
  return true;
}

/** Tell whoever wants to know when an answer changed. */
export function useChunks({ onChange }) {
  changed = onChange;
}
