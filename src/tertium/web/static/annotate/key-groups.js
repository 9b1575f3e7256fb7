// Which group a key belongs to, so that effort can be told without telling what was typed.

const NAVIGATION = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown', 'Tab']);
const ERASING = new Set(['Backspace', 'Delete', 'Clear']);
const SILENT = new Set([
  'Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'NumLock', 'ScrollLock', 'Fn', 'FnLock', 'Hyper', 'Super',
  'Symbol', 'SymbolLock', 'Escape', 'Unidentified',
]);

/** The group of a character. */
export function groupOfText(text) {
  const last = [...text].at(-1) ?? '';
  if (/[\p{L}\p{M}]/u.test(last)) return 'letters';
  if (/\p{N}/u.test(last)) return 'digits';
  return /\s/u.test(last) ? 'spaces' : 'symbols';
}

/** The group of a key while a word is being composed: by its place, for its name is not told. */
function groupOfPlace(code) {
  if (/^Key/.test(code)) return 'letters';
  if (/^(Digit|Numpad\d)/.test(code)) return 'digits';
  if (code === 'Space') return 'spaces';
  if (ERASING.has(code)) return 'erasing';
  if (NAVIGATION.has(code)) return 'navigation';
  return code === 'Enter' ? 'commands' : 'symbols';
}

/**
 * The group of a pressed key; null for what is no keystroke in a text: modifiers, function keys,
 * Ctrl + Enter. A paste is counted as such, however it was asked for, so its keys are not.
 */
export function groupOf(event, { mac = /Mac|iP/.test(navigator.platform) } = {}) {
  const { key, code } = event;
  if (SILENT.has(key) || /^F\d+$/.test(key)) return null;
  if (key === 'Process' || event.isComposing) return code ? groupOfPlace(code) : null;
  const third = event.getModifierState?.('AltGraph') || (mac && event.altKey && !event.ctrlKey && !event.metaKey);
  const command = !third && (event.ctrlKey || event.metaKey || event.altKey);
  if (command && key === 'Enter') return null;
  if ((command && key.toLowerCase() === 'v') || (event.shiftKey && key === 'Insert')) return null;
  if (ERASING.has(key)) return 'erasing';
  if (NAVIGATION.has(key)) return 'navigation';
  if (command) return 'commands';
  if (key === 'Enter') return 'spaces';
  if (key === 'Dead') return 'symbols';
  return [...key].length === 1 ? groupOfText(key) : 'commands';
}

/** The group of what a keyboard on a screen does, which often tells no keys. */
export function groupOfInput({ inputType, data }) {
  if (inputType.startsWith('delete')) return 'erasing';
  if (inputType === 'insertLineBreak' || inputType === 'insertParagraph') return 'spaces';
  return inputType.startsWith('insert') && data ? groupOfText(data) : null;
}
