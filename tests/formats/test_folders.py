"""Several files of one kind as one table."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from tertium.cli.main import cli
from tertium.exceptions import BadInput
from tertium.formats.folders import read_folder
from tertium.formats.judgements import read_judgements
from tests.formats.test_originals import counted

HEAD = "annotator,segment,system,score\n"


def job(editor, *units, keys=3):
    """Return a result of PET."""
    parts = "".join(
        f'<unit id="{unit}" type="pe"><S producer="en">a</S><MT producer="mt">b</MT>'
        f'<annotations revisions="1"><annotation r="1"><PE producer="{editor}.mt">c</PE>'
        f'<indicator id="editing" type="time">1s,0</indicator>'
        f'<indicator id="letter-keys" type="count">{keys}</indicator></annotation></annotations>'
        "</unit>"
        for unit in units
    )
    return f'<job id="job">{parts}</job>'


def test_results_of_several_editors_are_one_study(make):
    """A file for each editor, folders for training and test; ids of units may begin again."""
    for editor in ("ann", "bea"):
        make(f"study/train/{editor}.per", job(editor, 1, 2))
        make(f"study/test/{editor}.per", job(editor, 3))
    make("study/readme.txt", "How it was done")
    table = read_folder(make("study/job.pej", '<job id="j"><unit id="1"/></job>').parent)
    rows = [row for row in table.rows() if row["aspect"] == "seconds"]
    assert counted(rows, "annotator", "set") == {
        ("ann", "train"): 2, ("ann", "test"): 1, ("bea", "train"): 2, ("bea", "test"): 1,
    }  # fmt: skip
    assert len({row["judgement"] for row in rows}) == 6
    assert table.notes == ("Not read, because they hold no judgements: readme.txt.",)


def test_commands_read_folders(make):
    """`tertium effort FOLDER` as `tertium effort FILE`; convert too."""
    for editor in ("ann", "bea"):
        make(f"study/{editor}.per", job(editor, 1, 2))
    ran = CliRunner().invoke(cli, ["convert", "study", "edits.csv"])
    assert ran.exit_code == 0, ran.output
    assert counted(read_judgements(Path("edits.csv")).rows(), "annotator") == {"ann": 12, "bea": 12}


def test_totals_of_keys_without_groups_are_kept(make, tmp_path):
    """A file of edits may know all keystrokes and not which keys they were."""
    edits = "annotator,segment,system,source,mt,edited,seconds,keystrokes\na,1,x,s,m,e,2.5,7\n"
    path = make("edits.csv", edits)
    ran = CliRunner().invoke(cli, ["convert", str(path), str(tmp_path / "a.per")])
    assert ran.exit_code == 0, ran.output
    again = {row["aspect"]: row["value"] for row in read_judgements(tmp_path / "a.per").rows()}
    assert (again["keystrokes"], again["seconds"]) == (7, 2.5)


def test_what_two_files_say_of_the_same_is_refused(make):
    """The same annotator, segment and system in both: nobody can know which one counts."""
    make("both/a.csv", HEAD + "ann,1,x,50\nann,2,x,60\n")
    folder = make("both/b.csv", HEAD + "ann,3,x,40\nann,2,x,61\n").parent
    with pytest.raises(BadInput) as error:
        read_folder(folder)
    assert str(error.value) == (
        "both/b.csv: a.csv and b.csv both hold what 'ann' said of segment '2' of 'x'. Leave one of "
        "them out; if they are different works, give annotators or segments names of their own."
    )


def test_segments_of_the_same_name_with_other_texts_are_refused(make):
    """Files of two test sets number their segments alike."""
    head = "annotator,segment,system,side,start,end,category,severity,source,target\n"
    make("sets/a.csv", head + "ann,1,x,target,0,1,c,minor,Good day,Tag\n")
    folder = make("sets/b.csv", head + "bea,1,x,target,0,1,c,minor,Bad day,Tag\n").parent
    with pytest.raises(BadInput, match=r"segment '1' has another source in a\.csv than in b\.csv"):
        read_folder(folder)


def test_files_of_several_kinds_are_refused(make):
    """With the name and the kind of one of each."""
    make("mixed/a.csv", HEAD + "ann,1,x,50\n")
    folder = make("mixed/b.per", job("ann", 1)).parent
    with pytest.raises(BadInput, match=r"b\.per is PET results; a\.csv is scores"):
        read_folder(folder)
    with pytest.raises(BadInput, match="there are no judgements in this folder"):
        read_folder(make("none/notes.txt", "nothing").parent)


def test_a_directory_of_mt_metrics_eval_is_read_whole(originals):
    """Ratings as errors; each kind of score as an aspect; segments from the documents."""
    table = read_folder(originals / "mt-metrics-eval/wmt23")
    counts = counted(table.rows(), "aspect")
    assert counts == {"overall": 208, "error": 579, "mqm": 208, "da-sqm": 260}
    assert {row["domain"] for row in table.rows()} == {"news"}
    ran = CliRunner().invoke(
        cli, ["rank", str(originals / "mt-metrics-eval/wmt23"), "--aspect", "da-sqm"]
    )
    assert ran.exit_code == 0, ran.output


@pytest.mark.parametrize(
    ("name", "rows", "annotators"),
    [
        ("qrev/first-round", {"overall": 516, "error": 707, "issue": 264}, 3),
        ("wmt21-da/newstest2021-toen", {"overall": 358}, 3),
        ("pearmut/data/outputs", {"overall": 14, "error": 3}, 6),
    ],
)
def test_folders_as_published_are_one_table(originals, name, rows, annotators):
    """What belongs to the files without being judgements is no matter."""
    found = read_folder(originals / name).rows()
    counts = counted(found, "aspect")
    assert {aspect: counts[aspect] for aspect in rows} == rows
    assert len(counted(found, "annotator")) == annotators


def test_raw_and_standardised_scores_of_the_same_work_are_not_added_up(originals):
    """Both lie in the folder of the crowd study of HUME."""
    with pytest.raises(BadInput, match="both hold what"):
        read_folder(originals / "hume/round_1/data/direct-assessment")
    with pytest.raises(BadInput, match="has another source"):
        read_folder(originals / "google-mqm")
