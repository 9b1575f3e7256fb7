"""Plain text, one segment per line."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tertium.exceptions import BadInput, NotFound
from tertium.formats.plain import parallel, read_lines


@pytest.mark.parametrize("name", ["t.txt", "t.txt.gz"])
@pytest.mark.parametrize(
    "content",
    ["one\n\ntwo\n", "one\n\ntwo", "\ufeffone\n\ntwo\n", "one\r\n\r\ntwo\r\n", "one\r\n\ntwo"],
)
def test_lines_are_the_same_in_every_spelling(make, name, content):
    """BOM, CRLF, gzip and a missing last line end change nothing; empty lines are kept."""
    assert read_lines(make(name, content)) == ["one", "", "two"]


def test_only_line_feeds_end_a_line(make):
    """A line separator or a form feed inside a segment does not shift the lines that follow."""
    assert read_lines(make("t.txt", "a\u2028b\x0cc\x85d\ne\n")) == ["a\u2028b\x0cc\x85d", "e"]


def test_trailing_empty_lines_are_segments(make):
    """An empty output of the last segment is not lost."""
    assert read_lines(make("t.txt", "a\n\n\n")) == ["a", "", ""]


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\r\n")))
    .filter(lambda lines: any(line.strip("\ufeff").strip() for line in lines))
    .filter(lambda lines: not lines[0].startswith("\ufeff"))
)
def test_lines_survive_a_round_trip(tmp_path, lines):
    """Whatever a line holds, it is read back."""
    path = tmp_path / "t.txt"
    path.write_bytes("".join(f"{line}\n" for line in lines).encode())
    assert read_lines(path) == lines


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            b"fine\nna\xc3\xafve caf\xe9\n",
            "t.txt:2:11: byte 0xE9 is not UTF-8. Save the file as UTF-8, for example: "
            "iconv -f WINDOWS-1252 -t UTF-8 t.txt.",
        ),
        (
            "one\ntwo".encode("utf-16-le"),
            "t.txt:1:2: the file is not UTF-8; it looks like UTF-16. Save it as UTF-8, for "
            "example: iconv -f UTF-16 -t UTF-8 t.txt.",
        ),
        (b"", "t.txt: the file is empty. Name a file with text in it."),
        (b"\xef\xbb\xbf\n", "t.txt: the file is empty. Name a file with text in it."),
    ],
)
def test_what_is_not_text_is_told_with_its_place(make, content, message):
    """Line and byte of the first trouble, and how to mend it."""
    with pytest.raises(BadInput) as error:
        read_lines(make("t.txt", content))
    assert str(error.value) == message


def test_parallel_files_become_entries(make):
    """Line n of every file is the same segment; empty outputs are outputs."""
    texts = parallel(
        make("source.txt", "a\nb\n"), {"x": make("x.txt", "A\n\n"), "y": make("y.txt", "AA\nBB")}
    )
    assert [(e.line, e.source, dict(e.outputs)) for e in texts.entries] == [
        (1, "a", {"x": "A", "y": "AA"}),
        (2, "b", {"x": "", "y": "BB"}),
    ]


@pytest.mark.parametrize(
    ("output", "place", "missing"),
    [("A\nB\n", "x.txt:3", "x.txt has 2; line 3 of x.txt"),
     ("A\nB\nC\nD\nE\n", "source.txt:4", "x.txt has 5; line 4 of source.txt")],
)  # fmt: skip
def test_files_of_different_length_are_refused(make, output, place, missing):
    """One sentence with both numbers and the first line that is missing."""
    source = make("source.txt", "a\nb\nc\n")
    with pytest.raises(BadInput) as error:
        parallel(source, {"x": make("x.txt", output)})
    assert error.value.where == place
    assert error.value.what == f"source.txt has 3 lines and {missing} is missing"


def test_a_missing_file_is_told(make):
    """The nearest name in the folder is offered."""
    make("baseline.txt", "a\n")
    with pytest.raises(NotFound, match=r"no file named 'basline.txt'.*'baseline.txt'"):
        read_lines(Path("basline.txt"))
