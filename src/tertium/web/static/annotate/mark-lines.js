// The document around the segment that is marked: its other segments, quieter, each with the marks
// it was given. Only what changed is drawn again.

import { bounded } from './context.js';
import { drawText } from './mark-text.js';
import { cutText } from './mark-units.js';
import { find, made, write } from './dom.js';
import { t } from './messages.js';

const SIDES = ['source', 'target'];

/** The lines of the document that a task stands in, with the place and answer of each one's task. */
export function linesAround(work, task) {
  const { place } = task;
  if (!place) return { key: task.id, now: 0, lines: [{ source: task.source, target: task.texts[0], place: work.indexOf(task.id) }] };
  const lines = work.documents[place.document].lines.map((line) => ({
    source: line.source, target: line.texts[place.columns[0]], place: -1,
  }));
  work.tasks.forEach((other, i) => {
    if (other.place?.document !== place.document) return;
    const line = lines[other.place.line];
    line.place = i;
    line.reachable = i <= work.reach;
    line.answered = work.answers.get(other.id);
  });
  return { key: `${work.batch} ${place.document}`, now: place.line, lines };
}

/** A text with the places where it may be cut. */
export const withCut = (given) => ({ ...given, cut: cutText(given.text, given.language) });

/** Marks as the server keeps them, by their places on the page. */
export function marksOnPage(marks, texts) {
  return marks.map(({ slot, quote, ...mark }) => {
    const { cut } = texts[mark.side];
    return { note: '', hint: '', ...mark, start: cut.unit(mark.start), end: cut.unit(mark.end) };
  });
}

/** One text with the marks in it. */
export function drawSide(element, given, marks, others = []) {
  if (given.language) element.lang = given.language; else element.removeAttribute('lang');
  element.dir = given.direction;
  drawText(element, given.text, marks, others);
}

let drawn = { key: null, states: [] };

function drawLine(element, line, typology) {
  const given = line.answered?.answer.errors?.marks ?? [];
  const texts = Object.fromEntries(SIDES.filter((side) => line[side]).map((side) => [side, withCut(line[side])]));
  const marks = marksOnPage(given.filter(({ side }) => texts[side]), texts);
  const numbered = marks.map((mark, i) => ({ ...mark, key: 0, number: i + 1, style: typology.styleOf(mark) }));
  for (const side of SIDES) {
    const read = element.querySelector(`.${side} .read`);
    if (!read) continue;
    read.classList.toggle('marks', numbered.some((mark) => mark.side === side));
    if (texts[side]) drawSide(read, texts[side], numbered.filter((mark) => mark.side === side));
  }
  element.classList.toggle('done', Boolean(line.answered));
  const { answer } = line.answered ?? {};
  element.querySelector('.state').textContent = answer && !answer.problem && !marks.length ? t('task.mark_clean') : '';
}

function newLine(line, i, onOpen) {
  const open = made('button', 'no', String(i + 1));
  open.type = 'button';
  open.setAttribute('aria-label', t('task.mark_segment', { number: i + 1 }));
  open.addEventListener('click', (event) => {
    event.stopPropagation();
    onOpen(i);
  });
  const cells = SIDES.filter((side) => line[side]).map((side) => {
    const read = made('p', 'read');
    write(read, line[side]);
    return made('div', `cell ${side}`, bounded(read));
  });
  const row = made('div', line.source ? 'row' : 'row sourceless', open, ...cells, made('span', 'state small'));
  row.addEventListener('click', () => getSelection().isCollapsed && onOpen(i));
  return made('li', 'line', row);
}

/** Draw the document; `focus`, which holds the present segment, moves to its line. */
export function drawLines({ key, now, lines }, focus, typology, onOpen) {
  if (drawn.key !== key) {
    find('lines').replaceChildren(...lines.map((line, i) => newLine(line, i, onOpen)));
    drawn = { key, states: [] };
    find('lines').classList.toggle('alone', lines.length === 1);
  }
  [...find('lines').children].forEach((element, i) => {
    const line = lines[i];
    const present = i === now;
    const state = JSON.stringify([present, line.answered?.id, line.reachable]);
    if (present) element.append(focus);
    if (drawn.states[i] === state) return;
    drawn.states[i] = state;
    element.classList.toggle('now', present);
    element.firstElementChild.hidden = present;
    if (present) element.setAttribute('aria-current', 'true'); else element.removeAttribute('aria-current');
    element.querySelector('.no').disabled = !line.reachable;
    element.classList.toggle('reachable', Boolean(line.reachable));
    drawLine(element, line, typology);
  });
}
