// The document around a segment that is scored: all its lines, the scores given so far, the present one
// on a wash. Going on changes colours, not lines.

import { bounded } from './context.js';
import { find, made, write } from './dom.js';
import { languageName, t } from './messages.js';

let drawn = null; // what the lines were drawn from

/** The columns of texts: a class, a heading, and where a line has its text. */
function columnsOf({ lines, order }) {
  const inLanguage = (text, plain, named) => {
    const name = text && languageName(text.language);
    return name ? t(named, { language: name }) : t(plain);
  };
  const [first] = lines;
  const columns = [];
  if (lines.some((line) => line.source)) {
    columns.push({ kind: 'src', heading: inLanguage(first.source, 'task.source', 'task.source_in'), text: (line) => line.source });
  }
  if (lines.some((line) => line.reference)) {
    const { reference } = lines.find((line) => line.reference);
    columns.push({ kind: 'src ref', heading: inLanguage(reference, 'task.reference', 'task.reference_in'), text: (line) => line.reference });
  }
  order.forEach((column, place) => {
    const example = lines.map((line) => line.texts[column]).find(Boolean);
    const heading = order.length > 1
      ? t('task.translation', { number: place + 1 })
      : inLanguage(example, 'task.translation_only', 'task.translation_in');
    columns.push({ kind: 'target', heading, text: (line) => line.texts[column] });
  });
  return columns;
}

function drawLines(doc) {
  const columns = columnsOf(doc);
  const head = [made('span'), ...columns.map(({ heading }) => made('span', '', heading)), made('span', 'given', t('task.score'))];
  find('doc-head').replaceChildren(...head);
  find('doc').style.setProperty('--texts', columns.length);
  find('doc').style.setProperty('--scores', doc.order.length);
  find('doc').classList.toggle('wide', columns.length > 2);
  find('lines').replaceChildren(...doc.lines.map((line, i) => {
    const cells = columns.map(({ kind, heading, text }) => {
      const read = made('p', 'read');
      const there = text(line);
      if (there) write(read, there);
      return made('div', `cell ${kind}`, made('span', 'label', heading), bounded(read));
    });
    return made('li', 'seg', made('span', 'no', String(i + 1)), ...cells, made('div', 'given'));
  }));
}

/** The scores of a line: one row for each translation, the aspects in a row. */
function drawGiven(cell, given) {
  const rows = given.map((scores, place) => {
    if (!scores.length) return made('span', 'row');
    const number = given.length > 1 ? [made('b', '', String(place + 1)), ' '] : [];
    return made('span', 'row', ...number, scores.join(' · '));
  });
  const name = given.some((scores) => scores.length) ? [made('span', 'visually-hidden', t('task.your_score'))] : [];
  cell.replaceChildren(...name, ...rows);
}

/** Draw a document; `now` is the place of the present line, null for the document as a whole. */
export function drawDocument(doc, now) {
  const { key, given } = doc;
  if (key !== drawn) drawLines(doc);
  drawn = key;
  [...find('lines').children].forEach((line, i) => {
    line.classList.toggle('now', i === now);
    if (i === now) line.setAttribute('aria-current', 'true'); else line.removeAttribute('aria-current');
    drawGiven(line.querySelector('.given'), given[i]);
  });
  find('doc').classList.toggle('whole', now === null);
  const scored = given.some((line) => line.some((scores) => scores.length > 0));
  find('doc').classList.toggle('unscored', now === null && !scored);
}

/** Bring the present line into sight, with something before and after it. */
export function showLine(now) {
  if (now !== null) find('lines').children[now].scrollIntoView({ block: 'nearest' });
}
