// A checklist of error categories for every translation: each is ticked, or its errors are counted.
// A category has the letter that its typology gives, unless that means something else on this page;
// then it has another one, of its name if possible. The list of one translation is in sight, the current one.

import { say } from './dom.js';
import { acts, nameOf } from './key-bindings.js';
import { t } from './messages.js';
import { preferences } from './settings.js';

const MOST = 99;
const ALPHABET = [...'abcdefghijklmnopqrstuvwxyz'];

const lists = [...document.querySelectorAll('.checklist')].map((element) => ({
  element,
  ask: element.dataset.question,
  slot: Number(element.dataset.slot),
  counts: 'counts' in element.dataset,
  categories: [...element.querySelectorAll('[data-category]')].map((item) => ({
    item,
    id: item.dataset.category,
    shortcut: item.dataset.shortcut,
    name: item.querySelector('span').textContent,
    control: item.querySelector('input, button'),
    count: 0,
  })),
}));

let shown = []; // the lists of the item on the screen
let now = null; // the one in sight
let last = null; // the category that changed last, for plus and minus
let beforeChange = () => {};
let afterChange = () => {};

/** Errors are ticked or counted on this item. */
export const isChecking = () => shown.length > 0;

/** Letters that mean something else: acts, and the answer "not applicable" of a scale. */
function takenLetters() {
  const answers = [...document.querySelectorAll('.answers [data-key]')].map(({ dataset }) => dataset.key);
  return new Set([...acts.map((act) => nameOf(preferences.codes[act]).toLowerCase()), ...answers]);
}

/** The letter of each category, in the order of the list; none where all are taken. */
function letters() {
  const taken = takenLetters();
  const take = (wanted) => {
    const letter = wanted.find((one) => ALPHABET.includes(one) && !taken.has(one));
    if (letter) taken.add(letter);
    return letter ?? '';
  };
  const { categories } = lists[0];
  const own = categories.map(({ shortcut }) => take([shortcut]));
  return own.map((letter, i) => letter || take([...categories[i].name.toLowerCase(), ...ALPHABET]));
}

// Drawing ----------------------------------------------------------------------------------------

/** Show the lists of a task, if it is asked for errors. */
export function drawChecklists({ asks, texts }) {
  shown = lists.filter(({ ask, slot }) => (!asks || asks.includes(ask)) && slot < texts.length);
  last = null;
  showChecklist(0);
}

/** Let the list of a translation be the one in sight. */
export function showChecklist(slot) {
  now = shown.find((list) => list.slot === slot) ?? null;
  for (const list of lists) list.element.hidden = list !== now;
}

function draw() {
  if (!isChecking()) return;
  const keys = letters();
  for (const { counts, categories } of shown) {
    categories.forEach(({ item, name, control, count }, i) => {
      const key = item.querySelector('kbd');
      key.textContent = keys[i].toUpperCase();
      key.hidden = !keys[i];
      item.classList.toggle('found', count > 0);
      if (!counts) {
        control.checked = count > 0;
        return;
      }
      item.querySelector('b').textContent = count || '';
      control.setAttribute('aria-label', t('task.checklist_number', { name, number: count }));
      item.querySelector('[data-step="-1"]').disabled = count === 0;
    });
  }
}

/** Show what was found (or nothing). */
export function drawChecks(answer) {
  for (const { ask, slot, categories } of lists) {
    for (const category of categories) category.count = answer?.[ask]?.[slot]?.[category.id] ?? 0;
  }
  draw();
}

// Reading ----------------------------------------------------------------------------------------

const found = ({ categories }) => Object.fromEntries(categories.filter(({ count }) => count).map(({ id, count }) => [id, count]));

/** What was found, translation by translation; nothing found is an answer once something else is. */
export function readChecks({ begun }) {
  const answers = shown.map(found);
  const some = begun || answers.some((one) => Object.keys(one).length);
  return isChecking() && some ? { [shown[0].ask]: answers } : {};
}

/** What was found in words: `Omission, Spelling 2`. */
export function checksInWords(answer, slot) {
  const list = lists.find((one) => one.slot === slot);
  const counts = list && answer[list.ask]?.[slot];
  if (!counts) return '';
  const names = list.categories.filter(({ id }) => counts[id]).map(({ id, name }) => (list.counts ? `${name} ${counts[id]}` : name));
  return names.join(', ') || t('task.checklist_none');
}

// Acting -----------------------------------------------------------------------------------------

function change(list, category, by) {
  const count = list.counts ? Math.min(MOST, Math.max(0, category.count + by)) : 1 - category.count;
  last = { list, category };
  if (count === category.count) return;
  beforeChange();
  category.count = count;
  draw();
  afterChange();
  const { name } = category;
  if (list.counts) say(t('task.checklist_number', { name, number: count }));
  else say(t(count ? 'task.checklist_on' : 'task.checklist_off', { name }));
}

/** All numbers as they are, for taking back. */
export const keepChecks = () => lists.map(({ categories }) => categories.map(({ count }) => count));

/** Put numbers back. */
export function restoreChecks(kept) {
  lists.forEach(({ categories }, i) => categories.forEach((category, j) => { category.count = kept[i][j]; }));
  draw();
}

/** Keys of the list: a letter (with Shift one less), plus and minus. True when the key was meant for it. */
export function checkKey({ key, code, shiftKey, target }) {
  if (!now) return false;
  const step = { '+': 1, '=': 1, '-': -1, '−': -1 }[key];
  if (step && now.counts) {
    const category = now.categories.find(({ item }) => item.contains(target)) ?? (last?.list === now ? last.category : null);
    if (category) change(now, category, step);
    return Boolean(category);
  }
  const letter = /^[a-z]$/i.test(key) ? key.toLowerCase() : /^Key([A-Z])$/.exec(code)?.[1].toLowerCase();
  const place = letter ? letters().indexOf(letter) : -1;
  if (place === -1) return false;
  change(now, now.categories[place], shiftKey ? -1 : 1);
  return true;
}

/** Let pointers and fingers act on the lists. */
export function useChecklists({ before, after }) {
  beforeChange = before;
  afterChange = after;
  for (const list of lists) {
    for (const category of list.categories) {
      const { item, control } = category;
      if (!list.counts) {
        control.addEventListener('change', () => change(list, category));
        continue;
      }
      for (const button of item.querySelectorAll('button')) {
        // The focus stays where it was: Enter saves.
        button.addEventListener('mousedown', (event) => event.preventDefault());
        button.addEventListener('click', () => change(list, category, Number(button.dataset.step)));
      }
    }
  }
}
