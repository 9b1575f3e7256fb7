// Changing the single keys, in Help: a button waits for one key, and says in its row what came of it.

import { actAt, acts, codeFor, nameOf, printKeys, standard } from './key-bindings.js';
import { prefer, preferences } from './settings.js';
import { find } from './task-view.js';
import { t } from './messages.js';

let waiting = null; // the row whose key is asked for

function wait(row) {
  waiting?.classList.remove('waiting');
  waiting = row;
  row?.classList.add('waiting');
}

const say = (row, sentence) => { row.querySelector('output').textContent = sentence; };

/** The keys with one changed; an act of other pages that had the key gets the former one instead. */
function changed(act, code) {
  const codes = { ...preferences.codes, [act]: code };
  for (const other of Object.keys(codes)) {
    if (!acts.includes(other) && codes[other] === code) codes[other] = preferences.codes[act];
  }
  return codes;
}

function keep(codes) {
  prefer({ codes });
  printKeys();
}

/** A key for the row that waits: it is kept, or a sentence says why not and the row waits on. */
function onKey(event) {
  const row = waiting;
  if (!row) return;
  if (!event.ctrlKey && !event.metaKey && !event.altKey) event.preventDefault(); // the browser's own
  if (event.repeat) return;
  if (event.key === 'Escape') {
    wait(null);
    say(row, '');
    return;
  }
  const act = row.dataset.row;
  const code = codeFor(act, event);
  const owner = code && actAt(code);
  if (!code) say(row, t('task.key_reserved'));
  else if (owner && owner !== act) say(row, t('task.key_used', { key: nameOf(code) }));
  else {
    keep(changed(act, code));
    wait(null);
    say(row, t('task.key_changed', { key: nameOf(code) }));
  }
}

/** Let the buttons in Help change keys. */
export function useChanges() {
  const list = find('key-list');
  list.addEventListener('click', ({ target }) => {
    const button = target.closest('button');
    if (!button) return;
    button.focus(); // some browsers do not, and then no key would arrive
    const row = button.closest('[data-row]');
    wait(row);
    say(row, t('task.key_wait'));
  });
  list.addEventListener('keydown', onKey);
  list.addEventListener('keyup', (event) => waiting && event.preventDefault()); // Space presses late
  list.addEventListener('focusout', ({ target }) => {
    wait(null);
    say(target.closest('[data-row]'), '');
  });
  const reset = find('standard-keys');
  reset.addEventListener('click', () => {
    keep({ ...standard });
    say(reset.parentElement, t('task.keys_standard'));
  });
  reset.addEventListener('blur', () => say(reset.parentElement, ''));
}
