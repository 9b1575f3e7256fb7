"""Axe finds nothing on any page of the managers' side, in light and in dark."""

from datetime import UTC, datetime

import pytest

from tertium.cli.demo import demonstrations, prepare
from tertium.web.languages import translator
from tertium.web.manage import endpoints, entry_path
from tests.browser.accessibility import violations, violations_unfolded
from tests.browser.managed import serving, write_workbook

pytestmark = pytest.mark.browser

PAGES = [one.path for one in endpoints if one.method == "GET" and one.template]
# The demonstration that has something to show on a page; on all others, the first.
SHOWN = {
    "sources": "museum",
    "conflicts": "museum",
    "consolidation": "errors",
    "rebuttal": "errors",
    "sets": "errors",
    "chunks": "chunks",
    "edits": "museum-edits",
}
GRAPH = "/sources/graph"
DRAWN = """() => !document.querySelector('.plot[role=img]')
    || document.documentElement.dataset.charts === 'drawn'"""
SEEN = """() => ['item', 'rest'].every((id) => !document.getElementById(id))
    || ['item', 'rest'].some((id) => document.getElementById(id)?.hidden === false)"""
COMPUTED = """words => !document.querySelector('[data-part=monitoring]')
    ?.innerText.includes(words)"""


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """Serve the demonstration."""
    folder = tmp_path_factory.mktemp("shown") / "demo"
    prepare(folder)
    with serving(folder) as found:
        yield found


def unfolded(page):
    """Return what axe finds where everything is computed, drawn and unfolded."""
    page.wait_for_function(COMPUTED, arg=translator("en")("manage.monitor.pending"))
    page.wait_for_function(DRAWN)
    page.wait_for_function(SEEN)  # a preview shows its first item when it has come
    return violations_unfolded(page)


def draft_of(served, page, workbook):
    """Upload a workbook, look at the question that it raises, and return the draft's name."""
    page.goto(f"{served.base}/manage/new")
    page.get_by_label("Choose files").set_input_files(workbook)
    page.get_by_label("Title for annotators").fill("Axe")
    page.get_by_label("From (name or code)").fill("en")
    page.get_by_label("To (name or code)").fill("de")
    page.get_by_role("button", name="Upload and look at the plan").click()
    page.wait_for_url("**/question")
    assert violations(page) == [], "question"
    page.get_by_label("Sheet with the texts").select_option("Texts")
    page.get_by_role("button", name="Answer and go on").click()
    page.get_by_label("Column of the source").select_option("English")
    page.get_by_role("button", name="Answer and go on").click()
    page.get_by_text("A dry run: annotation has not started.").wait_for()
    return page.url.rpartition("/")[2]


def address(served, page, path, draft):
    """Return a page's address in a campaign that has something to show there."""
    name = next((name for part, name in SHOWN.items() if f"/{part}" in path), "encyclopaedia")
    with served.store() as store:
        person = store.annotators.all(name)[0].id
        work = next(iter(store.assignments.answered(name, person)))
    filled = {"campaign": name, "annotator": person, "assignment": work, "draft": draft}
    found = served.base + path.format(**filled)
    if path.endswith(GRAPH):
        told = page.request.get(f"{found.removesuffix('/graph')}.json").json()["sources"]
        first = next(one for one in told if one["graphs"])
        found += f"?segment={first['segment']}&annotator={first['graphs'][0]['annotator']}"
    return found


def test_every_page_of_a_manager(served, context, tmp_path):
    """Also those that strangers see, errors, and the pages of translators and arbiters.

    Everything that unfolds is unfolded.
    """
    page = served.sign_in(context(bypass_csp=True))
    draft = draft_of(served, page, write_workbook(tmp_path))
    stranger = context(bypass_csp=True).new_page()
    found = {}
    for path in PAGES:
        if path.endswith("/question"):  # answered above
            continue
        one = stranger if path in ("/manage/sign-in", "/manage/enter") else page
        answer = one.goto(address(served, page, path, draft))
        expected = 403 if path == "/manage/enter" else 200  # a link that opens nothing
        assert answer.status == expected, path
        found[path] = unfolded(one)
    with served.store() as store:
        now = datetime.now(UTC)
        campaign = store.campaigns.get("errors")
        links = [
            store.rebuttal_links.add(
                "errors", "translator", system=campaign.systems[0].name, at=now
            ),
            store.rebuttal_links.add("errors", "arbiter", at=now),
        ]
        entry = entry_path(store, now=now)
    stranger.goto(served.base + entry)
    stranger.get_by_label("Password").wait_for()
    found["invited"] = violations(stranger)
    for link in links:
        stranger.goto(f"{served.base}/r/{link.token}")
        found[link.role] = violations(stranger)
    page.goto(f"{served.base}/manage/campaigns/nothing")
    found["error"] = violations(page)
    assert {path: broken for path, broken in found.items() if broken} == {}


def test_every_protocol_while_it_runs_and_in_its_report(served, context):
    """The live page and the report with the names of systems; annotators' pages are elsewhere."""
    page = served.sign_in(context(bypass_csp=True))
    found = {}
    for shown in demonstrations():
        name = shown.file.stem
        with served.store() as store:
            if not shown.share:
                continue
            store.campaigns.reveal(name, by="ada", at=datetime.now(UTC))
        for part in ("", "/report"):
            assert page.goto(f"{served.base}/manage/campaigns/{name}{part}").status == 200
            found[name + part] = unfolded(page)
    assert {path: broken for path, broken in found.items() if broken} == {}


def test_states_that_come_and_go(served, context):
    """A pilot round, a saved price, the questions before closing, an archive and a deletion."""
    page = served.sign_in(context(bypass_csp=True))
    served.name = "support"
    found = {}

    def press(name):
        page.get_by_role("button", name=name, exact=True).click()

    page.goto(f"{served.here}/pilot")
    press("Begin the pilot round")
    page.get_by_role("button", name="Open the main round").wait_for()
    with served.store() as store:
        people = [one.id for one in store.annotators.all(served.name)]
    for person in people:
        served.judge(person)
    page.goto(served.here)
    found["pilot"] = unfolded(page)
    page.goto(f"{served.here}/pilot")
    page.get_by_role("heading", name="What the pilot says").wait_for()
    found["pilot, judged"] = violations(page)
    page.goto(f"{served.here}/payment")
    page.get_by_label("Price of a judgement").fill("0.5")
    press("Save")
    page.get_by_role("status").wait_for()
    found["price"] = violations(page)
    page.goto(served.here)
    for asked in ("Close…", "Unblind…"):
        page.get_by_role("link", name=asked).first.click()
        page.locator("dialog[open]").wait_for()
        found[asked] = violations(page)
        page.keyboard.press("Escape")
    page.get_by_role("link", name="Close…").click()
    press("Close the campaign")
    press("Archive")
    found["closed"] = unfolded(page)
    page.goto(f"{served.base}/manage?archived=yes")
    found["archive"] = violations(page)
    page.goto(f"{served.here}/delete")
    page.get_by_label("Type support to confirm").fill("support")
    press("Delete the campaign")
    page.get_by_role("button", name="Bring back support").wait_for()
    found["deleted"] = violations(page)
    assert {state: broken for state, broken in found.items() if broken} == {}
