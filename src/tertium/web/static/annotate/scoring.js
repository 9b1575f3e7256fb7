// Scoring translations: a slider and a number for every aspect of every translation. A slider that
// nobody touched has no thumb and no number. Keys act on one slider, the current one. What is counted
// rather than rated has a button on either side of its number instead of a slider.

import { find, say, write } from './dom.js';
import { counted, HIGH, LOW, MIDDLE, moved, typed } from './scores.js';
import { t } from './messages.js';

const sliders = [...document.querySelectorAll('.aspect')].map((element) => ({
  element,
  aspect: element.dataset.aspect,
  title: element.dataset.title,
  question: element.dataset.question,
  slot: Number(element.closest('.score-of').dataset.slot),
  range: element.querySelector('[type="range"]'), // none where something is counted
  number: element.querySelector('.value'),
  score: null,
}));
const controlOf = ({ range, number }) => range ?? number;
const outputs = [...document.querySelectorAll('.output')];
const rightToLeft = () => document.documentElement.dir === 'rtl';

let shown = []; // the sliders of the item on the screen, in the order of the page
let now = null; // the current one
let former = []; // scores before each act, newest last
let run = null; // the slider that the present act moves

const aspects = () => [...new Set(shown.map((slider) => slider.aspect))];
const slots = () => [...new Set(shown.map((slider) => slider.slot))];
const unset = () => shown.filter((slider) => slider.score === null);
const sliderAt = (element) => shown.find((slider) => slider.element.contains(element));

/** The focus is on a slider or its number. */
export const onSlider = (element) => Boolean(element.closest?.('.slider'));

/** Scores are given on this item. */
export const isScoring = () => shown.length > 0;

// Drawing ----------------------------------------------------------------------------------------

/** The name of a slider for those who do not see what it belongs to. */
function nameOf({ title, slot }) {
  const [many, several] = [aspects().length > 1, slots().length > 1];
  if (many && several) return t('task.aspect_of', { title, number: slot + 1 });
  if (several) return t('task.score_of', { number: slot + 1 });
  return many ? title : t('task.score');
}

/** The names of sliders in as few words as can be: `Fluency`, or `Fluency 1, 2` where 2 has no score at all. */
function shortNames(open) {
  if (slots().length < 2) return open.map(({ title }) => title);
  return [...Map.groupBy(open, ({ slot }) => slot)].flatMap(([slot, group]) => (
    group.length === aspects().length ? [String(slot + 1)] : group.map(({ title }) => `${title} ${slot + 1}`)
  ));
}

/** Show the sliders of a task; `line` is the place of its segment in the document, if it has one. */
export function drawSliders({ asks, texts }, line) {
  shown = sliders.filter(({ aspect, slot }) => (!asks || asks.includes(aspect)) && slot < texts.length);
  now = null;
  const said = (text) => text.replace('{number}', line + 1);
  for (const slider of sliders) {
    const { element, range, number, question } = slider;
    element.hidden = !shown.includes(slider);
    const name = nameOf(slider);
    range?.setAttribute('aria-label', name);
    number.setAttribute('aria-label', range ? t('task.as_number', { name }) : name);
    element.querySelector('[data-step="-1"]')?.setAttribute('aria-label', t('task.one_less', { name }));
    element.querySelector('[data-step="1"]')?.setAttribute('aria-label', t('task.one_more', { name }));
    element.querySelector('.aspect-name').hidden = aspects().length < 2;
    element.querySelector('.aspect-name span').textContent = said(question);
  }
  for (const part of document.querySelectorAll('.score-of')) {
    part.hidden = !slots().includes(Number(part.dataset.slot));
    part.querySelector('.slot-name').hidden = outputs.length > 0 || slots().length < 2;
  }
  if (!isScoring()) return;
  find('several-hint').hidden = shown.length < 2;
  const many = aspects().length > 1;
  find('q').textContent = said(many ? find('q').dataset.lead : shown[0].question);
  // Beside several translations there is room for the names of the aspects only.
  const questions = shown.filter(({ slot }) => slot === 0).map(({ question }) => said(question));
  const asked = many && slots().length > 1 ? questions : [];
  const usual = find('score-hint').dataset.hint ?? t('task.score_hint');
  const hint = line === undefined ? usual : t(line === null ? 'task.document_whole' : 'task.document_hint');
  find('score-hint').textContent = [...asked, ...(asked.length && line !== undefined ? [] : [hint])].join(' ');
}

/** Show the translations that are scored, where they stand by themselves. */
export function drawOutputs({ texts }) {
  find('outputs').dataset.count = texts.length;
  outputs.forEach((output, slot) => {
    output.hidden = slot >= texts.length;
    output.setAttribute('aria-label', texts.length === 1 ? t('task.translation_only') : t('task.translation', { number: slot + 1 }));
    if (!output.hidden) write(output.querySelector('.read'), texts[slot]);
  });
}

/** Show scores (or none); the first slider without one becomes the current one. */
export function drawScores(answer) {
  former = [];
  run = null;
  for (const slider of shown) slider.score = answer?.[slider.aspect]?.[slider.slot] ?? null;
  draw();
  choose(unset()[0] ?? shown[0], { focus: false });
  document.querySelector('.scores')?.scrollTo(0, 0); // many of them scroll by themselves on a phone
}

function draw() {
  for (const { element, range, number, score } of shown) {
    element.querySelector('.slider').classList.toggle('unset', score === null);
    element.style.setProperty('--at', `${score ?? 0}%`);
    if (range) {
      range.value = score ?? MIDDLE; // in the middle, so that no end is nearer than the other
      if (score === null) range.setAttribute('aria-valuetext', t('task.not_set_yet'));
      else range.removeAttribute('aria-valuetext');
    }
    // What is being typed stays as it is written.
    if (number !== document.activeElement || typed(number.value) !== score) number.value = score ?? '';
  }
}

function choose(slider, { focus = true } = {}) {
  if (now !== slider) run = null;
  now = slider;
  for (const other of shown) other.element.classList.toggle('now', shown.length > 1 && other === slider);
  if (focus) controlOf(slider).focus();
}

// Reading ----------------------------------------------------------------------------------------

/** The scores by aspect, in slot order; null where none is given. An aspect without any is left out. */
export function readScores() {
  const scores = {};
  for (const { aspect, score } of shown) (scores[aspect] ??= []).push(score);
  return Object.fromEntries(Object.entries(scores).filter(([, given]) => given.some((score) => score !== null)));
}

/** What is still to do, and the slider to go on with; null when every one is set. */
export function missingScores() {
  const open = unset();
  if (!open.length) return null;
  const names = shortNames(open);
  const message = shown.length === 1
    ? t('task.missing_score')
    : t('task.missing_scores', { n: names.length, names: names.join(', ') });
  return { message, control: controlOf(open[0]) };
}

/** Scores in words: `86`, `Meaning 86, Fluency 70`, `86 · 70 (1), 40 · 35 (2)`. */
export function scoresInWords(answer) {
  const given = sliders.filter(({ aspect, slot }) => answer[aspect]?.[slot] !== undefined);
  const bySlot = Map.groupBy(given, ({ slot }) => slot);
  const score = ({ aspect, slot }) => answer[aspect][slot];
  if (bySlot.size > 1) {
    return [...bySlot].map(([slot, group]) => `${group.map(score).join(' · ')} (${slot + 1})`).join(', ');
  }
  // The score of a document says that it is one.
  const named = given.length > 1 || given[0]?.aspect !== sliders[0]?.aspect;
  return given.map((slider) => (named ? `${slider.title} ${score(slider)}` : score(slider))).join(', ');
}

// Acting -----------------------------------------------------------------------------------------

let changed = () => {};

function set(slider, score) {
  if (slider.score === score) return;
  // Whatever moves one slider in a row is one act: digits, arrows, a drag.
  if (run !== slider) former.push(shown.map((other) => other.score));
  run = slider;
  const turned = (slider.score === null) !== (score === null);
  slider.score = score;
  draw();
  changed();
  if (turned) say(shown.length > 1 ? missingScores()?.message ?? '' : '');
}

const step = (slider, by) => set(slider, (slider.range ? moved : counted)(slider.score, by));

/** Take back one act; false when there is none to take back. */
export function unscore() {
  if (!former.length) return false;
  const scores = former.pop();
  run = null;
  shown.forEach((slider, i) => { slider.score = scores[i]; });
  draw();
  return true;
}

/** Begin a number on the current slider, or go on with it. */
export function typeDigit(digit, { further = false } = {}) {
  const { number } = now;
  if (further) number.setRangeText(digit, number.selectionStart, number.selectionEnd, 'end');
  else {
    run = null;
    number.focus();
    number.value = digit;
  }
  onTyped(now);
}

/** From a slider that is set, go to the next one that is not; false where there is none. */
export function goOn() {
  const slider = sliderAt(document.activeElement);
  if (!slider || slider.score === null || !unset().length) return false;
  const after = shown.slice(shown.indexOf(slider)).find((other) => other.score === null);
  choose(after ?? unset()[0]);
  say(missingScores().message);
  return true;
}

function toOther(step) {
  const next = shown[shown.indexOf(now) + step];
  // The first arrow goes to the current slider itself, so that none is passed over.
  choose(onSlider(document.activeElement) && next ? next : now);
}

/** Keys of sliders: arrows, Home, End. True when the key was meant for us. */
export function slide(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const here = onSlider(event.target);
  const by = event.shiftKey ? 10 : 1;
  const side = { ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0;
  const up = { ArrowUp: 1, ArrowDown: -1 }[event.key] ?? 0;
  const page = { PageUp: 10, PageDown: -10 }[event.key] ?? 0;
  const end = { Home: LOW, End: HIGH }[event.key];
  if (side) step(now, side * by * (rightToLeft() ? -1 : 1));
  else if (up && shown.length > 1) toOther(-up);
  else if (up && here) step(now, up * by);
  else if (page && event.target === controlOf(now)) step(now, page);
  else if (end !== undefined && here) set(now, end);
  else return false;
  return true;
}

/** What is typed counts as soon as it is a score; what is none does not stay. */
function onTyped(slider) {
  const score = typed(slider.number.value);
  if (score === undefined) {
    slider.number.value = slider.score ?? '';
    say(t('task.score_range'));
  } else set(slider, score);
}

/** Let pointers, fingers and typing act on the sliders; `onChange` hears of every change. */
export function useSliders(onChange) {
  changed = onChange;
  for (const slider of sliders) {
    const { element, range, number } = slider;
    for (const mark of element.querySelectorAll('[data-at]')) mark.style.setProperty('--v', mark.dataset.at);
    element.addEventListener('focusin', () => choose(slider, { focus: false }));
    range?.addEventListener('pointerdown', () => { run = null; });
    range?.addEventListener('input', () => set(slider, Number(range.value)));
    // A click in the very middle changes nothing in the browser's eyes, yet it is a score.
    range?.addEventListener('click', () => set(slider, Number(range.value)));
    for (const button of element.querySelectorAll('[data-step]')) {
      // The focus stays where it was: Enter saves, and a phone shows no keyboard.
      button.addEventListener('mousedown', (event) => event.preventDefault());
      button.addEventListener('click', () => {
        choose(slider, { focus: false });
        step(slider, Number(button.dataset.step));
      });
    }
    number.addEventListener('input', (event) => event.isComposing || onTyped(slider));
    number.addEventListener('compositionend', () => onTyped(slider));
    number.addEventListener('focus', () => number.select());
    number.addEventListener('blur', () => { number.value = slider.score ?? ''; });
  }
}
