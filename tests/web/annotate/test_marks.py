"""Marked passages on their way: what the browser gets, and what the server takes."""

from dataclasses import replace

import pytest

from tertium import protocols
from tertium.design import build_plan
from tertium.model import Wording
from tertium.text.spans import text_hash
from tertium.web.annotate.wording import instructions
from tertium.web.languages import LANGUAGES, translator
from tests.web.annotate.marking import answer, mark, marked_campaign, sent


@pytest.fixture
def errors():
    """Return the function that makes a campaign of marked errors."""
    return marked_campaign


def test_the_page_tells_with_what_to_mark_and_no_points(people, errors):
    """Categories, severities, rules and the tree reach the browser; weights stay behind."""
    person = people(errors())[0].ready()
    reply = person.at("/tasks.json")
    page = reply.json()["page"]
    assert page["marking"]["sides"] == ["target", "source"]
    assert page["marking"]["hints"] is True
    assert page["marking"]["score"] is False
    typology = page["marking"]["typology"]
    assert [one["id"] for one in typology["severities"]] == [
        "neutral",
        "minor",
        "major",
        "critical",
    ]
    assert {"id", "name", "parent", "help", "shortcut", "merit"} == set(typology["nodes"][0])
    assert typology["rules"][0].startswith("Mark the shortest passage")
    assert "weight" not in reply.text
    assert "points" not in reply.text
    assert page["asks"] == [
        {
            "name": "errors",
            "question": "Mark every error in this sentence.",
            "labels": [],
            "widget": "spans",
            "title": "",
            "marks": [],
            "counts": False,
        }
    ]
    for name in ("SYSQQ", "SEGQQ", "DOCQQ", "CAMPQQ"):
        assert name not in reply.text


def test_a_task_stands_in_its_document(people, errors):
    """Whole documents in reading order, one version after the other."""
    person = people(errors())[0].ready()
    batch = person.at("/tasks.json").json()
    assert len(batch["tasks"]) == 8
    assert len(batch["documents"]) == 4
    for n, task in enumerate(batch["tasks"]):
        assert task["mode"] == "mark"
        assert task["place"] == {"document": n // 2, "line": n % 2, "columns": [0]}
        line = batch["documents"][n // 2]["lines"][n % 2]
        assert line["texts"] == task["texts"]
        assert line["source"] == task["source"]


def test_marks_are_stored_and_come_back(people, errors):
    """What was marked returns as it was sent, notes and hints included."""
    person = people(errors())[0].ready()
    task = person.tasks()[0]
    given = answer(
        task,
        mark(task, 0, 3, note="too strong"),
        mark(task, 1, 1, hint="numbers", severity="minor"),
        mark(task, 0, 2, side="source"),
        comment="hm",
    )
    outcome = sent(person, task, given)
    assert not outcome["refused"]
    assert person.tasks()[0]["answered"]["answer"] == given


def test_nothing_wrong_differs_from_not_read(people, errors):
    """An empty list of marks is an answer; no answer is none."""
    person = people(errors())[0].ready()
    first, *_ = person.tasks()
    assert len(sent(person, first, answer(first))["saved"]) == 1
    rows = person.store.table("CAMPQQ").spans()
    assert len(rows.outputs.judgement) == 1
    assert len(rows.start) == 0
    again = person.tasks()
    assert again[0]["answered"]["answer"]["errors"]["marks"] == []
    assert again[1]["answered"] is None


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"start": 5, "end": 2}, "mark 1: the passage from 5 to 2 runs backwards"),
        ({"start": 0, "end": 900}, "mark 1: the passage ends at 900"),
        ({"start": -1, "end": 2}, "mark 1: the passage begins at -1, before the text"),
        ({"quote": "other"}, "mark 1: the text from 0 to 3 is"),
        ({"category": "acuracy"}, "no category named 'acuracy'"),
        ({"category": ""}, "a mark has no category"),
        ({"severity": "worst"}, "no severity named 'worst'"),
        ({"slot": 2}, "there is no translation 2"),
        ({"side": "left"}, "no side named 'left'"),
        ({"hint": "luck"}, "no hint named 'luck'"),
        ({"start": 0.5}, "a mark needs start, end"),
        ({"colour": "red"}, "is not a mark"),
    ],
)
def test_a_mark_that_cannot_be_is_refused_with_one_sentence(people, errors, changes, said):
    """Past the end, reversed, misquoted, of an unknown kind: refused, and nothing is stored."""
    person = people(errors())[0].ready()
    task = person.tasks()[0]
    outcome = sent(person, task, answer(task, mark(task, 0, 3) | changes))
    assert outcome["saved"] == []
    (refused,) = outcome["refused"]
    assert refused["reason"] == "invalid"
    assert said in refused["what"]
    assert "SYSQQ" not in str(refused)
    assert person.tasks()[0]["answered"] is None


def test_a_mark_never_cuts_a_character(people, errors):
    """Combining accents and emoji of several parts are whole, in any script."""
    person = people(errors())[0].ready()
    tasks = {task["source"]["text"]: task for task in person.tasks()}
    cafe, family = tasks["The café is open."], tasks["Thank you 👩‍👩‍👧!"]
    split = cafe["texts"][0]["text"].index("\u0301")
    outcome = sent(person, cafe, answer(cafe, mark(cafe, 4, split)))
    assert "inside one character" in outcome["refused"][0]["what"]
    outcome = sent(person, cafe, answer(cafe, mark(cafe, 4, split + 1)))
    assert outcome["saved"]
    outcome = sent(person, family, answer(family, mark(family, 3, 4)))
    assert "inside one character" in outcome["refused"][0]["what"]
    outcome = sent(person, family, answer(family, mark(family, 0, 3), mark(family, 3, 8)))
    assert outcome["saved"]
    zero = tasks["Zero\u200bwidth"]
    outcome = sent(person, zero, answer(zero, mark(zero, 0, 3), mark(zero, 4, 8)))
    assert outcome["saved"]


def test_marks_of_another_text_are_refused(people, errors):
    """The hash of the whole text tells, even where the passage reads the same."""
    person = people(errors())[0].ready()
    task = person.tasks()[0]
    given = answer(task, mark(task, 0, 3))
    given["errors"]["targets"] = [text_hash("another version")]
    (refused,) = sent(person, task, given)["refused"]
    assert refused["reason"] == "invalid"
    assert refused["what"] == "target 1: the text has changed since the passage was marked"
    assert refused["fix"] == "Mark the passage again in the present text."


def test_esa_asks_for_a_score_and_no_category(people, errors):
    """Severity only, then a number; the number becomes the overall score."""
    person = people(errors("esa"))[0].ready()
    batch = person.at("/tasks.json").json()
    assert batch["page"]["marking"]["score"] is True
    assert batch["page"]["marking"]["typology"]["nodes"] == []
    assert [ask["widget"] for ask in batch["page"]["asks"]] == ["spans", "scores"]
    task = batch["tasks"][0]
    given = answer(task, mark(task, 0, 3, category=""), overall=[71])
    assert sent(person, task, given)["saved"]
    (row,) = [row for row in person.store.table("CAMPQQ").rows() if row["aspect"] == "overall"]
    assert row["value"] == 71.0
    without = sent(person, batch["tasks"][1], answer(batch["tasks"][1]))
    assert "no answer to 'overall'" in without["refused"][0]["what"]


def test_terms_and_aids_lie_beside(people, errors):
    """Terms of the glossary are marked in the source, as in editing."""
    options = {"glossary": [{"term": "open", "gloss": "geöffnet"}]}
    person = people(errors(options=options))[0].ready()
    task = next(one for one in person.tasks() if "open" in one["source"]["text"])
    assert task["terms"] == [{"start": 12, "end": 16, "gloss": "geöffnet"}]


@pytest.mark.parametrize("language", LANGUAGES)
def test_hints_point_at_passages_in_the_annotators_language(people, errors, language):
    """Numbers, terms and what was said otherwise; an accepted hint can be stored."""
    made = errors(options={"termbase": [{"term": "café", "gloss": "Kaffeehaus"}]})
    texts = {("SEGQQ3", "SYSQQ-a"): "Leb 1990 wohl."}
    person = people(replace(made, outputs=made.outputs | texts))[0].ready()
    tasks = person.at("/tasks.json", language=language).json()["tasks"]
    hints = {hint["kind"]: (task, hint) for task in tasks for hint in task["hints"]}
    assert set(hints) == {"terms", "numbers"}
    task, hint = hints["numbers"]
    assert hint["say"] == translator(language)("mark.hint.numbers.added", wanted="1990")
    given = mark(task, hint["start"], hint["end"], hint="numbers")
    assert given["quote"] == "1990"
    assert sent(person, task, answer(task, given))["saved"]
    _, hint = hints["terms"]
    assert (hint["side"], hint["start"], hint["end"]) == ("source", 4, 8)


def test_hints_keep_to_their_language(people, errors):
    """The same source in two languages is no inconsistency, and a gloss is of one language."""
    terms = [
        {"term": "café", "gloss": "Kaffeehaus", "language": "de"},
        {"term": "café", "gloss": "bistrot", "language": "fr"},
    ]
    made = errors(options={"termbase": terms, "glossary": terms})
    first, second = made.segments[:2]
    french = replace(second, source=first.source, target_language="fr-CA")
    made = replace(
        made,
        segments=(first, french, *made.segments[2:]),
        outputs=made.outputs | {(second.id, "SYSQQ-a"): "Le bistrot est ouvert."},
    )
    tasks = [task for person in people(made) for task in person.ready().tasks()]
    asked = [task for task in tasks if task["source"]["text"] == first.source]
    found = {task["texts"][0]["language"]: task["terms"][0]["gloss"] for task in asked}
    assert found == {"de": "Kaffeehaus", "fr-CA": "bistrot"}
    hints = [(task["texts"][0], hint["say"]) for task in asked for hint in task["hints"]]
    assert not any("bistrot" in said for text, said in hints if text["language"] == "de")
    assert not any(text["text"] == "Le bistrot est ouvert." for text, _ in hints)


def test_a_campaign_may_do_without_hints(people, errors):
    """`hints = []` switches them off, and one side only gets hints there."""
    person = people(errors(options={"hints": []}))[0].ready()
    batch = person.at("/tasks.json").json()
    assert batch["page"]["marking"]["hints"] is False
    assert all(task["hints"] == [] for task in batch["tasks"])
    options = {"sides": ["target"], "termbase": [{"term": "café", "gloss": "Kaffeehaus"}]}
    person = people(errors(options=options))[0].ready()
    hints = [hint for task in person.tasks() for hint in task["hints"]]
    assert hints
    assert {hint["side"] for hint in hints} == {"target"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("protocol", ["mqm", "esa"])
def test_instructions_hold_the_rules_of_the_typology(errors, language, protocol):
    """Our own words in every language, the rules as the typology writes them."""
    campaign = errors(protocol)
    said = instructions(protocols.get(campaign.protocol, campaign.options), language)
    assert all(said)
    for rule in campaign.options["typology"]["rules"]:
        assert rule in said


def test_everybody_marks_the_common_set(errors):
    """Agreement needs the same outputs in several hands."""
    made = errors()
    plan = build_plan(made)
    assert len(plan.assignments) == 16
    assert {one.set for one in plan.assignments} == {"common"}
    alone = build_plan(replace(made, design=replace(made.design, common=0)))
    assert len(alone.assignments) == 8
    assert {one.set for one in alone.assignments} == {"unique"}


@pytest.mark.parametrize("protocol", ["mqm", "esa", "two_step", "grading", "scorecard"])
def test_every_page_of_the_way_opens_and_names_nothing(people, errors, protocol):
    """From consent to the marking page, in the words of marking."""
    person = people(errors(protocol))[0]
    assert "mark what is wrong" in person.at("/consent").text
    person.ready()
    for step in ("/instructions", "/tasks"):
        page = person.at(step)
        assert page.status_code == 200, step
        assert "QQ" not in page.text.replace(person.token, "")


def test_instructions_define_what_is_chosen_from(people, errors):
    """Severities, categories and rules of the typology in use, whatever else the campaign says."""
    for wording in (Wording(), Wording(instructions="Read it twice.")):
        person = people(replace(errors(), wording=wording))[0].ready()
        told = person.at("/instructions.json").json()["definitions"]
        assert [one["title"] for one in told] == [
            "How severe an error is",
            "Kinds of errors",
            "Rules",
        ]
        severities, categories, rules = (one["entries"] for one in told)
        major = {"name": "Major", "help": "Understanding or use suffers.", "level": 1}
        assert major in severities
        assert {one["level"] for one in categories} == {1, 2}
        assert {"name": "Omission", "help": "Content of the source is missing.", "level": 2} in (
            categories
        )
        assert all(one["help"] for one in rules)
        page = person.at("/instructions").text
        assert "<dt>Omission</dt><dd>Content of the source is missing.</dd>" in page


def test_instructions_name_the_points_of_a_scale(people):
    """Whoever scores reads before what 0, 33, 66 and 100 stand for."""
    person = people(marked_campaign("esa"))[0].ready()
    told = person.at("/instructions.json").json()["definitions"]
    assert [(one["name"], one["help"]) for one in told[-1]["entries"]][:2] == [
        ("0", "No meaning preserved"),
        ("33", "Some meaning preserved"),
    ]
