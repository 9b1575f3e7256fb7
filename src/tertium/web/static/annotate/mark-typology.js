// The typology as the page needs it: the tree of categories, how severities are drawn and which key
// chooses each, searching by name. Nothing here touches the page.

const STYLES = ['neutral', 'minor', 'major', 'critical'];
// Severities of another name are drawn like these, from the mildest to the worst.
const BY_NUMBER = { 1: ['major'], 2: ['minor', 'major'], 3: ['minor', 'major', 'critical'] };
// Keys by their place: letters that mean something else on this page, and severities in a row.
const OURS = ['KeyA', 'KeyI', 'KeyN', 'KeyS', 'KeyT', 'KeyX'];
const ROW = ['KeyQ', 'KeyW', 'KeyE', 'KeyR', 'KeyY', 'KeyU', 'KeyO', 'KeyP'];

/** Letters as they are searched: without marks, small. */
const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

export class Typology {
  constructor({ title, severities, nodes, rules, tree }, { taken = () => false } = {}) {
    Object.assign(this, { title, rules, tree });
    this.severities = severities.map((severity) => ({ ...severity }));
    this.nodes = nodes;
    this.byId = new Map(nodes.map((node) => [node.id, node]));
    this.#draw();
    const codes = this.#codes(taken);
    // More of them than keys are gone through with minus and plus.
    if (severities.length <= codes.length) this.severities.forEach((one, i) => { one.code = codes[i]; });
  }

  /** The keys of severities: letters that the typology names, if they are free, else those in a row. */
  #codes(taken) {
    const free = (code) => !taken(code) && !OURS.includes(code);
    const own = this.severities.map(({ key }) => `Key${key.toUpperCase()}`);
    const usable = own.every((code) => /^Key[A-Z]$/.test(code) && free(code));
    return usable && new Set(own).size === own.length ? own : ROW.filter(free);
  }

  /** How each severity is drawn: things done well in a way of their own. */
  #draw() {
    const errors = this.severities.filter((severity) => !severity.merit);
    const ownNames = errors.every(({ id }) => STYLES.includes(id));
    errors.forEach((severity, i) => {
      const few = BY_NUMBER[errors.length] ?? STYLES;
      severity.style = ownNames ? severity.id : few[Math.floor((i * few.length) / errors.length)];
    });
    for (const severity of this.severities) severity.style ??= 'merit';
  }

  /** All severities in a row for going up and down: errors from the worst on, then what is done well. */
  get scale() {
    const [errors, merits] = [false, true].map((merit) => this.severities.filter((one) => one.merit === merit));
    return merits.length ? [...errors.reverse(), ...merits] : errors;
  }

  /** Where going up begins on that scale. */
  get zero() {
    const { scale } = this;
    return scale.some((one) => one.merit) ? scale.findIndex((one) => one.merit) : 0;
  }

  severity(id) {
    return this.severities.find((severity) => severity.id === id);
  }

  children(id = '') {
    return this.nodes.filter((node) => node.parent === id);
  }

  /** The name of a category; nothing for one that was not chosen. */
  nameOf(id) {
    return this.byId.get(id)?.name ?? '';
  }

  /** A category and those above it, the outermost first. */
  path(id) {
    const found = [];
    for (let node = this.byId.get(id); node; node = this.byId.get(node.parent)) found.unshift(node);
    return found;
  }

  /** A mark praises: its severity or its category says so. */
  isMerit({ category, severity }) {
    return Boolean(this.severity(severity)?.merit || this.byId.get(category)?.merit);
  }

  styleOf(mark) {
    if (this.isMerit(mark)) return 'merit';
    return this.severity(mark.severity)?.style ?? 'neutral';
  }

  /** The category whose letter is pressed together with Shift: as it is written, or by its place. */
  shortcut({ key, code }) {
    const letter = /^[a-z]$/i.test(key) ? key.toLowerCase() : /^Key([A-Z])$/.exec(code)?.[1].toLowerCase();
    return letter && this.nodes.find((node) => node.shortcut.toLowerCase() === letter);
  }

  /** Categories that a word fits, those whose name begins with it first. */
  search(words) {
    const wanted = plain(words).split(/\s+/).filter(Boolean);
    if (!wanted.length) return this.nodes;
    const fits = (text) => wanted.every((word) => text.includes(word));
    const rank = (node) => {
      const name = plain(node.name);
      if (plain(node.shortcut) === wanted.join(' ')) return 0;
      if (name.startsWith(wanted[0]) && fits(name)) return 1;
      if (fits(name)) return 2;
      const path = this.path(node.id).map((one) => one.name).join(' ');
      return fits(plain(`${path} ${node.id}`)) ? 3 : fits(plain(`${path} ${node.help}`)) ? 4 : Infinity;
    };
    const ranked = this.nodes.map((node) => [rank(node), node]).filter(([place]) => place < Infinity);
    return ranked.sort(([one], [two]) => one - two).map(([, node]) => node);
  }

  /** What a mark still needs: `severity`, `category`, or nothing. */
  needs({ severity, category }) {
    if (!severity) return 'severity';
    return this.nodes.length && !category ? 'category' : null;
  }

  /** What a new mark has from the start: where there is only one severity, that one. */
  get beginning() {
    return { category: '', severity: this.severities.length === 1 ? this.severities[0].id : '' };
  }
}
