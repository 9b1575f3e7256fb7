"""Every manager page for a campaign in which outputs are edited."""

import msgspec
import pytest

from tertium import protocols
from tertium.design import build_plan
from tertium.model import Campaign, Design, Segment, System
from tertium.testing import simulate
from tertium.text.events import replay
from tertium.web.manage.edits import EditPage

HERE = "/manage/campaigns/pump"
PAGES = (
    "", "/annotators", "/annotators/ann-01", "/annotators/ann-01/preview", "/texts", "/export",
    "/report", "/close", "/reveal",
)  # fmt: skip
NAMES = ("SYSQQ-one", "SYSQQ-two")


def pump() -> Campaign:
    segments = tuple(
        Segment(f"s{n}", f"Close the valve number {n} now.", "manual", n, "", "en", "fr")
        for n in range(12)
    )
    outputs = {
        (one.id, name): f"Fermez la valve {one.position} {number}."
        for one in segments
        for number, name in enumerate(NAMES)
    }
    form = [{"name": "tiring", "question": "How tiring was it?", "labels": ["not", "very"]}]
    return Campaign(
        name="pump",
        title="Pump manual",
        protocol="postedit@1",
        options={"questionnaire": form},
        seed=2,
        systems=tuple(System(name, "system") for name in NAMES),
        segments=segments,
        outputs=outputs,
        design=Design("one-only", 3, batch=4, min_words=1, scratch=True, training=3),
    )


def begun(store, clock, share) -> Campaign:
    campaign = pump()
    plan = build_plan(campaign)
    store.campaigns.put(campaign, plan, at=clock())
    protocol = protocols.get(campaign.protocol, campaign.options)
    done = simulate(campaign.with_texts(plan.texts), plan, protocol, share=share)
    store.judgements.append(done, received_at=clock())
    return campaign


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_every_page_opens_blind(manager, store, clock, share):
    """Fresh, half-way and done: nothing names a system, and no page shows a log."""
    begun(store, clock, share)
    for page in PAGES:
        for path in (f"{HERE}{page}", f"{HERE}{page}.json"):
            answer = manager.get(path)
            assert answer.status_code == 200, (path, answer.text[:300])
            assert "SYSQQ" not in answer.text, path
            assert '"k"' not in answer.text.replace("&#39;", '"'), path
            assert "&#34;k&#34;" not in answer.text, path


def test_a_preview_shows_the_editor_and_keeps_nothing(manager, store, clock):
    campaign = pump()
    store.campaigns.put(campaign, build_plan(campaign), at=clock())
    page = manager.get(f"{HERE}/annotators/ann-01/preview")
    assert 'id="edited"' in page.text
    assert "data-preview" in page.text
    tasks = manager.get(f"{HERE}/annotators/ann-01/preview/tasks.json").json()["tasks"]
    assert {task["mode"] for task in tasks} >= {"edit", "form"}
    assert manager.post(f"{HERE}/annotators/ann-01/preview/judgements").status_code == 404


def test_an_edited_text_shows_its_changes_and_its_log(manager, store, clock):
    """What changed, what it took and the log to play; the system is not named."""
    campaign = begun(store, clock, 1.0)
    with_edits = [
        (person.id, assignment, judgement)
        for person in store.annotators.all(campaign.name)
        for assignment, judgement in store.assignments.answered(campaign.name, person.id).items()
        if isinstance(judgement.answer.get("edited"), dict)
    ]
    annotator, assignment, judgement = with_edits[0]
    address = f"/manage/campaigns/{campaign.name}/annotators/{annotator}"
    assert f"{address}/edits/{assignment}" in manager.get(f"{address}?assignment={assignment}").text
    page = manager.get(f"{address}/edits/{assignment}")
    assert page.status_code == 200
    assert 'class="timeline"' in page.text
    twin = manager.get(f"{address}/edits/{assignment}.json")
    assert msgspec.json.decode(twin.content, type=EditPage).annotator == annotator
    told = twin.json()
    edited = judgement.answer["edited"]
    assert told["text"] == edited["text"]
    joined = told["between"].join(piece["text"] for piece in told["after"])
    assert joined == " ".join(edited["text"].split())
    assert replay(told["start"], told["events"]) == told["text"]
    assert told["effort"]["keystrokes"] >= 0
    for system in campaign.systems:
        assert system.name not in page.text
    assert manager.get(f"{address}/edits/nothing").status_code == 404
