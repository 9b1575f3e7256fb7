"""The hidden Markov model of alignment: a word is aligned near where its neighbour was.

Vogel, Ney and Tillmann (1996): target words are emitted by source positions, and the chance
of a position depends on how far it lies from the position before. A target word may come
from no source word (NULL); the position before it is then remembered (Och and Ney, 2003).
"""

import numpy as np
from numpy.typing import NDArray

from tertium.text.align.corpus import Batch, Corpus

Floats = NDArray[np.float64]
Jumps = Floats  # weights of jumps from −FARTHEST to FARTHEST

FARTHEST = 10  # jumps beyond it have the weight of the last
NULL = 0.2  # chance that a target word comes from no source word
_TINY = 1e-300


def steady_jumps() -> Jumps:
    """Return weights before anything is counted: on to the next word rather than far away."""
    jumps = np.arange(-FARTHEST, FARTHEST + 1)
    return np.asarray(np.exp(-np.abs(jumps - 1) / 2.0) + 0.01)


def expected(corpus: Corpus, lexicon: Floats, jumps: Jumps) -> tuple[Floats, Jumps]:
    """Return how likely every cell is a link (its column NULL: none), and the new jumps.

    The posteriors of a target word's cells sum to one. A jump weighs as often as it is
    expected to have been made by how often it could have been: short sentences leave no
    room for long ones.
    """
    likely = np.zeros(len(corpus.cell) + 1)
    made, offered = np.zeros_like(jumps), np.zeros_like(jumps)
    chance = np.append(lexicon[corpus.cell], 1.0)
    for batch in corpus.batches:
        found, moves, stood, jump = _forward_backward(batch, chance[batch.place], jumps)
        likely[batch.place] = found
        made += np.bincount(jump.ravel(), moves.ravel(), len(jumps))
        offered += np.bincount(jump.ravel(), np.repeat(stood, len(stood)), len(jumps))
    return likely[:-1], (made + 0.1) / (offered + 1.0)


def _forward_backward(
    batch: Batch, chance: Floats, jumps: Jumps
) -> tuple[Floats, Floats, Floats, NDArray[np.int64]]:
    """Return posteriors of cells, of steps from position to position, of positions, and jumps.

    The state after a word is the last source position: `real` holds chances that the word
    came from it, `idle` that it came from NULL and the position was kept.
    """
    pairs, height, width = chance.shape[0], chance.shape[1], chance.shape[2] - 1
    places = np.arange(width)
    jump = np.clip(places[None, :] - places[:, None], -FARTHEST, FARTHEST) + FARTHEST
    moves = jumps[jump] / jumps[jump].sum(1, keepdims=True)
    said, unsaid = (1 - NULL) * chance[..., :-1], NULL * chance[..., -1:]
    real = np.zeros((height, pairs, width))
    idle = np.zeros((height, pairs, width))
    state = np.full((pairs, width), 1.0 / width)
    for j, alive in enumerate(batch.alive):
        before = state[:alive]
        arrived = before @ moves if j else before  # no position went before the first word
        here, kept = arrived * said[:alive, j], before * unsaid[:alive, j]
        scale = np.maximum((here + kept).sum(1, keepdims=True), _TINY)
        real[j, :alive], idle[j, :alive] = here / scale, kept / scale
        state[:alive] = real[j, :alive] + idle[j, :alive]
    steps, stood = np.zeros((width, width)), np.zeros(width)
    later = np.ones((pairs, width))
    for j in range(height - 1, -1, -1):
        alive = batch.alive[j]
        onward = later[:alive]
        total = ((real[j, :alive] + idle[j, :alive]) * onward).sum(1, keepdims=True)
        onward = onward / np.maximum(total, _TINY)
        real[j, :alive] *= onward
        idle[j, :alive] *= onward
        if j:
            before = real[j - 1, :alive] + idle[j - 1, :alive]
            ahead = said[:alive, j] * onward
            back = ahead @ moves.T + unsaid[:alive, j] * onward
            norm = np.maximum((before * back).sum(1, keepdims=True), _TINY)
            steps += (before / norm).T @ ahead
            stood += (before * back / norm).sum(0)
            later[:alive] = back / norm
    found = np.concatenate([real, idle.sum(2, keepdims=True)], axis=2)
    return found.transpose(1, 0, 2), steps * moves, stood, jump
