// The list of items of the batch, and the annotator's own time.

import { write } from './dom.js';
import { find, inWords } from './task-view.js';
import { duration, t } from './messages.js';

/** Say how long and how much, over all batches. */
export function drawOwn(work) {
  const { done, seconds, assigned } = work.own;
  const time = done && seconds
    ? `${t('task.own', { time: duration(seconds), each: duration(seconds / done) })}.`
    : t('task.own_none');
  const all = t(work.grows ? 'task.all_least' : 'task.all', { done, n: assigned });
  for (const id of ['own', 'help-own']) find(id).textContent = `${time} ${all}.`;
  find('rest-own').textContent = done && seconds ? time : '';
}

/** What an item is about, in as many words as fit. */
function firstWords({ source, reference, texts, place, mode }) {
  const words = document.createElement('span');
  words.className = 'first-words';
  if (place && place.line === null) words.textContent = t('task.document_list');
  else if (mode === 'form') words.textContent = t('task.form_title');
  else write(words, source ?? reference ?? texts[0]);
  return words;
}

/** Draw the list; an answered item, and the one to do now, can be opened. */
export function drawList(work, now, unsent, open) {
  find('list-where').textContent = work.batches > 1 ? t('task.list_batch', { batch: work.batch, batches: work.batches }) : '';
  find('list-where').hidden = work.batches < 2;
  find('items').replaceChildren(...work.tasks.map((task, i) => {
    const line = document.createElement('li');
    const answered = work.answers.get(task.id);
    const reachable = answered || i === work.firstOpen;
    const row = document.createElement(reachable ? 'button' : 'div');
    row.className = 'item';
    const number = document.createElement('span');
    number.className = 'n';
    number.textContent = String(i + 1);
    const words = document.createElement('span');
    words.className = 'what';
    words.textContent = answered ? inWords(answered.answer) : t('task.list_open');
    row.append(number, words);
    if (answered) {
      line.className = 'done';
      row.append(firstWords(task));
    }
    const notes = [];
    if (unsent.has(task.id)) notes.push(t('task.list_unsent'));
    if (i === now) notes.push(t('task.list_now'));
    if (notes.length) {
      const note = document.createElement('span');
      note.className = 'note-words';
      note.textContent = notes.join(', ');
      row.append(note);
    }
    if (reachable) {
      row.type = 'button';
      row.addEventListener('click', () => open(i));
    }
    if (i === now) row.setAttribute('aria-current', 'true');
    line.append(row);
    return line;
  }));
  find('items').querySelector('[aria-current]')?.scrollIntoView({ block: 'center' });
}
