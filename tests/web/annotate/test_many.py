"""Many systems: which questions a task is asked, further questions, and a pause between parts."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from tertium.exceptions import NotFound
from tertium.model import Annotator, Assignment, Example, Plan, Wording
from tertium.web.annotate.visit import NOT_DRAWN
from tertium.web.annotate.wording import moment_in_words
from tertium.web.languages import LANGUAGES

NAMES = tuple(f"SYSQQ-{name}" for name in ("a", "b", "c", "d"))
NOON = datetime(2026, 11, 2, 12, tzinfo=UTC)


@pytest.fixture
def many(make_campaign):
    """Return a campaign of four systems in which two outputs are the same."""

    def make(protocol, **changes):
        made = make_campaign()
        outputs = {
            (segment.id, name): f"Ausgabe {min(n, 2)} von Satz {segment.position}."
            for segment in made.segments
            for n, name in enumerate(NAMES)
        }
        systems = tuple(replace(made.systems[0], name=name, part="systems") for name in NAMES)
        design = replace(made.design, follow_up=0)
        wording = Wording(contact="x@example.org", profile=False)
        settings = {"options": {}, "design": design, "wording": wording} | changes
        return make_campaign(protocol=protocol, systems=systems, outputs=outputs, **settings)

    return make


def plan_of(*shown):
    """Return the plan of one person: (segment, slots, condition, batch) for each task."""
    return Plan(
        (Annotator("one"),),
        tuple(
            Assignment(f"t{n}", "one", f"SEGQQ{segment}", slots, batch, n, condition=condition)
            for n, (segment, slots, condition, batch) in enumerate(shown)
        ),
    )


PAIR, ALONE, FIVE = NAMES[:2], NAMES[:1], (NAMES[0], NAMES[1], "SYSQQ-c+SYSQQ-d")


def test_each_task_says_what_it_is_asked(people, many):
    """Two texts and a preference, one text and yes or no; digits begin with 1 for both."""
    campaign = many("tournament@1", options={"adequacy": True})
    plan = plan_of((0, PAIR, "tournament", 0), (0, ALONE, "adequacy", 0))
    (person,) = people(campaign, plan)
    batch = person.ready().at("/tasks.json").json()
    assert [task["asks"] for task in batch["tasks"]] == [["better"], ["adequate"]]
    assert [len(task["texts"]) for task in batch["tasks"]] == [2, 1]
    keys = {ask["name"]: [label["key"] for label in ask["labels"]] for ask in batch["page"]["asks"]}
    assert keys == {"better": ["1", "2", "3"], "adequate": ["1", "2"]}
    page = person.at("/tasks").text
    assert "Which translation is better?" in page
    assert "Is this translation adequate?" in page


def test_a_task_of_a_uniform_protocol_says_nothing_of_it(person):
    """All questions are asked, so none is named."""
    person.ready()
    assert "asks" not in person.tasks()[0]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("protocol", ["tournament", "ranking", "crossover"])
def test_instructions_speak_of_the_way_of_asking(people, many, protocol, language):
    """Every protocol has words of its own, and says what its answers mean."""
    told = {}
    for name in (protocol, "ab"):
        campaign = many(f"{name}@1") if name != "ab" else None
        person = people(campaign)[0].ready()
        told[name] = person.at("/instructions.json", language=language).json()
    assert told[protocol]["paragraphs"][0] != told["ab"]["paragraphs"][0]
    assert all(told[protocol]["paragraphs"])
    assert (
        len(told[protocol]["answers"]) == {"tournament": 2, "ranking": 1, "crossover": 3}[protocol]
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("protocol", ["tournament", "ranking", "crossover"])
def test_every_question_and_answer_has_words(people, many, protocol, language):
    """Nobody meets the names that stand in the code."""
    options = {"adequacy": True} if protocol == "tournament" else {}
    person = people(many(f"{protocol}@1", options=options))[0].ready()
    asks = person.at("/tasks.json", language=language).json()["page"]["asks"]
    for ask in asks:
        assert len(ask["question"].split()) >= 3
        assert all(label["text"] != label["value"] for label in ask["labels"])
    assert {ask["widget"] for ask in asks} <= {"choice", "ranks"}


@pytest.mark.parametrize(
    ("condition", "slots", "answer", "kept"),
    [
        ("tournament", PAIR, {"better": "tie"}, True),
        ("tournament", PAIR, {"adequate": "yes"}, False),
        ("tournament", PAIR, {"better": "left", "adequate": "yes"}, False),
        ("tournament", PAIR, {"better": "both_good"}, False),
        ("tournament", PAIR, {"problem": "source"}, True),
        ("adequacy", ALONE, {"adequate": "no", "comment": "half is missing"}, True),
        ("adequacy", ALONE, {"better": "left"}, False),
    ],
)
def test_answers_are_checked_by_what_was_asked(people, many, condition, slots, answer, kept):
    """An answer to the other stage's question is refused."""
    campaign = many("tournament@1", options={"adequacy": True})
    (person,) = people(campaign, plan_of((0, slots, condition, 0)))
    told = person.ready().send(person.judged("t0", answer=answer)).json()
    assert bool(told["saved"]) is kept
    assert [one["reason"] for one in told["refused"]] == ([] if kept else ["invalid"])


@pytest.mark.parametrize(
    ("ranks", "kept"),
    [
        ([1, 2, 2], True),
        ([1, 1, 1], True),
        ([1, 3, 3], True),  # a program may leave gaps; they are kept as given
        ([1, 2], False),
        ([1, 2, 3, 4], False),
        ([1, 2, None], False),
        ([0, 1, 2], False),
        ([1, 2, 9], False),
        ([1.0, 2, 3], False),
        ([True, 2, 3], False),
        ("123", False),
    ],
)
def test_an_order_has_a_place_for_every_translation_shown(people, many, ranks, kept):
    """No more and no fewer than were shown; merged outputs are one of them."""
    (person,) = people(many("ranking@1"), plan_of((0, FIVE, "ranking", 0)))
    (task,) = person.ready().tasks()
    assert len(task["texts"]) == 3
    told = person.send(person.judged(task["id"], answer={"ranks": ranks})).json()
    assert bool(told["saved"]) is kept
    if kept:
        assert person.tasks()[0]["answered"]["answer"] == {"ranks": ranks}


def test_somebody_elses_order_is_refused_without_naming_it(people, many):
    """Looking the assignment up tells no more than before."""
    plan = plan_of((0, FIVE, "ranking", 0))
    plan = replace(plan, annotators=(Annotator("one"), Annotator("two")))
    one, two = people(many("ranking@1"), plan)
    one.ready()
    two.ready()
    answer = {"ranks": [1, 2, 3]}
    theirs = two.send(two.judged("t0", answer=answer)).json()["refused"][0]
    nobodys = two.send(two.judged("t9", answer=answer)).json()["refused"][0]
    assert theirs["reason"] == nobodys["reason"] == "unknown"
    assert theirs["what"] == nobodys["what"]


@pytest.mark.parametrize("protocol", ["tournament", "ranking", "crossover"])
def test_nothing_names_a_system_merged_or_not(people, many, protocol):
    """Pages and twins of all steps are free of names, of `a+b` and of conditions."""
    made = many(f"{protocol}@1", options={"highlight": True} if protocol != "ranking" else {})
    shown = {"tournament": (NAMES[0], "SYSQQ-c+SYSQQ-d"), "ranking": FIVE}
    kinds = ["tournament", "ranking"] if protocol == "crossover" else [protocol]
    plan = plan_of(*((0, shown[kind], kind, n) for n, kind in enumerate(kinds)))
    (person,) = people(made, plan)
    person.ready()
    steps = ("", "/tasks", "/tasks.json", "/instructions", "/break", "/thanks", "/thanks.json")
    seen = [person.at(step) for step in steps]
    seen += [person.at("/tasks.json", batch=str(n)) for n in (1, 2)]
    seen += [person.send(person.judged("t0", answer={"better": "best"}))]
    for page in seen:
        assert "QQ" not in page.text + json.dumps(dict(page.headers))
        assert '"condition"' not in page.text
        assert '"slots": [' not in page.text


def test_a_second_way_of_asking_waits_for_the_first(people, many):
    """Before the first part is done its successor is not handed out, however it is asked for."""
    plan = plan_of((0, PAIR, "tournament", 0), (1, FIVE, "ranking", 1))
    (person,) = people(many("crossover@1"), plan)
    person.ready()
    early = person.at("/tasks.json", batch="2")
    assert (early.status_code, early.json()["reason"]) == (403, "early")
    person.send(person.judged("t0"))
    (task,) = person.at("/tasks.json", batch="2").json()["tasks"]
    assert task["asks"] == ["ranks"]


def test_a_pause_is_told_in_words_and_kept(people, many):
    """Until the second part opens the link leads to a calm page; answers can be looked at."""
    made = many("crossover@1")
    made = replace(made, design=replace(made.design, pause=2.0))
    plan = plan_of((0, PAIR, "tournament", 0), (1, FIVE, "ranking", 1))
    now = [NOON]
    (person,) = people(made, plan, now=lambda: now[0])
    person.ready()
    assert person.at().headers["location"].endswith("/tasks")
    person.send(person.judged("t0", submitted_at=NOON.isoformat()))
    now[0] = NOON + timedelta(days=1)
    assert person.at().headers["location"].endswith("/break")
    page = person.at("/break").text
    assert "The first part is done." in page
    assert "4 November 2026, 12:00 UTC" in page
    told = person.at("/break.json").json()
    assert told["opens_at"] == "2026-11-04T12:00:00Z"
    assert told["own"] == {"done": 1, "assigned": 2, "seconds": 12.5}
    refused = person.at("/tasks.json", batch="2", language="de")
    assert refused.status_code == 403
    assert "4. November 2026, 12:00 UTC" in refused.json()["fix"]
    again = person.at("/tasks.json").json()
    assert (again["batch"], again["tasks"][0]["answered"]["answer"]) == (1, {"better": "left"})
    assert person.at("/tasks").status_code == 200
    assert person.at("/thanks").status_code == 303
    change = person.judged(
        "t0", answer={"better": "tie"}, replaces=again["tasks"][0]["answered"]["id"]
    )
    assert person.send(change | {"submitted_at": NOON.isoformat()}).json()["saved"]
    now[0] = NOON + timedelta(days=2)
    assert person.at().headers["location"].endswith("/tasks")
    assert person.at("/break").status_code == 303
    assert person.at("/break.json").status_code == 404
    assert person.at("/tasks.json").json()["batch"] == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pause_speaks_every_language(people, many, language):
    """The page renders, with the day in words."""
    made = many("crossover@1")
    made = replace(made, design=replace(made.design, pause=2.0))
    plan = plan_of((0, PAIR, "tournament", 0), (1, FIVE, "ranking", 1))
    (person,) = people(made, plan, now=lambda: NOON)
    person.ready().send(person.judged("t0", submitted_at=NOON.isoformat()))
    page = person.at("/break", language=language).text
    assert moment_in_words(language, NOON + timedelta(days=2)) in page
    assert "{" not in page.split("<main")[1].split("</main>")[0]


def test_further_questions_come_instead_of_thanks(people, many):
    """When all is answered the server draws; the code appears only after the last of them."""
    made = many("tournament@1")
    made = replace(made, design=replace(made.design, follow_up=1))
    outputs = {key: f"{key[1]} {key[0]}".replace("QQ", "") for key in made.outputs}
    tree = ((NAMES[0], NAMES[1]), (NAMES[2], NAMES[3]), (NAMES[0], NAMES[2]))
    plan = plan_of(*((0, pair, "tournament", 0) for pair in tree))
    (person,) = people(replace(made, outputs=outputs), plan)
    person.ready()
    first = person.at("/tasks.json").json()
    assert first["grows"]
    # b and c are the best of what nothing relates, as long as a and c are not tied.
    person.send(*(person.judged(task["id"]) for task in first["tasks"]))
    assert person.at("/thanks").headers["location"].endswith(person.token)
    assert person.at().headers["location"].endswith("/tasks")
    more = person.at("/tasks.json").json()
    assert (more["batch"], more["batches"]) == (2, 2)
    assert more["own"] == {"done": 3, "assigned": 4, "seconds": 37.5}
    assert person.at("/thanks.json").json()["code"] == ""
    person.send(*(person.judged(task["id"]) for task in more["tasks"]))
    assert person.at("/thanks.json").json()["code"]


def test_trouble_with_drawing_is_for_managers_only(people, many, monkeypatch):
    """Its words may name a system: the log has them, and the annotator is done."""
    (person,) = people(many("tournament@1"), plan_of((0, PAIR, "tournament", 0)))
    person.ready().send(person.judged("t0"))

    def fail(*_, **__):
        raise NotFound("no translation named 'SYSQQ-a'", fix="Name one.")

    monkeypatch.setattr(person.store.questions, "draw_more", fail)
    assert person.at("/thanks").status_code == 200
    assert "QQ" not in person.at("/tasks.json").text
    logged = [event for event in person.store.history.events("CAMPQQ") if event.event == NOT_DRAWN]
    assert "SYSQQ-a" in logged[0].detail["what"]


def test_a_closed_campaign_draws_nothing(people, many):
    """Whoever comes back for the code gets it, and no new questions."""
    made = many("tournament@1")
    made = replace(made, design=replace(made.design, follow_up=1))
    outputs = {key: f"{key[1]} {key[0]}" for key in made.outputs}
    tree = ((NAMES[0], NAMES[1]), (NAMES[2], NAMES[3]), (NAMES[0], NAMES[2]))
    plan = plan_of(*((0, pair, "tournament", 0) for pair in tree))
    (person,) = people(replace(made, outputs=outputs), plan)
    person.ready()
    person.send(*(person.judged(f"t{n}") for n in range(3)))
    person.store.campaigns.set_state("CAMPQQ", "closed", by="m", at=NOON)
    assert person.at("/thanks").status_code == 200
    assert len(person.store.assignments.of("CAMPQQ", person.id)) == 3


def test_a_comparison_of_two_is_practised_where_many_are_ordered(people, many):
    """A crossover asks in two ways; the answer of an example tells in which one."""
    pair = Example("It rains.", ("Es regnet.", "Es rennt."), "left", "Why.", "en", "de")
    three = replace(pair, texts=("Es regnet.", "Es rennt.", "Regen."), answer={"ranks": [1, 3, 2]})
    made = many("crossover@1", wording=Wording(tutorial=(pair, three)))
    tasks = people(made)[0].ready().at("/tutorial.json").json()["tasks"]
    assert [(task["asks"], len(task["texts"])) for task in tasks] == [
        (["better"], 2),
        (["ranks"], 3),
    ]
