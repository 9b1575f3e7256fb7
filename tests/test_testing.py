"""Simulated people behave as their description says."""

import numpy as np
import pytest

from tertium import protocols
from tertium.design import build_plan
from tertium.model import Campaign, Design, Segment, System
from tertium.protocols.preferences import VARIANTS
from tertium.stats.comparison.compare import compare
from tertium.table import JudgementTable
from tertium.table_rows import table_row
from tertium.testing import People, simulate
from tertium.text.events import replay


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


def test_simulated_editors_leave_logs_that_rebuild_their_texts():
    """The worse a system, the more its outputs take; from scratch everything is typed."""
    segments = tuple(
        Segment(f"s{k}", "a source of seven words or so", position=k, source_language="en")
        for k in range(60)
    )
    names = ("best", "middling", "worst")
    outputs = {
        (s.id, name): f"one two three four {name} {s.id}" for s in segments for name in names
    }
    systems = tuple(System(name, "system") for name in names)
    design = Design("one-only", 4, scratch=True, min_words=1)
    form = [{"name": "tiring", "question": "How tiring?", "labels": ["not", "very"]}]
    made = Campaign(
        "c", "t", "postedit@1", {"questionnaire": form}, 3, systems, segments, outputs, design
    )
    plan = build_plan(made)
    protocol = protocols.get(made.protocol, made.options)
    asked = {one.id: one for one in plan.assignments}
    found = {}
    for judgement in simulate(made.with_texts(plan.texts), plan, protocol):
        edited = judgement.answer.get("edited")
        if edited:
            assert replay(edited["start"], edited["events"]) == edited["text"]
        for row in protocol.observations(judgement, asked[judgement.assignment]):
            found.setdefault((row.system, row.aspect), []).append(row.value)
    for aspect in ("hter", "keystrokes"):
        best, middling, worst = (np.mean(found[name, aspect]) for name in names)
        assert best < middling < worst
    assert min(found["scratch", "inserted"]) > 20
    assert ("scratch", "hter") not in found
    assert len(found[None, "tiring"]) == len([one for one in asked.values() if not one.slots])
