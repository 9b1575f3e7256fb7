// Scores: whole numbers from 0 to 100; null is none yet, and zero is one. Nothing here touches the page.

export const LOW = 0;
export const HIGH = 100;
export const MIDDLE = 50; // where a slider begins that is moved before it is set

/** Digits as people write them elsewhere (٨٦, ８６) are digits too. */
const western = (text) => text.normalize('NFKC').replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => digit.charCodeAt(0) % 16);

/** The score somebody typed: null for nothing, undefined for what is no score. */
export function typed(text) {
  const written = western(text).trim();
  if (written === '') return null;
  return /^\d{1,3}$/.test(written) && Number(written) <= HIGH ? Number(written) : undefined;
}

/** What looks like a number, though it may be none of ours: 150, -5, 7.5. */
export const isNumeric = (text) => /^[-+−]?[\d.,]*$/.test(western(text).trim());

const within = (score) => Math.min(HIGH, Math.max(LOW, score));

/** A score moved by a step; without one it begins in the middle. */
export const moved = (score, step) => (score === null ? MIDDLE : within(score + step));

/** A number of things counted on or back; without one, counting begins at zero. */
export const counted = (number, step) => within((number ?? LOW) + step);
