"""Campaigns in the list: found, archived, deleted while somebody answers, brought back, copied."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest

from tertium.analyses.campaigns import stored_names
from tertium.design import build_plan
from tertium.exceptions import NotFound
from tertium.store import Store
from tertium.web.manage import keeping
from tests.web.manage.many import many_campaign, put

HERE = "/manage/campaigns/spring"
DELETE = {"name": "spring"}


def names(manager, query=""):
    """Return the campaigns that the list shows."""
    answer = manager.get(f"/manage.json{query}")
    assert answer.status_code == 200, answer.text
    return [card["name"] for card in answer.json()["campaigns"]]


def test_the_list_tells_kinds_apart(manager, store, campaign, clock):
    """Two campaigns of the same title differ by what is asked."""
    put(store, many_campaign(), at=clock())
    page = manager.get("/manage").text
    assert "A/B, English to German" in page
    assert "Tournament" in page


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("?q=SPRING%20trains", {"spring"}),
        ("?q=english%20german", {"spring", "forest"}),
        ("?q=tournament", {"forest"}),
        ("?kind=ab", {"spring"}),
        ("?standing=waiting", {"spring", "forest"}),
        ("?standing=closed", set()),
        ("?q=nothing%20of%20the%20kind", set()),
        ("", {"spring", "forest"}),
    ],
)
def test_search_needs_no_script(manager, store, campaign, clock, query, found):
    """Words of title, name, kind and languages; a kind; a state."""
    put(store, many_campaign(), at=clock())
    assert set(names(manager, query)) == found
    assert manager.get(f"/manage{query}").status_code == 200


def test_idle_annotators_are_seen_in_the_list(manager, campaign, answer, clock):
    """A running campaign in which nobody answers any more is not simply running."""
    answer(0)
    (card,) = manager.data("/manage")["campaigns"]
    assert (card["standing"], card["idle"]) == ("running", 0)
    clock.forward(days=5)
    (card,) = manager.data("/manage")["campaigns"]
    assert (card["standing"], card["idle"]) == ("idle", 3)
    assert "3 annotators idle." in manager.get("/manage").text


def test_a_closed_campaign_can_be_archived_and_taken_out(manager, campaign):
    """An open one cannot; an archived one stays readable."""
    assert manager.post(f"{HERE}/archive").status_code == 409
    manager.post(f"{HERE}/state", {"state": "closed"})
    assert manager.post(f"{HERE}/archive").status_code == 200
    assert manager.post(f"{HERE}/archive").status_code == 409
    assert names(manager) == []
    assert names(manager, "?archived=yes") == ["spring"]
    assert "Take out of the archive" in manager.get(HERE).text
    manager.post(f"{HERE}/unarchive")
    assert names(manager) == ["spring"]


def test_deleting_asks_for_the_name_and_leaves_a_backup(
    manager, store, campaign, judged, folder, clock
):
    """Without the name nothing happens; with it everything acknowledged is in the backup."""
    assert "Type spring to confirm" in manager.get(f"{HERE}/delete").text
    for wrong in ({}, {"name": "Spring"}):
        assert manager.post(f"{HERE}/delete", wrong).status_code == 422
    assert names(manager) == ["spring"]
    assert manager.post(f"{HERE}/delete", DELETE).json()["location"] == "/manage"
    assert manager.get(HERE).status_code == 404
    assert "was deleted" in manager.get(f"{HERE}/export/judgements.jsonl").text
    (file,) = (folder / "backups").iterdir()
    with Store.open(file) as kept:
        assert len(list(kept.judgements.all("spring"))) == len(judged)


def test_a_deleted_campaign_comes_back_for_thirty_days(manager, store, campaign, judged, clock):
    """Links and answers are as before; after thirty days it is too late."""
    token = store.annotators.all("spring")[0].token
    manager.post(f"{HERE}/delete", DELETE)
    (shown,) = manager.data("/manage")["deleted"]
    assert shown["name"] == "spring"
    assert manager.post("/manage/deleted/spring/restore").status_code == 200
    assert manager.post("/manage/deleted/spring/restore").status_code == 404
    assert store.annotators.visitor(token, now=clock()).annotator == "ann-01"
    assert len(list(store.judgements.all("spring"))) == len(judged)
    store.campaigns.delete("spring", by="ada", at=clock() - timedelta(days=31))
    assert manager.data("/manage")["deleted"] == []
    assert manager.post("/manage/deleted/spring/restore").status_code == 409


def test_who_answers_while_it_is_deleted_gets_a_sentence(
    manager, store, campaign, plan, clock, stranger
):
    """The page and the answer say that the work has ended; nothing is acknowledged falsely."""
    token = next(p.token for p in store.annotators.all("spring") if p.id == "ann-01")
    for step in ("consented", "profile", "instructed", "tutored"):
        store.annotators.record_step("spring", "ann-01", step, {}, at=clock())
    manager.post(f"{HERE}/delete", DELETE)
    own = next(one for one in plan.assignments if one.annotator == "ann-01")
    sent = {"judgements": [{"id": "one", "assignment": own.id, "answer": {"better": "left"},
                            "submitted_at": clock().isoformat(), "seconds": 4.0}]}  # fmt: skip
    answer = stranger.client.post(f"/a/{token}/judgements", json=sent)
    assert answer.status_code == 403
    assert answer.json()["reason"] == "deleted"
    page = stranger.get(f"/a/{token}")
    assert "This work has ended" in page.text
    assert list(store.judgements.all("spring")) == []


def test_answers_acknowledged_while_it_is_deleted_are_in_the_database(
    manager, store, campaign, plan, answer, folder
):
    """Eight answers and a deletion at the same time: what was acknowledged comes back with it."""
    with ThreadPoolExecutor(9) as pool:
        deleting = pool.submit(manager.post, f"{HERE}/delete", DELETE)
        given = [made.id for made in pool.map(answer, range(8))]
    assert deleting.result().status_code == 200
    manager.post("/manage/deleted/spring/restore")
    assert {one.judgement.id for one in store.judgements.all("spring")} == set(given)


def test_two_managers_delete_it_once(manager, store, campaign, folder):
    """The second sees that it was deleted."""
    with ThreadPoolExecutor(2) as pool:
        sent = pool.map(lambda _: manager.post(f"{HERE}/delete", DELETE).status_code, "12")
    assert sorted(sent)[0] == 200
    assert sorted(sent)[1:] in ([404], [409], [])
    events = [event.event for event in store.history.events("spring")]
    assert events.count("campaign deleted") == 1


def test_without_room_for_a_backup_nothing_is_deleted(manager, store, campaign, monkeypatch):
    """The campaign goes on, and the page says why."""

    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(keeping, "backup", full)
    answer = manager.post(f"{HERE}/delete", DELETE)
    assert answer.status_code == 422
    assert "no space left" in answer.json()["what"]
    assert names(manager) == ["spring"]


def test_a_copy_is_a_draft_of_its_own(manager, store, folder, text_files):
    """Same texts and settings, another name; its deadline is not taken along."""
    fields = {"title": "Trains", "source_language": "en", "target_language": "de"}
    manager.send("/manage/new", fields, files=text_files())
    manager.post("/manage/drafts/trains/open")
    file = folder / "trains" / "campaign.toml"
    file.write_text(file.read_text().replace("[wording]", "[wording]\ndeadline = 2026-12-01\n#"))
    answers = [manager.post("/manage/campaigns/trains/copy").json()["location"] for _ in "12"]
    assert answers == ["/manage/drafts/trains-2", "/manage/drafts/trains-3"]
    assert manager.get("/manage/drafts/trains-2").status_code == 200
    drafted = Path(folder / ".drafts" / "trains-2")
    assert "\ndeadline = " not in (drafted / "campaign.toml").read_text()
    assert (drafted / "source.txt").read_text() == (folder / "trains" / "source.txt").read_text()
    assert "trains-2" not in names(manager)


def test_a_second_click_makes_no_second_copy(manager, folder, text_files):
    """The page names the copy; texts in subfolders are copied too."""
    fields = {"title": "Trains", "source_language": "en", "target_language": "de"}
    manager.send("/manage/new", fields, files=text_files())
    manager.post("/manage/drafts/trains/open")
    (folder / "trains" / "more").mkdir()
    (folder / "trains" / "more" / "notes.txt").write_text("kept\n")
    name = manager.data("/manage/campaigns/trains")["copy_name"]
    assert name == "trains-2"
    with ThreadPoolExecutor(3) as pool:
        sent = pool.map(
            lambda _: manager.post("/manage/campaigns/trains/copy", {"name": name}).status_code,
            "123",
        )
        assert sorted(sent) == [200, 422, 422]
    assert (folder / ".drafts" / name / "more" / "notes.txt").read_text() == "kept\n"
    assert manager.post("/manage/campaigns/trains/copy", {"name": "../x"}).status_code == 422


def test_a_campaign_without_files_cannot_be_copied(manager, campaign):
    """It was put into the database from elsewhere."""
    answer = manager.post(f"{HERE}/copy")
    assert answer.status_code == 404
    assert "not on this server" in answer.json()["what"]


def test_the_history_tells_who_did_what(manager, campaign, clock):
    """Newest first, page by page; annotators' doings are left out."""
    for state in ("paused", "open") * 30:
        manager.post(f"{HERE}/state", {"state": state})
        clock.forward(minutes=1)
    first = manager.data(f"{HERE}/history")
    assert (len(first["events"]), first["pages"]) == (50, 2)
    assert first["events"][0]["event"] == "campaign open"
    page = manager.get(f"{HERE}/history?page=2").text
    assert "Campaign paused" in page
    assert "ada" in page
    assert manager.get(f"{HERE}/history?page=0").status_code == 422


def test_commands_do_not_see_a_deleted_campaign(store, campaign, make_campaign, clock, tmp_path):
    """Whatever is read from all campaigns leaves it out, and its folder says why."""
    other = make_campaign("autumn")
    store.campaigns.put(other, build_plan(other), at=clock())
    store.campaigns.delete("spring", by="ada", at=clock())
    assert stored_names(store, tmp_path) == ["autumn"]
    place = tmp_path / "spring"
    place.mkdir()
    (place / "campaign.toml").write_text('name = "spring"')
    with pytest.raises(NotFound, match="was deleted"):
        stored_names(store, place)
