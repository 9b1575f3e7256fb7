"""The models of alignment beside slow textbook versions."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import digamma

from tertium.text.align.corpus import mirrored, read_corpus
from tertium.text.align.hmm import FARTHEST, NULL, expected, steady_jumps
from tertium.text.align.lexicon import ALIKE, SPARSE, maximised, model_1

PAIRS = [
    (source.split(), target.split())
    for source, target in (
        ("das haus ist klein", "the house is small"),
        ("das buch", "the book"),
        ("ein buch", "a book"),
        ("ein kleines haus , ein buch", "a small house , a book"),
        ("das ist ein haus", "that is a house"),
    )
]
SOURCES, TARGETS = zip(*PAIRS, strict=True)
words = st.lists(st.sampled_from("abcd"), min_size=0, max_size=3)


def textbook_model_1(pairs, rounds):
    """EM for IBM model 1 word by word, with the Dirichlet prior; None stands for NULL."""
    entries = {(s, t) for source, target in pairs for s in (*source, None) for t in target}
    lexicon = dict.fromkeys(entries, 1.0)
    for _ in range(rounds):
        counts = dict.fromkeys(entries, 0.0)
        for source, target in pairs:
            for t in target:
                whole = sum(lexicon[s, t] for s in (*source, None))
                for s in (*source, None):
                    counts[s, t] += lexicon[s, t] / whole
        belief = {
            pair: count + SPARSE + ALIKE * (pair[0] == pair[1]) for pair, count in counts.items()
        }
        total = {s: sum(v for (one, _), v in belief.items() if one == s) for s, _ in entries}
        lexicon = {(s, t): np.exp(digamma(belief[s, t]) - digamma(total[s])) for s, t in entries}
    return lexicon


def entries_of(corpus, sources, targets):
    """Return the words of each entry, from any cell that has it."""
    found = {}
    cell = 0
    for pair in corpus.pairs:
        for t in targets[pair]:
            for s in (*sources[pair], None):
                found[int(corpus.cell[cell])] = (s, t)
                cell += 1
    return found


def test_model_1_is_the_textbook_one():
    """Vectorised counting gives the same lexicon as word by word."""
    corpus = read_corpus(SOURCES, TARGETS)
    fast = model_1(corpus, 4)
    slow = textbook_model_1(PAIRS, 4)
    named = entries_of(corpus, SOURCES, TARGETS)
    assert len(named) == len(fast) == len(slow)
    for entry, pair in named.items():
        assert fast[entry] == pytest.approx(slow[pair], rel=1e-9)


def enumerated(lexicon_of, source, target, jumps):
    """Return posteriors of cells by going through all alignments, one by one.

    A state is (position, whether the word comes from NULL); NULL keeps the position.
    """
    width = len(source)

    def jump(a, b):
        return np.clip(b - a, -FARTHEST, FARTHEST) + FARTHEST

    def move(a, b):
        weights = [jumps[jump(a, k)] for k in range(width)]
        return weights[b] / sum(weights)

    posterior = np.zeros((len(target), width + 1))
    steps, offers = np.zeros(len(jumps)), np.zeros(len(jumps))

    for states in product(product(range(width), (False, True)), repeat=len(target)):
        chance = 1.0
        made = []
        for j, (place, idle) in enumerate(states):
            if j == 0:
                chance /= width
            elif idle:
                chance *= place == states[j - 1][0]
            else:
                chance *= move(states[j - 1][0], place)
                made.append(jump(states[j - 1][0], place))
            s = None if idle else source[place]
            chance *= (NULL if idle else 1 - NULL) * lexicon_of[s, target[j]]
        for j, (place, idle) in enumerate(states):
            posterior[j, width if idle else place] += chance
            if j:
                for k in range(width):
                    offers[jump(states[j - 1][0], k)] += chance
        for one in made:
            steps[one] += chance
    whole = posterior[0].sum()
    return posterior / whole, steps / whole, offers / whole


@settings(max_examples=40)
@given(st.lists(st.tuples(words, words), min_size=1, max_size=3), st.integers(0, 99))
def test_posteriors_are_those_of_all_alignments(pairs, seed):
    """Forward and backward passes in batches equal going through every alignment."""
    sources, targets = [s for s, _ in pairs], [t for _, t in pairs]
    corpus = read_corpus(sources, targets)
    random = np.random.default_rng(seed)
    lexicon = random.uniform(0.05, 1, len(corpus.source))
    jumps = random.uniform(0.05, 1, 2 * FARTHEST + 1)
    named = {pair: lexicon[entry] for entry, pair in entries_of(corpus, sources, targets).items()}
    likely, moved = expected(corpus, lexicon, jumps)
    made, offered = np.zeros_like(jumps), np.zeros_like(jumps)
    for at, pair in enumerate(corpus.pairs):
        posterior, steps, offers = enumerated(named, sources[pair], targets[pair], jumps)
        size = posterior.size
        begin = corpus.begin[at]
        np.testing.assert_allclose(likely[begin : begin + size], posterior.ravel(), atol=1e-9)
        made += steps
        offered += offers
    np.testing.assert_allclose(moved, (made + 0.1) / (offered + 1.0), atol=1e-9)


def test_long_sentences_neither_vanish_nor_overflow():
    """Two hundred words at odds with the lexicon still have posteriors that sum to one."""
    source, target = ["a", "b"] * 100, ["x", "y"] * 100
    corpus = read_corpus([source], [target])
    lexicon = np.full(len(corpus.source), 1e-12)
    likely, jumps = expected(corpus, lexicon, steady_jumps())
    np.testing.assert_allclose(likely.reshape(200, 201).sum(1), 1.0, atol=1e-9)
    assert np.isfinite(jumps).all()


def test_cells_of_both_directions_meet():
    """What is mirrored is the same pair of words, seen from the other side."""
    forward, backward = read_corpus(SOURCES, TARGETS), read_corpus(TARGETS, SOURCES)
    there, back = mirrored(forward, backward)
    one = entries_of(forward, SOURCES, TARGETS)
    two = entries_of(backward, TARGETS, SOURCES)
    for a, b in zip(there, back, strict=True):
        assert one[int(forward.cell[a])] == two[int(backward.cell[b])][::-1]


def test_words_spelled_alike_attract_each_other():
    """The prior alone prefers the comma for the comma."""
    corpus = read_corpus(SOURCES, TARGETS)
    lexicon = maximised(corpus, np.zeros(len(corpus.cell)))
    named = entries_of(corpus, SOURCES, TARGETS)
    alike = [lexicon[e] for e, (s, t) in named.items() if s == t]
    other = [lexicon[e] for e, (s, t) in named.items() if s == "," and t != ","]
    assert min(alike) > 10 * max(other)
