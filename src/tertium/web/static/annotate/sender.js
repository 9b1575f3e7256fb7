// Brings answers to the server, each exactly once. An answer is on disk before it is sent, has its id
// from the start, and leaves the cache only when the server says that it is stored. Trouble with the
// connection is tried again, later and later; a refusal is shown and never repeated by itself.

const WAITS = [1, 2, 4, 8, 15, 30]; // seconds
const TOGETHER = 50; // answers in one request
const PATIENCE = 20_000; // milliseconds until a request counts as failed

const FIELDS = ['id', 'assignment', 'answer', 'submitted_at', 'seconds', 'replaces', 'aids'];
const plain = (entry) => Object.fromEntries(FIELDS.map((name) => [name, entry[name]]));

export class Sender {
  constructor({ cache, home, token, nowhere = false, onSaved, onRefused, onChange }) {
    this.cache = cache;
    this.address = `${home}/judgements`;
    this.lock = `tertium ${token}`;
    this.nowhere = nowhere; // nothing is sent: somebody only looks
    this.onSaved = onSaved; // [entry, receipt] for each answer that is stored
    this.onRefused = onRefused; // an entry and why
    this.onChange = onChange;
    this.failures = 0; // in a row
    this.halted = null; // why the server takes nothing now, in its words
    this.oneByOne = false;
    this.waiting = [];
    this.troubled = [];
    this.running = null; // the promise of what is being sent now
    this.again = false;
    this.timer = 0;
  }

  /** Keep an answer and send it. When this returns, a closed laptop no longer loses it. */
  async add(entry) {
    await this.cache.put('queue', entry);
    await this.look();
    this.go();
  }

  /** Read again what is in the cache. */
  async look() {
    const entries = (await this.cache.all('queue')).sort((a, b) => a.n - b.n);
    this.waiting = entries.filter((entry) => !entry.trouble);
    this.troubled = entries.filter((entry) => entry.trouble);
    this.onChange();
  }

  async drop(...ids) {
    await this.cache.drop('queue', ...ids);
    await this.look();
  }

  /** Send what is there now; the promise is kept when all of it has arrived or cannot now. */
  go() {
    clearTimeout(this.timer);
    this.again = true;
    this.running ??= this.#run();
    return this.running;
  }

  /** Several windows take turns, so that one answer travels once. */
  async #run() {
    try {
      const turn = async () => {
        while (this.again) {
          this.again = false;
          await this.#empty();
        }
      };
      await this.#inTurn(turn);
    } finally {
      this.running = null;
      await this.look();
    }
  }

  /**
   * Locks exist in secure contexts only, and are denied in a frame of another site; without them
   * the server still stores each id once.
   */
  async #inTurn(turn) {
    let begun = false;
    try {
      if (!navigator.locks) throw new Error('no locks');
      await navigator.locks.request(this.lock, () => {
        begun = true;
        return turn();
      });
    } catch (error) {
      if (begun) throw error;
      await turn();
    }
  }

  async #empty() {
    await this.look();
    while (this.waiting.length) {
      const entries = this.waiting.slice(0, this.oneByOne ? 1 : TOGETHER);
      if (!(await this.#send(entries))) return;
      await this.look();
    }
    this.halted = null;
    this.oneByOne = false;
  }

  /** Send some answers; true when it makes sense to go on with the next. */
  async #send(entries) {
    if (this.nowhere) {
      await this.cache.drop('queue', ...entries.map((entry) => entry.id));
      return true;
    }
    let response;
    let told;
    try {
      const body = JSON.stringify({ judgements: entries.map(plain) });
      response = await fetch(this.address, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body,
        keepalive: body.length < 60_000, // finishes even if the page is left now
        signal: AbortSignal.timeout(PATIENCE),
      });
      told = await response.json();
    } catch {
      return this.#later();
    }
    if (response.ok) {
      this.failures = 0;
      this.halted = null;
      await this.#settle(entries, told);
      return true;
    }
    if (response.status === 429 || response.status >= 500) {
      return this.#later(Number(response.headers.get('retry-after')));
    }
    if (response.status === 403 || response.status === 404) {
      this.halted = told; // paused, closed or withdrawn: only a person can change that
      return false;
    }
    if (entries.length > 1) {
      this.oneByOne = true; // one of them is at fault: find out which
      return true;
    }
    await this.#refused(entries[0], { reason: 'invalid', ...told });
    return true;
  }

  #later(seconds = 0) {
    const wait = seconds || WAITS[Math.min(this.failures, WAITS.length - 1)];
    this.failures += 1;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.go(), wait * 1000 * (1 + Math.random() / 4));
    return false;
  }

  async #settle(entries, { saved, refused }) {
    const byId = new Map(entries.map((entry) => [entry.id, entry]));
    const stored = saved.filter((receipt) => byId.has(receipt.id));
    // First what counts now, then out of the queue: a crash in between only sends again.
    await this.cache.put('answers', ...stored.map((receipt) => {
      const { id, assignment, answer, seconds } = byId.get(receipt.id);
      return { id, assignment, answer, seconds, at: receipt.at };
    }));
    await this.cache.drop('queue', ...stored.map((receipt) => receipt.id));
    for (const refusal of refused) {
      const entry = byId.get(refusal.id);
      if (entry) await this.#refused(entry, refusal);
    }
    this.onSaved(stored.map((receipt) => [byId.get(receipt.id), receipt]));
  }

  /** Of several refused answers to one item only the last one is worth asking about. */
  async #refused(entry, refusal) {
    const older = (await this.cache.all('queue')).filter(
      (other) => other.assignment === entry.assignment && other.trouble && other.n < entry.n,
    );
    await this.cache.drop('queue', ...older.map((other) => other.id));
    await this.cache.put('queue', { ...entry, trouble: refusal });
    await this.onRefused(entry, refusal);
  }

  /** What the top bar says: one of four states. */
  get state() {
    if (this.halted || this.troubled.length) return 'refused';
    if (!this.waiting.length) return 'saved';
    return this.failures || !navigator.onLine ? 'kept' : 'saving';
  }
}

/** Try again whenever there is a reason to hope. */
export function keepTrying(sender) {
  const now = () => {
    if (document.visibilityState === 'visible') sender.go();
  };
  window.addEventListener('online', now);
  window.addEventListener('offline', () => sender.look());
  window.addEventListener('pageshow', now);
  window.addEventListener('focus', now);
  document.addEventListener('visibilitychange', now);
}
