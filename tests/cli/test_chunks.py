"""`tertium chunks` from the command line."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from tertium.cli.main import cli
from tertium.cli.serve import put_folder
from tertium.exceptions import Conflict
from tertium.formats.chunk_files import read_chunks
from tertium.model import Judgement
from tertium.protocols.chunk_cuts import cuts_of
from tertium.store import Store

EXAMPLE = Path(__file__).parents[2] / "src" / "tertium" / "examples" / "chunks.csv"


def run(*words):
    result = CliRunner().invoke(cli, ["chunks", *map(str, words)], standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    return result.stdout


@pytest.mark.parametrize("fmt", ["text", "json", "csv", "latex", "html"])
def test_every_format_is_printed(fmt):
    """The example of the manual, in all of them."""
    assert "acme" in run(EXAMPLE, "--format", fmt)


def test_json_has_both_accuracies_with_intervals():
    """Names and numbers that other programs rely on."""
    found = json.loads(run("show", EXAMPLE, "--format", "json"))
    one = found["systems"][0]
    assert one["accuracy"]["value"] == one["correct"] / (one["correct"] + one["problematic"])
    assert one["accuracy"]["low"] < one["accuracy"]["value"] < one["accuracy"]["high"]
    assert found["scheme"] == "kinds"


def test_texts_of_a_campaign_are_cut_and_read_again(tmp_path):
    """Both sides; every text is there."""
    texts = tmp_path / "texts"
    texts.mkdir()
    (texts / "source.txt").write_text("The cat sat on the mat.\nIt was old, and grey.\n")
    (texts / "acme.txt").write_text("Die Katze saß auf der Matte.\nSie war alt und grau.\n")
    (texts / "bolt.txt").write_text("Eine Katze auf der Matte.\nAlt und grau war sie.\n")
    made = ["new", str(texts), "--source-language", "en", "--target-language", "de"]
    result = CliRunner().invoke(cli, [*made, "--protocol", "slider"], standalone_mode=False)
    assert result.exception is None
    for side, number in (("target", 4), ("source", 2)):
        out = tmp_path / f"{side}.tsv"
        run("cut", texts, out, "--side", side)
        assert len(read_chunks(out).chunks) == number


def test_texts_are_added_to_chunks_that_people_judge(tmp_path):
    """A new version cuts what is new and leaves what was judged; chunks that were stay."""
    source, output = tmp_path / "source.txt", tmp_path / "acme.txt"
    source.write_text("The cat sat on the mat.\n")
    output.write_text("Die Katze saß, wie immer, auf der Matte.\n")
    words = ["new", str(tmp_path), "--source-language", "en", "--target-language", "de"]
    result = CliRunner().invoke(cli, [*words, "--protocol", "chunks"], standalone_mode=False)
    assert result.exception is None
    now = datetime.now(UTC)
    with Store.open(tmp_path) as store:
        name, _ = put_folder(store, tmp_path, new_version=False)
        person = store.annotators.all(name)[0].id
        (task,) = store.assignments.of(name, person)
        ((first, parts),) = cuts_of(store.campaigns.get(name).options).items()
        answer = {"chunks": {part: "correct" for part, *_ in parts}}
        store.judgements.append(
            [Judgement("j-1", name, task.id, person, answer, now)], received_at=now
        )
        source.write_text(source.read_text() + "It was old.\n")
        output.write_text(output.read_text() + "Sie war alt.\n")
        assert put_folder(store, tmp_path, new_version=True) == (name, None)
        cut = cuts_of(store.campaigns.get(name).options)
        assert len(cut) == 2
        assert cut[first] == parts
        (tmp_path / "chunks.tsv").write_text(
            f"segment\tside\tsystem\tchunk\tstart\tend\n{first[0]}\ttarget\tacme\t1\t0\t40\n"
        )
        with pytest.raises(Conflict, match="the protocol changed"):
            put_folder(store, tmp_path, new_version=True)


def test_who_made_the_chunks_is_compared_with_who_judged(tmp_path):
    """A name in both files is told."""
    file = tmp_path / "chunks.tsv"
    file.write_text("segment\tside\tsystem\tchunk\tstart\tend\tby\n1\ttarget\tacme\t1\t0\t3\tana\n")
    assert "ana made chunks and judged them" in run(EXAMPLE, "--chunks", file)


def test_corrected_chunks_are_not_overwritten(tmp_path):
    """Somebody's work stands in the file; a file by rule may be made anew."""
    texts = tmp_path / "texts"
    texts.mkdir()
    (texts / "source.txt").write_text("The cat sat on the mat.\n")
    (texts / "acme.txt").write_text("Die Katze saß auf der Matte.\n")
    made = ["new", str(texts), "--source-language", "en", "--target-language", "de"]
    CliRunner().invoke(cli, [*made, "--protocol", "chunks"], standalone_mode=False)
    out = texts / "chunks.tsv"
    run("cut", texts, out)
    run("cut", texts, out)
    head, *rows = out.read_text(encoding="utf-8").splitlines()
    corrected = "\n".join([f"{head}\tby", *(f"{row}\tcarl" for row in rows)]) + "\n"
    out.write_text(corrected, encoding="utf-8")
    with pytest.raises(Conflict, match="holds chunks that carl corrected"):
        run("cut", texts, out)
    assert out.read_text(encoding="utf-8") == corrected
