// Active time, measured honestly.
//
// The time between two inputs (a key, a pointer, a wheel, a touch) counts in full up to one minute:
// that is reading. What goes beyond the minute does not count, whatever happens next. Nothing counts
// while the tab is hidden, the window has no focus, or a dialog covers the item. The clock of the
// machine may jump; performance.now() does not.

export const READING = 60_000; // milliseconds without an input that still count

/** Counts for one item. It knows only moments: `running` begins, `touch` is an input. */
export class ActiveClock {
  constructor({ now = () => performance.now(), reading = READING } = {}) {
    this.now = now;
    this.reading = reading;
    this.counted = 0;
    this.since = null; // the last input, or when the clock began to run; null while it rests
  }

  #open() {
    return this.since === null ? 0 : Math.min(this.now() - this.since, this.reading);
  }

  /** Begin an item; `seconds` were counted at earlier visits. */
  begin(seconds = 0) {
    this.counted = seconds * 1000;
    if (this.since !== null) this.since = this.now();
  }

  run() {
    if (this.since === null) this.since = this.now();
  }

  rest() {
    this.counted += this.#open();
    this.since = null;
  }

  touch() {
    if (this.since === null) return;
    this.counted += this.#open();
    this.since = this.now();
  }

  /** Seconds so far, to the tenth. */
  get seconds() {
    return Math.round((this.counted + this.#open()) / 100) / 10;
  }
}

const INPUTS = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'scroll', 'touchmove', 'input'];

/** Let the page run a clock; returns a function that looks again, for when a dialog opens. */
export function watch(clock, covered = () => false) {
  const look = () => {
    const reading = document.visibilityState === 'visible' && document.hasFocus() && !covered();
    if (reading) clock.run(); else clock.rest();
  };
  for (const kind of INPUTS) {
    window.addEventListener(kind, () => clock.touch(), { passive: true, capture: true });
  }
  for (const kind of ['focus', 'blur', 'pageshow', 'pagehide']) window.addEventListener(kind, look);
  document.addEventListener('visibilitychange', look);
  look();
  return look;
}
