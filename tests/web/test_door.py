"""What is no text is refused at the door, and trouble behind it is no visitor's business."""

import io
import logging
import zipfile
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from starlette.testclient import TestClient

from tertium.design import build_plan
from tertium.exceptions import BadInput
from tertium.store import Store
from tertium.store.database import DatabaseTrouble
from tertium.web.app import create_app
from tertium.web.manage import entry_path
from tertium.web.manage.sessions import new_session, session_cookie
from tertium.web.openapi import COOKIE, FORM_HEADER
from tests.web.manage.conftest import small_campaign

NOW = datetime(2026, 11, 2, 9, tzinfo=UTC)
HERE = "/manage/campaigns/spring"
PAGE, JSON = {"accept": "text/html"}, {"accept": "application/json"}


@pytest.fixture
def store(database):
    """Return a store with the small campaign, on either database."""
    with Store.open(database) as opened:
        made = small_campaign()
        opened.campaigns.put(made, build_plan(made), at=NOW)
        opened.managers.add("ada", "")
        for person in opened.annotators.all("spring"):
            opened.annotators.record_step("spring", person.id, "consented", None, at=NOW)
        yield opened


@pytest.fixture
def browser(store, tmp_path):
    """Return somebody who has a browser and has not signed in."""
    app = create_app(store, folder=tmp_path, clock=lambda: NOW)
    return TestClient(app, raise_server_exceptions=False, follow_redirects=False)


def sign_in(browser, store):
    """Sign ada in; return the headers of her forms."""
    browser.cookies.clear()
    browser.cookies.set(COOKIE, session_cookie(store, new_session("ada"), now=NOW))
    return PAGE | {FORM_HEADER: browser.get("/manage.json").headers[FORM_HEADER]}


def refused(answer, store):
    """Tell whether something was refused in one clear sentence, with nothing of the inside."""
    return (
        answer.status_code in (400, 404, 422)
        and "U+0000" in answer.text
        and store.database.where not in answer.text
    )


def test_addresses_that_are_no_text_are_refused(browser, store):
    """In the path and in the question, as a page and as JSON, for strangers and managers."""
    token = store.annotators.all("spring")[0].token
    for path in (
        "/a/x%00y",
        f"/a/{token}%00/tasks.json",
        f"/a/{token}?language=%00",
        "/r/x%00",
        "/manage/enter?key=%00",
        "/manage/sign-in?next=/manage%00",
        "/manage/campaigns/%00",
        "/static/%00",
    ):
        for headers in (PAGE, JSON):
            assert refused(browser.get(path, headers=headers), store), path
    sign_in(browser, store)
    for path in (f"{HERE}%00", f"{HERE}/annotators/x%00", f"{HERE}/export/x%00.csv"):
        assert refused(browser.get(path, headers=PAGE), store), path


def test_forms_and_json_that_are_no_text_are_refused(browser, store):
    """Names, passwords, messages: nothing is stored, whatever the way of sending."""
    key = entry_path(store, now=NOW).split("key=")[1]
    person = store.annotators.all("spring")[0]
    token = browser.get("/manage/sign-in.json").headers[FORM_HEADER]
    headers = PAGE | {FORM_HEADER: token}
    new = {"key": key, "name": "eve\0", "password": "four words in a row"}
    for sent in ({"data": new}, {"json": new}):
        assert refused(browser.post("/manage/enter", headers=headers, **sent), store), sent
        fields = {"name": "a\0", "password": "x"}
        (way,) = sent
        assert refused(browser.post("/manage/sign-in", headers=headers, **{way: fields}), store)
    link = f"/a/{person.token}"
    for asked in ("profile", "consent"):
        sent = browser.post(f"{link}/{asked}", data={"languages": "\0"}, headers=PAGE)
        assert sent.status_code == 422
    assert store.annotators.all("spring")[0].profile is None
    headers = sign_in(browser, store)
    there = f"{HERE}/annotators"
    for path, fields in (
        (there, {"id": "ann-9", "name": "Ann\0"}),
        (f"{there}/{person.id}/identity", {"name": "Ann\0", "mail": "a@b.c"}),
    ):
        for way in ("data", "json"):
            assert refused(browser.post(path, headers=headers, **{way: fields}), store), path
    assert store.managers.names() == ("ada",)
    assert len(store.annotators.all("spring")) == 3


def test_a_backslash_before_u0000_is_text(browser, store):
    """A translator may write about the escape itself."""
    headers = sign_in(browser, store)
    path = f"{HERE}/annotators/{store.annotators.all('spring')[0].id}/identity"
    assert browser.post(path, json={"name": r"a \u0000"}, headers=headers).status_code < 400
    assert store.annotators.all("spring")[0].name == r"a \u0000"


def test_an_answer_that_is_no_text_is_refused_by_itself(browser, store):
    """The others of the same request are stored, so that nobody's browser gets stuck."""
    person = store.annotators.all("spring")[0]
    works = store.assignments.of("spring", person.id)[:4]
    sent = [
        {
            "id": f"00000000-0000-7000-8000-00000000000{at}",
            "assignment": one.id,
            "answer": {"better": "left"},
            "submitted_at": NOW.isoformat(),
            "seconds": 1.0,
            "replaces": None,
        }
        for at, one in enumerate(works)
    ]
    sent[1]["answer"] = {"better": "other", "comment": "a\0b"}
    sent[2]["assignment"] = "x\0"
    told = browser.post(f"/a/{person.token}/judgements", json={"judgements": sent}).json()
    assert [one["id"] for one in told["saved"]] == [sent[0]["id"], sent[3]["id"]]
    assert ["U+0000" in one["what"] for one in told["refused"]] == [True, True]
    assert len(list(store.judgements.all("spring"))) == 2


def test_a_campaign_with_what_is_no_text_is_refused(browser, store):
    """Uploaded or put into the store: the sentence names the place."""
    made = small_campaign("summer")
    for changed in (
        {"title": "a\0"},
        {"segments": (*made.segments[:-1], replace(made.segments[-1], source="\ud800"))},
        {"outputs": made.outputs | {next(iter(made.outputs)): "a\0"}},
    ):
        bad = replace(made, **changed)
        with pytest.raises(BadInput, match=r"U\+(0000|D800)") as told:
            store.campaigns.put(bad, build_plan(bad), at=NOW)
        assert told.value.where
    headers = sign_in(browser, store)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as folder:
        lines = [f"The number {k} train leaves at noon.\tZug {k}.\tDer Zug {k}." for k in range(30)]
        folder.writestr("texts.tsv", "\n".join(["source\tone\ttwo", *lines]))
        folder.writestr(
            "campaign.toml",
            'name = "autumn"\ntitle = "a\\u0000b"\nprotocol = "ab@1"\nseed = 1\n[systems]\n'
            'baseline = "one"\nadvanced = "two"\n[[texts]]\nsource_language = "en"\n'
            'target_language = "de"\nfile = "texts.tsv"\n[design]\ncommon = 10\n',
        )
    files = {"texts": ("x.zip", packed.getvalue(), "application/zip")}
    sent = browser.post("/manage/new", files=files, headers=headers)
    told = browser.get(sent.headers["location"], headers=headers).text
    assert "U+0000" in told
    assert store.database.where not in told
    assert [one.name for one in store.campaigns.all()] == ["spring"]


def test_what_a_database_says_is_for_the_log(browser, store, monkeypatch, caplog):
    """A visitor reads a reference, under which the log has the address and the words."""
    where = store.database.where

    def broken(*_, **__):
        raise DatabaseTrouble("the database refused (secret words)", where=where, fix="Look.")

    person = store.annotators.all("spring")[0]
    for part, name in (
        (store.annotators, "visitor"),
        (store.managers, "password_hash"),
        (store.managers, "names"),
        (store.campaigns, "all"),
        (store.campaigns, "state"),
        (store.rebuttal_links, "find"),
    ):
        monkeypatch.setattr(part, name, broken)
    browser.cookies.clear()
    for path in (
        f"/a/{person.token}",
        "/r/token",
        "/manage/sign-in",
        "/manage/enter?key=x",
        "/manage",
    ):
        for asked in (PAGE, JSON):
            caplog.clear()
            with caplog.at_level(logging.ERROR):
                answer = browser.get(path, headers=asked)
            if answer.status_code < 500:
                continue
            assert where not in answer.text
            assert "secret words" not in answer.text
            assert "secret words" in caplog.text


def test_a_fault_of_ours_has_a_reference(browser, store, monkeypatch, caplog):
    """The page and the log share it; nothing else of the fault is told."""

    def fails(*_, **__):
        raise RuntimeError("inner words")

    monkeypatch.setattr(store.managers, "names", fails)
    with caplog.at_level(logging.ERROR):
        answer = browser.get("/manage/sign-in", headers=JSON)
    assert answer.status_code == 500
    reference = answer.json()["fix"].rpartition("reference: ")[2].rstrip(".")
    assert len(reference) == 8
    assert f"reference {reference}: inner words" in caplog.text
    assert "inner words" not in answer.text
