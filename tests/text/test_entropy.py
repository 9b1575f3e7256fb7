"""Entropy of renderings: by hand, beside a slow textbook version, by property and simulation."""

from collections import Counter
from itertools import combinations
from math import log, log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from studies.entropy import missed
from tertium.text.entropy import (
    Options,
    entropy,
    folded,
    machine_entropy,
    variety,
)

rows = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 5)), min_size=1, max_size=40)


def textbook(renderings):
    """−Σ p log2 p over the shares of renderings, one by one."""
    counts = Counter(renderings)
    number = len(renderings)
    return -sum(c / number * log2(c / number) for c in counts.values())


def by_word(pairs):
    """Return the renderings of each word."""
    found = {}
    for word, rendering in pairs:
        found.setdefault(word, []).append(rendering)
    return found


def arrays(pairs):
    """Return words and renderings as arrays."""
    return tuple(np.array(pairs, dtype=np.int64).T)


@given(rows)
def test_entropy_is_the_textbook_one(pairs):
    """All words at once give what each gives alone."""
    found = variety(*arrays(pairs), 6)
    own = by_word(pairs)
    for word in range(6):
        if word not in own:
            assert np.isnan(found.plain[word])
            continue
        assert found.plain[word] == pytest.approx(textbook(own[word]), abs=1e-12)
        assert found.plain[word] == pytest.approx(entropy(list(Counter(own[word]).values())))
        assert (found.number[word], found.kinds[word]) == (len(own[word]), len(set(own[word])))


@given(rows, st.randoms(use_true_random=False))
def test_entropy_lies_between_nothing_and_all_different(pairs, random):
    """0 ≤ H ≤ log2 k ≤ log2 n, and neither order nor names of renderings matter."""
    found = variety(*arrays(pairs), 5)
    there = found.number > 0
    assert (found.plain[there] >= 0).all()
    assert (found.plain[there] <= np.log2(found.kinds[there]) + 1e-12).all()
    shuffled = [(word, 5 - rendering) for word, rendering in pairs]
    random.shuffle(shuffled)
    np.testing.assert_array_equal(variety(*arrays(shuffled), 5).kinds, found.kinds)
    np.testing.assert_allclose(variety(*arrays(shuffled), 5).plain, found.plain, atol=1e-12)


def test_ends_by_hand():
    """All alike is 0, all different is log2 n, half and half 1."""
    word = np.repeat([0, 1, 2], 4)
    rendering = np.array([7, 7, 7, 7, 1, 2, 3, 4, 5, 5, 6, 6])
    np.testing.assert_allclose(variety(word, rendering, 3).plain, [0, 2, 1], atol=1e-15)


@given(rows)
def test_miller_madow_adds_what_the_formula_says(pairs):
    """(k − 1) / (2 n ln 2) bits more."""
    found = variety(*arrays(pairs), 5, correction="miller-madow")
    for word, own in by_word(pairs).items():
        more = (len(set(own)) - 1) / (2 * len(own) * log(2))
        assert found.entropy[word] == pytest.approx(textbook(own) + more)


@given(st.lists(st.integers(0, 3), min_size=1, max_size=7), st.integers(1, 7))
def test_rarefaction_is_the_mean_over_all_draws(own, at):
    """The formula equals drawing every subset of translators, one by one."""
    found = variety(np.zeros(len(own), dtype=np.int64), np.array(own), 1,
                    correction="rarefaction", at=at)  # fmt: skip
    if at > len(own):
        assert np.isnan(found.entropy[0])
        return
    drawn = [textbook(some) for some in combinations(own, at)]
    assert found.entropy[0] == pytest.approx(np.mean(drawn), abs=1e-12)


def test_rarefaction_makes_unequal_words_comparable():
    """By default all words are brought to the number of translations that the poorest has."""
    word = np.array([0] * 8 + [1] * 2)
    rendering = np.array([1, 1, 1, 1, 2, 2, 2, 2, 1, 2])
    found = variety(word, rendering, 2, correction="rarefaction")
    assert found.plain.tolist() == [1.0, 1.0]
    # Two of the eight differ with probability 2 · 4/8 · 4/7.
    np.testing.assert_allclose(found.entropy, [2 * 4 / 8 * 4 / 7, 1.0])


def test_corrections_take_bias_away_in_simulation():
    """Of five equally common renderings, 12 translators show too little; the correction helps."""
    random = np.random.default_rng(1)
    words, number, kinds = 4000, 12, 5
    drawn = random.integers(0, kinds, (words, number))
    word = np.repeat(np.arange(words), number)
    plain = variety(word, drawn.ravel(), words)
    corrected = variety(word, drawn.ravel(), words, correction="miller-madow")
    bias = plain.plain.mean() - log2(kinds)
    left = corrected.entropy.mean() - log2(kinds)
    assert bias == pytest.approx(-(kinds - 1) / (2 * number * log(2)), abs=0.06)
    assert bias < -0.2
    assert abs(left) < abs(bias) / 4


def test_a_small_round_of_the_study():
    """Few translators miss much, more of them less, and the correction gives some of it back."""
    few, many = missed(4, words=500), missed(30, words=500)
    assert few["plain"] < few["miller-madow"] < few["true"]
    assert few["plain"] < many["plain"] < many["true"]
    assert few["r"] < many["r"]


@pytest.mark.parametrize(("fold", "same"), [("lower", True), ("ascii", False), ("keep", False)])
def test_letter_case_is_a_choice(fold, same):
    """É is é unless only A to Z are lowered."""
    assert (folded("Één", fold) == folded("één", fold)) is same
    assert (folded("Een", fold) == folded("een", fold)) is (fold != "keep")


def options(listed, lengths, kind="search graph"):
    """Return options from (sentence, position, rendering, score)."""
    sentence, position, rendering, score = zip(*listed, strict=True)
    return Options(
        kind, np.array(sentence), np.array(position), tuple(rendering), np.array(score, float),
        tuple(lengths), tuple(("",) * n for n in lengths), tuple("x:1" for _ in lengths),
    )  # fmt: skip


def test_the_engine_s_options_by_hand():
    """Scores become probabilities word by word, and equal words are one rendering."""
    found = machine_entropy(
        options(
            [(0, 0, "a", log(0.5)), (0, 0, "A", log(0.25)), (0, 0, "b", log(0.25)),
             (1, 1, "copied", -100.0)],
            [1, 2],
        )
    )  # fmt: skip
    np.testing.assert_allclose(found.entropy, [entropy([3, 1]), np.nan, 0.0])
    assert found.options.tolist() == [3, 0, 1]
    assert found.begin.tolist() == [0, 1]


def test_the_least_likely_tenth_is_dropped():
    """Of 20 options the two worst go, of nine none."""
    listed = [(0, 0, f"w{k}", -float(k)) for k in range(20)]
    found = machine_entropy(options(listed, [1]))
    weights = np.exp(-np.arange(18.0))
    assert found.entropy[0] == pytest.approx(entropy(weights))
    assert found.kinds[0] == 18
    assert machine_entropy(options(listed[:9], [1])).kinds[0] == 9
    assert machine_entropy(options(listed[:10], [1])).kinds[0] == 9
    assert machine_entropy(options(listed, [1]), drop=0).kinds[0] == 20


@given(st.lists(st.floats(-30, 0), min_size=1, max_size=20), st.floats(-50, 50))
def test_only_differences_of_scores_count(scores, shift):
    """Adding the same to all scores of a word changes nothing; the factor flattens or sharpens."""
    listed = [(0, 0, f"w{k}", score) for k, score in enumerate(scores)]
    moved = [(0, 0, text, score + shift) for _, _, text, score in listed]
    one, two = machine_entropy(options(listed, [1])), machine_entropy(options(moved, [1]))
    assert one.entropy[0] == pytest.approx(two.entropy[0], abs=1e-9)
    flat = machine_entropy(options(listed, [1]), factor=1e-9)
    assert flat.entropy[0] == pytest.approx(log2(flat.kinds[0]), abs=1e-6)
    assert one.entropy[0] <= flat.entropy[0] + 1e-6
