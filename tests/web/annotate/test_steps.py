"""The way to the work and out of it."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from tertium.model import Annotator, Wording
from tertium.web.annotate import completion_code

NOW = datetime(2026, 11, 2, 10, 42, tzinfo=UTC)


def walk(person):
    """Yield the steps somebody is led through, doing what each asks."""
    while True:
        step = person.at().headers["location"].rsplit("/", 1)[1]
        yield step
        if step == "consent":
            person.form("consent", agree="yes")
        elif step == "profile":
            person.form("profile", native="German", years="4.5")
        elif step == "instructions":
            person.form("instructions")
        elif step == "tutorial":
            person.tried("practice-1", better="left")
        elif step == "tasks":
            person.send(*[person.judged(task["id"]) for task in person.tasks()])
        else:
            return


def test_a_link_leads_through_all_steps_in_order(person):
    """Consent, profile, instructions, tutorial, both batches, thanks."""
    assert list(walk(person)) == [
        "consent", "profile", "instructions", "tutorial", "tasks", "tasks", "thanks",
    ]  # fmt: skip
    (state,) = [one for one in person.store.annotators.all("CAMPQQ") if one.id == person.id]
    assert state.profile == {"native": "German", "years": 4.5}


def test_steps_a_campaign_does_not_have_are_skipped(people, make_campaign):
    """Without profile and tutorial the way is shorter."""
    person = people(make_campaign(wording=Wording(profile=False)))[0]
    assert list(walk(person)) == ["consent", "instructions", "tasks", "tasks", "thanks"]


def test_declining_records_nothing_and_is_answered_kindly(person):
    """Whoever does not agree leaves no trace and may come back."""
    shown = person.form("consent", agree="no")
    assert shown.status_code == 200
    assert "nothing was kept" in shown.text
    (state, _) = person.store.annotators.all("CAMPQQ")
    assert state.consented_at is None
    assert person.at().headers["location"].endswith("/consent")


def test_nothing_is_open_before_somebody_agreed(person):
    """Every page leads to the consent; programs are told why."""
    for step in ("/profile", "/instructions", "/tutorial", "/tasks", "/thanks"):
        assert person.at(step).headers["location"].endswith("/consent")
    assert person.at("/tasks.json").json()["reason"] == "consent"
    refused = person.send(person.judged("anything"))
    assert refused.status_code == 403
    assert refused.json()["reason"] == "consent"


def test_consent_has_two_equal_buttons_and_five_sentences(person):
    """Agreeing is not made easier than declining."""
    page = person.at("/consent").text
    assert page.count('class="btn" name="agree"') == 2
    assert page.count("<li>") == 5
    assert len(person.at("/consent.json").json()["sentences"]) == 5


def test_a_campaign_brings_its_own_wording(people, make_campaign):
    """Own consent and instructions take the place of ours, paragraph by paragraph."""
    wording = Wording(consent="One.\n\nTwo <b>.", instructions="Do it well.", language="fr")
    person = people(make_campaign(wording=wording))[0]
    assert person.at("/consent.json").json()["sentences"] == ["One.", "Two <b>."]
    assert 'lang="fr"' in person.at("/consent").text
    assert "Two &lt;b&gt;." in person.at("/consent").text
    person.ready()
    assert person.at("/instructions.json").json()["paragraphs"] == ["Do it well."]


def test_a_wrong_profile_is_explained_and_not_kept(person):
    """Years beyond a lifetime are refused on the page itself."""
    person.store.annotators.record_step("CAMPQQ", person.id, "consented", None, at=NOW)
    shown = person.form("profile", years="400")
    assert shown.status_code == 422
    assert "number from 0 to 80" in shown.text
    assert person.at().headers["location"].endswith("/profile")


def test_the_tutorial_keeps_its_answer_until_one_has_answered(person):
    """What most people say is not in the page before, and is after."""
    person.ready()
    assert "It does not run" not in person.at("/tutorial").text + person.at("/tutorial.json").text
    for answer, same in (("left", True), ("right", False)):
        told = person.tried("practice-1", better=answer).json()
        assert told == {
            "same": same, "expected": {"better": "left"}, "why": "It does not run.", "last": True
        }  # fmt: skip
    assert list(person.store.judgements.all("CAMPQQ")) == []


def test_thanks_show_work_code_and_way_back(person):
    """The code is the same at every visit and belongs to this person alone."""
    list(walk(person))
    page = person.at("/thanks").text
    told = person.at("/thanks.json").json()
    assert told["own"] == {"done": 8, "assigned": 8, "seconds": 100.0}
    assert told["code"] in page
    assert "You judged 8 items." in page
    assert "2 min" in page
    secret = person.store.secret()
    assert told["code"] == completion_code(secret, "CAMPQQ", person.id)
    assert told["code"] != completion_code(secret, "CAMPQQ", "somebody else")


def test_no_code_before_the_work_is_done(person):
    """The page leads back, the twin holds no code."""
    person.ready()
    assert person.at("/thanks").headers["location"] == f"/a/{person.token}"
    assert person.at("/thanks.json").json()["code"] == ""


@pytest.mark.parametrize(
    ("change", "status", "sentence"),
    [
        ("unknown", 404, "This link is not known"),
        ("revoked", 403, "This link no longer works"),
        ("expired", 403, "This link no longer works"),
        ("resting", 403, "Your part of the work is paused"),
        ("paused", 403, "The work is paused"),
        ("closed", 403, "The work is closed"),
    ],
)
def test_a_link_that_leads_nowhere_says_why(person, change, status, sentence):
    """Page, twin and submission all say what happened and what to do."""
    person.ready()
    (task, *_) = person.tasks()
    if change == "unknown":
        person.token = "nobody-has-this"
    elif change == "revoked":
        person.store.annotators.revoke_link("CAMPQQ", person.id, at=NOW)
    elif change == "expired":
        person.store.annotators.set_expiry("CAMPQQ", person.id, NOW - timedelta(days=1))
    elif change == "resting":
        person.store.annotators.pause("CAMPQQ", person.id)
    else:
        person.store.campaigns.set_state("CAMPQQ", change, by="m", at=NOW)
    for step in ("", "/consent", "/tasks"):
        shown = person.at(step)
        assert shown.status_code == status
        assert sentence in shown.text
    for told in (person.at("/tasks.json"), person.send(person.judged(task["id"]))):
        assert told.status_code == status
        assert told.json()["what"] == sentence
        assert told.json()["fix"]
    assert list(person.store.judgements.all("CAMPQQ")) == []


def test_whoever_finished_still_gets_the_code_after_closing(person):
    """A closed campaign does not take the proof of work away."""
    steps = list(walk(person))
    assert steps[-1] == "thanks"
    person.store.campaigns.set_state("CAMPQQ", "closed", by="m", at=NOW)
    assert person.at().headers["location"].endswith("/thanks")
    assert person.at("/thanks").status_code == 200


def test_the_deadline_is_shown(people, make_campaign):
    """As a day, in the reader's language."""
    wording = Wording(deadline=datetime(2026, 12, 1, 12, tzinfo=UTC))
    person = people(make_campaign(wording=wording))[0].ready()
    assert "1 December 2026" in person.at("/instructions").text
    assert "1. Dezember 2026" in person.at("/instructions", language="de").text
    assert "1. Dezember 2026" in person.at("/tasks", language="de").text


def test_a_form_from_another_site_changes_nothing(person):
    """A page elsewhere cannot agree in somebody's name."""
    sent = person.http.post(
        f"/a/{person.token}/consent",
        data={"agree": "yes"},
        headers={"sec-fetch-site": "cross-site"},
        follow_redirects=False,
    )
    assert sent.status_code == 403
    assert person.store.annotators.all("CAMPQQ")[0].consented_at is None


def test_the_language_chosen_at_the_door_stays(person):
    """The consent can be read in another language, which is kept when one agrees."""
    assert "Avant de commencer" in person.at("/consent", language="fr").text
    person.form("consent", agree="yes", language="fr")
    assert "Ce qu’il faut faire" in person.at("/instructions").text


def test_a_campaign_in_another_language_speaks_it_until_somebody_chooses(people, make_campaign):
    """The campaign's language goes before the browser's, the annotator's own before both."""
    person = people(make_campaign(wording=Wording(language="de")))[0]
    assert "Bevor Sie beginnen" in person.at("/consent").text
    person.ready()
    person.http.post(f"/a/{person.token}/preferences", json={"language": "es"})
    assert "Qué hay que hacer" in person.at("/instructions").text


def test_an_annotator_without_work_is_told_so(people):
    """Somebody added late finds a page, not an error."""
    person = people()[0]
    token = person.store.annotators.add("CAMPQQ", Annotator("late", "en-de"), at=NOW)
    late = replace(person, token=token, id="late").ready()
    assert late.at().headers["location"].endswith("/thanks")
    assert "nothing to judge for you" in late.at("/thanks").text
