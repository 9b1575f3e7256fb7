// Keys, by their place on the keyboard (event.code), so that they hold on every layout. What is
// printed on the controls follows the layout where the browser tells it; where it does not, the
// letter that a key writes counts as well, because that is what people see printed.

const ACTS = { KeyC: 'comment', KeyZ: 'undo', KeyD: 'differences', KeyB: 'earlier', KeyN: 'later' };

let layoutKnown = false;

/** Print on each key what the reader's keyboard prints there. */
export async function printKeys(root = document) {
  let layout;
  try {
    layout = await navigator.keyboard?.getLayoutMap();
  } catch {
    return; // not allowed here
  }
  if (!layout?.size) return;
  layoutKnown = true;
  for (const key of root.querySelectorAll('kbd[data-code]')) {
    const letter = layout.get(key.dataset.code);
    if (letter) key.textContent = letter.toUpperCase();
  }
}

/** Single keys rest while somebody writes. */
export const typing = (element) => element.matches?.('textarea, select, input:not([type="radio"], [type="checkbox"])') ?? false;

/** The digit of an event, from the row above the letters or the number pad. */
export const digitOf = (event) => /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1] ?? null;

/** What a single key asks for, or null. */
export function actOf(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  if (event.key === '?') return 'help';
  const letter = event.key.toUpperCase();
  if (!layoutKnown && `Key${letter}` in ACTS) return ACTS[`Key${letter}`];
  return ACTS[event.code] ?? null;
}
