"""Agreement on marked errors as a whole: the paper's figure, properties, hard cases, intervals."""

from dataclasses import astuple, replace

import numpy as np
import pytest
from hypothesis import given, settings

from tertium.formats.judgements import read_judgements
from tertium.formats.typology import read_typology
from tertium.stats.agreement.jackknife import LeaveOneOut, bounded
from tertium.stats.result import Estimate
from tertium.stats.span_agreement.agreement import agree_spans
from tertium.stats.span_agreement.gamma import GammaChoices
from tertium.table import JudgementTable
from tests.stats.span_agreement.marked import campaigns, rows, view

QUICK = GammaChoices(samples=3)
TOKENS = " ".join("abcdefghijklmnopqrs")  # nineteen words of one letter
# Lommel, Popović and Burchardt (2014), Figure 2: where the words lie does not matter for κ.
A1 = [(0, 5, "word order"), (12, 13, "mistranslation"), (20, 21, "agreement")]
A2 = [(0, 9, "word order"), (12, 15, "mistranslation")]
FIGURE = {("A1", "s"): A1, ("A2", "s"): A2, ("A3", "s"): A1[:2]}
MEASURES = (
    "kappa", "kappa_marked", "kappa_gaps", "ac1", "ac1_marked", "percent", "positive", "sets",
    "gamma", "gamma_cat", "alpha_u", "alpha_binary", "alpha_coding",
)  # fmt: skip


def values(result):
    """Return the value of every measure by name."""
    found = {name: getattr(result, name).value for name in MEASURES}
    return found | {f"f_{k}": e["value"] for k, e in _fields(result.f).items()}


def _fields(record):
    return {name: {"value": getattr(record, name).value} for name in record.__slots__}


def test_the_figure_of_the_paper_comes_out():
    """κ .568, .865, .652 on 15, 18 and 16 equal tokens of 19; sets .67, .67, 1."""
    result = agree_spans(view(FIGURE, texts={"s": TOKENS}), gamma=QUICK)
    assert [(pair.a, pair.b) for pair in result.pairs] == [
        ("A1", "A2"), ("A1", "A3"), ("A2", "A3"),
    ]  # fmt: skip
    assert [pair.kappa for pair in result.pairs] == pytest.approx([0.568, 0.865, 0.652], abs=5e-4)
    assert [pair.sets for pair in result.pairs] == pytest.approx([2 / 3, 2 / 3, 1])
    assert result.kappa.value == pytest.approx(np.mean([100 / 176, 122 / 141, 107 / 164]))
    assert result.percent.value == pytest.approx((15 + 18 + 16) / 3 / 19)


@given(campaigns(people=3))
@settings(max_examples=25)
def test_agreement_is_symmetric_and_at_most_one(drawn):
    """Neither the names of people nor the order of their marks change anything."""
    marks, texts = drawn
    one = values(agree_spans(view(marks, texts=texts), gamma=QUICK))
    turned = {(who, name): marks[who, name][::-1] for who, name in reversed(list(marks))}
    assert values(agree_spans(view(turned, texts=texts), gamma=QUICK)) == pytest.approx(one)
    assert all(value <= 1 + 1e-9 for value in one.values() if value is not None)
    swapped = {({"p0": "p1", "p1": "p0"}.get(w, w), n): m for (w, n), m in marks.items()}
    two = values(agree_spans(view(swapped, texts=texts), gamma=QUICK))
    for name in one:
        if "gamma" not in name:  # chance is drawn for each pair; see the test for two people
            assert two[name] == pytest.approx(one[name])


@given(campaigns(people=2))
@settings(max_examples=25)
def test_two_people_may_change_places(drawn):
    """With two people γ is the same too, to the last digit."""
    marks, texts = drawn
    swapped = {({"p0": "p1", "p1": "p0"}[who], name): own for (who, name), own in marks.items()}
    one = values(agree_spans(view(marks, texts=texts), gamma=QUICK))
    assert values(agree_spans(view(swapped, texts=texts), gamma=QUICK)) == pytest.approx(one)


@given(campaigns(people=1, points=False))
@settings(max_examples=25)
def test_equal_marks_agree_fully(drawn):
    """The same marks by two people give 1 wherever there is anything to measure."""
    marks, texts = drawn
    doubled = {(who, name): own for (_, name), own in marks.items() for who in "ab"}
    found = values(agree_spans(view(doubled, texts=texts), gamma=QUICK))
    assert all(value is None or value == pytest.approx(1) for value in found.values())


def test_no_errors_at_all_leave_nothing_to_measure():
    """Nobody marked anything: no coefficient is invented, and it is said."""
    clean = {(who, name): [] for who in "ab" for name in ("s1", "s2")}
    result = agree_spans(view(clean, texts={"s1": "one two", "s2": "three"}))
    found = values(result)
    assert {name for name, value in found.items() if value is not None} == {"percent", "sets"}
    assert any("No error was marked" in note for note in result.warnings)
    assert [(row.category, row.both, row.one_only) for row in result.categories] == [
        ("no error", 2, 0)
    ]


def test_one_annotator_has_nobody_to_agree_with():
    """One reading of each output gives no agreement, and says why."""
    result = agree_spans(view({("a", "s"): [(0, 3, "x")]}, texts={"s": "one"}))
    assert set(values(result).values()) == {None}
    assert result.warnings == (
        "No output was read by two annotators, so there is no agreement to measure.",
    )


def test_consolidated_marks_never_enter():
    """What people agreed on later is left out even if it is handed in."""
    texts = {"s": "one two three"}
    observed = {("a", "s"): [(0, 3, "x")], ("b", "s"): [(4, 7, "y")]}
    later = {(who, "s"): [(0, 3, "x")] for who in "abc"}
    both = [*rows(observed, texts=texts), *rows(later, texts=texts, layer="consolidated")]
    spans = JudgementTable.from_rows(both).spans(layers=("observed", "consolidated"))
    result = agree_spans(spans, gamma=QUICK)
    plain = agree_spans(view(observed, texts=texts), gamma=QUICK)
    assert values(result) == values(plain)
    assert result.annotators == 2
    assert "Consolidated and inferred marks are left out" in result.warnings[0]


def test_hard_texts_are_measured():
    """Chinese, emoji, an empty target, points, and marks in the source."""
    texts = {"zh": "我喜欢苹果。", "emoji": "👍🏽 gut", "empty": "", "gap": "one two"}
    marks = {
        ("a", "zh"): [(1, 3, "x")], ("b", "zh"): [(1, 2, "x")],
        ("a", "emoji"): [(0, 2, "y")], ("b", "emoji"): [(0, 2, "y")],
        ("a", "empty"): [(0, 0, "omission")], ("b", "empty"): [(0, 0, "omission")],
        ("a", "gap"): [(3, 3, "omission"), (0, 4, "x", "major", "source")],
        ("b", "gap"): [(4, 4, "omission"), (0, 4, "x", "major", "source")],
    }  # fmt: skip
    result = agree_spans(view(marks, texts=texts), gamma=QUICK)
    # 6 + 2 + 0 + 2 tokens; one of them marked by a only.
    assert result.percent.value == pytest.approx(9 / 10)
    assert result.positive.value == pytest.approx(2 * 2 / (2 * 2 + 1))
    assert result.kappa_gaps.value > result.kappa.value
    # MPP: zh .5/1, emoji 1/1, empty 1/1, gap: points at 3 and 4 differ, source 1/1.
    assert result.f.mpp.value == pytest.approx(2 * 0.7 * 0.8 / 1.5)
    assert "2 of 10 errors are marked in the source" in " ".join(result.warnings)
    assert "4 marks are points" in " ".join(result.warnings)


def test_overlapping_marks_of_one_person_are_a_set():
    """Two categories on one token are both kept; half of them is not the same."""
    texts = {"s": "one two three"}
    both = [(0, 3, "x"), (0, 3, "y")]
    same = agree_spans(view({("a", "s"): both, ("b", "s"): both[::-1]}, texts=texts))
    half = agree_spans(view({("a", "s"): both, ("b", "s"): both[:1]}, texts=texts))
    assert same.kappa.value == 1
    assert half.percent.value == pytest.approx(2 / 3)
    assert half.kappa_marked.value == 1


def test_texts_that_differ_are_left_out():
    """Positions in two texts cannot be compared; a space at the end does not matter."""
    spans = view({("a", "s"): [(0, 3, "x")], ("b", "s"): [(0, 3, "x")]}, texts={"s": "one two"})
    spans.outputs.target[1] = "one two "
    assert agree_spans(spans, gamma=QUICK).kappa.value == 1
    spans.outputs.target[1] = "One, two"
    result = agree_spans(spans)
    assert result.outputs == 0
    assert "annotators read different texts" in result.warnings[0]


def test_categories_are_compared_by_span_and_by_name():
    """Same kind on another span, found by one only, no error, and names along the tree."""
    texts = dict.fromkeys(("s1", "s2", "s3"), "one two three four")
    marks = {
        ("a", "s1"): [(0, 3, "accuracy/omission"), (8, 13, "fluency/grammar/agreement")],
        ("b", "s1"): [(4, 7, "accuracy/omission"), (8, 13, "fluency/grammar")],
        ("a", "s2"): [(0, 3, "accuracy/addition")], ("b", "s2"): [],
        ("a", "s3"): [], ("b", "s3"): [],
    }  # fmt: skip
    result = agree_spans(view(marks, texts=texts), gamma=QUICK)
    found = {one.category: one for one in result.categories}
    omission = found["accuracy/omission"]
    assert (omission.both, omission.same_span, omission.different_span) == (1, 0, 1)
    assert found["accuracy/addition"].one_only == 1
    assert (found["no error"].both, found["no error"].one_only) == (1, 1)
    assert [(c.category, c.other, c.marks) for c in result.confusions] == [
        ("fluency/grammar", "fluency/grammar/agreement", 1)
    ]
    assert {one.relation: one.marks for one in result.relations}["one above the other"] == 1
    assert [one.same_name for one in result.levels] == [1, 1, 0]
    tree = agree_spans(view(marks, texts=texts), gamma=QUICK, typology=read_typology("list-20"))
    assert tree.kappa == result.kappa


def test_marks_without_categories_are_called_by_severity():
    """Error Span Annotation has severities only."""
    marks = {("a", "s"): [(0, 3, None, "major")], ("b", "s"): [(0, 3, None, "minor")]}
    texts = {"s": "one two three"}
    assert agree_spans(view(marks, texts=texts)).label == "severity"
    assert agree_spans(view(marks, texts=texts), label="error").kappa.value == 1


def test_praise_and_blame_are_different_labels():
    """Where merits are marked, one person's merit is not the other's error."""
    marks = {(who, "s"): [(0, 3, "style")] for who in "ab"}
    spans = view(marks, texts={"s": "one two three"})
    spans.value[0] = 2.0
    result = agree_spans(spans, gamma=QUICK)
    assert {one.category for one in result.categories} == {"style", "style (merit)", "no error"}
    assert result.kappa.value < result.kappa_marked.value == 1


def test_readings_without_a_name_are_left_out():
    """Without a name nobody can tell whether two readings are by two people."""
    marks = {(who, "s"): [(0, 3, "style")] for who in ("a", "b", "")}
    result = agree_spans(view(marks, texts={"s": "one two three"}), gamma=QUICK)
    assert result.annotators == 2
    assert "Readings without the name of an annotator are left out (1)." in result.warnings


def test_documents_vary_where_enough_are_known():
    """Five documents are the units; of four, segments are, and it is said."""
    names = [f"s{k}" for k in range(10)]
    texts = dict.fromkeys(names, "one two three")
    marks = {
        (who, name): [(0, 3, "x")] if (who, k % 3) != ("b", 0) else []
        for who in "ab"
        for k, name in enumerate(names)
    }
    five = agree_spans(view(marks, texts=texts, documents={n: f"d{int(n[1:]) % 5}" for n in names}))
    four = agree_spans(view(marks, texts=texts, documents={n: f"d{int(n[1:]) % 4}" for n in names}))
    assert (five.unit, five.units, four.unit, four.units) == ("document", 5, "segment", 10)
    assert any("4 documents only" in note for note in four.warnings)
    assert five.kappa.value == four.kappa.value


def drawn_campaign(rng, segments, hit):
    """Draw marks of two people: each of three possible errors is seen with probability `hit`."""
    marks, texts = {}, {}
    for k in range(segments):
        texts[f"s{k}"] = "aa bb cc dd ee ff gg hh"
        there = rng.random(3) < rng.beta(1, 2)  # segments differ
        for who in "ab":
            seen = there & (rng.random(3) < hit)
            shift = rng.integers(0, 2, 3)
            marks[who, f"s{k}"] = [
                (9 * e, 9 * e + 2 + 3 * int(shift[e]), "x") for e in range(3) if seen[e] and e < 2
            ]
    return marks, texts


def test_intervals_cover_the_truth():
    """Of 60 drawn campaigns about 95% of intervals hold the value of a very large one."""
    rng = np.random.default_rng(5)
    big = agree_spans(_view(drawn_campaign(rng, 4000, 0.7)), gamma=QUICK)
    truth = {"kappa": big.kappa, "positive": big.positive, "gamma": big.gamma, "f": big.f.mpp}
    held = dict.fromkeys(truth, 0)
    rounds = 60
    for _ in range(rounds):
        found = agree_spans(_view(drawn_campaign(rng, 40, 0.7)), gamma=QUICK)
        for name, true in truth.items():
            own = found.f.mpp if name == "f" else getattr(found, name)
            held[name] += own.low <= true.value <= own.high
    # With 60 rounds a true 95% gives fewer than 52 or all in one case of a hundred at most.
    assert all(52 <= number <= 60 for number in held.values()), held


def _view(drawn):
    marks, texts = drawn
    return view(marks, texts=texts)


def test_tokens_are_not_independent():
    """Segments are what varies: sixteen times as many make intervals less than half as wide."""
    rng = np.random.default_rng(3)
    few, many = (agree_spans(_view(drawn_campaign(rng, n, 0.7)), gamma=QUICK) for n in (20, 320))
    width = [one.kappa.high - one.kappa.low for one in (few, many)]
    assert width[1] < width[0] / 2


def test_raters_like_these_vary_more():
    """For a population of annotators intervals are wider; two annotators are too few."""
    rng = np.random.default_rng(2)
    marks, texts = drawn_campaign(rng, 40, 0.7)
    third = {("c", name): [] if k % 2 else own for k, ((w, name), own) in enumerate(marks.items())
             if w == "a"}  # fmt: skip
    three = view(marks | third, texts=texts)
    these = agree_spans(three, gamma=QUICK)
    those = agree_spans(three, gamma=QUICK, raters="population")
    assert those.kappa.low < these.kappa.low
    assert those.alpha_u.low < these.alpha_u.low
    assert agree_spans(view(marks, texts=texts), gamma=QUICK, raters="population").kappa == (
        Estimate(agree_spans(view(marks, texts=texts), gamma=QUICK).kappa.value)
    )


def test_jackknife_is_leaving_each_segment_out():
    """Standard errors are those of really leaving segments out."""
    rng = np.random.default_rng(4)
    marks, texts = drawn_campaign(rng, 12, 0.8)
    whole = agree_spans(view(marks, texts=texts), gamma=QUICK)
    for name in ("kappa", "positive", "alpha_u", "sets"):
        without = []
        for left in texts:
            rest = {key: own for key, own in marks.items() if key[1] != left}
            without.append(getattr(agree_spans(view(rest, texts=texts), gamma=QUICK), name).value)
        value = getattr(whole, name).value
        left = LeaveOneOut(value, np.array(without), np.ones(len(without)))
        expected = bounded(value, left, level=0.95)
        lowest = max(expected.low, 0.0) if name in ("positive", "sets") else expected.low
        assert astuple(getattr(whole, name)) == pytest.approx(
            astuple(replace(expected, low=lowest))
        )


def test_three_raters_of_real_translations_agree_fairly(shared_data):
    """On published side-by-side MQM (a part of it) all measures have intervals."""
    table = read_judgements(shared_data / "mqm-sxs23-ende" / "sxs_mqm_ende.tsv.gz")
    documents = table.distinct("document")[:6]
    result = agree_spans(table.select(document=documents).spans(), gamma=GammaChoices(samples=5))
    assert result.unit == "document"
    for name, value in values(result).items():
        assert value is not None, name
    assert all(getattr(result, name).low is not None for name in MEASURES)
    assert 0.05 < result.kappa.value < result.kappa_marked.value < result.ac1.value < 1
    assert result.f.exact.value < result.f.mpp.value < result.f.overlapping.value
