// Plays how a text was edited, from the log on the page. Places in the log count code points.

const LONG = 2000; // milliseconds without an act, of which playing shows no more

const find = (id) => document.getElementById(id);
const { start, events } = JSON.parse(find('log')?.textContent ?? '{"start": "", "events": []}');
const changes = events.filter((event) => event.k === 'input');
const line = document.querySelector('.timeline .now');
const { left, right, end } = document.querySelector('.timeline')?.dataset ?? {};

let now = 0;
let playing = 0; // the frame that is asked for
let before = 0;

/** The text as it was at a moment, and where it changed last. */
function textAt(moment) {
  const text = [...start];
  let changed = [0, 0];
  for (const { t, r: [from, to, put] } of changes) {
    if (t > moment) break;
    const added = [...put];
    text.splice(from, to - from, ...added);
    changed = [from, from + added.length];
  }
  return { text, changed };
}

function draw() {
  const { text, changed: [from, to] } = textAt(now);
  const caret = Object.assign(document.createElement('span'), { className: 'caret' });
  const put = Object.assign(document.createElement(to > from ? 'ins' : 'span'), { textContent: text.slice(from, to).join('') });
  find('replayed').replaceChildren(text.slice(0, from).join(''), put, caret, text.slice(to).join(''));
  find('moment').value = now;
  find('clock').textContent = `${Math.floor(now / 60_000)}:${((now / 1000) % 60).toFixed(1).padStart(4, '0')}`;
  const x = Number(left) + ((Number(right) - Number(left)) * now) / Number(end);
  line.setAttribute('x1', x);
  line.setAttribute('x2', x);
}

function stop() {
  cancelAnimationFrame(playing);
  playing = 0;
  find('play').textContent = find('play').dataset.play;
}

function step(time) {
  const pace = Number(find('pace').value);
  now = Math.min(Number(end), now + (time - before) * pace);
  before = time;
  const next = events.find((event) => event.t > now)?.t ?? Number(end);
  if (next - now > LONG * pace) now = next - LONG * pace; // nobody wants to watch a pause
  draw();
  if (now >= Number(end)) stop(); else playing = requestAnimationFrame(step);
}

function toggle() {
  if (playing) {
    stop();
    return;
  }
  if (now >= Number(end)) now = 0;
  before = performance.now();
  find('play').textContent = find('play').dataset.stop;
  playing = requestAnimationFrame(step);
}

if (find('player')) {
  find('player').hidden = false;
  find('moment').max = end;
  find('play').addEventListener('click', toggle);
  find('moment').addEventListener('input', () => {
    stop();
    now = Number(find('moment').value);
    draw();
  });
  draw();
}
