// Consolidation: one mark at a time is current; 1 agrees, 2 keeps, 3 drops it.

import './page.js';
import { Sender } from './consolidate-send.js';
import { called, peopleOf, View } from './consolidate-view.js';
import { covered } from './dialogs.js';
import { digitOf, typing } from './key-events.js';
import { Typology } from './mark-typology.js';
import { cutText } from './mark-units.js';
import { preferences } from './settings.js';
import { moment, t } from './messages.js';

const find = (id) => document.getElementById(id);
const { home, page } = find('main').dataset;
const EVERY = 3000; // milliseconds between looks at what the others decided

let data = null;
let active = null;
let typology = null;
let view = null;

const items = () => data.outputs.flatMap((output) => output.items.map((item) => ({ output, item })));
const current = () => items().find(({ item }) => item.id === active);
const several = () => peopleOf(data.outputs).length > 2;
const managed = (item) => item.held.some(({ who }) => who === 'manager');

/** What somebody else holds that differs from one's own word: to agree with. */
function otherWord(item) {
  const own = item.held.find(({ who }) => who === 'you');
  const same = (one) => own && one.act === own.act && JSON.stringify([one.mark, one.items]) === JSON.stringify([own.mark, own.items]);
  const others = item.held.filter(({ who }) => who !== 'you' && who !== 'manager');
  return others.find((one) => one.decision && !same(one)) ?? others.find((one) => !same(one)) ?? null;
}

function draw() {
  if (!current()) active = (items().find(({ item }) => item.status !== 'settled') ?? items()[0])?.item.id ?? null;
  view.draw(data.outputs, active);
  find('counts').textContent = t('compare.counts', data);
  const people = peopleOf(data.outputs);
  find('legend').hidden = people.length < 2;
  find('legend').textContent = t('compare.legend', { people: people.map((who) => called(who, several())).join(', ') });
  const now = current();
  find('dock').hidden = !now;
  if (!now) return;
  const { output, item } = now;
  find('about').textContent = managed(item) ? t('compare.by_manager') : t(`compare.about_${item.status}`);
  const enabled = {
    agree: otherWord(item), keep: true, drop: true, edit: true, discuss: true,
    merge: output.items.some((other) => other.id !== item.id && other.mark.side === item.mark.side && other.mark.slot === item.mark.slot),
  };
  for (const [act, can] of Object.entries(enabled)) find(act).disabled = !can || (managed(item) && act !== 'discuss');
}

function choose(id, { scroll = false } = {}) {
  active = id;
  draw();
  if (scroll) show();
}

/** Bring a mark into sight, and the texts it stands in. */
function show() {
  const mark = document.querySelector('.mark.on');
  mark?.closest('.compared').scrollIntoView({ block: 'nearest' });
  mark?.scrollIntoView({ block: 'nearest' });
}

/** Look at what counts now; draw it if anything changed. */
async function look() {
  try {
    const response = await fetch(`${home}/consolidate.json?page=${page}&state=${data?.state ?? ''}`);
    if (!response.ok || response.status === 204) return; // 204: nothing has changed
    data = await response.json();
    if (!data.marking) return;
    typology ??= new Typology(data.marking.typology);
    const first = !view;
    view ??= new View(find('outputs'), typology, (id) => choose(id));
    draw();
    if (first) show();
  } catch {
    // Without a connection the page stays as it is.
  }
}

const sender = new Sender(home, {
  saving: () => { find('saved').dataset.state = 'saving'; find('saved').textContent = t('task.saving'); },
  saved: async ({ at }) => {
    await look();
    find('saved').dataset.state = 'saved';
    find('saved').textContent = t('task.saved', { time: moment(new Date(at)) });
    find('say').textContent = '';
  },
  failed: () => { find('saved').dataset.state = 'kept'; find('saved').textContent = t('compare.kept'); },
  refused: async ({ what, fix }) => {
    await look();
    find('saved').dataset.state = 'refused';
    find('saved').textContent = t('compare.not_saved');
    find('say').textContent = `${what}. ${fix}`;
  },
});

/** Decide about marks, in place of what one decided about them before; then go to the next open one. */
async function decide(act, ids, more = {}) {
  const about = items().filter(({ item }) => ids.includes(item.id));
  const replaces = [...new Set(about.flatMap(({ item }) => item.own))];
  const list = items();
  const at = list.findIndex(({ item }) => item.id === active);
  const next = [...list.slice(at + 1), ...list.slice(0, at)].find(({ item }) => item.status !== 'settled' && !ids.includes(item.id));
  await sender.send({ act, items: ids, replaces, ...more });
  if (next && sender.idle) choose(next.item.id, { scroll: true });
}

const acts = {
  agree({ item }) {
    const word = otherWord(item);
    return decide('agree', word?.items ?? [item.id], word?.decision ? { upon: word.decision } : {});
  },
  keep: ({ item }) => decide('keep', [item.id]),
  drop: ({ item }) => decide('drop', [item.id]),
  edit: (now) => change(now, false),
  merge: (now) => change(now, true),
  discuss: (now) => talk(now),
};

function act(name) {
  const now = current();
  if (now && !find(name).disabled) acts[name](now);
}

// Changing a mark --------------------------------------------------------------------------

let changing = null; // where the mark in the dialog begins and ends, in its text

function fill(select, options, chosen) {
  select.replaceChildren(...options.map(({ id, name }) => new Option(name, id, false, id === chosen)));
}

function drawQuote() {
  const { cut, start, end } = changing;
  find('change-quote').textContent = cut.text.slice(start, end) || '∅';
}

/** The arrows point to where the text begins and ends. */
function turnArrows(direction) {
  for (const pair of find('borders').querySelectorAll('[data-arrows]')) {
    pair.dir = direction;
    const [earlier, later] = pair.children;
    [earlier.textContent, later.textContent] = direction === 'rtl' ? ['→', '←'] : ['←', '→'];
  }
}

function change({ output, item }, merging) {
  const text = item.mark.side === 'source' ? output.source : output.texts[item.mark.slot - 1];
  const cut = cutText(text.text, text.language);
  const own = item.held.find(({ who }) => who === 'you')?.mark ?? item.mark;
  changing = { output, item, merging, cut, start: cut.unit(own.start), end: cut.unit(own.end) };
  find('change-title').textContent = t(merging ? 'compare.merge' : 'compare.edit');
  const depth = ({ id }) => typology.path(id).length - 1;
  fill(find('category'), typology.nodes.map((node) => ({ id: node.id, name: `${'· '.repeat(depth(node))}${node.name}` })), own.category);
  find('category-field').hidden = !typology.nodes.length;
  fill(find('severity'), typology.severities, own.severity);
  find('partners').hidden = !merging;
  const partners = output.items.filter((other) => other.id !== item.id && other.mark.side === item.mark.side && other.mark.slot === item.mark.slot);
  find('partner-list').replaceChildren(...(merging ? partners : []).map((other, i) => {
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.value = other.id;
    box.checked = i === 0;
    const label = document.createElement('label');
    label.append(box, ` ${other.mark.quote || '∅'} (${typology.nameOf(other.mark.category) || typology.severity(other.mark.severity)?.name})`);
    return label;
  }));
  if (merging) spread();
  find('change-quote').lang = text.language;
  find('change-quote').dir = text.direction;
  turnArrows(text.direction);
  drawQuote();
  find('change').returnValue = '';
  find('change').showModal();
}

const partnerIds = () => [...find('partner-list').querySelectorAll(':checked')].map(({ value }) => value);

/** A merged mark begins where the first of them does and ends where the last does. */
function spread() {
  const { output, item, cut } = changing;
  const chosen = output.items.filter(({ id }) => id === item.id || partnerIds().includes(id));
  changing.start = cut.unit(Math.min(...chosen.map(({ mark }) => mark.start)));
  changing.end = cut.unit(Math.max(...chosen.map(({ mark }) => mark.end)));
}

find('partner-list').addEventListener('change', () => { spread(); drawQuote(); });

find('borders').addEventListener('click', ({ target }) => {
  const { move, by } = target.closest('button')?.dataset ?? {};
  if (!move) return;
  const { cut } = changing;
  const places = cut.words.map((word) => word[move]);
  const wanted = by > 0 ? places.find((place) => place > changing[move]) : places.findLast((place) => place < changing[move]);
  if (wanted === undefined) return;
  const [start, end] = move === 'start' ? [wanted, changing.end] : [changing.start, wanted];
  if (start > end) return;
  Object.assign(changing, { start, end });
  drawQuote();
});

find('change').addEventListener('close', () => {
  if (find('change').returnValue !== 'save') return;
  const { item, merging, cut, start, end } = changing;
  const ids = merging ? [item.id, ...partnerIds()] : [item.id];
  if (merging && ids.length < 2) return;
  const mark = {
    slot: item.mark.slot, side: item.mark.side, start: cut.point(start), end: cut.point(end),
    quote: cut.text.slice(start, end), severity: find('severity').value,
    category: typology.nodes.length ? find('category').value : '',
  };
  decide(merging ? 'merge' : 'edit', ids, { mark });
});

// Talking ----------------------------------------------------------------------------------

function talk({ item }) {
  find('messages').replaceChildren(...item.messages.map(({ who, text, at }) => {
    const line = document.createElement('li');
    const name = document.createElement('strong');
    name.textContent = called(who, several());
    const said = document.createElement('bdi');
    said.textContent = text;
    const when = document.createElement('span');
    when.className = 'quiet small';
    when.textContent = moment(new Date(at));
    line.append(name, ' ', said, ' ', when);
    return line;
  }));
  find('message').value = '';
  find('talk').dataset.item = item.id;
  find('talk').returnValue = '';
  find('talk').showModal();
  find('message').focus();
}

find('talk').addEventListener('close', () => {
  const say = find('message').value.trim();
  if (find('talk').returnValue === 'send' && say) sender.send({ items: [find('talk').dataset.item], say });
});

// Keys and clicks --------------------------------------------------------------------------

const BY_DIGIT = ['agree', 'keep', 'drop', 'edit', 'merge', 'discuss'];
for (const name of BY_DIGIT) find(name).addEventListener('click', () => act(name));

document.addEventListener('keydown', (event) => {
  if (!data || covered() || typing(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
  const digit = digitOf(event);
  if (digit && preferences.keys && BY_DIGIT[digit - 1]) {
    event.preventDefault();
    act(BY_DIGIT[digit - 1]);
  } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    const list = items();
    const at = list.findIndex(({ item }) => item.id === active) + (event.key === 'ArrowDown' ? 1 : -1);
    if (list[at]) {
      event.preventDefault();
      choose(list[at].item.id, { scroll: true });
    }
  }
});

window.addEventListener('focus', look);
await look();
sender.flush();
setInterval(() => { if (!document.hidden && !covered()) look(); }, EVERY);
