// Long texts beside each other: whoever clicks, selects or moves by keys in one sentence finds its
// counterpart at the same height. Only the other columns scroll, and no text is touched: the wash
// over both sentences is the browser's own (CSS Custom Highlights), or is left out.

import { find } from './dom.js';
import { placeIn, rangeOf } from './mark-text.js';
import { cutText } from './mark-units.js';

const TEXTS = '#source, #reference, #target, #edited, :is(.option, .output, .card, .seg) .read';
// What a field and a copy of its text have in common: the same lines.
const LINES = ['font', 'lineHeight', 'letterSpacing', 'wordSpacing', 'padding', 'direction', 'overflowWrap', 'tabSize'];

const NEAR = 12; // pixels: half a line is the same height

const item = find('item');
const isField = (text) => text.matches('textarea');
const saidIn = (text) => (isField(text) ? text.value : text.textContent);
const sentencesOf = (text) => cutText(saidIn(text), text.lang).sentences;

/** Where the annotator is: a text and a place in it; null where that is none of the texts. */
function whereabouts() {
  const field = document.activeElement;
  if (field?.id === 'edited') return { text: field, at: field.selectionEnd };
  const { focusNode, focusOffset } = getSelection();
  const [node, offset] = find('focus') ? [item.querySelector('.pick, .caret'), 0] : [focusNode, focusOffset]; // marks have a selection of their own
  const text = node && (node.closest ? node : node.parentElement).closest(TEXTS);
  return text && item.contains(text) ? { text, at: placeIn(text, node, offset) } : null;
}

/** How far down on the screen a passage of a text begins and ends. */
function heightOf(text, { start, end }) {
  if (!isField(text)) return rangeOf(text, start, end).getBoundingClientRect();
  const copy = document.createElement('div');
  const style = getComputedStyle(text);
  for (const name of LINES) copy.style[name] = style[name];
  Object.assign(copy.style, { position: 'fixed', visibility: 'hidden', whiteSpace: 'pre-wrap', boxSizing: 'border-box', inlineSize: `${text.clientWidth}px` });
  copy.textContent = text.value;
  document.body.append(copy);
  const { top, bottom } = rangeOf(copy, start, end).getBoundingClientRect();
  const down = text.getBoundingClientRect().top + text.clientTop - text.scrollTop - copy.getBoundingClientRect().top;
  copy.remove();
  return { top: top + down, bottom: bottom + down };
}

/** The column in which a text scrolls by itself, without another one; none if there is no need. */
function columnOf(text, other) {
  for (let box = text; box !== item && !box.contains(other); box = box.parentElement) {
    if (box.scrollHeight > box.clientHeight + 1 && getComputedStyle(box).overflowY !== 'visible') return box;
  }
  return null;
}

/** What says the same in another text: the sentence with the same number, else what is as far along. */
function counterpartOf({ text, sentences, place }, other) {
  const found = sentencesOf(other);
  if (found.length === sentences.length) return { ...found[place], same: true };
  const ratio = saidIn(other).length / saidIn(text).length;
  const along = (at) => Math.round(at * ratio);
  return { start: along(sentences[place].start), end: along(sentences[place].end), same: false };
}

/** Scroll a column until a passage in it is at a height, as far as it can and in sight. */
function scrollTo(column, { top, bottom }, height) {
  const edge = column.getBoundingClientRect().top + column.clientTop;
  const wanted = Math.max(edge, Math.min(height, edge + column.clientHeight - (bottom - top)));
  if (Math.abs(top - wanted) > NEAR) column.scrollTop += top - wanted;
}

let known = null; // the sentence that the others stand beside
let washed = []; // texts, each with the passage that belongs to it

/** The sentence in which the annotator is; null where there is but one, or none. */
function current() {
  const here = whereabouts();
  const sentences = here ? sentencesOf(here.text) : [];
  if (sentences.length < 2) return null;
  const place = sentences.findIndex(({ end }) => here.at < end);
  return { text: here.text, sentences, place: place === -1 ? sentences.length - 1 : place };
}

/** Bring the other texts beside a sentence, where not all is in sight anyway. */
function bringBeside(here) {
  const { text, sentences, place } = here;
  const { top } = heightOf(text, sentences[place]);
  const around = [...(text.closest('.seg') ?? item).querySelectorAll(TEXTS)];
  washed = [];
  for (const other of around.filter((one) => one !== text && one.checkVisibility() && saidIn(one))) {
    const column = columnOf(other, text);
    if (!column && !columnOf(text, other)) continue;
    const passage = counterpartOf(here, other);
    if (column) scrollTo(column, heightOf(other, passage), top);
    if (passage.same) washed.push([other, passage]);
  }
  if (washed.length) washed.push([text, sentences[place]]);
}

/** Marks are drawn by other elements each time: so is the wash. */
function drawWash() {
  if (!window.Highlight) return;
  const ranges = washed.filter(([text]) => !isField(text)).map(([text, { start, end }]) => rangeOf(text, start, end));
  CSS.highlights.set('counterpart', new Highlight(...ranges));
}

function follow() {
  const here = item.hidden ? null : current();
  if (here && (here.text !== known?.text || here.place !== known.place)) {
    known = here;
    bringBeside(here);
  }
  drawWash();
}

/** Another item: nothing scrolls before the annotator goes to another sentence. */
export function forgetSentence() {
  known = current();
  washed = [];
  drawWash();
}

/** Follow clicks and keys, never a pointer that only passes. */
export function alignSentences() {
  document.addEventListener('click', follow);
  document.addEventListener('keyup', follow);
}
