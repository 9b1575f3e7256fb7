// The task page: one task per screen. This module only puts the parts together.

import { learnLayout, printKeys } from './key-bindings.js';
import { useChanges } from './key-settings.js';
import { watch } from './active-clock.js';
import { BatchWork } from './batch.js';
import { covered } from './dialogs.js';
import './local-time.js';
import { useInput } from './input.js';
import { OtherWindows } from './other-windows.js';
import { openCache } from './local-cache.js';
import { TaskController } from './task-controller.js';
import { keepTrying, Sender } from './sender.js';
import { keepOffline } from './offline.js';
import { Tutor } from './tutor.js';
import { find } from './task-view.js';

const { home, token } = find('main').dataset;
const practice = 'practice' in find('main').dataset; // tutorial items: answers are tried, and nothing is kept
const preview = practice || 'preview' in find('main').dataset; // a manager looks at it: nothing is kept or sent

const cache = await openCache(token, { memory: preview });
const work = new BatchWork(cache, `${home}/${practice ? 'tutorial' : 'tasks'}.json`);
const channel = window.BroadcastChannel && !preview ? new BroadcastChannel(`tertium ${token}`) : null;
const sender = new (practice ? Tutor : Sender)({
  cache,
  home,
  token,
  nowhere: preview,
  work,
  onSaved: (pairs) => controller.haveSaved(pairs),
  onRefused: (entry, refusal) => controller.wasRefused(entry, refusal),
  onChange: () => controller.drawState(),
});
const controller = new TaskController({ home, cache, work, sender, channel, preview, practice });

controller.others = new OtherWindows(channel, () => controller.drawState());
if (channel) {
  channel.onmessage = ({ data }) => {
    if (controller.others.heard(data)) return;
    const { assignment, answer, savedAt } = data;
    controller.relearn(assignment, answer);
    if (!savedAt) controller.tellElsewhere(assignment);
    else controller.savedAt = new Date(savedAt);
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
