"""Tokens, gaps and labels: hard scripts, κ of the libraries, the figure of the paper."""

import numpy as np
import pytest
from hypothesis import given, settings
from sklearn.metrics import cohen_kappa_score

from tertium.stats.span_agreement.readings import read_marks
from tertium.stats.span_agreement.token_tables import (
    cross_tokens,
    equal_share,
    first_ac1,
    kappa,
    positive,
    token_spans,
    touched,
)
from tests.stats.span_agreement.marked import campaigns, mark, view


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Don't pay 3.50!", ["Don't", "pay", "3.50", "!"]),
        ("我喜欢。", ["我", "喜", "欢", "。"]),
        ("👍🏽👩\u200d👩\u200d👧 e\u0301!", ["👍🏽", "👩\u200d👩\u200d👧", "e\u0301", "!"]),
        ("مرحبا، عالم", ["مرحبا", "،", "عالم"]),
        ("a\u200b\ufeff b", ["a", "b"]),
        ("   ", []),
        ("", []),
    ],
)
def test_words_and_signs_are_tokens(text, tokens):
    """Words, in scripts without spaces characters, and every visible sign."""
    begins, ends = token_spans(text)
    assert [text[b:e] for b, e in zip(begins, ends, strict=True)] == tokens


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        (0, 3, ([0], None)),
        (1, 2, ([0], None)),  # a part of a token marks the token
        (2, 5, ([0, 1], None)),
        (3, 4, ([], 1)),  # a space belongs to the gap
        (3, 3, ([], 1)),
        (4, 4, ([], 1)),
        (0, 0, ([], 0)),
        (7, 7, ([], 2)),
    ],
)
def test_a_mark_touches_tokens_or_a_gap(start, end, expected):
    """“one two” has two tokens and three gaps."""
    tokens, gap = touched(token_spans("one two"), mark(start, end))
    assert (list(tokens), gap) == expected


def labels(text, marks):
    """Label every token of a text the slow way: with the set of labels that touch it."""
    begins, ends = token_spans(text)
    return [
        "+".join(sorted({m[2] for m in marks if m[0] < e and m[1] > b and m[0] < m[1]}))
        for b, e in zip(begins, ends, strict=True)
    ]


@given(campaigns())
@settings(max_examples=40)
def test_kappa_is_that_of_scikit_learn(drawn):
    """Token κ, AC1 and positive agreement are those of textbooks on the listed tokens."""
    marks, texts = drawn
    table = cross_tokens(read_marks(view(marks, texts=texts)), side="target")
    sums = table.features().sum(axis=0).reshape(1, -1)
    one, two = (
        [label for name, text in texts.items() for label in labels(text, marks[who, name])]
        for who in ("p0", "p1")
    )
    expected = cohen_kappa_score(one, two) if len({*one, *two}) > 1 else np.nan
    assert kappa(sums)[0] == pytest.approx(expected, nan_ok=True)
    assert equal_share(sums)[0] == pytest.approx(np.mean(np.array(one) == np.array(two)))
    both = sum(bool(a) and bool(b) for a, b in zip(one, two, strict=True))
    some = sum(map(bool, one)) + sum(map(bool, two))
    assert positive(sums)[0] == pytest.approx(2 * both / some if some else np.nan, nan_ok=True)
    known = sorted({*one, *two, ""})
    shares = np.array([(one.count(k) + two.count(k)) / (2 * len(one)) for k in known])
    if len(known) > 1:
        chance = (shares * (1 - shares)).sum() / (len(known) - 1)
        agreed = (equal_share(sums)[0] - chance) / (1 - chance)
        assert first_ac1(len(known))(sums)[0] == pytest.approx(agreed)


def test_gaps_count_what_is_missing():
    """Two omissions at one place agree with gaps, and do not exist without."""
    marks = {("a", "s"): [(3, 3, "omission")], ("b", "s"): [(4, 4, "omission")]}
    read = read_marks(view(marks, texts={"s": "one two"}))
    sums = cross_tokens(read, side="target", gaps=True).features().toarray()
    assert sums[0, :3].tolist() == [5, 5, 1]  # two tokens and three gaps; one gap marked by both
    assert kappa(sums)[0] == 1
    assert np.isnan(kappa(cross_tokens(read, side="target").features().toarray())[0])
