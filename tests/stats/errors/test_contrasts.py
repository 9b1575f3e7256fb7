"""Contrasts of systems by their marked errors, in all scorings."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.analyses.judgements import open_table
from tertium.formats.typology import read_typology
from tertium.protocols.rule import SCORINGS
from tertium.stats.errors.analyse import score_errors
from tertium.stats.errors.collected import collected_spans
from tests.stats.contrasts.plain import plain_crossed
from tests.stats.errors.marked import marked

KINDS = {"j2450": ("omission", "terminology"), "lisa": ("mistranslation", "style")}


def study(systems=("acme", "bolt"), people=3, documents=4, segments=3, seed=0, worse=1.0):
    """Return readings in which every annotator reads everything; later systems are worse."""
    draw = np.random.default_rng(seed)
    return [
        (f"p{j}", f"d{d}", f"d{d}s{s}", system, 20 + 5 * s,
         [("accuracy", "major" if draw.random() < 0.3 else "minor")] * errors)
        for k, system in enumerate(systems)
        for j in range(people)
        for d in range(documents)
        for s in range(segments)
        if (errors := int(draw.poisson(1 + worse * k))) is not None
    ]  # fmt: skip


def scored(readings, **how):
    return score_errors(marked(readings), typology=read_typology("mqm-core"), **how)


@pytest.mark.parametrize("scoring", SCORINGS)
def test_every_scoring_has_contrasts(scoring):
    """Scores, contrasts and ranks say the same."""
    readings = study(("acme", "bolt", "core"))
    if scoring in KINDS:
        readings = [
            (*row[:5], [(KINDS[scoring][0], level) for _, level in row[5]]) for row in readings
        ]
        found = score_errors(marked(readings), scoring=scoring)
    else:
        found = scored(readings, scoring=scoring)
    score = {one.system: one.score for one in found.systems}
    assert [one.rank for one in found.systems] == [1, 2, 3]
    for one in found.contrasts:
        better = score[one.a] - score[one.b]
        assert one.difference == pytest.approx(better)
        assert (better > 0) == found.higher_is_better
        assert one.low <= one.difference <= one.high
        assert (one.p < 1 - found.level) == (one.low > 0 or one.high < 0)
    assert found.estimand.units.documents == 4
    assert found.estimand.annotators == "like these"


def test_the_log_ratio_is_that_of_the_recipe():
    """P as the recipe computes it by hand, for two systems read by the same people."""
    readings = study()
    found = scored(readings, scoring="wmt-mqm")
    (pair,) = found.contrasts
    typology = read_typology("mqm-core")
    cost = {
        "minor": typology.points("accuracy", "minor"),
        "major": typology.points("accuracy", "major"),
    }
    points = {row[:4]: sum(cost[level] for _, level in row[5]) for row in readings}
    keys = [key[:3] for key in points if key[3] == pair.a]
    x = np.array([points[(*key, pair.a)] for key in keys])
    y = np.array([points[(*key, pair.b)] for key in keys])
    codes = [np.unique([key[at] for key in keys], return_inverse=True)[1] for at in range(3)]
    rows = np.log(x.mean() / y.mean()) + x / x.mean() - y / y.mean()
    _, low, high, p = plain_crossed(rows, np.ones(len(rows)), *codes)
    total = x.mean() + y.mean()
    assert pair.p == pytest.approx(p, rel=1e-6)
    assert [pair.low, pair.high] == pytest.approx(
        [total * np.tanh(low / 2), total * np.tanh(high / 2)], rel=1e-6
    )


def test_a_system_without_errors_still_has_a_contrast():
    """Half of the smallest error stands for none."""
    readings = [(*row[:5], [] if row[3] == "acme" else row[5]) for row in study()]
    found = scored(readings, scoring="raw")
    (pair,) = found.contrasts
    assert pair.a == "acme"
    assert 0 < pair.low < pair.difference < pair.high


def test_systems_that_nobody_read_both_of_have_a_reason():
    """Strict annotators are not bad systems."""
    readings = [row for row in study() if (row[0] == "p0") == (row[3] == "acme")]
    found = scored(readings, scoring="raw")
    (pair,) = found.contrasts
    assert pair.difference is None
    assert pair.reason == f"no annotator judged both {pair.a} and {pair.b}"
    assert [one.rank for one in found.systems] == [1, 1]


def test_one_annotator_and_unknown_documents_are_named():
    """The estimand says for whom the numbers hold."""
    rows = [(*row[:1], None, *row[2:]) for row in study(people=1)]
    found = scored(rows, scoring="raw")
    assert found.estimand.annotators == "this annotator"
    assert found.estimand.texts == "segments like these"
    assert found.systems[0].documents is None


@settings(max_examples=15)
@given(st.integers(0, 10_000), st.sampled_from(("raw", "calibrated", "non-linear", "wmt-mqm")))
def test_names_and_order_change_nothing(seed, scoring):
    """Renamed systems, annotators and segments, and rows in another order."""
    readings = study(("acme", "bolt", "core"), seed=seed)
    found = scored(readings, scoring=scoring)
    names = {"acme": "zeta", "bolt": "beta", "core": "eta"}
    draw = np.random.default_rng(seed)
    renamed = [(f"q{r[0]}", f"t{r[1]}", f"u{r[2]}", names[r[3]], *r[4:]) for r in readings]
    order = draw.permutation(len(renamed))
    other = scored([renamed[at] for at in order], scoring=scoring)
    mine = {frozenset((names[one.a], names[one.b])): one for one in found.contrasts}
    for one in other.contrasts:
        same = mine[frozenset((one.a, one.b))]
        turn = 1 if names[same.a] == one.a else -1
        ends = sorted((turn * same.low, turn * same.high))
        assert one.p == pytest.approx(same.p, abs=1e-9)
        assert [one.low, one.high] == pytest.approx(ends, abs=1e-7)
    ranks = {names[one.system]: one.rank for one in found.systems}
    assert {one.system: one.rank for one in other.systems} == ranks


def test_ten_systems_side_by_side_are_told_apart_as_published(shared_data):
    """36 of 45 pairs on the MQM of WMT 2023, where marginal intervals overlap."""
    table = open_table(shared_data / "mqm-sxs23-ende" / "sxs_mqm_ende.tsv.gz")
    found = score_errors(collected_spans(table, None), scoring="wmt-mqm")
    assert sum(one.p < 0.05 for one in found.contrasts) == 36
    assert sum(one.p_adjusted < 0.05 for one in found.contrasts) == 29
    low, high = found.systems[0].rank_range_simultaneous
    assert (low, high) == (1, 5)
    assert found.estimand.units.annotators == 10
