// Which words two translations do not share: the longest common subsequence of their words.
// Words come from Intl.Segmenter, so that Thai and Chinese have words too.

const MOST = 4_000_000; // cells of the table; longer texts are compared in their middle only roughly

function partsOf(text, language) {
  let segmenter;
  try {
    segmenter = new Intl.Segmenter(language || undefined, { granularity: 'word' });
  } catch {
    segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  }
  return [...segmenter.segment(text)].map((part) => part.segment);
}

/** For each word of both lists: is it common to both? */
function common(a, b) {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const shared = [a.map((_, i) => i < start || i >= a.length - end), b.map((_, i) => i < start || i >= b.length - end)];
  const rows = a.length - start - end;
  const columns = b.length - start - end;
  if (rows * columns > MOST) return shared;
  const width = columns + 1;
  const length = new Uint32Array((rows + 1) * width);
  for (let i = rows - 1; i >= 0; i -= 1) {
    for (let j = columns - 1; j >= 0; j -= 1) {
      length[i * width + j] = a[start + i] === b[start + j]
        ? length[(i + 1) * width + j + 1] + 1
        : Math.max(length[(i + 1) * width + j], length[i * width + j + 1]);
    }
  }
  for (let i = 0, j = 0; i < rows && j < columns;) {
    if (a[start + i] === b[start + j]) {
      shared[0][start + i] = true;
      shared[1][start + j] = true;
      i += 1;
      j += 1;
    } else if (length[(i + 1) * width + j] >= length[i * width + j + 1]) i += 1;
    else j += 1;
  }
  return shared;
}

/** Join parts into runs; a blank between two words that differ belongs to the difference. */
function runs(parts, shared) {
  const found = [];
  let word = 0; // words before this part
  for (const part of parts) {
    const blank = part.trim() === '';
    const differs = blank ? shared[word - 1] === false && shared[word] === false : !shared[word];
    if (!blank) word += 1;
    if (found.length && found.at(-1).differs === differs) found.at(-1).text += part;
    else found.push({ text: part, differs });
  }
  return found;
}

/** What became of a text: runs of `same`, `gone` and `new` text, blanks as exactly as words. Those that
 *  are not new are the one text, those that are not gone the other. */
export function changes(one, two, language) {
  const parts = [partsOf(one, language), partsOf(two, language)];
  const shared = common(...parts);
  const found = [];
  const add = (kind, text) => {
    if (found.at(-1)?.kind === kind) found.at(-1).text += text;
    else found.push({ kind, text });
  };
  for (let i = 0, j = 0; i < parts[0].length || j < parts[1].length;) {
    if (i < parts[0].length && !shared[0][i]) add('gone', parts[0][i++]);
    else if (j < parts[1].length && !shared[1][j]) add('new', parts[1][j++]);
    else {
      add('same', parts[0][i++]);
      j += 1;
    }
  }
  return joinedBlanks(found);
}

/** Two changes with only a blank between them read as one. */
function joinedBlanks(found) {
  const kept = [];
  let change = null; // what is gone and what is new since the last text that stayed
  const close = () => {
    if (change?.gone) kept.push({ kind: 'gone', text: change.gone });
    if (change?.new) kept.push({ kind: 'new', text: change.new });
    change = null;
  };
  found.forEach(({ kind, text }, at) => {
    const between = change && at < found.length - 1 && change.gone && change.new && text.trim() === '';
    if (kind !== 'same') change = { gone: '', new: '', ...change, [kind]: (change?.[kind] ?? '') + text };
    else if (between) change = { gone: change.gone + text, new: change.new + text };
    else {
      close();
      kept.push({ kind, text });
    }
  });
  close();
  return kept;
}

/** The runs of two texts, each `{text, differs}`; joined they are the texts again. */
export function differences(one, two, language) {
  const parts = [partsOf(one, language), partsOf(two, language)];
  const shared = common(...parts.map((list) => list.filter((part) => part.trim() !== '')));
  return parts.map((list, k) => runs(list, shared[k]));
}
