"""A campaign of chunks from texts to accuracies."""

import json

import pytest
from click.testing import CliRunner

from tertium.cli.main import cli
from tertium.exceptions import TertiumError
from tertium.formats.campaign import read_campaign
from tertium.protocols.chunk_cuts import cuts_of


def run(*words):
    result = CliRunner().invoke(cli, list(map(str, words)), standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    return result.stdout


@pytest.fixture
def folder(tmp_path):
    """Return a folder with a campaign of chunks."""
    found = tmp_path / "island"
    found.mkdir()
    (found / "source.txt").write_text("He called her yesterday.\nThe cat sat on the mat.\n")
    (found / "acme.txt").write_text("Er rief sie gestern an.\nDie Katze saß auf der Matte.\n")
    run("new", found, "--source-language", "en", "--target-language", "de",
        "--protocol", "chunks", "--annotators", "2")  # fmt: skip
    return found


def with_option(folder, line):
    """Add a line to the options of a campaign."""
    file = folder / "campaign.toml"
    kept = [one for one in file.read_text().split("\n") if not one.startswith(line.split(" ")[0])]
    file.write_text("\n".join(kept).replace("[options]", f"[options]\n{line}", 1))


def test_a_campaign_is_filled_and_told(folder):
    """New, simulated, accuracy and agreement; every chunk of both annotators."""
    run("simulate", "campaign", folder)
    found = json.loads(run("chunks", folder, "--format", "json"))
    cut = cuts_of(read_campaign(folder).options)
    (system,) = found["systems"]
    assert system["chunks"] == sum(len(one) for one in cut.values())
    assert system["correct"] + system["problematic"] == 2 * system["chunks"]
    assert json.loads(run("agree", folder, "--format", "json"))["items"] == system["chunks"]
    report = folder / "report.html"
    run("report", folder, "-o", report)
    assert "of the chunks of acme are correct" in report.read_text(encoding="utf-8")


def test_a_corrected_file_takes_the_place_of_the_rule(folder):
    """One chunk in two places; a text that the file leaves out is cut by rule."""
    (folder / "chunks.tsv").write_text(
        "segment\tside\tsystem\tchunk\tstart\tend\n"
        "en-de.1\ttarget\tacme\tverb\t0\t7\nen-de.1\ttarget\tacme\tverb\t20\t23\n"
        "en-de.1\ttarget\tacme\trest\t8\t19\n"
    )
    with_option(folder, 'chunks = "chunks.tsv"')
    cut = cuts_of(read_campaign(folder).options)
    first, second = cut["en-de.1", "target", "acme"]
    assert (first[0], first[2], second[2]) == ("verb", "Er rief … an.", "sie gestern")
    assert len(cut["en-de.2", "target", "acme"]) == 2


def test_sources_can_be_cut_instead(folder):
    """Then all systems are judged by the same chunks."""
    with_option(folder, 'side = "source"')
    cut = cuts_of(read_campaign(folder).options)
    assert {key[1:] for key in cut} == {("source", "")}


def test_a_file_that_does_not_fit_is_refused(folder):
    """Where it says something else than the text."""
    (folder / "chunks.tsv").write_text(
        "segment\tside\tsystem\tchunk\tstart\tend\nen-de.1\ttarget\tacme\t1\t0\t7\n"
    )
    with_option(folder, 'chunks = "chunks.tsv"')
    with pytest.raises(TertiumError, match="is in no chunk"):
        read_campaign(folder)


def test_a_campaign_knows_who_cut_its_texts(folder):
    """Somebody who judged stands in the file that is taken without being named."""
    run("chunks", "cut", folder, folder / "chunks.tsv")
    head, *rows = (folder / "chunks.tsv").read_text(encoding="utf-8").splitlines()
    (folder / "chunks.tsv").write_text(
        "\n".join([f"{head}\tby", *(f"{row}\tann-01" for row in rows)]) + "\n", encoding="utf-8"
    )
    run("simulate", "campaign", folder)
    assert "ann-01 made chunks and judged them" in run("chunks", folder)
