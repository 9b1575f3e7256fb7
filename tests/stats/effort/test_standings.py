"""Contrasts of systems by effort: what was simulated, and what must hold for every file."""

from dataclasses import replace

import numpy as np
import pytest

from studies._editors import Team, deal_work, simulate_work
from tertium.stats.effort.analyse import effort_answer
from tertium.stats.effort.measured import measure
from tertium.stats.effort.standings import estimate_effort
from tertium.table import Codes
from tests.stats.effort.written import campaign, edits_of, row

WORK = Team(editors=5, documents=8, systems=3)


@pytest.fixture(scope="module")
def work():
    """Return segments each post-edited once, from one of three systems; the second is slower."""
    return simulate_work(WORK, np.random.default_rng(4), np.array([0.0, 0.5, 0.05]))


@pytest.fixture(scope="module")
def answer(work):
    """Return what is said about them."""
    return estimate_effort(work, "seconds").answer


def renamed(codes, names):
    """Return the same rows under other names, in their alphabet."""
    order = sorted(range(len(names)), key=names.__getitem__)
    place = {old: new for new, old in enumerate(order)}
    codes_ = np.array([place.get(code, -1) for code in codes.codes.tolist()])
    return Codes(codes_, tuple(names[old] for old in order))


def test_unpaired_systems_are_told_apart_as_they_were_made(answer):
    """The slower one comes last; the other two share the lead."""
    assert [one.system for one in answer.systems][-1] == "y1"
    last = answer.systems[-1]
    assert last.rank_range_simultaneous == (3, 3)
    assert {one.rank_range_simultaneous for one in answer.systems[:2]} == {(1, 2)}
    pair = next(one for one in answer.contrasts if {one.a, one.b} == {"y0", "y1"})
    assert pair.ratio_low < np.exp(-0.5) < pair.ratio_high
    score = {one.system: one.score for one in answer.systems}
    assert pair.ratio == pytest.approx(score["y0"] / score["y1"])


def test_values_lie_inside_and_p_follows_the_interval(answer):
    """The interval excludes equality exactly where p is below .05."""
    for one in answer.systems:
        assert one.low < one.score < one.high
    for one in answer.contrasts:
        assert one.low < one.difference < one.high
        assert one.ratio_low < one.ratio < one.ratio_high
        assert (one.p < 0.05) == (one.ratio_high < 1 or one.ratio_low > 1)
        assert (one.p < 0.05) == (one.high < 0 or one.low > 0)
        assert one.p <= one.p_adjusted <= 1


def test_order_of_rows_and_names_of_units_change_nothing(work, answer):
    """Rows may come in any order; editors, segments and documents may have any names."""
    shuffled = work.take(np.random.default_rng(1).permutation(len(work)))
    named = replace(
        work,
        annotator=renamed(work.annotator, [f"z{9 - at}" for at in range(5)]),
        segment=renamed(work.segment, [f"q{999 - at}" for at in range(len(work.segment.names))]),
        document=renamed(work.document, [f"d{99 - at}" for at in range(8)]),
    )
    for other in (shuffled, named):
        told = estimate_effort(other, "seconds").answer
        for one, two in zip(answer.systems, told.systems, strict=True):
            assert (one.system, one.rank_range) == (two.system, two.rank_range)
            assert one.low == pytest.approx(two.low, rel=1e-6)
        for one, two in zip(answer.contrasts, told.contrasts, strict=True):
            assert (one.a, one.b) == (two.a, two.b)
            assert one.p == pytest.approx(two.p, rel=1e-6)


def test_names_of_systems_change_names_only(work, answer):
    """Whoever comes first in the alphabet has no advantage."""
    told = estimate_effort(
        replace(work, system=renamed(work.system, ["c", "b", "a"])), "seconds"
    ).answer
    names = {"y0": "c", "y1": "b", "y2": "a"}
    assert [names[one.system] for one in answer.systems] == [one.system for one in told.systems]
    for one, two in zip(answer.contrasts, told.contrasts, strict=True):
        assert (names[one.a], names[one.b]) == (two.a, two.b)
        assert one.ratio_high == pytest.approx(two.ratio_high, rel=1e-6)


def test_a_slow_editor_slows_no_system_down(work, answer):
    """Comparable effort has the same ratios whoever is slow; effort as measured has not."""
    slow = work.values["seconds"] * np.where(work.annotator.codes == 0, 5.0, 1.0)
    told = estimate_effort(replace(work, values={"seconds": slow}), "seconds").answer
    for one, two in zip(answer.contrasts, told.contrasts, strict=True):
        assert one.ratio == pytest.approx(two.ratio, rel=0.02)
        assert one.p == pytest.approx(two.p, abs=0.05)


def test_systems_that_no_editor_connects_have_a_reason(tmp_path):
    """One editor per system: their paces cannot be separated from the systems."""
    rows = [
        row(f"e{name}", f"{name}{at}", name, seconds=10.0 + at % 7 + 5 * (name == "y"))
        for name in "xy"
        for at in range(12)
    ]
    told = estimate_effort(measure(edits_of(tmp_path, rows)), "seconds").answer
    (only,) = told.contrasts
    assert only.difference is None
    assert "no editor edited outputs of both x and y" in only.reason
    assert {one.component for one in told.systems} == {1, 2}
    assert {one.rank_range for one in told.systems} == {(1, 1)}
    # An editor who edited both connects them.
    both = [row("e0", f"b{at}", "xy"[at % 2], seconds=12.0 + at % 3) for at in range(8)]
    told = estimate_effort(measure(edits_of(tmp_path, [*rows, *both])), "seconds").answer
    assert told.contrasts[0].p is not None


def test_each_measure_is_compared_from_its_own_data(tmp_path):
    """Keystrokes do not move time: a file without them says the same about seconds."""
    edits = edits_of(tmp_path, campaign())
    without = replace(edits, keystrokes=np.full(len(edits), np.nan))
    one, two = (effort_answer(some, "time").contrasts for some in (edits, without))
    assert one == two
    hter = effort_answer(edits, "hter")
    assert hter.estimand.quantity == "HTER"
    assert hter.systems[0].system == "x"


def test_many_systems_with_few_segments_share_the_lead():
    """Equal systems with eight segments each: no winner, however many there are."""
    team = Team(editors=6, documents=10, systems=10, segments=8)
    won = 0
    for seed in range(3):
        work = simulate_work(team, np.random.default_rng([5, seed]), np.zeros(10))
        told = estimate_effort(work, "seconds").answer
        won += sum(one.rank_range_simultaneous[0] == 1 for one in told.systems) == 1
    assert won == 0


def test_the_true_ratio_is_inside():
    """In 38 of 40 campaigns or so; 34 would be too few."""
    inside = 0
    for seed in range(40):
        team = Team(editors=3 + seed % 3, documents=6, annotator_sd=0.1, document_sd=0.15)
        work = simulate_work(team, np.random.default_rng([8, seed]), np.array([0.0, 0.3]))
        (one,) = estimate_effort(work, "seconds").answer.contrasts
        low, high = sorted((one.ratio_low, one.ratio_high))
        truth = np.exp(-0.3 if one.a == "y0" else 0.3)
        inside += low <= truth <= high
    assert inside >= 35


def test_work_is_dealt_as_the_layout_says():
    """Each segment once, or by two editors from two systems."""
    rng = np.random.default_rng(0)
    once, shared = (deal_work(Team(layout=layout), rng) for layout in ("once", "shared"))
    assert (np.bincount(once[1]) == 1).all()
    assert (np.bincount(shared[1]) == 2).all()
