"""Every manager page for a campaign in which outputs are edited."""

import pytest

from tertium import protocols
from tertium.design import build_plan
from tertium.model import Campaign, Design, Segment, System
from tertium.testing import simulate

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


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_every_page_opens_blind(manager, store, clock, share):
    """Fresh, half-way and done: nothing names a system, and no page shows a log."""
    campaign = pump()
    plan = build_plan(campaign)
    store.put_campaign(campaign, plan, at=clock())
    protocol = protocols.get(campaign.protocol, campaign.options)
    done = simulate(campaign.with_texts(plan.texts), plan, protocol, share=share)
    store.append(done, received_at=clock())
    for page in PAGES:
        for path in (f"{HERE}{page}", f"{HERE}{page}.json"):
            answer = manager.get(path)
            assert answer.status_code == 200, (path, answer.text[:300])
            assert "SYSQQ" not in answer.text, path
            assert '"k"' not in answer.text.replace("&#39;", '"'), path
            assert "&#34;k&#34;" not in answer.text, path


def test_a_preview_shows_the_editor_and_keeps_nothing(manager, store, clock):
    campaign = pump()
    store.put_campaign(campaign, build_plan(campaign), at=clock())
    page = manager.get(f"{HERE}/annotators/ann-01/preview")
    assert 'id="edited"' in page.text
    assert "data-preview" in page.text
    tasks = manager.get(f"{HERE}/annotators/ann-01/preview/tasks.json").json()["tasks"]
    assert {task["mode"] for task in tasks} >= {"edit", "form"}
    assert manager.post(f"{HERE}/annotators/ann-01/preview/judgements").status_code == 404
