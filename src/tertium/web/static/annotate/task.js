// The task page: one task per screen. This module only puts the parts together.

import { learnLayout, printKeys } from './acts.js';
import { useChanges } from './change.js';
import { watch } from './clock.js';
import { Desk } from './desk.js';
import { covered } from './dialogs.js';
import { useHands } from './hands.js';
import { openBox } from './keep.js';
import { Seat } from './seat.js';
import { keepTrying, Sender } from './sender.js';
import { keepShell } from './shell.js';
import { find } from './view.js';

const { home, token } = find('main').dataset;
const preview = 'preview' in find('main').dataset; // a manager looks at it: nothing is kept or sent

const box = await openBox(token, { memory: preview });
const desk = new Desk(box, home);
const channel = window.BroadcastChannel && !preview ? new BroadcastChannel(`tertium ${token}`) : null;
const sender = new Sender({
  box,
  home,
  token,
  nowhere: preview,
  onSaved: (pairs) => seat.haveSaved(pairs),
  onRefused: (entry, refusal) => seat.wasRefused(entry, refusal),
  onChange: () => seat.drawState(),
});
const seat = new Seat({ home, box, desk, sender, channel, preview });

if (channel) {
  channel.onmessage = ({ data: { assignment, answer, savedAt } }) => {
    seat.relearn(assignment, answer);
    if (savedAt) seat.savedAt = new Date(savedAt);
    sender.look();
  };
}

const look = watch(seat.clock, covered);
for (const dialog of document.querySelectorAll('dialog')) {
  dialog.addEventListener('opened', look);
  dialog.addEventListener('close', look);
}
document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && seat.leave());
window.addEventListener('pagehide', () => seat.leave());

useHands(seat);
useChanges();
printKeys();
learnLayout();
await sender.look();
await seat.begin();
keepTrying(sender);
sender.go();
if (!preview) keepShell(home);
