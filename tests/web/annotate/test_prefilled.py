"""Tasks that begin with marks: what the browser gets, and the rows that tell of them."""

from dataclasses import replace

from tertium import protocols
from tertium.design import build_plan
from tertium.protocols.prefilling import prefilling_of
from tertium.stats.prefilling.analyse import analyse_prefilled
from tests.web.annotate.marking import answer, mark, marked_campaign, sent

WRONG = "accuracy/mistranslation"


def begun(unfilled=0.5):
    """Return a campaign in which every output has a mark on its first four letters."""
    empty = marked_campaign("mqm")
    outputs = [
        [segment, system, [{"side": "target", "start": 0, "end": 4, "quote": text[:4],
                            "category": WRONG, "severity": "minor"}]]
        for (segment, system), text in empty.outputs.items()
        if segment in ("SEGQQ0", "SEGQQ3")
    ]  # fmt: skip
    return replace(
        empty,
        options={**empty.options, "prefilled": {"outputs": outputs}, "unfilled": unfilled},
    )


def test_a_share_is_left_unfilled_by_the_draw():
    """The same for everyone who has the campaign; about the share that was asked for."""
    campaign = begun(0.3)
    prefilling = prefilling_of(protocols.get(campaign.protocol, campaign.options).settings)
    plan = build_plan(campaign)
    drawn = [replace(plan.assignments[0], id=f"a{n}") for n in range(2_000)]
    share = sum(not prefilling.fills(one) for one in drawn) / 2_000
    assert 0.26 < share < 0.34
    for unfilled, wanted in ((0.0, True), (1.0, False)):
        every = replace(prefilling, unfilled=unfilled)
        assert {every.fills(one) for one in drawn} == {wanted}
    assert prefilling.known(replace(plan.assignments[0], role="training")) is None


def test_pages_begin_with_the_marks_and_rows_tell_of_them(people):
    """Filled tasks bring marks; the rows say what stood there, also where nothing did."""
    person = people(begun())[0].ready()
    tasks = person.tasks()
    with_marks = [task for task in tasks if task.get("filled")]
    assert 0 < len(with_marks) < 4
    (one,) = with_marks[0]["filled"]
    assert one["quote"] == with_marks[0]["texts"][0]["text"][:4]
    for task in tasks:
        kept = [mark(task, 0, 4, severity="minor")] if task.get("filled") else []
        assert len(sent(person, task, answer(task, *kept))["saved"]) == 1
    table = person.store.table("CAMPQQ")
    told = table.select(aspect="prefilled", layer="prefilled").rows()
    assert len(told) == 4
    assert sum(row["value"] for row in told) == len(with_marks)
    before = table.spans(layers=("prefilled",))
    assert len(before) == len(table.spans()) == len(with_marks)
    found = analyse_prefilled(table)
    assert (found.changes.kept, found.changes.added) == (len(with_marks), 0)
