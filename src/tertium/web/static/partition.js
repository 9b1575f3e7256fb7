// A text as a row of units, each in one chunk. A row has for every unit the number of its chunk,
// counted from 0 as they appear: [0, 1, 0] is a chunk in two parts around another. Nothing here
// touches the page.

function numbered(row) {
  const seen = new Map();
  return row.map((chunk) => {
    if (!seen.has(chunk)) seen.set(chunk, seen.size);
    return seen.get(chunk);
  });
}

/** A chunk, or a part of one, begins with this unit. */
export const begins = (row, at) => at === 0 || row[at] !== row[at - 1];

/** Make one chunk of those in which two units are. */
export const united = (row, one, two) => numbered(row.map((chunk) => (chunk === row[two] ? row[one] : chunk)));

/** Join what is cut before a unit, or cut there: what follows of the chunk becomes another. */
export function toggled(row, at) {
  if (at <= 0 || at >= row.length) return row;
  if (begins(row, at)) return united(row, at - 1, at);
  return numbered(row.map((chunk, i) => (chunk === row[at] && i >= at ? row.length : chunk)));
}

/** The first unit of a part, and the first one after it. */
export function partAt(row, at) {
  let [first, last] = [at, at + 1];
  while (!begins(row, first)) first -= 1;
  while (last < row.length && !begins(row, last)) last += 1;
  return [first, last];
}

/** The chunk of a unit stands in several places. */
export function inParts(row, at) {
  const [first, last] = partAt(row, at);
  return row.some((chunk, i) => chunk === row[at] && (i < first || i >= last));
}

/** Make the part in which a unit stands a chunk of its own. */
export function apart(row, at) {
  const [first, last] = partAt(row, at);
  return numbered(row.map((chunk, i) => (i >= first && i < last ? row.length : chunk)));
}

/** For every unit the number of its chunk among those in several parts, from 1; 0 for others. */
export function partNumbers(row) {
  const parts = new Map();
  row.forEach((chunk, at) => parts.set(chunk, (parts.get(chunk) ?? 0) + Number(begins(row, at))));
  const numbers = new Map();
  return row.map((chunk) => {
    if (parts.get(chunk) > 1 && !numbers.has(chunk)) numbers.set(chunk, numbers.size + 1);
    return numbers.get(chunk) ?? 0;
  });
}

/** The ranges of every chunk, from the places of the units. */
export function rangesOf(row, places) {
  const found = [];
  row.forEach((chunk, at) => {
    const ranges = (found[chunk] ??= []);
    if (begins(row, at)) ranges.push([...places[at]]);
    else ranges.at(-1)[1] = places[at][1];
  });
  return found;
}

/** What became of a row, step by step, and back again. */
export class History {
  #past = [];

  #future = [];

  constructor(row) {
    this.row = row;
  }

  /** Take another row; false if it is the same. */
  take(row) {
    if (row.join() === this.row.join()) return false;
    this.#past.push(this.row);
    this.#future = [];
    this.row = row;
    return true;
  }

  undo() {
    return this.#step(this.#past, this.#future);
  }

  redo() {
    return this.#step(this.#future, this.#past);
  }

  #step(from, to) {
    if (!from.length) return false;
    to.push(this.row);
    this.row = from.pop();
    return true;
  }
}
