// The page between two parts: when the next one opens, by the reader's own clock; then the way on.

import './page.js';
import { language, locale } from './messages.js';

const LOOK = 30_000; // milliseconds between two looks at the clock

const written = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : locale, {
  weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23',
});
const time = document.getElementById('opens');
const opens = new Date(time.dateTime);
time.textContent = written.format(opens);

let timer = 0;

function look() {
  clearTimeout(timer);
  const open = Date.now() >= opens.getTime();
  document.getElementById('opens-go').hidden = !open;
  document.getElementById('opens-back').hidden = open;
  if (!open) timer = setTimeout(look, LOOK);
}
look();
document.addEventListener('visibilitychange', look);
