"""Annotators and their links: created, replaced, withdrawn, paused, taken over."""

import csv
import io

import pytest

from tertium.exceptions import Forbidden, NotFound

HERE = "/manage/campaigns/spring/annotators"


def link_of(manager, annotator):
    """Return the token in an annotator's link, empty when none works."""
    people = {person["id"]: person for person in manager.data(HERE)["people"]}
    return people[annotator]["link"].rpartition("/")[2]


def test_everybody_has_a_link_that_opens(manager, store, campaign, clock):
    """The links on the page are the ones that work."""
    people = manager.data(HERE)["people"]
    assert [person["id"] for person in people] == ["ann-01", "ann-02", "ann-03"]
    for person in people:
        assert person["link"].startswith("http://testserver/a/")
        token = person["link"].rpartition("/")[2]
        assert store.annotators.visitor(token, now=clock()).annotator == person["id"]


def test_a_new_link_replaces_the_former(manager, store, campaign, clock):
    """The former link says that it was withdrawn; the new one opens."""
    former = link_of(manager, "ann-01")
    link = manager.post(f"{HERE}/ann-01/link").json()["link"]
    with pytest.raises(Forbidden):
        store.annotators.visitor(former, now=clock())
    assert store.annotators.visitor(link.rpartition("/")[2], now=clock()).annotator == "ann-01"


def test_a_withdrawn_link_opens_nothing_and_answers_stay(manager, store, campaign, judged, clock):
    """Revoking is about the link, not about what was said."""
    former = link_of(manager, "ann-02")
    before = len(store.assignments.answered(campaign.name, "ann-02"))
    manager.post(f"{HERE}/ann-02/revoke")
    with pytest.raises(Forbidden):
        store.annotators.visitor(former, now=clock())
    assert link_of(manager, "ann-02") == ""
    assert len(store.assignments.answered(campaign.name, "ann-02")) == before > 0


def test_a_link_has_a_last_day(manager, store, campaign, clock):
    """It works until the end of that day, and without end when the day is taken away."""
    token = link_of(manager, "ann-01")
    manager.post(f"{HERE}/ann-01/expiry", {"last_day": "2026-11-03"})
    clock.forward(days=1)
    assert store.annotators.visitor(token, now=clock())
    clock.forward(days=1)
    with pytest.raises(Forbidden):
        store.annotators.visitor(token, now=clock())
    manager.send(f"{HERE}/ann-01/expiry", {"last_day": ""})
    assert store.annotators.visitor(token, now=clock())


def test_a_paused_annotator_rests_and_goes_on(manager, store, campaign, clock):
    """Pausing one person leaves the others alone."""
    tokens = {name: link_of(manager, name) for name in ("ann-01", "ann-02")}
    manager.post(f"{HERE}/ann-01/state", {"state": "paused"})
    assert store.annotators.visitor(tokens["ann-01"], now=clock()).state == "paused"
    assert store.annotators.visitor(tokens["ann-02"], now=clock()).state == "active"
    manager.post(f"{HERE}/ann-01/state", {"state": "active"})
    assert store.annotators.visitor(tokens["ann-01"], now=clock()).state == "active"


def test_names_stay_on_the_people_pages(manager, campaign, judged, store):
    """Who somebody is can be noted and forgotten, and is in no export and no log."""
    manager.post(f"{HERE}/ann-01/identity", {"name": "Grace Hopper", "mail": "grace@example.org"})
    assert "Grace Hopper" in manager.get(HERE).text
    manager.post("/manage/campaigns/spring/reveal", {"sure": "yes"})
    for file in ("table.csv", "judgements.jsonl", "log.jsonl"):
        assert "Hopper" not in manager.get(f"/manage/campaigns/spring/export/{file}").text
    assert "Hopper" not in manager.get("/manage/campaigns/spring").text
    manager.send(f"{HERE}/ann-01/identity", {"name": "", "mail": ""})
    assert "Grace Hopper" not in manager.get(HERE).text


def test_links_as_csv_are_safe_for_spreadsheets(manager, campaign):
    """One line per annotator; a name that looks like a formula is not one."""
    manager.post(f"{HERE}/ann-01/identity", {"name": "=1+1"})
    answer = manager.get("/manage/campaigns/spring/links.csv")
    assert "attachment" in answer.headers["content-disposition"]
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert [row["annotator"] for row in rows] == ["ann-01", "ann-02", "ann-03"]
    assert rows[0]["name"] == "'=1+1"
    assert rows[1]["link"].startswith("http://testserver/a/")


def test_somebody_joins_with_the_common_set(manager, store, campaign, clock):
    """A late annotator gets what everybody judges; nobody else's work changes."""
    before = {p: store.assignments.of("spring", p) for p in ("ann-01", "ann-02", "ann-03")}
    done = manager.post(HERE, {"id": "late", "name": "Ada", "mail": ""})
    assert done.json()["location"] == f"{HERE}/late"
    work = store.assignments.of("spring", "late")
    assert {a.segment for a in work} == {a.segment for a in before["ann-01"] if a.set == "common"}
    assert {p: store.assignments.of("spring", p) for p in before} == before
    assert store.annotators.visitor(link_of(manager, "late"), now=clock()).annotator == "late"
    live = manager.data("/manage/campaigns/spring")
    assert live["figures"]["progress"]["planned"] == sum(len(w) for w in before.values()) + len(
        work
    )


def test_somebody_takes_over_open_work(manager, store, campaign, plan, answer):
    """The open segments of who left go to who comes; who left is paused."""
    own = [n for n, a in enumerate(plan.assignments) if a.annotator == "ann-01"]
    for place in own[:4]:
        answer(place)
    left = {plan.assignments[n].segment for n in own[4:]}
    manager.post(HERE, {"id": "late", "takes_over": "ann-01"})
    assert left <= {a.segment for a in store.assignments.of("spring", "late")}
    states = {person["id"]: person["state"] for person in manager.data(HERE)["people"]}
    assert states["ann-01"] == "paused"


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({"id": "ann-01"}, 409),
        ({"id": "no spaces"}, 422),
        ({"id": "late", "takes_over": "nobody"}, 404),
        ({"id": "late", "group": "fr-it"}, 404),
        ({"id": "late", "known": 2}, 409),
    ],
)
def test_who_cannot_join_is_told_why(manager, store, campaign, sent, code):
    """One clear sentence, and nobody was added."""
    answer = manager.post(HERE, sent)
    assert answer.status_code == code
    assert set(answer.json()) == {"what", "where", "fix"}
    assert len(store.annotators.all("spring")) == 3


def test_an_unknown_annotator_is_not_found(manager, campaign):
    """The nearest name is offered."""
    answer = manager.get(f"{HERE}/ann-1.json")
    assert answer.status_code == 404
    assert "Did you mean 'ann-01'?" in answer.json()["fix"]


def test_an_annotators_answers_stand_beside_the_texts_in_slots(
    manager, campaign, plan, answer, store
):
    """The page shows what was shown: slots, not systems; a link leads to one answer."""
    place = next(n for n, a in enumerate(plan.assignments) if a.batch == 1)
    answer(place, "right", answer={"better": "right", "comment": "Reads better."})
    asked = plan.assignments[place]
    path = f"{HERE}/{asked.annotator}?assignment={asked.id}"
    page = manager.get(path.replace("?", ".json?")).json()
    assert page["batch"] == 1
    (shown,) = [one for one in page["asked"] if one["id"] == asked.id]
    assert shown["texts"] == [campaign.outputs[asked.segment, name] for name in asked.slots]
    assert shown["given"]["labels"] == {"better": "right"}
    assert shown["given"]["comment"] == "Reads better."
    assert "2 is better" in manager.get(path).text


def test_a_preview_shows_the_annotators_page_and_keeps_nothing(manager, store, campaign):
    """The same page and tasks, no personal link in it, and no address to send answers to."""
    page = manager.get(f"{HERE}/ann-01/preview")
    assert page.status_code == 200
    assert "data-preview" in page.text
    assert "Nothing you choose here is kept." in page.text
    token = next(p.token for p in store.annotators.all("spring") if p.id == "ann-01")
    assert token not in page.text
    tasks = manager.get(f"{HERE}/ann-01/preview/tasks.json").json()
    assert tasks["tasks"][0]["answered"] is None
    assert manager.post(f"{HERE}/ann-01/preview/judgements").status_code == 404
    assert store.judgements.last_sequence("spring") == 0


def test_a_preview_of_nobody_is_not_found(manager, campaign):
    """Only annotators can be previewed."""
    assert manager.get(f"{HERE}/nobody/preview").status_code == 404


def test_unknown_campaigns_are_not_found(manager, store, campaign):
    """Wherever the campaign is unknown, its name is told and nothing is kept of it."""
    for tail in ("", "/annotators", "/texts", "/report", "/export", "/links.csv", "/close"):
        assert manager.get(f"/manage/campaigns/sprung{tail}").status_code == 404
    with pytest.raises(NotFound):
        store.campaigns.state("sprung")
