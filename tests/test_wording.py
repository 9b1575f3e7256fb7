"""Sentences keep how they were made, so that they can be said in another language."""

import copy
import json
import pickle

import pytest

from tertium.wording import (
    LANGUAGES,
    capital,
    changed,
    join,
    listed,
    localised,
    name,
    number,
    phrases,
    plural,
    plural_form,
    said,
    say,
    translations,
)


def only(**entries):
    """Return a German catalogue of these entries."""
    return lambda language: {} if language == "en" else entries


@pytest.fixture
def german(monkeypatch):
    """Let German know three sentences."""
    known = {
        "{a} wins {n:,} times.": "{a} gewinnt {n}-mal.",
        "{first} and {last}": "{first} und {last}",
        "{n:,} text": {"one": "{n} Text", "other": "{n} Texte"},
        "ties": "Unentschieden",
    }
    monkeypatch.setattr("tertium.wording.translations", only(**known))


def test_a_sentence_is_an_english_text():
    """Files and screens need not know of languages."""
    told = say("{a} wins {n:,} times.", a="A", n=1200)
    assert told == "A wins 1,200 times."
    assert json.dumps([told]) == '["A wins 1,200 times."]'
    assert type(str(told)) is str


@pytest.mark.usefixtures("german")
def test_a_sentence_is_said_again_from_its_template():
    """The same values fill the other template; numbers are written as in that language."""
    told = say("{a} wins {n:,} times.", a=listed(["A", "B"]), n=1200)
    assert said(told, "de") == "A und B gewinnt 1.200-mal."
    assert said(told, "en") == told
    assert said(capital(say("ties")), "de") == "Unentschieden"
    assert said(say("{n:,} text", n=1), "de") == "1 Text"


@pytest.mark.usefixtures("german")
def test_a_sentence_with_a_part_that_is_missing_stays_english():
    """Two languages are not mixed in one sentence, but they are from sentence to sentence."""
    unknown = say("{a} wins {n:,} times.", a=say("somebody else"), n=2)
    assert said(unknown, "de") is None
    told = join((say("{a} wins {n:,} times.", a="A", n=2), "Nobody knows {why}."))
    assert list(phrases(told, "de")) == [("A gewinnt 2-mal.", "de"), ("Nobody knows {why}.", "en")]


@pytest.mark.usefixtures("german")
def test_plain_words_are_looked_up_as_they_are():
    """A heading needs no more than its English words; a name stays as it is."""
    assert list(phrases("ties", "de")) == [("Unentschieden", "de")]
    assert list(phrases(name("ties"), "de")) == [("ties", "de")]
    assert list(phrases("odds", "de")) == [("odds", "en")]


@pytest.mark.usefixtures("german")
def test_copies_can_be_translated_too():
    """A result may be copied, sent to another process, or told without people."""
    told = say("{a} wins {n:,} times.", a="A", n=2)
    for again in (copy.deepcopy(told), pickle.loads(pickle.dumps(told))):
        assert said(again, "de") == "A gewinnt 2-mal."
    other = changed(told, lambda text: {"A": "B"}.get(text, text))
    assert (other, said(other, "de")) == ("B wins 2 times.", "B gewinnt 2-mal.")


@pytest.mark.parametrize(
    ("english", "german", "french", "spanish"),
    [
        ("1,234.5", "1.234,5", "1\u202f234,5", "1234,5"),
        ("12,345", "12.345", "12\u202f345", "12.345"),
        ("24.4%", "24,4\u00a0%", "24,4\u202f%", "24,4\u00a0%"),
        (".57", "0,57", "0,57", "0,57"),
        ("−.06", "−0,06", "−0,06", "−0,06"),
        ("< .001", "< 0,001", "< 0,001", "< 0,001"),
        ("1.00", "1,00", "1,00", "1,00"),
        ("2026", "2026", "2026", "2026"),
    ],
)
def test_numbers_follow_the_language(english, german, french, spanish):
    """Decimal commas, groups of thousands, the distance of the per cent sign, no bare comma."""
    found = [localised(number(english), language) for language in ("de", "fr", "es")]
    assert found == [german, french, spanish]


def test_every_language_of_the_managers_pages_has_reports():
    """Whoever manages in German can hand out a German report."""
    from tertium.web.languages import languages_of_managers

    assert languages_of_managers() == LANGUAGES
    assert all(translations(language) for language in LANGUAGES if language != "en")


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("en", {"one": [1], "other": [0, 1.5, 2, 11, 100]}),
        ("fr", {"one": [0, 1, 1.5], "other": [2, 11, 100]}),
        ("he", {"one": [1, 0.5], "two": [2], "other": [0, 1.5, 2.5, 3, 10, 20, 100, 102]}),
        (
            "ar",
            {
                "zero": [0],
                "one": [1],
                "two": [2],
                "few": [3, 10, 103, 110, 1003],
                "many": [11, 26, 99, 111, 199, 1011],
                "other": [0.1, 3.5, 100, 101, 102, 200, 202, 1000],
            },
        ),
    ],
)
def test_numbers_take_the_plural_forms_of_cldr(language, forms):
    """The examples of the plural rules of CLDR."""
    for form, numbers in forms.items():
        assert {plural(language, n) for n in numbers} == {form}


def test_other_stands_for_plural_forms_that_a_message_lacks():
    """A message need not spell out forms that are alike."""
    assert plural_form({"one": "a", "other": "b"}, "ar", 2) == "b"
    assert plural_form({"two": "a", "other": "b"}, "ar", 2) == "a"
