"""Ratings in two steps: no source before all was rated without it, no way back afterwards."""

from datetime import UTC, datetime

import pytest

from tertium.design import build_plan
from tertium.exceptions import Conflict
from tertium.formats.campaign import read_campaign

SOURCES = [f"Source sentence number {n}." for n in range(1, 8)]


def rated(tmp_path, *, batch=3, documents=False, options="", sources=SOURCES):
    """Return a campaign of two systems rated for fluency and adequacy."""
    rows = ["segment\tsource\talpha\tbeta" + "\tdocument" * documents]
    for n, source in enumerate(sources):
        row = f"s{n}\t{source}\tA{n} text\tB{n} text" + f"\td{n // 4}" * documents
        rows.append(row)
    (tmp_path / "texts.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    (tmp_path / "campaign.toml").write_text(
        f"""name = "CAMPQQ"
protocol = "rating@1"
[options]
{options}
[systems]
systems = ["alpha", "beta"]
[[texts]]
source_language = "en"
target_language = "de"
file = "texts.tsv"
[design]
annotators = 2
common = 0
judges = 2
batch = {batch}
""",
        encoding="utf-8",
    )
    return read_campaign(tmp_path)


def mine(campaign):
    plan = build_plan(campaign)
    return [one for one in plan.assignments if one.annotator == plan.annotators[0].id]


def answered(person, task):
    """Rate one task as its page would."""
    names = task.get("asks", [])
    given = {"fluency": ["good"], "adequacy": ["all"]}
    return person.send(
        person.judged(task["id"], answer={name: given[name] for name in names})
    ).json()


def test_single_segments_are_asked_in_blocks(tmp_path):
    """Three segments without their source, in both versions, then beside it; never by turns."""
    work = mine(rated(tmp_path))
    runs = []
    for one in work:
        if not runs or runs[-1][0] != one.condition:
            runs.append((one.condition, []))
        runs[-1][1].append(one)
    assert [condition for condition, _ in runs] == ["alone", "beside"] * 3
    assert [len(run) for _, run in runs] == [6, 6, 6, 6, 2, 2]
    for (_, first), (_, second) in zip(runs[::2], runs[1::2], strict=True):
        assert {(one.segment, one.slots) for one in first} == {
            (one.segment, one.slots) for one in second
        }


def test_outputs_may_stand_side_by_side(tmp_path):
    """Each segment is then asked about once in a step."""
    work = mine(rated(tmp_path, options="outputs = 2"))
    assert len(work) == 2 * len(SOURCES)
    assert {frozenset(one.slots) for one in work} == {frozenset(("alpha", "beta"))}


def test_whole_documents_are_asked_about_once(tmp_path):
    """A question about the text comes with its last segment."""
    work = mine(rated(tmp_path, documents=True, options='unit = "document"'))
    assert len(work) == 2 * 2 * 2  # documents, systems, steps
    assert {one.segment for one in work} == {"s3", "s6"}


@pytest.mark.parametrize("documents", [False, True])
def test_no_source_is_sent_before_the_block_is_rated(tmp_path, people, documents):
    """Other batches of the block are refused until its last rating is stored."""
    person = people(rated(tmp_path, documents=documents))[0].ready()
    opened = set()
    while True:
        reply = person.at("/tasks.json")
        batch = reply.json()
        tasks = [one for one in batch["tasks"] if not one["answered"]]
        if not tasks:
            break
        if tasks[0]["asks"] == ["fluency"]:
            assert not any(source in reply.text for source in SOURCES)
            for number in range(batch["batch"] + 1, batch["batches"] + 1):
                other = person.at("/tasks.json", batch=str(number))
                shown = {source for source in SOURCES if source in other.text}
                assert not shown - opened, "a source was sent too early"
        else:
            opened |= {one["source"]["text"] for one in tasks}
        for task in tasks:
            assert answered(person, task)["saved"]
    assert opened == set(SOURCES)


def test_a_rating_is_closed_when_its_source_was_shown(tmp_path, people):
    """It can be changed before; afterwards it stays."""
    person = people(rated(tmp_path))[0].ready()
    while (tasks := person.at("/tasks.json").json()["tasks"])[0]["asks"] == ["fluency"]:
        first = tasks[0]["id"]
        for task in tasks:
            assert answered(person, task)["saved"]
    known = person.store.assignments.answered("CAMPQQ", person.id)[first]
    changed = person.judged(first, answer={"fluency": ["disfluent"]}, replaces=known.id)
    (refused,) = person.send(changed).json()["refused"]
    assert "closed" in refused["what"]


def test_an_answer_beside_the_source_is_refused_before_its_time(tmp_path, people):
    """Whoever knows the id of a task cannot use it early."""
    person = people(rated(tmp_path))[0].ready()
    work = person.store.assignments.of("CAMPQQ", person.id)
    later = next(one for one in work if one.condition == "beside")
    (refused,) = person.send(person.judged(later.id, answer={"adequacy": ["all"]})).json()[
        "refused"
    ]
    assert refused["what"] == "this step is not open yet"


def test_a_scale_is_frozen_with_the_first_rating(tmp_path, people):
    """A changed wording is another question."""
    campaign = rated(tmp_path, options='scales = ["mos"]')
    person = people(campaign)[0].ready()
    task = person.tasks()[0]
    assert person.send(person.judged(task["id"], answer={"mos": ["good"]})).json()["saved"]
    other = rated(tmp_path, options='scales = ["sqm"]')
    with pytest.raises(Conflict, match="scale of campaign 'CAMPQQ' was changed"):
        person.store.campaigns.put(other, build_plan(other), at=datetime.now(UTC), new_version=True)


@pytest.mark.parametrize("protocol", ["slider@1", "square@1"])
def test_scores_can_be_asked_without_the_source(tmp_path, people, protocol):
    """Against none, no source leaves the server."""
    campaign = rated(tmp_path)
    (tmp_path / "campaign.toml").write_text(
        (tmp_path / "campaign.toml")
        .read_text(encoding="utf-8")
        .replace("rating@1", protocol)
        .replace("[options]", '[options]\nagainst = "none"')
        .replace("batch = 3\n", "" if protocol == "slider@1" else "batch = 3\n")
        .replace("common = 0\n", "" if protocol == "slider@1" else "common = 0\n"),
        encoding="utf-8",
    )
    assert campaign.name
    person = people(read_campaign(tmp_path))[0].ready()
    reply = person.at("/tasks.json")
    assert reply.json()["tasks"]
    assert not any(source in reply.text for source in SOURCES)
