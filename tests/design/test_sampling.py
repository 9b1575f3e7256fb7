"""A sample of a delivery: enough words, in one piece, fair, and the same again."""

from collections import Counter
from itertools import groupby

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.design.sampling import draw_sample
from tertium.exceptions import BadInput
from tertium.model import Segment


def delivery(lengths, *, each=5):
    """Return segments of so many words, `each` of them to a document."""
    return [
        Segment(f"s{n}", " ".join(["word"] * length), f"d{n // each}", n % each, "", "en", "de")
        for n, length in enumerate(lengths)
    ]


lengths = st.lists(st.integers(0, 60), min_size=1, max_size=60)


def size(segments, ids):
    return sum(len(one.source.split()) for one in segments if one.id in set(ids))


@given(lengths, st.integers(1, 900), st.integers(0, 5), st.sampled_from(["passage", "document"]))
@settings(max_examples=60)
def test_there_are_as_many_words_as_wanted(given_lengths, wanted, seed, unit):
    """Or all there are; and not a block more than needed."""
    segments = delivery(given_lengths)
    sample = draw_sample(segments, words=wanted, unit=unit, seed=seed, passage=80)
    total = sum(given_lengths)
    assert sample.words == size(segments, sample.segments)
    assert sample.words >= min(wanted, total)
    documents = [sum(g) for g in np.split(np.array(given_lengths), range(5, len(given_lengths), 5))]
    longest = max(documents) if unit == "document" else 1.5 * 80 + 2 * 60
    assert sample.words < wanted + longest + 1
    assert sample.share == pytest.approx(sample.words / total if total else 0.0)
    again = draw_sample(segments, words=wanted, unit=unit, seed=seed, passage=80)
    assert sample == again


@given(lengths, st.integers(1, 400), st.integers(1, 400), st.integers(0, 3))
@settings(max_examples=40)
def test_a_larger_sample_holds_the_smaller(given_lengths, one, other, seed):
    """So that more can be read later without reading anything twice."""
    segments = delivery(given_lengths)
    small, large = sorted((one, other))
    first = draw_sample(segments, words=small, seed=seed)
    assert set(first.segments) <= set(draw_sample(segments, words=large, seed=seed).segments)


@given(lengths, st.integers(1, 600), st.integers(0, 3))
@settings(max_examples=40)
def test_whole_documents_are_whole(given_lengths, wanted, seed):
    """All segments of a document, or none, in reading order."""
    segments = delivery(given_lengths)
    chosen = draw_sample(segments, words=wanted, unit="document", seed=seed).segments
    drawn = {one.document for one in segments if one.id in chosen}
    assert list(chosen) == [one.id for one in segments if one.document in drawn]


def test_passages_hang_together():
    """In a document of 40 segments and 1,600 words, 500 words are a few runs, not 12 pieces."""
    segments = delivery([40] * 40, each=40)
    chosen = draw_sample(segments, words=500, seed=3).segments
    marks = [one.id in chosen for one in segments]
    runs = [len(list(run)) for held, run in groupby(marks) if held]
    assert min(runs) * 40 >= 200
    assert len(runs) <= 3


def test_translators_have_their_part():
    """Two thirds of the words are ana's, two thirds of the sample too."""
    segments = delivery([50] * 90)
    who = {one.id: "ana" if n < 60 else "ben" for n, one in enumerate(segments)}
    sample = draw_sample(segments, words=1500, translators=who, seed=1)
    ana, ben = sample.parts
    assert (ana.translator, ana.words_of, ben.words_of) == ("ana", 3000, 1500)
    assert ana.words == pytest.approx(1000, abs=250)
    assert ben.words == pytest.approx(500, abs=250)
    assert ana.documents <= ana.documents_of == 12


@pytest.mark.parametrize("unit", ["passage", "document"])
def test_every_segment_has_the_same_chance(unit):
    """First and last of a document, in long and in short ones."""
    segments = delivery([50] * 40, each=20) + [
        Segment(f"t{n}", "word " * 50, f"e{n // 4}", 0, "", "en", "de") for n in range(20)
    ]
    counts = Counter(
        name
        for seed in range(500)
        for name in draw_sample(segments, words=900, unit=unit, seed=seed).segments
    )
    chances = np.array([counts[one.id] / 500 for one in segments])
    if unit == "passage":  # blocks of 250 and 200 words
        assert chances.max() - chances.min() < 0.14
        assert chances.mean() == pytest.approx(1000 / 3000, abs=0.03)
    else:
        assert abs(chances[:20].mean() - chances[20:40].mean()) < 0.09


@pytest.mark.parametrize(
    ("segments", "settings", "what"),
    [
        (delivery([3]), {"words": 0}, "no number of words"),
        (delivery([3]), {"words": 5, "passage": 0}, "no number of words"),
        ([], {"words": 5}, "nothing to draw from"),
    ],
)
def test_what_cannot_be_drawn_is_told(segments, settings, what):
    """In words."""
    with pytest.raises(BadInput, match=what):
        draw_sample(segments, **settings)
