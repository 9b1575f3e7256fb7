"""A release comparison as a team would run it: from two text files to a report."""

import json
import subprocess
import sys

import pytest

SOURCES = [
    f"Sentence number {k} of this text says something about the {word} in the garden."
    for k in range(1, 61)
    for word in ("tree", "house")
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory, tertium):
    """Make a campaign from three text files, one segment per line, and fill it."""
    folder = tmp_path_factory.mktemp("release")
    texts = {
        "source": SOURCES,
        "baseline": [f"Satz {k} war schlecht übersetzt." for k in range(len(SOURCES))],
        "advanced": [  # every fifth output is identical
            f"Satz {k} war {'schlecht' if k % 5 == 0 else 'gut'} übersetzt."
            for k in range(len(SOURCES))
        ],
    }
    for name, lines in texts.items():
        (folder / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    tertium("new", ".", "--source-language", "en", "--target-language", "de", cwd=folder)
    tertium("simulate", "campaign", ".", "--ratio", "3", cwd=folder)
    return folder


def test_from_two_text_files_to_a_report(tertium, folder):
    """New, check, collect, compare, gate, report, export: each step feeds the next."""
    assert "baseline" in (folder / "campaign.toml").read_text(encoding="utf-8")

    checked = json.loads(tertium("check", ".", "--format", "json", cwd=folder))
    assert checked["signature"].startswith("check|")

    status = json.loads(tertium("status", ".", "--format", "json", cwd=folder))
    assert status["signature"].startswith("status|")
    assert status["annotators"] == status["people"] != []  # the former name, until 1.0

    compared = json.loads(tertium("compare", ".", "--format", "json", cwd=folder))
    ratio = compared["improvement_ratio"]
    assert ratio["low"] < ratio["value"] < ratio["high"]
    assert compared["impact"]["value"] > 0
    assert any("simulated" in warning for warning in compared["warnings"])

    tertium("compare", ".", "--require", "improvement_ratio.low > 0.1", cwd=folder)
    tertium("compare", ".", "--require", "improvement_ratio.low > 99", cwd=folder, code=3)

    tertium("report", ".", "--output", "report.html", cwd=folder)
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert compared["signature"] in page
    assert 'src="http' not in page
    assert 'href="http' not in page.split("</style>")[0]

    tertium("export", ".", "judgements.csv", cwd=folder)
    again = json.loads(
        tertium(
            "compare", "judgements.csv", "--baseline", "baseline", "--advanced", "advanced",
            "--format", "json", cwd=folder,
        )
    )  # fmt: skip
    assert again["improvement_ratio"] == ratio
    assert again["counts"] == compared["counts"]


@pytest.mark.parametrize("fmt", ["text", "json", "csv", "latex", "html"])
def test_every_format_prints(tertium, folder, fmt):
    """The same result in every format, with its signature."""
    printed = tertium("compare", ".", "--format", fmt, cwd=folder)
    assert "compare" in printed
    assert "tertium:0.1.0" in printed


def test_trouble_is_one_sentence_with_a_remedy(folder):
    """A mistyped system name exits 1 with one line that names the right one."""
    done = subprocess.run(
        [sys.executable, "-m", "tertium", "compare", ".", "--baseline", "basline"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stdout == ""
    (line,) = done.stderr.strip().splitlines()
    assert "Did you mean 'baseline'?" in line
