"""Agreement as a result: shape, passes, people, and what must always hold."""

import time
from dataclasses import asdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2

from bench import large
from tertium.exceptions import BadInput, NotFound
from tertium.stats.agreement.agree import agree
from tertium.stats.comparison.compare import compare
from tertium.table import JudgementTable

# Figure 4 of the QUAFF report, Annotator 1: rows first pass, columns second pass.
LABELS = ("advanced", "baseline", "both_good", "both_bad", "other")
FIRST = [[84, 4, 0, 1, 0], [9, 50, 1, 2, 0], [3, 3, 5, 0, 0], [10, 4, 1, 21, 0], [0, 1, 0, 1, 0]]


def two_passes(counts, annotator="e1"):
    """List the judgements of one annotator in passes a and b."""
    rows = []
    for row, line in zip(LABELS, counts, strict=True):
        for column, number in zip(LABELS, line, strict=True):
            for _ in range(number):
                segment = f"s{len(rows):04}"
                rows.append((annotator, segment, row, {"pass": "a"}))
                rows.append((annotator, segment, column, {"pass": "b"}))
    return rows


def scores(rows):
    """Build a table of (annotator, segment, system, score[, further columns])."""
    return JudgementTable.from_rows(
        {"annotator": a, "segment": s, "system": y, "value": v, "aspect": "overall"}
        | (more[0] if more else {})
        for a, s, y, v, *more in rows
    )


def test_the_json_has_the_shape_of_the_contract(table):
    """Names of fields and of the entries of a pair are relied upon."""
    rows = [(w, f"s{k}", "advanced" if (k + len(w)) % 3 else "tie") for w in ("e1", "e22", "e333")
            for k in range(20)]  # fmt: skip
    found = asdict(agree(table(rows)))
    assert {"percent", "cohen", "intra", "fleiss", "krippendorff", "words", "signature"} <= set(
        found
    )
    assert list(found["cohen"]) == ["mean", "pairs", "low", "high"]
    assert {"sentence", "ac1", "positive", "negative", "exchangeable", "measurable"} <= set(found)
    assert list(found["cohen"]["pairs"][0])[:8] == [
        "a", "b", "pass_a", "pass_b", "kappa", "low", "high", "n",
    ]  # fmt: skip
    assert list(found["fleiss"]) == list(found["krippendorff"]) == ["value", "low", "high"]
    assert found["intra"] == {"mean": None, "pairs": (), "low": None, "high": None}


def test_an_annotator_s_two_passes_come_out_as_in_figure_4(table):
    """Annotator 1 of the report: κ .69, 80% equal, and a drift towards deciding."""
    found = agree(table(two_passes(FIRST)))
    (pair,) = found.intra.pairs
    assert (pair.pass_a, pair.pass_b, pair.n) == ("a", "b", 200)
    assert pair.kappa == pytest.approx(0.69, abs=0.005)
    assert pair.percent == 0.8
    assert found.cohen.mean is None
    (drift,) = found.drift
    assert drift.before["adv"] == pytest.approx(89 / 200)
    assert drift.after["adv"] == pytest.approx(106 / 200)
    assert drift.p < 0.01


def test_drift_is_tested_by_stuart_and_maxwell(table):
    """With two categories the test is McNemar's: (b − c)² / (b + c)."""
    counts = [[30, 12, 0, 0, 0], [4, 20, 0, 0, 0], [0] * 5, [0] * 5, [0] * 5]
    (drift,) = agree(table(two_passes(counts))).drift
    assert drift.p == pytest.approx(chi2.sf((12 - 4) ** 2 / (12 + 4), 1))


def test_averages_take_all_pairs_with_other_people(table):
    """Per-annotator averages leave out one's own second pass, as in Table 5."""
    rng = np.random.default_rng(0)
    said = {
        (e, p): rng.choice(["advanced", "baseline", "both_bad"], 40) for e in "xyz" for p in "ab"
    }
    rows = [(e, f"s{k}", said[e, p][k], {"pass": p}) for (e, p) in said for k in range(40)]
    found = agree(table(rows))
    assert len(found.cohen.pairs) == 12
    assert len(found.intra.pairs) == 3
    for person in found.by_annotator:
        own = [p.kappa for p in found.cohen.pairs if person.annotator in (p.a, p.b)]
        assert len(own) == 8
        assert person.kappa == pytest.approx(np.mean(own))
        assert sum(person.shares.values()) == pytest.approx(1)
    assert found.cohen.mean == pytest.approx(np.mean([p.kappa for p in found.cohen.pairs]))
    assert any("count every pass as an annotator" in w for w in found.warnings)


def test_who_disagrees_most_comes_first(table):
    """A contrary annotator heads the list with everybody else."""
    rows = [
        (w, f"s{k}", "advanced" if (k % 2) ^ (w == "contrary") else "baseline")
        for w in ("ann", "bob", "contrary")
        for k in range(20)
    ]
    found = agree(table(rows))
    assert [{d.a, d.b} for d in found.disagreements[:2]] == [
        {"ann", "contrary"},
        {"bob", "contrary"},
    ]
    assert found.disagreements[0].kappa == -1
    assert found.disagreements[-1].kappa == 1


def test_unanimous_items_are_counted_with_their_labels(table):
    """Only items that all of several people judged alike count, by pass."""
    said = {"s1": "aaa", "s2": "bbb", "s3": "aab", "s4": "bbb", "s5": "a"}
    names = {"a": "advanced", "b": "both_bad"}
    rows = [
        (f"e{who}", segment, names[letter], {"pass": "a"})
        for segment, letters in said.items()
        for who, letter in enumerate(letters)
    ]
    (found,) = agree(table(rows)).unanimous
    assert (found.in_pass, found.items, found.unanimous) == ("a", 4, 3)
    assert found.categories == {"adv": 1, "both_bad": 2}


def test_confusions_are_the_tables_of_the_pairs(table):
    """Rows belong to the first, columns to the second rater."""
    rows = [("x", f"s{k}", "advanced") for k in range(3)]
    rows += [("y", f"s{k}", "baseline" if k else "advanced") for k in range(3)]
    found = agree(table(rows))
    (confusion,) = found.confusions
    at = {name: place for place, name in enumerate(found.categories)}
    assert confusion.counts[at["adv"]][at["adv"]] == 1
    assert confusion.counts[at["adv"]][at["base"]] == 2


def test_weights_and_ties_have_their_own_coefficients(table):
    """Disagreeing between a system and a tie is less than between the systems."""
    labels = ["advanced", "tie", "baseline"]
    near = [(0, 0), (0, 1), (1, 1), (1, 2), (2, 2), (0, 0), (2, 2), (1, 0)]
    rows = [
        (w, f"s{k}", labels[pair[i]]) for k, pair in enumerate(near) for i, w in enumerate("xy")
    ]
    found = agree(table(rows))
    assert found.weighted_quadratic > found.weighted_linear > found.cohen.mean
    assert found.without_ties == 1


def test_scores_use_an_interval_scale():
    """Krippendorff's α is interval and Cohen's κ weighted when there are many scores."""
    rng = np.random.default_rng(1)
    truth = rng.integers(20, 80, 60)
    rows = [
        (w, f"s{k}", "sys", float(t + rng.integers(-5, 6)))
        for k, t in enumerate(truth)
        for w in "xyz"
    ]
    found = agree(scores(rows))
    assert found.krippendorff.value > 0.9
    assert found.cohen.mean > 0.9
    assert abs(found.fleiss.value) < 0.2
    assert "weights:quadratic|alpha:interval" in found.signature


def test_repeated_items_are_another_pass_over_what_they_repeat():
    """A repeat is compared with its original, by the same person."""
    rows = [("x", f"s{k}", "sys", float(k % 4)) for k in range(10)]
    rows += [
        ("x", f"r{k}", "sys", float(k % 4), {"role": "repeat", "of": f"s{k}"}) for k in range(10)
    ]
    found = agree(scores(rows))
    (pair,) = found.intra.pairs
    assert (pair.pass_b, pair.n, pair.kappa) == ("repeat", 10, 1)


def test_too_many_scores_leave_alpha_only():
    """Real numbers have no categories; that is said instead of a meaningless κ."""
    rng = np.random.default_rng(2)
    rows = [(w, f"s{k}", "sys", float(rng.normal())) for k in range(150) for w in "xy"]
    found = agree(scores(rows))
    assert found.cohen.mean is None
    assert found.fleiss.value is None
    assert found.krippendorff.value is not None
    assert any("too many for Cohen's" in w for w in found.warnings)


def test_raters_like_these_vary_more_than_these_raters(table):
    """The interval for a population of raters is wider."""
    rng = np.random.default_rng(3)
    truth = rng.integers(0, 2, 100)
    rows = [
        (f"e{w}", f"s{k}", ("advanced", "baseline")[t ^ int(rng.random() < 0.05 + 0.1 * w)])
        for k, t in enumerate(truth)
        for w in range(4)
    ]
    these, like = (agree(table(rows), raters=r) for r in ("these", "population"))
    assert these.fleiss.value == like.fleiss.value
    assert like.fleiss.low < these.fleiss.low
    assert "item+rater-jackknife" in like.signature


def test_three_systems_are_compared_pair_by_pair():
    """With more than two systems an item is a segment with a pair of them."""
    rows = [
        {"annotator": who, "segment": "s1", "system": one, "versus": two, "aspect": "preference",
         "value": value}
        for who in "xy"
        for one, two, value in (("a", "b", 1.0), ("c", "b", -1.0), ("c", "a", 0.0))
    ]  # fmt: skip
    found = agree(JudgementTable.from_rows(rows))
    assert found.items == 3
    assert found.percent == 1
    assert found.categories[:2] == ("one_side", "other_side")


def test_which_side_stood_left_does_not_matter(comparisons):
    """Agreement is about systems: the same preference shown in mirror image is equal."""
    rows = [(w, f"s{k}", "advanced" if k % 2 else "baseline") for k in range(10) for w in "xyz"]
    assert agree(comparisons(rows)).percent == 1


labels = st.sampled_from(("advanced", "baseline", "both_good", "tie", "other"))
people = st.lists(
    st.tuples(st.sampled_from("wxyz"), st.sampled_from("abcdefgh"), labels),
    max_size=32,
    unique_by=lambda row: row[:2],
)


@given(people, st.randoms(use_true_random=False))
def test_order_and_names_of_people_do_not_matter(comparisons, rows, random):
    """Shuffled rows with other names give the same coefficients, all finite."""
    renamed = {"w": "n1", "x": "n2", "y": "n3", "z": "n4"}
    other = [(renamed[a], s, label) for a, s, label in rows]
    random.shuffle(other)
    one, two = agree(comparisons(rows)), agree(comparisons(other))
    for name in ("percent", "fleiss", "krippendorff", "words", "without_ties", "weighted_linear"):
        assert _close(getattr(one, name), getattr(two, name))
    for value in (one.fleiss.value, one.krippendorff.value, one.cohen.mean):
        assert value is None or -1 <= value <= 1


def _close(one, two):
    if isinstance(one, float) and isinstance(two, float):
        return abs(one - two) < 1e-9
    if hasattr(one, "low"):
        return all(_close(getattr(one, n), getattr(two, n)) for n in ("value", "low", "high"))
    return one == two


def test_nothing_shared_is_a_sentence(table):
    """Without a second opinion there is no agreement, and the comparison holds None."""
    data = table([("e1", "s1", "advanced"), ("e2", "s2", "tie")])
    found = agree(data)
    assert found.percent is None
    assert found.words == "not estimable"
    assert "No item was rated twice" in found.warnings[0]
    assert compare(data, identical=0.1).agreement is None


def test_an_empty_table_is_a_sentence_too():
    """No judgements, no traceback."""
    assert agree(JudgementTable.from_rows([])).warnings


def test_an_unknown_aspect_is_named(table):
    """The error lists the aspects there are."""
    data = scores([("x", "s1", "sys", 1.0)])
    with pytest.raises(NotFound, match="Known: overall"):
        agree(data, aspect="fluency")


def test_scores_given_twice_without_a_pass_are_refused():
    """Two scores of one person for one output need passes."""
    with pytest.raises(BadInput, match="'x' judged segment 's1' twice"):
        agree(scores([("x", "s1", "sys", 1.0), ("x", "s1", "sys", 2.0)]))


def test_many_ratings_take_seconds():
    """Ten raters, five thousand items: all pairs, both coefficients, all intervals.

    `make bench` takes a million ratings.
    """
    data = large.compared(5_000)
    start = time.process_time()
    found = agree(data)
    assert time.process_time() - start < 5
    assert len(found.cohen.pairs) == 45
    assert abs(found.fleiss.value) < 0.01
