"""Batches of tasks, as a browser may know them."""

import json

import pytest

from tertium.model import Assignment, Segment
from tertium.web.annotate.tasks import MOST, batches
from tertium.web.annotate.texts import direction, language_tag
from tertium.web.languages import LANGUAGES


def test_a_batch_holds_texts_in_slots_and_nothing_behind_them(person):
    """Source, neighbours and two texts with language and direction; an opaque name."""
    person.ready()
    batch = person.at("/tasks.json").json()
    assert (batch["batch"], batch["batches"], len(batch["tasks"])) == (1, 2, 5)
    task = batch["tasks"][0]
    assert set(task) == {"id", "source", "texts", "before", "after", "answered"}
    assert task["source"]["language"] == "en"
    assert [text["direction"] for text in task["texts"]] == ["ltr", "ltr"]
    number = int(task["source"]["text"].split()[2])
    assert {text["text"] for text in task["texts"]} == {
        f"Zug {number} fährt heute mittags ab.",
        f"Der Zug {number} fährt heute um zwölf Uhr ab.",
    }
    before = [text["text"].split()[2] for text in task["before"]]
    assert before == [str(n) for n in range(max(0, number - 2), number)]


def test_slots_follow_the_assignment(person):
    """What stands first on the screen is what the plan says stands first."""
    person.ready()
    tasks = {task["id"]: task for task in person.tasks()}
    outputs = person.store.campaigns.get("CAMPQQ").outputs
    for assignment in person.store.assignments.of("CAMPQQ", person.id)[:5]:
        expected = [outputs[assignment.segment, system] for system in assignment.slots]
        assert [text["text"] for text in tasks[assignment.id]["texts"]] == expected


def test_nothing_names_a_system_a_file_a_segment_or_a_set(person):
    """Every page and twin of the way is free of what must stay hidden."""
    pages = [person.at(), person.at("/consent"), person.at("/consent.json")]
    person.ready()
    for step in ("profile", "instructions", "tutorial", "tasks", "thanks", "preferences"):
        pages += [person.at(f"/{step}"), person.at(f"/{step}.json")]
    (task, *_) = person.tasks()
    pages += [
        person.send(person.judged(task["id"])),
        person.send(person.judged(task["id"])),
        person.send(person.judged("SEGQQ1")),
    ]
    for page in pages:
        seen = page.text + json.dumps(dict(page.headers))
        seen = seen.replace(person.token, "")  # drawn by lot: it may hold any letters
        assert "QQ" not in seen.replace("SEGQQ1", "", seen.count("SEGQQ1") * (page is pages[-1]))
        for word in ("common", "unique", "baseline", "advanced", '"pass"', '"set"'):
            assert word not in page.text, (page.url, word)


def test_the_current_batch_is_the_first_with_open_items(person):
    """After the first batch comes the second; after all, the last one stays readable."""
    person.ready()
    person.send(*[person.judged(task["id"]) for task in person.tasks()])
    assert person.at("/tasks.json").json()["batch"] == 2
    person.send(*[person.judged(task["id"]) for task in person.tasks()])
    assert person.at("/tasks.json").json()["batch"] == 2
    first = person.at("/tasks.json", batch="1").json()
    assert all(task["answered"]["answer"] == {"better": "left"} for task in first["tasks"])


@pytest.mark.parametrize("wanted", ["0", "3", "x", "-1", "١", "9" * 5_000])
def test_a_batch_that_is_not_there_is_named(person, wanted):
    """A mistyped batch is an error with a remedy."""
    told = person.ready().at("/tasks.json", batch=wanted)
    assert told.status_code == 404
    assert "1 to 2" in told.json()["fix"]


def test_large_batches_travel_in_parts():
    """No more than a hundred tasks at once, whatever the plan says; no task twice."""
    work = [Assignment(f"a{n}", "p", "s", ("x", "y"), batch=n // 230) for n in range(300)]
    parts = batches(work)
    assert [len(part) for part in parts] == [100, 100, 30, 70]
    assert max(map(len, parts)) <= MOST
    assert [one for part in parts for one in part] == work


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("ar", "rtl"), ("ar-EG", "rtl"), ("he", "rtl"), ("fa_IR", "rtl"), ("ur", "rtl"),
        ("az-Arab", "rtl"), ("ks-Deva", "ltr"), ("en", "ltr"), ("zh-Hant", "ltr"), ("", "auto"),
        ("und", "auto"),
    ],
)  # fmt: skip
def test_direction_follows_the_language_and_its_script(code, expected):
    """A script in the code goes before the language's usual one."""
    assert direction(code) == expected


def test_language_codes_become_tags():
    """Underscores are common in file names and unknown to browsers."""
    assert language_tag(" zh_CN ") == "zh-CN"


def test_right_to_left_texts_say_so(people, make_campaign):
    """Arabic outputs carry `ar` and `rtl`, also when they begin with a Latin name."""
    made = make_campaign()
    segments = tuple(
        Segment(s.id, s.source, s.document, s.position, s.domain, "en", "ar") for s in made.segments
    )
    person = people(make_campaign(segments=segments))[0].ready()
    for text in person.tasks()[0]["texts"]:
        assert (text["language"], text["direction"]) == ("ar", "rtl")


@pytest.mark.parametrize(
    ("options", "keys"),
    [
        ({"variant": "five"}, ["left", "right", "both_good", "both_bad", "other"]),
        ({"variant": "binary"}, ["left", "right"]),
        ({"variant": "ternary"}, ["left", "right", "tie"]),
        ({"variant": "post-edit", "good_enough": True}, ["left", "right", "neither", "yes", "no"]),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_answers_have_the_digits_in_displayed_order(people, make_campaign, options, keys, language):
    """All four variants, in all languages, the second question counting on."""
    person = people(make_campaign(options=options))[0].ready()
    asks = person.at("/tasks.json", language=language).json()["page"]["asks"]
    labels = [label for ask in asks for label in ask["labels"]]
    assert [label["value"] for label in labels] == keys
    assert [label["key"] for label in labels] == [str(n) for n in range(1, len(keys) + 1)]
    assert len({label["text"] for label in labels}) == len(keys)
    assert [label["value"] for label in labels if label["needs_comment"]] == [
        key for key in keys if key == "other"
    ]
    page = person.at("/tasks", language=language).text
    assert all(f'value="{key}"' in page for key in keys)


def test_a_deep_page_is_the_same_for_everybody(people):
    """Two people's pages differ in nothing but their links: order and length tell nothing."""
    one, two = (person.ready() for person in people())
    assert one.at("/tasks").text.replace(one.token, "") == two.at("/tasks").text.replace(
        two.token, ""
    )
