// What all drawing needs: finding parts of the page, writing texts, saying one sentence.

export const find = (id) => document.getElementById(id);

/** A new element with a class and what is in it. */
export function made(name, className = '', ...children) {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

/** Write a text with its language and direction; nothing happens to one that is already there. */
export function write(element, { text, language, direction }) {
  if (language) element.lang = language; else element.removeAttribute('lang');
  element.dir = direction;
  if (element.textContent !== text || element.childElementCount) element.textContent = text;
}

/** One sentence beside the buttons; it stays until the next one. */
export function say(sentence, { urgent = false } = {}) {
  find('say').textContent = sentence;
  find('say').classList.toggle('urgent', urgent);
}

/** Look disabled and be told so, yet keep the focus. */
export const enable = (id, on) => find(id).setAttribute('aria-disabled', String(!on));
