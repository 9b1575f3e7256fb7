// How a text is edited, as a log: events with times of a clock that never jumps, and every change as
// `replace [from, to, text]` in code points. Replaying the changes rebuilds the text. Nothing here
// touches the page.

/** How many code points a text has. */
export function points(text) {
  let count = 0;
  for (const _ of text) count += 1; // eslint-disable-line no-unused-vars
  return count;
}

const isHigh = (text, place) => /[\uD800-\uDBFF]/.test(text[place] ?? '');
const isLow = (text, place) => /[\uDC00-\uDFFF]/.test(text[place] ?? '');

/**
 * What was replaced by what: `[from, to, text]`, counted as JavaScript counts.
 * Typing and erasing happen at the cursor, which tells apart what a comparison cannot: which of two
 * equal letters is the new one.
 */
export function replaced(one, two, cursor) {
  const grown = two.length - one.length;
  const whole = (place) => !isLow(one, place) || !isHigh(one, place - 1);
  if (grown > 0 && cursor >= grown && whole(cursor - grown)
    && one === two.slice(0, cursor - grown) + two.slice(cursor)) {
    return [cursor - grown, cursor - grown, two.slice(cursor - grown, cursor)];
  }
  if (grown < 0 && whole(cursor) && whole(cursor - grown)
    && two === one.slice(0, cursor) + one.slice(cursor - grown)) {
    return [cursor, cursor - grown, ''];
  }
  const most = Math.min(one.length, two.length);
  let start = 0;
  while (start < most && one[start] === two[start]) start += 1;
  if (isHigh(one, start - 1)) start -= 1; // never half of a character
  let end = 0;
  while (end < most - start && one.at(-1 - end) === two.at(-1 - end)) end += 1;
  if (isLow(one, one.length - end) && end) end -= 1;
  return [start, one.length - end, two.slice(start, two.length - end)];
}

const FULL = 500_000; // bytes of a log; what is sent must not become too large
const bytes = new TextEncoder();

export class Recorder {
  constructor({ contentFree = false, most = Infinity, now = () => performance.now() } = {}) {
    Object.assign(this, { contentFree, most, now });
    this.begin({ text: '' });
  }

  /**
   * Begin, or go on: with the events so far, with the time they reached, and after how many that
   * only the server has. `pieces` of the log are kept apart already, `flushed` events in all.
   */
  begin({ text, events = [], after = 0, t, pieces = [], flushed = 0 }) {
    Object.assign(this, { text, after, flushed });
    this.pieces = [...pieces];
    this.events = [...events];
    this.size = this.events.reduce((sum, event) => sum + weight(event), 0);
    this.full = this.events.some((event) => event.k === 'full');
    this.base = Math.max(t ?? 0, this.events.at(-1)?.t ?? 0);
    this.begun = this.now();
  }

  /** Milliseconds since the text was first shown; time away from it does not count. */
  get t() {
    return Math.round(this.base + this.now() - this.begun);
  }

  /** What is not kept in a piece yet. */
  get tail() {
    return this.events.slice(this.flushed);
  }

  add(kind, more = {}) {
    const event = { t: this.t, k: kind, ...more };
    const last = kind === 'done' || kind === 'reopen';
    // The end is always told, so that the time is known even where the log is not whole.
    if (this.full && !last) return;
    if (!last && (this.after + this.events.length >= this.most - 20 || this.size > FULL)) {
      this.full = true;
      this.events.push({ t: event.t, k: 'full' });
      return;
    }
    this.size += weight(event);
    this.events.push(event);
  }

  /** Note where the cursor is; on its way it is noted once. */
  cursor(from, to) {
    const before = this.events.at(-1);
    const place = this.contentFree ? {} : { p: [points(this.text.slice(0, from)), points(this.text.slice(0, to))] };
    const moving = before?.k === 'cursor' && this.t - before.t < 250 && this.events.length > this.flushed;
    if (moving) Object.assign(before, { t: this.t }, place); else this.add('cursor', place);
  }

  /** Note how the text has changed; false if it has not. */
  change(text, cursor) {
    if (text === this.text) return false;
    const [from, to, put] = replaced(this.text, text, cursor);
    const gone = points(this.text.slice(from, to));
    const begin = points(this.text.slice(0, from));
    this.add('input', this.contentFree ? { d: gone, i: points(put) } : { r: [begin, begin + gone, put] });
    this.text = text;
    return true;
  }
}

function weight(event) {
  return event.r ? 40 + bytes.encode(JSON.stringify(event.r[2])).length : 40;
}
