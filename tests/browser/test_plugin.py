"""The template plug-in, installed from its folder: planned, answered in its own words, reported."""

import csv
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.managed import serving

PLUGIN = Path(__file__).parents[2] / "examples" / "plugin"
DEMONSTRATION = PLUGIN / "src" / "tertium_traffic_light" / "demonstration"


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Return the environment of a process that finds the installed plug-in."""
    folder = tmp_path_factory.mktemp("plugin")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--target", str(folder), str(PLUGIN)], check=True)
    return os.environ | {"PYTHONPATH": str(folder)}


@pytest.fixture(scope="module")
def tertium(installed):
    """Return a function that runs a command beside the plug-in and returns what it prints."""

    def run(*words):
        done = subprocess.run(
            [sys.executable, "-m", "tertium", *map(str, words)],
            env=installed, capture_output=True, text=True,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


@pytest.fixture(scope="module")
def folder(tmp_path_factory, tertium):
    """Make a campaign of the demonstration's texts, as a user would."""
    made = tmp_path_factory.mktemp("signs")
    (made / "signs.tsv").write_bytes((DEMONSTRATION / "signs.tsv").read_bytes())
    languages = ("--source-language", "en", "--target-language", "de")
    tertium("new", made, "--protocol", "traffic_light", "--annotators", "2", *languages)
    assert "traffic_light@1" in tertium("check", made)
    return made


@pytest.fixture(scope="module")
def links(folder, tertium, installed):
    """Serve the campaign in a process that knows the plug-in; return everybody's link."""
    with serving(folder, installed):
        yield re.findall(r"http\S+/a/\S+", tertium("links", folder))


def to_the_first_item(page, link, words):
    """Go from the link through consent and instructions, in the words of one language."""
    page.goto(link)
    page.locator("button[value=yes]").click()
    page.locator("main form button").last.click()  # the profile may stay empty
    expect(page.locator("main")).to_contain_text(words["instructions.task"])
    expect(page.locator("main")).to_contain_text(words["note.light.red"])
    page.locator("main form button").last.click()
    page.locator("#item").wait_for()
    expect(page.locator("#item")).to_contain_text(words["question.light"])


def test_it_keeps_the_contract_from_outside(installed):
    """Its own tests pass where it is installed."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    done = subprocess.run(
        [*command, str(PLUGIN / "tests")], env=installed, capture_output=True, text=True,
        cwd=PLUGIN,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout


@pytest.fixture(scope="module")
def words(installed):
    """Return what the plug-in says, by language."""
    ask = "import json; from tertium import protocols; print(json.dumps(protocols.get(%r).words))"
    command = [sys.executable, "-c", ask % "traffic_light"]
    return json.loads(
        subprocess.run(command, env=installed, capture_output=True, check=True).stdout
    )


@pytest.mark.parametrize(("person", "locale", "direction"), [(0, "de-DE", "ltr"), (1, "fa", "rtl")])
def test_it_is_answered_in_its_own_words(
    links, folder, tertium, tmp_path, context, words, person, locale, direction
):
    """German has Tertium's words around it, Persian those that the plug-in brings."""
    language = locale[:2]
    own = words[language]
    page = context(locale=locale).new_page()
    to_the_first_item(page, links[person], own)
    html = page.locator("html")
    assert (html.get_attribute("lang"), html.get_attribute("dir")) == (language, direction)
    for light in ("red", "amber", "green"):
        expect(page.get_by_text(own[f"answer.light.{light}"], exact=True).first).to_be_visible()
    assert page.locator(".option:visible").count() == 1  # one translation, no empty place beside it
    page.keyboard.press("1")  # red needs a comment
    page.keyboard.press("Enter")
    expect(page.locator("#comment")).to_be_focused()
    page.keyboard.type(f"Falsches Gleis ({language})")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#position-text")).to_contain_text("2")
    page.keyboard.press("3")
    page.keyboard.press("Enter")
    expect(page.locator("#position-text")).to_contain_text("3")
    tertium("export", folder, tmp_path / "answers.csv", "--force")
    rows = list(csv.DictReader((tmp_path / "answers.csv").open(encoding="utf-8")))
    mine = [(row["label"], row["value"], row["comment"]) for row in rows]
    assert ("red", "1.0", f"Falsches Gleis ({language})") in mine


def test_it_is_reported_agreed_upon_and_ranked(folder, tertium, tmp_path):
    """A rehearsal goes through every analysis."""
    rehearsal = tmp_path / "rehearsal"
    rehearsal.mkdir()
    for file in ("signs.tsv", "campaign.toml"):
        (rehearsal / file).write_bytes((folder / file).read_bytes())
    tertium("simulate", "campaign", rehearsal)
    ranked = json.loads(tertium("rank", rehearsal, "--format", "json"))
    assert {one["system"] for one in ranked["systems"]} == {"fast", "large", "tuned"}
    assert "|scale:1..3|" in ranked["signature"]
    agreed = json.loads(tertium("agree", rehearsal, "--format", "json"))
    assert -1 <= agreed["fleiss"]["value"] <= 1
    tertium("report", rehearsal, "--output", tmp_path / "report.html")
    assert ranked["sentence"].split(" (")[0] in (tmp_path / "report.html").read_text()


def test_the_demonstration_holds_it(tertium, tmp_path, installed):
    """It appears beside our own ways of asking."""
    ask = (
        "import sys; from pathlib import Path; from tertium.cli.demo import demonstrations; "
        "print([one.file.stem for one in demonstrations()])"
    )
    shown = subprocess.run(
        [sys.executable, "-c", ask], env=installed, capture_output=True, text=True, check=True
    )
    assert "lights" in shown.stdout


def test_its_format_its_analysis_and_its_scale_are_known(tertium, installed, tmp_path):
    """A log of lights is read like any other file; a command and a function count the red ones."""
    log = tmp_path / "reviews.lights"
    lights = {"fast": "red", "large": "amber", "tuned": "green"}
    log.write_text(
        "".join(f"p{p} s{s} {name} {light}\n" for p in range(3) for s in range(4)
                for name, light in lights.items())
    )  # fmt: skip
    ranked = json.loads(tertium("rank", log, "--format", "json"))
    assert [one["system"] for one in ranked["systems"]] == ["tuned", "large", "fast"]
    found = tertium("reds", log, "--level", "0.9", "--format", "json")
    assert json.loads(found)["systems"][-1] | {"low": 0, "high": 0} == {
        "system": "fast", "lights": 12, "reds": 12, "share": 1.0, "low": 0, "high": 0,
    }  # fmt: skip
    assert "Count red lights" in tertium("--help")
    call = f"import tertium as tt; print(tt.reds({str(log)!r}, level=0.9).to_json(), end='')"
    in_python = subprocess.run(
        [sys.executable, "-c", call], env=installed, capture_output=True, text=True, check=True
    )
    assert in_python.stdout.strip() == found.strip()
    scores = tmp_path / "scores.csv"
    scores.write_text("annotator,segment,system,score\n" + "".join(
        f"p{p},s{s},{name},{1 + (p + s + n) % 3}\n"
        for p in range(3) for s in range(4) for n, name in enumerate(lights)
    ))  # fmt: skip
    named = tertium("rank", scores, "--scale", "lights", "--format", "json")
    assert "|scale:1..3|" in json.loads(named)["signature"]
