"""Letters to annotators: invitations and reminders in four languages; deadlines in zones."""

from datetime import datetime
from urllib.parse import unquote

import pytest

from tertium.web.languages import LANGUAGES
from tertium.web.manage.letters import default_letter, filled

HERE = "/manage/campaigns/spring"
OWN = {"kind": "reminder", "language": "en", "subject": "Trains", "body": "Dear {name}\n{link}"}


def letters(manager, query=""):
    """Return the page of letters."""
    answer = manager.get(f"{HERE}/letters.json{query}")
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["invitation", "reminder"])
def test_every_letter_is_filled_in_for_everybody(
    manager, store, campaign, hidden, clock, kind, language
):
    """Name, link, title, open judgements, deadline and pay; no system, no brace."""
    store.annotators.set_name("spring", "ann-01", name="Grace Hopper", mail="grace@example.org")
    manager.post(f"{HERE}/deadline", {"last_day": "2026-11-20", "zone": "Europe/Berlin"})
    page = letters(manager, f"?kind={kind}&language={language}")
    grace = next(one for one in page["recipients"] if one["annotator"] == "ann-01")
    token = store.annotators.all("spring")[0].token
    wanted = ["Grace Hopper", f"http://testserver/a/{token}", "2026", "23:59 (Europe/Berlin)"]
    for word in (*wanted, *(["EUR"] if kind == "invitation" else [])):
        assert word in grace["body"], word
    assert "Trains and stations" in grace["subject"]
    assert "{" not in grace["body"]
    assert grace["mailto"].startswith("mailto:grace@example.org?subject=")
    assert token in unquote(grace["mailto"])
    shown = manager.get(f"{HERE}/letters?kind={kind}&language={language}").text
    assert not any(system in shown for system in hidden)


def test_lines_without_a_value_are_left_out():
    """No deadline, no line about it; the letter still begins with a capital."""
    text = "Hello {name},\n\nyou have {open} items.\nDeadline: {deadline}\n\n{link}"
    assert filled(text, {"open": "3", "link": "L"}) == "You have 3 items.\n\nL"


def test_reminders_go_to_those_with_open_work(manager, store, campaign, judged):
    """Whoever is done gets none."""
    assert letters(manager, "?kind=reminder")["recipients"] == []
    assert len(letters(manager)["recipients"]) == 3


def test_a_campaign_words_its_letters(manager, campaign):
    """By kind and language; the default comes back when it is wished."""
    assert manager.post(f"{HERE}/letters", OWN).status_code == 200
    page = letters(manager, "?kind=reminder&language=en")
    assert (page["subject"], page["own"]) == ("Trains", True)
    assert not letters(manager, "?kind=reminder&language=de")["own"]
    kept = {"before_subject": "Trains", "before_body": OWN["body"]}
    manager.post(f"{HERE}/letters", {"kind": "reminder", "language": "en", **kept})
    assert (
        letters(manager, "?kind=reminder&language=en")["subject"]
        == default_letter("reminder", "en").subject
    )


def test_the_second_of_two_managers_sees_that_it_changed(manager, campaign):
    """Both began with the default; the second would have overwritten the first."""
    assert manager.post(f"{HERE}/letters", OWN).status_code == 200
    answer = manager.post(f"{HERE}/letters", OWN | {"subject": "Other"})
    assert answer.status_code == 409
    assert letters(manager, "?kind=reminder&language=en")["subject"] == "Trains"


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"body": "Dear {nmae}\n{link}"}, "no merge field {nmae}"),
        ({"body": "Dear {name}"}, "no link"),
        ({"body": "{link} for sysqq-NEW."}, "name of a system"),
        ({"language": "xx"}, "no letters in 'xx'"),
    ],
)
def test_a_letter_that_cannot_be_is_refused(manager, campaign, changed, said):
    """One sentence, and the letter stays."""
    answer = manager.post(f"{HERE}/letters", OWN | changed)
    assert answer.status_code == 422
    assert said in answer.json()["what"]
    assert not letters(manager, "?kind=reminder&language=en")["own"]


@pytest.mark.parametrize(
    ("zone", "ends"),
    [
        ("UTC", "2026-11-20T23:59:59+00:00"),
        ("Europe/Berlin", "2026-11-20T22:59:59+00:00"),
        ("America/Los_Angeles", "2026-11-21T07:59:59+00:00"),
        ("Asia/Tokyo", "2026-11-20T14:59:59+00:00"),
    ],
)
def test_a_deadline_ends_with_its_day_in_its_zone(manager, store, campaign, clock, zone, ends):
    """The day is shown as it was typed, everywhere; the moment is the right one."""
    manager.post(f"{HERE}/deadline", {"last_day": "2026-11-20", "zone": zone})
    state = store.campaigns.state("spring")
    assert state.deadline == datetime.fromisoformat(ends)
    page = manager.get(HERE).text
    assert 'value="2026-11-20"' in page
    assert f"Friday 20 November at 23:59 ({zone.replace('_', ' ')})" in page
    assert "Friday 20 November" in manager.get("/manage").text


def test_annotators_see_the_deadline_in_its_zone_and_their_own(
    manager, store, campaign, stranger, clock
):
    """Without a script the zone is named; with one the page shows the reader's own time."""
    manager.post(f"{HERE}/deadline", {"last_day": "2026-11-20", "zone": "America/Los_Angeles"})
    person = store.annotators.all("spring")[0]
    for step in ("consented", "profile"):
        store.annotators.record_step("spring", person.id, step, {}, at=clock())
    page = stranger.get(f"/a/{person.token}/instructions").text
    assert "20 November 2026" in page
    assert "23:59 (America/Los Angeles)" in page
    assert 'data-local datetime="2026-11-20T23:59:59-08:00"' in page


def test_an_unknown_zone_is_refused(manager, store, campaign):
    """With the nearest known name."""
    answer = manager.post(f"{HERE}/deadline", {"last_day": "2026-11-20", "zone": "Europe/Berlinn"})
    assert answer.status_code == 404
    assert "Europe/Berlin" in answer.json()["fix"]
    assert store.campaigns.state("spring").deadline is None
