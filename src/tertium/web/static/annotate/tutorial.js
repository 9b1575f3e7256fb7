// Tutorial items answer to the same keys as real ones.

import { covered } from './dialogs.js';
import { digitOf, typing } from './key-events.js';
import { preferences } from './settings.js';
import { languageName, t } from './messages.js';

const form = document.querySelector('.dock');
const options = [...document.querySelectorAll('.option')];
const feedback = document.getElementById('feedback');

function drawChosen() {
  const side = ['left', 'right'].indexOf(form.querySelector(':checked')?.value);
  options.forEach((option, i) => option.classList.toggle('chosen', i === side));
}

document.addEventListener('keydown', (event) => {
  if (covered() || typing(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
  const digit = digitOf(event);
  if (digit && preferences.keys) {
    [...form.querySelectorAll('.choice')].find((choice) => choice.querySelector('kbd').textContent === digit)?.querySelector('input').click();
  } else if (event.key === 'Enter' && !event.repeat && !event.target.closest('a, button')) {
    event.preventDefault();
    form.requestSubmit();
  }
});

const name = languageName(document.getElementById('source').lang);
if (name) document.getElementById('source-label').textContent = t('task.source_in', { language: name });
form.addEventListener('change', drawChosen);
drawChosen();
feedback?.focus({ preventScroll: true });
