"""Texts come in by upload: what fits becomes a campaign, what is open is asked, nothing is lost."""

import gzip
import io
import os
import time
import zipfile
from html import unescape

import pytest
from starlette.testclient import TestClient

from tertium.web.app import create_app
from tertium.web.manage import received

ABOUT = {"title": "Spring release", "source_language": "en", "target_language": "de"}
TOML = """
name = "packed"
title = "Packed texts"
protocol = "ab@1"
[systems]
baseline = "one"
advanced = "two"
[[texts]]
source_language = "en"
target_language = "de"
file = "{file}"
[design]
annotators = 2
common = 4
"""
TSV = "source\tone\ttwo\n" + "".join(
    f"The number {k} train leaves the station today.\tZug {k}.\tDer Zug {k} geht.\n"
    for k in range(12)
)


def packed(files):
    """Return a zip as a browser sends it."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in files.items():
            made.writestr(name, content)
    out.seek(0)
    return {"texts": ("campaign.zip", out, "application/zip")}


def left_behind(folder):
    """Return everything in the folder, drafts included."""
    return [path for path in folder.rglob("*") if path.is_file()]


def asked(manager, sent):
    """Return what is asked about an upload that was kept, and its address."""
    assert sent.status_code == 303
    address = sent.headers["location"].partition("?")[0]
    assert address.endswith("/question"), address
    return address, manager.data(address)


def test_three_text_files_become_a_campaign(manager, store, folder, text_files):
    """Upload, look at the dry run, open: the campaign is stored and its folder stands there."""
    sent = manager.send("/manage/new", ABOUT, text_files())
    assert sent.headers["location"] == "/manage/drafts/spring-release?done=uploaded"
    assert store.campaigns.all() == []
    draft = manager.data("/manage/drafts/spring-release")
    assert draft["tasks"] == sum(load["tasks"] for load in draft["loads"]) > 0
    assert draft["warnings"]
    assert manager.data("/manage")["drafts"] == ["spring-release"]
    assert "r6" not in manager.get("/manage/drafts/spring-release").text
    manager.post("/manage/drafts/spring-release/open")
    assert [state.name for state in store.campaigns.all()] == ["spring-release"]
    assert {system.name for system in store.campaigns.get("spring-release").systems} == {"r6", "r7"}
    assert (folder / "spring-release" / "campaign.toml").is_file()
    assert manager.data("/manage")["drafts"] == []


def test_a_draft_can_be_discarded(manager, store, folder, text_files):
    """Nothing of it stays."""
    manager.send("/manage/new", ABOUT, text_files())
    assert manager.post("/manage/drafts/spring-release/discard").status_code == 200
    assert left_behind(folder) == []
    assert store.campaigns.all() == []


@pytest.mark.parametrize("name", ["texts.tsv", "texts.tsv.gz", "texts.csv", "texts.csv.gz"])
def test_one_table_is_enough(manager, name):
    """A table with a source and two systems, packed or not."""
    table = TSV.replace("one\ttwo", "old\tnew")
    content = (table if ".tsv" in name else table.replace("\t", ",")).encode()
    packed_content = gzip.compress(content) if name.endswith(".gz") else content
    files = {"texts": (name, io.BytesIO(packed_content))}
    sent = manager.send("/manage/new", {**ABOUT, "name": "table", "annotators": "2"}, files)
    assert sent.headers["location"].startswith("/manage/drafts/table")
    assert manager.data("/manage/drafts/table")["loads"][1]["annotator"] == "ann-02"


def test_what_the_texts_do_not_tell_is_asked(manager, folder, store):
    """Which of two systems is the older one is not guessed; the file is sent once."""
    sent = manager.send("/manage/new", ABOUT, {"texts": ("texts.tsv", io.BytesIO(TSV.encode()))})
    address, page = asked(manager, sent)
    assert (page["question"]["asks"], page["question"]["choices"]) == ("baseline", ["one", "two"])
    assert page["files"] == ["texts.tsv"]
    shown = manager.get(address).text
    assert "which of &#39;one&#39; and &#39;two&#39; is the baseline" in shown
    assert "--baseline" not in shown
    assert manager.data("/manage")["drafts"] == ["spring-release"]
    assert manager.post("/manage/drafts/spring-release/open").status_code == 409
    manager.send(address, {**ABOUT, "present": "two"})
    assert manager.post("/manage/drafts/spring-release/open").status_code == 200
    assert store.campaigns.get("spring-release").system("baseline").name == "two"


def test_a_zip_of_a_campaign_folder_is_taken_as_it_is(manager, store):
    """A folder around the files is taken off; hidden files are left out."""
    files = {
        "spring/campaign.toml": TOML.format(file="texts.tsv"),
        "spring/texts.tsv": TSV,
        "__MACOSX/spring/._texts.tsv": "x",
        "spring/.DS_Store": "x",
    }
    sent = manager.send("/manage/new", {}, packed(files))
    assert sent.headers["location"].startswith("/manage/drafts/packed")
    manager.post("/manage/drafts/packed/open")
    assert store.campaigns.get("packed").title == "Packed texts"


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({"../outside.txt": "x"}, "leads out of the zip"),
        ({"/etc/outside.txt": "x"}, "leads out of the zip"),
        ({"a/../../outside.txt": "x"}, "leads out of the zip"),
    ],
)
def test_a_zip_cannot_reach_outside_its_folder(manager, folder, store, files, sentence):
    """One sentence tells it, and nothing is kept."""
    sent = manager.send("/manage/new", {**ABOUT, "name": "bad"}, packed(files))
    assert sent.status_code == 422
    assert sentence in sent.text
    assert str(folder) not in sent.text
    assert left_behind(folder) == []


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({"campaign.toml": TOML.format(file="/etc/hostname")}, "/etc/hostname"),
        ({"campaign.toml": TOML.format(file="../../tertium.db")}, "tertium.db"),
        ({"campaign.toml": "name = 3"}, "campaign.toml:1"),
        ({}, "no texts"),
    ],
)
def test_a_campaign_file_cannot_reach_outside_its_folder(manager, folder, files, sentence):
    """What it names is looked for beside it only; the upload is kept, and a page tells it."""
    sent = manager.send("/manage/new", {**ABOUT, "name": "bad"}, packed(files))
    address, _ = asked(manager, sent)
    assert sentence in manager.get(address).text
    assert str(folder) not in manager.get(address).text


def test_an_example_that_cannot_be_practised_is_told_with_its_line(manager, folder):
    """An answer that is none of those to the question, as `check` tells it."""
    example = '[[wording.tutorial]]\nsource = "a"\ntexts = ["b", "c"]\nanswer = "lft"\nwhy = "d"\n'
    told = f"{TOML}{example}".format(file="t.tsv")
    line = told.splitlines().index('answer = "lft"') + 1
    sent = manager.send("/manage/new", {}, packed({"campaign.toml": told, "t.tsv": TSV}))
    address, _ = asked(manager, sent)
    shown = unescape(manager.get(address).text)
    assert f"<bdi>campaign.toml:{line}</bdi>: 'lft' is not an answer to 'better'." in shown
    assert str(folder) not in shown


def test_a_link_inside_a_zip_is_refused(manager, folder):
    """A symbolic link could point anywhere."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        link = zipfile.ZipInfo("texts.tsv")
        link.external_attr = 0o120777 << 16
        made.writestr(link, "/etc/passwd")
    out.seek(0)
    sent = manager.send("/manage/new", ABOUT, {"texts": ("x.zip", out)})
    assert sent.status_code == 422
    assert left_behind(folder) == []


@pytest.mark.parametrize("kind", ["zip", "gz"])
def test_a_bomb_does_not_go_off(manager, folder, monkeypatch, kind):
    """What unpacks to more than the limit is stopped at the limit, whatever it claims."""
    monkeypatch.setattr(received, "MAX_UNPACKED", 1_000_000)
    content = b"a" * 3_000_000
    files = (
        packed({"texts.tsv": content})
        if kind == "zip"
        else {"texts": ("texts.tsv.gz", io.BytesIO(gzip.compress(content)))}
    )
    sent = manager.send("/manage/new", ABOUT, files)
    assert sent.status_code == 422
    assert "more than 1 MB" in sent.text
    assert left_behind(folder) == []


def test_a_broken_archive_is_told(manager, folder):
    """What only looks like a zip or a gzip is refused in one sentence."""
    for name in ("texts.zip", "texts.tsv.gz"):
        sent = manager.send("/manage/new", ABOUT, {"texts": (name, io.BytesIO(b"no archive"))})
        assert sent.status_code == 422
    assert left_behind(folder) == []


def test_a_locked_or_damaged_zip_is_told(manager, folder):
    """A password, a torn end, a changed byte: one sentence each, and nothing stays."""
    whole = packed({"texts.tsv": TSV})["texts"][1].getvalue()
    locked = bytearray(whole)
    locked[6] |= 1  # the bit that says that an entry needs a password, here and in the list
    locked[whole.index(b"PK\x01\x02") + 8] |= 1
    changed = bytearray(whole)
    changed[60] ^= 0xFF
    for content in (bytes(locked), whole[: len(whole) // 2], bytes(changed)):
        sent = manager.send("/manage/new", ABOUT, {"texts": ("x.zip", io.BytesIO(content))})
        assert sent.status_code == 422
    twice = io.BytesIO()
    with zipfile.ZipFile(twice, "w") as made:
        made.writestr("texts.tsv", TSV)
        with pytest.warns(UserWarning, match="Duplicate"):
            made.writestr("texts.tsv", TSV)
    twice.seek(0)
    sent = manager.send("/manage/new", ABOUT, {"texts": ("x.zip", twice)})
    assert "was sent twice" in sent.text
    assert left_behind(folder) == []


def test_files_of_different_length_are_told_with_file_and_line(manager, folder, text_files):
    """One clear sentence; a corrected file takes the place of the one that was too short."""
    sent = manager.send("/manage/new", ABOUT, text_files(short="advanced"))
    address, page = asked(manager, sent)
    assert "r7.txt" in manager.get(address).text
    assert 'value="Spring release"' in manager.get(address).text
    assert page["files"] == ["r6.txt", "r7.txt", "source.txt"]
    again = manager.send(address, ABOUT, {"files": ("r7.txt", text_files()["advanced"][1])})
    assert again.headers["location"].startswith("/manage/drafts/spring-release?")
    assert len(manager.data("/manage/drafts/spring-release")["loads"]) == 3


def test_a_missing_file_is_named(manager, text_files):
    """Two of three files are not enough."""
    files = text_files()
    del files["advanced"]
    assert "No file for &#39;advanced&#39;" in manager.send("/manage/new", ABOUT, files).text


def test_a_name_is_given_once(manager, text_files):
    """Another name is asked for while the first is a draft, and after."""
    manager.send("/manage/new", ABOUT, text_files())
    address, page = asked(manager, manager.send("/manage/new", ABOUT, text_files()))
    assert page["question"]["asks"] == "name"
    manager.post("/manage/drafts/spring-release/open")
    named = manager.send(address, {**ABOUT, "name": "autumn"})
    assert named.headers["location"] == "/manage/drafts/autumn?done=uploaded"


def test_names_cannot_climb(manager, folder):
    """A draft's name is one of those there are, whatever the address says."""
    (folder.parent / "campaign.toml").write_text("x")
    for name in ("..", "%2e%2e", ".drafts", "..%2f"):
        assert manager.post(f"/manage/drafts/{name}/discard").status_code in (404, 405)
    assert (folder.parent / "campaign.toml").exists()


def test_a_server_of_one_campaign_takes_no_uploads(manager, text_files, store, clock, campaign):
    """Without a folder for campaigns the form is not offered; the list says why."""
    alone = TestClient(create_app(store, clock=clock))
    alone.cookies.update(manager.client.cookies)
    browser = type(manager)(alone, manager.token)
    assert browser.data("/manage/new")["upload"] is False
    assert "New campaigns cannot be made here" in browser.get("/manage").text
    assert browser.send("/manage/new", ABOUT, text_files()).status_code == 403


@pytest.mark.parametrize(
    "files",
    [{"a": "x", "a/t.tsv": TSV}, {"a" * 300 + "/t.tsv": TSV, "b": "c"}],
    ids=["file and folder", "long"],
)
def test_names_that_no_disk_can_hold_are_told(manager, folder, files):
    """A zip may hold what a folder cannot."""
    told = manager.send("/manage/new", ABOUT, packed(files))
    assert told.status_code == 422
    assert left_behind(folder) == []


@pytest.mark.parametrize("name", ["t.tsv", "t.tsv.gz"])
def test_what_is_gzipped_inside_is_refused(manager, folder, name):
    """Only what is unpacked on arrival is measured, so nothing may be left to unpack."""
    content = gzip.compress(TSV.encode())
    content = gzip.compress(content) if name.endswith(".gz") else content
    told = manager.send("/manage/new", ABOUT, {"texts": (name, io.BytesIO(content))})
    assert told.status_code == 422
    assert "gzipped inside" in told.text
    assert left_behind(folder) == []


def test_remedies_name_files_as_their_sender_knows_them(manager, folder):
    """Where the server keeps its files is nobody's business."""
    content = TSV.replace("Zug 3", "Zug\0003").encode()
    sent = manager.send("/manage/new", ABOUT, {"texts": ("t.tsv", io.BytesIO(content))})
    told = manager.get(asked(manager, sent)[0]).text
    assert "iconv" in told
    assert str(folder) not in told


def test_what_a_killed_server_left_is_no_draft_and_goes_away(manager, folder, text_files):
    """Half an upload is not shown; a day later the next upload clears it away."""
    half = folder / ".drafts" / ".building-half"
    half.mkdir(parents=True)
    (half / "campaign.toml").write_text("name = ")
    assert manager.data("/manage")["drafts"] == []
    manager.send("/manage/new", ABOUT, text_files())
    assert half.exists()
    day_ago = time.time() - 90_000
    os.utime(half, (day_ago, day_ago))
    manager.send("/manage/new", ABOUT | {"title": "Another"}, text_files())
    assert not half.exists()


def test_a_name_too_long_for_a_folder_is_told(manager, folder):
    """The name in a campaign's file becomes a folder."""
    files = {"campaign.toml": TOML.format(file="t.tsv"), "t.tsv": TSV}
    files["campaign.toml"] = files["campaign.toml"].replace('"packed"', f'"{"a" * 300}"')
    _, page = asked(manager, manager.send("/manage/new", ABOUT, packed(files)))
    assert "cannot be the name of a campaign" in page["question"]["what"]


def test_the_dry_run_names_no_system(manager):
    """Neither the one whose outputs are empty nor the one that the title gives away."""
    files = {
        "campaign.toml": TOML.format(file="t.tsv")
        .replace('"one"', '"SYSQQ-old"')
        .replace('"two"', '"SYSQQ-new"')
        .replace("[design]", '[wording]\nconsent = "SYSQQ-new is tested."\n[design]'),
        "t.tsv": TSV.replace("one", "SYSQQ-old", 1)
        .replace("two", "SYSQQ-new", 1)
        .replace("\tZug 3.\t", "\t\t"),
    }
    manager.send("/manage/new", ABOUT, packed(files))
    draft = manager.data("/manage/drafts/packed")
    assert any("1 empty output" in warning for warning in draft["warnings"])
    assert any("is named in the consent" in warning for warning in draft["warnings"])
    named = [one["key"] for one in draft.pop("settings") if "SYSQQ" in one["value"]]
    assert named == ["wording.consent"]  # what the manager wrote there
    assert "SYSQQ" not in str(draft)


def test_an_uploaded_campaign_brings_no_database(manager, folder):
    """Commands would read judgements from it instead of those this server keeps."""
    described = TOML.format(file="t.tsv")
    named = {"campaign.toml": f'database = "sqlite:////tmp/other.db"{described}', "t.tsv": TSV}
    address, page = asked(manager, manager.send("/manage/new", ABOUT, packed(named)))
    assert "a database of its own" in page["question"]["what"]
    manager.post(f"{address.removesuffix('/question')}/discard")
    assert left_behind(folder) == []
    files = {"campaign.toml": described, "t.tsv": TSV, "tertium.db": "x", "tertium.toml": "x"}
    assert manager.send("/manage/new", ABOUT, packed(files)).status_code == 303
    names = {path.name for path in left_behind(folder)}
    assert names == {"campaign.toml", "t.tsv", ".upload.json"}
