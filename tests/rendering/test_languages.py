"""Reports in the languages of the pages: what is translated, and that the rest is marked."""

import re

import pytest
from click.testing import CliRunner

from tertium.cli.examples import EXAMPLES
from tertium.cli.main import cli

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
