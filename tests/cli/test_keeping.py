"""Links, status, export and import from the command line."""

import csv
import errno
import io
import json
import os
import zipfile
from datetime import UTC, datetime

import openpyxl
import pytest
from click.testing import CliRunner

from tertium.cli import agree, export, import_, links, main, simulate, status
from tertium.design import build_plan
from tertium.exceptions import BadInput, Conflict, Forbidden, NotFound
from tertium.formats.campaign import read_campaign
from tertium.store import Store
from tertium.table import JudgementTable

TOML = """\
name = "spring"
title = "Trains"
protocol = "ab@1"
seed = 5
[options]
good_enough = false
[systems]
baseline = "one"
advanced = "two"
[[texts]]
source_language = "en"
target_language = "de"
file = "texts.tsv"
[design]
annotators = 2
common = 6
"""


@pytest.fixture(params=[False])
def folder(tmp_path, request):
    """Return a campaign folder that has been opened, with a second question if wished."""
    asked = "good_enough = true" if request.param else "good_enough = false"
    (tmp_path / "campaign.toml").write_text(TOML.replace("good_enough = false", asked))
    rows = [f"The number {k} train leaves the station.\tZug {k}.\tDer Zug {k}." for k in range(20)]
    (tmp_path / "texts.tsv").write_text("\n".join(["source\tone\ttwo", *rows]) + "\n")
    campaign = read_campaign(tmp_path)
    with Store.open_folder(tmp_path) as store:
        store.campaigns.put(campaign, build_plan(campaign), at=datetime.now(UTC))
    return tmp_path


@pytest.fixture
def assignments(folder):
    """Return everybody's assignments."""
    return build_plan(read_campaign(folder)).assignments


def run(command, *words):
    """Run a command in this process; trouble is raised as it is."""
    result = CliRunner().invoke(command, [str(word) for word in words], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def narrow(folder, rows, name="given.csv"):
    """Write a narrow file."""
    path = folder / name
    head = "annotator,segment,left,right,answer,seconds,comment"
    path.write_text("\n".join([head, *rows]) + "\n")
    return path


def long(folder, assignments, answer="left", name="given.jsonl", second=False):
    """Write answers to assignments as the long table, with the second question if wished."""
    rows = []
    for n, a in enumerate(assignments):
        shared = {
            "judgement": f"j{n}", "annotator": a.annotator, "segment": a.segment,
            "pass": a.pass_ or None, "seconds": 11.0,
        }  # fmt: skip
        rows.append(
            shared
            | {"aspect": "preference", "system": a.slots[0], "versus": a.slots[1], "slot": 1}
            | {"label": answer, "value": {"left": 1.0, "right": -1.0}.get(answer, 0.0)}
        )
        if second:
            rows.append(shared | {"aspect": "good_enough", "label": "yes", "value": 1.0})
    path = folder / name
    JudgementTable.from_rows(rows).write(path)
    return path


def test_links_are_printed_as_text_and_csv(folder):
    """Everybody is there, with a link that begins as wished."""
    text = run(links.command, folder, "--base-url", "https://judge.example.org/")
    assert text.count("https://judge.example.org/a/") == 2
    table = list(csv.DictReader(io.StringIO(run(links.command, folder, "--format", "csv"))))
    assert [row["annotator"] for row in table] == ["ann-01", "ann-02"]


def test_links_can_be_renewed_and_withdrawn(folder):
    """The former link stops working; the log says so."""
    with Store.open_folder(folder) as store:
        token = store.annotators.all("spring")[0].token
    renewed = run(links.command, folder, "--new", "ann-01")
    assert token not in renewed
    assert "withdrawn" in run(links.command, folder, "--revoke", "ann-02")
    with Store.open_folder(folder) as store:
        with pytest.raises(Forbidden):
            store.annotators.visitor(token, now=datetime.now(UTC))
        assert [e.event for e in store.history.events("spring")] == ["link renewed", "link revoked"]
    with pytest.raises(NotFound, match="no annotator"):
        run(links.command, folder, "--new", "ann-9")


def test_status_counts_what_was_imported(folder, assignments):
    """Done and planned, in all formats, without a system's name."""
    run(import_.command, folder, long(folder, assignments[:7]))
    told = json.loads(run(status.command, folder, "--format", "json"))
    (campaign,) = told["campaigns"]
    assert (campaign["done"], campaign["planned"]) == (7, len(assignments))
    assert told["signature"].startswith("status|campaigns:1|judgements:7|")
    for fmt in ("text", "json", "csv", "latex"):
        printed = run(status.command, folder, "--format", fmt)
        assert "ann-01" in printed
        assert "two" not in printed.split()


@pytest.mark.parametrize("folder", [False, True], indirect=True)
def test_what_is_exported_can_be_imported_again(folder, assignments, tmp_path):
    """Export, import into a copy, export: the same answers; importing twice stores once."""
    second = "good_enough = true" in (folder / "campaign.toml").read_text()
    run(import_.command, folder, long(folder, assignments[:9], second=second))
    run(export.command, folder, folder / "out.csv")
    copy = tmp_path / "copy"
    copy.mkdir()
    for name in ("campaign.toml", "texts.tsv"):
        (copy / name).write_text((folder / name).read_text())
    for _ in range(2):
        run(import_.command, copy, folder / "out.csv")
    with Store.open_folder(copy) as store, Store.open_folder(folder) as former:
        assert len(list(store.judgements.all("spring"))) == 9
        for person in ("ann-01", "ann-02"):
            kept = {
                k: dict(j.answer) for k, j in store.assignments.answered("spring", person).items()
            }
            before = {
                k: dict(j.answer) for k, j in former.assignments.answered("spring", person).items()
            }
            assert kept == before


def test_an_answer_about_swapped_sides_means_the_same(folder, assignments):
    """A file that shows the systems the other way round is turned, not misread."""
    a = assignments[0]
    rows = [f"{a.annotator},{a.segment},{a.slots[1]},{a.slots[0]},right,4.5,"]
    run(import_.command, folder, narrow(folder, rows))
    with Store.open_folder(folder) as store:
        (one,) = store.assignments.answered("spring", a.annotator).values()
        assert one.answer == {"better": "left"}
        assert one.seconds == 4.5


@pytest.mark.parametrize(
    ("change", "error", "told"),
    [
        (("{a}", "nobody"), NotFound, "no annotator named 'nobody'"),
        (("{s}", "no-such"), NotFound, "no segment named 'no-such'"),
        (("one,two", "one,three"), BadInput, "are not the systems of this campaign"),
        ((",left,", ",tie,"), BadInput, "'tie' is not an answer to 'better'"),
    ],
)
def test_one_bad_row_stores_nothing(folder, assignments, change, error, told):
    """One sentence names the row, and the good rows before it are not stored either."""
    rows = [f"{a.annotator},{a.segment},one,two,left,3," for a in assignments[:5]]
    old, new = change
    old = old.format(a=assignments[3].annotator, s=assignments[3].segment)
    rows[3] = rows[3].replace(old, new, 1)
    with pytest.raises(error, match=told) as caught:
        run(import_.command, folder, narrow(folder, rows))
    assert caught.value.where == "given.csv, row-4"
    with Store.open_folder(folder) as store:
        assert store.judgements.last_sequence("spring") == 0


def test_a_file_does_not_correct_what_a_person_said(folder, assignments):
    """Another answer to the same assignment is refused, whoever is right."""
    run(import_.command, folder, long(folder, assignments[:3], "left"))
    with pytest.raises(Conflict, match="otherwise"):
        run(import_.command, folder, long(folder, assignments[:3], "right", "other.jsonl"))


def test_raw_judgements_and_the_log_are_exported(folder, assignments):
    """One JSON object per line; an existing file is not written over by accident."""
    run(import_.command, folder, long(folder, assignments[:2]))
    run(export.command, folder, folder / "raw.jsonl", "--what", "judgements")
    lines = [json.loads(line) for line in (folder / "raw.jsonl").read_text().splitlines()]
    assert [line["sequence"] for line in lines] == [1, 2]
    assert set(lines[0]["slots"]) == {"one", "two"}
    run(export.command, folder, folder / "log.jsonl", "--what", "log")
    events = [json.loads(line)["event"] for line in (folder / "log.jsonl").read_text().splitlines()]
    assert events == ["imported", "exported"]
    with pytest.raises(Conflict, match="exists"):
        run(export.command, folder, folder / "raw.jsonl")
    run(export.command, folder, folder / "narrow.csv", "--what", "comparisons")
    assert (folder / "narrow.csv").read_text().startswith("annotator,segment,left,right,answer")


def test_the_payment_list_is_exported(folder, assignments):
    """Who did something, and that it is paid."""
    run(import_.command, folder, long(folder, assignments[:2]))
    run(export.command, folder, folder / "payment.csv", "--what", "payment")
    with (folder / "payment.csv").open(newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert {row["annotator"] for row in rows} == {one.annotator for one in assignments[:2]}
    assert {(row["paid"], row["used"]) for row in rows} == {("yes", "yes")}


@pytest.mark.parametrize("what", ["payment", "judgements", "log", "table", "all"])
def test_a_workbook_is_a_workbook(folder, assignments, what):
    """Whatever is exported: the name of the file says what it is."""
    run(import_.command, folder, long(folder, assignments[:3]))
    run(export.command, folder, folder / "out.xlsx", "--what", what)
    book = openpyxl.load_workbook(folder / "out.xlsx")
    assert book.sheetnames[0] == "Read me"
    assert all(sheet.max_row > 1 for sheet in book if sheet.title != "Decisions")


def test_everything_is_exported_as_one_file(folder, assignments):
    """A zip of CSV files, or JSON; an ending that means nothing is refused."""
    run(import_.command, folder, long(folder, assignments[:3]))
    run(export.command, folder, folder / "all.zip", "--what", "all")
    with zipfile.ZipFile(folder / "all.zip") as packed:
        assert b"ann-01" in packed.read("answers.csv")
    run(export.command, folder, folder / "all.json", "--what", "all")
    assert len(json.loads((folder / "all.json").read_text())["Answers"]) == 3
    for what, name in (("all", "all.csv"), ("payment", "pay.parquet"), ("log", "log.txt")):
        with pytest.raises(NotFound, match="format"):
            run(export.command, folder, folder / name, "--what", what)
        assert not (folder / name).exists()


def test_looking_at_a_folder_makes_no_database(tmp_path):
    """A second database beside the served one would hide what was judged."""
    with pytest.raises(BadInput, match="no judgements in this folder, and no campaign"):
        run(agree.command, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_agreement_about_nothing_is_told(folder):
    """Without judgements there is no agreement, and no success either."""
    with pytest.raises(BadInput, match="no judgements yet"):
        run(agree.command, folder)


def test_a_campaign_in_a_served_folder_uses_the_database_there(folder):
    """Simulating and measuring agreement find the campaign where it is served."""
    inside = folder / "spring"
    inside.mkdir()
    for name in ("campaign.toml", "texts.tsv"):
        (folder / name).rename(inside / name)
    run(simulate.command, "campaign", inside)
    run(agree.command, inside)
    assert not (inside / "tertium.db").exists()
    with Store.open_folder(folder) as store:
        assert store.judgements.last_sequence("spring") > 0


def test_trouble_with_the_disk_is_one_sentence(monkeypatch, capsys):
    """Wherever it happens, nobody gets a traceback."""

    def full(**_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "spring/texts.tsv")

    monkeypatch.setattr(main, "cli", full)
    with pytest.raises(SystemExit) as left:
        main.main()
    assert left.value.code == 1
    told = capsys.readouterr().err
    assert told.startswith("tertium: spring/texts.tsv: no space left on device. ")
    assert told.count("\n") == 1


@pytest.mark.parametrize(
    ("option", "value"),
    [("--ratio", "-1"), ("--ratio", "nan"), ("--spread", "-1"), ("--share", "7"), ("--seed", "-1")],
)
def test_a_simulation_that_means_nothing_stores_nothing(folder, option, value):
    """The option is named, and the campaign stays empty."""
    with pytest.raises(BadInput) as told:
        run(simulate.command, "campaign", folder, option, value)
    assert told.value.where == option
    with Store.open_folder(folder) as store:
        assert store.judgements.last_sequence("spring") == 0
