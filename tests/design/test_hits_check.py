"""The dry run of a campaign of scores: the proof, and what weakens the conclusion."""

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from tertium.design import build_plan, check, extend_plan, hit_report
from tertium.design.hits import SystemMix
from tertium.model import Output, Plan
from tertium.rendering import render
from tests.design.scored import scored

NOW = datetime(2026, 3, 1, tzinfo=UTC)
STRONG = {"segments": 210, "systems": 2, "annotators": 3, "judges": 2}


def checked(made, **options):
    return check(made, build_plan(made), now=NOW, **options)


def warned(made, words, **options):
    """Tell whether one of the warnings has these words."""
    return any(words in sentence for sentence in checked(made, **options).warnings)


def test_a_strong_design_has_no_warning():
    """Enough text, connected people, all control items."""
    result = checked(scored(**STRONG))
    assert result.warnings == ()
    assert result.hits.as_wanted == len(result.hits.hits) == 12
    assert result.sentence == (
        "3 annotators will judge 1,200 items in 12 HITs about 210 segments: 10.0 hours in all."
    )


def test_every_hit_is_in_the_json():
    """With its sizes, its distances and how often the systems occur."""
    made = scored(**STRONG)
    found = json.loads(render(checked(made), "json"))["hits"]
    assert (found["as_wanted"], found["unpaired"], found["unchanged"]) == (12, 0, 0)
    line = found["hits"][0]
    assert line.pop("nearest") >= 40
    assert line == {
        "annotator": "ann-01", "pair": "en-de", "batch": 0, "items": 100, "real": 70,
        "degraded": 10, "references": 10, "repeats": 10, "anchors": 0, "documents": 0,
        "segments": 35, "unpaired": 0, "fewest": 35, "most": 35, "judges": 2,
    }  # fmt: skip


@pytest.mark.parametrize("fmt", ["text", "csv", "html", "latex"])
def test_hits_are_shown_in_every_format(fmt):
    """What the HITs keep, and each HIT."""
    shown = render(checked(scored(**STRONG)), fmt)
    assert "What the HITs keep" in shown or fmt == "csv"
    assert "Degraded" in shown or fmt == "csv"


def test_the_proof_finds_a_broken_hit():
    """It looks at the plan, not at how it was built."""
    made = scored(**STRONG)
    plan = build_plan(made)
    first = [one for one in plan.assignments if one.annotator == "ann-01" and one.batch == 0]
    copy = next(one for one in first if one.role == "degraded")
    original = next(
        one for one in first if one.role == "real" and one.segment == copy.segment
        and one.slots[0] == copy.slots[0].removesuffix("~degraded")
    )  # fmt: skip

    def with_(*changed):
        new = {one.id: one for one in changed}
        return replace(plan, assignments=tuple(new.get(one.id, one) for one in plan.assignments))

    near = hit_report(made, with_(replace(copy, order=original.order + 3)))
    assert (near.nearer, near.hits[0].nearest) == (1, 3)
    lost = hit_report(made, with_(replace(original, batch=1)))
    assert (lost.unpaired, lost.smaller, lost.hits[0].unpaired) == (1, 1, 1)
    text = plan.texts[0]
    same = Output(text.segment, text.system, made.outputs[text.segment, text.system[:2]])
    assert hit_report(made, replace(plan, texts=(same, *plan.texts[1:]))).unchanged == 1
    assert hit_report(made, plan).unchanged == 0


def test_an_odd_mix_of_systems_is_told():
    """The case in which scores standardised by annotator reverse the order of two systems."""
    made = scored(160, systems=3, annotators=2, references=0, degraded=0, repeats=0)
    plan = build_plan(made)
    template = plan.assignments[0]

    def work(person, start, **counts):
        at = start
        for system, number in counts.items():
            for _ in range(number):
                yield replace(
                    template, id=f"{person}{at}", annotator=person, segment=f"en-de.{at}",
                    slots=(system,), order=at, batch=0,
                )  # fmt: skip
                at += 1

    odd = Plan(
        plan.annotators,
        (*work("ann-01", 0, s0=50, s1=10), *work("ann-02", 60, s1=50, s2=50)),
    )
    report = hit_report(made, odd)
    assert SystemMix("ann-01", "s0", 50, 60 * 50 / 160) in report.mixes
    result = check(made, odd, now=NOW)
    assert any("different mixes of systems" in sentence for sentence in result.warnings)
    assert any("'s0'" in sentence for sentence in result.warnings)
    blind = check(made, odd, now=NOW, blind=True)
    assert not any("'s0'" in sentence for sentence in blind.warnings)
    assert {mix.system for mix in blind.hits.mixes} == {""}


def test_a_system_that_came_later_makes_an_odd_mix():
    """Its outputs are in HITs of their own."""
    made = scored(100, systems=3, annotators=4)
    later = extend_plan(build_plan(scored(100, systems=2, annotators=2)), made)
    assert any("different mixes" in one for one in check(made, later, now=NOW).warnings)


def test_people_without_a_shared_output_are_told():
    """One judge for each HIT leaves everyone alone; two join them."""
    assert warned(scored(**STRONG | {"judges": 1}), "No output is judged by two annotators")
    groups = scored(**STRONG | {"annotators": 4, "segments": 70})
    assert warned(groups, "fall into 2 groups")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"annotators": 1, "judges": 1}, "One annotator"),
        ({"segments": 30}, "Only 30 sources"),
        ({"segments": 200}, "smaller than wanted, for lack of texts: the smallest has 50"),
        ({"segments": 15, "annotators": 2}, "nearer to its original than 40 places"),
        ({"segments": 15, "annotators": 2}, "meet 4 degraded texts only"),
        ({"references": 0}, "the texts have none"),
        ({"degraded": 0}, "No degraded copies"),
        ({"repeats": 0}, "No repeats"),
        ({"said": "Always the same.", "systems": 1}, "No output can be degraded"),
        ({"missing": dict.fromkeys(range(60), ("s1",))}, "has no output in 60 of 210 segments"),
        ({"missing": dict.fromkeys(range(205), ("ref0",))}, "have fewer references than wanted"),
        ({"anchors": 30, "segments": 70}, "meet 10 anchors only"),
        ({"anchors": 1}, "All anchors have the same score"),
        ({"anchors": 12}, "Only 12 anchors in all"),
        ({"anchors": 30, "anchored": 0}, "The anchors are not shown"),
        ({"anchors": 5, "options": {"against": "both"}}, "5 segments of 215 have no reference"),
        ({"annotators": 9, "segments": 70, "judges": 1}, "no work for 7 annotators"),
    ],
)  # fmt: skip
def test_what_weakens_the_conclusion_is_told(changes, words):
    """One sentence each."""
    assert warned(scored(**STRONG | changes), words)
    assert not warned(scored(**STRONG), words)


def test_anchors_of_one_quality_and_pairs_without_any_are_told():
    """A comparison with an earlier campaign needs good and bad anchors for every pair."""
    made = scored(**STRONG | {"anchors": 30})
    narrow = tuple(replace(one, score=60 + one.score / 10) for one in made.anchors)
    assert warned(replace(made, anchors=narrow), "were all given 60 to 70")
    two = scored(**STRONG | {"anchors": 30, "pairs": ("en-de", "en-fr")})
    one_pair = tuple(one for at, one in enumerate(two.anchors) if at % 2 == 0)
    assert warned(replace(two, anchors=one_pair), "No anchors of en-fr")


def test_enough_anchors_tell_who_is_strict():
    """People whom no shared output connects are then on the scale of the earlier campaign."""
    alone = {"judges": 1, "anchors": 40, "anchored": 25}
    assert not warned(scored(**STRONG | alone), "No output is judged by two annotators")
    assert warned(scored(**STRONG | alone | {"anchored": 5}), "No output is judged by two")


def test_who_meets_no_anchor_is_told():
    """Somebody else's HITs may hold all of them."""
    made = scored(**STRONG | {"anchors": 40})
    plan = build_plan(made)
    first = plan.annotators[0].id
    bare = replace(
        plan,
        assignments=tuple(
            one for one in plan.assignments if one.annotator != first or one.role != "anchor"
        ),
    )
    assert any("1 annotator of" in one for one in check(made, bare, now=NOW).warnings)
