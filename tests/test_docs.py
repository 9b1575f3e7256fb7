"""The manual is true: its examples run, its links lead somewhere, nothing is left out."""

import doctest
import os
import re
import runpy
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from tertium import protocols
from tertium.cli.main import COMMANDS, cli
from tertium.exceptions import TertiumError
from tertium.table import COLUMNS
from tests.test_layers import ROOMS

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"  # its examples are run by test_readme.py
EXTENDING = ROOT / "docs" / "extending.md"  # its examples are run in processes of their own
BESIDE = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "changelog.d/README.md")
PAGES = sorted([*(ROOT / page for page in BESIDE), *(ROOT / "docs").rglob("*.md")])
NAMES = [name for group in COMMANDS.values() for name in group]


def examples(page):
    """Yield the commands of a page's ```console blocks with the output printed below each."""
    for block in re.findall(r"```console\n(.*?)```", page.read_text(encoding="utf-8"), re.S):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, output = part.partition("\n")
            yield command, output.rstrip("\n")


def as_printed(expected, output):
    """Tell whether an output is what a page prints, in which `…` stands for any text."""
    pattern = re.escape(expected).replace("…", ".*")
    return re.fullmatch(pattern, output.rstrip(), re.S) is not None


def install_examples(page, folder):
    """Install the package that a page writes: files named in a first comment, entry points."""
    text = page.read_text(encoding="utf-8")
    files = re.findall(r"```python\n# (\w+\.py)\n(.*?)```", text, re.S)
    about = folder / "example-1.dist-info"
    about.mkdir(parents=True)
    for name, code in files:
        (folder / name).write_text(code, encoding="utf-8")
    (toml,) = re.findall(r"```toml\n(.*?)```", text, re.S)
    groups = tomllib.loads(toml)["project"]["entry-points"]
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: example\nVersion: 1\n")
    (about / "entry_points.txt").write_text(
        "".join(
            f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in points.items())
            for group, points in groups.items()
        )
    )


def prose(page):
    """Return a page without its code blocks."""
    return re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.S | re.M)


def links(page):
    """Yield file and anchor of a page's relative links and pictures; either may be empty."""
    for target, anchor in re.findall(r"\]\(([^)#\s]*)#?([^)\s]*)[^)]*\)", prose(page)):
        if "://" not in target and not target.startswith("mailto:"):
            yield target, anchor


def anchors(page):
    """Return what a link can name in a page: its headings, as forges and the website do."""
    found = set()
    for heading in re.findall(r"^#+ (.+)$", prose(page), re.M):
        words = re.sub(r"\]\([^)]*\)", "", heading).lower().strip()
        slug = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        copies = (f"{slug}-{number}" if number else slug for number in range(len(found) + 1))
        found.add(next(name for name in copies if name not in found))
    return found


RUNNABLE = [
    pytest.param(page, id=str(page.relative_to(ROOT)))
    for page in PAGES
    if page not in (README, EXTENDING)
    and any(command.startswith("tertium ") for command, _ in examples(page))
]


@pytest.mark.parametrize("page", RUNNABLE)
def test_examples_print_what_the_page_says(page, tmp_path, monkeypatch):
    """Every `$ tertium …` of a page, run in order in one folder, prints what stands below it.

    `…` stands for any text; the files are those that `tertium examples` writes.
    """
    monkeypatch.chdir(tmp_path)
    CliRunner().invoke(cli, ["examples"], standalone_mode=False, catch_exceptions=False)
    for command, expected in examples(page):
        words = shlex.split(command)
        if words[0] != "tertium" or not expected:
            continue  # set-up for people, such as `make demo`, is tested elsewhere
        result = CliRunner().invoke(cli, words[1:], standalone_mode=False)
        if isinstance(result.exception, TertiumError):
            printed = f"tertium: {result.exception}"
            assert expected.startswith("tertium:"), f"{command}: {result.exception}"
        else:
            assert result.exception is None, f"{command}: {result.exception!r}"
            printed = result.stdout
        assert as_printed(expected, printed), f"$ {command}\n{printed}"


def test_examples_of_extensions_print_what_the_page_says(tmp_path):
    """The package that the page writes is found by a process that starts beside it."""
    install_examples(EXTENDING, tmp_path / "site")
    beside = os.environ | {"PYTHONPATH": str(tmp_path / "site")}
    for command, expected in [("tertium examples", ""), *examples(EXTENDING)]:
        done = subprocess.run(
            [sys.executable, "-m", *shlex.split(command)],
            cwd=tmp_path, env=beside, capture_output=True, text=True,
        )  # fmt: skip
        assert done.returncode == int(expected.startswith("tertium:")), done.stderr
        assert as_printed(expected or "…", done.stdout or done.stderr), (
            f"$ {command}\n{done.stdout}"
        )


PYTHON = [page for page in PAGES if "```pycon" in page.read_text(encoding="utf-8")]


@pytest.mark.parametrize("page", PYTHON, ids=lambda page: str(page.relative_to(ROOT)))
def test_python_examples_print_what_the_page_says(page, tmp_path, monkeypatch):
    """Every `>>>` of a page, in order in one session; `…` stands for any text."""
    monkeypatch.chdir(tmp_path)
    CliRunner().invoke(cli, ["examples"], standalone_mode=False, catch_exceptions=False)
    blocks = re.findall(r"```pycon\n(.*?)```", page.read_text(encoding="utf-8"), re.S)
    session = "".join(blocks).replace("…", "...")
    test = doctest.DocTestParser().get_doctest(session, {}, page.name, str(page), 0)
    told = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test, out=told.append)
    assert not told, "".join(told)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_and_pictures_lead_somewhere(page):
    """A relative link or picture names a file that exists, and a heading that a page has."""
    for target, anchor in links(page):
        found = (page.parent / target).resolve() if target else page
        assert found.is_file(), f"{page.name} links to {target}"
        assert not anchor or anchor in anchors(found), f"{page.name} links to {target}#{anchor}"


def test_every_page_is_in_the_menu():
    """The website takes its menu from the tables of the READMEs; no page is left out."""
    menus = [README, *(ROOT / "docs").rglob("README.md")]
    listed = {(menu.parent / target).resolve() for menu in menus for target, _ in links(menu)}
    assert [str(page) for page in PAGES if page != README and page not in listed] == []


def test_anchors_are_those_of_a_forge(tmp_path):
    """Markup and punctuation go, words are joined, the second of two equal headings is numbered."""
    page = tmp_path / "page.md"
    page.write_text(
        "# Pass, fail\n```sh\n# no heading\n```\n## `new` and [κ](k.md)\n## Pass, fail\n"
    )
    assert anchors(page) == {"pass-fail", "new-and-κ", "pass-fail-1"}


def test_settings_are_those_that_are_declared():
    """After changing a setting: `python docs/make_settings.py`."""
    filled = runpy.run_path(str(ROOT / "docs" / "make_settings.py"))["filled"]
    page = (ROOT / "docs" / "campaign-file.md").read_text(encoding="utf-8")
    assert filled(page) == page
    assert page.count("| `annotators` |") == 4


def test_the_table_of_formats_is_that_of_the_declarations():
    """After adding a format: `python docs/make_formats.py`."""
    filled = runpy.run_path(str(ROOT / "docs" / "make_formats.py"))["filled"]
    page = (ROOT / "docs" / "file-formats.md").read_text(encoding="utf-8")
    assert filled(page) == page
    assert "| PET results | 2 |" in page


def test_the_page_of_commands_is_made_from_the_help_texts():
    """Whoever changes an option runs `python docs/make_commands.py > docs/commands.md`."""
    # On its own: commands remember how they were asked for help first.
    script = [sys.executable, str(ROOT / "docs" / "make_commands.py")]
    made = subprocess.run(script, capture_output=True, check=True).stdout.decode()
    assert (ROOT / "docs" / "commands.md").read_text(encoding="utf-8") == made


def test_pictures_of_the_architecture_are_drawn_from_the_code():
    """After changing a room or a step: `python docs/make_pictures.py`."""
    made = runpy.run_path(str(ROOT / "docs" / "make_pictures.py"))
    for name, draw in made["PICTURES"].items():
        assert (ROOT / "docs" / "images" / name).read_text(encoding="utf-8") == draw()
    drawn = [room for floor in made["FLOORS"] for room, _ in floor]
    assert drawn == [room for room in ROOMS if not room.startswith("table_")]
    assert {room for *_, room in made["WALK"]} <= {*ROOMS}


def test_every_column_is_in_the_manual():
    """The page of file formats explains each column of the table."""
    text = (ROOT / "docs" / "file-formats.md").read_text(encoding="utf-8")
    assert [name for name in COLUMNS if f"`{name}`" not in text] == []


@pytest.mark.parametrize("name", NAMES)
def test_every_command_shows_an_example(name):
    """A help text ends with something to type."""
    command = cli.get_command(click.Context(cli), name)
    assert "tertium " + name in (command.help or ""), f"no example in tertium {name} --help"


def test_the_product_speaks_of_itself_alone():
    """No page or source file names a path of one machine or a folder beside the checkout."""
    beside = "../" + "shared"
    for path in [*PAGES, *(ROOT / "src").rglob("*.py")]:
        text = path.read_text(encoding="utf-8")
        for place in (f"{Path.home()}/", f"{ROOT.parent}/", beside):
            assert place not in text, f"{path} names {place}"


@pytest.mark.parametrize("name", [*protocols.names(), "consolidation"])
def test_the_manual_shows_every_protocol(name):
    """A small picture of the annotators' page stands on some page (`make screens` takes them)."""
    picture = ROOT / "docs" / "images" / "screens" / f"{name}.webp"
    assert picture.stat().st_size < 60_000
    pages = [page.read_text(encoding="utf-8") for page in (ROOT / "docs").glob("*.md")]
    assert any(f"images/screens/{name}.webp" in page for page in pages)
