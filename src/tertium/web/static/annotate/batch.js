// The work of a batch: its tasks, the answers that count, what is begun.
// Nothing here touches the page.

/** An id for a judgement (a UUID of version 7): the time, so that the store can keep ids
 *  of one hour together and stays fast when it is large; the rest is random. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  let time = Date.now();
  for (let place = 5; place >= 0; place -= 1) {
    bytes[place] = time % 256;
    time = Math.floor(time / 256);
  }
  bytes[6] = (bytes[6] & 0x0f) | 0x70;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Two answers say the same. */
export function sameAnswer(one, two) {
  // Of an edited text the text counts, not the way to it.
  const said = ([name, value]) => [name, value?.text ?? value];
  const sorted = (answer) => JSON.stringify(Object.entries(answer ?? {}).map(said).sort());
  return sorted(one) === sorted(two);
}

/** An answer that may be sent: of a text that came from the server, the log is there already. */
function withLog(answer) {
  const { text, seen } = answer.edited ?? {};
  return seen ? { ...answer, edited: { text, events: [], after: seen.events } } : answer;
}

export class BatchWork {
  constructor(cache, address) {
    this.cache = cache;
    this.address = address; // of its tasks
    this.page = null; // what stays the same from task to task
    this.tasks = [];
    this.batch = 0;
    this.batches = 0;
    this.answers = new Map(); // assignment → {id, answer, seconds, at}
    this.documents = []; // those that tasks have their place in
    this.part = ''; // which step of the work this is
    this.closes = false; // and that it is closed when all is answered
    this.grows = false; // more items may follow from the answers
    this.fresh = null; // the batch came from the server (or from this browser)
  }

  /** Load a batch: from the server, or, without a connection, from this browser. */
  async load(number = null) {
    const batch = await this.#fetch(number);
    if (batch) {
      this.fresh = true;
      await this.#take(batch);
      return;
    }
    const kept = (await this.cache.all('batches')).sort((a, b) => a.batch - b.batch);
    const answered = new Set([
      ...(await this.cache.all('answers')).map((answer) => answer.assignment),
      ...(await this.cache.all('queue')).map((entry) => entry.assignment),
    ]);
    const found = number === null
      ? kept.find((one) => one.tasks.some((task) => !answered.has(task.id))) ?? kept.at(-1)
      : kept.find((one) => one.batch === number);
    if (!found) throw new Error('no connection, and nothing kept');
    this.fresh = false;
    await this.#show(found);
  }

  /** What the server would give now: the first batch with open items; null without a connection. */
  peek() {
    return this.#fetch(null);
  }

  /** Keep the next batch at hand, so that its beginning needs no connection; null if it is there. */
  async prepareNext() {
    const next = this.batch + 1;
    if (next > this.batches || (await this.cache.get('batches', next))) return null;
    const batch = await this.#fetch(next);
    if (batch) await this.cache.put('batches', batch);
    return batch;
  }

  async #fetch(number) {
    const query = number === null ? '' : `?batch=${number}`;
    try {
      const response = await fetch(`${this.address}${query}`);
      if (response.status >= 500) return null;
      const told = await response.json();
      if (!response.ok) throw Object.assign(new Error(told.what), { told });
      return told;
    } catch (error) {
      if (error.told) throw error;
      return null;
    }
  }

  /** Take in a batch from the server: what it says about stored answers is the truth. */
  async #take(batch) {
    const former = await this.cache.all('batches');
    await this.cache.drop('batches', ...former.map((one) => one.batch).filter((n) => n < batch.batch));
    await this.cache.put('batches', batch);
    const stored = batch.tasks.filter((task) => task.answered);
    await this.cache.drop('answers', ...batch.tasks.map((task) => task.id));
    if (stored.length) {
      await this.cache.put('answers', ...stored.map((task) => ({ assignment: task.id, ...task.answered })));
    }
    await this.#show(batch);
  }

  async #show({ page, batch, batches, tasks, own, grows, documents, part, closes }) {
    Object.assign(this, { page, batch, batches, tasks, grows, documents, part, closes });
    const here = new Set(tasks.map((task) => task.id));
    this.answers = new Map();
    for (const { assignment, ...answer } of await this.cache.all('answers')) {
      if (here.has(assignment)) this.answers.set(assignment, answer);
    }
    const counted = tasks.filter((task) => task.answered);
    // Work outside this batch stays as the server counted it; the batch itself is counted live.
    this.elsewhere = {
      done: own.done - counted.length,
      seconds: own.seconds - counted.reduce((sum, task) => sum + (task.answered.seconds ?? 0), 0),
    };
    this.assigned = own.assigned;
    const waiting = (await this.cache.all('queue')).sort((a, b) => a.n - b.n);
    for (const entry of waiting) if (!entry.trouble) this.#count(entry);
  }

  #count({ assignment, id, answer, seconds, submitted_at: at }) {
    if (this.indexOf(assignment) !== -1) this.answers.set(assignment, { id, answer, seconds, at });
  }

  /** Make a judgement of an answer; it names the one it replaces. */
  judge(assignment, said, seconds, aids, { number, replaces } = {}) {
    const answer = withLog(said);
    const entry = {
      id: newId(),
      n: performance.timeOrigin + performance.now(),
      batch: this.batch,
      number: number ?? this.indexOf(assignment) + 1,
      assignment,
      answer,
      submitted_at: new Date().toISOString(),
      seconds,
      replaces: replaces ?? this.answers.get(assignment)?.id ?? null,
      aids,
    };
    this.#count(entry);
    return entry;
  }

  /** Take in an answer that counts, from the server or from another window. */
  learn(assignment, answer) {
    if (answer) this.answers.set(assignment, answer);
    else this.answers.delete(assignment);
  }

  indexOf(assignment) {
    return this.tasks.findIndex((task) => task.id === assignment);
  }

  get firstOpen() {
    return this.tasks.findIndex((task) => !this.answers.has(task.id));
  }

  /** How far forward somebody may look: answered items, and the first open one. */
  get reach() {
    return this.firstOpen === -1 ? this.tasks.length - 1 : this.firstOpen;
  }

  /** This is the last batch so far, and more may follow. */
  get open() {
    return this.grows && this.batch >= this.batches;
  }

  /** Two tasks ask the same about one source. */
  sameSource(one, two) {
    const what = ({ source, reference, before, after, asks }) => JSON.stringify([source, reference, before, after, asks]);
    return what(one) === what(two);
  }

  /** Two tasks stand in the same document. */
  sameDocument(one, two) {
    return Boolean(one.place) && one.place.document === two.place?.document;
  }

  /** The document around a task: its lines, the order of its columns, the scores given so far;
   *  null if it has none. The columns of the task come first, in the order of its slots. */
  documentOf(task) {
    if (!task.place || task.mode === 'mark') return null;
    const { document, columns } = task.place;
    const { lines, columns: count } = this.documents[document];
    const order = [...new Set([...columns, ...Array(count).keys()])];
    const given = lines.map(() => order.map(() => []));
    for (const { id, asks, place } of this.tasks) {
      const answer = place?.document === document && place.line !== null && this.answers.get(id)?.answer;
      if (!answer || answer.problem) continue;
      place.columns.forEach((column, slot) => {
        given[place.line][order.indexOf(column)] = asks.map((ask) => answer[ask][slot]);
      });
    }
    return { key: `${this.batch} ${document} ${order}`, lines, order, given };
  }

  /** Which of several questions in a row about one source this is; null if it is the only one. */
  runOf(place) {
    const same = (i) => this.tasks[i] && this.sameSource(this.tasks[i], this.tasks[place]);
    let first = place;
    while (same(first - 1)) first -= 1;
    let last = place;
    while (same(last + 1)) last += 1;
    return first === last ? null : { number: place - first + 1, count: last - first + 1 };
  }

  get done() {
    return this.tasks.filter((task) => this.answers.has(task.id)).length;
  }

  /** The annotator's own work: items and seconds, over all batches. */
  get own() {
    const seconds = [...this.answers.values()].reduce((sum, answer) => sum + (answer.seconds ?? 0), 0);
    return { done: this.elsewhere.done + this.done, seconds: this.elsewhere.seconds + seconds, assigned: this.assigned };
  }
}
