// Moving and stretching a selection by keys, over words or single characters. A selection has two
// fixed ends, `from` and `to` (the same at a caret), and a `head` that moves away from them and back.
// Steps are forward (1) and backward (-1) in the text. Nothing here touches the page.

import { first, unitsWithin } from './mark-units.js';

export const pickAt = ({ start, end }) => ({ from: start, to: end, head: end });

export const startOf = ({ from, head }) => Math.min(from, head);
export const endOf = ({ to, head }) => Math.max(to, head);
export const isCaret = (pick) => startOf(pick) === endOf(pick);

const unitAfter = (units, at) => units[first(units, (unit) => unit.start >= at)];
const unitBefore = (units, at) => units[first(units, (unit) => unit.end > at) - 1];

/** The place between units that comes next. */
function nextGap(units, at, step) {
  const gaps = [...units.map((unit) => unit.start), units.at(-1).end];
  return step > 0 ? gaps.find((gap) => gap > at) ?? at : gaps.findLast((gap) => gap < at) ?? at;
}

/** One step on: the unit beside the selection, or, by characters (`into`), one inside it first.
 *  A caret goes from gap to gap. */
export function moved(pick, units, step, { into = false } = {}) {
  if (!units.length) return pick;
  if (!pick) return pickAt(units[0]); // whatever the arrow: what is read is not scrolled away
  if (isCaret(pick)) {
    const at = nextGap(units, pick.head, step);
    return { from: at, to: at, head: at };
  }
  const [start, end] = [startOf(pick), endOf(pick)];
  const inside = into ? unitsWithin(units, start, end) : [];
  if (inside.length > 1) return pickAt(step > 0 ? inside[0] : inside.at(-1));
  const next = step > 0 ? unitAfter(units, end) : unitBefore(units, start);
  return next ? pickAt(next) : pick;
}

/** Stretch or shrink by one unit. */
export function stretched(pick, units, step) {
  if (!units.length) return pick;
  if (!pick) return moved(pick, units, step);
  const { from, to, head } = pick;
  let next = head;
  if (step > 0) {
    if (head >= to) next = units[first(units, (unit) => unit.end > head)]?.end ?? head;
    else {
      next = units[first(units, (unit) => unit.start > head)]?.start ?? to;
      if (next >= from) next = to;
    }
  } else if (head > to) {
    next = units[first(units, (unit) => unit.end >= head) - 1]?.end ?? to;
    if (next <= to) next = to;
  } else {
    const edge = head === to ? from : head;
    next = units[first(units, (unit) => unit.start >= edge) - 1]?.start ?? head;
  }
  return { from, to, head: next };
}

/** Stretch to one end of the text. */
export const toEnd = (pick, units, step) => ({ ...pick, head: step > 0 ? units.at(-1).end : units[0].start });
