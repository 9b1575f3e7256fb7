// How the annotator likes the pages. Changes show at once and are kept with the link; without a
// connection they wait in this browser.

import { storage } from './local-storage.js';
import { pageData, language, t } from './messages.js';

const home = /^\/a\/[^/]+/.exec(location.pathname)?.[0] ?? ''; // a manager's preview has no link
const pending = `tertium preferences ${home}`;
const root = document.documentElement;

export const preferences = pageData('preferences');

function apply() {
  root.dataset.size = preferences.size;
  root.dataset.face = preferences.face;
  if (preferences.theme === 'system') delete root.dataset.theme; else root.dataset.theme = preferences.theme;
}

async function send() {
  const body = JSON.stringify(preferences);
  storage?.setItem(pending, body); // until the server has it
  try {
    const response = await fetch(`${home}/preferences`, {
      method: 'POST', headers: { 'content-type': 'application/json' }, body, keepalive: true,
    });
    if (storage?.getItem(pending) === body) storage.removeItem(pending);
    return response.ok;
  } catch {
    return false;
  }
}

/** Change some preferences and keep them; false when they could not be sent now. */
export async function prefer(changes) {
  Object.assign(preferences, changes);
  apply();
  return document.querySelector('[data-preview]') ? true : send();
}

const dialog = document.getElementById('settings');
dialog?.addEventListener('change', async ({ target }) => {
  if (target.name !== 'language') {
    prefer({ [target.name]: target.value });
    return;
  }
  const former = preferences.language;
  if (await prefer({ language: target.value })) {
    location.replace(location.pathname); // the same page, in the other language
  } else {
    // The words of another language are on the server.
    preferences.language = former;
    storage?.removeItem(pending);
    target.value = language;
    document.getElementById('settings-say').textContent = t('task.needs_connection');
  }
});

const waiting = storage?.getItem(pending);
if (waiting) prefer(JSON.parse(waiting));
window.addEventListener('online', () => storage?.getItem(pending) && send());
