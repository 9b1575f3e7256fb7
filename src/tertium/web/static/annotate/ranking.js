// Putting translations in order. Every card stays where it is and has its places 1 to n; the strip in
// the dock shows the order. Keys act on one card, the current one; nothing depends on dragging.

import { complete, dense, groups, moved, placed } from './ranks.js';
import { find, say, write } from './dom.js';
import { t } from './messages.js';

const cards = [...document.querySelectorAll('.card')]; // by slot, whatever their order on the page
const ordinals = cards.length ? t('task.ordinals').split('|') : [];

let places = []; // by slot, of the task on the screen
let now = 0; // the slot of the current card
let former = []; // places before each act, newest last

export const letter = (slot) => String.fromCharCode(65 + slot);
const letters = (slots) => slots.map(letter).join(', ');
const radiosOf = (card) => [...card.querySelectorAll('input')];
const unplaced = () => places.flatMap((place, slot) => (place === null ? [slot] : []));
const onPage = () => [...find('cards').children].filter((card) => !card.hidden).map((card) => cards.indexOf(card));

function choose(slot, { focus = true } = {}) {
  now = slot;
  cards.forEach((card, i) => card.classList.toggle('now', i === slot));
  if (focus) cards[slot].focus();
}

// Drawing ----------------------------------------------------------------------------------------

/** Show the texts of a task, each in its slot. */
export function drawCards({ texts }) {
  former = [];
  places = texts.map(() => null);
  find('cards').classList.toggle('many', texts.length > 6);
  find('cards').dataset.count = texts.length;
  find('cards').replaceChildren(...cards);
  cards.forEach((card, slot) => {
    card.hidden = slot >= texts.length;
    if (!card.hidden) write(card.querySelector('.read'), texts[slot]);
    radiosOf(card).forEach((radio, i) => { radio.closest('.choice').hidden = i >= texts.length; });
  });
  for (const key of document.querySelectorAll('.last-place')) key.textContent = String(texts.length % 10);
}

/** Show places (or none); the first card without one becomes the current one. */
export function drawRanks(ranks) {
  former = [];
  draw(places.map((_, slot) => ranks?.[slot] ?? null));
  choose(unplaced()[0] ?? 0, { focus: false });
}

function draw(next) {
  places = next;
  cards.slice(0, places.length).forEach((card, slot) => {
    radiosOf(card).forEach((radio, i) => { radio.checked = places[slot] === i + 1; });
    const name = { letter: letter(slot), place: places[slot] };
    card.setAttribute('aria-label', t(places[slot] ? 'task.card_placed' : 'task.card', name));
  });
  drawStrip();
}

function token(slot) {
  const made = document.createElement('span');
  made.className = 'token';
  made.dataset.slot = slot;
  made.textContent = letter(slot);
  return made;
}

function box(label, slots, place) {
  const made = document.createElement('li');
  made.className = place && slots.length ? 'slot' : 'slot open';
  if (place) made.dataset.place = place;
  const name = document.createElement('span');
  name.textContent = label;
  made.append(name, ...slots.flatMap((slot, i) => (place && i ? ['=', token(slot)] : [token(slot)])));
  return made;
}

function drawStrip() {
  const at = (place) => places.flatMap((other, slot) => (other === place ? [slot] : []));
  const boxes = places.map((_, i) => box(ordinals[i], at(i + 1), i + 1));
  find('strip').replaceChildren(...boxes, box(t('task.not_placed'), unplaced(), null));
}

// Reading ----------------------------------------------------------------------------------------

/** The ranks in slot order, without gaps once they are complete; null where no place is given. */
export const readRanks = ({ raw = false } = {}) => (!raw && complete(places) ? dense(places) : places);

/** Some translation has a place. */
export const someRanks = () => places.some((place) => place !== null);

/** What is still to do, and the card to go on with; null when every translation has a place. */
export function missingRanks() {
  const open = unplaced();
  if (!open.length) return null;
  return { message: t('task.missing_places', { n: open.length, letters: letters(open) }), control: cards[open[0]] };
}

/** An order in words: `A = C > B`. */
export const ranksInWords = (ranks) => groups(ranks).map((group) => group.map(letter).join(' = ')).join(' > ');

// Acting -----------------------------------------------------------------------------------------

/** Say what became of a card, and what is still to do. */
function tell(slot) {
  const place = places[slot];
  const others = places.flatMap((other, i) => (other === place && i !== slot ? [i] : []));
  const key = place === null ? 'task.placed_not' : others.length ? 'task.placed_with' : 'task.placed';
  const said = t(key, { letter: letter(slot), place, others: letters(others) });
  say([said, missingRanks()?.message].filter(Boolean).join(' '));
}

let changed = () => {};

/** Take over new places after an act on one card. */
export function change(slot, next) {
  if (next.every((place, i) => place === places[i])) return;
  former.push(places);
  draw(next);
  changed();
  tell(slot);
}

/** Take back one act; false when there is none to take back. */
export function stepBack() {
  if (!former.length) return false;
  draw(former.pop());
  return true;
}

/** Put the cards in the order of their places, once; those without one stay at the end. */
export function sortCards() {
  const order = [...groups(places).flat(), ...unplaced()];
  const focused = document.activeElement;
  find('cards').prepend(...order.map((slot) => cards[slot]));
  focused.focus(); // a card that is moved loses it
  cards[now].scrollIntoView({ block: 'nearest' });
  say(t('task.sorted'));
}

/** Give the current card the place of the one above it on the page. */
export function tieAbove() {
  const shown = onPage();
  const above = places[shown[shown.indexOf(now) - 1]];
  if (above) change(now, placed(places, now, above)); else say(t('task.no_above'));
}

/** Give the current card a place; a card that had none hands over to the next without one. */
export function givePlace(place) {
  if (place > places.length) return;
  const slot = now;
  const first = places[slot] === null;
  change(slot, placed(places, slot, place));
  const shown = onPage();
  const after = [...shown.slice(shown.indexOf(slot)), ...shown].find((other) => places[other] === null);
  choose(first && after !== undefined ? after : slot);
}

/** Arrow keys: choose a card; with Shift or Alt, move it. True when the key was meant for us. */
export function arrow(event) {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!step || event.ctrlKey || event.metaKey) return false;
  const moving = event.shiftKey || event.altKey;
  if (!moving && event.target.matches('input')) return false; // radios have arrows of their own
  if (moving) {
    change(now, moved(places, now, step));
    choose(now);
  } else {
    const shown = onPage();
    const onCard = document.activeElement === cards[now];
    const next = shown[shown.indexOf(now) + step];
    // The first arrow goes to the current card itself, so that none is passed over.
    choose(onCard && next !== undefined ? next : now);
  }
  return true;
}

/** Let pointers and focus act on the cards; `onChange` hears of every change. */
export function useCards(onChange) {
  if (!cards.length) return;
  changed = onChange;
  find('cards').addEventListener('change', ({ target }) => {
    const slot = cards.indexOf(target.closest('.card'));
    change(slot, placed(places, slot, Number(target.value)));
  });
  find('cards').addEventListener('click', (event) => {
    // After a pointer's click arrows shall choose cards again, and not change the place just given.
    if (event.detail > 0 && event.target.matches('input')) choose(cards.indexOf(event.target.closest('.card')));
  });
  find('cards').addEventListener('focusin', ({ target }) => {
    choose(cards.indexOf(target.closest('.card')), { focus: false });
  });
}

/** For dragging: where everything stands, and what to do with it. */
export const strip = { change, choose, places: () => places };
