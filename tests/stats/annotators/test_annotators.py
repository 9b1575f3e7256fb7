"""The public function: what it says, on which scale, and when it must be careful."""

from dataclasses import replace

import numpy as np
import pytest

from tertium.exceptions import BadInput, NotFound
from tertium.scale import HUNDRED
from tertium.stats.annotators.choose import mix_difference
from tertium.stats.annotators.model import annotators
from tertium.table import JudgementTable
from tests.stats.annotators.scored import crowd, scored


def by_name(found):
    return {one.annotator: one for one in found.annotators}


def test_everything_has_a_name_and_a_number():
    """Items, annotators, systems and pairs come out complete, finite and ordered."""
    rows = crowd(0)
    found = annotators(scored(rows))
    assert len(found.items) == 40
    assert (
        sum(item.n for item in found.items) == sum(one.n for one in found.annotators) == len(rows)
    )
    assert [one.annotator for one in found.annotators] == [f"w{k}" for k in range(6)]
    assert [one.system for one in found.systems] == ["a", "b"]
    assert [one.judgements for one in found.systems] == [60, 60]
    assert [(one.rank, one.component, one.segments) for one in found.systems] == [
        (1, 1, 20),
        (2, 1, 20),
    ]
    (pair,) = found.contrasts
    assert (pair.a, pair.b) == ("a", "b")
    assert pair.low < pair.difference < pair.high
    assert 0 <= pair.p < 1
    assert (pair.annotators, pair.documents, pair.reason) == (6, None, None)
    assert found.estimand.annotators == "like these"
    assert found.estimand.texts == "segments like these"
    assert found.estimand.units.annotators == 6
    assert "a and b" in found.sentence or "a is better than b" in found.sentence
    gap = found.systems[0].score - found.systems[1].score
    assert pair.difference == pytest.approx(gap)
    for item in found.items:
        assert item.low < item.score < item.high
        assert item.sd > 0
    assert found.converged
    assert len(found.components) == 1
    assert found.variant == "slope"
    assert found.engine == "gibbs"
    assert "Slopes were fitted" in found.reason


def test_a_table_is_read_like_its_view():
    """The table hands over control roles as well."""
    rows = [*crowd(0), ("w1", "s00", "a", 5, "degraded"), ("w2", "s01", "a", 4, "degraded")]
    names = ("annotator", "segment", "system", "value", "role")
    table = JudgementTable.from_rows(
        {"aspect": "overall"} | dict(zip(names, row, strict=False)) for row in rows
    )
    assert annotators(table, engine="ep") == annotators(scored(rows), engine="ep")


@pytest.mark.parametrize("choice", [{"engine": "ep"}, {"engine": "gibbs", "seed": 3}])
def test_the_order_of_rows_does_not_matter(choice):
    """Shuffled rows give the same answer, to the last digit."""
    rows = crowd(2)
    shuffled = [rows[k] for k in np.random.default_rng(0).permutation(len(rows))]
    assert annotators(scored(rows), **choice) == annotators(scored(shuffled), **choice)


@pytest.mark.parametrize("engine", ["ep", "gibbs"])
def test_another_scale_changes_only_the_original_scale(engine):
    """Half the points, 20 higher: standardised results stay, scores follow."""
    rows = crowd(3)
    other = [(*row[:3], 20 + row[3] / 2) for row in rows]
    one, two = annotators(scored(rows), engine=engine), annotators(scored(other), engine=engine)
    for before, after in zip(one.items, two.items, strict=True):
        assert after.mean == pytest.approx(before.mean, abs=1e-9)
        assert after.score == pytest.approx(20 + before.score / 2, abs=1e-9)
        assert after.high - after.low == pytest.approx((before.high - before.low) / 2)
    for before, after in zip(one.annotators, two.annotators, strict=True):
        assert after.offset == pytest.approx(before.offset, abs=1e-9)
    assert two.contrasts[0].p == pytest.approx(one.contrasts[0].p)
    assert two.contrasts[0].low == pytest.approx(one.contrasts[0].low / 2)


def test_a_lenient_annotator_is_found_and_does_not_lift_his_items():
    """Ten points more from one person go to the offset."""
    rows = crowd(4, annotators=5, segments=60, each=3)
    lifted = [(*row[:3], row[3] / 2 + (10 if row[0] == "w2" else 0)) for row in rows]
    plain = [(*row[:3], row[3] / 2) for row in rows]
    one, two = (annotators(scored(some), engine="ep") for some in (plain, lifted))
    gained = by_name(two)["w2"].offset * two.spread - by_name(one)["w2"].offset * one.spread
    others = by_name(two)["w1"].offset * two.spread - by_name(one)["w1"].offset * one.spread
    assert gained - others == pytest.approx(10, abs=0.7)
    moved = [b.score - a.score for a, b in zip(one.items, two.items, strict=True)]
    assert np.std(moved) < 1


def test_original_scores_are_those_of_the_average_annotator():
    """The mean score of all items is the mean of all scores where everybody scores everything."""
    rows = crowd(5, each=6)
    for choice in ({"engine": "ep"}, {"variant": "slope"}):
        found = annotators(scored(rows), **choice)
        mean = np.mean([item.score for item in found.items])
        assert mean == pytest.approx(found.average, abs=0.3)
        by_item = {}
        for _, segment, system, value in rows:
            by_item.setdefault((segment, system), []).append(value)
        raw = [np.mean(by_item[item.segment, item.system]) for item in found.items]
        slope = np.polyfit(raw, [item.score for item in found.items], 1)[0]
        assert 0.8 < slope < 1.05


def test_near_constant_annotators_do_not_rule():
    """Two who always say 70 are flat, not precise, once slopes are fitted."""
    rng = np.random.default_rng(1)
    rows = [(*row[:3], row[3]) for row in crowd(6, annotators=6, segments=40, each=6, noise=10)]
    lazy = [
        (who, segment, system, 70 + int(rng.integers(-1, 2)))
        for _, segment, system, _ in dict.fromkeys((None, r[1], r[2], None) for r in rows)
        for who in ("x", "y")
    ]
    found = annotators(scored(rows + lazy), control=False)
    people = by_name(found)
    assert found.variant == "slope"
    assert people["x"].slope < 0.2 < 0.7 < people["w0"].slope
    assert "constant" in people["x"].flags


def test_control_items_speak():
    """Who scores degraded copies lower has a small p, and copies stand below originals."""
    rng = np.random.default_rng(2)
    rows = crowd(7, annotators=4, segments=24, each=4)
    for k in range(12):
        for who in ("w0", "w1"):
            value = next(r[3] for r in rows if r[:3] == (who, f"s{k:02}", "a"))
            copy = max(value - 25, 0) if who == "w0" else int(rng.integers(0, 101))
            rows.append((who, f"s{k:02}", "a", copy, "degraded"))
            rows.append((who, f"s{k:02}", "b", value, "repeat"))
    found = annotators(scored(rows))
    people = by_name(found)
    assert people["w0"].control_p < 0.001
    assert people["w1"].control_p > 0.01
    assert people["w2"].control_p is None
    assert people["w0"].repeat_p is not None
    mean = {(item.segment, item.system, item.role): item.mean for item in found.items}
    copies = [key for key in mean if key[2] == "degraded"]
    assert len(copies) == 12
    assert all(mean[key] < mean[(*key[:2], "real")] for key in copies)
    assert "degraded" not in {one.system for one in found.systems}


def test_groups_that_nothing_connects_are_told():
    """Two crowds with their own items, annotators and systems are two components."""
    rows = crowd(8)
    other = [
        ("o" + who, "o" + segment, "o" + system, value) for who, segment, system, value in rows
    ]
    found = annotators(scored(rows + other[:-3]))
    assert [one.scores for one in found.components] == [120, 117]
    assert found.components[0].systems == ("a", "b")
    assert found.components[1].annotators == tuple(f"ow{k}" for k in range(6))
    assert any("2 groups" in said and "prior" in said for said in found.warnings)
    same = [("o" + who, "o" + segment, system, value) for who, segment, system, value in rows]
    linked = annotators(scored(rows + same), system_effects=True)
    assert any("systems they share" in said for said in linked.warnings)


def test_somebody_with_one_score_stays_near_the_prior():
    """One score tells little: wide offset, and a sentence about it."""
    found = annotators(scored([*crowd(9), ("new", "s00", "a", 99)]))
    new = by_name(found)["new"]
    assert new.n == 1
    assert new.sd_offset > 0.4
    assert any("1 of 7 annotators gave fewer than 10 scores" in said for said in found.warnings)


def test_one_annotator_one_system_two_scores():
    """Hardly any data still gives numbers, and says how little it is."""
    found = annotators(scored([("w", "1", "a", 10), ("w", "2", "a", 90)]))
    assert found.items[0].mean < 0 < found.items[1].mean
    assert found.contrasts == ()
    assert "by this annotator" in found.sentence
    assert len(found.systems) == 1
    assert any("One annotator" in said for said in found.warnings)
    assert found.variant == "paper"


def test_duplicated_rows_are_told():
    """Rows that were read twice count twice, and the reader learns it."""
    rows = crowd(10)
    found = annotators(scored(rows + rows[:7]))
    assert any(said.startswith("7 scores repeat an output") for said in found.warnings)


def test_scores_outside_the_scale_are_refused():
    """With the place, and the way out."""
    scores = scored([*crowd(0), ("w1", "s00", "a", 101)])
    with pytest.raises(BadInput, match="101"):
        annotators(replace(scores, scale=HUNDRED))
    assert annotators(scores).converged


def test_not_judged_is_not_a_score():
    """NaN rows are dropped, as are rows without an annotator."""
    rows = crowd(0)
    more = [*rows, ("w1", "s00", "a", None), (None, "s00", "a", 50)]
    one, two = annotators(scored(rows), engine="ep"), annotators(scored(more), engine="ep")
    assert one.items == two.items
    assert any("without an annotator" in said for said in two.warnings)


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"level": 1.5}, BadInput),
        ({"seed": -1}, BadInput),
        ({"damping": 0}, BadInput),
        ({"engine": "nuts"}, NotFound),
        ({"variant": "steep"}, NotFound),
        ({"engine": "ep", "variant": "slope"}, BadInput),
        ({"engine": "ep", "system_effects": True}, BadInput),
        ({"engine": "ep", "censored": True}, BadInput),
        ({"censored": True, "contamination": True}, BadInput),
    ],
)
def test_what_makes_no_sense_is_refused(wrong, error):
    """Every wrong choice has its sentence."""
    with pytest.raises(error):
        annotators(scored(crowd(0)), **wrong)


def test_the_choice_follows_the_data():
    """Slopes need shared items; effects need unlike mixes; the paper's model takes EP."""
    alone = [(f"w{k % 5}", f"s{k}", "a", 30 + k) for k in range(50)]
    found = annotators(scored(alone))
    assert (found.engine, found.variant) == ("ep", "paper")
    assert "0 scores on control pairs or on outputs that others scored too" in found.reason
    mixed = [(f"w{k % 2}", f"s{k}", "ab"[k % 2], 30 + k) for k in range(50)]
    found = annotators(scored(mixed))
    assert found.system_effects
    assert found.engine == "gibbs"
    assert "different mixes" in found.reason
    plain = annotators(scored(mixed), engine="ep")
    assert any("who saw weak systems" in said for said in plain.warnings)


def test_mixes_are_compared_by_shares():
    """0 for equal shares whatever the loads, near 1 where nobody saw the same system."""
    assert mix_difference(np.array([[10.0, 20.0], [1.0, 2.0]])) == 0
    assert mix_difference(np.eye(10)) == pytest.approx(0.9)
    assert mix_difference(np.array([[5.0], [1.0]])) == 0


def test_system_effects_undo_an_unlike_mix():
    """Somebody who sees the weak system only is not severe, and the weak system not good."""
    rng = np.random.default_rng(0)
    worth = {"a": 75, "b": 60, "c": 30}
    mixes = {"w0": "aab", "w1": "bcc", "w2": "abc"}
    rows = []
    for who, systems in mixes.items():
        for k in range(60):
            system = systems[k % 3]
            value = np.clip(worth[system] + 8 * rng.normal(), 0, 100)
            rows.append((who, f"{who}-{k}", system, float(value)))
    found = annotators(scored(rows))
    assert found.system_effects
    assert [one.system for one in found.systems] == ["a", "b", "c"]
    first, last = found.systems[0].score, found.systems[-1].score
    assert first - last == pytest.approx(45, abs=6)
    plain = annotators(scored(rows), engine="ep")
    assert plain.systems[0].score - plain.systems[-1].score < first - last - 5


def test_censored_scores_reach_beyond_the_ends():
    """Items that pile up at 100 are told apart less, and scores stay on the scale."""
    rng = np.random.default_rng(3)
    quality = rng.normal(85, 15, 50)
    rows = [
        (f"w{j}", f"s{i}", "a", float(np.clip(quality[i] + 8 * rng.normal(), 0, 100)))
        for i in range(50)
        for j in range(5)
    ]
    plain, bound = annotators(scored(rows)), annotators(scored(rows), censored=True)
    assert bound.converged
    assert all(0 <= item.low <= item.score <= item.high <= 100 for item in bound.items)
    top = [k for k, item in enumerate(plain.items) if item.score > 97]
    assert np.mean([bound.items[k].mean for k in top]) > np.mean([plain.items[k].mean for k in top])


def test_contamination_finds_who_scores_at_random():
    """The share of odd scores is high for who answers anything half of the time."""
    rng = np.random.default_rng(4)
    rows = crowd(11, annotators=4, segments=40, each=4, noise=4)
    odd = [
        (*row[:3], int(rng.integers(0, 101)) if row[0] == "w3" and rng.random() < 0.5 else row[3])
        for row in rows
    ]
    found = by_name(annotators(scored(odd), variant="paper", contamination=True))
    assert found["w3"].contamination > 0.25
    assert found["w0"].contamination < 0.12
    assert found["w0"].slope is None


def test_the_seed_is_part_of_the_answer():
    """The same seed gives the same draws, another one nearly the same means."""
    rows = scored(crowd(12))
    one, again, other = (annotators(rows, seed=seed) for seed in (1, 1, 2))
    assert one == again
    assert one.signature != other.signature
    assert replace(one, signature="") != replace(other, signature="")
    assert [a.mean for a in one.items] == pytest.approx([b.mean for b in other.items], abs=0.12)
