"""The lexicon of IBM model 1: how likely each source word is rendered by each target word.

Brown et al. (1993). A sparse Dirichlet prior on every source word's renderings, taken into
account by variational Bayes (Riley and Gildea, 2012), keeps rare words from attracting
whatever stands around them; entries spelled the same on both sides (names, numbers,
punctuation) get more of it.
"""

import numpy as np
from numpy.typing import NDArray
from scipy.special import digamma

from tertium.text.align.corpus import Corpus

Floats = NDArray[np.float64]

SPARSE = 0.1  # of the Dirichlet prior: most words have few renderings
ALIKE = 1.0  # more of it for entries that are spelled the same


def maximised(corpus: Corpus, share: Floats) -> Floats:
    """Return the lexicon that follows from how far every cell is believed to be a link."""
    counts = np.bincount(corpus.cell, share, minlength=len(corpus.source))
    belief = counts + SPARSE + ALIKE * corpus.alike
    total = np.bincount(corpus.source, belief)
    return np.asarray(np.exp(digamma(belief) - digamma(total)[corpus.source]))


def model_1(corpus: Corpus, rounds: int) -> Floats:
    """Return the lexicon after rounds of expectation and maximisation, from equal chances."""
    lexicon = np.ones(len(corpus.source))
    for _ in range(rounds):
        chance = lexicon[corpus.cell]
        share = chance / np.bincount(corpus.token, chance)[corpus.token]
        lexicon = maximised(corpus, share)
    return lexicon
