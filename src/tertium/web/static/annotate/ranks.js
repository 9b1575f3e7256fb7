// Places of translations, by slot: 1 is the best, equal places are ties, null is none yet.
// A place may stay empty while somebody works; `dense` closes the gaps. Nothing here touches the page.

const given = (place) => place !== null;

/** The same order without gaps: 1, 2, … */
export function dense(places) {
  const used = [...new Set(places.filter(given))].sort((a, b) => a - b);
  return places.map((place) => (given(place) ? used.indexOf(place) + 1 : null));
}

/** Every translation has a place. */
export const complete = (places) => places.every(given);

/** The slots in order, best first; those that share a place stand together. */
export function groups(places) {
  const found = [];
  dense(places).forEach((place, slot) => {
    if (given(place)) (found[place - 1] ??= []).push(slot);
  });
  return found;
}

/** Give one a place; whoever stands there shares it. */
export const placed = (places, slot, place) => places.map((other, i) => (i === slot ? place : other));

/** Put one alone before whoever stands at `place`; the others make room, as few of them as can be. */
export function inserted(places, slot, place) {
  const others = placed(places, slot, null);
  const taken = new Set(others.filter(given));
  let free = place;
  while (taken.has(free)) free += 1;
  if (free <= places.length) {
    const room = others.map((other) => (given(other) && other >= place && other < free ? other + 1 : other));
    return placed(room, slot, place);
  }
  free = place - 1;
  while (taken.has(free)) free -= 1;
  const room = others.map((other) => (given(other) && other > free && other < place ? other - 1 : other));
  return placed(room, slot, place - 1);
}

/** Move one a step up (-1) or down (1): out of a shared place, or into the neighbouring one. */
export function moved(places, slot, step) {
  const order = groups(places);
  const at = order.findIndex((group) => group.includes(slot));
  if (at === -1) order.push([slot]); // without a place so far: it comes last
  else if (order[at].length > 1) {
    order[at] = order[at].filter((other) => other !== slot);
    order.splice(step < 0 ? at : at + 1, 0, [slot]);
  } else if (order[at + step]) {
    order[at + step].push(slot);
    order.splice(at, 1);
  }
  return places.map((_, i) => {
    const place = order.findIndex((group) => group.includes(i));
    return place === -1 ? null : place + 1;
  });
}
