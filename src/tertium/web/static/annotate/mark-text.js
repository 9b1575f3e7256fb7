// Drawing a text with its marks. The text is cut into runs at all borders; each mark gets the first
// free of three lanes of underline, numbers hang above and take no room. Whatever is drawn, the
// element's textContent is the text.

const LANES = 3;

/** The lane of every mark, by its place in the list; null from the fourth overlap on. */
export function lanesOf(marks) {
  const ends = Array(LANES).fill(0);
  return marks.map(({ start, end }) => {
    if (start === end) return null;
    const lane = ends.findIndex((last) => last <= start);
    if (lane === -1) return null;
    ends[lane] = end;
    return lane + 1;
  });
}

/** The text in runs: where each begins and ends, and what lies over it. Empty runs are points. */
export function runsOf(length, layers) {
  const borders = new Set([0, length]);
  const points = new Map();
  for (const layer of layers) {
    borders.add(layer.start).add(layer.end);
    if (layer.start === layer.end) points.set(layer.start, [...(points.get(layer.start) ?? []), layer]);
  }
  const places = [...borders].sort((one, two) => one - two);
  const stretches = layers.filter(({ start, end }) => start < end).sort((one, two) => one.start - two.start);
  const runs = [];
  let open = [];
  let next = 0;
  places.forEach((start, i) => {
    if (points.has(start)) runs.push({ start, end: start, over: points.get(start) });
    open = open.filter(({ end }) => end > start);
    while (stretches[next]?.start === start) open.push(stretches[next++]);
    if (i + 1 < places.length) runs.push({ start, end: places[i + 1], over: [...open] });
  });
  return runs;
}

/** How a run looks: its classes, its marks and what it means; null for plain text. */
function lookOf({ start, end, over }) {
  if (!over.length) return null;
  const classes = new Set(over.flatMap(({ look }) => look ?? []));
  const marks = over.filter((layer) => layer.number);
  const beginning = marks.filter((mark) => mark.start === start);
  const point = start === end;
  if (marks.length) classes.add(point ? 'gap' : 'm');
  for (const { lane, style, on } of marks) {
    if (point) classes.add(`gap-${style}`);
    else if (lane) classes.add(`l${lane}-${style}`);
    if (on) classes.add(`on-${style}`);
  }
  if (beginning.length) classes.add(`n-${beginning[0].style}`);
  return {
    class: [...classes].join(' '),
    title: over.map((layer) => layer.meaning).filter(Boolean).join('\n'),
    'data-marks': marks.map(({ key }) => key).join(' '),
    'data-n': beginning.map(({ number, style }) => (style === 'merit' ? `+${number}` : number)).join(' '),
  };
}

/** Give a run's element its look. */
function dress(element, look) {
  for (const [name, value] of Object.entries(look)) {
    if (value === '') element.removeAttribute(name);
    else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
}

const drawnRuns = new WeakMap(); // by element: what is drawn there, by the run's place

/**
 * Draw a text. `marks` have start, end, number, key, style and perhaps `on`; `others` (terms, hints,
 * what is selected) have start, end, a `look` and perhaps a meaning. A mark may bring its lane. Runs that are there already
 * stay: a long text is not laid out anew for one mark.
 */
export function drawText(element, text, marks, others = []) {
  const lanes = lanesOf(marks);
  const layers = [...others, ...marks.map((mark, i) => ({ lane: lanes[i], ...mark }))];
  const runs = runsOf(text.length, layers).map((run) => ({ ...run, look: lookOf(run) }));
  const nameOf = ({ start, end, look }) => `${start} ${end} ${look ? 'over' : 'plain'}`;
  const former = drawnRuns.get(element);
  const same = former?.text === text && element.childNodes.length === former.nodes.size;
  const known = same ? former.nodes : new Map();
  if (!known.size) element.replaceChildren();
  const wanted = new Set(runs.map(nameOf));
  for (const [name, node] of known) if (!wanted.has(name)) node.remove();
  const nodes = new Map();
  let next = element.firstChild;
  for (const run of runs) {
    const name = nameOf(run);
    let node = known.get(name);
    if (node) next = node.nextSibling;
    else {
      const said = text.slice(run.start, run.end);
      node = document.createTextNode(said);
      if (run.look) {
        node = document.createElement('span');
        node.textContent = said;
      }
      element.insertBefore(node, next);
    }
    if (run.look) dress(node, run.look);
    nodes.set(name, node);
  }
  drawnRuns.set(element, { text, nodes });
}

/** The place in a text of a point in the page; null where it lies elsewhere. */
export function placeIn(element, node, offset) {
  if (!element.contains(node)) return null;
  const range = document.createRange();
  range.selectNodeContents(element);
  range.setEnd(node, offset);
  return range.toString().length;
}

/** The stretch of a text as the page has it, to see where it stands. */
export function rangeOf(element, start, end) {
  const range = document.createRange();
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let at = 0;
  let begun = false;
  range.selectNodeContents(element);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const after = at + node.length;
    if (!begun && start <= after) {
      range.setStart(node, start - at);
      begun = true;
    }
    if (end <= after) {
      range.setEnd(node, end - at);
      break;
    }
    at = after;
  }
  return range;
}
