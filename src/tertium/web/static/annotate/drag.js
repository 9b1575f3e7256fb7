// Dragging letters in the strip, by mouse, pen or finger: onto a place to share it, between two places
// to stand between them, onto "not placed" to take the place back. Esc lets go, and so does letting go
// far from the strip.

import { find } from './dom.js';
import { inserted, placed } from './ranks.js';
import { strip } from './ranking.js';

const FAR = 5; // pixels that make a press a drag
const EDGE = 0.25; // share of a taken place, at either end, that means "before" or "after" it
const AWAY = 48; // pixels from the strip beyond which letting go means nothing

let held = null; // {token, pointer, slot, x, y, dragging}

const boxes = () => [...find('strip').children];

/** The box nearest to a point, if one is near. */
function nearest(x, y) {
  const distance = (box) => {
    const { left, right, top, bottom } = box.getBoundingClientRect();
    return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
  };
  const best = boxes().reduce((found, box) => (distance(box) < distance(found) ? box : found));
  return distance(best) > AWAY ? null : best;
}

/** What letting go at a point would do: a box, and `before`, `after` or `on` it; null for nothing. */
function aim(x, y) {
  const box = nearest(x, y);
  if (!box) return null;
  const others = [...box.querySelectorAll('.token')].filter((token) => token !== held.token);
  if (!box.dataset.place || !others.length) return { box, how: 'on' };
  const { left, width } = box.getBoundingClientRect();
  const along = (x - left) / width;
  const share = getComputedStyle(find('strip')).direction === 'rtl' ? 1 - along : along;
  return { box, how: share < EDGE ? 'before' : share > 1 - EDGE ? 'after' : 'on' };
}

function mark(target) {
  for (const box of boxes()) {
    if (target?.box === box) box.dataset.aim = target.how; else delete box.dataset.aim;
  }
}

function letGo() {
  if (!held) return;
  held.token.classList.remove('held');
  held.token.style.translate = '';
  find('strip').classList.remove('dragging');
  mark(null);
  held = null;
}

function onDown(event) {
  const token = event.target.closest('.token');
  if (!token || event.button || held) return;
  event.preventDefault(); // no text is selected on the way
  token.setPointerCapture(event.pointerId);
  const slot = Number(token.dataset.slot);
  held = { token, pointer: event.pointerId, slot, x: event.clientX, y: event.clientY, dragging: false };
}

const ours = (event) => held?.pointer === event.pointerId; // another finger may lie on the strip

function onMove(event) {
  if (!ours(event)) return;
  const [across, down] = [event.clientX - held.x, event.clientY - held.y];
  if (!held.dragging && Math.hypot(across, down) < FAR) return;
  held.dragging = true;
  held.token.classList.add('held');
  find('strip').classList.add('dragging');
  held.token.style.translate = `${across}px ${down}px`;
  mark(aim(event.clientX, event.clientY));
}

function onUp(event) {
  if (!ours(event)) return;
  const { slot, dragging } = held;
  const target = dragging ? aim(event.clientX, event.clientY) : null;
  letGo();
  if (target) {
    const place = Number(target.box.dataset.place) || null;
    const before = strip.places();
    strip.change(slot, target.how === 'on'
      ? placed(before, slot, place)
      : inserted(before, slot, target.how === 'before' ? place : place + 1));
  }
  strip.choose(slot, { focus: !dragging }); // a press without a drag leads to the card
}

/** Let letters be dragged. */
export function useDrag() {
  const area = find('strip');
  if (!area) return;
  area.addEventListener('pointerdown', onDown);
  area.addEventListener('pointermove', onMove);
  area.addEventListener('pointerup', onUp);
  area.addEventListener('pointercancel', letGo);
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && held) letGo();
  });
}
