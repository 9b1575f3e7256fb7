"""Four values, their thresholds and their uncertainty."""

from dataclasses import fields, replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from tertium.exceptions import BadInput
from tertium.formats.square_model import read_model
from tertium.stats.square.reviews import Amount, Reviews, gather_reviews
from tertium.stats.square.square import Square, square
from tertium.stats.square.verdicts import PRIOR, combine, judge_count, judge_rating
from tertium.table import JudgementTable
from tests.stats.errors.marked import marked

FULL, LIGHT = read_model("full"), read_model("light")
ADEQUACY = replace(FULL.corner("adequacy"), guard=0.0)
TECHNICAL = FULL.corner("technical")
RATINGS = st.lists(st.integers(0, 100), min_size=2, max_size=8)


def rated(values, corner=ADEQUACY, risk=0.05):
    """Judge one text alone."""
    given = np.array(values, float)
    squares = float(((given - given.mean()) ** 2).sum())
    people = {str(at): float(one) for at, one in enumerate(values)}
    return judge_rating(
        people, corner, "adequacy", squares=squares, freedom=len(values) - 1, risk=risk
    )


@given(RATINGS)
def test_a_rating_passes_exactly_where_a_t_test_says_so(values):
    """Against SciPy's one-sided t tests, without earlier reviews."""
    if np.std(values) == 0:
        return
    found = rated(values)
    above = stats.ttest_1samp(values, 70, alternative="greater").pvalue
    below = stats.ttest_1samp(values, 70, alternative="less").pvalue
    if min(abs(above - 0.05), abs(below - 0.05)) < 1e-9:
        return
    assert (found.verdict == "pass") == (above < 0.05)
    assert (found.verdict == "fail") == (below < 0.05)


def test_earlier_reviews_count_like_four_degrees_of_freedom():
    """One reviewer alone: the bound is that of the guard, by hand."""
    corner = FULL.corner("adequacy")
    found = rated([90], corner)
    reach = stats.t.ppf(0.95, PRIOR) * corner.guard
    assert found.low == pytest.approx(90 - reach)
    assert found.verdict == "not yet decided"
    assert rated([95], corner).verdict == "pass"
    alone = rated([95])
    assert (alone.low, alone.verdict, alone.sd) == (None, "not yet decided", None)
    assert alone.reason == "the spread of reviewers is not known"


@pytest.mark.parametrize("guard", [0.0, 10.0])
def test_the_stated_risk_is_kept_at_the_threshold(guard):
    """A text just at the threshold passes, and fails, as often as stated; never more."""
    rng = np.random.default_rng(5)
    corner = replace(ADEQUACY, guard=guard, lowest=-1e9, highest=1e9)
    told = [rated(rng.normal(70, 10, 4), corner).verdict for _ in range(4000)]
    for verdict in ("pass", "fail"):
        share = told.count(verdict) / len(told)
        assert share <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 4000)
        if not guard:
            assert share >= 0.05 - 3 * np.sqrt(0.05 * 0.95 / 4000)


def test_verdicts_combine_as_logic_says():
    """All nine pairs, by a truth table of three values."""
    rank = {"fail": 0, "not yet decided": 1, "pass": 2}
    names = {value: name for name, value in rank.items()}
    for pair in product(rank, repeat=2):
        assert combine(pair, "all") == names[min(rank[one] for one in pair)]
        assert combine(pair, "any") == names[max(rank[one] for one in pair)]


def test_errors_in_a_whole_text_are_for_reviewers_to_agree_on():
    """Nothing is sampled: all within, none within, or they must talk."""
    major = FULL.corner("major")
    one, none = Amount(1, 1, 1), Amount()
    assert judge_count({"a": none, "b": none}, major, None, risk=0.05).verdict == "pass"
    assert judge_count({"a": one, "b": one}, major, None, risk=0.05).verdict == "fail"
    apart = judge_count({"a": one, "b": none}, major, None, risk=0.05)
    assert (apart.verdict, apart.reason, apart.value) == (
        "not yet decided", "reviewers do not agree", 0.5,
    )  # fmt: skip


def test_errors_by_words_have_garwoods_bounds_where_all_weigh_the_same():
    """Three errors of one point in 1,000 words, against the exact Poisson interval."""
    flat = replace(TECHNICAL, criteria=(replace(TECHNICAL.criteria[0], weight=1.0),), limit=15)
    found = judge_count({"a": Amount(3, 3, 1)}, flat, 1000, risk=0.05)
    assert found.low == pytest.approx(stats.chi2.ppf(0.05, 6) / 2)
    assert found.high == pytest.approx(stats.chi2.ppf(0.95, 8) / 2)
    assert found.verdict == "pass"
    assert judge_count({"a": Amount(3, 3, 1)}, flat, None, risk=0.05).reason == (
        "the words are not known"
    )


def table(*rows):
    """Return a table of (annotator, text, criterion, value)."""
    return JudgementTable.from_rows(
        {"judgement": f"j{at}", "annotator": who, "segment": text, "document": text,
         "system": "x", "aspect": aspect, "value": float(value)}
        for at, (who, text, aspect, value) in enumerate(rows)
    )  # fmt: skip


def people(text, **values):
    """Return three reviewers who say nearly the same."""
    return [(who, text, name, value + add) for name, value in values.items()
            for who, add in (("a", 0), ("b", 1), ("c", 1))]  # fmt: skip


def counts(text, **values):
    """Return three reviewers who count the same."""
    return [(who, text, name, value) for name, value in values.items() for who in "abc"]


def test_technical_errors_are_weighed_only_in_what_passed():
    """The light model: weights of its own, added up reviewer by reviewer."""
    none = {"language_errors": 0, "terminology_errors": 0, "format_errors": 0}
    rows = [
        *people("good", adequacy=95, readability=94), *counts("good", major_errors=0, **none),
        *people("poor", adequacy=30, readability=94), *counts("poor", major_errors=0, **none),
        *people("bad", adequacy=95, readability=94),
        *counts("bad", major_errors=0, language_errors=40, terminology_errors=20, format_errors=0),
    ]  # fmt: skip
    lengths = dict.fromkeys(("good", "poor", "bad"), 1000.0)
    found = square(gather_reviews(table(*rows), LIGHT, lengths=lengths), model=LIGHT)
    by_name = {one.document: one for one in found.texts}
    assert {name: one.verdict for name, one in by_name.items()} == {
        "good": "pass", "poor": "fail", "bad": "fail",
    }  # fmt: skip
    assert by_name["poor"].technical.value is None
    assert by_name["poor"].technical.reason.startswith("not weighed")
    assert by_name["bad"].technical.value == 40 + 2 * 20
    assert by_name["good"].technical.value == 0


def test_marked_errors_are_major_by_severity_and_technical_by_weight():
    """The full model with marks; a reviewer who marked nothing counts."""
    spans = marked([
        ("a", "t", "1", "x", 500, [("style", "critical"), ("style", "minor")]),
        ("b", "t", "1", "x", 500, []),
        ("a", "t", "2", "x", 500, [("style", "major")]),
        ("b", "t", "2", "x", 500, []),
    ])  # fmt: skip
    reviews = gather_reviews(table(*people("t", adequacy=90, readability=90)), FULL, spans=spans)
    (found,) = square(reviews).texts
    assert (found.words, found.major.value, found.major.verdict) == (1000, 0.5, "not yet decided")
    assert found.technical.value == (1 + 5) / 2
    assert found.technical.largest == 6


def test_four_values_are_never_one():
    """No field of the result or of a text is a score of everything."""
    names = {one.name for one in fields(Square)} | {"texts"}
    assert not names & {"score", "total", "overall", "mean"}


def test_spread_and_leaning_of_reviewers():
    """Pooled within texts, as NumPy has it; differences from the others."""
    rows = [("a", "t", "adequacy", 80), ("b", "t", "adequacy", 90),
            ("a", "u", "adequacy", 60), ("b", "u", "adequacy", 66)]  # fmt: skip
    found = square(gather_reviews(table(*rows), FULL))
    adequacy = found.criteria[0]
    pooled = np.sqrt((np.var([80, 90], ddof=1) + np.var([60, 66], ddof=1)) / 2)
    assert adequacy.sd == pytest.approx(pooled)
    assert adequacy.relative == pytest.approx(pooled / 100)
    assert (adequacy.scope, adequacy.kind) == ("global", "semi-objective")
    leans = {one.annotator: one.difference for one in found.reviewers}
    assert leans == {"a": -8, "b": 8}
    assert {one.verdict for one in found.texts} == {"not yet decided"}
    assert found.texts[0].readability.reason == "not reviewed"


@settings(max_examples=30)  # each makes a table
@given(st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from("tu"), st.integers(0, 100)),
                min_size=1, max_size=8, unique_by=lambda one: one[:2]))  # fmt: skip
def test_bounds_hold_the_value_and_stay_on_the_scale(rows):
    """Whatever reviewers say."""
    found = square(gather_reviews(table(*((w, t, "adequacy", v) for w, t, v in rows)), FULL))
    for one in found.texts:
        corner = one.adequacy
        assert 0 <= corner.low <= corner.value <= corner.high <= 100
        assert corner.smallest <= corner.value <= corner.largest
        if corner.verdict == "pass":
            assert corner.by_value


def test_two_criteria_of_a_corner_are_joined_by_its_logic():
    """With all the weaker one decides, with any the stronger one."""
    corner = FULL.corner("readability")
    second = replace(corner.criteria[0], id="style")
    for logic, verdict in (("all", "fail"), ("any", "pass")):
        both = replace(corner, criteria=(*corner.criteria, second), logic=logic)
        model = replace(FULL, corners=tuple(both if c.name == "readability" else c
                                            for c in FULL.corners))  # fmt: skip
        rows = people("t", adequacy=90, readability=97, style=20)
        (found,) = square(gather_reviews(table(*rows), model), model=model).texts
        assert found.readability.verdict == verdict
        assert found.readability.criterion == ("style" if logic == "all" else "readability")


@pytest.mark.parametrize(("aspect", "value"), [("adequacy", 101), ("major_errors", -1)])
def test_impossible_values_are_refused(aspect, value):
    """With what is possible."""
    with pytest.raises(BadInput, match="is not possible"):
        gather_reviews(table(("a", "t", aspect, value)), FULL)


def test_no_reviews_and_no_risk_are_refused():
    """With what to give."""
    with pytest.raises(BadInput, match="adequacy"):
        gather_reviews(table(("a", "t", "fluency", 5)), FULL)
    with pytest.raises(BadInput, match="risk"):
        square(Reviews((), {}, {}), risk=0.7)
