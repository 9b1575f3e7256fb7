// The end of a batch: a moment to rest, and the certainty that everything has arrived.

import { enable, find } from './view.js';
import { t } from './words.js';

export function drawRest({ desk, sender }) {
  const { batch, batches } = desk;
  const last = batch >= batches;
  const unsent = sender.waiting.length + sender.troubled.length;
  const state = unsent ? t('task.all_unsent', { n: unsent }) : t('task.all_saved');
  find('rest-title').textContent = last ? t('task.all_done') : t('task.batch_done', { batch, batches });
  find('rest-text').textContent = last || unsent ? state : `${state} ${t('task.batch_rest')}`;
  find('rest-go').firstElementChild.textContent = last ? t('task.all_finish') : t('task.batch_go', { batch: batch + 1 });
  enable('rest-go', !(last && unsent));
}
