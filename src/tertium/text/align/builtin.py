"""The small built-in aligner: IBM model 1, then hidden Markov models that have to agree.

Both directions are trained at once; a link counts as far as both believe in it (Liang,
Taskar and Klein, 2006). That makes a thousand sentence pairs enough for use, where one
direction alone is not.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tertium.text.align.corpus import Corpus, Sentence, mirrored, read_corpus
from tertium.text.align.hmm import expected, steady_jumps
from tertium.text.align.lexicon import maximised, model_1
from tertium.text.align.symmetrise import Link, Links, grow_diag_final_and

Floats = NDArray[np.float64]

ROUNDS = 5  # of each model


def align_builtin(sources: Sequence[Sentence], targets: Sequence[Sentence]) -> list[Links]:
    """Return the links of every sentence pair; where one side is empty there are none."""
    forward, backward = read_corpus(sources, targets), read_corpus(targets, sources)
    there, back = mirrored(forward, backward)
    lexicons = [model_1(corpus, ROUNDS) for corpus in (forward, backward)]
    jumps = [steady_jumps(), steady_jumps()]
    for _ in range(ROUNDS):
        (one, jumps[0]), (two, jumps[1]) = (
            expected(corpus, lexicon, moved)
            for corpus, lexicon, moved in zip((forward, backward), lexicons, jumps, strict=True)
        )
        agreed = one[there] * two[back]
        one[there], two[back] = agreed, agreed
        lexicons = [maximised(forward, one), maximised(backward, two)]
    one, _ = expected(forward, lexicons[0], jumps[0])
    two, _ = expected(backward, lexicons[1], jumps[1])
    found: list[Links] = [frozenset()] * len(sources)
    for pair, here, other in zip(
        forward.pairs, _best(forward, one), _best(backward, two), strict=True
    ):
        found[pair] = grow_diag_final_and(here, {(s, t) for t, s in other})
    return found


def _best(corpus: Corpus, likely: Floats) -> list[set[Link]]:
    """Return (source, target) of the likeliest cell of every target word, unless it is NULL."""
    found = []
    for begin, width, height in zip(corpus.begin, corpus.widths, corpus.heights, strict=True):
        cells = likely[begin : begin + (width + 1) * height].reshape(height, width + 1)
        best = cells.argmax(1)
        found.append({(int(s), t) for t, s in enumerate(best) if s < width})
    return found
