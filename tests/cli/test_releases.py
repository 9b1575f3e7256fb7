"""`tertium releases` on a table, on folders, with anchor, memory, feedback and a gate."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tertium.cli.main import cli
from tertium.exceptions import BadInput, GateNotMet

EXAMPLE = Path(__file__).parents[2] / "src" / "tertium" / "examples" / "production"
UNIT = (
    '<trans-unit id="{id}"><source>{source}</source><target>{final}</target>'
    '<alt-trans origin="mt"><target>{mt}</target></alt-trans></trans-unit>'
)


def run(*words):
    """Run a command and return what it printed."""
    result = CliRunner().invoke(cli, ["releases", *map(str, words)], standalone_mode=False)
    if result.exception:
        raise result.exception
    return result.stdout


def xliff(path, *units, original=""):
    """Write an XLIFF file of (id, source, mt, final)."""
    path.parent.mkdir(parents=True, exist_ok=True)
    names = ("id", "source", "mt", "final")
    body = "".join(UNIT.format(**dict(zip(names, one, strict=True))) for one in units)
    path.write_text(
        f'<xliff version="1.2"><file original="{original or path.stem}" source-language="en" '
        f'target-language="de"><body>{body}</body></file></xliff>'
    )


def test_the_example_is_followed_with_everything():
    """Estimates, charts, changes, orphans, signature and warnings by their names."""
    found = json.loads(
        run(EXAMPLE / "production.tsv", "--feedback", EXAMPLE / "feedback.csv", "--changes",
            EXAMPLE / "changes.csv", "--resamples", 200, "--format", "json")
    )  # fmt: skip
    assert [one["release"] for one in found["releases"]] == [f"r{at}" for at in range(1, 9)]
    assert {one["kind"]: one["since"] for one in found["charts"]}["anchor"] == "r5"
    assert found["steps"][3]["quality"]["high"] < 0
    assert [one["change"] for one in found["changes"]] == [
        "glossary 2", "retrained", "faster server",
    ]  # fmt: skip
    assert found["orphans"][0] == {"kind": "change", "name": "faster server", "of": "r6"}
    assert found["signature"].startswith("releases|distance:ter/final-words+")


def test_a_folder_of_xliff_files_is_read_with_an_anchor_and_a_memory(tmp_path):
    """A folder per release and scenario; the anchor lies elsewhere; the memory matches sources."""
    for release, wrong in (("r1", "x y"), ("r2", "one y")):
        for document in ("a", "b"):
            xliff(tmp_path / "p" / release / "web" / f"{document}.xlf",
                  (1, "one two", wrong, "one two"), (2, "far away", "z", "far"))  # fmt: skip
        xliff(tmp_path / "fixed" / f"{release}.xlf", (1, "one", wrong, "one two"),
              (2, "two", wrong, "one two"), original="anchor.docx")  # fmt: skip
    xliff(tmp_path / "memory.xlf", (1, "one two", "", "eins zwei"))
    found = json.loads(
        run(tmp_path / "p", "--anchor", tmp_path / "fixed", "--memory", tmp_path / "memory.xlf",
            "--format", "json")
    )  # fmt: skip
    assert [one["scenario"] for one in found["scenarios"]] == ["web"]
    assert found["steps"][0]["quality"]["value"] == pytest.approx(-0.5)
    assert found["against"] == "memory"
    assert found["releases"][0]["memory_words"]["value"] == pytest.approx(2 / 3)


def test_a_gate_holds_a_release_back(tmp_path):
    """Exit code 3 on the command line."""
    with pytest.raises(GateNotMet, match=r"high < -0\.05 does not hold"):
        run(EXAMPLE / "production.tsv", "--resamples", 100, "--require",
            "steps.r6.quality.high < -0.05")  # fmt: skip
    assert run(EXAMPLE / "production.tsv", "--resamples", 100, "--require",
               "steps.r5.quality.high < 0")  # fmt: skip


def test_a_memory_needs_sources(tmp_path):
    """A table without them is told with its line."""
    (tmp_path / "p.csv").write_text("release,mt,final\nr1,a,b\n")
    xliff(tmp_path / "memory.xlf", (1, "one", "", "eins"))
    with pytest.raises(BadInput, match=r"p.csv:2: the source is not known"):
        run(tmp_path / "p.csv", "--memory", tmp_path / "memory.xlf")
