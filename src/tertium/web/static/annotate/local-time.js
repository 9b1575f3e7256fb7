// Moments by the reader's own clock.

import { language } from './messages.js';

const written = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
  weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short',
});
for (const time of document.querySelectorAll('time[data-local]')) {
  time.textContent = `(${written.format(new Date(time.dateTime))})`;
}
