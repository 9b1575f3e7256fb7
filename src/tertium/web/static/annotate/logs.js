// The log of a text that is being edited, kept in pieces: what is new is small, however long the log is.

const PIECE = 200; // events

const keyOf = (assignment, number) => `${assignment} ${number}`;

let moving = null; // the recorder whose log is being moved into a piece

/** Move what a draft holds of a long log into a piece of its own. */
export async function settleLog(box, assignment, recorder) {
  if (!recorder || moving || recorder.events.length - recorder.flushed < PIECE) return;
  moving = recorder;
  try {
    const events = recorder.tail;
    await box.put('pieces', { piece: keyOf(assignment, recorder.pieces), events });
    // From now on drafts name this piece; one that was written before holds its events itself.
    recorder.pieces += 1;
    recorder.flushed += events.length;
  } finally {
    moving = null;
  }
}

/** A draft with its whole log. */
export async function gatherLog(box, draft) {
  const edited = draft?.answer?.edited;
  if (!edited?.pieces) return draft;
  const events = [];
  for (let number = 0; number < edited.pieces; number += 1) {
    events.push(...((await box.get('pieces', keyOf(draft.assignment, number)))?.events ?? []));
  }
  const whole = { ...edited, events: [...events, ...edited.events], flushed: events.length };
  return { ...draft, answer: { ...draft.answer, edited: whole } };
}

/** Forget the pieces of a log that was sent. */
export const dropLog = (box, assignment, recorder) => (
  recorder?.pieces ? box.drop('pieces', ...Array.from({ length: recorder.pieces }, (_, n) => keyOf(assignment, n))) : null
);
