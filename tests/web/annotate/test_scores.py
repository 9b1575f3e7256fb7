"""Scores: what a page of sliders says, what it is sent, and which answers it may give."""

from dataclasses import replace

import pytest

from tertium import protocols
from tertium.model import (
    DEGRADED,
    Annotator,
    Assignment,
    Design,
    Output,
    Plan,
    Segment,
    System,
    Wording,
)
from tertium.protocols.conditions import DOCUMENT, SEGMENT
from tertium.web.annotate.documents import place_in_documents
from tertium.web.annotate.tasks import MOST, batches
from tertium.web.annotate.wording import asks_in_words, instructions
from tertium.web.languages import LANGUAGES

NAMES = ("SYSQQ-a", "SYSQQ-b", "SYSQQ-c")
REFERENCE = "REFQQ-human"


@pytest.fixture
def scored(make_campaign):
    """Return a campaign of three systems and a reference, in two documents of three sentences."""

    def make(options=None, **changes):
        segments = tuple(
            Segment(
                f"SEGQQ{n}",
                f"Source {n}.",
                document=f"DOCQQ{n // 3}",
                position=n % 3,
                source_language="en",
                target_language="de",
            )
            for n in range(6)
        )
        outputs = {(one.id, name): f"{one.source} {name[-1]}" for one in segments for name in NAMES}
        outputs |= {(one.id, REFERENCE): f"Good {one.source}" for one in segments}
        systems = (*(System(name, "system") for name in NAMES), System(REFERENCE, "reference"))
        return make_campaign(
            protocol="slider@1",
            options=options or {},
            systems=systems,
            segments=segments,
            outputs=outputs | changes.pop("texts", {}),
            wording=Wording(contact="x@example.org", profile=False),
            **changes,
        )

    return make


def about(segment, *slots, condition="", **more):
    """Return one task of one person; its id is its place in `plan_of`."""
    return Assignment("", "one", f"SEGQQ{segment}", slots, condition=condition, **more)


def plan_of(*assignments, texts=()):
    """Return the plan of one person."""
    numbered = (replace(one, id=f"t{n}", order=n) for n, one in enumerate(assignments))
    return Plan((Annotator("one"),), tuple(numbered), texts=tuple(texts))


def whole(*slots, first=0):
    """Return the tasks about a document of three sentences."""
    lines = [about(first + n, *slots, condition=SEGMENT) for n in range(3)]
    return [*lines, about(first + 2, *slots, condition=DOCUMENT)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("document", [False, True])
@pytest.mark.parametrize("outputs", [1, 3])
def test_every_aspect_has_words(language, document, outputs):
    """Known aspects have questions of their own in every form; others are shown by their name."""
    aspects = ["overall", "adequacy", "fluency", "house_style", "better"]
    options = {"aspects": aspects, "document": document, "outputs": outputs, "anchors": "sqm"}
    asks = asks_in_words(protocols.get("slider", options), language)
    assert [ask.name for ask in asks] == aspects + ([DOCUMENT] if document else [])
    assert len({ask.question for ask in asks}) == len(asks)
    for ask in asks:
        named = ask.name in ("house_style", "better")
        assert not named or ask.name.replace("_", " ") in ask.question
        assert (ask.title == ask.name.replace("_", " ")) == named
        assert ("{number}" in ask.question) == (document and ask.name != DOCUMENT)
        assert "{aspect}" not in ask.question
        assert len(ask.question.split()) > 2
        assert [mark.value for mark in ask.marks] == [0, 17, 33, 50, 67, 83, 100]
        assert [mark.value for mark in ask.marks if mark.text] == [0, 33, 67, 100]
        assert ask.widget == "scores"


def test_marks_are_those_of_the_campaign():
    """The bands of ESA have a word each; without anchors only the ends are marked, wordlessly."""
    (esa,) = asks_in_words(protocols.get("slider", {"anchors": "esa"}), "en")
    assert [(mark.value, mark.text) for mark in esa.marks] == [
        (0, "No meaning preserved"),
        (33, "Some meaning preserved"),
        (66, "Most meaning preserved, few mistakes in grammar"),
        (100, "Perfect meaning and grammar"),
    ]
    (plain,) = asks_in_words(protocols.get("slider"), "en")
    assert [(mark.value, mark.text) for mark in plain.marks] == [(0, ""), (100, "")]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("against", ["source", "reference", "both"])
def test_instructions_speak_of_what_is_shown(language, against):
    """One translation or several, against a source or a reference, in a document or not."""
    told = {}
    for outputs in (1, 3):
        for document in (False, True):
            options = {"against": against, "outputs": outputs, "document": document}
            told[outputs, document] = instructions(protocols.get("slider", options), language)
    assert all(all(paragraphs) for paragraphs in told.values())
    assert len({tuple(paragraphs) for paragraphs in told.values()}) == 4
    assert told[1, False][0] != told[3, False][0]
    # Several translations have an order; a reference alone has no neighbours.
    assert len(told[3, False]) == len(told[1, False]) + 1
    assert len(told[1, True]) - len(told[1, False]) == (against == "reference")


@pytest.mark.parametrize(
    ("against", "source", "reference"),
    [("source", True, False), ("reference", False, True), ("both", True, True)],
)
def test_only_what_is_judged_against_is_sent(people, scored, against, source, reference):
    """Whoever judges against a reference never gets the source, nor its neighbours."""
    (person,) = people(scored({"against": against}), plan_of(about(1, NAMES[0])))
    (task,) = person.ready().tasks()
    assert task.get("source", {}).get("text") == ("Source 1." if source else None)
    assert task.get("reference", {}).get("text") == ("Good Source 1." if reference else None)
    assert len(task["before"]) == len(task["after"]) == int(source)
    if reference:
        assert (task["reference"]["language"], task["reference"]["direction"]) == ("de", "ltr")


def test_consent_says_what_people_are_asked(people, scored):
    """Who gives scores is not told that translations are compared."""
    (person,) = people(scored(), plan_of(about(1, NAMES[0])))
    sentences = person.at("/consent.json").json()["sentences"]
    assert sentences[0].startswith("You are asked to read translations and to say how good they")
    assert not any("better" in sentence for sentence in sentences)


def test_without_a_reference_the_source_takes_its_place(people, scored):
    """There is always something to judge against."""
    made = scored({"against": "reference"}, texts={("SEGQQ1", REFERENCE): " "})
    (person,) = people(made, plan_of(about(1, NAMES[0])))
    (task,) = person.ready().tasks()
    assert task["source"]["text"] == "Source 1."
    assert "reference" not in task


def test_a_reference_is_judged_against_another_one(people, scored):
    """Where there are two, a control item is not shown beside itself."""
    made = scored({"against": "reference"})
    other = {(one.id, "REFQQ-two"): f"Fine {one.source}" for one in made.segments}
    both = replace(
        made,
        systems=(*made.systems, System("REFQQ-two", "reference")),
        outputs=made.outputs | other,
    )
    plan = plan_of(about(0, REFERENCE, role="reference"), about(0, "REFQQ-two", role="reference"))
    for campaign, expected in ((made, "Good Source 0."), (both, "Fine Source 0.")):
        shown = plan if campaign is both else Plan(plan.annotators, plan.assignments[:1])
        (person,) = people(campaign, shown)
        first, *rest = person.ready().tasks()
        assert first["reference"]["text"] == expected
        assert [task["reference"]["text"] for task in rest] == ["Good Source 0."] * len(rest)


@pytest.mark.parametrize(
    ("slots", "condition", "answer", "kept"),
    [
        (NAMES[:1], SEGMENT, {"overall": [0]}, True),
        (NAMES[:1], SEGMENT, {"overall": [0, 1]}, False),
        (NAMES[:1], SEGMENT, {"overall": [None]}, False),
        (NAMES[:1], SEGMENT, {"document": [50]}, False),
        (NAMES[:2], SEGMENT, {"overall": [50, 100], "comment": "close"}, True),
        (NAMES[:2], SEGMENT, {"overall": [50]}, False),
        (NAMES[:2], DOCUMENT, {"document": [50, 101]}, False),
        (NAMES[:2], DOCUMENT, {"document": [50, 51]}, True),
        (NAMES[:2], DOCUMENT, {"problem": "source"}, True),
    ],
)
def test_answers_are_checked_by_what_was_asked(people, scored, slots, condition, answer, kept):
    """A score for every translation that is shown, on the questions of this task."""
    campaign = scored({"document": True, "outputs": 2})
    (person,) = people(campaign, plan_of(about(0, *slots, condition=condition)))
    told = person.ready().send(person.judged("t0", answer=answer)).json()
    assert bool(told["saved"]) is kept
    assert [one["reason"] for one in told["refused"]] == ([] if kept else ["invalid"])


def test_tasks_of_a_document_share_its_lines(people, scored):
    """The document travels once; every task says where it stands, and the last one is the whole."""
    plan = plan_of(*whole(NAMES[0]), *whole(NAMES[1]), *whole(NAMES[0], first=3))
    (person,) = people(scored({"document": True}), plan)
    batch = person.ready().at("/tasks.json").json()
    places = [task["place"] for task in batch["tasks"]]
    assert [place["document"] for place in places] == [0] * 4 + [1] * 4 + [2] * 4
    assert [place["line"] for place in places] == [0, 1, 2, None] * 3
    assert [place["columns"] for place in places] == [[0]] * 12
    texts = [[line["texts"][0]["text"] for line in one["lines"]] for one in batch["documents"]]
    assert texts == [
        [f"Source {n}. a" for n in range(3)],
        [f"Source {n}. b" for n in range(3)],
        [f"Source {n}. a" for n in range(3, 6)],
    ]
    assert batch["tasks"][0]["before"] == batch["tasks"][0]["after"] == []
    assert [task["asks"] for task in batch["tasks"][:4]] == [["overall"]] * 3 + [["document"]]


def test_a_document_asked_again_is_another_one(scored):
    """It begins anew after the question about the whole, and where a segment comes up again."""
    lines = [about(n, NAMES[0], condition=SEGMENT) for n in (0, 1, 0, 1)]
    end = about(1, NAMES[0], condition=DOCUMENT)
    plan = plan_of(*lines, end, about(2, NAMES[1], condition=SEGMENT))
    documents, places = place_in_documents(scored(), plan.assignments, "source")
    assert [places[one.id].document for one in plan.assignments] == [0, 0, 1, 1, 1, 2]
    assert [document.columns for document in documents] == [1, 1, 1]


def test_columns_follow_the_systems(scored):
    """Each slot knows its column; who gave nothing for a sentence leaves a gap there."""
    a, b, c = NAMES
    campaign = scored(texts={("SEGQQ1", b): "", ("SEGQQ2", c): ""})
    lines = [
        about(0, b, a, condition=SEGMENT),
        about(1, a, c, condition=SEGMENT),
        about(2, a, b, condition=DOCUMENT),
    ]
    plan = plan_of(*lines)
    (document,), places = place_in_documents(campaign, plan.assignments, "both")
    assert [places[one.id].columns for one in plan.assignments] == [[0, 1], [1, 2], [1, 0]]
    assert document.columns == 3
    assert [[text and text.text for text in line.texts] for line in document.lines] == [
        ["Source 0. b", "Source 0. a", "Source 0. c"],
        [None, "Source 1. a", "Source 1. c"],
        ["Source 2. b", "Source 2. a", None],
    ]
    assert [line.reference.text for line in document.lines] == [
        f"Good Source {n}." for n in range(3)
    ]


def test_a_degraded_copy_stands_in_its_document(people, scored):
    """What is asked about is shown as it is asked; the column is that of its system."""
    copy = f"{NAMES[0]}{DEGRADED}"
    texts = [Output(f"SEGQQ{n}", copy, f"Spoiled {n}.") for n in (0, 1)]
    tasks = [
        about(0, copy, condition=SEGMENT, role="degraded", of="SEGQQ0"),
        about(1, copy, condition=SEGMENT, role="degraded", of="SEGQQ1"),
        about(1, copy, condition=DOCUMENT, role="degraded", of="SEGQQ1"),
    ]
    (person,) = people(scored({"document": True}), plan_of(*tasks, texts=texts))
    answer = person.ready().at("/tasks.json")
    (document,) = answer.json()["documents"]
    shown = [line["texts"][0]["text"] for line in document["lines"]]
    assert shown == ["Spoiled 0.", "Spoiled 1.", "Source 2. a"]
    assert not any(word in answer.text for word in ("QQ", "degraded", "SEG"))


def test_a_segment_without_a_document_stands_alone(scored):
    """It is its own document, of one line."""
    made = scored()
    loose = replace(made, segments=tuple(replace(one, document="") for one in made.segments))
    plan = plan_of(*(about(n, NAMES[0], condition=SEGMENT) for n in range(2)))
    documents, places = place_in_documents(loose, plan.assignments, "source")
    assert [len(document.lines) for document in documents] == [1, 1]
    assert places["t1"].line == 0


def test_a_long_batch_is_cut_between_documents():
    """Parts hold at most a hundred tasks; a document is cut only if it is longer than that."""
    plan = plan_of(*(task for _ in range(30) for task in whole(NAMES[0])))
    parts = batches(plan.assignments)
    assert [len(part) for part in parts] == [100, 20]
    short = batches(plan.assignments[1:])
    assert [len(part) for part in short] == [99, 20]
    assert all(part[-1].condition == DOCUMENT for part in parts + short)
    endless = plan_of(*(about(0, NAMES[0], condition=SEGMENT) for _ in range(MOST + 50)))
    assert [len(part) for part in batches(endless.assignments)] == [MOST, 50]


def test_the_page_holds_a_slider_for_every_aspect_and_translation(people, scored):
    """All of them start unset, none with a system's name."""
    options = {"outputs": 3, "aspects": ["adequacy", "fluency"]}
    (person,) = people(scored(options), plan_of(about(0, *NAMES)))
    page = person.ready().at("/tasks").text
    assert page.count('type="range"') == 6
    assert page.count('class="slider unset"') == 6
    told = person.at("/tasks.json").json()["page"]
    assert (told["scored"], told["slots"], told["against"], told["document"]) == (
        3,
        0,
        "source",
        False,
    )
    assert told["lead"] == "Score each translation"
    assert "QQ" not in page.replace(person.token, "")


def test_hits_of_documents_show_what_they_ask_about(people, scored):
    """In every task of a built plan the present line holds its translations, control items too."""
    design = Design("hits", 1, real=12, degraded=3, references=3, repeats=3, apart=3, min_words=1)
    campaign = scored({"document": True, "against": "both"}, design=design)
    (person,) = people(campaign)
    person.ready()
    kinds = set()
    for one in person.store.assignments.of(campaign.name, person.id):
        kinds.add((one.role, one.condition))
    batch = person.at("/tasks.json").json()
    assert len(batch["tasks"]) > 20
    for task in batch["tasks"]:
        place = task["place"]
        document = batch["documents"][place["document"]]
        if place["line"] is not None:
            line = document["lines"][place["line"]]
            assert task["texts"] == [line["texts"][column] for column in place["columns"]]
            assert task["source"] == line["source"]
            assert task["reference"] == line["reference"]
    assert {role for role, _ in kinds} >= {"real", "repeat", "degraded", "reference"}
    assert {condition for _, condition in kinds} == {SEGMENT, DOCUMENT}
