// The marks of one item with everything that was done to them: undo and redo go through whole states.
// A mark is never changed, only replaced. Nothing here touches the page.

let count = 0;

/** A name for a mark on this page. */
const newKey = () => {
  count += 1;
  return count;
};

const SIDES = ['source', 'target'];

/** In the order of reading: the source first, then by place, longer ones first. */
const byPlace = (one, two) => SIDES.indexOf(one.side) - SIDES.indexOf(two.side)
  || one.start - two.start || two.end - one.end || one.key - two.key;

export class Book {
  constructor() {
    this.open(null);
  }

  /** Begin with marks in the order they were made; undo takes those in `begun` back one by one. */
  open(state, { begun = 0 } = {}) {
    const marks = (state?.marks ?? []).map((mark) => ({ ...mark, key: newKey() }));
    this.now = { clean: Boolean(state?.clean), waved: state?.waved ?? [], marks };
    this.base = marks.length - begun; // those that were there before anything was begun
    const sooner = (n) => ({ ...this.now, marks: marks.slice(0, n), clean: false });
    this.past = Array.from({ length: begun }, (_, i) => sooner(marks.length - begun + i));
    this.future = [];
    this.run = null; // what the last act went on with: letters of one note are one act
  }

  /** The marks as they are numbered. */
  get sorted() {
    if (this.sortedOf !== this.now.marks) {
      this.sortedOf = this.now.marks;
      this.kept = [...this.now.marks].sort(byPlace);
    }
    return this.kept;
  }

  /** How many marks were made since, for a draft. */
  get begun() {
    return Math.max(0, this.now.marks.length - this.base);
  }

  mark(key) {
    return this.now.marks.find((mark) => mark.key === key);
  }

  numberOf(key) {
    return this.sorted.findIndex((mark) => mark.key === key) + 1;
  }

  #act(next, run = null) {
    if (!run || run !== this.run) this.past.push(this.now);
    this.run = run;
    this.future = [];
    this.now = next;
  }

  /** Add a mark; returns its key. */
  add(mark) {
    const key = newKey();
    this.#act({ ...this.now, clean: false, marks: [...this.now.marks, { note: '', hint: '', ...mark, key }] });
    return key;
  }

  change(key, changes, { run = null } = {}) {
    const marks = this.now.marks.map((mark) => (mark.key === key ? { ...mark, ...changes } : mark));
    this.#act({ ...this.now, marks }, run && `${run} ${key}`);
  }

  remove(key) {
    this.#act({ ...this.now, marks: this.now.marks.filter((mark) => mark.key !== key) });
  }

  /** Say, or take back, that nothing is wrong. */
  setClean(clean) {
    this.#act({ ...this.now, clean });
  }

  /** Leave a hint out of sight. */
  wave(hint) {
    this.#act({ ...this.now, waved: [...this.now.waved, hint] });
  }

  /** Go back (or forth again) by one act; the mark it was about, null for none, undefined if there was no act. */
  step(back) {
    const [from, to] = back ? [this.past, this.future] : [this.future, this.past];
    if (!from.length) return undefined;
    const former = this.now;
    to.push(former);
    this.now = from.pop();
    this.run = null;
    return this.now.marks.find((mark) => !former.marks.includes(mark))?.key ?? null;
  }
}
