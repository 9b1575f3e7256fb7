"""Steering, texts, exports and the report of a campaign."""

import io
import json
import zipfile
from dataclasses import replace
from datetime import datetime
from uuid import uuid4

import openpyxl
import pytest

from tertium import protocols
from tertium.design import build_plan
from tertium.formats.judgements import read_judgements
from tertium.model import Example, Wording
from tertium.testing import People, simulate

HERE = "/manage/campaigns/spring"


def revealed(manager):
    """Unblind the names and return the manager."""
    manager.post(f"{HERE}/reveal", {"sure": "yes"})
    return manager


def test_pausing_closing_and_reopening_are_logged(manager, store, campaign):
    """The state changes, annotators are told by it, and the log keeps who did it."""
    for state in ("paused", "open", "closed", "open"):
        assert manager.post(f"{HERE}/state", {"state": state}).status_code == 200
        assert store.campaigns.state("spring").state == state
    events = [(one.event, one.actor) for one in store.history.events("spring")]
    assert events == [
        ("campaign paused", "ada"),
        ("campaign open", "ada"),
        ("campaign closed", "ada"),
        ("campaign open", "ada"),
    ]
    assert manager.post(f"{HERE}/state", {"state": "gone"}).status_code == 422


def test_a_deadline_is_shown_and_can_be_taken_away(manager, store, campaign):
    """Annotators see the last day until its very end."""
    manager.send(f"{HERE}/deadline", {"last_day": "2026-11-20"})
    assert store.campaigns.state("spring").deadline.isoformat() == "2026-11-20T23:59:59+00:00"
    assert "until Friday 20 November" in manager.get(HERE).text
    manager.send(f"{HERE}/deadline", {"last_day": ""})
    assert store.campaigns.state("spring").deadline is None


def test_a_browser_is_told_once_what_was_done(manager, campaign):
    """After an act the next page says so; a made-up word in the address says nothing."""
    answer = manager.send(f"{HERE}/state", {"state": "paused"})
    assert answer.headers["location"] == f"{HERE}?done=paused"
    assert "The campaign is paused. Links say so." in manager.get(f"{HERE}?done=paused").text
    assert manager.get(f"{HERE}?done=<script>").status_code == 200
    assert "<script>" not in manager.get(f"{HERE}?done=<script>").text


def test_texts_are_counted_by_kind(manager, campaign, plan):
    """Asked, identical and left out add up to all segments; outputs are not shown."""
    page = manager.data(f"{HERE}/texts")
    assert page["total"] == 30
    assert sum(part["segments"] for part in page["domains"]) == 30
    assert [(part["domain"], part["identical"]) for part in page["domains"]] == [
        ("news", 1),
        ("support", 1),
    ]
    kinds = {}
    for kind in ("asked", "identical", "near-identical", "left-out"):
        kinds[kind] = manager.get(f"{HERE}/texts.json?kind={kind}").json()["total"]
    assert kinds == {"asked": 28, "identical": 2, "near-identical": 0, "left-out": 0}
    assert "Zug" not in manager.get(f"{HERE}/texts").text


@pytest.mark.parametrize("query", ["page=0", "page=x", "kind=odd"])
def test_a_strange_address_is_told(manager, campaign, query):
    """What the address says is checked like everything that is sent."""
    assert manager.get(f"{HERE}/texts.json?{query}").status_code == 422


def test_a_page_beyond_the_last_is_the_last(manager, campaign):
    """Nobody gets lost in a list."""
    assert manager.get(f"{HERE}/texts.json?page=99").json()["page"] == 1


def sheets_of(answer):
    """Return the sheets of a workbook that was sent."""
    return openpyxl.load_workbook(io.BytesIO(answer.content))


def test_everything_is_one_workbook(manager, campaign, judged, hidden):
    """Before the reveal it names no system; after it every table is a sheet with its types."""
    blind = manager.get(f"{HERE}/export/everything.xlsx")
    assert sheets_of(blind).sheetnames == ["Read me", "Answers", "Payment", "History"]
    texts = [cell for sheet in sheets_of(blind) for row in sheet.values for cell in row]
    assert not [cell for cell in texts if isinstance(cell, str) and "SYSQQ" in cell]
    book = sheets_of(revealed(manager).get(f"{HERE}/export/everything.xlsx"))
    assert book.sheetnames[:4] == ["Read me", "Texts", "Judgements", "Comparisons"]
    assert {cell.value for cell in book["Texts"][1]} >= set(hidden)
    paid = dict(zip(*(list(row) for row in list(book["Payment"].values)[:2]), strict=True))
    assert paid["amount"] == paid["tasks"] * 0.5
    header = [cell.value for cell in book["Answers"][1]]
    assert isinstance(book["Answers"].cell(2, header.index("received_at") + 1).value, datetime)


def test_everything_is_a_zip_of_tables_or_json(manager, campaign, judged):
    """The same tables for programs."""
    packed = revealed(manager).get(f"{HERE}/export/everything.zip")
    with zipfile.ZipFile(io.BytesIO(packed.content)) as found:
        assert {"read-me.csv", "texts.csv", "judgements.csv", "payment.csv"} <= {*found.namelist()}
        assert found.read("payment.csv").startswith(b"annotator,tasks")
    whole = manager.get(f"{HERE}/export/everything.json").json()
    assert len(whole["Answers"]) == len(judged)


def test_the_report_is_a_workbook(manager, campaign, judged):
    """Every table is a sheet, estimates have their limits beside them, empty ones are left out."""
    book = sheets_of(revealed(manager).get(f"{HERE}/report/xlsx"))
    assert book.sheetnames[:3] == ["Read me", "Results", "Preferences"]
    assert [cell.value for cell in book["Preferences"][1]][5:8] == [
        "Ratio",
        "Ratio low",
        "Ratio high",
    ]
    assert all(sheet.max_row > 1 for sheet in book)
    assert "headline" in [row[1] for row in book["Results"].values]
    with zipfile.ZipFile(io.BytesIO(manager.get(f"{HERE}/report/zip").content)) as packed:
        assert "preferences.csv" in packed.namelist()


@pytest.mark.parametrize("file", ["table.csv", "table.parquet", "table.jsonl", "comparisons.csv"])
def test_an_exported_table_reads_back(manager, store, campaign, judged, tmp_path, file):
    """What is exported is what the analysis reads, row by row."""
    answer = revealed(manager).get(f"{HERE}/export/{file}")
    assert f'filename="spring-{file}"' in answer.headers["content-disposition"]
    path = tmp_path / file
    path.write_bytes(answer.content)
    got = read_judgements(path).comparisons()
    kept = store.table("spring").comparisons()
    assert sorted(zip(got.segment.values(), got.annotator.values(), strict=True)) == sorted(
        zip(kept.segment.values(), kept.annotator.values(), strict=True)
    )
    assert sorted(got.label.values()) == sorted(kept.label.values())


def test_raw_judgements_hold_every_version(manager, campaign, answer, clock, hidden):
    """A corrected answer and its correction are both there; slots come with the reveal."""
    answer(0, "left")
    clock.forward(minutes=1)
    answer(0, "right")
    blind = manager.get(f"{HERE}/export/judgements.jsonl").text
    first, second = (json.loads(line) for line in blind.splitlines())
    assert (first["answer"], second["answer"]) == ({"better": "left"}, {"better": "right"})
    assert second["replaces"] == first["id"]
    assert "slots" not in first
    seen = revealed(manager).get(f"{HERE}/export/judgements.jsonl").text
    assert set(json.loads(seen.splitlines()[0])["slots"]) == set(hidden)


def test_exporting_is_logged(manager, store, campaign, judged):
    """Whoever took data away is in the log, and the log can be taken away too."""
    revealed(manager).get(f"{HERE}/export/table.csv")
    log = [json.loads(line) for line in manager.get(f"{HERE}/export/log.jsonl").text.splitlines()]
    assert [(one["event"], one["actor"]) for one in log][-1] == ("exported", "ada")


def test_practice_is_in_no_export_and_no_report(manager, store, make_campaign, clock):
    """Every download is the same before and after everybody has practised."""
    example = Example("It rains.", ("Es regnet.", "Es rennt."), "left", "Nobody runs.", "en", "de")
    campaign = replace(make_campaign(), wording=Wording(tutorial=(example,)))
    plan, protocol = build_plan(campaign), protocols.get(campaign.protocol, campaign.options)
    store.campaigns.put(campaign, plan, at=clock())
    given = simulate(campaign, plan, protocol, people=People(ratio=3), start=clock(), seed=3)
    store.judgements.append(given, received_at=clock())
    revealed(manager)
    files = ("judgements.jsonl", "table.csv", "comparisons.csv", "payment.csv")
    pages = [*(f"{HERE}/export/{file}" for file in files), f"{HERE}/report.json"]
    before = [manager.get(page).text for page in pages]
    assert all(before)
    for person in store.annotators.all("spring"):
        for step in ("consented", "profile", "instructed"):
            store.annotators.record_step("spring", person.id, step, {}, at=clock())
        for answer in ("right", "left"):
            sent = {"assignment": "practice-1", "answer": {"better": answer}}
            told = manager.client.post(f"/a/{person.token}/tutorial", json=sent).json()
            assert told["same"] is (answer == "left")
            judged = sent | {"id": str(uuid4()), "submitted_at": f"{clock():%FT%TZ}", "seconds": 9}
            kept = manager.client.post(
                f"/a/{person.token}/judgements", json={"judgements": [judged]}
            )
            assert [one["reason"] for one in kept.json()["refused"]] == ["unknown"]
    assert [manager.get(page).text for page in pages] == before


def test_an_unknown_file_is_not_found(manager, campaign):
    """The nearest name is offered."""
    answer = manager.get(f"{HERE}/export/tables.csv")
    assert answer.status_code == 404
    assert "Did you mean &#39;table.csv&#39;?" in answer.text


def test_the_campaigns_own_file_comes_along(manager, store, folder, text_files):
    """An uploaded campaign gives its campaign.toml back at any time: it holds no answers."""
    about = {"title": "Spring", "source_language": "en", "target_language": "de"}
    manager.send("/manage/new", about, text_files())
    manager.post("/manage/drafts/spring/open")
    answer = manager.get(f"{HERE}/export/campaign.toml")
    assert answer.text == (folder / "spring" / "campaign.toml").read_text()


def test_a_report_without_answers_says_so(manager, campaign, answer):
    """After the reveal but before a judgement there is an empty state, not an error."""
    assert "No report yet." in revealed(manager).get(f"{HERE}/report").text
    answer(0, answer={"problem": "context"})
    assert "No report yet." in manager.get(f"{HERE}/report").text
    assert manager.get(f"{HERE}/report/html").status_code == 422


def test_the_report_speaks_the_language_of_its_reader(manager, campaign, judged):
    """The browser's language decides, a link chooses another, and the file keeps the choice."""
    german = revealed(manager).get(f"{HERE}/report", headers={"accept-language": "de"}).text
    assert '<div class="report" lang="de">' in german
    assert f'href="{HERE}/report/html?language=de"' in german
    french = manager.get(f"{HERE}/report?language=fr").text
    assert '<html lang="en"' in french
    assert '<div class="report" lang="fr">' in french
    assert 'lang="fr" hreflang="fr" aria-current="true">Français</a>' in french
    assert '<html lang="fr"' in manager.get(f"{HERE}/report/html?language=fr").text
    assert manager.get(f"{HERE}/report?language=xx").status_code == 422
    data = manager.get(f"{HERE}/report/json", headers={"accept-language": "de"}).text
    assert data == manager.get(f"{HERE}/report/json").text


def test_the_report_holds_under_the_strict_policy(manager, campaign, judged):
    """The fragment brings data blocks and tables only; scripts come from our own files."""
    page = revealed(manager).get(f"{HERE}/report")
    assert 'src="/static/charts.js"' in page.text
    assert "figure-spec" in page.text
    whole = manager.get(f"{HERE}/report/html").text
    assert whole.startswith("<!doctype html>")
    assert "Trains and stations" in whole
    comparison = manager.data(f"{HERE}/report")["comparison"]
    assert comparison["improvement_ratio"]["low"] < comparison["improvement_ratio"]["high"]
    assert comparison["signature"] in whole


def test_a_large_upload_is_read_in_pieces(manager, folder):
    """Fifty megabytes are no reason to fall over: they are kept, and a question is asked."""
    files = {"texts": ("texts.tsv", io.BytesIO(b"x" * 50_000_000))}
    answer = manager.send("/manage/new", {"title": "Big"}, files)
    assert answer.headers["location"] == "/manage/drafts/big/question"
    assert manager.data("/manage/drafts/big/question")["question"]["asks"] == "source_column"


def test_a_torn_form_is_told(manager, store, campaign):
    """A body that is no form is refused in one sentence, and so is one with too many fields."""
    torn = manager.client.post(
        f"{HERE}/state",
        content=b"--x\r\ncontent-disposition: nothing\r\n\r\n",
        headers={"content-type": "multipart/form-data; boundary=x", "accept": "text/html"},
    )
    assert torn.status_code == 422
    many = {f"field{k}": "x" for k in range(230)} | {"state": "closed"}
    assert manager.send(f"{HERE}/state", many).status_code in (403, 422)
    assert store.campaigns.state("spring").state == "open"


def test_more_than_the_limit_is_refused_at_the_door(manager):
    """A body beyond the limit is not read at all."""
    answer = manager.client.post(
        "/manage/new", content=b"", headers={"content-length": "65000000"}, follow_redirects=False
    )
    assert answer.status_code == 413
