// The panel that is always there: how severe, of which kind, and a note. A category is found by walking
// down the hierarchy with digits, by its name, or by answering questions until it is clear.

import { nameOf } from './key-bindings.js';
import { digitOf } from './key-events.js';
import { find, made } from './dom.js';
import { t } from './messages.js';

const TICK = 'M2.5 8.5l3.5 3.5 7.5-8';
const DIGITS = 9;

function tick() {
  const space = 'http://www.w3.org/2000/svg';
  const picture = document.createElementNS(space, 'svg');
  const path = document.createElementNS(space, 'path');
  picture.setAttribute('class', 'tick');
  picture.setAttribute('viewBox', '0 0 16 16');
  picture.setAttribute('aria-hidden', 'true');
  const look = { d: TICK, fill: 'none', stroke: 'currentColor', 'stroke-width': '2.25' };
  for (const [name, value] of Object.entries(look)) path.setAttribute(name, value);
  picture.append(path);
  return picture;
}

function key(text) {
  const printed = made('kbd', '', text);
  printed.setAttribute('aria-hidden', 'true');
  return printed;
}

/** The key at a place of the keyboard, printed as the reader's keyboard prints it. */
function keyAt(code) {
  const printed = key(nameOf(code));
  printed.dataset.code = code;
  return printed;
}

function choice(name, value, printed, words, help) {
  const input = made('input');
  Object.assign(input, { type: 'radio', name, value });
  const label = made('label', 'choice', input, ...(printed ? [printed] : []), words, tick());
  if (help) label.title = help;
  return label;
}

/** What a severity or a category means, and the letter that chooses it together with Shift. */
function meaning({ name, help, shortcut }) {
  const letter = shortcut ? ` (⇧${shortcut.toUpperCase()})` : '';
  if (help) return `${name}${letter}: ${help}`;
  return letter ? `${name}${letter}` : '';
}

export class Panel {
  constructor(typology, { onSeverity, onCategory, onNote, onLeave }) {
    Object.assign(this, { typology, onSeverity, onCategory, onNote, onLeave });
    this.shown = null; // what the panel is about: a mark, a passage, or nothing
    this.level = ''; // the category whose children are offered
    this.top = ''; // categories lie below this one, on items that say so
    this.asking = []; // questions of the decision tree on the way to the present one
    this.#drawSeverities();
    this.#use();
  }

  // Drawing --------------------------------------------------------------------------------------

  #drawSeverities() {
    const { severities } = this.typology;
    find('severities').dataset.count = severities.length;
    find('severities').classList.toggle('many', severities.length > 6);
    find('severity-part').hidden = severities.length < 2;
    find('category-part').hidden = find('find-open').hidden = this.typology.nodes.length === 0;
    find('tree-open').hidden = this.typology.tree.length === 0;
    this.#listKeys();
    find('severities').replaceChildren(...severities.map(({ id, name, code, style, help }) => (
      choice('mark-severity', id, code && keyAt(code), made('span', `sev ${style}`, name), help)
    )));
  }

  /** Help names the keys of severities as they are: their letters, or one point up and down. */
  #listKeys() {
    const { severities, nodes } = this.typology;
    const codes = severities.map(({ code }) => code).filter(Boolean);
    const keys = codes.length ? codes.map(keyAt) : [key('+'), key('−')];
    const digits = nodes.length ? [] : severities.slice(0, DIGITS).map((_, i) => key(String(i + 1)));
    find('severity-keys').hidden = severities.length < 2;
    find('severity-keys').querySelector('dt').replaceChildren(...[...keys, ...digits].flatMap((one) => [one, ' ']));
    find('severity-keys').querySelector('dd').textContent = t(codes.length ? 'task.key_severity' : 'task.key_points');
  }

  /** Show what is marked now: `key` tells one thing from another, `mark` is there when it is marked. */
  show({ key: name, title, quote, mark, within = '' }) {
    const same = this.shown?.name === name;
    this.shown = name === null ? null : { name, mark };
    this.top = within;
    find('mark-title').textContent = title;
    find('mark-quote').textContent = quote;
    find('mark-panel').classList.toggle('idle', this.shown === null);
    find('mark-panel').classList.toggle('marked', Boolean(mark));
    for (const id of ['mark-delete', 'note-open']) find(id).setAttribute('aria-disabled', String(!mark));
    find('gap').setAttribute('aria-disabled', String(this.shown === null || Boolean(mark)));
    if (!same) {
      this.#close();
      this.level = this.#levelOf(mark?.category ?? '');
    }
    for (const radio of find('severities').querySelectorAll('input')) radio.checked = radio.value === mark?.severity;
    if (this.asking.length === 0) this.#drawLevel();
    if (document.activeElement !== find('note')) find('note').value = mark?.note ?? '';
    find('note-field').hidden = !mark || (!mark.note && document.activeElement !== find('note'));
    this.#drawHelp(mark);
  }

  #levelOf(category) {
    const node = this.typology.byId.get(category);
    return !node || node.id === this.top ? this.top : node.parent;
  }

  #drawLevel() {
    const { typology, level, top } = this;
    const chosen = this.shown?.mark?.category;
    const nodes = typology.children(level);
    const state = JSON.stringify([level, top]);
    if (this.drawn !== state) {
      const up = made('button', 'choice up', key('⌫'), made('span', '', typology.nameOf(level)));
      up.type = 'button';
      up.setAttribute('aria-label', t('task.mark_up', { name: typology.nameOf(level) }));
      up.addEventListener('click', () => this.#up());
      find('palette').replaceChildren(...(level === top ? [] : [up]), ...nodes.map((node, i) => {
        const further = typology.children(node.id).length > 0;
        const words = made('span', further ? 'further' : '', node.name);
        return choice('mark-category', node.id, i < DIGITS && key(String(i + 1)), words, meaning(node));
      }));
    }
    this.drawn = state;
    const above = new Set(typology.path(chosen).map((node) => node.id));
    for (const radio of find('palette').querySelectorAll('input')) radio.checked = above.has(radio.value);
    find('palette').querySelector('.up')?.classList.toggle('chosen', chosen === level);
  }

  /** One line says what the chosen severity and category mean. */
  #drawHelp(mark) {
    const helps = [this.typology.severity(mark?.severity), this.typology.byId.get(mark?.category)];
    const said = helps.map((one) => one && meaning(one)).filter(Boolean);
    find('mark-help').textContent = said.at(-1) ?? '';
  }

  // Choosing -------------------------------------------------------------------------------------

  /** Choose a category; those below it are offered next. */
  choose(node, { further = true } = {}) {
    this.#close();
    if (!this.onCategory(node.id)) return;
    if (further) this.level = this.typology.children(node.id).length ? node.id : node.parent;
    this.#drawLevel();
  }

  #up() {
    if (this.level === this.top) return;
    this.level = this.typology.byId.get(this.level).parent;
    this.#drawLevel();
    this.onLeave();
  }

  /** Leave searching and asking. */
  #close() {
    const open = !find('find-part').hidden || this.asking.length > 0;
    this.asking = [];
    find('find-part').hidden = find('tree-part').hidden = true;
    find('palette').hidden = false;
    for (const id of ['find-open', 'tree-open']) find(id).setAttribute('aria-expanded', 'false');
    return open;
  }

  // Searching ------------------------------------------------------------------------------------

  openSearch() {
    this.#close();
    find('palette').hidden = true;
    find('find-part').hidden = false;
    find('find-open').setAttribute('aria-expanded', 'true');
    find('find').value = '';
    this.#search();
    find('find').focus({ preventScroll: true });
  }

  #search() {
    const { typology, top } = this;
    const inside = (node) => !top || (node.id !== top && typology.path(node.id).some((one) => one.id === top));
    this.found = typology.search(find('find').value).filter(inside);
    this.#point(0);
  }

  /** Show what was found, one of them pointed at. */
  #point(place) {
    this.at = Math.min(Math.max(place, 0), this.found.length - 1);
    find('found').replaceChildren(...this.found.map((node, i) => {
      const path = this.typology.path(node.id).slice(0, -1).map((one) => one.name).join(' › ');
      const option = made('li', 'found', made('b', '', node.name), ' ', made('span', 'quiet', path));
      option.id = `found-${i}`;
      option.setAttribute('role', 'option');
      option.setAttribute('aria-selected', String(i === this.at));
      option.addEventListener('click', () => this.#take(node));
      return option;
    }));
    find('find').setAttribute('aria-activedescendant', this.found.length ? `found-${this.at}` : '');
    find('found').querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
    find('not-found').textContent = this.found.length ? '' : t('task.mark_not_found');
  }

  #take(node) {
    this.choose(node, { further: false });
    this.level = this.#levelOf(node.id);
    this.#drawLevel();
    this.onLeave();
  }

  #searchKey(event) {
    if (event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) this.#point(this.at + step);
    else if (event.key === 'Enter' && this.found.length) this.#take(this.found[this.at]);
    else if (event.key === 'Escape') this.leave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // Asking ---------------------------------------------------------------------------------------

  openTree() {
    const [question] = this.typology.tree;
    this.#close();
    this.asking = [question.id];
    find('tree-open').setAttribute('aria-expanded', 'true');
    this.#ask();
  }

  get #question() {
    return this.typology.tree.find(({ id }) => id === this.asking.at(-1));
  }

  #ask() {
    const { ask, answers } = this.#question;
    find('palette').hidden = true;
    find('tree-part').hidden = false;
    find('tree-ask').textContent = ask;
    find('tree-answers').replaceChildren(...answers.map((answer, i) => {
      const button = made('button', 'choice', key(String(i + 1)), made('span', '', answer.label));
      button.type = 'button';
      button.addEventListener('click', () => this.#answer(answer));
      return button;
    }));
    find('tree-ask').focus({ preventScroll: true });
  }

  #answer({ category, question }) {
    if (question) {
      this.asking.push(question);
      this.#ask();
      return;
    }
    this.choose(this.typology.byId.get(category));
    this.onLeave();
  }

  // Keys -----------------------------------------------------------------------------------------

  /** The note of the mark on the panel. */
  openNote() {
    find('note-field').hidden = false;
    find('note').focus({ preventScroll: true });
  }

  /** Leave what is open in the panel, and go back to the text; false if nothing was. */
  leave() {
    if (!this.#close()) return false;
    this.onLeave();
    return true;
  }

  /** A digit: an answer of the decision tree, or a category of the level on show. */
  #digit(digit) {
    if (this.asking.length) {
      const answer = this.#question.answers[digit - 1];
      if (answer) this.#answer(answer);
      return true;
    }
    const { typology } = this;
    if (!typology.nodes.length) {
      const severity = typology.severities[digit - 1];
      if (severity) this.onSeverity(severity.id);
      return Boolean(severity);
    }
    const node = typology.children(this.level)[digit - 1];
    if (node) this.choose(node);
    return true;
  }

  /** Back by one question, or one level up. */
  #back() {
    if (this.asking.length > 1) {
      this.asking.pop();
      this.#ask();
    } else if (this.asking.length) this.leave();
    else this.#up();
  }

  /** One point up or down: from the worst to the best, where there is praise; else milder or worse. */
  #points(step) {
    const { scale, zero } = this.typology;
    const at = scale.findIndex(({ id }) => id === this.shown.mark?.severity);
    const next = scale[at === -1 ? (step > 0 ? zero : zero - 1) : at + step];
    if (next) this.onSeverity(next.id);
  }

  /** Keys of the panel; true when one was meant for it. */
  key(event) {
    const { code, shiftKey } = event;
    const digit = shiftKey ? null : digitOf(event);
    const severity = shiftKey ? null : this.typology.severities.find((one) => one.code === code);
    const node = shiftKey ? this.typology.shortcut(event) : null;
    const step = { '+': 1, '=': 1, '-': -1, '−': -1 }[event.key];
    if (digit && digit !== '0' && (this.shown || this.asking.length)) return this.#digit(Number(digit));
    if (severity) this.onSeverity(severity.id);
    else if (node) this.choose(node);
    else if (step && this.shown && this.typology.severities.length > 1) this.#points(step);
    else if (event.key === 'Backspace') this.#back();
    else if (event.key === '/' && this.typology.nodes.length) this.openSearch();
    else if (code === 'KeyT' && !shiftKey && this.typology.tree.length) this.openTree();
    else if (code === 'KeyN' && !shiftKey && this.shown?.mark) this.openNote();
    else return false;
    return true;
  }

  #use() {
    find('mark-panel').addEventListener('change', ({ target }) => {
      if (target.name === 'mark-severity') this.onSeverity(target.value);
      if (target.name === 'mark-category') this.choose(this.typology.byId.get(target.value), { further: false });
    });
    find('mark-panel').addEventListener('click', (event) => {
      const radio = event.target.closest('.choice')?.querySelector('input');
      if (!radio || event.detail === 0) return; // a browser's own click, for an arrow key
      // After the change was heard: a pointer also goes down, and gives the keys back to the text.
      setTimeout(() => {
        if (radio.name === 'mark-category') this.choose(this.typology.byId.get(radio.value));
        this.onLeave();
      });
    });
    find('find').addEventListener('input', () => this.#search());
    find('find').addEventListener('keydown', (event) => this.#searchKey(event));
    find('find-open').addEventListener('click', () => this.openSearch());
    find('tree-open').addEventListener('click', () => this.openTree());
    find('note').addEventListener('input', () => this.onNote(find('note').value));
    find('note').addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' && !(event.key === 'Enter' && !event.shiftKey)) return;
      if (event.isComposing || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      this.onLeave();
    });
    find('note-open').addEventListener('click', () => this.shown?.mark && this.openNote());
  }
}
