"""Annotators and documents are what was sampled: rules of stopping know both."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tertium.stats.comparison.compare import compare
from tertium.stats.contrasts.limitations import UNKNOWN_DOCUMENTS
from tertium.stats.monitoring.course import Scale, Standing
from tertium.stats.monitoring.differences import differences_of
from tertium.stats.monitoring.monitor import monitor
from tertium.stats.monitoring.preferences import counted_once
from tertium.stats.monitoring.result import RULES
from tertium.table import JudgementTable
from tests.stats.monitoring.campaigns import START, scored, side_by_side

CHOICES = {"baseline": "base", "advanced": "adv"}
TURNED = {
    "stop: advanced better": "stop: baseline better",
    "stop: baseline better": "stop: advanced better",
}


def judged(people=4, documents=6, segments=5, ratio=1.6, document_sd=0.6, seed=0, common=True):
    """Return preferences of documents judged in a row, by everybody or dealt out."""
    rng = np.random.default_rng(seed)
    lean = rng.normal(0, document_sd, documents)
    rows = []
    for at in range(documents * segments):
        for who in range(people):
            text = (at // segments + who) % documents
            if not common and text % people != who:
                continue
            won = rng.random() < 1 / (1 + np.exp(-np.log(ratio) - lean[text]))
            value = 0.0 if rng.random() < 0.2 else 1.0 if won else -1.0
            rows.append((f"ann-{who + 1}", f"d{text}", f"d{text}-{at % segments}", value))
    return rows


def table(rows, *, known=True, names=lambda kind, name: name, order=None):
    """Build a table of preferences with times, perhaps renamed or in another order of rows."""
    listed = list(enumerate(rows))
    if order is not None:
        listed = [listed[at] for at in order]
    return JudgementTable.from_rows(
        [
            {
                "annotator": names("annotator", who),
                "document": names("document", text) if known else None,
                "segment": names("segment", segment),
                "system": names("system", "adv"),
                "versus": names("system", "base"),
                "slot": 1,
                "aspect": "preference",
                "label": "tie" if value == 0 else "left" if value > 0 else "right",
                "value": value,
                "submitted_at": START.replace(second=at % 60, minute=at // 60 % 60),
            }
            for at, (who, text, segment, value) in listed
        ]
    )


def told(result):
    """Return what a result says, without the names of its systems."""
    return replace(result, sentence="", baseline="", advanced="", warnings=())


@pytest.mark.parametrize("rule", RULES)
@settings(max_examples=4)
@given(st.integers(0, 1000), st.booleans())
@example(816, False)  # ties only at the first look
def test_exchanging_the_systems_mirrors_everything(rule, seed, common):
    """Same evidence, opposite decision, intervals turned round."""
    rows = judged(seed=seed, common=common)
    there = monitor(table(rows), **CHOICES, rule=rule)
    back = monitor(table(rows), baseline="adv", advanced="base", rule=rule)
    assert back.decision == TURNED.get(there.decision, there.decision)
    for one, other in zip(there.looks, back.looks, strict=True):
        assert one.e_value == pytest.approx(other.e_value)
        ends = ((one.estimate, other.estimate), (one.low, other.high), (one.high, other.low))
        for here, turned in ends:
            if here:
                assert here == pytest.approx(1 / turned if turned else None, rel=1e-6)
    assert there.limits is None or there.limits.by == back.limits.by


@pytest.mark.parametrize("rule", RULES)
def test_names_and_the_order_of_rows_change_nothing(rule):
    """What counts is who judged what, when."""
    rows = judged(seed=3)
    plain = monitor(table(rows), **CHOICES, rule=rule)
    shuffled = np.random.default_rng(1).permutation(len(rows))
    assert monitor(table(rows, order=shuffled), **CHOICES, rule=rule) == plain

    def renamed(kind, name):
        return f"{kind}-{sum(map(ord, name)) % 97}-{name[::-1]}"

    other = monitor(
        table(rows, names=renamed),
        baseline=renamed("system", "base"),
        advanced=renamed("system", "adv"),
        rule=rule,
    )
    assert told(other) == told(plain)


@settings(max_examples=8)
@given(st.integers(0, 1000), st.floats(0.5, 3.0))
def test_a_rule_stops_exactly_where_its_interval_leaves_out_no_difference(seed, ratio):
    """Planned looks by their interval, Bayesian ones by the probability that belongs to it."""
    rows = table(judged(seed=seed, ratio=ratio))
    for look in monitor(rows, **CHOICES).looks:
        low, high = _bounds(look)
        assert (low > 1 or high < 1) == (look.decision != "go on")
        assert look.estimate is None or low <= look.estimate <= high
    for look in monitor(rows, **CHOICES, rule="bayes").looks:
        low, high = _bounds(look)
        assert (low > 1) == (look.probability > 0.975)
        assert (high < 1) == (look.probability < 0.025)


def _bounds(look):
    """Return the interval of a ratio; it is open where one system has won everything so far."""
    return look.low or 0.0, math.inf if look.high is None else look.high


def test_one_look_at_all_judgements_is_the_comparison():
    """Documents known or not, `compare` and `monitor --looks 1` print one value and interval."""
    for known in (True, False):
        rows = table(judged(people=5, documents=8), known=known)
        (look,) = monitor(rows, **CHOICES, looks=1).looks
        ratio = compare(rows, **CHOICES).improvement_ratio
        found = (look.estimate, look.low, look.high)
        assert found == pytest.approx((ratio.value, ratio.low, ratio.high), rel=1e-9)


def test_documents_that_differ_widen_the_interval():
    """The same judgements with and without their documents."""
    rows = judged(people=6, segments=12, document_sd=1.5, seed=2)
    known, unknown = (monitor(table(rows, known=one), **CHOICES, looks=1) for one in (True, False))
    wide, narrow = known.looks[0], unknown.looks[0]
    assert wide.high / wide.low > 1.3 * narrow.high / narrow.low
    assert "by 6 annotators in 6 documents" in known.sentence
    assert known.estimand.texts == "documents like these"
    assert unknown.estimand.texts == "segments like these"
    assert UNKNOWN_DOCUMENTS in unknown.warnings
    assert UNKNOWN_DOCUMENTS not in known.warnings


def test_few_documents_are_what_limits_the_answer():
    """Ten annotators, three documents that contradict each other."""
    rows = [
        (f"ann-{who}", f"d{text}", f"d{text}-{at}", 1.0 if (at + who) % 10 < share else -1.0)
        for at in range(10) for text, share in enumerate((9, 6, 3)) for who in range(10)
    ]  # fmt: skip
    found = monitor(table(rows), **CHOICES)
    assert found.limits.by == "documents"
    assert "Few documents limit the answer" in found.sentence
    # Further documents come with further judgements, not with further annotators of the same.
    assert found.limits.judgements is not None
    assert found.limits.annotators is None


def test_a_document_counts_for_the_annotator_who_decided_in_it_first():
    """What others say about it adds nothing to the evidence, and is counted."""
    first = judged(people=3, documents=9, ratio=2.5, common=False)
    others = [("ann-9", text, segment, 1.0) for _, text, segment, _ in first]
    alone = monitor(table(first), **CHOICES, rule="anytime-valid")
    both = monitor(table(first + others), **CHOICES, rule="anytime-valid")
    assert both.looks[-1].e_value == pytest.approx(alone.looks[-1].e_value)
    assert any(f"{len(others)} decided judgements" in note for note in both.warnings)
    assert "documents:0-1" in both.signature


@pytest.mark.parametrize("rule", RULES)
def test_scores_mirror_and_know_documents(rule):
    """Exchanged systems turn the difference round; documents are in what is estimated."""
    rows = scored(side_by_side(difference=6.0, seed=2))
    there = monitor(rows, **CHOICES, rule=rule)
    back = monitor(rows, baseline="adv", advanced="base", rule=rule)
    assert back.decision == TURNED.get(there.decision, there.decision)
    for one, other in zip(there.looks, back.looks, strict=True):
        assert one.e_value == pytest.approx(other.e_value)
        for here, turned in ((one.estimate, other.estimate), (one.low, other.high)):
            assert here is None or here == pytest.approx(-turned, abs=1e-9)
    assert there.documents == 48
    assert there.estimand.texts == "documents like these"


def test_segments_without_a_document_are_documents_of_their_own():
    """Some documents known: the others do not undo them."""
    rows = side_by_side(difference=5.0)
    some = [(who, None if at % 3 == 0 else text, *rest) for at, (who, text, *rest)
            in enumerate(rows) if text.endswith(("-0", "-1"))]  # fmt: skip
    found = monitor(scored(some), **CHOICES)
    assert found.documents > 1


def test_of_a_segment_judged_again_by_the_same_annotator_the_first_judgement_counts():
    """Two judgements of one person about one segment are not independent either."""
    annotator, segment = np.array([0, 0, 1, 0, 0]), np.array([0, 1, 0, 0, 1])
    value = np.array([0.0, 1.0, 1.0, -1.0, 1.0])
    unknown, one = np.full(5, -1), np.zeros(5, dtype=np.int64)
    # Segment 1 is first decided by annotator 0, segment 0 by annotator 1, the document by 0.
    assert counted_once(annotator, segment, unknown, value).tolist() == [0, 1, 1, 0, 0]
    assert counted_once(annotator, segment, one, value).tolist() == [0, 1, 0, 1, 0]


@pytest.mark.parametrize(("documents", "spread"), [(None, 0.25 / 3), (5, 0.25 / 3 + 0.49 / 5)])
def test_equal_judgements_leave_what_few_annotators_and_documents_may_differ_by(documents, spread):
    """Wilson's bound of fifteen cases, less the prior's sd of both means."""
    stands = Standing(60, 60, 3, documents, 60, unanimous=15)
    low, high = stands.ends(0.95)
    z = 1.959964
    assert low == pytest.approx(np.log(15 / z**2) - z * spread**0.5, abs=1e-5)
    assert high == np.inf
    assert stands.below(low) == pytest.approx(0.025, abs=1e-5)
    against = replace(stands, unanimous=-15)
    assert against.ends(0.95) == (-np.inf, -low)
    assert against.below(-low) == pytest.approx(0.975, abs=1e-5)


def test_an_unpaired_difference_is_that_of_a_regression_with_levels():
    """Least squares give the difference; the sd of a judgement is √2 times the residual one."""
    rng = np.random.default_rng(4)
    rows = [
        ("ab"[at % 2], None, f"s{at}", ("base", "adv")[at % 3 > 0], 50 + at % 5 + rng.normal(0, 5))
        for at in range(24)
    ]
    scores = scored(rows).in_time().scores("overall")
    course = differences_of(scores, "base", "adv", scale=Scale(5.0, 5.0, 2.0), level=0.95,
                            choices={})  # fmt: skip
    found = course._contrast(np.arange(len(course)))
    side = course.side.astype(float)
    design = np.column_stack([side, course.annotator == 0, course.annotator == 1]).astype(float)
    fitted, square, *_ = np.linalg.lstsq(design, course.value)
    assert found.value.mean() == pytest.approx(fitted[0])
    assert found.unit == pytest.approx((2 * square[0] / (len(course) - 3)) ** 0.5)
