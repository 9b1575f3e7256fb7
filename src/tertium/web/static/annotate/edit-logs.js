// The log of a text that is being edited, kept in pieces: what is new is small, however long the log is.

const PIECE = 200; // events

let moving = null; // the recorder whose log is being moved into a piece

/** Move what a draft holds of a long log into a piece of its own. */
export async function settleLog(cache, assignment, recorder) {
  if (!recorder || moving || recorder.events.length - recorder.flushed < PIECE) return;
  moving = recorder;
  try {
    const events = recorder.tail;
    // Two windows may have the same text open: their pieces must not take each other's place.
    const piece = `${assignment} ${recorder.pieces.length} ${Math.random()}`;
    await cache.put('pieces', { piece, events });
    // From now on drafts name this piece; one that was written before holds its events itself.
    recorder.pieces.push(piece);
    recorder.flushed += events.length;
  } finally {
    moving = null;
  }
}

/** A draft with its whole log. */
export async function gatherLog(cache, draft) {
  const edited = draft?.answer?.edited;
  if (!edited?.pieces?.length) return draft;
  const events = [];
  for (const piece of edited.pieces) events.push(...((await cache.get('pieces', piece))?.events ?? []));
  const whole = { ...edited, events: [...events, ...edited.events], flushed: events.length };
  return { ...draft, answer: { ...draft.answer, edited: whole } };
}

/** Forget the pieces of a log that was sent. */
export async function dropLog(cache, recorder) {
  if (recorder?.pieces.length) await cache.drop('pieces', ...recorder.pieces);
}
