// Scoring translations: a slider and a number for every aspect of every translation. A slider that
// nobody touched has no thumb and no number. Keys act on one slider, the current one. What is counted
// rather than rated has a button on either side of its number instead of a slider. On a scale of few
// answers one of them is chosen, by its key or by a click; its score is the label of the answer.
// What a checklist beside the scales says is read, drawn and taken back together with them.

import {
  checkKey, checksInWords, drawChecklists, drawChecks, isChecking, keepChecks, readChecks, restoreChecks, showChecklist, useChecklists,
} from './checklist.js';
import { find, say, write } from './dom.js';
import { counted, HIGH, isNumeric, LOW, MIDDLE, moved, typed } from './scores.js';
import { t } from './messages.js';

const sliders = [...document.querySelectorAll('.aspect')].map((element) => ({
  element,
  aspect: element.dataset.aspect,
  title: element.dataset.title,
  question: element.dataset.question,
  slot: Number(element.closest('.score-of').dataset.slot),
  range: element.querySelector('[type="range"]'), // none where something is counted
  number: element.querySelector('.value'), // none where an answer is chosen
  answers: [...element.querySelectorAll('.answers input')],
  score: null,
}));
const answerOf = ({ answers, score }) => answers.find(({ value }) => value === score);
const controlOf = (slider) => answerOf(slider) ?? slider.answers[0] ?? slider.range ?? slider.number;
const outputs = [...document.querySelectorAll('.output')];
const rightToLeft = () => document.documentElement.dir === 'rtl';

let shown = []; // the sliders of the item on the screen, in the order of the page
let now = null; // the current one
let former = []; // scores and errors before each act, newest last
let run = null; // the slider that the present act moves

// The names of scales stand beside them: of several, or of one above a checklist.
const named = () => aspects().length > 1 || (isChecking() && slots().length < 2);
const aspects = () => [...new Set(shown.map((slider) => slider.aspect))];
const slots = () => [...new Set(shown.map((slider) => slider.slot))];
const unset = () => shown.filter((slider) => slider.score === null);
const sliderAt = (element) => shown.find((slider) => slider.element.contains(element));

/** The focus is on a slider or its number. */
export const onSlider = (element) => Boolean(element.closest?.('.slider, .answers'));

/** Scores are given on this item. */
export const isScoring = () => shown.length > 0;

/** Answers of scales are chosen on this item. */
export const isRating = () => shown.some(({ answers }) => answers.length);

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

/** The answers of a scale in one line: `Fluency: 1 Incomprehensible · 2 Disfluent`. */
const wordsOf = (answer) => answer.closest('.choice').textContent.trim().replace(/\s+/g, ' ');
const legendOf = ({ title, answers }) => `${title}: ${answers.map(wordsOf).join(' · ')}.`;

/** Show the sliders of a task; `line` is the place of its segment in the document, if it has one. */
export function drawSliders({ asks, texts }, line) {
  shown = sliders.filter(({ aspect, slot }) => (!asks || asks.includes(aspect)) && slot < texts.length);
  now = null;
  drawChecklists({ asks, texts });
  const said = (text) => text.replace('{number}', line + 1);
  for (const slider of sliders) {
    const { element, range, number, question } = slider;
    element.hidden = !shown.includes(slider);
    const name = nameOf(slider);
    range?.setAttribute('aria-label', name);
    element.querySelector('.answers')?.setAttribute('aria-label', name);
    number?.setAttribute('aria-label', range ? t('task.as_number', { name }) : name);
    element.querySelector('[data-step="-1"]')?.setAttribute('aria-label', t('task.one_less', { name }));
    element.querySelector('[data-step="1"]')?.setAttribute('aria-label', t('task.one_more', { name }));
    element.querySelector('.aspect-name').hidden = !named();
    element.querySelector('.aspect-name span').textContent = said(question);
  }
  for (const part of document.querySelectorAll('.score-of')) {
    part.hidden = !slots().includes(Number(part.dataset.slot));
    part.querySelector('.slot-name').hidden = outputs.length > 0 || slots().length < 2;
  }
  if (!isScoring()) return;
  find('several-hint').hidden = shown.length < 2;
  const many = aspects().length > 1;
  find('q').textContent = said(named() ? find('q').dataset.lead : shown[0].question);
  // Beside several translations there is room for the names of the aspects only, or for the keys of answers.
  const first = shown.filter(({ slot }) => slot === 0);
  const several = slots().length > 1;
  const questions = several && isRating() ? first.map(legendOf) : first.map(({ question }) => said(question));
  const asked = several && (many || isRating()) ? questions : [];
  const own = find('score-hint').dataset.hint; // a protocol's own words come first
  const usual = line === null ? 'task.document_whole' : 'task.document_hint';
  const hint = own ?? t(isRating() ? 'task.rating_hint' : line === undefined ? 'task.score_hint' : usual);
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
  for (const slider of sliders) {
    slider.score = shown.includes(slider) ? answer?.[slider.aspect]?.[slider.slot] ?? null : null;
  }
  draw();
  drawChecks(answer);
  choose(unset()[0] ?? shown[0], { focus: false });
  document.querySelector('.scores')?.scrollTo(0, 0); // many of them scroll by themselves on a phone
}

function draw() {
  for (const { answers, score } of sliders) for (const one of answers) one.checked = one.value === score;
  for (const { element, range, number, score } of shown.filter(({ answers }) => !answers.length)) {
    element.querySelector('.slider').classList.toggle('unset', score === null);
    element.style.setProperty('--at', `${score ?? 0}%`);
    if (range) {
      range.value = score ?? MIDDLE; // in the middle, so that no end is nearer than the other
      if (score === null) range.setAttribute('aria-valuetext', t('task.not_set_yet'));
      else range.removeAttribute('aria-valuetext');
    }
    // What is being typed stays as it is written.
    const writing = number === document.activeElement && (typed(number.value) === score || number.ariaInvalid === 'true');
    if (!writing) number.value = score ?? '';
  }
}

function choose(slider, { focus = true } = {}) {
  if (now !== slider) run = null;
  now = slider;
  if (slider) showChecklist(slider.slot);
  for (const other of shown) other.element.classList.toggle('now', shown.length > 1 && other === slider);
  if (focus) toSlider(controlOf(slider));
}

/** Give a control the keys. One in the dock is in sight, and nothing moves for it. */
function toSlider(control) {
  control.focus({ preventScroll: true });
  if (!control.closest('.dock')) control.scrollIntoView({ block: 'nearest' });
}

// Reading ----------------------------------------------------------------------------------------

/** The scores by aspect, in slot order; null where none is given. An aspect without any is left out. */
export function readScores() {
  const scores = {};
  for (const { aspect, score } of shown) (scores[aspect] ??= []).push(score);
  const given = Object.entries(scores).filter(([, all]) => all.some((score) => score !== null));
  return { ...Object.fromEntries(given), ...readChecks({ begun: given.length > 0 }) };
}

/** What is still to do, and the slider to go on with; null when every one is set. */
export function missingScores() {
  const open = unset();
  if (!open.length) return null;
  const names = shortNames(open);
  const message = shown.length === 1
    ? t(isRating() ? 'task.missing_answer' : 'task.missing_score')
    : t('task.missing_scores', { n: names.length, names: names.join(', ') });
  return { message, control: controlOf(open[0]) };
}

/** Scores in words: `86`, `Meaning 86, Fluency 70`, `86 · 70 (1), 40 · 35 (2)`. */
export function scoresInWords(answer) {
  const given = sliders.filter(({ aspect, slot }) => answer[aspect]?.[slot] !== undefined);
  const bySlot = Map.groupBy(given, ({ slot }) => slot);
  const score = ({ aspect, slot, answers }) => {
    const chosen = answers.find(({ value }) => value === answer[aspect][slot]);
    return chosen ? wordsOf(chosen) : answer[aspect][slot];
  };
  if (bySlot.size > 1) {
    const errors = (slot) => [checksInWords(answer, slot)].filter(Boolean);
    return [...bySlot].map(([slot, group]) => `${[...group.map(score), ...errors(slot)].join(' · ')} (${slot + 1})`).join(', ');
  }
  // The score of a document says that it is one.
  const named = given.length > 1 || given[0]?.aspect !== sliders[0]?.aspect;
  const words = given.map((slider) => (named ? `${slider.title} ${score(slider)}` : score(slider)));
  return [...words, checksInWords(answer, 0)].filter((one) => one !== '').join(', ');
}

// Acting -----------------------------------------------------------------------------------------

let changed = () => {};

function remember() {
  former.push({ scores: shown.map((slider) => slider.score), checks: keepChecks() });
}

function set(slider, score) {
  if (slider.score === score) return;
  // Whatever moves one slider in a row is one act: digits, arrows, a drag.
  if (run !== slider) remember();
  run = slider;
  const turned = (slider.score === null) !== (score === null);
  slider.score = score;
  draw();
  changed();
  if (turned) say(shown.length > 1 ? missingScores()?.message ?? '' : '');
}

/** Choose an answer by its number in the row; before the first comes none. */
function answerAt(slider, place) {
  const last = slider.answers.length - 1;
  set(slider, slider.answers[Math.min(last, Math.max(0, place))].value);
  toSlider(controlOf(slider));
}

function step(slider, by) {
  if (!slider.answers.length) set(slider, (slider.range ? moved : counted)(slider.score, by));
  else answerAt(slider, slider.answers.indexOf(answerOf(slider)) + Math.sign(by));
}

/** Take back one act; false when there is none to take back. */
export function unscore() {
  if (!former.length) return false;
  const { scores, checks } = former.pop();
  run = null;
  restoreChecks(checks);
  shown.forEach((slider, i) => { slider.score = scores[i]; });
  draw();
  return true;
}

/** Begin a number on the current slider, or go on with it. */
export function typeDigit(digit, { further = false } = {}) {
  if (now.answers.length) {
    typeAnswer(digit);
    return;
  }
  const { number } = now;
  if (further) number.setRangeText(digit, number.selectionStart, number.selectionEnd, 'end');
  else {
    run = null;
    toSlider(number);
    number.value = digit;
  }
  onTyped(now);
}

/** Choose the answer with this key on the current scale, and go on to the next scale without one. */
export function typeAnswer(key) {
  const answer = now.answers.find(({ dataset }) => dataset.key === key);
  if (!answer) {
    const keys = now.answers.map(({ dataset }) => dataset.key).filter(Boolean).join(', ');
    say(t('task.no_such_answer', { keys }), { urgent: true });
    return;
  }
  run = null;
  set(now, answer.value);
  const next = shown.slice(shown.indexOf(now) + 1).find(({ score }) => score === null);
  choose(next ?? now, { focus: Boolean(next) });
}

/** Tick or count an error of the current translation. True when the key was meant for it. */
export const typeCategory = checkKey;

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
  else if (end !== undefined && here && now.answers.length) answerAt(now, end === LOW ? 0 : now.answers.length - 1);
  else if (end !== undefined && here) set(now, end);
  else return false;
  return true;
}

/** What is typed counts as soon as it is a score. Another number stays to be seen, and no part of it counts. */
function onTyped(slider) {
  const { number } = slider;
  const score = typed(number.value);
  const refused = score === undefined && isNumeric(number.value);
  number.setAttribute('aria-invalid', String(refused));
  if (score !== undefined) {
    set(slider, score);
    return;
  }
  if (refused) set(slider, null); else number.value = slider.score ?? '';
  say(t('task.score_range'), { urgent: refused });
}

/** Let pointers, fingers and typing act on the sliders; `onChange` hears of every change. */
export function useSliders(onChange) {
  changed = onChange;
  useChecklists({
    before: () => {
      remember();
      run = null;
    },
    after: () => changed(),
  });
  outputs.forEach((output, slot) => output.addEventListener('click', ({ target }) => {
    // A click on a translation shows its list.
    if (isChecking() && !target.closest('.score-of')) choose(shown.find((slider) => slider.slot === slot), { focus: false });
  }));
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
    for (const one of slider.answers) one.addEventListener('change', () => set(slider, one.value));
    if (!number) continue;
    number.addEventListener('input', (event) => event.isComposing || onTyped(slider));
    number.addEventListener('compositionend', () => onTyped(slider));
    number.addEventListener('focus', () => number.select());
    number.addEventListener('blur', () => {
      number.value = slider.score ?? '';
      number.ariaInvalid = 'false';
    });
  }
}
