// Draws an item and reads the answer from the page. The page holds all questions of the protocol;
// an item shows those that it is asked.

import { chunksInWords, drawChunkAnswer, drawChunks, isChunking, missingChunks, readChunks, undoChunks } from './chunks.js';
import { bounded } from './context.js';
import { differences } from './differences.js';
import {
  drawEdited, drawEditor, editedInWords, isEditing, isOpen, missingEdited, readEdited, undoEdit,
} from './editor.js';
import { drawDocument } from './document-lines.js';
import {
  drawMarking, drawMarks, isFilled, isMarking, marksInWords, missingMarks, readMarks, undoMarks,
} from './marks.js';
import { enable, find, made, say, write } from './dom.js';
import {
  drawCards, drawRanks, missingRanks, ranksInWords, readRanks, someRanks, stepBack,
} from './ranking.js';
import {
  drawOutputs, drawScores, drawSliders, isScoring, missingScores, onSlider, readScores, scoresInWords, unscore,
} from './scoring.js';
import { languageName, t } from './messages.js';

export { enable, find, isChunking, isEditing, isFilled, isMarking, isScoring, say };

const form = find('answer');
const pair = document.querySelector('.pair');
const options = [...document.querySelectorAll('.option')];
const everything = [...document.querySelectorAll('[data-ask]')]; // one element per question
const ranks = everything.find((element) => element.matches('.cards'));
const texts = everything.map((element) => element.querySelector('textarea[data-text]')).filter(Boolean);
export const radios = [...form.elements].filter((element) => element.type === 'radio' && element.closest('[data-ask]'));

let asked = everything; // those of the item on the screen

const ranking = () => asked.includes(ranks);
const asking = () => asked.filter((element) => element.matches('fieldset'));

function neighbours(id, texts) {
  const lines = [...find(id).querySelectorAll('.read')];
  const same = lines.length === texts.length && texts.every((text, i) => text.text === lines[i].textContent);
  find(id).hidden = texts.length === 0;
  if (same) return;
  find(id).replaceChildren(...texts.map((text) => {
    const line = made('p', 'read');
    write(line, text);
    return bounded(line);
  }));
}

/** Show the questions of a task, and only them. */
function drawAsks(task) {
  asked = everything.filter((element) => !task.asks || task.asks.includes(element.dataset.ask));
  for (const element of everything) element.hidden = !asked.includes(element);
  if (asked.length) find('q').textContent = asked[0].dataset.question;
  if (ranks) find('order').hidden = find('ranks-hint').hidden = find('sort').hidden = !ranking();
  if (pair) pair.hidden = ranking();
  if (find('form')) drawForm(task);
  if (find('differences')) find('differences').hidden = !comparable(task);
}

/** A form asks about the work as a whole, so no text stands beside it. */
function drawForm({ mode }) {
  find('form').hidden = mode !== 'form';
  if (mode === 'form') find('q').textContent = t('task.form_title');
}

/** Differences can be shown between two texts that stand side by side. */
const comparable = (task) => !ranking() && task.texts.length === 2;

/** Show what translations are judged against. */
function drawBasis(task, { open, run }) {
  const named = (text, plain, known) => {
    const name = languageName(text.language);
    return name ? t(known, { language: name }) : t(plain);
  };
  // Scores are given one by one: a count would tell which outputs come again, to be checked.
  find('run').textContent = run && !isScoring() && !isEditing() ? t(open ? 'task.question_about' : 'task.question_of', run) : '';
  neighbours('before', task.before);
  neighbours('after', task.after);
  find('source-part').hidden = !task.source;
  find('item').classList.toggle('alone', !task.source && !task.reference);
  if (task.source) {
    find('source-label').textContent = named(task.source, 'task.source', 'task.source_in');
    write(find('source'), task.source);
  }
  if (!find('reference-part')) return;
  find('reference-part').hidden = !task.reference;
  if (task.reference) {
    find('reference-label').textContent = named(task.reference, 'task.reference', 'task.reference_in');
    write(find('reference'), task.reference);
  }
}

/** Show the texts of a task; what stays the same from the task before is left alone. */
export function drawTask(task, { number, count, open, run, around, lines, marking, practice = false }) {
  drawAsks(task);
  drawSliders(task, task.place?.line);
  if (task.mode === 'mark') drawMarking(task, lines, marking);
  else if (around) drawDocument(around, task.place.line);
  else drawBasis(task, { open, run });
  drawEditor(task);
  drawChunks(task);
  if (ranking()) drawCards(task);
  else if (find('outputs')) drawOutputs(task);
  else if (pair) {
    pair.classList.toggle('single', task.texts.length === 1);
    options.forEach((option, i) => {
      option.hidden = !task.texts[i];
      option.setAttribute('aria-label', task.texts.length === 1 ? t('task.translation_only') : t('task.translation', { number: i + 1 }));
      if (task.texts[i]) write(option.querySelector('.read'), task.texts[i]);
    });
  }
  const position = t(practice ? 'tutorial.step' : open ? 'task.position_least' : 'task.position', { number, count });
  find('position-text').textContent = position;
  find('position').setAttribute('aria-label', practice ? position : t(open ? 'task.position_least_label' : 'task.position_label', { number, count }));
  document.title = `${position}. Tertium`;
}

/** Underline what two texts do not share, the same way in both: neither is the original. */
export function drawDifferences(task, on) {
  if (!comparable(task)) return false;
  options.forEach((option, i) => write(option.querySelector('.read'), task.texts[i]));
  if (!on) return false;
  const [one, two] = task.texts;
  differences(one.text, two.text, one.language).forEach((runs, i) => {
    options[i].querySelector('.read').replaceChildren(...runs.map(({ text, differs }) => {
      if (!differs) return document.createTextNode(text);
      const mark = document.createElement('mark');
      mark.className = 'differs';
      mark.textContent = text;
      return mark;
    }));
  });
  return true;
}

/** Where a digit answers: in a form, the question that has the focus, or the first open one. */
function answering() {
  if (!find('form') || find('form').hidden) return form;
  const open = asking().find((fieldset) => !fieldset.querySelector(':checked'));
  return document.activeElement.closest?.('#form fieldset')?.parentElement ?? open?.parentElement ?? form;
}

/** The key of a radio is printed on it. */
export const radioOf = (digit, root = answering()) => [...root.querySelectorAll('fieldset:not([hidden]) .choice')]
  .find((choice) => choice.querySelector('kbd')?.textContent === digit)?.querySelector('input');

/** Translations are put in order on this item. */
export const isRanking = ranking;

/** Show an answer (or none) in the controls. */
export function drawAnswer(answer) {
  for (const radio of radios) radio.checked = answer?.[radio.name] === radio.value;
  if (ranking()) drawRanks(answer?.[ranks.dataset.ask]);
  if (isScoring()) drawScores(answer);
  drawEdited(answer?.edited);
  drawMarks(answer?.errors);
  drawChunkAnswer(answer);
  for (const text of texts) text.value = answer?.[text.name] ?? '';
  find('comment').value = answer?.problem ? '' : answer?.comment ?? '';
  showComment(find('comment').value !== '');
  drawChosen();
}

/** Mark the translation that was chosen, and say whether a comment is needed. */
export function drawChosen() {
  const first = asking()[0]?.querySelector(':checked');
  const side = ['left', 'right'].indexOf(first?.value);
  options.forEach((option, i) => option.classList.toggle('chosen', i === side));
  const needed = Boolean(document.querySelector('#answer :checked[data-needs-comment], .output :checked[data-needs-comment]'));
  find('comment-label').textContent = t(needed ? 'task.comment_needed' : 'task.comment_field');
  find('comment').required = needed;
  if (needed) showComment(true);
}

/** A translation of two is chosen by a click on it; a click that ends a selection is none, and none saves. */
export function useOptions(onChoice) {
  options.forEach((option, i) => option.addEventListener('click', () => {
    const radio = asking()[0]?.querySelector(`[value="${['left', 'right'][i]}"]`);
    if (!radio || !window.getSelection().isCollapsed) return;
    radio.checked = true;
    onChoice();
  }));
}

export function showComment(on) {
  find('comment-field').hidden = !on;
  find('comment-open').setAttribute('aria-expanded', String(on));
}

/** The answer as the controls stand; questions without an answer are left out.
 *  `raw` keeps an order that is only begun as it stands on the screen. */
export function readAnswer({ raw = false } = {}) {
  const answer = {};
  for (const radio of radios) if (radio.checked) answer[radio.name] = radio.value;
  if (ranking() && someRanks()) answer[ranks.dataset.ask] = readRanks({ raw });
  Object.assign(answer, readMarks({ raw }), readScores(), readEdited({ raw }), readChunks());
  for (const text of texts) if (text.value.trim()) answer[text.name] = text.value.trim();
  const comment = find('comment').value.trim();
  if (comment) answer.comment = comment;
  return answer;
}

/** What is still to do: a message and the control it is about; null when nothing is. */
export function missing() {
  if (isEditing() && (isOpen() || missingEdited())) return missingEdited();
  if (isMarking() && missingMarks()) return missingMarks();
  if (isChunking() && missingChunks()) return missingChunks();
  const fieldsets = asking();
  const open = fieldsets.findIndex((fieldset) => !fieldset.querySelector(':checked'));
  if (open !== -1) {
    const message = t(open === 0 || find('form') ? 'task.missing_answer' : 'task.missing_second');
    return { message, control: fieldsets[open].querySelector('input') };
  }
  if (ranking() && missingRanks()) return missingRanks();
  if (isScoring() && missingScores()) return missingScores();
  if (find('comment').required && !find('comment').value.trim()) {
    return { message: t('task.missing_comment'), control: find('comment') };
  }
  return null;
}

/** An answer in words, as its control says it. */
export function inWords(answer) {
  if (answer.problem) return t('task.problem_reported', { reason: t(`problem.${answer.problem}`) });
  const chosen = radios.filter((radio) => answer[radio.name] === radio.value);
  const words = chosen.map((radio) => radio.closest('.choice').querySelector('span').textContent);
  const order = ranks && answer[ranks.dataset.ask];
  if (answer.edited) return [editedInWords(answer.edited), ...words].join(' · ');
  const marked = answer.errors ? [marksInWords(answer.errors)] : [];
  if (answer.chunks) marked.push(chunksInWords(answer.chunks));
  return [...words, ...(order ? [ranksInWords(order)] : []), ...marked, scoresInWords(answer)].filter((one) => one !== '').join(', ');
}

/** Take back one act on this item; false when there is none to take back. */
export function takeBack() {
  if (ranking()) return stepBack();
  if (isChunking()) return undoChunks();
  if (onSlider(document.activeElement)) return unscore() || undoMarks();
  return undoEdit() || undoMarks() || unscore();
}
