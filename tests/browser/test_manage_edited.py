"""An edited text on the manager's pages: what changed, and the log played in a real browser."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from tertium import protocols
from tertium.design import build_plan
from tertium.testing import simulate
from tests.browser.managed import WIDTH
from tests.web.manage.test_edited import HERE, pump

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("manage")]


@pytest.fixture
def served(managed):
    """Add a campaign whose texts were edited."""
    campaign = pump()
    plan = build_plan(campaign)
    begun = datetime.now(UTC) - timedelta(days=2)
    with managed.store() as store:
        store.campaigns.put(campaign, plan, at=begun)
        protocol = protocols.get(campaign.protocol, campaign.options)
        done = simulate(campaign.with_texts(plan.texts), plan, protocol, start=begun)
        store.judgements.append(done, received_at=datetime.now(UTC))
    return replace(managed, name=campaign.name, faults=[])


@pytest.mark.any_fonts
def test_a_log_is_played_to_the_final_text(served, context):
    """Found among the answers; at the beginning the output, at the end the edited text."""
    page, base = served.sign_in(context()), served.base
    page.goto(f"{base}{HERE}/annotators/ann-01?batch=1")
    addresses = [link.get_attribute("href") for link in page.locator("a[href*='/edits/']").all()]
    told = {one: page.request.get(f"{base}{one}.json").json() for one in addresses}
    chosen = max(told, key=lambda one: len(told[one]["events"]))
    page.goto(base + chosen)
    shown = page.locator("#replayed")
    assert shown.text_content() == told[chosen]["start"]
    page.locator("#pace").select_option("16")
    page.locator("#play").click()
    page.wait_for_function(
        "text => document.getElementById('replayed').textContent === text",
        arg=told[chosen]["text"],
    )
    page.wait_for_function("() => document.getElementById('play').textContent === 'Play'")
    page.locator("#moment").fill("0")
    assert shown.text_content() == told[chosen]["start"]
    assert page.locator(".timeline .act").count() >= 2
    assert page.locator("ins").count() or page.locator("del").count()
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate(WIDTH) == 0
    assert served.faults == []
