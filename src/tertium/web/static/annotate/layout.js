// Where texts stand: below each other while all of them fit, beside each other where they are long, many
// outputs in rows. It is settled when an item is shown; nothing that an annotator does changes it.

import { bound } from './context.js';
import { find } from './dom.js';

const FEW = 4; // lines that are easily read above others
const MANY = 3; // outputs that stand in rows
const SCROLLERS = ':is(.text, .sheet) > .read:not(.marks), .near, .option, .output > .read, .card > .read, .cards, .chunk-list, .doc, .seg .read';

const item = find('item');
const visible = (element) => element.offsetParent !== null;

/** How many lines a text takes. */
const linesOf = (element) => element.offsetHeight / parseFloat(getComputedStyle(element).lineHeight);

/** What has to be seen at once does not fit between bar and answer. */
function isTooHigh() {
  const line = find('focus')?.closest('.line');
  const room = line ? find('reading') : find('main');
  return (line ? line.offsetHeight + 2 * parseFloat(getComputedStyle(line).marginTop) : room.scrollHeight) > room.clientHeight + 1;
}

const isLong = () => [find('source'), find('target')].some((text) => text && visible(text) && linesOf(text) > FEW + 0.5);

const outputsShown = () => [...item.querySelectorAll('.card, .outputs > .output')].filter((one) => !one.hidden && visible(one)).length;

/** Some of many outputs is not shown whole. */
const isCut = () => [...item.querySelectorAll('.cards, .card > .read, .output > .read')].some((one) => one.scrollHeight > one.clientHeight + 1);

/** What scrolls by itself can be reached by keys. */
function letKeysScroll() {
  for (const part of item.querySelectorAll(SCROLLERS)) {
    if (part.scrollHeight > part.clientHeight + 1) part.tabIndex = 0;
    else if (part.tabIndex === 0) part.removeAttribute('tabindex');
  }
}

/** Put the texts of the item on the screen where they fit. */
export function layOut() {
  if (item.hidden) return;
  item.dataset.layout = outputsShown() >= MANY ? 'rows' : 'stack';
  const beside = find('edit') || find('doc'); // a field or a document has the source beside it anyway
  if (item.dataset.layout === 'stack' && !beside && (isLong() || isTooHigh())) item.dataset.layout = 'columns';
  bound(item);
  item.classList.remove('dense');
  item.classList.toggle('dense', item.dataset.layout === 'rows' && isCut());
  letKeysScroll();
}

/** Begin at the beginning: of the page, and of every text on it. */
export function toTop() {
  for (const part of [document.documentElement, find('main'), ...item.querySelectorAll(SCROLLERS)]) part.scrollTo(0, 0);
}

/** Page up and down: all columns together, wherever the focus is. True when something scrolls. */
export function scrollTexts({ key, target }) {
  const way = { PageDown: 1, PageUp: -1 }[key];
  const columns = [...item.querySelectorAll(`${SCROLLERS}, .focus .text`)].filter((part) => part.scrollHeight > part.clientHeight + 1);
  if (!way || !columns.length || target.closest('input, textarea')) return false;
  for (const column of columns) column.scrollBy(0, way * (column.clientHeight - 2 * parseFloat(getComputedStyle(column).fontSize)));
  return true;
}

/** Lay out again when the window or the size of letters changes. */
export function keepLayout() {
  let width = innerWidth;
  let height = innerHeight;
  addEventListener('resize', () => {
    if (width === innerWidth && Math.abs(height - innerHeight) < 2) return;
    [width, height] = [innerWidth, innerHeight];
    layOut();
  });
  new MutationObserver(layOut).observe(document.documentElement, { attributeFilter: ['data-size', 'data-face'] });
}
