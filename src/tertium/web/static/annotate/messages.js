// What the page says: messages by key, times, durations and names of languages.

/** The JSON that the server put into the page. */
export const pageData = (id) => JSON.parse(document.getElementById(id).textContent);

export const language = document.documentElement.lang;

/** The language for numbers and dates, in the digits that are printed on keys. */
export const locale = `${language}-u-nu-latn`;

const messages = pageData('words');
const plurals = new Intl.PluralRules(language);
const hours = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });

// What fills a sentence from right to left keeps a direction of its own.
const isolated = document.documentElement.dir === 'rtl'
  ? (value) => (typeof value === 'string' ? `\u2068${value}\u2069` : value)
  : (value) => value;

/** The message of a key, with its {names} filled in; `n` chooses the plural form. */
export function t(key, values = {}) {
  let message = messages[key];
  if (message === undefined) throw new Error(`no message "${key}"`);
  if (typeof message === 'object') message = message[plurals.select(values.n)] ?? message.other;
  return message.replace(/\{(\w+)\}/g, (_, name) => isolated(values[name]));
}

/** The time of day; the date instead, if it was another day. */
export function moment(date) {
  const sameDay = date.toDateString() === new Date().toDateString();
  return (sameDay ? hours : days).format(date);
}

/** `18 s`, `12 min`, `1 h 12 min`. */
export function duration(seconds) {
  if (seconds < 60) return t('task.seconds', { s: Math.round(seconds) });
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return t('task.minutes', { m: minutes });
  return t('task.hours', { h: Math.floor(minutes / 60), m: minutes % 60 });
}

/** The name of a language in the interface's language; empty where it has none. */
export function languageName(code) {
  try {
    return new Intl.DisplayNames([language], { type: 'language', fallback: 'none' }).of(code) ?? '';
  } catch {
    return '';
  }
}
