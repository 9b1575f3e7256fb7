"""The words of the managers' pages: complete, alike in every language, written as people write."""

import re
import string
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tertium.web.languages import languages_of_managers, messages
from tertium.web.manage import words as room
from tertium.web.manage.words import Words

NOW = datetime(2026, 11, 15, 10, 42, tzinfo=UTC)
TEMPLATES = Path(room.__file__).parents[1] / "templates" / "manage"


def ours(language):
    """Return the messages of the managers' pages."""
    return {key: text for key, text in messages(language).items() if key.startswith("manage.")}


def fields(text):
    """Return the names in a message; plural forms count together."""
    forms = text.values() if isinstance(text, dict) else (text,)
    return {name for form in forms for _, name, _, _ in string.Formatter().parse(form) if name}


@pytest.mark.parametrize("language", languages_of_managers())
def test_every_language_has_every_message(language):
    """The same keys, the same names in braces, plural forms where English has them."""
    english, other = ours("en"), ours(language)
    assert set(other) == set(english)
    for key, text in english.items():
        if key != "manage.languages":
            assert fields(other[key]) == fields(text), key
        assert isinstance(other[key], dict) == isinstance(text, dict), key


def test_numbers_of_statistics_are_written_for_readers():
    """Ends that are not known, evidence beyond all need, and no minus before zero."""
    w = Words("en", datetime(2026, 11, 2, tzinfo=UTC))
    assert (w.between(1.25, None), w.between(None, 2.0, 1)) == ("1.25 or more", "up to 2.0")
    assert w.between(None, None) == "not known yet"
    assert (w.evidence(6.434), w.evidence(123.4), w.evidence(1e9)) == (
        "6.43", "123", "more than 1,000",
    )  # fmt: skip
    assert (w.chance(0.0342), w.chance(1e-9)) == ("= 0.034", "< 0.001")
    assert (w.signed(3.14), w.signed(-2.5), w.number(-0.001, 2)) == ("+3.1", "−2.5", "0.00")


def test_every_message_in_a_template_exists():
    """A page never asks for words that nobody wrote, and none are left over."""
    source = "\n".join(path.read_text() for path in TEMPLATES.rglob("*.html"))
    asked = set(re.findall(r"""t\(\s*["'](manage\.[a-z_.]+[a-z_])["']\s*[,)]""", source))
    prefixes = set(re.findall(r"""["'](manage\.[a-z_.]+\.)["']\s*~""", source))
    known = set(ours("en"))
    assert asked <= known
    python = "\n".join(path.read_text() for path in Path(room.__file__).parent.glob("*.py"))
    for key in known:
        used = key in asked or f'"{key}"' in python
        assert (
            used
            or any(key.startswith(prefix) for prefix in prefixes)
            or any(key.startswith(prefix) for prefix in ("manage.answer.", "manage.question."))
        ), key


@pytest.mark.parametrize(
    ("language", "number", "percent"),
    [
        ("en", "1,234.5", "62%"),
        ("de", "1.234,5", "62 %"),
        ("es", "1.234,5", "62 %"),
        ("fr", "1\u202f234,5", "62 %"),
    ],
)
def test_numbers_are_written_as_in_the_language(language, number, percent):
    """Thousands and decimals have the signs people expect."""
    words = Words(language, NOW)
    assert words.number(1234.5, 1) == number
    assert words.percent(0.629).replace("\xa0", " ") == percent


def test_nothing_is_called_complete_before_it_is():
    """999 of 1,000 is not 100%."""
    assert Words("en", NOW).percent(0.9999) == "99%"
    assert Words("en", NOW).percent(1) == "100%"


@pytest.mark.parametrize(
    ("language", "day"),
    [
        ("en", "Friday 20 November"),
        ("de", "Freitag, 20. November"),
        ("fr", "vendredi 20 novembre"),
        ("es", "viernes 20 de noviembre"),
    ],
)
def test_days_are_written_as_in_the_language(language, day):
    """With the year only when it is another one."""
    assert Words(language, NOW).day(datetime(2026, 11, 20, tzinfo=UTC)) == day
    assert "2027" in Words(language, NOW).day(datetime(2027, 1, 4, tzinfo=UTC))


def test_time_passes_in_words():
    """Just now, minutes, hours, yesterday, days, not yet."""
    words = Words("en", NOW)
    told = [
        words.ago(NOW - timedelta(**ago))
        for ago in ({"seconds": 20}, {"minutes": 1}, {"hours": 3}, {"days": 1}, {"days": 3})
    ]
    assert told == ["just now", "1 min ago", "3 hours ago", "yesterday", "3 days ago"]
    assert words.ago(None) == "not yet"
    assert (
        words.ago(NOW - timedelta(hours=36)) == "2 days ago"
    )  # the day before yesterday, at night


def test_languages_are_named():
    """English to German; a language without a name keeps its code."""
    assert Words("en", NOW).pair("en-de") == "English to German"
    assert Words("de", NOW).pair("en-de") == "Englisch – Deutsch"
    assert Words("en", NOW).pair("en-tlh") == "English to tlh"
    assert Words("en", NOW).pair("-") == "language not said"


def test_a_negative_bound_stays_readable():
    """A minus sign beside a dash needs room."""
    assert Words("en", NOW).range(-0.05, 0.2) == "−0.05 – 0.20"
    assert Words("en", NOW).range(0.21, 0.35) == "0.21–0.35"
