// Tutorial items: an answer is tried rather than kept, and the usual one is told before the next item.

import { openDialog } from './dialogs.js';
import { made, write } from './dom.js';
import { changesOf } from './editor.js';
import { t } from './messages.js';
import { Sender } from './sender.js';
import { find, inWords } from './task-view.js';

const PATIENCE = 20_000; // milliseconds until a request counts as failed

/** The usual text, and what the annotator's own would need to become it. */
function editedLines({ edited }, given, { texts: [{ language, direction }] }) {
  if (!edited) return [];
  const [usual, changed] = [made('p', 'read read-s'), made('p', 'read read-s changes')];
  write(usual, { text: edited.text, language, direction });
  if (!given.edited || given.edited.text === edited.text) return [usual];
  write(changed, { text: '', language, direction });
  changed.append(...changesOf(given.edited.text, edited.text, language));
  return [usual, [t('tutorial.changes'), changed]];
}

export class Tutor extends Sender {
  constructor({ work, ...rest }) {
    super({ ...rest, nowhere: true });
    this.work = work;
    this.place = `${rest.home}/tutorial`;
  }

  /** Try an answer; when this returns, its feedback has been read. */
  async add(entry) {
    let told;
    do {
      told = await this.#ask(entry);
      await this.#show(entry, told);
    } while (!told);
  }

  async #ask({ assignment, answer }) {
    try {
      const response = await fetch(this.place, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ assignment, answer }),
        signal: AbortSignal.timeout(PATIENCE),
      });
      return response.status >= 500 ? null : await response.json();
    } catch {
      return null;
    }
  }

  /** Show the feedback, or why there is none; the promise is kept when it is closed. */
  #show({ assignment, answer }, told) {
    const title = told?.same ? t('tutorial.same') : told?.expected ? t('tutorial.differs') : t('tutorial.unreached');
    find('feedback-title').textContent = told?.what ?? title;
    const task = this.work.tasks[this.work.indexOf(assignment)];
    const lines = told?.expected && !told.same ? [...editedLines(told.expected, answer, task), ...this.#lines(told.expected, task)] : [];
    find('feedback-expected').replaceChildren(...lines.map((line) => made('li', '', ...[line].flat())));
    find('feedback-why').textContent = told?.why ?? told?.fix ?? '';
    find('feedback-go').textContent = t(!told ? 'tutorial.again' : told.last ? 'tutorial.begin' : 'tutorial.next');
    find('feedback').dataset.same = String(Boolean(told?.same));
    const closed = new Promise((done) => find('feedback').addEventListener('close', done, { once: true }));
    openDialog('feedback');
    return closed;
  }

  /** The usual answer in words, passage by passage. */
  #lines({ errors, edited, chunks, ...rest }, task) {
    const lines = [];
    if (errors) {
      const { severities, nodes } = this.work.page.marking.typology;
      const name = (list, id) => list.find((one) => one.id === id)?.name;
      for (const { quote, severity, category } of errors.marks) {
        lines.push([`“${quote}”`, name(nodes, category), name(severities, severity)].filter(Boolean).join(' · '));
      }
      if (!errors.marks.length) lines.push(t('task.mark_clean'));
    }
    if (chunks) {
      const text = [...(task.chunked === 'source' ? task.source : task.texts[0]).text];
      const { labels } = this.work.page.asks[0];
      for (const { name, ranges } of task.chunks) {
        const said = ranges.map(([start, end]) => text.slice(start, end).join('')).join(' … ');
        lines.push(`“${said}” · ${labels.find((label) => label.value === chunks[name]).text}`);
      }
    }
    if (Object.keys(rest).length) lines.push(inWords(rest));
    return lines.map((line) => made('bdi', '', line));
  }
}
