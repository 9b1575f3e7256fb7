"""Reports in the languages of the pages: what is translated, and that the rest is marked."""

import ast
import re
from pathlib import Path
from string import Formatter

import pytest
from click.testing import CliRunner

from tertium.cli.examples import EXAMPLES
from tertium.cli.main import cli
from tertium.wording import translations

ROOT = Path(EXAMPLES).parent
SOURCES = {path: ast.parse(path.read_text(encoding="utf-8")) for path in ROOT.rglob("*.py")}
PAGES = [path.read_text("utf-8") for path in (ROOT / "rendering" / "templates").glob("*.html")]

HEADLINES = {
    "de": (
        "Die Annotatoren bevorzugen release-7 gegenüber release-6 im Verhältnis <b>1,7 zu 1</b>, "
        'ohne Unentschieden (95-%-KI <span class="nb">1,1–2,6</span>, 5 Annotatoren).'
    ),
    "fr": (
        "Les annotateurs préfèrent release-7 à release-6 à <b>1,7 contre 1</b>, égalités exclues "
        '(IC à 95 % <span class="nb">1,1–2,6</span>, 5 annotateurs).'
    ),
    "es": (
        "Los anotadores prefieren release-7 a release-6 por <b>1,7 a 1</b>, sin contar los empates "
        '(IC del 95 % <span class="nb">1,1–2,6</span>, 5 anotadores).'
    ),
}
FILES = ("museum.csv", "rankings.csv", "scores.csv", "crowd.csv", "edits.csv", "marks.csv")


def report(file, language, *more):
    """Return a report on one of the examples."""
    words = ["report", str(EXAMPLES / file), "--language", language, "-o", "-", *more]
    done = CliRunner().invoke(cli, words, standalone_mode=False, catch_exceptions=False)
    return done.stdout


@pytest.fixture(scope="module")
def compared():
    """Return reports on the same comparison by language."""
    releases = ("--baseline", "release-6", "--advanced", "release-7")
    return {one: report("judgements.csv", one, *releases) for one in ("en", "de", "fr", "es")}


def headline_of(html):
    """Return what stands in the headline, and its attributes."""
    attributes, inner = re.search(r'<h1 class="headline"([^>]*)>(.*?)</h1>', html).groups()
    return inner, attributes


@pytest.mark.parametrize("language", HEADLINES)
def test_a_comparison_is_told_in_the_language(compared, language):
    """The headline is said in the customer's language, with its numbers."""
    html = compared[language]
    assert headline_of(html) == (HEADLINES[language], "")
    assert f'<html lang="{language}"' in html


def test_files_in_the_report_are_the_same_in_every_language(compared):
    """Programs that read the data need not know of languages."""
    files = {
        language: re.findall(r'href="(data:[^"]+)"', html) for language, html in compared.items()
    }
    assert len(files["en"]) == 4  # data, CSV, LaTeX, and an empty icon
    assert all(found == files["en"] for found in files.values())


def test_english_has_no_marks(compared):
    """A report in English is what it was: nothing in it is in another language."""
    assert 'lang="en"' not in compared["en"].replace('<html lang="en"', "")


# What must be complete -----------------------------------------------------------------------


def literals(node):
    """Yield the texts that an expression may be."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from (*literals(node.body), *literals(node.orelse))


def calls(sources, *names, at=slice(1)):
    """Return the texts that functions of these names are called with, first or at other places."""
    return {
        text
        for tree in sources
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func) in names
        for argument in node.args[at]
        for text in literals(argument)
        if text
    }


def fields(template):
    """Return the names of what fills a template."""
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def forms(entry):
    """Return the plural forms of an entry; most have one."""
    return entry.values() if isinstance(entry, dict) else (entry,)


@pytest.mark.parametrize("language", ["de", "fr", "es"])
def test_every_sentence_and_every_table_head_has_a_translation(language):
    """What is said with a template, and every heading of a table and its columns."""
    said = calls(SOURCES.values(), "say")
    told = [tree for path, tree in SOURCES.items() if path.is_relative_to(ROOT / "rendering")]
    heads = calls(told, "Column", "Table", "Table.of", "listing")
    heads |= calls(told, "columns", at=slice(1, None))
    missing = sorted((said | heads) - set(translations(language)))
    assert not missing, missing


def in_the_code():
    """Return every text of the code, with the nouns that are counted, and those of templates."""
    texts = {
        node.value
        for tree in SOURCES.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    counted = {f"{{n:,}} {noun}{plural}" for noun in texts for plural in ("", "s")}
    answers = {text.replace("_", " ") for text in texts}
    small = {text.lower() for text in texts}
    pages = {text for page in PAGES for text in re.findall(r"""["']([^"']+)["']\)? \| """, page)}
    return texts | counted | answers | small | pages


def composed():
    """Return patterns of the texts that are said with a word of the code inside."""
    return [
        "".join(
            re.escape(part.value) if isinstance(part, ast.Constant) else "[a-z ]+"
            for part in node.args[0].values
        )
        for tree in SOURCES.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "say" and node.args
        if isinstance(node.args[0], ast.JoinedStr)
    ]


@pytest.mark.parametrize("language", ["de", "fr", "es"])
def test_translations_belong_to_sentences_that_exist(language):
    """A reworded sentence takes its translations along: keys are texts of the code."""
    known, patterns = in_the_code(), re.compile("|".join(composed()), re.IGNORECASE)
    gone = [
        key for key in translations(language) if key not in known and not patterns.fullmatch(key)
    ]
    assert not gone, gone


@pytest.mark.parametrize("language", ["de", "fr", "es"])
def test_translations_are_filled_by_the_same_values(language):
    """No translation asks for what the sentence has not, or loses what it says."""
    for key, entry in translations(language).items():
        for form in forms(entry):
            assert fields(form) == fields(key), key
            specs = {spec for *_, spec, _ in Formatter().parse(form) if spec}
            assert not specs, f"{key}: numbers are written by the language, not by {specs}"
