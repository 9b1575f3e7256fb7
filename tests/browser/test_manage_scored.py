"""The manager's page of a scored campaign, in a real browser under a real `tertium serve`."""

import csv
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tertium.design import build_plan
from tests.browser.managed import WIDTH
from tests.web.manage.scored import SYSTEMS, score, scored_campaign

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("manage")]


@pytest.fixture
def served(managed):
    """Add a campaign of two scored systems that nobody has begun."""
    campaign = scored_campaign()
    with managed.store() as store:
        store.campaigns.put(
            campaign, build_plan(campaign), at=datetime.now(UTC) - timedelta(days=2)
        )
    return replace(managed, name=campaign.name, faults=[])


def careful(one):
    """Score one system far above the other, and worsened copies below their originals."""
    value = 40 + sum(map(ord, one.segment)) % 19
    value += 25 if one.slots[0].startswith(SYSTEMS[0]) else 0
    return value - 30 if one.role == "degraded" else value


def people(store, *names):
    """Let some people score everything."""
    campaign = scored_campaign()
    plan = build_plan(campaign)
    own = replace(plan, assignments=tuple(a for a in plan.assignments if a.annotator in names))
    score(store, campaign, own, careful, at=datetime.now(UTC) - timedelta(hours=2))


def test_evidence_grows_before_the_managers_eyes(served, context, chromiums):
    """From nothing to enough without reloading and without names; then the reveal names them."""
    page, here = served.sign_in(context()), served.here
    page.goto(here)
    page.mouse.move(5, 5)  # what is under a pointer does not change
    page.get_by_text("No evidence yet.").wait_for()
    page.get_by_text("No scores yet.").wait_for()
    with served.store() as store:
        people(store, "ann-01")
    page.get_by_text("Only one annotator has decided so far.").wait_for()
    with served.store() as store:
        people(store, "ann-02", "ann-03", "ann-04")
    page.get_by_text("The two systems are significantly different.").wait_for()
    assert page.locator("[data-part=monitoring] svg circle").count() > 3
    assert page.locator("[data-part=scorers] tbody tr").count() == 4
    assert "SYSQQ" not in page.content()
    page.locator("[data-part=monitoring] summary").click()
    assert page.locator("[data-part=monitoring] tbody tr").count() > 3
    page.goto(f"{here}/export")
    with page.expect_download() as file:
        page.get_by_role("link", name="Download payment.csv").click()
    with Path(file.value.path()).open(newline="") as lines:
        assert {row["used"] for row in csv.DictReader(lines)} == {"yes"}
    page.goto(f"{here}/reveal")
    page.get_by_role("button", name="Unblind the names").click()
    page.goto(here)
    page.mouse.move(5, 5)
    told = page.get_by_text(re.compile(f"{SYSTEMS[0]} scores .* above {SYSTEMS[1]}"))
    told.wait_for()
    for browser in (page.context.browser, chromiums.get("dejavu")):
        small = browser.new_context(viewport={"width": 320, "height": 640})
        small.add_cookies(page.context.cookies())
        phone = small.new_page()
        phone.goto(here)
        assert phone.evaluate(WIDTH) <= 0
        small.close()
    assert served.faults == []
