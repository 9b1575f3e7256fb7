"""`import tertium as tt`: the analyses as functions, the same as on the command line."""

import inspect
import json
import pkgutil
import subprocess
import sys
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner

import tertium as tt
from tertium.analyses.campaigns import open_store
from tertium.cli.main import COMMANDS, cli
from tertium.cli.serve import put_folder
from tertium.formats.new import new_campaign

EXAMPLES = Path(tt.__file__).parent / "examples"
# Each function with an example file, and arguments that keep it fast.
CALLS = {
    "adequacy": ("museum.csv", {"labels": EXAMPLES / "museum-adequate.csv", "reference": "human"}),
    "agree": ("judgements.csv", {}),
    "annotators": ("crowd.csv", {"variant": "paper"}),
    "checkpoints": (
        "checkpoints",
        {
            "conllu": EXAMPLES / "checkpoints" / "source.conllu",
            "classes": EXAMPLES / "checkpoints" / "classes.toml",
            "bands": EXAMPLES / "checkpoints" / "bands.csv",
            "resamples": 50,
        },
    ),
    "chunks": ("chunks.csv", {}),
    "correlate": (
        "meta-human.csv",
        {"metric": str(EXAMPLES / "meta-metrics.csv"), "resamples": 50, "permutations": 100},
    ),
    "compare": ("judgements.csv", {"baseline": "release-6", "advanced": "release-7"}),
    "effort": ("edits.csv", {"method": ("as-is", "mean"), "indicator": "hter"}),
    "entropy": ("renderings.csv", {"resamples": 50}),
    "error_sets": (
        "versions.csv",
        {"versions": "mt=EngineA,postedited=Ada,human=Ben", "resamples": 50},
    ),
    "errors": ("errors.csv", {"scoring": "calibrated", "documents": 40}),
    "grade": ("grading.csv", {}),
    "graph": ("museum.csv", {}),
    "judge": (
        "checkpoints",
        {"command": f"{sys.executable} {EXAMPLES / 'toy-judge'}", "system": "atlas"},
    ),
    "monitor": ("judgements.csv", {"rule": "bayes"}),
    "quality_square": (
        "square.csv",
        {"errors": EXAMPLES / "square-errors.csv", "lengths": EXAMPLES / "square-words.csv"},
    ),
    "rank": ("rankings.csv", {"method": "wins"}),
    "ratings": ("ratings.csv", {"aspect": "fluency", "by": "level"}),
    "releases": ("production/production.tsv", {"resamples": 50}),
    "utility": ("production/production.tsv", {"denominator": "source"}),
}
OTHERS = {"check", "report", "reproduce", "status"}  # not of a file of judgements
NO_ANALYSES = {"Analysis", "Judgements", "Report", "__version__", "read"} | OTHERS


@cache
def printed(name):
    """Return what the command of a function prints as JSON."""
    file, arguments = CALLS[name]
    words = [name.replace("_", "-"), str(EXAMPLES / file)]
    for argument, value in arguments.items():
        for one in value if isinstance(value, tuple) else (value,):
            words += [f"--{argument.replace('_', '-')}", str(one)]
    done = CliRunner().invoke(
        cli, [*words, "--format", "json"], standalone_mode=False, catch_exceptions=False
    )
    return done.stdout


@pytest.fixture(scope="module", autouse=True)
def _every_module():
    """Import every module first: none may take the place of a function that is called like it."""
    for module in pkgutil.walk_packages(tt.__path__, "tertium."):
        if "migrations" not in module.name and not module.name.endswith("__main__"):
            import_module(module.name)


@pytest.mark.parametrize("name", CALLS)
def test_a_function_gives_what_its_command_prints(name):
    """Options and arguments have the same names, and the JSON is the same to the byte."""
    file, arguments = CALLS[name]
    found = getattr(tt, name)(str(EXAMPLES / file), **arguments)
    assert found.to_json() + "\n" == printed(name)


def test_every_analysis_of_the_command_line_is_a_function():
    """And the other way round."""
    assert {name.replace("-", "_") for name in COMMANDS["Analyse"]} | {"monitor"} == set(CALLS)
    assert set(tt.__all__) - NO_ANALYSES == set(CALLS)


def test_a_campaign_is_checked_and_reported(tmp_path):
    """A design has a check; judgements have a report, the same page as that of the command."""
    folder = tmp_path / "spring"
    folder.mkdir()
    for text in (EXAMPLES / "releases").iterdir():
        (folder / text.name).write_bytes(text.read_bytes())
    new_campaign(folder, protocol="ab", source_language="en", target_language="de")
    assert json.loads(tt.check(folder).to_json())["warnings"]
    with open_store(folder) as store:
        put_folder(store, folder, new_version=False)
    assert tt.status(folder).sentence.startswith("0 of ")
    status = CliRunner().invoke(cli, ["status", str(folder)], standalone_mode=False).stdout
    assert str(tt.status(folder)) + "\n" == status
    page = tt.report(EXAMPLES / "judgements.csv", title="Spring")
    words = ["report", str(EXAMPLES / "judgements.csv"), "--title", "Spring", "-o", "-"]
    assert page.html + "\n" == CliRunner().invoke(cli, words, standalone_mode=False).stdout
    page.save(tmp_path / "spring.html")
    assert (tmp_path / "spring.html").read_text(encoding="utf-8") == page.html + "\n"
    assert repr(page).startswith("Report: Annotators prefer")
    assert page._repr_html_().startswith("<iframe")


def test_importing_loads_nothing_else():
    """`import tertium` takes less than 50 milliseconds, since analyses wait until they are used."""
    code = (
        "import sys, time; start = time.perf_counter(); import tertium; "
        "print(time.perf_counter() - start); tertium.compare; "
        "print([name for name in ('numpy', 'duckdb', 'click') if name in sys.modules])"
    )
    runs = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        for _ in range(3)
    ]
    seconds, loaded = zip(*(run.stdout.split("\n")[:2] for run in runs), strict=True)
    assert min(map(float, seconds)) < 0.05
    assert set(loaded) == {"[]"}


def test_published_numbers_are_recomputed():
    """The same as the command's."""
    printed = CliRunner().invoke(cli, ["reproduce"], standalone_mode=False).stdout
    assert str(tt.reproduce()) + "\n" == printed


@pytest.mark.parametrize("name", [*CALLS, *sorted(OTHERS)])
def test_every_argument_is_described(name):
    """The docstring lists each argument, in the words of the command's help."""
    function = getattr(tt, name)
    for argument in list(inspect.signature(function).parameters)[1:]:
        assert f"    {argument}" in function.__doc__, argument


def test_names_are_listed_and_others_are_refused():
    """`dir` shows what there is, and a typing error is an AttributeError."""
    assert {"compare", "rank", "read"} <= set(dir(tt))
    with pytest.raises(AttributeError, match="no attribute 'comparee'"):
        tt.comparee  # noqa: B018
