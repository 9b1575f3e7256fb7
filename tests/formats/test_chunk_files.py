"""Chunks as files: written, corrected, read again."""

import pytest

from tertium.exceptions import TertiumError
from tertium.formats.chunk_files import read_chunks, write_chunks
from tertium.text.chunks import chunk_text

TEXTS = {
    ("1", "target", "acme"): "Er rief sie gestern an.",
    ("2", "target", "acme"): "=SUM(a), 的小屋\tund mehr.",
    ("1", "source", ""): "He called her yesterday.",
}


@pytest.mark.parametrize("ending", ["tsv", "csv"])
def test_what_is_written_is_read_again(ending, tmp_path):
    """Both endings, both sides, with signs that spreadsheets would compute."""
    file = tmp_path / f"chunks.{ending}"
    chunks = {key: chunk_text(text, "de") for key, text in TEXTS.items()}
    rows = write_chunks(chunks, TEXTS, file)
    assert rows == sum(map(len, chunks.values()))
    found = read_chunks(file)
    assert found.chunks == chunks


def test_a_corrected_file_may_join_and_name_its_maker(tmp_path):
    """Two rows with one name are one chunk; `by` is who made it."""
    file = tmp_path / "chunks.tsv"
    file.write_text(
        "segment\tside\tsystem\tchunk\tstart\tend\ttext\tby\n"
        "1\ttarget\tacme\t1\t20\t23\tan.\tcarl\n"
        "1\ttarget\tacme\t1\t0\t7\tEr rief\tcarl\n"
        "1\ttarget\tacme\t2\t8\t19\t\tcarl\n"
    )
    found = read_chunks(file, TEXTS)
    first, second = found.chunks["1", "target", "acme"]
    assert first.ranges == ((0, 7), (20, 23))
    assert second.ranges == ((8, 19),)
    assert found.by == ("carl",)


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("1\tmiddle\tacme\t1\t0\t23\t", "no side named 'middle'"),
        ("9\ttarget\tacme\t1\t0\t23\t", "no segment named '9'"),
        ("1\ttarget\tacme\t1\t0\t22\tsomething", "not 'something'"),
        ("1\ttarget\tacme\t1\tx\t22\t", "is not a number"),
        ("1\ttarget\tacme\t\t0\t22\t", "the chunk is empty"),
        ("1\ttarget\tacme\t1\t0\t7\t", "is in no chunk"),
    ],
)
def test_mistakes_are_told_with_their_place(row, told, tmp_path):
    """File and line."""
    file = tmp_path / "chunks.tsv"
    file.write_text(f"segment\tside\tsystem\tchunk\tstart\tend\ttext\n{row}\n")
    with pytest.raises(TertiumError, match=told) as error:
        read_chunks(file, TEXTS)
    assert "chunks.tsv:2" in str(error.value)
