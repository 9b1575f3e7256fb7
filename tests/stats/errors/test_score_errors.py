"""The whole analysis of marked errors: by hand, by a slow version, and by what must hold."""

from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import poisson

from tertium.exceptions import TertiumError
from tertium.formats.typology import read_typology
from tertium.protocols.rule import SCORINGS
from tertium.stats.errors.analyse import score_errors
from tertium.stats.errors.rates import rates
from tertium.stats.errors.weigh import count_readings, weigh
from tertium.typology import Node, Severity, Typology
from tests.stats.errors.marked import marked

ACC, PUNCT = "accuracy/mistranslation", "fluency/punctuation"
SMALL = [
    ("a", "d1", "1", "x", 50, [(ACC, "major", 0, 2), (PUNCT, "minor", 3, 5)]),
    ("b", "d1", "1", "x", 50, [(ACC, "minor", 0, 2)]),
    ("a", "d1", "2", "x", 30, []),
    ("a", "d2", "3", "x", 20, [(ACC, "critical", 0, 2)]),
    ("a", "d1", "1", "y", 50, []),
    ("b", "d1", "1", "y", 50, [(PUNCT, "minor", 0, 2)]),
    ("a", "d1", "2", "y", 30, [(ACC, "neutral", 0, 2)]),
]


def scores(found):
    return {one.system: one.score for one in found.systems}


def test_a_small_table_is_scored_by_hand():
    """28.5 points, (6 + 1)/2 + 0 + 25, in 100 words; and (0 + 1)/2 in 80."""
    found = score_errors(marked(SMALL), scoring="raw")
    assert scores(found) == {"y": pytest.approx(100 - 50 / 80), "x": pytest.approx(71.5)}
    assert [one.system for one in found.systems] == ["y", "x"]
    x = found.systems[1]
    assert (x.words, x.outputs, x.readings, x.errors, x.critical) == (100, 3, 4, 4, 1)
    assert x.per_1000.value == pytest.approx(285)
    assert x.clean == 0.25
    wmt = score_errors(marked(SMALL), scoring="wmt-mqm")
    # punctuation .1, critical 5 as in WMT 2024; mean over three and over two segments
    assert scores(wmt) == {
        "x": pytest.approx(((5.1 + 1) / 2 + 0 + 5) / 3),
        "y": pytest.approx((0.1 / 2 + 0) / 2),
    }
    assert not wmt.higher_is_better
    assert wmt.systems[0].system == "y"


@pytest.mark.parametrize(
    ("category", "severity", "weights", "points", "told"),
    [
        ("Source error", "major", "wmt-mqm-2021", 5, "2020–2022)."),
        ("Source error/-", "neutral", "wmt-mqm-2021", 0, "1 error costs nothing: neutral (1)."),
        ("Source issue", "major", "wmt-mqm", 0, "1 error costs nothing: Source issue (1)."),
    ],
)
def test_weights_are_those_of_the_year_and_what_costs_nothing_is_named(
    category, severity, weights, points, told
):
    """A wrong source cost its severity under its name of 2020–2022, and nothing under the next."""
    found = score_errors(
        marked([("a", "d", "1", "x", 9, [(category, severity, 0, 2)])]), scoring="wmt-mqm"
    )
    assert found.typology == f"{weights}@1"
    assert found.systems[0].points == points
    (said,) = [one for one in found.warnings if one.startswith(f"Errors are weighed by {weights}")]
    assert said.endswith(told)


def test_names_of_later_years_decide_where_both_stand_in_a_file():
    """Weights of one year hold for the whole file."""
    rows = [("Source error", "major", 0, 2), ("Source issue", "major", 3, 5)]
    found = score_errors(marked([("a", "d", "1", "x", 9, rows)]), scoring="wmt-mqm")
    assert (found.typology, found.systems[0].points) == ("wmt-mqm@1", 0)


def test_categories_severities_and_people_add_up():
    """Every error is counted once in each table, every point shared by who read the output."""
    found = score_errors(marked(SMALL), scoring="raw")
    for rows in (found.categories, found.severities):
        assert sum(row.errors for row in rows) == 6
        for system, points in (("x", 28.5), ("y", 0.5)):
            assert sum(row.points for row in rows if row.system == system) == pytest.approx(points)
    assert [one.readings for one in found.annotators] == [5, 2]
    assert found.annotators[1].per_1000 == pytest.approx(20)
    assert sum(one.share for one in found.categories if one.system == "x") == pytest.approx(1)
    documents = {(one.document, one.system): one.points for one in found.documents}
    assert documents == {("d1", "x"): 3.5, ("d2", "x"): 25, ("d1", "y"): 0.5}


def test_a_critical_error_fails_a_text_whatever_it_costs():
    """One is enough, and more words would not help."""
    long = [("a", f"d{n}", str(n), "x", 2000, []) for n in range(8)]
    found = score_errors(marked(long), scoring="calibrated")
    assert [one.verdict for one in found.decision] == ["pass"]
    long[3] = ("a", "d3", "3", "x", 2000, [(ACC, "critical", 0, 2)])
    (one,) = score_errors(marked(long), scoring="calibrated").decision
    assert (one.verdict, one.reason, one.more) == ("fail", "critical error", None)


def test_a_small_sample_says_how_much_more_to_read():
    """Not yet decided, with the number of words that would decide."""
    found = score_errors(
        marked([("a", "d", "1", "x", 200, [(ACC, "minor", 0, 2)])]), scoring="calibrated"
    )
    (one,) = found.decision
    assert (one.verdict, one.reason) == ("not yet decided", "too little was read")
    assert one.more > 200
    assert one.by_score
    assert (one.limit, one.clean) == (10, 2230)


@pytest.mark.parametrize(("documents", "told"), [(1, True), (5, True), (6, False)])
def test_a_verdict_from_few_documents_says_what_it_takes_from_past_campaigns(documents, told):
    """Six documents say themselves how much they differ; all documents of a text need not."""
    given = [("a", f"d{n % documents}", str(n), "x", 200, []) for n in range(12)]
    found = score_errors(marked(given), scoring="calibrated")
    past = "partly taken from past campaigns (fewer than six documents"
    assert any(past in one for one in found.warnings) == told
    these = score_errors(marked(given), scoring="calibrated", documents=documents)
    assert not any(past in one for one in these.warnings)
    assert any("not about others like them" in one for one in these.warnings)
    (wide,), (narrow,) = found.decision, these.decision
    assert narrow.consumer_risk < wide.consumer_risk
    assert narrow.rate.high <= wide.rate.high
    with pytest.raises(TertiumError, match="the whole text cannot have"):
        score_errors(marked(given), documents=documents - 1)


def test_the_cautious_setting_is_named_where_the_stated_risks_may_be_exceeded():
    """Few documents that differ strongly, and documents spread over annotators."""
    alike = [("a", f"d{n}", str(n), "x", 300, [(ACC, "minor")] * 2) for n in range(8)]
    uneven = [(*one[:5], [(ACC, "minor")] * (16 * (n < 2))) for n, one in enumerate(alike)]
    spread = [(f"a{n % 2}", *one[1:]) for n, one in enumerate(alike)]
    for rows, why in ((uneven, "Few documents that differ strongly"),
                      (spread, "Documents are spread over annotators")):  # fmt: skip
        told = [one for one in score_errors(marked(rows), pass_mark=99).warnings if why in one]
        assert len(told) == 1
        assert "--cautious" in told[0]
        cautious = score_errors(marked(rows), pass_mark=99, cautious=True)
        assert not any("--cautious" in one for one in cautious.warnings)
        assert "documents:1" in cautious.signature
    found = score_errors(marked(alike), pass_mark=99)
    assert not any("--cautious" in one for one in found.warnings)


def test_without_a_pass_mark_nobody_passes_or_fails():
    """The standards name no pass mark of their own."""
    typology = read_typology("wmt-mqm")
    for scoring in ("raw", "wmt-mqm"):
        assert score_errors(marked(SMALL), scoring=scoring, typology=typology).decision == ()
    found = score_errors(marked(SMALL), scoring="wmt-mqm", pass_mark=3)
    assert {one.system for one in found.decision} == {"x", "y"}


def test_repeated_errors_count_once_if_asked():
    """Same person, system, document, category and words, in any letter case."""
    twice = [
        ("a", "d", "1", "x", 20, [(ACC, "major", 0, 2)]),
        ("a", "d", "2", "x", 20, [(ACC, "major", 0, 2), (PUNCT, "major", 0, 2)]),
        ("b", "d", "2", "x", 20, [(ACC, "major", 0, 2)]),
        ("a", "e", "3", "x", 20, [(ACC, "major", 0, 2)]),
    ]
    every = score_errors(marked(twice), scoring="raw").systems[0]
    once = score_errors(marked(twice), scoring="raw", repeated="once").systems[0]
    assert every.points == 5 + (10 + 5) / 2 + 5
    assert once.points == 5 + (5 + 5) / 2 + 5
    assert once.errors == every.errors


def test_merits_are_counted_apart_and_never_pay_for_critical_errors():
    """They pay for the errors of the same output, if asked."""
    rows = [
        ("a", "d", "1", "x", 50, [(ACC, "major"), (ACC, "minor", None, None, 3.0)]),
        ("a", "d", "2", "x", 50, [(ACC, "critical"), (ACC, "minor", None, None, 8.0)]),
    ]
    apart = score_errors(marked(rows), scoring="raw").systems[0]
    assert (apart.points, apart.merits, apart.merit_points, apart.errors) == (30, 2, 11, 2)
    paid = score_errors(marked(rows), scoring="raw", merits="count").systems[0]
    assert paid.points == 2 + 25


def test_marks_may_bring_their_own_points():
    """A grading scheme of one's own: values below 0 are errors, above 0 merits."""
    rows = [
        ("a", "d", "1", "x", 50, [("form", "x", None, None, -8.0), ("form", "x", None, None, 2.0)])
    ]
    found = score_errors(marked(rows), scoring="raw")
    assert found.typology == "given"
    assert found.systems[0].points == 8


def test_unknown_names_are_told_or_counted():
    """With a typology of one's choice a category must be in it; a severity always must."""
    odd = [("a", "d", "1", "x", 50, [("accuracy/mistranlation", "major")])]
    with pytest.raises(TertiumError, match="Did you mean 'accuracy/mistranslation'"):
        score_errors(marked(odd), typology=read_typology("mqm-core"))
    assert any("does not have" in told for told in score_errors(marked(odd)).warnings)
    with pytest.raises(TertiumError, match="no severity named 'mayor'"):
        score_errors(marked([("a", "d", "1", "x", 50, [(ACC, "mayor")])]))
    with pytest.raises(TertiumError, match="no severity"):
        score_errors(marked([("a", "d", "1", "x", 50, [(ACC, None)])]))


def test_words_must_be_known_where_they_are_counted():
    """From texts, or from a list of lengths; segments need none."""
    spans = marked([("a", "d", "1", "x", 0, [(ACC, "minor")])])
    bare = spans.take_outputs(np.array([0]))
    bare.outputs.source[:] = None
    with pytest.raises(TertiumError, match="words of segment '1' are not known"):
        score_errors(bare)
    assert score_errors(bare, lengths={"1": 50}).systems[0].score == 98
    assert score_errors(bare, scoring="wmt-mqm").systems[0].score == 1
    with pytest.raises(TertiumError, match="no error annotation"):
        score_errors(spans.take_outputs(np.array([], dtype=int)))


def test_a_passage_outside_its_text_is_refused():
    """Whatever file it comes from."""
    with pytest.raises(TertiumError, match="the text has 5 characters"):
        score_errors(marked([("a", "d", "1", "x", 2, [(ACC, "minor", 3, 9)])]))


def test_examples_are_typical_and_shown_in_their_context():
    """Of the usual severity and length; a segment serves a category once."""
    rows = [
        ("a", "d", "1", "x", 60, [(ACC, "minor", 90, 92), (ACC, "minor", 0, 20)]),
        ("a", "d", "2", "x", 60, [(ACC, "major", 0, 2)]),
        ("a", "d", "3", "x", 60, [(ACC, "minor", 6, 8)]),
    ]
    first, second = score_errors(marked(rows), scoring="raw").examples
    assert (first.segment, second.segment) == ("1", "3")
    assert (second.before, second.passage) == ("w0 w1 ", "w2")
    assert first.before.startswith("…")
    assert len(first.before) == 41


READING = st.tuples(
    st.sampled_from("abc"),
    st.sampled_from(["d1", "d2"]),
    st.sampled_from("1234"),
    st.sampled_from("xy"),
    st.just(25),
    st.lists(
        st.tuples(
            st.sampled_from([ACC, PUNCT, "style"]), st.sampled_from(["minor", "major", "neutral"])
        ),
        max_size=4,
    ),
)


@settings(max_examples=40)
@given(
    st.lists(READING, min_size=1, max_size=25, unique_by=lambda r: (r[0], r[2], r[3])),
    st.randoms(use_true_random=False),
)
def test_scores_agree_with_a_slow_version_in_any_order(readings, random):
    """Sum per reading, mean over readings of an output, sum or mean over outputs."""
    readings = [(a, "d" + s, s, y, w, e) for a, _, s, y, w, e in readings]
    cells = defaultdict(list)
    for _, _, segment, system, _, errors in readings:
        cost = {"minor": 1.0, "major": 5.0, "neutral": 0.0}
        plain = sum(cost[level] for _, level in errors)
        wmt = sum(0.1 if (k, v) == (PUNCT, "minor") else cost[v] for k, v in errors)
        cells[system, segment].append((plain, wmt))
    shuffled = readings[:]
    random.shuffle(shuffled)
    for number, scoring in ((0, "raw"), (1, "wmt-mqm")):
        found = score_errors(marked(shuffled), scoring=scoring)
        again = score_errors(marked(readings), scoring=scoring)
        for one, other in zip(found.systems, again.systems, strict=True):
            means = [
                np.mean([p[number] for p in v]) for (y, _), v in cells.items() if y == one.system
            ]
            slow = np.mean(means) if number else 100 * (1 - sum(means) / (25 * len(means)))
            assert one.score == pytest.approx(slow)
            assert (one.system, one.score) == (other.system, pytest.approx(other.score))
            if one.low is not None:
                assert one.low - 1e-9 <= one.score <= one.high + 1e-9


@pytest.mark.parametrize("scoring", SCORINGS)
def test_every_scoring_names_its_formula(scoring):
    """Formula, typology and signature tell how a score was made."""
    category, severity = ("omission", "minor") if scoring == "j2450" else (ACC, "minor")
    spans = marked([("a", "d", "1", "x", 50, [(category, severity)])])
    found = score_errors(spans, scoring=scoring)
    assert found.formula
    assert f"scoring:{scoring}|typology:" in found.signature
    expected = {"raw": 98, "calibrated": 80, "j2450": 0.04, "lisa": 98, "wmt-mqm": 1}
    if scoring in expected:
        assert found.systems[0].score == pytest.approx(expected[scoring])


@pytest.mark.parametrize("people", [3, 5, 8])
def test_intervals_cover_when_annotators_differ(people):
    """Annotators' rates vary by half their mean; 95% intervals hold the mean of all annotators."""
    rng = np.random.default_rng(people)
    held, runs = 0, 200
    typology = read_typology("mqm-core")
    for _ in range(runs):
        rate = rng.gamma(4, 1 / 4, people)  # mean 1, sd .5
        readings = [
            (f"a{j}", f"d{j}-{d}", f"{j}-{d}", "x", 20, [(ACC, "minor")] * rng.poisson(rate[j]))
            for j in range(people)
            for d in range(12)
        ]
        spans = marked(readings)
        costs = weigh(spans, typology, strict=True)
        (found,) = rates(spans, costs, count_readings(spans, costs, per="segments"))
        held += found.low <= 1 <= found.high
    assert held / runs > 0.905


def test_no_errors_in_all_documents_of_a_text_have_the_exact_interval_of_a_count_of_none():
    """3.69 of errors that cost one point (Garwood 1936)."""
    minor = Typology("m", "", (Severity("minor", "Minor", 1),))
    spans = marked([("a", "d", "1", "x", 1000, [])])
    (one,) = score_errors(spans, typology=minor, documents=1).systems
    assert (one.per_1000.low, one.per_1000.value) == (0, 0)
    assert one.per_1000.high == pytest.approx(-np.log(0.025))
    assert (one.low, one.high) == (pytest.approx(100 - one.per_1000.high / 10), 100)
    (like,) = score_errors(spans, typology=minor).systems
    assert like.per_1000.high > one.per_1000.high


@pytest.mark.parametrize("people", [1, 3])
def test_readers_who_find_the_same_errors_are_not_further_samples(people):
    """A text at the limit passes with the stated risk, also when three found nothing in it.

    Two major errors in 1,000 words are the limit: none comes in 13.5% of samples.
    """
    rng, share = np.random.default_rng(people), {"pass": 0.0, "fail": 0.0, "not yet decided": 0.0}
    for errors in range(12):  # more come in one sample of a million
        for _ in range(3):
            counts = np.bincount(rng.integers(0, 20, errors), minlength=20)
            readings = [
                (f"a{j}", "d", str(n), "x", 50, [(ACC, "major")] * int(number))
                for j in range(people)
                for n, number in enumerate(counts)
            ]
            (found,) = score_errors(marked(readings), scoring="calibrated", examples=0).decision
            share[found.verdict] += poisson.pmf(errors, 2) / 3
    assert sum(share.values()) == pytest.approx(1, abs=1e-5)
    assert share["pass"] <= 0.05
    assert share["fail"] <= 0.05


@given(st.integers(0, 12), st.integers(0, 3), st.integers(50, 3000))
@settings(max_examples=60)
def test_a_verdict_follows_from_its_risks_and_there_is_one_interval(minor, major, words):
    """Pass first, then fail; the rate has the interval of the system's points."""
    errors = [(ACC, "minor")] * minor + [(ACC, "major")] * major
    found = score_errors(marked([("a", "d", "1", "x", words, errors)]), scoring="calibrated")
    (one,), (system,) = found.decision, found.systems
    passes, fails = one.consumer_risk <= 0.05, one.producer_risk <= 0.05
    assert one.verdict == ("pass" if passes else "fail" if fails else "not yet decided")
    assert one.by_score == (minor + 5 * major <= words / 100)
    assert one.rate == system.per_1000
    assert one.rate.low <= one.rate.value <= one.rate.high


@settings(max_examples=40)
@given(
    st.lists(READING, min_size=1, max_size=25, unique_by=lambda r: (r[0], r[2], r[3])),
    st.randoms(use_true_random=False),
)
def test_names_and_order_change_neither_verdicts_nor_intervals(readings, random):
    """Documents, annotators and segments are renamed, readings and errors shuffled."""
    readings = [(a, "d" + str(int(s) % 3), s, y, w, e) for a, _, s, y, w, e in readings]
    names = dict(zip("abc", random.sample("pqr", 3), strict=True))
    other = [(names[a], f"{'zyx'[int(d[1])]}", f"s{9 - int(s)}", y, w, random.sample(e, len(e)))
             for a, d, s, y, w, e in readings]  # fmt: skip
    random.shuffle(other)
    first, second = (score_errors(marked(one), pass_mark=98) for one in (readings, other))
    for one, two in zip(first.decision, second.decision, strict=True):
        assert (one.system, one.verdict, one.reason) == (two.system, two.verdict, two.reason)
        for name in ("consumer_risk", "producer_risk", "more", "clean"):
            values = getattr(one, name), getattr(two, name)
            assert values[0] == (values[1] and pytest.approx(values[1], rel=1e-6, abs=1e-12))
        for end in ("low", "value", "high"):
            assert getattr(one.rate, end) == pytest.approx(getattr(two.rate, end))


def test_merits_that_count_pay_in_the_verdict_too():
    """One rate: the score and the verdict take the same points."""
    rows = [
        ("a", f"d{n}", str(n), "x", 200, [(ACC, "major"), (ACC, "minor", None, None, 4.0)])
        for n in range(8)
    ]
    apart, paid = (score_errors(marked(rows), scoring="calibrated", merits=how)
                   for how in ("apart", "count"))  # fmt: skip
    assert paid.decision[0].points == paid.systems[0].points == 8
    assert paid.decision[0].rate == paid.systems[0].per_1000
    assert (apart.decision[0].verdict, paid.decision[0].verdict) == ("fail", "not yet decided")


def test_a_typology_may_name_merits_and_critical_categories():
    """A severity that praises, and a category of which one error fails a text."""
    levels = (Severity("minor", "Minor", 1), Severity("praise", "Praise", 2, merit=True))
    nodes = (
        Node("names", "Names"),
        Node("names/person", "Person", "names"),
        Node("style", "Style"),
    )
    typology = Typology("t", "T", levels, nodes, critical=("names",))
    rows = [("a", "d", "1", "x", 900, [("style", "praise"), ("style", "minor")])]
    found = score_errors(marked(rows), scoring="calibrated", typology=typology)
    assert (found.systems[0].points, found.systems[0].merit_points) == (1, 2)
    assert found.decision[0].verdict != "fail"
    rows[0][5].append(("names/person", "minor"))
    (one,) = score_errors(marked(rows), scoring="calibrated", typology=typology).decision
    assert one.reason == "critical error"


def test_errors_without_a_category_are_counted_by_severity():
    """As in ESA, where there are no categories at all."""
    rows = [("a", "d", "1", "x", 50, [("", "major", 0, 2), ("", "minor", 3, 5)])]
    found = score_errors(marked(rows), scoring="raw", typology=read_typology("esa"))
    assert found.systems[0].points == 6
    assert [(one.category, one.errors) for one in found.categories] == [("none", 2)]
    assert [one.category for one in found.examples] == ["none"]
