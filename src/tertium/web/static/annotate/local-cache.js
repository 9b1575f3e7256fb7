// What this browser keeps for one personal link, in IndexedDB: answers not yet with the server,
// the batch being worked on, the answers that count, and what was begun but not saved.
// Where a browser keeps nothing on disk (some private windows) a cache in memory does the same.

import { storage } from './local-storage.js';

const KINDS = {
  queue: 'id', // answers on their way, oldest first by `n`
  answers: 'assignment', // the answers that count, as far as this browser knows
  batches: 'batch', // tasks as the server sent them
  drafts: 'assignment', // choice, comment and time of items that are not saved yet
  pieces: 'piece', // earlier parts of the log of a text that is being edited
};

const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

function openDatabase() {
  const request = indexedDB.open('tertium', 2);
  request.onupgradeneeded = () => {
    for (const [kind, key] of Object.entries(KINDS)) {
      if (request.result.objectStoreNames.contains(kind)) continue;
      request.result.createObjectStore(kind, { keyPath: ['token', key] });
    }
  };
  return new Promise((resolve, reject) => {
    request.onblocked = () => reject(new Error('an older page of this browser is open'));
    done(request).then(resolve, reject);
  });
}

class MemoryCache {
  constructor() {
    this.onDisk = false;
    this.kept = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, new Map()]));
  }

  async all(kind) {
    return [...this.kept[kind].values()];
  }

  async get(kind, key) {
    return this.kept[kind].get(key);
  }

  putDraft(draft) {
    return this.put('drafts', draft);
  }

  async put(kind, ...values) {
    for (const value of values) this.kept[kind].set(value[KINDS[kind]], { ...value });
  }

  async drop(kind, ...keys) {
    for (const key of keys) this.kept[kind].delete(key);
  }

  async clear(kind) {
    this.kept[kind].clear();
  }
}

class DiskCache {
  constructor(database, token) {
    this.database = database;
    this.token = token;
    this.onDisk = true;
    this.begun = `tertium begun ${token}`;
    this.spare = new MemoryCache(); // for what the disk does not take: it is full, or went away
  }

  /** Run one transaction; it has ended when the promise is kept. */
  #act(kind, mode, act) {
    return new Promise((resolve, reject) => {
      // Strict: an answer is on disk before we go on, so that a flat battery loses nothing.
      const transaction = this.database.transaction(kind, mode, { durability: 'strict' });
      let result;
      act(transaction.objectStore(kind), (value) => { result = value; });
      transaction.oncomplete = () => resolve(result);
      transaction.onabort = transaction.onerror = () => reject(transaction.error);
    });
  }

  get #mine() {
    return IDBKeyRange.bound([this.token], [this.token, []]); // arrays sort after all strings
  }

  async all(kind) {
    const kept = await this.#act(kind, 'readonly', (store, give) => {
      store.getAll(this.#mine).onsuccess = (event) => give(event.target.result);
    });
    const newer = await this.spare.all(kind);
    return [...new Map([...kept, ...newer].map((value) => [value[KINDS[kind]], value])).values()];
  }

  async get(kind, key) {
    const spare = await this.spare.get(kind, key);
    return spare ?? this.#act(kind, 'readonly', (store, give) => {
      store.get([this.token, key]).onsuccess = (event) => give(event.target.result);
    });
  }

  async put(kind, ...values) {
    try {
      await this.#act(kind, 'readwrite', (store) => {
        for (const value of values) store.put({ ...value, token: this.token });
      });
    } catch {
      this.onDisk = false;
      await this.spare.put(kind, ...values);
    }
  }

  /**
   * Keep what was begun. The database takes a while, and a page that is left takes its open
   * transactions with it: until the draft is there it is also in local storage, which takes it at once.
   */
  async putDraft(draft) {
    const text = JSON.stringify(draft);
    try {
      storage?.setItem(this.begun, text);
    } catch {
      // Local storage is full; the database may still take it.
    }
    await this.put('drafts', draft);
    if (storage?.getItem(this.begun) === text) storage.removeItem(this.begun);
  }

  /** Take over what a page that was left in a hurry put into local storage. */
  async recover() {
    const text = storage?.getItem(this.begun);
    if (text) await this.putDraft(JSON.parse(text));
    return this;
  }

  async drop(kind, ...keys) {
    if (kind === 'drafts') storage?.removeItem(this.begun);
    await this.spare.drop(kind, ...keys);
    await this.#act(kind, 'readwrite', (store) => {
      for (const key of keys) store.delete([this.token, key]);
    });
  }

  async clear(kind) {
    await this.spare.clear(kind);
    await this.#act(kind, 'readwrite', (store) => store.delete(this.#mine));
  }
}

/** Open the cache of a link; `memory` keeps nothing beyond this page. */
export async function openCache(token, { memory = false } = {}) {
  if (memory) return new MemoryCache();
  try {
    return await new DiskCache(await openDatabase(), token).recover();
  } catch {
    return new MemoryCache();
  }
}

/** Forget what was only needed for working; answers on their way stay. */
export async function tidy(token) {
  const cache = await openCache(token);
  await Promise.all(['answers', 'batches', 'drafts', 'pieces'].map((kind) => cache.clear(kind)));
}
