"""Practice on the real page: what is asked, what counts as the usual answer, what is kept."""

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from tertium import protocols
from tertium.cli.demo import write_texts
from tertium.exceptions import TertiumError
from tertium.formats.campaign import read_campaign
from tertium.model import Example
from tertium.protocols import Choice, Editor, Ranks, Rating, Slider
from tertium.protocols.chunk_ask import Chunks
from tertium.protocols.practice import rehearse, sample_example
from tertium.protocols.protocol import Protocol
from tertium.protocols.spans import Spans
from tertium.text.spans import text_hash
from tests.web.annotate.conftest import NOW

STEPS = ("consented", "profile", "instructed")


def practised(protocol: Protocol, folder: Path):
    """Return the first demonstration of a protocol."""
    write_texts(protocol.demonstrations[0].file, folder / "texts")
    return replace(read_campaign(folder / "texts"), name="CAMPQQ")


def usual(protocol, task, item):
    """Return the expected answer of an item as a browser would send it, and a wrong one."""
    shown = len(item.assignment.slots)
    right, wrong = {}, {}
    for ask in protocol.asks_for(item.assignment.condition):
        gold = item.expected.get(ask.name)
        match ask:
            case Choice():
                right[ask.name] = gold or ask.labels[0]
                wrong[ask.name] = next(one for one in ask.labels if one != right[ask.name])
            case Ranks():
                right[ask.name], wrong[ask.name] = gold, [1] * shown
            case Slider():
                right[ask.name] = gold
                wrong[ask.name] = [(one + 50) % 101 for one in gold]
            case Rating():
                right[ask.name] = gold
                wrong[ask.name] = [next(one for one in ask.labels if one not in gold)] * shown
            case Editor():
                right[ask.name] = {"text": gold["text"].replace(".", " !"), "events": []}
                wrong[ask.name] = {"text": "Nada.", "events": []}
            case Chunks():
                right[ask.name] = gold
                wrong[ask.name] = dict.fromkeys(gold, ask.labels[-1])
            case Spans():
                first = item.example.texts[0]
                hashes = {
                    "source": text_hash(item.example.source) if "source" in task else "",
                    "targets": [text_hash(first)],
                }
                right[ask.name] = hashes | {"marks": gold["marks"]}
                node = ask.typology.nodes[0].id if ask.typology.nodes else ""
                if gold["marks"]:
                    wrong[ask.name] = hashes | {"marks": []}
                else:
                    mark = {"slot": 1, "side": "target", "start": 0, "end": 1, "quote": first[0]}
                    mark |= {"category": node, "severity": ask.typology.severities[0].id}
                    wrong[ask.name] = hashes | {"marks": [mark]}
    return right, wrong


@pytest.mark.parametrize("name", protocols.names())
def test_every_protocol_is_practised_on_its_own_page(people, tmp_path, name):
    """The answer stays here until one has answered; afterwards nothing of it is kept."""
    campaign = practised(protocols.get(name), tmp_path)
    protocol = protocols.get(campaign.protocol, campaign.options)
    person = people(campaign)[0]
    for step in STEPS:
        person.store.annotators.record_step("CAMPQQ", person.id, step, {}, at=NOW)
    assert person.at().headers["location"].endswith("/tutorial")
    page, batch = person.at("/tutorial"), person.at("/tutorial.json")
    assert "data-practice" in page.text
    items = rehearse(protocol, campaign.wording.tutorial)
    tasks = batch.json()["tasks"]
    assert [task["id"] for task in tasks] == [item.assignment.id for item in items]
    for task, item in zip(tasks, items, strict=True):
        assert item.example.why not in page.text + batch.text
        assert [text["text"] for text in task["texts"]] == list(item.example.texts)
        assert person.at().headers["location"].endswith("/tutorial")
        right, wrong = usual(protocol, task, item)
        for answer, same in ((wrong, False), (right, True)):
            told = person.tried(task["id"], **answer)
            assert told.status_code == 200, told.text
            assert told.json()["same"] is same, answer
            assert told.json()["why"] == item.example.why
    assert person.at().headers["location"].endswith("/tasks")
    assert list(person.store.judgements.all("CAMPQQ")) == []
    assert not {task["id"] for task in person.tasks()} & {task["id"] for task in tasks}


@pytest.mark.parametrize(
    ("ask", "given", "expected", "same"),
    [
        (Choice("better", ("left", "right")), "left", "left", True),
        (Choice("better", ("left", "right")), "left", "right", False),
        (Slider("overall"), [70, 20], [80, 30], True),
        (Slider("overall"), [69, 20], [80, 20], False),
        (Slider("errors", counts=True), [1], [2], False),
        (Ranks("ranks"), [1, 2, 3], [1, 2, 2], True),
        (Ranks("ranks"), [1, 1, 3], [1, 2, 2], False),
        (Editor("edited"), {"text": "Hier  ist es"}, {"text": "Hier ist es."}, True),
        (Editor("edited"), {"text": "Hier war es."}, {"text": "Hier ist es."}, False),
        (Chunks("chunks", ("c", "p")), {"1": "c", "2": "p"}, {"1": "c", "2": "p"}, True),
        (Chunks("chunks", ("c", "p")), {"1": "c", "2": "c"}, {"1": "c", "2": "p"}, False),
    ],
)
def test_what_counts_as_the_usual_answer(ask, given, expected, same):
    """Scores within a tenth of the scale, orders by pairs, words without punctuation."""
    assert ask.agrees(given, expected) is same


def marked(start, end, severity="major", category=""):
    """Return one mark."""
    return {"slot": 1, "side": "target", "start": start, "end": end, "quote": "",
            "severity": severity, "category": category}  # fmt: skip


@pytest.mark.parametrize(
    ("marks", "same"),
    [
        ([marked(4, 9)], True),
        ([marked(7, 9), marked(0, 2)], True),
        ([marked(8, 9)], False),
        ([marked(4, 8, "minor")], False),
        ([marked(4, 8), marked(0, 1), marked(1, 2)], False),
        ([], False),
    ],
)
def test_marks_meet_the_expected_ones(marks, same):
    """They share text and severity; as many again may stand beside them."""
    assert Spans("errors").agrees({"marks": marks}, {"marks": [marked(4, 8)]}) is same


def test_an_unknown_item_and_a_wrong_answer_are_refused(person):
    """Only items of the tutorial are tried, and only answers to what is asked."""
    person.ready()
    assert person.tried("practice-7", better="left").status_code == 404
    assert person.tried("practice-1", better="nonsense").status_code == 422


@pytest.mark.parametrize("name", protocols.names())
def test_the_sample_in_a_new_file_can_be_practised(tmp_path, name):
    """It is an example of what its protocol asks."""
    campaign = practised(protocols.get(name), tmp_path)
    protocol = protocols.get(campaign.protocol, campaign.options)
    sample = tomllib.loads("\n".join(sample_example(protocol)))
    (item,) = rehearse(protocol, (Example(**sample),))
    assert item.expected


WRONG = "accuracy/mistranslation"


def expects(**mark):
    """Return the answer of an example that expects one mark."""
    return {"errors": [{"severity": "major", "category": WRONG} | mark]}


@pytest.mark.parametrize(
    ("name", "answer", "texts", "says"),
    [
        ("ab", "left", ("a",), r"texts: 1 text instead of 2\."),
        ("ab", "left", ("a", " "), "texts: text 2 is empty"),
        ("ab", "lft", ("a", "b"), "'lft' is not an answer to 'better'"),
        ("ab", {}, ("a", "b"), "answer: no answer is expected"),
        ("ranking", {"ranks": [1, 2, 3]}, ("a", "b"), "3 ranks for 2 translations"),
        ("ranking", {"ranks": [1]}, ("a",), "texts: 1 text instead of 2 to 5"),
        ("crossover", {"better": "left", "ranks": [1, 2]}, ("a", "b"), "are not asked together"),
        ("slider", {"overal": [3]}, ("a",), "no question named 'overal'. Did you mean 'overall'"),
        ("slider", {"overall": [300]}, ("a",), "a score for every translation"),
        ("postedit", {"edited": 3}, ("a",), "must be the text as it should be"),
        ("postedit", {"edited": " "}, ("a",), "must be the text as it should be"),
        ("postedit", {"tiring": "very"}, ("a",), "'tiring' cannot be practised"),
        ("mqm", {"errors": "c"}, ("a",), "must be a list of marks"),
        ("mqm", expects(quote="z"), ("a",), "mark 1: 'z' does not stand in the translation"),
        ("mqm", expects(quote="a", start=9), ("a",), "mark 1: 'a' does not stand at 9 in the tr"),
        ("mqm", expects(quote="a", side="source"), ("b",), "mark 1: 'a' stands 4 times in the so"),
        ("mqm", expects(), ("a",), "mark 1: a mark quotes nothing"),
        ("mqm", expects(quote="a", system="x"), ("a",), "mark 1: no setting named 'system'"),
        ("mqm", expects(quote="a", slot=2), ("a",), "mark 1: there is no translation 2"),
        ("mqm", expects(quote="a", side="sauce"), ("a",), "mark 1: no side named 'sauce'"),
        ("mqm", expects(quote="a", severity=""), ("a",), "mark 1: a mark has no severity"),
        ("mqm", expects(quote="a", severity="grave"), ("a",), "no severity named 'grave'"),
        ("mqm", expects(quote="a", category="z"), ("a",), "no category named 'z'"),
        (
            "chunks",
            {"chunks": ["correct"]},
            ("Er kam, weil es schneite.",),
            "1 answer for 2 chunks",
        ),
        ("chunks", {"chunks": {"7": "correct"}}, ("Ja.",), "no chunk named '7'"),
        ("chunks", {"chunks": ["corect"]}, ("Ja.",), "'corect' is not an answer to chunk 1"),
    ],
)
def test_an_example_is_checked(tmp_path, name, answer, texts, says):
    """An expected answer must be one that could be given to the texts of the example."""
    campaign = practised(protocols.get(name), tmp_path)
    protocol = protocols.get(campaign.protocol, campaign.options)
    example = Example("a banana", texts, answer, "why", "en", "de")
    with pytest.raises(TertiumError, match=says):
        rehearse(protocol, (example,))


def test_a_translation_from_scratch_is_practised_where_no_text_is_given(people, tmp_path):
    """Then its whole text is expected, and nothing is rated."""
    campaign = practised(protocols.get("postedit"), tmp_path)
    example = Example("It rains.", ("",), {"edited": "Es regnet."}, "why", "en", "de")
    wording = replace(campaign.wording, tutorial=(example,))
    person = people(replace(campaign, wording=wording))[0].ready()
    (task,) = person.at("/tutorial.json").json()["tasks"]
    assert (task["mode"], task["asks"]) == ("scratch", ["edited"])
    events = [{"t": 1, "k": "input", "r": [0, 0, "Es regnet."]}]
    told = person.tried(task["id"], edited={"text": "Es regnet.", "events": events}).json()
    assert told["same"]
