// The end of a batch: a moment to rest, and the certainty that everything has arrived.

import { enable, find } from './task-view.js';
import { t } from './messages.js';

/** What the rest says: a title, a sentence, the words of its button, and whether that can be pressed. */
function words({ work, sender, more }) {
  const { batch, batches } = work;
  const unsent = sender.waiting.length + sender.troubled.length;
  const state = unsent ? t('task.all_unsent', { n: unsent }) : t('task.all_saved');
  if (batch < batches) {
    const text = unsent ? state : `${state} ${t('task.batch_rest')}`;
    return [t('task.batch_done', { batch, batches }), text, t('task.batch_go', { batch: batch + 1 }), true];
  }
  if (more.due && more.state === 'some') {
    return [t('task.more_title'), t('task.more_text', { n: more.count }), t('task.more_go'), true];
  }
  const open = more.due && more.state !== 'none';
  const looking = more.state === 'waiting' ? t('task.more_waiting') : t('task.more_asking');
  return [t('task.all_done'), open && !unsent ? looking : state, t('task.all_finish'), !unsent && !open];
}

export function drawRest(controller) {
  const [title, text, go, possible] = words(controller);
  find('rest-title').textContent = title;
  find('rest-text').textContent = text;
  find('rest-go').firstElementChild.textContent = go;
  enable('rest-go', possible);
}
