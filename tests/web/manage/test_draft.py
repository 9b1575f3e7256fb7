"""A draft's settings: every one in the form, the plan while somebody types, the file behind it."""

import io
import tomllib
from datetime import UTC, datetime

import openpyxl
import pytest

from tertium import protocols
from tertium.model import Crowd, Design, Prices, Qualification, Wording
from tertium.settings import name_in_file, settings_of
from tertium.web.manage import drafts
from tertium.web.manage.language_codes import language_code
from tertium.web.manage.setting_fields import setting_fields
from tertium.web.manage.words import Words
from tests.web.manage.test_upload import ABOUT, TOML, TSV, asked, packed

DRAFT = "/manage/drafts/spring-release"


@pytest.fixture
def draft(manager, text_files):
    """Upload texts, and return how settings of the draft are sent."""
    manager.send("/manage/new", ABOUT, text_files())
    settings = manager.data(DRAFT)["settings"]
    return {"whole": "yes"} | {one["key"]: one["value"] for one in settings}


@pytest.mark.parametrize("name", protocols.names())
def test_every_setting_is_a_field(name):
    """What a campaign file may say can be said in the form, whatever the protocol."""
    protocol = protocols.get(name)
    keys = [one.key for one in setting_fields({}, protocol)]
    assert len(set(keys)) == len(keys)
    records = {
        "design": Design(),
        "prices": Prices(),
        "wording": Wording(),
        "crowd": Crowd(),
        "crowd.qualification": Qualification(),
    }
    for table, record in records.items():
        for setting in settings_of(record):
            known = table != "design" or protocol.planning.knows(setting)
            assert (f"{table}.{name_in_file(setting)}" in keys) == known, setting
    wanted = {*protocol.planning.options, *protocol.planning.further} & {*protocol.settings}
    assert {key.removeprefix("options.") for key in keys if key.startswith("options.")} == wanted
    for one in setting_fields({}, protocol):
        assert one.label, one.key
        assert one.meaning, one.key


def test_the_plan_follows_what_is_typed_and_nothing_is_kept(manager, draft, folder):
    """Work and cost change with the form; the file does not."""
    file = folder / ".drafts" / "spring-release" / "campaign.toml"
    before = file.read_text()
    tried = draft | {"design.annotators": "5", "prices.per_task": "0,5", "design.common": "8"}
    page = manager.post(f"{DRAFT}/plan", tried).json()
    assert len(page["loads"]) == 5
    assert page["cost"] == page["tasks"] * 0.5
    shown = manager.send(f"{DRAFT}/plan", tried).text
    assert 'data-live="facts"' in shown
    assert "<html" not in shown
    assert file.read_text() == before


def test_saved_settings_stand_in_the_file_with_its_comments(manager, draft, folder):
    """Only what was changed is changed; the file can be downloaded."""
    file = folder / ".drafts" / "spring-release" / "campaign.toml"
    before = file.read_text()
    changed = draft | {
        "design.annotators": "ann-01, ann-02",
        "wording.instructions": "Read it.\r\nThen say.",
        "wording.deadline": "2030-05-31",
        "options.good_enough": "yes",
        "title": 'Trains "today"',
    }
    sent = manager.send(f"{DRAFT}/settings", changed)
    assert sent.headers["location"] == f"{DRAFT}?done=saved"
    text = manager.get(f"{DRAFT}/campaign.toml").text
    data = tomllib.loads(text)
    assert data["design"]["annotators"] == ["ann-01", "ann-02"]
    assert data["wording"]["instructions"] == "Read it.\nThen say."
    assert data["wording"]["deadline"].isoformat() == "2030-05-31"
    assert data["options"]["good_enough"] is True
    assert data["title"] == 'Trains "today"'
    kept = [line for line in before.splitlines() if line in text.splitlines()]
    assert len(kept) >= len(before.splitlines()) - 3
    assert "# segments that everyone judges: inter-annotator agreement" in text


def test_an_empty_field_has_its_default_again(manager, draft):
    """Clearing takes the setting out of the file."""
    manager.send(f"{DRAFT}/settings", draft | {"wording.contact": "Ada"})
    manager.send(f"{DRAFT}/settings", {key: value for key, value in draft.items() if value})
    assert "contact" not in tomllib.loads(manager.get(f"{DRAFT}/campaign.toml").text)["wording"]


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("design.common", "-4", "Segments judged by all"),
        ("design.batch", "many", "Items per session"),
        ("prices.per_task", "a lot", "Price per judgement"),
        ("wording.deadline", "soon", "Deadline"),
        ("design.min_words", "90", "Shortest source, in words"),
        ("design.annotators", "a b c!", "Annotators"),
        ("options.variant", "seven", "variant"),
    ],
)
def test_what_cannot_be_is_told_by_its_label(manager, draft, folder, key, value, told):
    """The form keeps what was typed, and nothing is changed."""
    before = (folder / ".drafts" / "spring-release" / "campaign.toml").read_text()
    tried = manager.send(f"{DRAFT}/plan", draft | {key: value})
    assert told in tried.text
    sent = manager.send(f"{DRAFT}/settings", draft | {key: value, "title": "My title"})
    assert sent.status_code == 422
    assert told in sent.text
    assert 'value="My title"' in sent.text
    assert (folder / ".drafts" / "spring-release" / "campaign.toml").read_text() == before


def test_opening_takes_the_settings_that_are_in_the_form(manager, draft, store):
    """Nobody opens another campaign than the one they see."""
    sent = manager.send(f"{DRAFT}/open", draft | {"prices.per_task": "0.75"})
    assert sent.status_code == 303
    assert store.campaigns.get("spring-release").prices.per_task == 0.75
    assert manager.get("/manage/campaigns/spring-release/export/campaign.toml").status_code == 200


@pytest.mark.parametrize("step", ["plan", "settings", "open", "discard"])
def test_a_draft_that_is_opened_meanwhile_is_gone(manager, draft, folder, monkeypatch, step):
    """A plan is still being drawn when the campaign is opened: one sentence, no failure."""
    kept = folder / ".drafts" / "spring-release"
    named = drafts.draft_named

    def opened_meanwhile(*asked):
        found = named(*asked)
        found.rename(folder / "spring-release")
        return found

    monkeypatch.setattr(drafts, "draft_named", opened_meanwhile)
    answer = manager.post(f"{DRAFT}/{step}", draft | {"title": "Later"})
    assert answer.status_code == 404, answer.text
    assert answer.json()["what"] == "no draft named 'spring-release'"
    assert not kept.exists()


def test_a_program_changes_one_setting(manager, draft):
    """Others stay as they are."""
    assert manager.post(f"{DRAFT}/settings", {"design.common": "7"}).status_code == 200
    data = tomllib.loads(manager.get(f"{DRAFT}/campaign.toml").text)
    assert data["design"]["common"] == 7
    assert data["wording"]["profile"] is True


def test_a_file_written_by_hand_keeps_its_hand(manager):
    """Comments, order and what runs over several lines stay; tables that are missing are added."""
    own = TOML.format(file="t.tsv").replace(
        "[design]", '[wording]\nconsent = """One.\nTwo."""\n[design] # ours'
    )
    manager.send("/manage/new", ABOUT, packed({"campaign.toml": own, "t.tsv": TSV}))
    changes = {"wording.consent": "Three.", "prices.currency": "USD", "design.common": "5"}
    manager.post("/manage/drafts/packed/settings", changes)
    text = manager.get("/manage/drafts/packed/campaign.toml").text
    assert '[wording]\nconsent = "Three."\n[design] # ours' in text
    assert tomllib.loads(text)["prices"] == {"currency": "USD"}


def workbook(rows, more=()):
    """Return a workbook as a browser sends it."""
    book = openpyxl.Workbook()
    book.active.title = "Texts"
    for row in rows:
        book.active.append(row)
    for name in more:
        book.create_sheet(name).append(("hello", "x"))
    out = io.BytesIO()
    book.save(out)
    out.seek(0)
    return {"files": ("in.xlsx", out)}


def test_a_workbook_is_asked_about_step_by_step(manager):
    """Language, sheet, column, release: one question each, and the file is sent once."""
    rows = [("English", "alpha", "beta", "Remarks")]
    rows += [
        (f"The number {k} train leaves today.", f"Zug {k}.", f"Der Zug {k}.") for k in range(30)
    ]
    about = {**ABOUT, "target_language": "Ukrainisc"}
    sent = manager.send("/manage/new", about, workbook(rows, more=("Notes",)))
    address, page = asked(manager, sent)
    assert (page["question"]["asks"], page["question"]["choices"]) == ("target_language", ["uk"])
    for answer, following in (
        ({"target_language": "ukrainisch"}, "sheet"),
        ({"sheet": "Texts"}, "source_column"),
        ({"source_column": "English"}, "baseline"),
    ):
        about |= answer
        address, page = asked(manager, manager.send(address, about))
        assert page["question"]["asks"] == following
        assert "^" not in manager.get(address).text  # no regular expression
    done = manager.send(address, about | {"present": "alpha"})
    assert done.headers["location"] == f"{DRAFT}?done=uploaded"
    page = manager.data(DRAFT)
    assert page["pairs"] == ["en-uk"]
    assert page["notes"] == ["Sheet 'Texts': left out, because nothing stands in it: Remarks."]


def test_several_files_at_once(manager):
    """Two XLIFF files need no zip; text files of which none is called source are asked about."""
    xliff = """<xliff version="1.2"><file source-language="en" target-language="de" original="d">
    <body>{}</body></file></xliff>"""
    unit = (
        "<trans-unit id='{0}'><source>The train {0} leaves today now.</source>"
        "<target>{1} {0}</target></trans-unit>"
    )
    files = [
        (
            "files",
            (
                name,
                io.BytesIO(xliff.format("".join(unit.format(k, word) for k in range(9))).encode()),
            ),
        )
        for name, word in (("r1.xlf", "Zug"), ("r2.xlf", "Der Zug"))
    ]
    sent = manager.send("/manage/new", {"title": "Two files"}, files)
    assert sent.headers["location"] == "/manage/drafts/two-files?done=uploaded"
    plain = [
        (
            "files",
            (
                f"{name}.txt",
                io.BytesIO(
                    "".join(
                        f"The {name} train {k} leaves the station.\n" for k in range(9)
                    ).encode()
                ),
            ),
        )
        for name in ("en", "r1", "r2")
    ]
    address, page = asked(manager, manager.send("/manage/new", {**ABOUT, "title": "Plain"}, plain))
    assert page["question"]["asks"] == "source_file"
    assert page["question"]["choices"] == ["en.txt", "r1.txt", "r2.txt"]
    done = manager.send(address, {**ABOUT, "title": "Plain", "source_file": "en.txt"})
    assert done.headers["location"] == "/manage/drafts/plain?done=uploaded"


def test_a_file_sent_by_mistake_is_taken_away(manager):
    """Two forms in one folder are told; one of them is removed without sending the other again."""
    files = [
        ("files", ("t.tsv", io.BytesIO(TSV.encode()))),
        ("files", ("x.txt", io.BytesIO(b"x\n"))),
    ]
    address, page = asked(manager, manager.send("/manage/new", ABOUT, files))
    assert "several forms" in page["question"]["what"]
    done = manager.send(address, {**ABOUT, "present": "one", "remove": "x.txt"})
    assert done.headers["location"] == f"{DRAFT}?done=uploaded"


def test_the_same_files_can_be_described_anew(manager, draft):
    """Another way of asking needs no upload."""
    assert manager.post(f"{DRAFT}/again").status_code == 200
    assert manager.get(DRAFT).headers["location"] == f"{DRAFT}/question"
    manager.send(f"{DRAFT}/question", {**ABOUT, "protocol": "slider"})
    assert manager.data(DRAFT)["protocol"] == "slider"


@pytest.mark.parametrize(
    ("given", "code"),
    [("Ukrainian", "uk"), ("ukrainisch", "uk"), ("UCRANIANO", "uk"), ("Français", "fr"),
     ("de", "de"), ("pt-BR", "pt-BR"), ("zh_CN", "zh-CN"), ("gsw", "gsw"), ("", "")],
)  # fmt: skip
def test_languages_are_known_by_name(given, code):
    """In every language of the pages, with or without accents."""
    assert language_code(given, "source_language") == code


@pytest.mark.parametrize("language", ["de", "es", "fr"])
def test_settings_are_told_in_every_language(language):
    """No label and no meaning of ours was missed or reworded without its translation."""
    words = Words(language, datetime(2030, 1, 1, tzinfo=UTC))
    told = [
        text
        for name in protocols.names()
        for one in setting_fields({}, protocols.get(name))
        for text in (one.label, one.meaning)
    ]
    assert [text for text in told if words.english(text)] == []
