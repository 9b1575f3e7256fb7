// Where a text may be cut: between words, and between characters as a reader sees them. Positions
// are those of JavaScript (UTF-16) on the page, and code points on their way to the server.
// Nothing here touches the page.

const JOINER = 0x200d;
const within = (low, high) => (point) => point >= low && point <= high;
const CONTINUING = [
  within(0x1f3fb, 0x1f3ff), // tones that colour the emoji before them
  within(0xe0020, 0xe007f), // the rest of a flag of England, Scotland or Wales
  within(0x1160, 0x11ff), // Hangul written in parts
];
const isFlag = within(0x1f1e6, 0x1f1ff); // letters that stand in pairs for a flag

const before = (text, at) => text.codePointAt(at - (at > 1 && /[\udc00-\udfff]/.test(text[at - 1]) ? 2 : 1));

/** A position lies inside what a reader sees as one character; the server refuses such marks. */
export function cuts(text, at) {
  if (at <= 0 || at >= text.length) return false;
  const unit = text.charCodeAt(at);
  if (unit >= 0xdc00 && unit <= 0xdfff && /[\ud800-\udbff]/.test(text[at - 1])) return true;
  const [one, two] = [before(text, at), text.codePointAt(at)];
  if (two < 128 && two !== 10 && one !== JOINER) return false;
  if ([10, 13, 0x2028, 0x2029].includes(one)) return one === 13 && two === 10;
  if (one === JOINER || two === JOINER || /^\p{M}/u.test(String.fromCodePoint(two))) return true;
  if (isFlag(two)) {
    let run = 0;
    for (let i = at; i > 0 && isFlag(before(text, i)); i -= 2) run += 1;
    return run % 2 === 1;
  }
  return CONTINUING.some((continues) => continues(two));
}

function segments(text, language, granularity) {
  if (!Intl.Segmenter) return null;
  try {
    return new Intl.Segmenter(language || undefined, { granularity }).segment(text);
  } catch {
    return new Intl.Segmenter(undefined, { granularity }).segment(text); // no such language
  }
}

/** Pieces that begin at these places, joined where a cut would go through a character. */
function pieces(text, starts) {
  const kept = starts.filter((start) => start === 0 || !cuts(text, start));
  return kept.map((start, i) => ({ start, end: kept[i + 1] ?? text.length }));
}

function characters(text, language) {
  const found = segments(text, language, 'grapheme');
  return pieces(text, found ? Array.from(found, ({ index }) => index) : [...Array(text.length).keys()]);
}

const SPACE = /^\s*$/u;
const ROUGH = /[\p{L}\p{M}\p{N}\p{Cf}_'’]+|\s+|./gsu; // words for browsers that cannot tell them

/** Words, and signs between them; several equal signs in a row are one. Spaces are left out. */
function words(text, language) {
  const found = segments(text, language, 'word') ?? text.matchAll(ROUGH);
  const all = pieces(text, Array.from(found, ({ index }) => index));
  const kept = [];
  for (const piece of all) {
    const said = text.slice(piece.start, piece.end);
    if (SPACE.test(said)) continue;
    const last = kept.at(-1);
    const again = last?.end === piece.start && /^[^\p{L}\p{N}]/u.test(said) && text.slice(last.end - said.length, last.end) === said;
    if (again && said.length === 1) last.end = piece.end;
    else kept.push({ ...piece });
  }
  return kept;
}

/** Sentences without the spaces after them; the whole text where a browser cannot tell them. */
function sentences(text, language) {
  const found = segments(text, language, 'sentence') ?? [{ index: 0, segment: text }];
  return Array.from(found, ({ index, segment }) => ({ start: index, end: index + segment.trimEnd().length })).filter(({ start, end }) => start < end);
}

const known = new Map(); // the last texts that were cut
const MOST = 8;

/** A text with its sentences, its words, its characters and its code points, each found when it is asked for. */
export function cutText(text, language) {
  const key = `${language}\n${text}`;
  if (!known.has(key)) {
    if (known.size >= MOST) known.delete(known.keys().next().value);
    known.set(key, new Cut(text, language));
  }
  return known.get(key);
}

class Cut {
  #sentences = null;

  #words = null;

  #characters = null;

  #points = null;

  constructor(text, language) {
    this.text = text;
    this.language = language;
  }

  get sentences() {
    this.#sentences ??= sentences(this.text, this.language);
    return this.#sentences;
  }

  get words() {
    this.#words ??= words(this.text, this.language);
    return this.#words;
  }

  get characters() {
    this.#characters ??= characters(this.text, this.language);
    return this.#characters;
  }

  /** For every code point where it begins on the page, and the end of the text. */
  get #begins() {
    if (!this.#points) {
      this.#points = [];
      let at = 0;
      for (const letter of this.text) {
        this.#points.push(at);
        at += letter.length;
      }
      this.#points.push(at);
    }
    return this.#points;
  }

  /** The place on the page of a code point. */
  unit(point) {
    return this.#begins[Math.min(point, this.#begins.length - 1)];
  }

  /** The code point at a place on the page. */
  point(unit) {
    return this.#begins.length === this.text.length + 1 ? unit : first(this.#begins, (begin) => begin >= unit);
  }

  /** A passage from any two places: whole words, or whole characters. */
  snapped(start, end, { whole }) {
    const units = whole ? this.words : this.characters;
    const inside = unitsWithin(units, start, end);
    if (inside.length) return { start: inside[0].start, end: inside.at(-1).end };
    const at = this.gap(start, { whole });
    return { start: at, end: at };
  }

  /** The nearest place between two words, or characters, at or after a place. */
  gap(at, { whole = true } = {}) {
    const units = whole ? this.words : this.characters;
    const next = units[first(units, (unit) => unit.start >= at)];
    return next ? next.start : units.at(-1)?.end ?? 0;
  }
}

/** The place of the first that is so; their number if none is. What is so once stays so. */
export function first(list, isSo) {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isSo(list[middle])) high = middle; else low = middle + 1;
  }
  return low;
}

/** The units that a stretch touches. */
export function unitsWithin(units, start, end) {
  return units.slice(first(units, (unit) => unit.end > start), first(units, (unit) => unit.start >= end));
}
