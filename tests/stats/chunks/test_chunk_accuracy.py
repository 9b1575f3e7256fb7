"""Chunk accuracy: by hand, against textbook versions, and by simulation."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.exceptions import BadInput, NotFound
from tertium.stats.agreement.agree import agree
from tertium.stats.chunks.accuracy import chunk_accuracy
from tertium.stats.chunks.judged import judged_chunks
from tertium.table import JudgementTable
from tests.stats.contrasts.plain import plain_crossed


def table(rows):
    """Return a table of (annotator, segment, system, chunk, label[, document])."""
    return JudgementTable.from_rows(
        {"judgement": f"j{at}", "annotator": who, "segment": segment, "system": system,
         "unit": unit, "aspect": "chunk", "label": label, "document": more[0] if more else None}
        for at, (who, segment, system, unit, label, *more) in enumerate(rows)
    )  # fmt: skip


def accuracy(rows, **more):
    """Return the analysis of such rows."""
    return chunk_accuracy(judged_chunks(table(rows)), **more)


def test_micro_counts_chunks_and_macro_counts_segments():
    """By hand: 1 of 1 and 1 of 3."""
    rows = [("a", "1", "x", "1", "C"), ("a", "2", "x", "1", "c"), ("a", "2", "x", "2", "P"),
            ("a", "2", "x", "3", "problematic")]  # fmt: skip
    (found,) = accuracy(rows).systems
    assert (found.correct, found.problematic, found.chunks, found.segments) == (2, 2, 4, 2)
    assert found.accuracy.value == 0.5
    assert found.macro.value == pytest.approx((1 + 1 / 3) / 2)


LABELS = st.sampled_from(["correct", "problematic"])
ROWS = st.dictionaries(
    st.tuples(st.sampled_from("ab"), st.sampled_from("123"), st.sampled_from("xy"),
              st.sampled_from("12")), LABELS, min_size=1,
)  # fmt: skip


@settings(max_examples=30)  # each makes a table
@given(ROWS)
def test_shares_are_those_of_a_slow_count(found):
    """Whatever was judged: micro, macro, labels, and bounds around them."""
    result = accuracy([(*key, label) for key, label in found.items()])
    for one in result.systems:
        own = {key: label == "correct" for key, label in found.items() if key[2] == one.system}
        assert one.accuracy.value == pytest.approx(np.mean(list(own.values())))
        by_segment = {}
        for key, good in own.items():
            by_segment.setdefault(key[1], []).append(good)
        assert one.macro.value == pytest.approx(np.mean([np.mean(v) for v in by_segment.values()]))
        for estimate in (one.accuracy, one.macro):
            if estimate.low is not None:
                assert 0 <= estimate.low <= estimate.value <= estimate.high <= 1
        told = [share for share in result.shares if share.system == one.system]
        assert sum(share.judgements for share in told) == len(own)


def test_the_interval_is_the_crossed_one():
    """As the recipe computes it by hand: one annotator, segments, chunks of a segment alike."""
    rng = np.random.default_rng(3)
    rows = [("a", str(s), "x", str(u), "C" if rng.random() < easy else "P")
            for s in range(12) if (easy := rng.beta(2, 1))
            for u in range(int(rng.integers(2, 7)))]  # fmt: skip
    (found,) = accuracy(rows).systems
    good = np.array([label == "C" for *_, label in rows], float)
    segment = np.array([int(row[1]) for row in rows])
    one = np.zeros(len(good), int)
    value, low, high, _ = plain_crossed(
        good, np.ones(len(good)), one, one, segment, kappa=(0, 0), known=False
    )
    assert found.accuracy.value == pytest.approx(value)
    assert [found.accuracy.low, found.accuracy.high] == pytest.approx([low, min(1, high)])


def test_systems_are_contrasted_through_the_same_annotators_and_segments():
    """A strict annotator and a hard segment cancel; one pair in several layouts."""
    rng = np.random.default_rng(5)
    hard = rng.normal(0, 1.5, 30)
    rows = [
        (who, str(s), system, str(u), "CP"[int(rng.logistic() > 1 + strict + hard[s] + better)],
         f"d{s // 3}")
        for who, strict in (("a", -1.5), ("b", 0), ("c", 1.5), ("d", 0.5))
        for s in range(30)
        for system, better in (("x", 0), ("y", 1.5))
        for u in range(4)
    ]  # fmt: skip
    found = accuracy(rows)
    (pair,) = found.contrasts
    assert (pair.a, pair.b) == ("y", "x")
    assert pair.difference == pytest.approx(
        found.systems[0].accuracy.value - found.systems[1].accuracy.value
    )
    assert pair.low > 0
    assert pair.p < 0.05
    levels = [one.accuracy for one in found.systems]
    assert levels[0].low < levels[1].high  # marginal intervals would not have told
    assert found.estimand.texts == "documents like these"
    alone = [row for row in rows if (row[0] in "ab") == (row[2] == "x")]
    (pair,) = accuracy(alone).contrasts
    assert pair.reason == f"no annotator judged both {pair.a} and {pair.b}"


def test_intervals_cover_what_segments_and_people_share():
    """Chunks of hard segments fail together: 95% intervals hold the truth nearly always."""
    rng = np.random.default_rng(8)
    held, times = 0, 60
    for _ in range(times):
        rows = []
        for s in range(25):
            easy = rng.beta(6, 2)
            for u in range(4):
                rows += [(who, str(s), "x", str(u), "C" if rng.random() < easy else "P")
                         for who in "abc"]  # fmt: skip
        (found,) = accuracy(rows).systems
        held += found.accuracy.low <= 0.75 <= found.accuracy.high
    assert held >= 0.9 * times


def test_all_correct_is_not_certain():
    """Wilson's bound with as many cases as segments: z²/(n + z²) below one."""
    rows = [("a", str(s), "x", "1", "good") for s in range(10)]
    (found,) = accuracy(rows).systems
    z2 = 1.959963984540054**2
    assert (found.accuracy.value, found.accuracy.high) == (1.0, 1.0)
    assert found.accuracy.low == pytest.approx(1 - z2 / (10 + z2))


def test_three_schemes_are_known_by_their_answers():
    """The first answer is correct, the others are problems."""
    for labels, scheme in (("CP", "cp"), ("GBU", "gbu"), ("CAFO", "kinds")):
        rows = [("a", "1", "x", str(at), label) for at, label in enumerate(labels)]
        result = accuracy(rows)
        assert (result.scheme, result.systems[0].correct) == (scheme, 1)
    with pytest.raises(BadInput, match="not answers of one scheme"):
        accuracy([("a", "1", "x", "1", "good"), ("a", "1", "x", "2", "problematic")])
    with pytest.raises(NotFound, match="answer about a chunk"):
        judged_chunks(table([("a", "1", "x", "1", "good")]), "cp")


def test_agreement_is_told_by_the_same_measures_as_elsewhere():
    """Nominal, over chunks; by hand: 3 of 4 equal."""
    rows = [
        (who, "1", "x", str(u), label)
        for who, labels in (("a", "CCPP"), ("b", "CCPC"))
        for u, label in enumerate(labels)
    ]
    found = agree(table(rows))
    assert found.percent == 0.75
    assert found.cohen.mean == pytest.approx((0.75 - (2 / 4 * 3 / 4 + 2 / 4 * 1 / 4)) / 0.5)
    assert "on:chunk" in found.signature


def test_whoever_made_chunks_should_not_judge_them():
    """The same name in both is told; one annotator is, too."""
    rows = [("carl", "1", "x", "1", "C"), ("carl", "1", "x", "2", "P")]
    told = " ".join(accuracy(rows, chunked_by=["carl"]).warnings)
    assert "carl made chunks and judged them" in told
    assert "One annotator" in told


def test_problems_are_listed_where_most_people_found_them():
    """The worst chunk first."""
    rows = [("a", "1", "x", "1", "P"), ("b", "1", "x", "1", "C"), ("a", "1", "x", "2", "P"),
            ("b", "1", "x", "2", "P"), ("a", "1", "x", "3", "C")]  # fmt: skip
    found = accuracy(rows).problems
    assert [(one.chunk, one.problematic, one.judgements) for one in found] == [
        ("2", 2, 2), ("1", 1, 2),
    ]  # fmt: skip


def test_documents_are_the_units_where_they_are_known():
    """Several of them; the signature says so."""
    rows = [
        ("a", f"{d}{s}", "x", "1", "CP"[(d + s) % 2], f"d{d}") for d in range(4) for s in range(3)
    ]
    result = accuracy(rows)
    assert "|units:documents|" in result.signature
    assert len(result.documents) == 4


def test_what_is_missing_or_said_twice_is_refused():
    """No chunks, no name, the same chunk twice by one person."""
    with pytest.raises(BadInput, match="no judged chunks"):
        judged_chunks(JudgementTable.from_rows([{"annotator": "a", "aspect": "overall"}]))
    with pytest.raises(BadInput, match="has no name or no answer"):
        accuracy([("a", "1", "x", None, "C")])
    with pytest.raises(BadInput):
        accuracy([("a", "1", "x", "1", "C"), ("a", "1", "x", "1", "P")])
