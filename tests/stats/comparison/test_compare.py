"""The comparison of two releases: known numbers, edges, and what must always hold."""

import json
import math
from dataclasses import asdict, fields, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium import __version__
from tertium.exceptions import BadInput, NotFound
from tertium.stats.comparison.compare import compare
from tertium.stats.comparison.estimates import INTERVALS
from tertium.stats.labels import LABELS

ADVANCED, BASELINE, TOTAL = (44, 16, 23, 12, 40), (30, 11, 11, 7, 20), (100,) * 5


def numbers(value):
    """Return every number in a nested result."""
    if isinstance(value, dict):
        return [n for part in value.values() for n in numbers(part)]
    if isinstance(value, (list, tuple)):
        return [n for part in value for n in numbers(part)]
    return [value] if isinstance(value, (int, float)) else []


def test_the_worked_example_comes_out(table, counted):
    """Ratio 1.709 with 1.122–2.588, the crossed interval; the hierarchical one by its name."""
    found = compare(table(counted(ADVANCED, BASELINE, TOTAL)), identical=0.0)
    ratio = found.improvement_ratio
    assert (ratio.value, ratio.low, ratio.high) == pytest.approx((1.709, 1.122, 2.588), abs=6e-4)
    impact = found.impact
    assert (impact.value, impact.low, impact.high) == pytest.approx(
        (0.112, 0.027355, 0.196645), abs=1e-6
    )
    assert found.sentence == (
        "Annotators prefer adv to base by 1.7 to 1, ties excluded (95% CI 1.1–2.6, 5 annotators). "
        "With so few annotators, how much they differ is partly assumed from earlier campaigns."
    )
    assert found.signature == (
        "compare|answers:five|ratio:crossed|impact:crossed|units:annotators+segments|level:0.95"
        f"|identical:0|seed:0|tertium:{__version__}"
    )
    by_name = compare(
        table(counted(ADVANCED, BASELINE, TOTAL)), identical=0.0, interval="hierarchical"
    )
    ratio, impact = by_name.improvement_ratio, by_name.impact
    assert (ratio.value, ratio.low, ratio.high) == pytest.approx((1.709, 1.179, 2.381), abs=6e-4)
    assert (impact.value, impact.low, impact.high) == pytest.approx((0.112, 0.018, 0.190), abs=6e-4)


def test_the_first_fields_are_those_of_the_contract():
    """JSON readers rely on names and order."""
    from tertium.stats.comparison.compare import Comparison

    names = [
        field.name for field in fields(Comparison) if field.name not in ("signature", "warnings")
    ]
    assert names[:7] == [
        "sentence", "improvement_ratio", "impact", "counts", "judgements", "annotators",
        "identical",
    ]  # fmt: skip
    assert names[7:15] == [
        "by_domain", "by_annotator", "by_length", "agreement", "quality_ties", "scores_of_wins",
        "comments", "cost",
    ]  # fmt: skip


def test_one_annotator_speaks_for_one_annotator(table, counted):
    """The sentence says so, and gives the wider range for others."""
    found = compare(table(counted([44], [30], [100])), identical=0.2)
    assert found.sentence == (
        "No significant preference between adv and base: 1.5 to 1 for adv, ties excluded "
        "(95% CI 0.9–2.3, 1 annotator). Other annotators may differ: 0.45–4.78."
    )
    clear = compare(table(counted([60], [30], [100])), identical=0.2)
    assert clear.sentence.startswith("This annotator prefers adv to base by 2.0 to 1")
    assert any("this annotator only" in warning for warning in found.warnings)


@pytest.mark.parametrize("interval", INTERVALS)
def test_one_annotator_never_speaks_for_others_whatever_the_interval(table, counted, interval):
    """No interval turns one person into a population."""
    found = compare(table(counted([44], [30], [100])), identical=0.2, interval=interval)
    assert "1 annotator). Other annotators may differ:" in found.sentence
    assert found.others.high > found.improvement_ratio.high


def test_one_decided_annotator_among_undecided_ones_speaks_alone(table):
    """People who never preferred anything do not make the ratio a common one."""
    rows = [("e1", f"s{k}", "advanced" if k % 3 else "baseline") for k in range(30)]
    rows += [("e2", f"t{k}", "tie") for k in range(30)]
    found = compare(table(rows), identical=0.1)
    assert "1 annotator). Other annotators may differ:" in found.sentence
    assert any("Only one annotator preferred either system" in w for w in found.warnings)


def test_six_annotators_need_no_extra_clause(table, counted):
    """From six annotators on nothing is taken from past campaigns in words."""
    found = compare(table(counted([60] * 6, [30] * 6, [100] * 6)), identical=0.2)
    assert found.sentence == (
        "Annotators prefer adv to base by 2.0 to 1, ties excluded (95% CI 1.6–2.5, 6 annotators)."
    )
    # the guess of the names, and that documents are not known
    assert len(found.warnings) == 2
    assert "Which document a segment comes from is not known" in found.warnings[1]


def test_an_interval_around_one_is_told_as_such(table, counted):
    """No sentence claims more than its interval."""
    found = compare(table(counted([12, 9, 10], [10, 9, 8], [30] * 3)), identical=0.2)
    assert found.improvement_ratio.low < 1 < found.improvement_ratio.high
    assert found.sentence.startswith("No significant preference between adv and base")


def test_a_worse_release_is_told_from_the_winner_s_side(table, counted):
    """Two to one against the new release reads as two to one for the old one."""
    found = compare(table(counted([30] * 6, [60] * 6, [100] * 6)), identical=0.2)
    assert found.sentence.startswith("Annotators prefer base to adv by 2.0 to 1")
    assert found.improvement_ratio.value == 0.5


def test_a_bound_next_to_one_keeps_its_digits(table, counted):
    """1.04 must not be printed as 1.0."""
    found = compare(table(counted([29, 29, 29], [17, 17, 17], [50] * 3)), level=0.95)
    low = found.improvement_ratio.low
    assert round(low, 1) == 1.0
    assert f"{low:.2f}" in found.sentence


def test_domains_have_their_own_identical_share(table, counted):
    """The numbers of the paper's Tables 3 and 4 come out, overall and by domain."""
    rows = [
        (f"{name}{who}", f"{name}{segment}", label, {"domain": name})
        for name, wins, losses in (("Environment", 161, 82), ("Health", 172, 96))
        for who, segment, label in [
            (a, s, lab) for a, s, lab, _ in counted([wins], [losses], [600])
        ]
    ]
    found = compare(table(rows), identical={"Environment": 0.226, "Health": 0.262})
    by = {part.domain: part for part in found.by_domain}
    assert by["Environment"].improvement_ratio.value == pytest.approx(1.96, abs=0.005)
    assert by["Environment"].advanced_share == pytest.approx(0.208, abs=0.0005)
    assert by["Environment"].baseline_share == pytest.approx(0.106, abs=0.0005)
    assert by["Environment"].impact.value == pytest.approx(0.102, abs=0.0005)
    assert by["Environment"].identical == 0.226
    assert by["Health"].improvement_ratio.value == pytest.approx(1.79, abs=0.005)
    assert by["Health"].impact.value == pytest.approx(0.0935, abs=0.0005)
    assert found.identical == pytest.approx(0.244, abs=0.0005)
    assert found.impact.value == pytest.approx(0.098, abs=0.0005)
    assert (found.advanced_share, found.baseline_share) == pytest.approx((0.21, 0.112), abs=5e-4)
    assert sum(found.counts.values()) == found.segments == 1200


def test_an_unknown_identical_share_is_not_taken_for_zero(table, counted):
    """Impact is then one among outputs that differ, and says so."""
    found = compare(table(counted([30, 30], [10, 10], [60, 60])))
    assert found.identical is None
    assert found.impact.value == pytest.approx(1 / 3)
    assert any("among the outputs that differ" in warning for warning in found.warnings)
    assert not any("among the outputs" in w for w in compare(
        table(counted([30, 30], [10, 10], [60, 60])), identical=0.0).warnings)  # fmt: skip


def test_the_annotator_table_counts_judgements(table):
    """Segments judged by all count once overall and once for each annotator."""
    rows = [
        (f"e{who}", f"s{k}", "advanced" if k % 3 else "baseline")
        for who in range(3)
        for k in range(9)
    ]
    found = compare(table(rows), identical=0.1)
    assert found.segments == 9
    assert found.judgements == 27
    assert found.counts["advanced"] == 6
    assert [part.judgements for part in found.by_annotator] == [9, 9, 9]
    assert found.agreement.cohen.mean == 1


def test_lengths_make_bins(table, counted):
    """Segments go by the words of their source; unknown lengths are left out."""
    rows = counted([20, 20], [10, 10], [40, 40])
    lengths = {segment: 4 + k % 30 for k, (_, segment, *_) in enumerate(rows) if k < 70}
    found = compare(table(rows), identical=0.1, lengths=lengths)
    assert [part.words for part in found.by_length] == ["0–4", "5–9", "10–19", "20–29", "30–50"]
    assert sum(part.segments for part in found.by_length) == 70
    assert "|words:" in found.signature


def test_the_price_is_per_judgement(table, counted):
    """3,000 tasks at half a dollar cost 1,500 dollars."""
    found = compare(table(counted([30], [10], [60])), identical=0.1, price=0.5, currency="CAD")
    assert asdict(found.cost) == {"price": 0.5, "tasks": 60, "total": 30.0, "currency": "CAD"}


def test_a_side_that_always_wins_is_told(table):
    """An exact binomial test finds annotators who click left."""
    # sides alternate in the rows, so “left” wins are advanced in odd rows, baseline in even ones
    rows = [(f"e{k % 3}", f"s{k}", "advanced" if k % 2 else "baseline") for k in range(60)]
    found = compare(table(rows), identical=0.1)
    assert found.position.left_share == 1.0
    assert found.position.p < 1e-10
    assert any("left translation was preferred in 100%" in w for w in found.warnings)


def test_balanced_sides_are_not_told(table, counted):
    """No warning where sides do not matter."""
    found = compare(table(counted([40, 40], [20, 20], [80, 80])), identical=0.1)
    assert found.position.p > 0.05
    assert not any("left translation" in w for w in found.warnings)


def test_segments_won_with_low_scores_raise_the_caution(table, counted):
    """A release that wins only where its outputs are terrible gets a caution."""
    rows = counted([30, 30], [10, 10], [60, 60])
    scores = {
        (segment, "adv"): 20 + k % 7 if label == "advanced" else 60 + k % 9
        for k, (_, segment, label, _) in enumerate(rows)
    }
    caution = compare(table(rows), identical=0.1, scores=scores).scores_of_wins
    assert caution.applies
    assert caution.wins == 60
    assert caution.difference.high < 0
    even = {key: 50 + k % 5 for k, key in enumerate(scores)}
    assert not compare(table(rows), identical=0.1, scores=even).scores_of_wins.applies


EDGES = {
    "empty": [],
    "one segment won": [("e1", "s1", "advanced")],
    "one segment, three people": [(f"e{k}", "s1", "advanced") for k in range(3)],
    "only ties": [(f"e{k % 3}", f"s{k}", "tie") for k in range(12)],
    "only other": [(f"e{k % 3}", f"s{k}", "other") for k in range(12)],
    "no loss": [(f"e{k % 3}", f"s{k}", "advanced") for k in range(12)],
    "no win": [(f"e{k % 3}", f"s{k}", "baseline") for k in range(12)],
    "one annotator, no loss": [("e1", f"s{k}", "advanced") for k in range(12)],
    "two judgements": [("e1", "s1", "advanced"), ("e2", "s2", "baseline")],
    "one person decides": [("e1", f"s{k}", "advanced") for k in range(5)]
    + [("e2", f"t{k}", "tie") for k in range(5)],
    "all agree on all": [(f"e{w}", f"s{k}", "advanced") for k in range(8) for w in range(7)],
}


@pytest.mark.parametrize("interval", INTERVALS)
@pytest.mark.parametrize("edge", EDGES)
def test_edges_give_none_and_a_sentence_never_nan(comparisons, edge, interval):
    """Degenerate campaigns have no NaN, no infinity and no traceback in any interval."""
    found = compare(comparisons(EDGES[edge]), identical=0.1, interval=interval, resamples=100,
                    baseline="base", advanced="adv")  # fmt: skip
    assert all(math.isfinite(number) for number in numbers(asdict(found)))
    if found.improvement_ratio.value is None:
        assert found.warnings
    json.dumps(asdict(found), allow_nan=False)
    low, value, high = (getattr(found.improvement_ratio, name) for name in ("low", "value", "high"))
    if None not in (low, value, high):
        assert low <= high


@pytest.mark.parametrize("interval", ["t", "two-way-t", "hierarchical"])
def test_extreme_levels_stay_finite(comparisons, counted, interval):
    """Two annotators who differ wildly at 99.99% have a silly interval, not an infinite one."""
    found = compare(
        comparisons(counted([900, 1], [1, 900], [1000, 1000])), level=0.9999, interval=interval,
        identical=0.1,
    )  # fmt: skip
    assert math.isfinite(found.improvement_ratio.high)
    assert found.impact.low >= -0.9


def test_a_baseline_without_wins_leaves_a_lower_end(table):
    """The ratio has no value and no upper end, but its lower end can pass a gate."""
    found = compare(table((f"e{k % 3}", f"s{k}", "advanced") for k in range(60)), identical=0.1)
    ratio = found.improvement_ratio
    assert (ratio.value, ratio.high) == (None, None)
    assert ratio.low > 1
    assert "Annotators prefer adv to base in all 60 judgements" in found.sentence


def test_an_advanced_system_without_wins_has_ratio_zero(table):
    """And it is told from the baseline's side."""
    found = compare(table((f"e{k % 3}", f"s{k}", "baseline") for k in range(60)), identical=0.1)
    assert found.improvement_ratio.value == 0
    assert found.improvement_ratio.low == 0
    assert "Annotators prefer base to adv in all 60 judgements" in found.sentence


def test_a_majority_vote_sharpens_only_the_published_count(table):
    """The ratio is that of judgements, in the middle of its interval; the vote has its own."""
    # three of four people prefer the new release in every segment but two
    rows = [
        (f"e{who}", f"s{k}", "advanced" if (who + k) % 4 and k > 1 else "baseline")
        for k in range(60)
        for who in range(4)
    ]
    found = compare(table(rows), identical=0.1)
    ratio, published = found.improvement_ratio, found.published_count
    assert ratio.value == pytest.approx(174 / 66)
    assert np.log(ratio.value) == pytest.approx(np.log(ratio.low * ratio.high) / 2, abs=0.01)
    assert "2.6 to 1" in found.sentence
    assert (published.advanced, published.baseline, published.segments) == (58, 2, 60)
    assert published.improvement_ratio.value == 29
    assert published.improvement_ratio.low < 29 < published.improvement_ratio.high
    assert published.impact.low <= published.impact.value <= published.impact.high


def test_documents_that_differ_widen_the_interval(table):
    """Five people on the same ten documents, which differ: a document is what varies."""
    random = np.random.default_rng(1)
    rows, named = [], []
    for text in range(10):
        leaning = random.random()
        for place in range(10):
            for who in range(5):
                answer = "advanced" if random.random() < leaning else "baseline"
                row = (f"e{who}", f"s{text}-{place}", answer)
                rows.append(row)
                named.append((*row, {"document": f"d{text}"}))
    alone = compare(table(rows), identical=0.1).improvement_ratio
    known = compare(table(named), identical=0.1)
    ratio = known.improvement_ratio
    assert ratio.value == alone.value
    assert np.log(ratio.high / ratio.low) > 1.5 * np.log(alone.high / alone.low)
    assert known.estimand.texts == "documents like these"
    assert (known.documents, known.estimand.units.documents) == (10, 10)


def test_segments_tied_by_vote_leave_the_ratio_to_judgements(table):
    """Where every segment is a draw, the judgements still say how even it was."""
    rows = [
        (f"e{who}", f"s{k}", ("advanced", "baseline")[who % 2]) for k in range(20) for who in (0, 1)
    ]
    found = compare(table(rows), identical=0.1)
    assert found.counts["both_good"] == 20
    assert found.published_count.improvement_ratio.value is None
    assert found.improvement_ratio.value == 1
    assert found.improvement_ratio.low < 1 < found.improvement_ratio.high
    assert found.sentence.startswith("No significant preference between adv and base: 1.0 to 1")


def test_forced_choices_of_several_people_show_quality_ties(table):
    """Two annotators who disagree on a tenth of the segments: a fifth are ties."""
    rows = [
        (f"e{who}", f"s{k}", "baseline" if (k < 30) or (k < 40 and who) else "advanced")
        for k in range(100)
        for who in range(2)
    ]
    ties = compare(table(rows), identical=0.2).quality_ties
    assert ties.disagreement.value == pytest.approx(0.1)
    assert ties.share.value == pytest.approx(0.2)
    assert ties.adjusted_ratio.value == pytest.approx((0.65 - 0.1) / (0.35 - 0.1))
    assert ties.agreed == 90
    assert ties.agreed_ratio.value == pytest.approx(2.0)


def test_neutral_answers_rule_out_quality_ties(table, counted):
    """They are estimated under forced choice only."""
    assert compare(table(counted([5], [3], [10])), identical=0.1).quality_ties is None


@pytest.mark.parametrize(
    ("choice", "error", "words"),
    [
        ({"level": 1.5}, BadInput, "level 1.5 is not between 0 and 1"),
        ({"interval": "boot"}, NotFound, "no interval named 'boot'"),
        ({"prior": 0.0}, BadInput, "prior 0 is not above 0"),
        ({"identical": 22.6}, BadInput, "identical share 22.6 is not between 0 and 1"),
        ({"identical": {"Health": 0.2}}, BadInput, "no identical share for segments without"),
        ({"baseline": "bsae"}, NotFound, "Did you mean 'base'"),
    ],
)
def test_wrong_choices_are_refused_with_a_remedy(table, counted, choice, error, words):
    """Every setting is checked where it enters."""
    with pytest.raises(error, match=words):
        compare(table(counted([5], [3], [10])), **choice)


campaigns = st.lists(
    st.tuples(
        st.sampled_from(["e1", "e2", "e3"]),
        st.sampled_from("abcdefghijkl"),
        st.sampled_from(LABELS),
    ),
    min_size=1,
    max_size=40,
    unique_by=lambda row: row[:2],
)


@given(campaigns, st.randoms(use_true_random=False))
def test_the_order_of_judgements_does_not_matter(comparisons, campaign, random):
    """Judgements may arrive in any order; the comparison stays the same to the last digit."""
    data = comparisons((*row, {"domain": "x" if row[1] < "f" else "y"}) for row in campaign)
    order = list(range(len(campaign)))
    random.shuffle(order)
    choices = {"identical": {"x": 0.1, "y": 0.2}, "baseline": "base", "advanced": "adv"}
    assert compare(data.take(np.array(order)), **choices) == compare(data, **choices)


@given(campaigns)
def test_exchanging_the_names_inverts_the_ratio(comparisons, campaign):
    """Who is called baseline decides the direction and nothing else."""
    data = comparisons(campaign)
    forth = compare(data, baseline="base", advanced="adv", identical=0.3)
    back = compare(data, baseline="adv", advanced="base", identical=0.3)
    assert forth.counts["advanced"] == back.counts["baseline"]
    assert forth.impact.value == pytest.approx(-back.impact.value)
    one, two = forth.improvement_ratio, back.improvement_ratio
    if one.value and two.value:
        assert one.value == pytest.approx(1 / two.value)
        if one.low is not None:
            assert one.low == pytest.approx(1 / two.high)


def test_equal_data_give_equal_results_whatever_the_comments(table, counted):
    """Comments are listed and change no number."""
    rows = counted([20, 20], [10, 10], [40, 40])
    plain = compare(table(rows), identical=0.1)
    spoken = [(*row[:3], {"comment": "Not enough context."}) for row in rows]
    found = compare(table(spoken), identical=0.1)
    assert found.comments.total == 80
    assert replace(found, comments=plain.comments) == plain
