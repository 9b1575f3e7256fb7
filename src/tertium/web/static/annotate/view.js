// Draws an item and reads the answer from the page.

import { differences } from './differences.js';
import { languageName, t } from './words.js';

export const find = (id) => document.getElementById(id);

const form = find('answer');
const options = [...document.querySelectorAll('.option')];

function write(element, { text, language, direction }) {
  if (language) element.lang = language; else element.removeAttribute('lang');
  element.dir = direction;
  element.textContent = text;
}

function neighbours(id, texts) {
  find(id).replaceChildren(...texts.map((text) => {
    const line = document.createElement('p');
    line.className = 'read';
    write(line, text);
    return line;
  }));
  find(id).hidden = texts.length === 0;
}

/** Show the texts of a task. */
export function drawTask(task, { number, count }) {
  const name = languageName(task.source.language);
  find('source-label').textContent = name ? t('task.source_in', { language: name }) : t('task.source');
  neighbours('before', task.before);
  write(find('source'), task.source);
  neighbours('after', task.after);
  options.forEach((option, i) => write(option.querySelector('.read'), task.texts[i]));
  find('position-text').textContent = t('task.position', { number, count });
  find('position').setAttribute('aria-label', t('task.position_label', { number, count }));
  document.title = `${t('task.position', { number, count })}. Tertium`;
}

/** Underline what two texts do not share, the same way in both: neither is the original. */
export function drawDifferences(task, on) {
  options.forEach((option, i) => write(option.querySelector('.read'), task.texts[i]));
  if (!on) return;
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
}

export const fieldsets = [...form.querySelectorAll('fieldset')];
export const radios = [...form.querySelectorAll('input[type="radio"]')];

/** The key of a radio is printed on it. */
export const radioOf = (digit, root = form) => [...root.querySelectorAll('.choice')]
  .find((choice) => choice.querySelector('kbd')?.textContent === digit)?.querySelector('input');

/** Show an answer (or none) in the controls. */
export function drawAnswer(answer) {
  for (const radio of radios) radio.checked = answer?.[radio.name] === radio.value;
  find('comment').value = answer?.problem ? '' : answer?.comment ?? '';
  showComment(find('comment').value !== '');
  drawChosen();
}

/** Mark the translation that was chosen, and say whether a comment is needed. */
export function drawChosen() {
  const first = fieldsets[0].querySelector(':checked');
  const side = ['left', 'right'].indexOf(first?.value);
  options.forEach((option, i) => option.classList.toggle('chosen', i === side));
  const needed = Boolean(form.querySelector(':checked[data-needs-comment]'));
  find('comment-label').textContent = t(needed ? 'task.comment_needed' : 'task.comment_field');
  find('comment').required = needed;
  if (needed) showComment(true);
}

export function showComment(on) {
  find('comment-field').hidden = !on;
  find('comment-open').setAttribute('aria-expanded', String(on));
}

/** The answer as the controls stand; questions without an answer are left out. */
export function readAnswer() {
  const answer = {};
  for (const radio of radios) if (radio.checked) answer[radio.name] = radio.value;
  const comment = find('comment').value.trim();
  if (comment) answer.comment = comment;
  return answer;
}

/** What is still to do: a message and the control it is about; null when nothing is. */
export function missing() {
  const open = fieldsets.findIndex((fieldset) => !fieldset.querySelector(':checked'));
  if (open !== -1) {
    const message = t(open === 0 ? 'task.missing_answer' : 'task.missing_second');
    return { message, control: fieldsets[open].querySelector('input') };
  }
  if (find('comment').required && !find('comment').value.trim()) {
    return { message: t('task.missing_comment'), control: find('comment') };
  }
  return null;
}

/** An answer in words, as its control says it. */
export function inWords(answer) {
  if (answer.problem) return t('task.problem_reported', { reason: t(`problem.${answer.problem}`) });
  const chosen = radios.filter((radio) => answer[radio.name] === radio.value);
  return chosen.map((radio) => radio.closest('.choice').querySelector('span').textContent).join(', ');
}

/** One sentence beside the buttons; it stays until the next one. */
export function say(sentence, { urgent = false } = {}) {
  find('say').textContent = sentence;
  find('say').classList.toggle('urgent', urgent);
}

/** Look disabled and be told so, yet keep the focus. */
export const enable = (id, on) => find(id).setAttribute('aria-disabled', String(!on));
