// What keys are, whatever they are used for.

/** Single keys rest while somebody writes; a slider and its number take nothing but digits. */
export const typing = (element) => element.matches?.(
  'textarea, select, input:not([type="radio"], [type="checkbox"], [type="range"], .value)',
) ?? false;

/** The digit of an event, from the row above the letters or the number pad. */
export const digitOf = (event) => /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1] ?? null;
