"""What one screen shows."""

from dataclasses import replace

import pytest

from tertium.design import build_plan, item_for
from tertium.design.items import items_of
from tertium.exceptions import NotFound
from tertium.model import Assignment, System


def about(segment, slots=("old", "new")):
    return Assignment("x", "ann-01", segment, slots)


def test_texts_stand_in_slot_order(campaign):
    """The assignment decides which text is 1 and which is 2; no system is named."""
    made = campaign(3, common=0)
    assert item_for(made, about("en-de.1")).texts == ("Satz 1 von old", "Satz 1 von new")
    assert item_for(made, about("en-de.1", ("new", "old"))).texts == (
        "Satz 1 von new",
        "Satz 1 von old",
    )


@pytest.mark.parametrize(
    ("context", "number", "before", "after"),
    [(2, 0, 0, 2), (2, 1, 1, 2), (2, 5, 2, 2), (2, 9, 2, 0), (0, 5, 0, 0), (20, 5, 5, 4)],
)
def test_neighbours_come_from_the_document(campaign, context, number, before, after):
    """As many sentences on either side as the design says and the document has."""
    item = item_for(campaign(10, context=context, common=0), about(f"en-de.{number}"))
    around = [*item.before, item.segment.source, *item.after]
    start = number - before
    assert (len(item.before), len(item.after)) == (before, after)
    assert around == [
        f"This is sentence number {n} of the text." for n in range(start, number + after + 1)
    ]


def test_neighbours_stay_within_document_domain_and_pair(campaign):
    """Another document's sentences, and empty lines, are no context."""
    made = campaign(6, context=5, pairs=("en-de", "en-fr"), common=0)
    segments = list(made.segments)
    segments[0] = replace(segments[0], document="other")
    segments[2] = replace(segments[2], source=" ")
    segments[5] = replace(segments[5], domain="law")
    item = item_for(replace(made, segments=tuple(segments)), about("en-de.3"))
    assert item.before == ("This is sentence number 1 of the text.",)
    assert item.after == ("This is sentence number 4 of the text.",)


def test_every_assignment_of_a_plan_has_an_item(campaign):
    """Nothing is planned that cannot be shown."""
    made = campaign(30, common=5, passes=2, pairs=("en-de", "fr-de"))
    for assignment in build_plan(made).assignments:
        item = item_for(made, assignment)
        assert item.segment.id == assignment.segment
        assert len(set(item.texts)) == 2


def test_a_changed_campaign_is_not_mistaken_for_the_old_one(campaign):
    """The index of one campaign never answers for another, however many are looked at."""
    for number in range(20):
        made = campaign(2, systems=("old", f"new-{number}"), common=0)
        item = item_for(made, about("en-de.0", ("old", f"new-{number}")))
        assert item.texts[1] == f"Satz 0 von new-{number}"


def test_an_unknown_segment_is_told(campaign):
    """An assignment of another campaign gets a sentence, not a traceback."""
    with pytest.raises(NotFound, match=r"no segment named 'en-fr.0'"):
        item_for(campaign(2, common=0), about("en-fr.0"))


def test_a_reference_is_one_that_is_not_judged_itself(campaign):
    """An empty one is none; where all are judged, one is shown beside itself; others have none."""
    made = campaign(3, common=0)
    names = ("ref-a", "ref-b", "ref-c")
    systems = tuple(System(name, "reference", name == "ref-c") for name in names)
    outputs = {("en-de.1", name): f"Gut, {name}" for name in names} | {("en-de.2", "ref-a"): " "}
    with_them = replace(
        made, systems=(*made.systems, *systems), outputs={**made.outputs, **outputs}
    )
    assert item_for(made, about("en-de.1")).reference == ""
    assert item_for(with_them, about("en-de.1")).reference == "Gut, ref-a"
    assert item_for(with_them, about("en-de.1", ("ref-a",))).reference == "Gut, ref-b"
    assert item_for(with_them, about("en-de.1", ("ref-a", "ref-b"))).reference == "Gut, ref-a"
    assert item_for(with_them, about("en-de.2")).reference == ""


def test_a_document_is_read_in_order(campaign):
    """All its segments; one without a document stands alone."""
    loose = campaign(4, common=0)
    made = replace(loose, segments=tuple(replace(one, document="d") for one in loose.segments))
    ids = [segment.id for segment in items_of(made).document("en-de.2")]
    assert ids == [f"en-de.{n}" for n in range(4)]
    assert [segment.id for segment in items_of(loose).document("en-de.2")] == ["en-de.2"]
    with pytest.raises(NotFound, match=r"no segment named 'en-de.9'"):
        items_of(made).document("en-de.9")
