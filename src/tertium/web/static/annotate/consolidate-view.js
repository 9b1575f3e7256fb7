// Draws texts with the marks of several people: each person has a lane of underline, each mark a
// number and a line in the rail that tells who holds what.

import { drawText } from './mark-text.js';
import { cutText } from './mark-units.js';
import { t } from './messages.js';

const LANES = 3;

/** What somebody is called: you, other, other 2, the manager. */
export function called(who, several) {
  const number = /^other-(\d+)$/.exec(who)?.[1];
  if (number) return several ? t('compare.other_number', { number }) : t('compare.other');
  return t(who === 'you' ? 'compare.you' : 'compare.manager');
}

/** The people whose marks stand on the page, you first. */
export function peopleOf(outputs) {
  const found = new Set(outputs.flatMap(({ items }) => items.flatMap(({ who }) => who)));
  found.delete('you');
  return ['you', ...[...found].sort()];
}

function element(tag, className, ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

/** What somebody holds, in words. */
function heldInWords(held, typology, several) {
  const who = called(held.who, several);
  if (held.act !== 'edit' && held.act !== 'merge') return t(`compare.holds_${held.act}`, { who });
  const { quote, category, severity } = held.mark;
  const named = [typology.nameOf(category), typology.severity(severity)?.name].filter(Boolean).join(', ');
  return t(`compare.holds_${held.act}`, { who, quote: quote || '∅', named });
}

export class View {
  constructor(root, typology, choose) {
    this.root = root;
    this.typology = typology;
    this.choose = choose;
  }

  /** Draw everything; `active` is the id of the mark that keys act on. */
  draw(outputs, active) {
    this.people = peopleOf(outputs);
    this.several = this.people.length > 2;
    let number = 0;
    this.root.replaceChildren(...outputs.map((output) => {
      const numbered = output.items.map((item) => ({ item, number: ++number }));
      return this.#output(output, numbered, active);
    }));
  }

  #output(output, numbered, active) {
    const box = element('section', 'spans compared');
    box.dataset.output = output.id;
    const texts = element('div', 'rail');
    if (output.source) texts.append(this.#text(t('task.source'), output.source, numbered.filter(({ item }) => item.mark.side === 'source'), active, 'text source'));
    output.texts.forEach((text, i) => {
      const own = numbered.filter(({ item }) => item.mark.side === 'target' && item.mark.slot === i + 1);
      const title = output.texts.length > 1 ? t('task.translation', { number: i + 1 }) : t('task.translation_only');
      texts.append(this.#text(title, text, own, active, 'sheet text'));
    });
    const list = element('ol', 'rail');
    list.append(...numbered.map((one) => this.#line(one, active)));
    if (!numbered.length) list.append(element('li', 'quiet small', t('compare.clean')));
    box.append(texts, list);
    return box;
  }

  #text(title, { text, language, direction }, numbered, active, className) {
    const paragraph = element('p', 'read marks');
    if (language) paragraph.lang = language;
    paragraph.dir = direction;
    const cut = cutText(text, language);
    const place = ({ mark }) => ({ start: cut.unit(mark.start), end: cut.unit(mark.end) });
    const lane = (who) => {
      const at = this.people.indexOf(who) + 1;
      return at && at <= LANES ? at : null;
    };
    const marks = numbered.map(({ item, number }) => ({
      ...place(item), key: item.id, number, style: this.typology.styleOf(item.mark), on: item.id === active, lane: lane(this.#first(item)),
    }));
    const more = numbered.flatMap(({ item }) => item.who.filter((who) => who !== this.#first(item) && lane(who)).map((who) => ({
      ...place(item), look: `l${lane(who)}-${this.typology.styleOf(item.mark)}`,
    })));
    drawText(paragraph, text, marks, more);
    paragraph.addEventListener('click', (event) => {
      const first = event.target.closest('[data-marks]')?.dataset.marks.split(' ')[0];
      if (first) this.choose(first);
    });
    return element('section', className, element('span', 'label', title), paragraph);
  }

  /** Whose lane has a mark's number: the reader's own, if it is theirs too. */
  #first(item) {
    return this.people.find((who) => item.who.includes(who));
  }

  #line({ item, number }, active) {
    const { mark, status } = item;
    const severity = this.typology.severity(mark.severity);
    const button = element('button', `mark ${this.typology.styleOf(mark)}${item.id === active ? ' on' : ''}`);
    button.type = 'button';
    button.dataset.item = item.id;
    if (item.id === active) button.setAttribute('aria-current', 'true');
    const quote = element('q', '', mark.quote || '∅');
    quote.dir = 'auto';
    button.append(
      element('span', 'n', String(number)),
      element('span', 'cat', this.typology.nameOf(mark.category) || severity?.name || mark.severity),
      element('span', `sev ${this.typology.styleOf(mark)}`, severity?.name ?? mark.severity),
      quote,
      element('span', 'whose small', this.people.filter((who) => item.who.includes(who)).map((who) => called(who, this.several)).join(' + ')),
      element('span', `state state-${status} small`, t(`compare.status_${status}`)),
    );
    button.addEventListener('click', () => this.choose(item.id));
    const said = [
      ...item.notes.map((note) => t('compare.noted', { who: called(note.who, this.several), text: note.text })),
      ...item.held.filter(({ decision }) => decision).map((held) => heldInWords(held, this.typology, this.several)),
      ...(item.messages.length ? [t('compare.messages', { n: item.messages.length })] : []),
    ];
    const line = element('li', '', button);
    if (said.length) line.append(element('ul', 'said small quiet', ...said.map((text) => element('li', '', text))));
    return line;
  }
}
