"""Correcting chunks: what is shown, what is kept, and when nothing may be changed any more."""

import threading
from datetime import timedelta

import pytest
from starlette.testclient import TestClient

from tertium import protocols
from tertium.cli.serve import put_folder
from tertium.design import build_plan
from tertium.exceptions import BadInput, Conflict
from tertium.formats.campaign import read_campaign
from tertium.formats.campaign_chunks import chunks_in, entries_of, makers_in
from tertium.formats.chunk_files import read_chunks
from tertium.model import Judgement
from tertium.protocols.chunk_cuts import cuts_of
from tertium.store import campaigns
from tertium.web.annotate.chunks import refuse_other_chunks
from tertium.web.manage import chunks
from tertium.web.manage.sessions import new_session, session_cookie
from tertium.web.openapi import COOKIE
from tests.web.manage.conftest import Browser
from tests.web.manage.test_blind import everything

HERE = "/manage/campaigns/island/chunks"
SYSTEMS = ("SYSQQ-acme", "SYSQQ-bolt")
TOML = """\
name = "island"
title = "An island"
protocol = "chunks@1"
seed = 3
[options]
{options}
[systems]
systems = ["SYSQQ-acme", "SYSQQ-bolt"]
[[texts]]
source_language = "en"
target_language = "de"
file = "texts.tsv"
[design]
annotators = 2
min_words = 1
"""
TEXTS = (
    ("He called her yesterday.", "Er rief sie gestern an.", "Gestern rief er sie an, die 👩‍👧."),
    ("The cat sat.", "- Die Katze saß.", "=Katze, so saß sie."),
)


@pytest.fixture
def place(folder):
    """Write the folder of a campaign."""
    made = folder / "island"
    made.mkdir()
    write(made)
    return made


def write(place, options=""):
    """Write the files of a campaign, with options."""
    rows = ["\t".join(("source", *SYSTEMS)), *("\t".join(row) for row in TEXTS)]
    (place / "texts.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    (place / "campaign.toml").write_text(TOML.format(options=options))


@pytest.fixture
def island(store, place):
    """Put the campaign into the store as `tertium serve` does."""
    put_folder(store, place, new_version=False)
    return place


def shown(manager, query=""):
    """Return the texts of the page by what they say."""
    told = manager.get(f"{HERE}.json{query}").json()
    return {"".join(u["before"] + u["text"] for u in one["units"]): one for one in told["texts"]}


def cut(text, *parts):
    """Return the ranges of chunks that are given by what they say, `…` between parts."""
    return [
        [(text.index(part), text.index(part) + len(part)) for part in one.split(" … ")]
        for one in parts
    ]


def save(manager, text, *parts, **more):
    """Save how a text is cut."""
    one = shown(manager)[text]
    sent = {"state": one["state"], "chunks": cut(text, *parts)} | more
    return manager.post(f"{HERE}/{one['id']}", sent)


def judge(store, number=1):
    """Give the first answer."""
    person = store.annotators.all("island")[0].id
    one = store.assignments.of("island", person)[0]
    cuts = cuts_of(store.campaigns.get("island").options)[one.segment, "target", one.slots[0]]
    answer = {"chunks": {name: "correct" for name, _, _ in cuts}}
    at = store.campaigns.state("island").created_at + timedelta(hours=number)
    store.judgements.append(
        [Judgement(f"judgement-{number}", "island", one.id, person, answer, at)], received_at=at
    )


def makers(store):
    """Return who corrected which chunk."""
    return {
        (key, name): by
        for key, entry in entries_of(store.campaigns.get("island")).items()
        for name, by in makers_in(entry).items()
    }


CALL, MEET = TEXTS[0][1:]


def test_texts_are_shown_in_units_with_their_chunks(manager, island):
    """Words with their signs; whoever knows the page can put the text together."""
    texts = shown(manager)
    assert set(texts) == {text for row in TEXTS for text in row[1:]}
    one = texts[MEET]
    assert [unit["text"] for unit in one["units"]][-2:] == ["die", "👩‍👧."]
    assert one["chunks"] == one["rule"]
    assert not one["looked_at"]
    page = manager.get(HERE).text
    assert "0 of 4 checked" in page
    assert 'aria-label="Cut between “Er” and “rief”"' in page


def test_what_is_saved_stands_in_the_file_and_in_the_store(manager, store, island):
    """A chunk in parts; the file says who made it, and reading it again changes nothing."""
    people = [(one.id, one.token) for one in store.annotators.all("island")]
    work = [store.assignments.of("island", name) for name, _ in people]
    done = save(manager, CALL, "Er", "rief … an.", "sie gestern")
    assert (done.status_code, done.json()["open"]) == (200, 3)
    file = read_chunks(island / "chunks.tsv")
    assert set(file.whose.values()) == {"ada"}
    ((key, own),) = file.chunks.items()
    assert {chunk.text(CALL) for chunk in own} == {"Er", "rief … an.", "sie gestern"}
    assert store.campaigns.get("island") == read_campaign(island)
    assert chunks_in(entries_of(store.campaigns.get("island"))[key]) == own
    before = store.campaigns.state("island")
    put_folder(store, island, new_version=False)
    assert store.campaigns.state("island") == before
    assert [(one.id, one.token) for one in store.annotators.all("island")] == people
    assert [store.assignments.of("island", name) for name, _ in people] == work
    (event,) = [one for one in store.history.events("island") if one.event == "chunks corrected"]
    assert event.actor == "ada"
    assert not any(name in str(event.detail) for name in SYSTEMS)
    assert "1 of 4 checked" in manager.get(HERE).text
    assert len(shown(manager, "?shown=open")) == 3


def test_a_text_that_is_right_is_saved_as_looked_at(manager, store, island):
    """Also such that spreadsheets would compute; every text in turn, and all are there."""
    for text, one in shown(manager).items():
        campaign = store.campaigns.get("island")
        ranges = [chunk.ranges for key, own in entries_of(campaign).items()
                  if campaign.outputs[key[0], key[2]] == text
                  for chunk in chunks_in(own)]  # fmt: skip
        sent = {"state": one["state"], "chunks": ranges}
        assert manager.post(f"{HERE}/{one['id']}", sent).status_code == 200
    assert manager.data(HERE)["counts"] == {"all": 4, "open": 0}
    assert store.campaigns.get("island") == read_campaign(island)
    names = {name for _, name in makers(store)}
    assert all(name.isdecimal() for name in names), "what stays as it was keeps its name"


def test_the_file_that_the_campaign_names_is_written(manager, store, place):
    """Then there is no other; what somebody made there keeps their name."""
    (place / "own.csv").write_text(
        "segment,side,system,chunk,start,end,by\n"
        "en-de.2,target,SYSQQ-acme,verb,0,7,carl\nen-de.2,target,SYSQQ-acme,verb,20,23,carl\n"
        "en-de.2,target,SYSQQ-acme,rest,8,19,carl\n"
    )
    write(place, 'chunks = "own.csv"')
    put_folder(store, place, new_version=False)
    assert manager.data(HERE)["kept_in"] == "own.csv"
    assert save(manager, CALL, "Er rief … an.", "sie", "gestern").status_code == 200
    file = read_chunks(place / "own.csv")
    assert sorted(file.whose.values()) == ["ada", "ada", "carl"]
    assert {one.name for own in file.chunks.values() for one in own} == {"verb", "8-11", "12-19"}
    assert not (place / "chunks.tsv").exists()
    assert store.campaigns.get("island") == read_campaign(place)


def test_sources_are_cut_once_for_all_systems(manager, store, place):
    """They have no letters, since no system wrote them."""
    write(place, 'side = "source"')
    put_folder(store, place, new_version=False)
    assert set(shown(manager)) == {row[0] for row in TEXTS}
    assert save(manager, "The cat sat.", "The cat", "sat.").status_code == 200
    assert store.campaigns.get("island") == read_campaign(place)


def test_an_answer_from_before_a_correction_is_refused(manager, store, island):
    """As many parts as before, but others: the answer is not read with them."""
    protocol = protocols.get("chunks@1", store.campaigns.get("island").options)
    work = [one for person in store.annotators.all("island")
            for one in store.assignments.of("island", person.id)]  # fmt: skip
    before = cuts_of(store.campaigns.get("island").options)
    outputs = store.campaigns.get("island").outputs
    one = next(one for one in work if outputs[one.segment, one.slots[0]] == CALL)
    names = [name for name, _, _ in before[one.segment, "target", one.slots[0]]]
    answer = {"chunks": dict.fromkeys(names, "correct")}
    refuse_other_chunks(protocol, store.campaigns.get("island"), one, answer)
    assert save(manager, CALL, "Er", "rief sie gestern", "an.").status_code == 200
    with pytest.raises(BadInput, match="were corrected since the page was opened"):
        refuse_other_chunks(protocol, store.campaigns.get("island"), one, answer)
    with pytest.raises(BadInput, match="1 chunks are answered where 3 are shown"):
        refuse_other_chunks(
            protocol, store.campaigns.get("island"), one, {"chunks": {"3": "correct"}}
        )


def test_nothing_changes_once_somebody_has_judged(manager, store, island):
    """The page says why and offers no buttons; a save is refused and leaves both as they were."""
    assert save(manager, CALL, CALL).status_code == 200
    one = shown(manager)[MEET]
    judge(store)
    before = (island / "chunks.tsv").read_bytes(), store.campaigns.state("island").hash
    refused = manager.post(
        f"{HERE}/{one['id']}", {"state": one["state"], "chunks": cut(MEET, MEET)}
    )
    assert refused.status_code == 409
    assert "has judgements, so its texts stay as they were judged" in refused.json()["what"]
    assert ((island / "chunks.tsv").read_bytes(), store.campaigns.state("island").hash) == before
    assert [file.name for file in island.iterdir() if file.name.startswith(".")] == []
    store.campaigns.changed()
    page = manager.get(HERE).text
    assert "Annotation has started" in page
    assert 'role="button"' not in page
    assert "/static/cutting.js" not in page
    assert put_folder(store, island, new_version=False) == ("island", None)


def test_a_judgement_that_comes_between_wins(manager, store, island, monkeypatch):
    """The first answer arrives after a save was checked and before it is written."""
    put_options = store.campaigns.put_options

    def late(*given, **more):
        judge(store)
        put_options(*given, **more)

    monkeypatch.setattr(store.campaigns, "put_options", late)
    refused = save(manager, CALL, CALL)
    assert (refused.status_code, "has judgements" in refused.json()["what"]) == (409, True)
    assert not (island / "chunks.tsv").exists()
    assert makers(store) == {}


def test_no_judgement_comes_between_file_and_store(manager, store, island, monkeypatch):
    """While the file is written, answers wait; this one is about the chunks as they are then."""
    write_chunking, seen = chunks.write_chunking, []

    def slowly(*given):
        judging = threading.Thread(target=judge, args=(store,))
        judging.start()
        seen.append((judging, store.campaigns.state("island").frozen_at))
        judging.join(0.2)
        assert judging.is_alive()
        return write_chunking(*given)

    monkeypatch.setattr(chunks, "write_chunking", slowly)
    assert save(manager, CALL, CALL).status_code == 200
    ((judging, frozen_at),) = seen
    judging.join()
    assert frozen_at is None
    store.campaigns.changed()
    assert store.campaigns.state("island").frozen_at is not None
    assert store.campaigns.get("island") == read_campaign(island)


@pytest.mark.parametrize("when", ["file", "commit"])
def test_trouble_leaves_file_and_store_as_they_were(manager, store, island, monkeypatch, when):
    """A file that cannot be written, or a database that does not commit."""
    assert save(manager, CALL, CALL).status_code == 200
    before = (island / "chunks.tsv").read_bytes(), store.campaigns.get("island")

    def fail(*_):
        raise Conflict("no room", fix="Make room.")

    if when == "file":
        monkeypatch.setattr("tertium.formats.chunk_files._to_disk", fail)
    else:
        write_chunking = chunks.write_chunking
        monkeypatch.setattr(
            chunks, "write_chunking", lambda *given: (write_chunking(*given), fail())
        )
    assert save(manager, MEET, MEET).status_code == 409
    store.campaigns.changed()
    assert ((island / "chunks.tsv").read_bytes(), store.campaigns.get("island")) == before


def test_a_save_on_another_state_is_refused(app, manager, store, clock, island):
    """Of two managers the second is told, and nothing of the first is lost."""
    store.managers.add("bob", "")
    bob = Browser(TestClient(app))
    bob.client.cookies.set(COOKIE, session_cookie(store, new_session("bob"), now=clock()))
    one = shown(bob)[CALL]
    assert save(manager, CALL, "Er", "rief … an.", "sie gestern").status_code == 200
    refused = bob.post(f"{HERE}/{one['id']}", {"state": one["state"], "chunks": cut(CALL, CALL)})
    assert refused.status_code == 409
    assert "another manager has changed these chunks" in refused.json()["what"]
    assert len(makers(store)) == 3
    assert save(bob, CALL, "Er", "rief … an.", "sie", "gestern").status_code == 200
    assert sorted(makers(store).values()) == ["ada", "ada", "bob", "bob"]


def test_two_managers_cut_different_texts_at_once(manager, store, island):
    """Both are kept."""
    texts = shown(manager)
    told = []

    def send(text):
        one = texts[text]
        sent = {"state": one["state"], "chunks": cut(text, text)}
        told.append(manager.post(f"{HERE}/{one['id']}", sent).status_code)

    hands = [threading.Thread(target=send, args=(text,)) for text in texts]
    for hand in hands:
        hand.start()
    for hand in hands:
        hand.join()
    assert told == [200] * 4
    assert len(read_chunks(island / "chunks.tsv").chunks) == 4
    assert store.campaigns.get("island") == read_campaign(island)


def test_a_file_that_was_edited_meanwhile_is_not_overwritten(manager, store, island):
    """Somebody corrected it by hand; the server says how it is read."""
    assert save(manager, CALL, CALL).status_code == 200
    file = island / "chunks.tsv"
    edited = file.read_text().replace("\tada", "\tcarl")
    file.write_text(edited)
    refused = save(manager, MEET, MEET)
    assert (refused.status_code, "was edited since" in refused.json()["what"]) == (409, True)
    assert file.read_text() == edited
    put_folder(store, island, new_version=False)
    assert save(manager, MEET, MEET).status_code == 200


def test_a_campaign_without_a_folder_is_kept_in_the_store(manager, store, tmp_path, island):
    """No file is written anywhere."""
    campaign = read_campaign(island)
    elsewhere = tmp_path / "elsewhere"
    island.rename(elsewhere)
    assert manager.data(HERE)["kept_in"] == ""
    assert save(manager, CALL, CALL).status_code == 200
    assert not (elsewhere / "chunks.tsv").exists()
    assert store.campaigns.get("island") != campaign
    assert store.campaigns.state("island").hash == campaigns.content_hash(
        store.campaigns.get("island"), build_plan(store.campaigns.get("island"))
    )


@pytest.mark.parametrize(
    ("ranges", "told"),
    [
        ([[[0, 7]]], "is in no chunk"),
        ([[[0, 23]], [[3, 7]]], "overlaps"),
        ([[[0, 99]]], "is not in the text"),
        ([[]], "of length >= 1"),
        ([[[-1, 4]]], "the body"),
    ],
)
def test_chunks_that_do_not_fit_are_refused(manager, island, ranges, told):
    """Whatever a program sends."""
    refused = save(manager, CALL, chunks=ranges)
    assert refused.status_code == 422
    assert told in str(refused.json())
    assert not (island / "chunks.tsv").exists()


def test_a_grapheme_is_never_cut(manager, island):
    """A family of emoji is one character."""
    at = MEET.index("👩") + 1
    refused = save(manager, MEET, chunks=[[[0, at]], [[at, len(MEET)]]])
    assert (refused.status_code, "cuts a character" in refused.json()["what"]) == (422, True)


def test_a_manager_reads_how_many_parts_got_which_answer(manager, store, island):
    """On the page of whoever judged them."""
    judge(store)
    people = "/manage/campaigns/island/annotators"
    given = [
        asked["given"]["labels"]["chunks"]
        for person in store.annotators.all("island")
        for asked in manager.data(f"{people}/{person.id}")["asked"]
        if asked["given"]
    ]
    assert given
    assert all(" correct" in told for told in given), given


def test_no_page_names_a_system_before_the_reveal(manager, store, island):
    """Letters until then; their order does not follow that of the systems."""
    assert save(manager, CALL, CALL).status_code == 200
    for path, answer in everything(manager, "island"):
        if path.rpartition("/")[2] == "campaign.toml":
            continue  # what was uploaded: it says who takes part, and nothing of any answer
        assert answer.status_code in (200, 403, 404), (path, answer.text)
        assert not any(name in answer.text for name in SYSTEMS), path
    assert {one["name"] for one in shown(manager).values()} == {"A", "B"}
    manager.post("/manage/campaigns/island/reveal", {"sure": "yes"})
    assert {one["name"] for one in shown(manager).values()} == set(SYSTEMS)


def test_other_campaigns_have_no_chunks(manager, campaign):
    """Nothing is shown, nothing can be saved, and no tab leads there."""
    told = manager.data(f"/manage/campaigns/{campaign.name}/chunks")
    assert told["texts"] == []
    sent = {"state": "x", "chunks": []}
    path = f"/manage/campaigns/{campaign.name}/chunks/none"
    assert manager.post(path, sent).status_code == 404
    assert "/chunks" not in manager.get(f"/manage/campaigns/{campaign.name}/texts").text
