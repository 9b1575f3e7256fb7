"""Two people settle their marks in two browsers."""

from playwright.sync_api import Page, expect

from tertium.model import Judgement
from tests.browser.conftest import PATIENCE
from tests.consolidating import NAME, NOW, SYSTEM, answer, campaign, mark

THE = "linguistic-conventions/grammar"

expect.set_options(timeout=PATIENCE)


def opened(context, world, person: int, faults: list[str]) -> Page:
    """Open somebody's page of comparison and ask for the other marks."""
    page: Page = context().new_page()
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(world.link(person, "/thanks"))
    page.get_by_role("link", name="Compare marks").click()
    page.get_by_role("button", name="Show the other marks").click()
    page.locator(".mark.on").wait_for()
    return page


def returns(page: Page) -> None:
    """Come back to a window, which then looks at what others did."""
    page.evaluate("window.dispatchEvent(new Event('focus'))")


def state(page: Page, quote: str):
    """Return where the mark with this very quote stands."""
    exact = page.locator("q").get_by_text(quote, exact=True)
    return page.locator(".mark", has=exact).locator(".state")


def start(serve):
    """Serve a campaign whose two people have marked everything."""
    made, plan = campaign()
    world = serve(made, plan=plan)
    with world.store() as store:
        for person in (1, 2):
            for segment in (0, 1, 2):
                marks = []
                if segment == 0:
                    marks = [mark(0, "Die", THE, "minor")]
                    marks += [mark(0, "Hund"), mark(0, "Matte")] if person == 1 else []
                    marks += [mark(0, "Die Hund")] if person == 2 else []
                work = f"{NAME}-{person}-{segment}"
                said = Judgement(
                    f"j-{work}",
                    world.campaign.name,
                    work,
                    f"ANNQQ-{person}",
                    answer(segment, *marks),
                    NOW,
                )
                store.judgements.append([said], received_at=NOW)
    return world


def test_two_people_consolidate_by_keyboard(serve, context):
    """Keys 1 2 3, a change, a message; a difference stays open until one of them agrees."""
    world = start(serve)
    faults: list[str] = []
    one = opened(context, world, 0, faults)
    two = opened(context, world, 1, faults)
    text = one.locator(".compared .sheet .read").first
    assert text.inner_text() == "Die Hund schläft auf der Matte."
    expect(one.locator("#legend")).to_contain_text("you, other")
    expect(state(one, "Die")).to_have_text("resolved")
    # Two drops the first open mark of the other, "Hund", and agrees with "Matte".
    state(two, "Hund").click()
    two.keyboard.press("Digit3")
    expect(state(two, "Hund")).to_have_text("to be discussed")
    expect(two.locator("#saved")).to_have_attribute("data-state", "saved")
    state(two, "Matte").click()
    two.keyboard.press("Digit1")
    expect(state(two, "Matte")).to_have_text("resolved")
    # One sees it without loading anything, asks why, and is answered.
    expect(state(one, "Hund")).to_have_text("to be discussed")
    state(one, "Hund").click()
    one.keyboard.press("Digit6")
    one.locator("#message").fill("It is a cat.")
    one.get_by_role("button", name="Send").click()
    expect(one.locator("#saved")).to_have_attribute("data-state", "saved")
    returns(two)
    expect(two.locator(".said", has_text="1 message")).to_be_visible()
    # One changes the longer mark, two agrees with the change.
    state(one, "Die Hund").click()
    one.keyboard.press("Digit4")
    one.get_by_role("button", name="Begin a word later").click()
    expect(one.locator("#change-quote")).to_have_text("Hund")
    one.locator("#severity").select_option("minor")
    one.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(state(one, "Die Hund")).to_have_text("to be discussed")
    returns(two)
    expect(two.locator(".said", has_text="change to")).to_be_visible()
    state(two, "Die Hund").click()
    two.keyboard.press("Digit1")
    expect(state(two, "Die Hund")).to_have_text("resolved")
    # One gives way about the first.
    returns(one)
    state(one, "Hund").click()
    one.keyboard.press("Digit1")
    expect(one.locator("#counts")).to_have_text("0 open, 0 to be discussed, 4 resolved")
    returns(two)
    expect(two.locator("#counts")).to_have_text("0 open, 0 to be discussed, 4 resolved")
    assert text.inner_text() == "Die Hund schläft auf der Matte."
    assert "SYSQQ" not in one.content() + two.content()
    assert "ANNQQ" not in one.content() + two.content()
    assert faults == []
    with world.store() as store:
        rows = store.table(world.campaign.name).rows()
    found = [row for row in rows if row["layer"] == "consolidated" and row["aspect"] == "error"]
    assert [(row["text"], row["severity"]) for row in found] == [
        ("Die", "minor"),
        ("Hund", "minor"),
        ("Matte", "major"),
    ]


def test_a_decision_made_without_a_connection_arrives_once(serve, context):
    """It is kept in the browser, sent when the connection is back, and stored once."""
    world = start(serve)
    faults: list[str] = []
    page = opened(context, world, 1, faults)
    page.context.set_offline(True)
    state(page, "Hund").click()
    page.keyboard.press("Digit1")
    expect(page.locator("#saved")).to_have_attribute("data-state", "kept")
    page.context.set_offline(False)
    expect(page.locator("#saved")).to_have_attribute("data-state", "saved")
    expect(state(page, "Hund")).to_have_text("resolved")
    with world.store() as store:
        acts = [one for one in store.decisions.all(world.campaign.name) if "act" in one.content]
    assert [one.content["act"] for one in acts] == ["agree"]
    assert faults == []


def test_an_answer_that_was_lost_on_its_way_back_doubles_nothing(serve, context):
    """The server has the decision, the browser does not know: it is sent again and stored once."""
    world = start(serve)
    faults: list[str] = []
    page = opened(context, world, 1, faults)
    attempts = []

    def lose_the_first_answer(route):
        attempts.append(route.request.post_data_json["decisions"][0]["id"])
        if len(attempts) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    page.route("**/decisions", lose_the_first_answer)
    state(page, "Hund").click()
    page.keyboard.press("Digit3")
    expect(state(page, "Hund")).to_have_text("to be discussed")
    expect(page.locator("#saved")).to_have_attribute("data-state", "saved")
    assert len(attempts) == 2
    assert len(set(attempts)) == 1
    with world.store() as store:
        acts = [one.id for one in store.decisions.all(world.campaign.name) if "act" in one.content]
    assert acts == attempts[:1]
    assert faults == []


def test_a_translator_answers_and_an_arbiter_decides(serve, context):
    """Each has a page of their own, without a name on it; the arbitrated layer follows."""
    world = start(serve)
    name = world.campaign.name
    with world.store() as store:
        translator = store.rebuttal_links.add(name, "translator", system=SYSTEM, at=NOW)
        arbiter = store.rebuttal_links.add(name, "arbiter", at=NOW)

    def error(page: Page, quote: str):
        return page.locator("article", has=page.locator("mark").get_by_text(quote, exact=True))

    page = context().new_page()
    page.goto(f"{world.server.address}/r/{translator.token}")
    expect(page.locator("#counts")).to_contain_text("4 errors: 4 unanswered")
    form = error(page, "Hund")
    form.get_by_label("Contest").check()
    form.get_by_label("Reason").fill("The source says so.")
    form.get_by_role("button", name="Save").click()
    expect(page.locator("#counts")).to_contain_text("3 unanswered, 0 accepted, 1 contested")
    error(page, "Matte").get_by_label("Accept").check()
    error(page, "Matte").get_by_role("button", name="Save").click()
    expect(page.locator("#counts")).to_contain_text("2 unanswered, 1 accepted, 1 contested")
    assert "SYSQQ" not in page.content()
    assert "ANNQQ" not in page.content()
    page.goto(f"{world.server.address}/r/{arbiter.token}")
    expect(page.locator("article")).to_have_count(1)
    expect(page.locator("article")).to_contain_text("The source says so.")
    page.get_by_label("Strike out").check()
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#counts")).to_contain_text("0 contested, 1 decided")
    with world.store() as store:
        rows = store.table(name).rows()
    found = {
        row["text"] for row in rows if row["layer"] == "arbitrated" and row["aspect"] == "error"
    }
    assert found == {"Die", "Die Hund", "Matte"}
