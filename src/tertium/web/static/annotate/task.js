// The task page: one task per screen. This module only puts the parts together.

import { learnLayout, printKeys } from './key-bindings.js';
import { useChanges } from './key-settings.js';
import { watch } from './active-clock.js';
import { BatchWork } from './batch.js';
import { covered } from './dialogs.js';
import { useInput } from './input.js';
import { openCache } from './local-cache.js';
import { TaskController } from './task-controller.js';
import { keepTrying, Sender } from './sender.js';
import { keepOffline } from './offline.js';
import { find } from './task-view.js';

const { home, token } = find('main').dataset;
const preview = 'preview' in find('main').dataset; // a manager looks at it: nothing is kept or sent

const cache = await openCache(token, { memory: preview });
const work = new BatchWork(cache, home);
const channel = window.BroadcastChannel && !preview ? new BroadcastChannel(`tertium ${token}`) : null;
const sender = new Sender({
  cache,
  home,
  token,
  nowhere: preview,
  onSaved: (pairs) => controller.haveSaved(pairs),
  onRefused: (entry, refusal) => controller.wasRefused(entry, refusal),
  onChange: () => controller.drawState(),
});
const controller = new TaskController({ home, cache, work, sender, channel, preview });

if (channel) {
  channel.onmessage = ({ data: { assignment, answer, savedAt } }) => {
    controller.relearn(assignment, answer);
    if (savedAt) controller.savedAt = new Date(savedAt);
    sender.look();
  };
}

const look = watch(controller.clock, covered);
for (const dialog of document.querySelectorAll('dialog')) {
  dialog.addEventListener('opened', look);
  dialog.addEventListener('close', look);
}
document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && controller.leave());
window.addEventListener('pagehide', () => controller.leave());

useInput(controller);
useChanges();
printKeys();
learnLayout();
await sender.look();
await controller.begin();
keepTrying(sender);
sender.go();
if (!preview) keepOffline(home);
