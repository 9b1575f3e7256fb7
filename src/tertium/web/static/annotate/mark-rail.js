// Beside the text: the marks of the item in the order of reading, and what a machine points at.

import { nameOf } from './key-bindings.js';
import { find, made, write } from './dom.js';
import { t } from './messages.js';

let drawn = null; // the marks on show
let rows = new Map(); // by mark: its row
let hinted = ''; // the hints on show
let selected = null; // the one of them that is active

/** The passage of a mark; where something is missing, the words around the place. */
export function quoteOf({ start, end }, text) {
  if (start < end) return text.slice(start, end);
  const before = text.slice(Math.max(0, start - 24), start).trimEnd().split(/\s+/u).at(-1).slice(-12);
  const after = text.slice(start, start + 24).trimStart().split(/\s+/u)[0].slice(0, 12);
  return `${before} ‸ ${after}`.trim();
}

function row(mark, { typology, texts }) {
  const button = made('button', `mark ${typology.styleOf(mark)}${typology.nodes.length ? '' : ' plain'}`);
  button.type = 'button';
  button.dataset.mark = mark.key;
  const severity = typology.severity(mark.severity);
  const missing = mark.start === mark.end ? [made('span', 'visually-hidden', t('task.mark_missing_here'))] : [];
  const name = typology.nameOf(mark.category) || t('task.mark_open_category');
  const category = typology.nodes.length ? [made('span', 'cat', name)] : [];
  const how = made('span', `sev ${typology.styleOf(mark)}`, severity?.name ?? t('task.mark_open_severity'));
  const quote = made('q');
  write(quote, { ...texts[mark.side], text: quoteOf(mark, texts[mark.side].text) });
  const note = mark.note ? [made('bdi', 'mark-note', mark.note)] : [];
  button.append(
    made('span', 'n'), ...category, how, ...missing, quote, ...note,
  );
  return made('li', '', button);
}

/** Put rows into a list; those that are there stay. */
function settle(list, wanted) {
  const kept = new Set(wanted);
  for (const element of [...list.children]) if (!kept.has(element)) element.remove();
  wanted.forEach((element, i) => {
    if (list.children[i] !== element) list.insertBefore(element, list.children[i] ?? null);
  });
}

/** Scroll the rail to one of its rows, and nothing else: the text stays where it is. */
function showIn(rail, element) {
  const [outer, inner] = [rail, element].map((one) => one.getBoundingClientRect());
  if (inner.top < outer.top) rail.scrollBy(0, inner.top - outer.top);
  else if (inner.bottom > outer.bottom) rail.scrollBy(0, inner.bottom - outer.bottom);
}

/** Show the marks; only what changed is drawn. */
export function drawRail(book, active, context) {
  const { sorted } = book;
  if (drawn !== sorted) {
    const former = rows;
    rows = new Map(sorted.map((mark, i) => [mark, former.get(mark) ?? row(mark, context)]));
    sorted.forEach((mark, i) => {
      const number = context.typology.isMerit(mark) ? `+${i + 1}` : String(i + 1);
      const shown = rows.get(mark).querySelector('.n');
      if (shown.textContent !== number) shown.textContent = number;
    });
    settle(find('mark-list'), [...rows.values()]);
    find('mark-count').textContent = t('task.mark_count', { n: sorted.length });
    find('mark-empty').hidden = sorted.length > 0;
    selected = null;
  }
  drawn = sorted;
  selected?.classList.remove('on');
  selected?.removeAttribute('aria-current');
  selected = active ? find('mark-list').querySelector(`[data-mark="${active}"]`) : null;
  selected?.classList.add('on');
  selected?.setAttribute('aria-current', 'true');
  if (selected) showIn(find('beside'), selected);
}

/** Let the rail lead to marks. */
export function useRail(onMark) {
  for (const kind of ['click', 'focusin']) {
    find('mark-list').addEventListener(kind, ({ target }) => {
      const mark = target.closest('[data-mark]')?.dataset.mark;
      if (mark) onMark(Number(mark));
    });
  }
}

/** Show what a machine points at, each with two buttons; the first one answers to keys. */
export function drawHints(hints, texts, { onTake, onWave }) {
  const state = JSON.stringify(hints);
  if (state === hinted) return;
  hinted = state;
  find('hint-part').hidden = hints.length === 0;
  find('hint-list').replaceChildren(...hints.map((hint, i) => {
    const button = (words, letter, act) => {
      const pressed = made('button', 'btn small', words);
      pressed.type = 'button';
      if (i === 0) {
        const printed = made('kbd', 'keys', nameOf(letter));
        printed.dataset.code = letter;
        printed.setAttribute('aria-hidden', 'true');
        pressed.append(' ', printed);
      }
      pressed.addEventListener('click', () => act(hint));
      return pressed;
    };
    const quote = made('q');
    write(quote, { ...texts[hint.side], text: quoteOf(hint, texts[hint.side].text) });
    return made(
      'li', 'hinted', quote, made('p', 'small', hint.say),
      made('p', 'dock-row', button(t('task.mark_take'), 'KeyA', onTake), button(t('task.mark_wave'), 'KeyX', onWave)),
    );
  }));
}
