"""The MQM TSV of Google and Marot: what it becomes, round trips, and what is refused."""

import io
import json
import tarfile
from pathlib import Path

import pytest

from tertium.exceptions import TertiumError
from tertium.formats.error_files import write_errors
from tertium.formats.judgements import read_judgements
from tertium.formats.readings import Mark, Reading, tabled
from tests.formats.marked import made_table

HEADER = "system\tdoc\tdocSegId\tglobalSegId\trater\tsource\ttarget\tcategory\tseverity\tmetadata"


def line(target="<v>Hallo</v> du", *, source="Hello you", category="Accuracy/Addition",
         severity="Major", metadata="", segment="7"):  # fmt: skip
    return f"x\td\t1\t{segment}\tr1\t{source}\t{target}\t{category}\t{severity}\t{metadata}\n"


def test_a_line_becomes_an_error_with_its_place(make):
    """Code points, end excluded; note and time come from the metadata, the rest is kept."""
    metadata = json.dumps({"timestamp": 1725456558197, "note": "hm", "prior_rater": "r9"})
    path = make("e.tsv", f"{HEADER}\n" + line("😀 <v>Hallo</v> du", metadata=metadata))
    *_, error = read_judgements(path).rows()
    assert (error["side"], error["start"], error["end"]) == ("target", 2, 7)
    assert (error["text"], error["comment"]) == ("Hallo", "hm")
    assert error["submitted_at"].isoformat() == "2024-09-04T13:29:18.197000"
    assert json.loads(error["label"])["prior_rater"] == "r9"
    assert (error["category"], error["severity"]) == ("Accuracy/Addition", "Major")


def test_quotation_marks_of_a_table_written_as_csv_are_taken_off(make):
    """Around a text and doubled inside; where one text is not written so, all stay as they are."""
    rows = line('"Er sagt ""<v>nie</v>"""', source='"He says ""no"""') + line("Ja", segment="8")
    path = make("e.tsv", f"{HEADER}\n" + rows)
    source, target, error = (row for row in read_judgements(path).rows()[1:4])
    assert (source["text"], target["text"]) == ('He says "no"', 'Er sagt "nie"')
    assert (error["start"], error["end"], error["text"]) == (9, 12, "nie")
    path = make("e.tsv", f"{HEADER}\n" + rows + line('Nur "so"', segment="9"))
    assert read_judgements(path).rows()[1]["text"] == '"He says ""no"""'


def test_a_remark_in_the_header_is_no_column(make):
    """Published tables name their documentation there; a row with too few fields is told."""
    header = f"{HEADER}\t# Documentation: https://example.org/viewer"
    assert len(read_judgements(make("e.tsv", f"{header}\n" + line())).spans()) == 1
    with pytest.raises(TertiumError, match="this row has 2 fields") as caught:
        read_judgements(make("e.tsv", f"{header}\n" + line() + "x\td\n"))
    assert caught.value.where == "e.tsv:3"


def archive(folder, **files):
    """Write an archive with these files, and return its name."""
    with tarfile.open(folder / "e.tsv.tar.gz", "w:gz") as tar:
        for name, text in files.items():
            member = tarfile.TarInfo(f"{name}.tsv")
            member.size = len(text.encode())
            tar.addfile(member, io.BytesIO(text.encode()))
    return Path("e.tsv.tar.gz")


def test_the_only_file_of_an_archive_is_read(make, tmp_path):
    """What is wrong in it is told with its line; several files are not guessed among."""
    text = f"{HEADER}\n" + line()
    assert len(read_judgements(archive(tmp_path, inside=text)).spans()) == 1
    with pytest.raises(TertiumError) as caught:
        read_judgements(archive(tmp_path, inside=text.replace("</v>", "") + line("</v>")))
    assert caught.value.where.startswith("e.tsv.tar.gz/inside.tsv:3")
    with pytest.raises(TertiumError, match="the archive holds 2 files"):
        read_judgements(archive(tmp_path, one=text, two=text))
    with pytest.raises(TertiumError, match="the archive cannot be read"):
        read_judgements(make("broken.tar.gz", b"not an archive"))


def test_nothing_wrong_is_an_output_without_errors(make):
    """`No-error` in any letter case; the texts are there."""
    path = make("e.tsv", f"{HEADER}\n" + line("Hallo", category="no-error", severity="no-error"))
    spans = read_judgements(path).spans()
    assert (len(spans), len(spans.outputs)) == (0, 1)
    assert spans.outputs.target.tolist() == ["Hallo"]


@pytest.mark.parametrize(
    ("target", "place"),
    [("a<v></v>b", (1, 1)), ("ab <v>c", (3, 4)), ("<v>ab</v>", (0, 2))],
)
def test_omissions_and_open_marks_have_a_place(make, target, place):
    """A mark without length is a point; one that is not closed goes to the end."""
    spans = read_judgements(make("e.tsv", f"{HEADER}\n" + line(target))).spans()
    assert (spans.start[0], spans.end[0]) == place


def test_several_marks_of_one_error_are_one_error_and_come_back(make, tmp_path):
    """The first mark is the place; all are kept and written again."""
    text = f"{HEADER}\n" + line("<v>a</v> b <v>c</v>", source="x <v>y</v>")
    table = read_judgements(make("e.tsv", text))
    spans = table.spans()
    assert (len(spans), spans.start[0], spans.end[0]) == (1, 0, 1)
    label = json.loads(table.rows()[-1]["label"])
    assert label["marks"] == [["target", 0, 1], ["target", 4, 5], ["source", 2, 3]]
    assert write_errors(table, tmp_path / "o.tsv", kind="mqm").lost == ""
    assert (tmp_path / "o.tsv").read_text(encoding="utf-8") == text
    assert read_judgements(tmp_path / "o.tsv") == table


def test_older_names_and_no_header_are_known(make):
    """`doc_id`, `seg_id`, `comment`; or no header at all, when there are metadata."""
    old = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\tcomment\n"
    assert read_judgements(make("a.tsv", old + line(metadata="why"))).rows()[-1]["comment"] == "why"
    bare = read_judgements(make("b.tsv", line(metadata='{"note": "why"}')))
    assert bare.rows()[-1]["comment"] == "why"


WRONG = [
    (line("a</v> b<v>"), "2:22", "do not match"),
    (line("<v>a<v>b</v>"), "2:22", "do not match"),
    (line("ab", category="No-error"), "2:34", "only one of category and severity"),
    (line("ab", category="Other", severity=""), "2:31", "the severity is empty"),
    (line("<v>a</v>", category="No-error", severity="No-error"), "2:31", "but there is no error"),
    (line(metadata="[1]"), "2:62", "not a JSON object"),
    (line() + line("<v>Hallo</v> da"), "3:22", "the target differs"),
    (line() + line("Hallo du", category="No-error", severity="No-error"), "3:31", "another line"),
    (line("a\tb", metadata="{}"), "2", "11 fields"),
]


@pytest.mark.parametrize(("rows", "place", "what"), WRONG)
def test_a_bad_line_is_told_with_its_place(make, rows, place, what):
    """Line and column of the field; nothing is half read."""
    path = make("e.tsv", f"{HEADER}\n{rows}")
    with pytest.raises(TertiumError, match=what) as caught:
        read_judgements(path)
    assert caught.value.where == f"{path}:{place}"


def test_a_missing_column_is_named(make):
    """Without severity it is not such a file."""
    text = HEADER.replace("\tseverity", "") + "\n" + line().replace("\tMajor", "")
    with pytest.raises(TertiumError, match="no column 'severity'"):
        read_judgements(make("e.tsv", text))


@pytest.mark.parametrize("name", ["mqm-ted-ende/mqm_ted_ende", "mqm-sxs23-ende/sxs_mqm_ende"])
def test_published_files_come_back_as_they_were(shared_data, tmp_path, name):
    """Import, export, import: the same table, and nothing is told as lost."""
    table = read_judgements(shared_data / f"{name}.tsv.gz")
    written = write_errors(table, tmp_path / "o.tsv.gz", kind="mqm")
    assert written.lost == ""
    assert read_judgements(tmp_path / "o.tsv.gz") == table


@pytest.mark.parametrize("seed", range(3))
def test_no_mark_moves_whatever_the_text(tmp_path, seed):
    """Combining marks, emoji, right-to-left, Chinese, zero-width characters, quotes."""
    table = made_table(seed, breaks=False)
    assert write_errors(table, tmp_path / "o.tsv", kind="mqm").lost == ""
    assert read_judgements(tmp_path / "o.tsv") == table


@pytest.mark.parametrize(
    ("target", "what"), [("a <v>b", "holds <v>"), ("a\tb c", "tab or a line break"),
                         (None, "not known")]
)  # fmt: skip
def test_what_the_file_cannot_hold_is_refused(make, tmp_path, target, what):
    """Texts with marks of their own, with tabs, or not known."""
    row = {"annotator": "a", "segment": "1", "system": "x", "side": "target", "start": 0, "end": 1,
           "category": "c", "severity": "minor", "target": target}  # fmt: skip
    given = {name: value for name, value in row.items() if value is not None}
    table = read_judgements(make("e.jsonl", json.dumps(given) + "\n"))
    with pytest.raises(TertiumError, match=what):
        write_errors(table, tmp_path / "o.tsv", kind="mqm")
    assert not (tmp_path / "o.tsv").exists()


def test_parts_of_marks_at_the_edge_of_texts_are_no_marks(tmp_path):
    """`<` at the end of the source and `v>` at the beginning of the target do not meet."""
    about = {"judgement": "output-1", "annotator": "a", "segment": "1", "system": "x"}
    mark = Mark("target", 1, 3, "c", "minor", "><")
    table = tabled([Reading(about, (mark,), None, "a<", "v><v b")])
    assert write_errors(table, tmp_path / "o.tsv", kind="mqm").lost == ""
    assert read_judgements(tmp_path / "o.tsv") == table


def test_what_is_not_kept_is_told(make, tmp_path):
    """A score has no column in this file."""
    text = ("annotator,segment,system,side,start,end,category,severity,target,score\n"
            "a,1,x,target,0,1,c,minor,Hallo,70\n")  # fmt: skip
    written = write_errors(read_judgements(make("e.csv", text)), tmp_path / "o.tsv", kind="mqm")
    assert written.lost == (
        "This kind of file (mqm) does not keep: judgement (3), value. "
        "Read again, this kind of file (mqm) also says: text."  # the passage
    )
