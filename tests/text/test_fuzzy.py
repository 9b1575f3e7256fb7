"""A fuzzy match follows its formula, and a memory finds what comparing all texts finds."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.exceptions import BadInput
from tertium.text.distance import edit_distance
from tertium.text.fuzzy import Match, Memory, fuzzy, fuzzy_signature

UNITS = ["characters", "words"]
texts = st.text(alphabet="ab 我é👍\u0301", max_size=12)
# Few words, so that many texts are alike and many matches equally good.
sentences = st.lists(st.sampled_from(["the", "cat", "a", "sat", "我"]), max_size=8).map(" ".join)


def units(text, unit):
    return list(text) if unit == "characters" else text.split()


def formula(a, b, unit):
    a, b = units(a, unit), units(b, unit)
    return 1 - edit_distance(a, b) / max(len(a), len(b)) if a or b else 1.0


def brute_force(texts, query, at_least, unit):
    best = None
    for place, text in enumerate(texts):
        score = formula(query, text, unit)
        if score >= at_least and (best is None or score > best.score):
            best = Match(place, text, score)
    return best


@pytest.mark.parametrize(
    ("a", "b", "unit", "score"),
    [
        ("", "", "characters", 1),
        (" \t", "", "words", 1),
        ("", "a", "characters", 0),
        ("abcde", "abcdX", "characters", 0.8),
        ("one two three four five", "one two three four", "words", 0.8),
        ("我喜欢苹果。", "我爱苹果。", "characters", 1 - 2 / 6),
        ("我喜欢苹果。", "我爱苹果。", "words", 0),
    ],
)
def test_known_matches(a, b, unit, score):
    """By hand."""
    assert fuzzy(a, b, unit=unit) == score


@given(st.one_of(texts, sentences), st.one_of(texts, sentences), st.sampled_from(UNITS))
def test_a_match_follows_the_formula(a, b, unit):
    """To the last digit, and from either side."""
    assert fuzzy(a, b, unit=unit) == formula(a, b, unit) == fuzzy(b, a, unit=unit)


@given(
    st.lists(st.one_of(texts, sentences), max_size=30),
    st.lists(st.one_of(texts, sentences), max_size=10),
    st.sampled_from([0.01, 1 / 3, 0.4, 0.5, 0.6, 2 / 3, 0.75, 0.8, 1.0]),
    st.sampled_from(UNITS),
)
def test_a_memory_finds_what_comparing_all_finds(memory, queries, at_least, unit):
    """The first of the best, whatever the threshold; empty memories and queries too."""
    found = Memory(memory, unit=unit).best(queries, at_least=at_least, workers=1)
    assert found == [brute_force(memory, query, at_least, unit) for query in queries]


@pytest.mark.parametrize("unit", UNITS)
def test_a_larger_memory_with_close_and_distant_texts(unit):
    """Hundreds of sentences: copies with some words changed, and strangers."""
    draw = random.Random(5)
    vocabulary = ["".join(draw.choices("etaoinshrd", k=draw.randint(1, 9))) for _ in range(200)]
    weights = [1 / (rank + 1) for rank in range(len(vocabulary))]
    memory = [
        " ".join(draw.choices(vocabulary, weights, k=draw.randint(1, 40))) for _ in range(400)
    ]
    queries = []
    for text in memory[::10]:
        words = text.split()
        for _ in range(len(words) // draw.randint(2, 8)):
            words[draw.randrange(len(words))] = draw.choice(vocabulary)
        queries.append(" ".join(words))
    queries += [" ".join(draw.choices(vocabulary, weights, k=20)) for _ in range(10)]
    found = Memory(memory, unit=unit).best(queries)
    assert found == [brute_force(memory, query, 0.6, unit) for query in queries]
    assert 10 < sum(match is not None for match in found) < len(queries)


def test_the_first_of_equal_matches_is_found():
    """Texts with the same words match fully, however they are spaced."""
    memory = ["x", "a  b", "a b", "a b"]
    assert Memory(memory).best(["a b", "x"]) == [Match(2, "a b", 1.0), Match(0, "x", 1.0)]
    assert Memory(memory, unit="words").best(["a b"]) == [Match(1, "a  b", 1.0)]


@pytest.mark.parametrize("at_least", [0, -1, 1.5, float("nan")])
def test_a_threshold_that_means_nothing_is_refused(at_least):
    """Everything matches at 0, nothing above 1."""
    with pytest.raises(BadInput, match="threshold"):
        Memory(["a"]).best(["a"], at_least=at_least)


def test_the_formula_is_named():
    """In every signature."""
    assert fuzzy_signature() == "fuzzy:1-lev/max@1|unit:characters"


@pytest.mark.parametrize("length", range(5, 80, 5))
def test_a_match_exactly_at_the_threshold_counts(length):
    """Three fifths kept are 60%, at any length."""
    kept = length * 3 // 5
    query, text = "a" * length, "a" * kept + "b" * (length - kept)
    assert Memory([text]).best([query]) == [Match(0, text, 0.6)]
    query, text = " ".join(query), " ".join(text)
    assert Memory([text], unit="words").best([query]) == [Match(0, text, 0.6)]
