// The page between two parts: when the next one opens, by the reader's own clock; then the way on.

import './page.js';
import { language } from './words.js';

const LOOK = 30_000; // milliseconds between two looks at the clock

const time = document.getElementById('opens');
const opens = new Date(time.dateTime);
time.textContent = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short' }).format(opens);

function look() {
  const open = Date.now() >= opens.getTime();
  document.getElementById('opens-go').hidden = !open;
  document.getElementById('opens-back').hidden = open;
  if (!open) setTimeout(look, LOOK);
}
look();
document.addEventListener('visibilitychange', look);
