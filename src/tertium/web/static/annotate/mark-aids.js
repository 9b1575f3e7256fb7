// What a machine knows about the texts of an item: terms of the source, and hints at passages worth
// a look. A hint is open until it is accepted (then it is a mark) or waved away (then the answer says so).

import { find, made, write } from './dom.js';

/** A passage in code points, by its place on the page. */
const placed = ({ start, end }, { cut }) => ({ start: cut.unit(start), end: cut.unit(end) });

/** The terms of a text as layers for drawing it. */
export const termLayers = (terms = [], text) => terms.map((term) => ({ ...placed(term, text), look: 'term', meaning: term.gloss }));

/** What terms of the source are to become stands below it, so that nothing has to be hovered. */
export function drawGlosses(terms = [], { source, target }) {
  const layers = source ? termLayers(terms, source) : [];
  const glosses = new Map(layers.map(({ start, end, meaning }) => [source.text.slice(start, end), meaning]));
  find('terms').hidden = glosses.size === 0;
  find('terms').replaceChildren(...[...glosses].map(([term, gloss]) => {
    const [name, said] = [made('bdi'), made('dd')];
    write(name, { ...source, text: term });
    write(said, { ...target, text: gloss });
    return made('div', '', made('dt', '', name), said);
  }));
}

/** Let the list of all terms be searched. */
export function useTermbase() {
  find('terms-filter')?.addEventListener('input', ({ target }) => {
    const wanted = target.value.trim().toLowerCase();
    for (const row of find('termbase').querySelectorAll('tbody tr')) {
      row.hidden = !row.textContent.toLowerCase().includes(wanted);
    }
  });
}

/** What tells a hint from others: where it points, in code points, and why. */
const nameOf = ({ side, start, end, kind }) => `${side} ${start} ${end} ${kind}`;

/** The names of hints that an answer says were waved away. */
export const wavedNames = (waved = []) => waved.map(nameOf);

/** Hints that were waved away as an answer keeps them, by their names. */
export const wavedHints = (names) => names.map((name) => {
  const [side, start, end, kind] = name.split(' ');
  return { side, start: Number(start), end: Number(end), kind };
});

/** Hints that are neither accepted nor waved away; `name` tells them apart. */
export function openHints(hints = [], { marks, waved }, texts) {
  return hints
    .filter(({ side }) => texts[side])
    .map((hint) => ({
      ...hint,
      name: nameOf(hint),
      ...placed(hint, texts[hint.side]),
    }))
    .filter(({ name, side, kind, start, end }) => !waved.includes(name)
      && !marks.some((mark) => mark.hint === kind && mark.side === side && mark.start <= start && mark.end >= end));
}

/** Two passages of one text share something. */
export const touches = (one, two) => one?.side === two?.side && one.start < two.end && one.end > two.start;
