"""Rebuttal and arbitration: a translator answers, an arbiter decides, all is kept."""

import json
from dataclasses import replace
from uuid import uuid4

import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from tertium.cli.errors import command as errors_command
from tertium.cli.links import command as links_command
from tertium.store import Store
from tertium.web.app import create_app
from tests.consolidating import NAME, NOW, SYSTEM, campaign, decide, mark, outputs, read
from tests.web.manage.test_blind import everything

OTHER = "SYSQQ-two"
HIDDEN = ("SYSQQ", "ANNQQ", "SEGQQ", "DOCQQ", "DOMQQ")


class Party:
    """Somebody with a link to errors."""

    def __init__(self, app, token):
        self.http = TestClient(app, headers={"accept": "text/html", "accept-language": "en"})
        self.home = f"/r/{token}"

    def errors(self, part="all"):
        """Return the errors, by what they quote."""
        told = self.http.get(f"{self.home}.json", params={"part": part}).json()
        return {one["mark"]["quote"]: one for one in told["errors"]}

    def say(self, quote, act, **more):
        """Answer or decide, in place of what one said before."""
        error = self.errors()[quote]
        sent = {"id": uuid4().hex, "act": act, "replaces": (error["own"] or [""])[0]} | more
        return self.http.post(f"{self.home}/{error['id']}", json=sent)


@pytest.fixture
def reviewed(store):
    """One reviewer found three errors in one system's texts and one in another's."""
    made, plan = campaign(people=1)
    outputs = made.outputs | {
        (one.id, OTHER): f"Anders {n}." for n, one in enumerate(made.segments)
    }
    extra = tuple(
        replace(one, id=f"{one.id}-b", slots=(OTHER,), order=one.order + 10)
        for one in plan.assignments
    )
    made = replace(
        made, outputs=outputs, systems=(*made.systems, replace(made.systems[0], name=OTHER))
    )
    store.campaigns.put(made, replace(plan, assignments=(*plan.assignments, *extra)), at=NOW)
    read(store, 1, 0, mark(0, "Hund", note="a dog"), mark(0, "Die", severity="minor"))
    read(store, 1, 1, mark(1, "heute", severity="minor"))
    read(store, 1, 2)
    return store


@pytest.fixture
def translator(app, reviewed):
    """Return the translator of the first system."""
    return Party(app, reviewed.rebuttal_links.add(NAME, "translator", system=SYSTEM, at=NOW).token)


@pytest.fixture
def arbiter(app, reviewed):
    """Return an arbiter."""
    return Party(app, reviewed.rebuttal_links.add(NAME, "arbiter", at=NOW).token)


def rows(store, layer):
    """Return the errors of a layer."""
    return [
        (row["text"], row["category"], row["severity"], row["value"])
        for row in store.table(NAME).rows()
        if row["layer"] == layer and row["aspect"] == "error"
    ]


def test_a_translator_answers_and_an_arbiter_decides(translator, arbiter, reviewed):
    """Accepted stands, struck goes, changed changes; the score before stays as it was."""
    before = rows(reviewed, "observed")
    assert set(translator.errors()) == {"Hund", "Die", "heute"}
    assert translator.say("heute", "accept").status_code == 200
    assert translator.say("Hund", "contest", reason="It is a dog.").status_code == 200
    proposed = translator.say("Die", "propose", category="linguistic-conventions/grammar")
    assert proposed.status_code == 200
    assert set(arbiter.errors("contested")) == {"Hund", "Die"}
    assert arbiter.errors()["Hund"]["answer"]["reason"] == "It is a dog."
    assert arbiter.say("Hund", "struck", reason="indeed").status_code == 200
    changed = arbiter.say("Die", "changed", category="linguistic-conventions/grammar")
    assert changed.status_code == 200
    assert rows(reviewed, "observed") == before
    assert rows(reviewed, "arbitrated") == [
        ("Die", "linguistic-conventions/grammar", "minor", -1.0),
        ("heute", "accuracy/mistranslation", "minor", -1.0),
    ]
    told = [row for row in reviewed.table(NAME).rows() if row["layer"] == "rebuttal"]
    assert {(row["text"], row["label"], row["comment"]) for row in told} == {
        ("heute", "accept", None),
        ("Hund", "contest", "It is a dog."),
        ("Die", "propose", None),
    }
    whole = reviewed.table(NAME).spans(layers=("arbitrated",))
    assert sorted(whole.outputs.score) == [-1, -1, 0]
    refused = translator.say("Hund", "accept")
    assert (refused.status_code, refused.json()["what"]) == (409, "this error was decided already")


def test_what_nobody_decided_stands(translator, reviewed):
    """A contested error counts until somebody decides."""
    translator.say("Hund", "contest", reason="no")
    assert rows(reviewed, "arbitrated") == rows(reviewed, "observed")


def test_answers_and_decisions_can_be_changed_and_all_are_kept(translator, arbiter, reviewed):
    """A later word replaces the former, which the log keeps; a stale one is refused."""
    translator.say("Hund", "accept")
    translator.say("Hund", "contest", reason="on second thoughts")
    assert translator.say("Hund", "accept", replaces="").status_code == 409
    arbiter.say("Hund", "stands")
    arbiter.say("Hund", "struck")
    assert [one.content["act"] for one in reviewed.decisions.all(NAME)] == [
        "accept", "contest", "stands", "struck",
    ]  # fmt: skip
    same = {"id": reviewed.decisions.all(NAME)[-1].id, "act": "struck"}
    error = arbiter.errors()["Hund"]
    again = arbiter.http.post(
        f"{arbiter.home}/{error['id']}",
        json=same | {"replaces": reviewed.decisions.all(NAME)[2].id},
    )
    assert again.status_code == 200  # sent twice, stored once
    assert len(reviewed.decisions.all(NAME)) == 4


def test_nobody_is_named(translator, arbiter):
    """No reviewer, system, segment or file reaches a translator's or an arbiter's browser."""
    translator.say("Hund", "contest", reason="why?")
    for party in (translator, arbiter):
        for path in (party.home, f"{party.home}.json"):
            told = party.http.get(path, params={"part": "all"}).text
            for name in (*HIDDEN, "translator-1", "arbiter-1"):
                assert name not in told, (path, name)


def test_a_translator_reaches_only_their_own_errors(app, translator, reviewed):
    """The errors of another system are not there, and cannot be answered."""
    other = Party(app, reviewed.rebuttal_links.add(NAME, "translator", system=OTHER, at=NOW).token)
    assert other.errors() == {}
    key = translator.errors()["Hund"]["id"]
    sent = {"id": uuid4().hex, "act": "accept"}
    assert other.http.post(f"{other.home}/{key}", json=sent).status_code == 404


def test_what_makes_no_sense_is_refused(translator, arbiter):
    """A reason is needed, a proposal must differ, answers and decisions are not mixed up."""
    assert translator.say("Hund", "contest").status_code == 422
    assert translator.say("Hund", "propose").status_code == 422
    assert translator.say("Hund", "propose", severity="nonsense").status_code == 404
    assert translator.say("Hund", "struck").status_code == 404
    assert arbiter.say("Hund", "accept").status_code == 404
    assert arbiter.http.get("/r/unknown").status_code == 404


def test_the_page_works_without_scripts(translator):
    """A form is sent as browsers send it, and leads back."""
    error = translator.errors()["Hund"]
    page = translator.http.get(translator.home)
    assert "Errors found in your text" in page.text
    assert "a dog" in page.text
    fields = {"id": error["id_for"], "act": "accept", "reason": ""}
    done = translator.http.post(
        f"{translator.home}/{error['id']}", data=fields, follow_redirects=True
    )
    assert "Saved." in done.text
    elsewhere = translator.http.post(
        f"{translator.home}/{error['id']}", data=fields, headers={"sec-fetch-site": "cross-site"}
    )
    assert elsewhere.status_code == 403


def test_managers_make_links_and_decide(manager, reviewed, translator):
    """Links for translators need names revealed; a manager's decision is kept with the name."""
    here = f"/manage/campaigns/{NAME}"
    told = manager.data(f"{here}/rebuttal")
    assert (told["part"], len(told["errors"])) == ("unanswered", told["counts"]["found"])
    translator.say("Hund", "contest", reason="no")
    (error,) = manager.data(f"{here}/rebuttal")["errors"]  # what is contested comes first
    assert manager.get(f"{here}/rebuttal.json?part=decided").json()["errors"] == []
    sent = {"id": uuid4().hex, "act": "struck", "reason": "right"}
    assert manager.post(f"{here}/rebuttal/{error['id']}", sent).status_code == 200
    assert (reviewed.decisions.all(NAME)[-1].role, reviewed.decisions.all(NAME)[-1].by) == (
        "manager",
        "ada",
    )
    assert manager.post(f"{here}/parties", {"role": "arbiter"}).status_code == 200
    wanted = {"role": "translator", "system": SYSTEM}
    assert manager.post(f"{here}/parties", wanted).status_code == 403
    told = manager.data(f"{here}/rebuttal")["parties"]
    assert {one["system"] for one in told} == {""}
    for path, answer in everything(manager, NAME):
        assert answer.status_code in (200, 403, 404), (path, answer.text)
        assert "SYSQQ" not in answer.text, path
    manager.post(f"{here}/reveal", {"sure": "yes"})
    assert manager.post(f"{here}/parties", wanted).status_code == 200
    assert manager.post(f"{here}/parties/translator-1/revoke").status_code == 200
    links = {one["link"] for one in manager.data(f"{here}/rebuttal")["parties"]}
    assert "" in links


def test_errors_that_were_consolidated_are_answered_as_they_were_settled(app, store):
    """The translator answers what the reviewers agreed on, once."""
    store.campaigns.put(*campaign(), at=NOW)
    read(store, 1, 0, mark(0, "Hund"))
    read(store, 2, 0, mark(0, "Die Hund"))
    (output,) = outputs(store)
    keys = {one.mark["quote"]: one.key for one in output.items}
    decide(
        store, "d-1-merge", "ada", sorted(keys.values()), "merge", mark(0, "Hund"), role="manager"
    )
    party = Party(app, store.rebuttal_links.add(NAME, "translator", system=SYSTEM, at=NOW).token)
    assert list(party.errors()) == ["Hund"]
    party.say("Hund", "accept")
    assert [row[0] for row in rows(store, "arbitrated")] == ["Hund"]


def test_links_and_scores_from_the_command_line(tmp_path):
    """`tertium links --role` makes links that work; `tertium errors --layer` scores both sides."""
    with Store.open(tmp_path / "tertium.db") as opened:
        opened.campaigns.put(*campaign(people=1), at=NOW)
        for segment, marks in enumerate(([mark(0, "Hund")], [], [])):
            read(opened, 1, segment, *marks)
    run = CliRunner().invoke
    made = run(links_command, [str(tmp_path), "--role", "translator"])
    assert (made.exit_code, f"({SYSTEM})" in made.output) == (0, True), made.output
    token = made.output.split("/r/")[1].strip()
    arbiter = (
        run(links_command, [str(tmp_path), "--role", "arbiter"]).output.split("/r/")[1].strip()
    )
    assert "/r/" in run(links_command, [str(tmp_path)]).output
    with Store.open(tmp_path / "tertium.db") as opened:
        app = create_app(opened)
        Party(app, token).say("Hund", "contest", reason="no")
        Party(app, arbiter).say("Hund", "struck")
    scores = {}
    for layer in ("observed", "arbitrated"):
        told = run(errors_command, [str(tmp_path), "--layer", layer, "--format", "json"])
        assert told.exit_code == 0, told.output
        scores[layer] = json.loads(told.output)["systems"][0]["score"]
    assert scores["observed"] < scores["arbitrated"] == 100
