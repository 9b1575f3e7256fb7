"""Simulated people who mark errors: as somebody with a browser could have marked them."""

from collections import Counter
from dataclasses import replace

import pytest

from tertium import protocols
from tertium.design import build_plan
from tertium.model import System
from tertium.protocols.spans import check_marks
from tertium.testing import People, simulate
from tests.design.marked import TYPOLOGIES, marked

ALWAYS = People(problems=0.0, commenting=0.0)


def judged(campaign, people=ALWAYS):
    """Return the plan's assignments by id, and the judgements of simulated people."""
    plan = build_plan(campaign)
    protocol = protocols.get(campaign.protocol, campaign.options)
    found = simulate(campaign, plan, protocol, people=people)
    return {one.id: one for one in plan.assignments}, found


@pytest.mark.parametrize("protocol", sorted(TYPOLOGIES))
def test_marks_stand_in_the_texts_that_are_shown(protocol):
    """Every answer would be accepted by the server, in each step with its own categories."""
    campaign = marked([4] * 6, systems=2, protocol=protocol, common=24)
    assignments, found = judged(campaign, replace(ALWAYS, faults=2.0))
    sources = {one.id: one.source for one in campaign.segments}
    number = 0
    for one in found:
        shown = assignments[one.assignment]
        answer = one.answer["errors"]
        texts = [campaign.text(shown.segment, slot) for slot in shown.slots]
        source = "" if shown.condition == "acceptability" else sources[shown.segment]
        check_marks(answer, source, texts)
        number += len(answer["marks"])
        if protocol == "two_step":
            assert all(mark["category"].startswith(shown.condition) for mark in answer["marks"])
    assert number > len(found) / 2


def test_people_see_the_same_errors_not_always_alike():
    """Several find most errors; where they end, and of what kind they are, is another matter."""
    campaign = marked([5] * 8, systems=1, common=40)
    assignments, found = judged(campaign)
    places = Counter(
        (assignments[one.assignment].segment, mark["start"])
        for one in found
        for mark in one.answer["errors"]["marks"]
    )
    assert 0.3 < sum(count > 1 for count in places.values()) / len(places) < 1


def test_worse_systems_have_more_errors():
    """Systems come best first."""
    campaign = marked([5] * 12, systems=2, common=60)
    assignments, found = judged(campaign, replace(ALWAYS, range=4.0))
    errors = Counter()
    for one in found:
        errors[assignments[one.assignment].slots[0]] += len(one.answer["errors"]["marks"])
    assert errors["system0"] < errors["system1"]


def test_a_human_translation_tells_what_is_wrong():
    """A text that equals it has no errors; a word that differs is one, and so is a gap."""
    campaign = marked((1,), systems=1, annotators=1)
    systems = (*campaign.systems, System("human", "reference"))
    for text, expected in (
        ("a b c d", []),
        ("a x c d", ["x"]),
        ("a c d", [""]),
        ("a b q c d", ["q"]),
    ):
        outputs = {("s0.0", "system0"): text, ("s0.0", "human"): "a b c d"}
        given = replace(campaign, systems=systems, outputs=outputs)
        _, (one,) = judged(given, replace(ALWAYS, finding=1.0, wider=0.0))
        assert [mark["quote"] for mark in one.answer["errors"]["marks"]] == expected


def test_simulating_twice_says_the_same():
    """Ids and answers follow from the seed."""
    campaign = marked([3] * 4, common=12)
    assert judged(campaign)[1] == judged(campaign)[1]
