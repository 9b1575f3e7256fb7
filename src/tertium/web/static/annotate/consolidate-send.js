// Decisions on their way to the server. Each has its id before it is sent and stays in this browser
// until the server has it, so that a lost connection loses nothing and sending again doubles nothing.

import { storage } from './local-storage.js';

const AGAIN = 2000; // milliseconds between attempts without a connection

export class Sender {
  #waiting = [];

  #sending = false;

  constructor(home, { saving, saved, failed, refused }) {
    this.home = home;
    this.tell = { saving, saved, failed, refused };
    this.key = `tertium decisions ${home}`;
    this.#waiting = JSON.parse(storage?.getItem(this.key) ?? '[]');
  }

  get idle() {
    return !this.#waiting.length;
  }

  /** Send a decision; it is kept until it is acknowledged. */
  send(decision) {
    const made = { id: crypto.randomUUID?.() ?? `d-${Date.now()}-${Math.random().toString(36).slice(2)}`, submitted_at: new Date().toISOString(), ...decision };
    this.#waiting.push(made);
    this.#keep();
    return this.flush();
  }

  /** Send what waits, oldest first, until nothing does. */
  async flush() {
    if (this.#sending) return;
    this.#sending = true;
    while (this.#waiting.length) {
      this.tell.saving();
      const outcome = await this.#post(this.#waiting[0]); // in order: a later one may replace it
      if (!outcome) {
        this.tell.failed();
        await new Promise((resolve) => { setTimeout(resolve, AGAIN); });
        continue;
      }
      this.#waiting.shift();
      this.#keep();
      if (outcome.refused.length) this.tell.refused(outcome.refused[0]);
      else this.tell.saved(outcome.saved[0]);
    }
    this.#sending = false;
  }

  async #post(decision) {
    try {
      const response = await fetch(`${this.home}/decisions`, {
        method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ decisions: [decision] }),
      });
      if (response.ok) return await response.json();
      if (response.status >= 500 || response.status === 429) return null;
      const { what, fix } = await response.json();
      return { saved: [], refused: [{ id: decision.id, what, fix }] };
    } catch {
      return null; // no connection
    }
  }

  #keep() {
    if (this.#waiting.length) storage?.setItem(this.key, JSON.stringify(this.#waiting));
    else storage?.removeItem(this.key);
  }
}
