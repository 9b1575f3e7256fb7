// Selecting a passage: by dragging, by clicking or tapping words, by keys. What is selected is one
// stretch of one text (a `pick`), or a caret between two words where something is missing.

import { endOf, isCaret, moved, pickAt, startOf, stretched, toEnd } from './mark-moves.js';
import { placeIn, rangeOf } from './mark-text.js';
import { unitsWithin } from './mark-units.js';

/** A selection over the texts of the item on the screen: `texts` by side, each with its element. */
export class Selection {
  constructor({ onPick, onMarks }) {
    this.onPick = onPick; // something else is selected
    this.onMarks = onMarks; // marks were clicked: their keys; true if one of them is shown now
    this.texts = {};
    this.pick = null;
    this.whole = true; // whole words
    this.side = 'target'; // the text that keys move in
    this.touch = false; // the last pointer was a finger
    this.tapped = false; // the first word was tapped, the last one may follow
  }

  /** Take the texts of another item. */
  show(texts) {
    this.texts = texts;
    this.side = texts.target ? 'target' : 'source';
    this.pick = null;
    this.tapped = false;
  }

  get #text() {
    return this.texts[this.side];
  }

  get cut() {
    return this.#text.cut;
  }

  /** What is selected: side, start, end; null if nothing is. */
  get passage() {
    return this.pick && { side: this.side, start: startOf(this.pick), end: endOf(this.pick) };
  }

  set(pick, side = this.side) {
    const former = this.side;
    this.side = side;
    this.pick = pick;
    this.onPick(former);
  }

  clear() {
    this.tapped = false;
    if (this.pick) this.set(null);
  }

  /** The selected passage becomes the place before it, and that the place after it. */
  toGap() {
    if (!this.pick) return;
    const { start, end } = this.passage;
    const words = unitsWithin(this.cut.words, start, end + 1);
    if (!isCaret(this.pick)) this.set({ from: start, to: start, head: start });
    else if (words.length) this.set(pickAt(words[0]));
  }

  // Keys -----------------------------------------------------------------------------------------

  /** Arrows, Home and End in a text; `from` is the active mark, if there is no selection. */
  key(event, from) {
    const { key, shiftKey, altKey } = event;
    const text = this.#text;
    if (!text || event.ctrlKey || event.metaKey) return false;
    const end = { Home: -1, End: 1 }[key];
    const side = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (!end && !side) return false;
    const units = altKey ? this.cut.characters : this.cut.words;
    if (!units.length) return true;
    const here = this.pick ?? (from && { from: from.start, to: from.end, head: from.end });
    if (end) {
      const edge = pickAt(end > 0 ? units.at(-1) : units[0]);
      this.set(shiftKey && here ? toEnd(here, units, end) : edge);
      return true;
    }
    // By sight: in a text from right to left the left arrow goes on.
    const step = side * (getComputedStyle(text.element).direction === 'rtl' ? -1 : 1);
    this.tapped = false;
    this.set(shiftKey ? stretched(here, units, step) : moved(here, units, step, { into: altKey }));
    return true;
  }

  /** A mark with its end moved by one word or character; null where the key means something else. */
  stretch(event, mark) {
    const side = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const text = this.texts[mark.side];
    if (!side || !event.shiftKey || !text || event.ctrlKey || event.metaKey) return null;
    const step = side * (getComputedStyle(text.element).direction === 'rtl' ? -1 : 1);
    const fixed = { from: mark.start, to: mark.start, head: mark.end };
    const pick = stretched(fixed, event.altKey ? text.cut.characters : text.cut.words, step);
    const [start, end] = [startOf(pick), endOf(pick)];
    return start === end ? { start: mark.start, end: mark.end } : { start, end };
  }

  // Pointers -------------------------------------------------------------------------------------

  /** Let pointers select in a text. */
  use(element, side) {
    let dragged = false;
    element.addEventListener('pointerdown', ({ pointerType }) => { this.touch = pointerType === 'touch'; });
    element.addEventListener('pointerup', () => { dragged = false; });
    document.addEventListener('mouseup', ({ detail }) => {
      if (this.texts[side]?.element !== element) return;
      const range = this.#dragged(element);
      if (!range) return;
      getSelection().removeAllRanges();
      if (detail > 1) return; // two clicks in a row are two clicks, whatever the browser selects
      dragged = true;
      const { start, end } = this.texts[side].cut.snapped(...range, { whole: this.whole });
      this.tapped = false;
      this.set({ from: start, to: end, head: end }, side);
    });
    element.addEventListener('click', (event) => {
      if (this.texts[side]?.element !== element) return;
      if (dragged) dragged = false; // it ended a drag
      else this.#clicked(event, element, side);
    });
  }

  /** Where the browser's own selection begins and ends in a text; null if it is none. */
  #dragged(element) {
    const selection = getSelection();
    if (selection.isCollapsed || !selection.rangeCount || !element.contains(selection.anchorNode)) return null;
    const range = selection.getRangeAt(0);
    const start = placeIn(element, range.startContainer, range.startOffset) ?? 0;
    const end = placeIn(element, range.endContainer, range.endOffset) ?? element.textContent.length;
    return start < end ? [start, end] : null;
  }

  /** The word under a pointer; between two words the place there. */
  #under({ clientX, clientY }, element, cut) {
    const caret = document.caretPositionFromPoint?.(clientX, clientY) ?? document.caretRangeFromPoint?.(clientX, clientY);
    const at = caret ? placeIn(element, caret.offsetNode ?? caret.startContainer, caret.offset ?? caret.startOffset) : null;
    if (at === null) return null;
    const units = this.whole ? cut.words : cut.characters;
    const near = unitsWithin(units, Math.max(0, at - 1), at + 1);
    const hit = near.find(({ start, end }) => [...rangeOf(element, start, end).getClientRects()].some(
      (box) => clientX >= box.left && clientX <= box.right && clientY >= box.top - 8 && clientY <= box.bottom + 8,
    ));
    const gap = cut.gap(at, { whole: this.whole });
    return hit ?? { start: gap, end: gap };
  }

  #clicked(event, element, side) {
    const { cut } = this.texts[side];
    const { touch } = this;
    const stretching = this.pick && side === this.side && (event.shiftKey || (touch && this.tapped));
    const marks = event.target.closest('[data-marks]')?.dataset.marks.split(' ').map(Number);
    if (marks && !stretching && this.onMarks(marks)) return;
    const unit = this.#under(event, element, cut);
    if (!unit) return;
    if (!stretching) {
      this.tapped = touch;
      this.set(pickAt(unit), side);
      return;
    }
    const { start, end } = this.passage;
    this.tapped = false;
    if (touch && unit.start === start && unit.end === end) this.clear(); // the same word again
    else this.set({ from: start, to: end, head: unit.end > end ? unit.end : unit.start }, side);
  }
}
