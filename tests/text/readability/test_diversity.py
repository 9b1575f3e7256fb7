"""Variety of words: golden values, and that it does not simply follow length."""

from collections import Counter
from random import Random
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.text.readability.diversity import hdd, mattr, mtld, yule_k
from tertium.text.words import words

TEXT = words(
    "the ferry left the old harbour at dawn and the wind came from the north two children stood "
    "at the rail and counted the gulls while their mother slept on a bench near the stairs the "
    "captain knew the channel well but he watched the water because the storm had moved the "
    "sand in the night when the ferry reached the island the children ran to the beach and "
    "looked for shells and the captain drank his coffee on the bridge and listened to the radio "
    "nobody spoke about the storm any more"
)


def test_the_golden_values():
    """Two libraries and a computation of our own agree on them."""
    assert (len(TEXT), len(set(TEXT))) == (93, 62)
    assert hdd(TEXT) == pytest.approx(0.733429265, abs=5e-10)
    assert mtld(TEXT) == pytest.approx(44.403507, abs=5e-7)
    assert mattr(TEXT) == pytest.approx(0.744545, abs=5e-7)
    assert yule_k(TEXT) == pytest.approx(524.916175, abs=5e-7)


def test_short_texts_have_no_value():
    """42 words for HD-D, 50 for the moving average, two for K."""
    assert hdd(TEXT[:41]) is None
    assert mattr(TEXT[:49]) is None
    assert yule_k(TEXT[:1]) is None
    assert mtld(["every", "word", "is", "new"]) is None


@given(st.lists(st.sampled_from("abcdefgh"), min_size=50, max_size=90))
def test_the_moving_average_is_that_of_its_windows(words):
    """The slow twin: every window by itself."""
    slow = fmean(len(set(words[at : at + 50])) / 50 for at in range(len(words) - 49))
    assert mattr(words) == pytest.approx(slow)


@given(st.lists(st.sampled_from("abcdefgh"), min_size=50, max_size=90), st.integers(0, 99))
def test_hdd_is_the_mean_of_samples(words, seed):
    """The slow twin: drawing samples of 42."""
    draw = Random(seed)
    drawn = [len(set(draw.sample(words, 42))) / 42 for _ in range(400)]
    assert hdd(words) == pytest.approx(fmean(drawn), abs=0.02)


def test_length_alone_changes_little():
    """Twice as many words of the same source: the type–token ratio falls, these hardly move."""
    draw = Random(1)
    names = [f"w{n}" for n in range(2_000)]
    shares = [1 / (n + 3) for n in range(2_000)]
    short = [draw.choices(names, shares, k=300) for _ in range(20)]
    long = [draw.choices(names, shares, k=600) for _ in range(20)]
    ratio = [fmean(len(set(one)) / len(one) for one in part) for part in (short, long)]
    assert ratio[1] < 0.85 * ratio[0]
    for measure in (mtld, mattr, hdd, yule_k):
        few, many = (fmean(measure(one) for one in part) for part in (short, long))
        assert many == pytest.approx(few, rel=0.08), measure.__name__


def test_repeating_a_text_makes_it_less_varied():
    """Each measure in its direction."""
    twice = ["the", "ferry"] * 60
    mixed = [f"w{n % 70}" for n in range(120)]
    assert mtld(twice) < mtld(mixed)
    assert hdd(twice) < hdd(mixed)
    assert yule_k(twice) > yule_k(mixed)
    assert Counter(twice)["the"] == 60
