// The same link in two windows of one browser: each knows of the other, and says so.

export class OtherWindows {
  #own = crypto.getRandomValues(new Uint32Array(1))[0];
  #others = new Set();
  #dismissed = false;

  /** `channel` reaches the other windows of this link; `onChange` hears when one comes or goes. */
  constructor(channel, onChange) {
    Object.assign(this, { channel, onChange });
    if (!channel) return;
    this.#ask();
    window.addEventListener('pagehide', () => this.#post('closed'));
    window.addEventListener('pageshow', ({ persisted }) => persisted && this.#ask());
    // A window that broke down never said that it closed: whoever is there answers again.
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && this.#ask());
  }

  #post(kind) {
    this.channel.postMessage({ window: this.#own, kind });
  }

  #ask() {
    this.#others.clear();
    this.#post('open');
    this.onChange();
  }

  /** Take in a message; false if it is about something else. */
  heard({ window: other, kind }) {
    if (!kind) return false;
    if (kind === 'closed') this.#others.delete(other);
    else this.#others.add(other);
    if (kind === 'open') this.#post('here');
    if (this.#others.size === 0) this.#dismissed = false;
    this.onChange();
    return true;
  }

  /** Another window shows this link, and nobody said that it may. */
  get present() {
    return this.#others.size > 0 && !this.#dismissed;
  }

  dismiss() {
    this.#dismissed = true;
    this.onChange();
  }
}
