// Which single key asks for what: by its place on the keyboard (event.code), so that it holds on
// every layout. What is printed on the controls follows the layout where the browser tells it;
// where it does not, the letter that a key writes comes first, because that is what people see.

import { preferences } from './settings.js';
import { pageData } from './messages.js';

const { standard, printed } = pageData('keys');
export { standard };

let layout = null;

/** What is printed on the key at a place. */
export function nameOf(code) {
  const there = layout?.get(code) ?? printed[code] ?? code;
  const large = there.toUpperCase();
  return large.length === there.length ? large : there; // ß has no capital on keyboards
}

/** Print the key of each act on its controls, and those that always stand at the same place. */
export function printKeys() {
  for (const key of document.querySelectorAll('kbd[data-act]')) {
    key.textContent = nameOf(preferences.codes[key.dataset.act]);
  }
  for (const key of document.querySelectorAll('kbd[data-code]')) key.textContent = nameOf(key.dataset.code);
}

/** Print on each key what the reader's keyboard prints there. */
export async function learnLayout() {
  try {
    const told = await navigator.keyboard?.getLayoutMap();
    if (told?.size) layout = told;
  } catch {
    return; // not allowed here
  }
  printKeys();
}

/** The acts that this page knows; Help lists them. */
export const acts = Object.keys(standard).filter((act) => document.querySelector(`[data-row="${act}"]`));

// Acts that are asked for by a sign, wherever it stands, until a place is chosen for them.
const SIGNS = Object.entries({ help: '?', tie: '=' }).filter(([act]) => acts.includes(act));

/** The names a pressed key may be kept under, the one that counts first. */
function namesOf(event) {
  const letter = `Key${event.key.toUpperCase()}`;
  const signs = SIGNS.map(([, sign]) => sign).filter((sign) => sign === event.key);
  return [...signs, ...(!layout && letter in printed ? [letter] : []), event.code];
}

/** The act whose key is kept under a name. */
export const actAt = (name) => acts.find((act) => preferences.codes[act] === name);

const modified = (event) => event.ctrlKey || event.metaKey || event.altKey;

/** What a single key asks for, or null. */
export function actOf(event) {
  return modified(event) ? null : namesOf(event).map(actAt).find(Boolean) ?? null;
}

/** The name under which a pressed key can be kept for an act; null for keys that stay as they are. */
export function codeFor(act, event) {
  if (modified(event)) return null;
  // A sign is no place: it is itself as long as its own act is asked for by it.
  const itself = (name) => SIGNS.some(
    ([owner, sign]) => sign === name && (act === owner || preferences.codes[owner] === name),
  );
  return namesOf(event).find((name) => name in printed || itself(name)) ?? null;
}
