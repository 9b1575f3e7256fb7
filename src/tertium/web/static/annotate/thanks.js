// The last page: copy the code; forget in this browser what only the work needed.

import './page.js';
import { tidy } from './local-cache.js';
import { forgetOffline } from './offline.js';

const copy = document.getElementById('copy');
const code = document.getElementById('code');

copy?.addEventListener('click', async () => {
  try {
    await navigator.clipboard.writeText(code.textContent);
  } catch {
    getSelection().selectAllChildren(code); // no clipboard here: select it, to be copied by hand
    return;
  }
  document.getElementById('copied').textContent = copy.dataset.done;
});

const [, , token] = location.pathname.split('/');
await tidy(token);
await forgetOffline();
