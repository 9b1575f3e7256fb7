"""Simulated people behave as their description says."""

import numpy as np
import pytest

from tertium import protocols
from tertium.design import build_plan
from tertium.model import Campaign, Design, Segment, System
from tertium.protocols.ab import VARIANTS
from tertium.stats import compare
from tertium.table import JudgementTable, table_row
from tertium.testing import People, simulate


def campaign(variant="five", **design):
    """Return a campaign of 400 made-up segments."""
    segments = tuple(
        Segment(f"s{k}", "a sentence of exactly six words", position=k, domain="d")
        for k in range(400)
    )
    outputs = {(s.id, name): f"{name} {s.id}" for s in segments for name in ("old", "new")}
    systems = (System("old", "baseline"), System("new", "advanced"))
    return Campaign(
        "c", "t", "ab@1", {"variant": variant}, 3, systems, segments, outputs, Design(**design)
    )


def judged(made, people, *, seed=0):
    """Return the table of everything these people would answer."""
    plan = build_plan(made)
    protocol = protocols.get("ab", made.options)
    asked = {assignment.id: assignment for assignment in plan.assignments}
    segments = {segment.id: segment for segment in made.segments}
    rows = []
    for judgement in simulate(made, plan, protocol, people=people, seed=seed):
        assignment = asked[judgement.assignment]
        for said in protocol.observations(judgement, assignment):
            segment = segments[assignment.segment]
            rows.append(table_row(made, segment, assignment, judgement, said))
    return JudgementTable.from_rows(rows)


def test_simulating_twice_gives_the_same_judgements():
    """Ids and answers follow from the seed, so that a rehearsal can be repeated."""
    made = campaign(annotators=3, common=20)
    plan = build_plan(made)
    first, again = (simulate(made, plan, protocols.get("ab"), seed=5) for _ in range(2))
    assert first == again
    assert len({judgement.id for judgement in first}) == len(plan.assignments)


def test_the_true_ratio_comes_out_on_average():
    """Over several campaigns the estimated ratio is near the one that was put in."""
    made = campaign(annotators=10, common=0)
    found = [
        compare(judged(made, People(ratio=2.0), seed=seed), baseline="old", advanced="new")
        for seed in range(12)
    ]
    logs = [np.log(result.improvement_ratio.value) for result in found]
    assert abs(np.mean(logs) - np.log(2.0)) < 0.25


def test_people_agree_more_with_themselves_than_with_others():
    """A second pass mostly repeats the first."""
    made = campaign(annotators=3, common=120, passes=2, unique=50)
    result = compare(judged(made, People()), baseline="old", advanced="new")
    assert result.agreement.intra.mean > result.agreement.cohen.mean + 0.1


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_can_be_simulated(variant):
    """Answers stay within the variant's list."""
    table = judged(campaign(variant, annotators=2, common=10), People(problems=0.0))
    assert set(table.distinct("label")) <= set(VARIANTS[variant])
