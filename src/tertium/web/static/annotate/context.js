// Sentences around the one that is judged take a line or two. A longer one is cut off there, with a button
// that shows all of it.

import { made } from './dom.js';
import { t } from './messages.js';

/** A text of the context with its button, which is shown where the text is cut off. */
export function bounded(read) {
  const button = made('button', 'link more', t('task.more'));
  button.type = 'button';
  button.hidden = true;
  button.setAttribute('aria-expanded', 'false');
  const whole = made('div', 'bounded', read, button);
  button.addEventListener('click', (event) => {
    event.stopPropagation(); // the line around it opens another item
    const open = whole.classList.toggle('open');
    button.setAttribute('aria-expanded', String(open));
    button.textContent = t(open ? 'task.less' : 'task.more');
  });
  return whole;
}

/** Show the buttons of texts that are cut off. Those that cannot be are not measured. */
export function bound(root) {
  const closed = [...root.querySelectorAll('.bounded:not(.open) > .read')].filter((read) => read.textContent.length > 40 && read.offsetParent);
  // A line is missing, not only the end of a number above or of a wave below one.
  const line = (read) => parseFloat(getComputedStyle(read).lineHeight) || 20;
  const cut = closed.map((read) => read.scrollHeight - read.clientHeight > line(read) / 2);
  closed.forEach((read, i) => { read.nextElementSibling.hidden = !cut[i]; });
}
