"""A checklist on its way: what the browser gets, and what the server takes."""

from tertium import protocols
from tertium.formats.typology import typology_names
from tertium.web.annotate.definitions import definitions
from tertium.web.annotate.ratings import checklist_ask
from tertium.web.annotate.wording import instructions
from tertium.web.languages import LANGUAGES
from tertium.web.manage.setting_fields import setting_fields
from tests.web.annotate.test_steps_of_ratings import rated

OPTIONS = 'scales = ["adequacy"]\nchecklist = "list-20"\ncounted = true'


def test_the_page_gets_the_categories_and_no_points(tmp_path, people):
    person = people(rated(tmp_path, options=OPTIONS))[0].ready()
    reply = person.at("/tasks.json")
    _, ask = reply.json()["page"]["asks"]
    assert (ask["name"], ask["widget"], ask["counts"]) == ("checklist", "checklist", True)
    assert len(ask["labels"]) == 20
    omission = next(one for one in ask["labels"] if one["value"] == "accuracy/omission")
    assert (omission["text"], omission["key"], omission["level"]) == ("Omission", "o", 1)
    assert "weight" not in reply.text
    assert "minor" not in reply.text


def test_categories_are_named_in_the_language_of_the_page(tmp_path):
    """On the checklist and in the instructions; what is not translated stays English."""
    (tmp_path / "own.yaml").write_text(
        "name: own\nseverities: [{id: minor, weight: 1}]\nnodes:\n"
        "  - {id: terms, name: {en: Terms, de: Wortwahl}, help: {en: Wrong, de: Falsch}}\n"
        "  - {id: style, name: Style}\n",
        encoding="utf-8",
    )
    campaign = rated(tmp_path, options='scales = ["adequacy"]\nchecklist = "own.yaml"')
    protocol = protocols.get(campaign.protocol, campaign.options)
    for language, names in (("de", ["Wortwahl", "Style"]), ("fr", ["Terms", "Style"])):
        assert [one.text for one in checklist_ask(protocol.checklist, language).labels] == names
        told = definitions(protocol, language)[-1].entries
        assert [one.name for one in told] == names


def test_an_answer_is_checked_and_kept(tmp_path, people):
    person = people(rated(tmp_path, options=OPTIONS))[0].ready()
    task = person.at("/tasks.json").json()["tasks"][0]
    for wrong in ([{"acuracy": 1}], [{"accuracy": 100}], [{"accuracy": -1}], [{}, {}], []):
        answer = {"adequacy": ["all"], "checklist": wrong}
        (refused,) = person.send(person.judged(task["id"], answer=answer)).json()["refused"]
        assert refused["reason"] == "invalid"
        assert refused["fix"]
    answer = {"adequacy": ["all"], "checklist": [{"accuracy": 2}]}
    reply = person.send(person.judged(task["id"], answer=answer)).json()
    assert reply["refused"] == []
    assert len(reply["saved"]) == 1


def test_instructions_tell_of_the_list_in_every_language(tmp_path, people):
    person = people(rated(tmp_path, options=OPTIONS))[0].ready()
    told = person.at("/instructions.json").json()["definitions"]
    assert [one["title"] for one in told][-1] == "Kinds of errors"
    entry = next(one for one in told[-1]["entries"] if one["name"] == "Omission")
    assert entry["help"].startswith("Something of the source is missing")
    plain, checked = (protocols.get("rating", {"checklist": one}) for one in ("", "four"))
    for language in LANGUAGES:
        added = set(instructions(checked, language)) - set(instructions(plain, language))
        assert len(added) == 1, language


def test_managers_choose_among_the_typologies():
    fields = setting_fields({}, protocols.get("rating"), ("own.yaml",))
    (field,) = (one for one in fields if one.key == "options.checklist")
    assert {*typology_names(), "own.yaml"} <= set(field.suggestions)
