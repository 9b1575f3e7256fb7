"""Comparing marks: who sees what and when, and what becomes of decisions."""

import re
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import pytest

from tertium.model import Judgement
from tertium.store import Store
from tests.consolidating import NAME, NOW, answer, campaign, mark, read

HIDDEN = ("SYSQQ", "SEGQQ", "DOCQQ", "DOMQQ", "CAMPQQ-", "ANNQQ")
THE = "linguistic-conventions/grammar"


@dataclass
class Comparer:
    """Somebody who compares, by HTTP only."""

    person: Any
    seen: dict[str, Any] = field(default_factory=dict)

    @property
    def store(self) -> Store:
        """The store behind the server."""
        found: Store = self.person.store
        return found

    def look(self) -> dict[str, Any]:
        """Load what is to be compared."""
        self.seen = self.person.at("/consolidate.json").json()
        return self.seen

    def open(self) -> dict[str, Any]:
        """Ask for the other marks."""
        assert self.person.form("consolidate").status_code == 303
        return self.look()

    def items(self) -> dict[str, dict[str, Any]]:
        """Return all marks by what they quote."""
        return {
            one["mark"]["quote"]: one
            for output in self.look()["outputs"]
            for one in output["items"]
        }

    def decide(self, *quotes: str, **more: Any) -> dict[str, Any]:
        """Decide about marks, as the page does."""
        items = self.items()
        sent = {
            "id": str(uuid4()),
            "items": [items[quote]["id"] for quote in quotes],
            "submitted_at": "2026-11-02T10:50:00Z",
            "replaces": sorted({own for quote in quotes for own in items[quote]["own"]}),
        }
        return self.send(sent | more)

    def send(self, *decisions: dict[str, Any]) -> dict[str, Any]:
        """Send decisions."""
        path = f"/a/{self.person.token}/decisions"
        found: dict[str, Any] = self.person.http.post(path, json={"decisions": decisions}).json()
        return found


@pytest.fixture
def pair(people):
    """Two people; both have marked the first two texts, one the third."""
    made = [Comparer(one.ready()) for one in people(*campaign())]
    store = made[0].store
    read(store, 1, 0, mark(0, "Hund", note="a dog"), mark(0, "Die", THE, "minor"))
    read(store, 2, 0, mark(0, "Die Hund"), mark(0, "Die", THE, "minor"))
    read(store, 1, 1)
    read(store, 2, 1)
    read(store, 1, 2)
    return made


def test_the_other_marks_are_shown_when_asked_for(pair):
    """Before, only how many texts there are; afterwards everything, as you and other."""
    one, _ = pair
    assert one.look()["closed"] == 2
    assert one.seen["outputs"] == []
    told = one.open()
    assert (told["closed"], len(told["outputs"])) == (0, 2)
    items = one.items()
    assert {quote: item["who"] for quote, item in items.items()} == {
        "Hund": ["you"],
        "Die": ["other-1", "you"],
        "Die Hund": ["other-1"],
    }
    assert items["Hund"]["notes"] == [{"who": "you", "text": "a dog"}]
    assert (told["open"], told["discussed"], told["settled"]) == (2, 0, 1)


def test_no_name_reaches_the_page(pair):
    """Neither page nor twin names a system, a segment, a file or a person."""
    one, two = pair
    one.open()
    two.open()
    two.decide("Hund", act="drop")
    two.decide("Hund", say="A cat it is.")
    for path in ("/consolidate", "/consolidate.json"):
        told = re.sub("CAMPQQ-1-[0-9]", "", one.person.at(path).text)  # its own assignments
        for name in HIDDEN:
            assert name not in told, (path, name)


def test_what_was_marked_stays_once_the_other_marks_are_seen(pair):
    """A correction is taken before, and refused after; the judgement stays."""
    one, two = pair
    first = f"{NAME}-1-0"
    changed = one.person.judged(first, answer=answer(0), replaces=f"j-{NAME}-1-0")
    assert len(one.person.send(changed).json()["saved"]) == 1
    one.open()
    again = one.person.judged(first, answer=answer(0), replaces=changed["id"])
    (refused,) = one.person.send(again).json()["refused"]
    assert "seen the other marks" in refused["what"]
    other = two.person.judged(f"{NAME}-2-0", answer=answer(0), replaces=f"j-{NAME}-2-0")
    assert len(two.person.send(other).json()["saved"]) == 1  # has not looked yet


def test_two_people_settle_everything(pair):
    """One agrees, one drops, they talk, one gives way; then the layer is complete."""
    one, two = pair
    one.open()
    two.open()
    assert len(two.decide("Hund", act="agree")["saved"]) == 1
    assert len(one.decide("Die Hund", act="drop")["saved"]) == 1
    assert two.items()["Die Hund"]["status"] == "discussed"
    two.decide("Die Hund", say="Why not?")
    assert [(said["who"], said["text"]) for said in one.items()["Die Hund"]["messages"]] == [
        ("other-1", "Why not?")
    ]
    (held,) = [one for one in two.items()["Die Hund"]["held"] if one["who"] == "other-1"]
    assert len(two.decide("Die Hund", act="agree", upon=held["decision"])["saved"]) == 1
    assert {one["status"] for one in two.items().values()} == {"settled"}
    rows = [row for row in one.store.table(NAME).rows() if row["layer"] == "consolidated"]
    assert [(row["aspect"], row["text"]) for row in rows] == [
        ("overall", None),
        ("error", "Die"),
        ("error", "Hund"),
        ("overall", None),
    ]


def test_marks_are_edited_and_merged(pair):
    """A changed mark must stand in the text; a merged one takes the place of both."""
    one, two = pair
    one.open()
    two.open()
    better = mark(0, "Hund", severity="minor")
    assert len(one.decide("Hund", act="edit", mark=better)["saved"]) == 1
    assert one.items()["Hund"]["held"][0]["act"] == "edit"
    wrong = better | {"quote": "Katze"}
    (refused,) = one.decide("Hund", act="edit", mark=wrong)["refused"]
    assert "not 'Katze'" in refused["what"]
    (refused,) = one.decide("Hund", act="edit", mark=better | {"category": "nonsense"})["refused"]
    assert "no category named" in refused["what"]
    assert len(one.decide("Hund", "Die Hund", act="merge", mark=better)["saved"]) == 1
    word = next(held for held in two.items()["Hund"]["held"] if held["who"] == "other-1")
    assert (word["act"], len(word["items"])) == ("merge", 2)
    done = two.decide("Hund", "Die Hund", act="agree", upon=word["decision"])
    assert len(done["saved"]) == 1, done
    assert {one["status"] for one in two.items().values()} == {"settled"}


def test_what_does_not_fit_is_refused_by_itself(pair):
    """Unknown marks, stale decisions and nonsense are told; the rest is stored."""
    one, two = pair
    one.open()
    two.open()
    hund = one.items()["Hund"]["id"]

    def sent(**more):
        return {
            "id": str(uuid4()),
            "items": [hund],
            "act": "drop",
            "submitted_at": "2026-11-02T10:50:00Z",
        } | more

    good = sent()
    told = one.send(good, sent(items=["nothing"]), sent(act="shout"), sent(act="merge"), sent())
    assert [saved["id"] for saved in told["saved"]] == [good["id"]]
    assert [refused["what"].split()[0] for refused in told["refused"]] == [
        "there", "no", "'merge'", "something",
    ]  # fmt: skip
    assert [saved["id"] for saved in one.send(good)["saved"]] == [good["id"]]  # sent again
    assert len([one for one in one.store.decisions.all(NAME) if "act" in one.content]) == 1
    later = sent(act="agree", upon="nothing-such")
    assert "changed meanwhile" in two.send(later)["refused"][0]["what"]


def test_a_text_that_is_not_open_cannot_be_decided(pair):
    """Whoever has not asked for the other marks cannot guess their names."""
    one, two = pair
    one.open()
    item = one.items()["Die Hund"]["id"]
    sent = {"id": str(uuid4()), "items": [item], "act": "drop", "submitted_at": NOW.isoformat()}
    assert "no such mark" in two.send(sent)["refused"][0]["what"]


def test_who_looks_again_gets_only_what_is_new(pair):
    """Nothing while nothing has changed, everything after somebody's decision."""
    one, two = pair
    two.open()
    state = one.open()["state"]
    assert one.person.at("/consolidate.json", state=state).status_code == 204
    two.decide("Hund", act="drop")
    again = one.person.at("/consolidate.json", state=state)
    assert (again.status_code, again.json()["discussed"]) == (200, 1)


def test_several_others_are_numbered(people):
    """Each reader knows the others by numbers that stay the same; nobody is named."""
    trio = [Comparer(one.ready()) for one in people(*campaign(people=3))]
    store = trio[0].store
    for person, quote in ((1, "Die"), (2, "Hund"), (3, "Matte")):
        read(store, person, 0, mark(0, quote))
        read(store, person, 1, mark(1, "heute") if person == 1 else mark(1, "regnet"))
    told = [one.open() for one in trio]
    for seen in told:
        who = {
            name for output in seen["outputs"] for item in output["items"] for name in item["who"]
        }
        assert who == {"you", "other-1", "other-2"}
    names = {
        item["mark"]["quote"]: item["who"][0]
        for output in told[0]["outputs"]
        for item in output["items"]
    }
    assert {names["Hund"], names["Matte"]} == {"other-1", "other-2"}
    assert set(names) == {"Die", "Hund", "Matte", "heute", "regnet"}


def test_both_steps_come_before_the_other_marks(people):
    """A text is compared once it was read in both steps; a source that was hidden stays so."""
    pair = [Comparer(one.ready()) for one in people(*campaign(protocol="two_step@1"))]
    store = pair[0].store

    def step(person, name):
        work = f"{NAME}-{person}-0{name}"
        given = answer(0, mark(0, "Hund", "acceptability/grammar", "error"))
        made = Judgement(f"j-{work}", NAME, work, f"ANNQQ-{person}", given, NOW)
        store.judgements.append([made], received_at=NOW)

    for person in (1, 2):
        step(person, "ac")
    assert pair[0].open()["outputs"] == []
    step(1, "ad")
    (shown,) = pair[0].open()["outputs"]
    assert "source" not in shown
    assert pair[1].open()["outputs"] == []
    step(2, "ad")
    first, second = pair[1].open()["outputs"]
    assert ("source" in first, "source" in second) == (False, True)
    other = mark(0, "Die", "adequacy/contradiction", "error")
    sent = {
        "id": str(uuid4()),
        "items": [first["items"][0]["id"]],
        "act": "edit",
        "mark": other,
        "submitted_at": NOW.isoformat(),
    }
    assert "belongs to another step" in pair[1].send(sent)["refused"][0]["what"]


def test_the_way_there_is_on_the_last_page(pair):
    """Who is done and shares texts with others is invited; in other campaigns nothing changes."""
    one, two = pair
    assert "/consolidate" in one.person.at("/thanks").text
    assert "/consolidate" not in two.person.at("/thanks").text  # not done yet
    assert one.person.at("/consolidate").status_code == 200


def test_other_campaigns_have_nothing_to_compare(person):
    """Where nothing is marked the page says so."""
    person.ready()
    assert person.at("/consolidate").status_code == 404
