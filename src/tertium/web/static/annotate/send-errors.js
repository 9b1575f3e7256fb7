// What stands between an answer and the server, in words, with what can be done about it.

import { find, inWords } from './task-view.js';
import { moment, t } from './messages.js';

const TRIANGLE = ['M10 2.5L18.5 17h-17z', 'M10 8v4.2M10 14.2v1.2'];

function triangle() {
  const space = 'http://www.w3.org/2000/svg';
  const picture = document.createElementNS(space, 'svg');
  picture.setAttribute('viewBox', '0 0 20 20');
  picture.setAttribute('aria-hidden', 'true');
  for (const line of TRIANGLE) {
    const path = document.createElementNS(space, 'path');
    path.setAttribute('d', line);
    path.setAttribute('fill', 'none');
    path.setAttribute('stroke', 'currentColor');
    path.setAttribute('stroke-width', '1.8');
    picture.append(path);
  }
  return picture;
}

function note(kind, strong, text, acts) {
  const box = document.createElement('div');
  box.className = `note ${kind}`;
  const words = document.createElement('p');
  const first = document.createElement('strong');
  first.textContent = strong;
  words.append(first, text ? ` ${text}` : '');
  box.append(triangle(), words);
  if (acts.length) {
    const row = document.createElement('p');
    row.className = 'dock-row';
    row.append(...acts.map(([label, act]) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'btn small';
      button.textContent = label;
      button.addEventListener('click', act);
      return button;
    }));
    box.append(row);
  }
  return box;
}

/** Ask which of two answers shall count; resolves to `here`, `there`, or nothing. */
function askWhich(entry, number) {
  const dialog = find('conflict');
  const { current } = entry.trouble;
  find('conflict-title').textContent = t('task.conflict_title', { number });
  find('conflict-there-when').textContent = t('task.conflict_there', { time: moment(new Date(current.at)) });
  const inFull = (answer) => [inWords(answer), answer.comment].filter(Boolean).join('. ');
  find('conflict-there').textContent = inFull(current.answer);
  find('conflict-here').textContent = inFull(entry.answer);
  dialog.returnValue = '';
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue), { once: true });
  });
}

function noteAbout(entry, controller) {
  const { number } = entry;
  const drop = [t('task.trouble_drop'), () => controller.sender.drop(entry.id)];
  if (entry.trouble.reason === 'stale') {
    return note('warn', t('task.conflict_note', { number }), '', [[t('task.conflict_compare'), async () => {
      const choice = await askWhich(entry, number);
      if (choice === 'here') await controller.keepHere(entry);
      if (choice === 'there') await controller.keepThere(entry);
    }]]);
  }
  if (entry.trouble.reason === 'unknown') return note('bad', t('task.trouble_unknown'), '', [drop]);
  const again = [t('task.trouble_open', { number }), () => controller.openItemOf(entry)];
  return note('bad', t('task.trouble_invalid', { number }), `(${entry.trouble.what})`, [again, drop]);
}

let shown = '';

/** Draw the notes above the answers. Redrawn only when something changed, so that they are read once. */
export function drawTrouble(controller) {
  const { sender, cache, preview, others } = controller;
  const [entry] = sender.troubled;
  const inMemory = !cache.onDisk && !preview;
  const state = JSON.stringify([entry?.id, sender.halted, sender.halted && sender.waiting.length, inMemory, others?.present]);
  if (state === shown) return;
  shown = state;
  const notes = [];
  if (sender.halted) {
    const kept = t('task.trouble_kept', { n: sender.waiting.length });
    notes.push(note('warn', `${sender.halted.what}.`, `${sender.halted.fix} ${kept}`, [[t('task.again'), () => sender.go()]]));
  }
  if (entry) notes.push(noteAbout(entry, controller));
  if (others?.present) {
    notes.push(note('', t('task.other_window'), '', [[t('task.other_window_ok'), () => others.dismiss()]]));
  }
  if (inMemory) notes.push(note('', t('task.trouble_memory'), '', []));
  find('trouble').replaceChildren(...notes);
}
