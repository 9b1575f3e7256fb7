"""Edited texts on their way: what the browser gets, what the server makes of what it sends."""

import re
from dataclasses import replace

import pytest

from tertium.design import build_plan
from tertium.model import Annotator, Assignment, Design, Output, Plan, System, Wording
from tertium.protocols.conditions import QUESTIONNAIRE, SCRATCH
from tertium.text.events import replay
from tertium.web.annotate.edits import without_log
from tertium.web.languages import LANGUAGES, messages

SYSTEM = "SYSQQ-one"
FORM = [
    {"name": "tiring", "question": "How tiring was it?", "labels": ["not", "very"]},
    {"name": "why", "question": "Why?"},
]


@pytest.fixture
def pump(make_campaign):
    """Return a function that makes a campaign of texts to be edited."""

    def make(options=None, *, texts=None, **changes):
        made = make_campaign()
        segments = made.segments[:4]
        outputs = {key: text for key, text in made.outputs.items() if key[1] == SYSTEM}
        return replace(
            made,
            protocol="postedit@1",
            options=options or {},
            systems=(System(SYSTEM, "system"), System("OCRQQ", "recognised")),
            segments=segments,
            outputs=outputs | (texts or {}),
            design=Design("one-only", 1, batch=3, min_words=1, scratch=True, context=1),
            **({"wording": Wording(contact="us")} | changes),
        )

    return make


def about(segment=0, slot=SYSTEM, **more):
    condition = more.pop("condition", SCRATCH if slot == SCRATCH else "postedit")
    slots = () if condition == QUESTIONNAIRE else (slot,)
    return Assignment("", "one", f"SEGQQ{segment}", slots, condition=condition, **more)


def plan_of(*assignments):
    numbered = (replace(one, id=f"t{n}", order=n) for n, one in enumerate(assignments))
    empty = tuple(Output(f"SEGQQ{n}", SCRATCH, "") for n in range(4))
    return Plan((Annotator("one"),), tuple(numbered), texts=empty)


def typed(text, *, at=100, start=""):
    """Return what a browser sends after somebody replaced all of a text."""
    change = {"t": at, "k": "input", "r": [0, len(start), text]}
    return {"text": text, "events": [change, {"t": at + 50, "k": "done"}]}


def stored(person):
    """Return the answer that counts for the first task."""
    return person.store.assignments.answered("CAMPQQ", person.id)["t0"]


def test_a_task_tells_its_mode_and_no_condition(people, pump):
    """Edited, from scratch, or a form; conditions of the study stay on the server."""
    tasks = [about(0, condition="postedit+glossary"), about(1, SCRATCH)]
    tasks.append(about(1, condition=QUESTIONNAIRE))
    design = replace(pump().design, crossed=("glossary",))
    campaign = replace(pump({"questionnaire": FORM}), design=design)
    (person,) = people(campaign, plan_of(*tasks))
    answer = person.ready().at("/tasks.json")
    edit, scratch, form = answer.json()["tasks"]
    assert [task["mode"] for task in (edit, scratch, form)] == ["edit", "scratch", "form"]
    assert [text["text"] for text in scratch["texts"]] == [""]
    assert scratch["asks"] == ["edited"]
    assert edit["asks"] == ["edited", "rating"]
    assert form["asks"] == ["tiring", "why"]
    assert (form["texts"], form["before"], form["after"]) == ([], [], [])
    assert "source" not in form
    assert not any(word in answer.text for word in ("QQ", "postedit", "condition"))


def test_terms_are_marked_with_their_glosses(people, pump):
    """The longest term where several begin, whole words only, in any case."""
    glossary = [
        {"term": "train", "gloss": "Zug"},
        {"term": "Number 0 Train", "gloss": "Zug 0"},
        {"term": "ion", "gloss": "Ion"},
        {"term": "noon", "gloss": "Mittag"},
    ]
    (person,) = people(pump({"glossary": glossary}), plan_of(about(0)))
    (task,) = person.ready().tasks()
    source = task["source"]["text"]
    found = [(source[one["start"] : one["end"]], one["gloss"]) for one in task["terms"]]
    assert found == [("number 0 train", "Zug 0"), ("noon", "Mittag")]
    assert task["aids"] == ["glossary"]


def test_terms_of_scripts_without_spaces_are_found_inside(people, pump):
    made = pump({"glossary": [{"term": "水泵", "gloss": "pump"}]})
    first = replace(made.segments[0], source="关闭水泵。", source_language="zh")
    (person,) = people(replace(made, segments=(first, *made.segments[1:])), plan_of(about(0)))
    (task,) = person.ready().tasks()
    assert task["terms"] == [{"start": 2, "end": 4, "gloss": "pump"}]


def test_an_aid_that_the_design_crosses_is_given_only_there(people, pump):
    """The glossary is a treatment then; whoever works without it never gets it."""
    term = {"term": "train", "gloss": "Zug"}
    made = pump({"glossary": [term], "termbase": [term]})
    made = replace(made, design=replace(made.design, crossed=("glossary",)))
    plan = plan_of(about(0), about(1, condition="postedit+glossary"))
    (person,) = people(made, plan)
    without, with_it = person.ready().tasks()
    assert (without["terms"], without["aids"]) == ([], ["termbase"])
    assert [term["gloss"] for term in with_it["terms"]] == ["Zug"]
    assert with_it["aids"] == ["glossary", "termbase"]


def test_the_recognised_source_and_the_gold_translation_come_where_they_are(people, pump):
    texts = {("SEGQQ0", "OCRQQ"): "The nurnber 0 train.", ("SEGQQ0", "REFQQ"): "Der gute Zug."}
    made = pump({"gold": True}, texts=texts)
    made = replace(made, systems=(*made.systems, System("REFQQ", "reference")))
    (person,) = people(made, plan_of(about(0), about(1)))
    one, two = person.ready().tasks()
    assert one["recognised"]["text"] == "The nurnber 0 train."
    assert one["recognised"]["language"] == "en"
    assert one["reference"]["text"] == "Der gute Zug."
    assert "recognised" not in two
    assert "reference" not in two


def test_the_server_keeps_what_it_showed_as_the_start(people, pump):
    """A browser tells the text and its log; where it began is what this server knows."""
    (person,) = people(pump(), plan_of(about(0)))
    start = person.ready().tasks()[0]["texts"][0]["text"]
    answer = {"edited": {**typed("Fertig.", start=start), "start": "made up"}, "rating": "2"}
    assert person.send(person.judged("t0", answer=answer)).json()["saved"]
    kept = stored(person).answer["edited"]
    assert kept["start"] == start
    assert "flags" not in kept
    assert replay(kept["start"], kept["events"]) == kept["text"] == "Fertig."


def test_line_breaks_are_those_of_a_text_field(people, pump):
    made = pump(texts={("SEGQQ0", SYSTEM): "eins\r\nzwei\rdrei"})
    (person,) = people(made, plan_of(about(0)))
    change = {"t": 1, "k": "input", "r": [10, 14, "vier"]}
    answer = {"edited": {"text": "eins\nzwei\nvier", "events": [change]}, "rating": "3"}
    person.ready().send(person.judged("t0", answer=answer))
    kept = stored(person).answer["edited"]
    assert kept["start"] == "eins\nzwei\ndrei"
    assert "flags" not in kept


@pytest.mark.parametrize("events", [None, [], "x", [{"k": "?"}], [{"t": 0, "k": "full"}]])
def test_a_text_with_a_useless_log_is_stored_with_a_flag(people, pump, events):
    """Nothing that was typed is lost because of how it was logged."""
    (person,) = people(pump(), plan_of(about(0)))
    answer = {"edited": {"text": "Fertig.", "events": events}, "rating": "2"}
    assert person.ready().send(person.judged("t0", answer=answer)).json()["saved"]
    kept = stored(person).answer["edited"]
    assert kept["text"] == "Fertig."
    assert "not rebuilt" in kept["flags"]


def test_what_comes_back_is_the_text_without_its_log(people, pump):
    (person,) = people(pump(), plan_of(about(0)))
    start = person.ready().tasks()[0]["texts"][0]["text"]
    answer = {"edited": typed("Fertig.", start=start), "rating": "2"}
    person.send(person.judged("t0", answer=answer))
    (task,) = person.tasks()
    assert task["answered"]["answer"] == {
        "edited": {"text": "Fertig.", "seen": {"events": 2, "t": 150}},
        "rating": "2",
    }
    assert without_log({"rating": "2"}) == {"rating": "2"}


def test_whoever_edits_on_sends_what_came_after(people, pump):
    """The log goes on where it stood, on any device; sending twice stores once."""
    (person,) = people(pump(), plan_of(about(0)))
    start = person.ready().tasks()[0]["texts"][0]["text"]
    first = person.judged("t0", answer={"edited": typed("Fertig.", start=start), "rating": "2"})
    person.send(first)
    more = [{"t": 160, "k": "back"}, {"t": 200, "k": "input", "r": [6, 7, "!"]}]
    later = {"edited": {"text": "Fertig!", "events": more, "after": 2}, "rating": "2"}
    second = person.judged("t0", answer=later, replaces=first["id"])
    for _ in range(2):
        assert person.send(second).json()["saved"][0]["id"] == second["id"]
    kept = stored(person).answer["edited"]
    assert len(kept["events"]) == 4
    assert "flags" not in kept
    assert replay(start, kept["events"]) == "Fertig!"
    # The first answer counts again: its log is the beginning of what is stored now.
    former = {"edited": {"text": "Fertig.", "events": [], "after": 2}, "rating": "2"}
    person.send(person.judged("t0", answer=former, replaces=second["id"]))
    kept = stored(person).answer["edited"]
    assert (kept["text"], len(kept["events"]), "flags" in kept) == ("Fertig.", 2, False)


def test_a_log_whose_beginning_is_nowhere_is_flagged(people, pump):
    (person,) = people(pump(), plan_of(about(0)))
    answer = {"edited": {"text": "Fertig.", "events": [], "after": 9}, "rating": "2"}
    assert person.ready().send(person.judged("t0", answer=answer)).json()["saved"]
    assert "cut off" in stored(person).answer["edited"]["flags"]


def test_a_novel_is_refused_with_the_limit(people, pump):
    (person,) = people(pump(), plan_of(about(0)))
    answer = {"edited": {"text": "x" * 40_001, "events": []}, "rating": "2"}
    (refused,) = person.ready().send(person.judged("t0", answer=answer)).json()["refused"]
    assert refused["reason"] == "invalid"
    assert "40,000" in refused["what"]


def test_without_content_no_keystroke_reaches_the_disk(people, pump):
    (person,) = people(pump({"content_free": True}), plan_of(about(0)))
    told = person.ready().at("/tasks.json").json()["page"]["editing"]
    assert told["content_free"] is True
    answer = {"edited": typed("Geheim!"), "rating": "2"}
    person.send(person.judged("t0", answer=answer))
    kept = stored(person).answer["edited"]
    assert "Geheim" not in str(kept["events"])
    assert kept["text"] == "Geheim!"


def test_a_form_is_answered_in_the_words_of_the_campaign(people, pump):
    """A choice is needed, a text is not."""
    (person,) = people(pump({"questionnaire": FORM}), plan_of(about(0, condition=QUESTIONNAIRE)))
    page = person.ready().at("/tasks").text
    assert "How tiring was it?" in page
    asks = {ask["name"]: ask for ask in person.at("/tasks.json").json()["page"]["asks"]}
    assert [label["key"] for label in asks["tiring"]["labels"]] == ["1", "2"]
    assert asks["why"]["widget"] == "text"
    assert person.send(person.judged("t0", answer={"why": "x"})).json()["refused"]
    assert person.send(person.judged("t0", answer={"tiring": "very"})).json()["saved"]
    assert stored(person).answer == {"tiring": "very", "why": ""}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("free", [False, True])
def test_what_is_recorded_is_said_before_anybody_agrees(people, pump, language, free):
    """Also where a campaign has its own words for the consent."""
    said = messages(language)["edit.recorded.free" if free else "edit.recorded"]
    for wording in (Wording(), Wording(consent="Our own words.")):
        made = pump({"content_free": free}, wording=wording)
        (person,) = people(made, plan_of(about(0)))
        page = person.at("/consent.json", language=language).json()
        assert page["sentences"][-1] == said
        assert said in person.at("/consent", language=language).text


def test_questions_of_the_campaign_have_no_notes_of_ours(people, pump):
    """A question may be called like one of ours; what we say about ours is not said about it."""
    form = [{"name": "better", "question": "Which week was better?", "labels": ["tie", "other"]}]
    (person,) = people(pump({"questionnaire": form}), plan_of(about(0)))
    assert person.ready().at("/instructions.json").json()["answers"] == []


def test_instructions_speak_of_what_is_done(people, pump):
    told = {}
    for options in ({}, {"gold": True}, {"rating": False}, {"content_free": True}):
        (person,) = people(pump(options), plan_of(about(0)))
        told[str(options)] = person.ready().at("/instructions.json").json()["paragraphs"]
    assert all(all(paragraphs) for paragraphs in told.values())
    assert len({tuple(paragraphs) for paragraphs in told.values()}) == 4
    assert len(told["{'rating': False}"]) == len(told["{}"]) - 1


def test_nothing_hidden_reaches_the_browser_of_an_editor(people, pump):
    """Pages, twins, answers and refusals name no system, segment, file or condition."""
    options = {"questionnaire": FORM, "glossary": [{"term": "train", "gloss": "Zug"}], "gold": True}
    made = pump(options, texts={("SEGQQ0", "OCRQQ"): "The nurnber 0 train."})
    (person,) = people(made, build_plan(made))
    person.ready()
    seen = [person.at(step).text for step in ("/tasks", "/instructions", "/consent")]
    batch = person.at("/tasks.json")
    seen.append(batch.text)
    for task in batch.json()["tasks"]:
        answer = {"edited": typed("x"), "rating": "3", "tiring": "not"}
        given = {name: answer[name] for name in task.get("asks", answer) if name in answer}
        seen.append(person.send(person.judged(task["id"], answer=given)).text)
        seen.append(person.send(person.judged(task["id"], answer={"edited": 5})).text)
    seen.append(person.at("/tasks.json").text)
    whole = "\n".join(seen).replace(person.token, "")
    assert not re.search(r"\w*QQ\w*", whole)
    assert "one-only" not in whole
