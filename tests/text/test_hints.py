"""Hints: what a machine points at, in many scripts, and never inside a character."""

import re
from fractions import Fraction

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tertium.formats.judgements import read_judgements
from tertium.text.hints import (
    Consistency,
    Termbase,
    Unit,
    number_hints,
    tag_hints,
    without_source,
)
from tertium.text.numbers import numbers_in
from tertium.text.spans import cuts_character
from tertium.text.terms import Terms

OFTEN = settings(settings.get_profile("often"))
LETTERS = st.text(st.sampled_from("ab é\u0301谢ع👩‍👧🏽 1٣2.,<b>{}%s&;/\u200b"), max_size=30)


def told(hints):
    """Return what the hints say, without their places."""
    return [(one.kind, one.what, one.side, one.wanted) for one in hints]


def values(text, language="en"):
    """Return the first value of every number."""
    return [one.values[0] for one in numbers_in(text, language)]


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("1,234.5 and 3.5", "en", ["1234.5", "3.5"]),
        ("1.234,5 und 3,5", "de", ["1234.5", "3.5"]),
        ("1 234 567,8", "fr", ["1234567.8"]),
        ("1’234.5", "de-CH", ["1234.5"]),
        ("1,234.5", "es-MX", ["1234.5"]),
        ("12,34,567", "hi", ["1234567"]),
        ("٣٫٥ و ١٬٢٣٤", "ar", ["3.5", "1234"]),
        ("３.５", "ja", ["3.5"]),
        ("10:30", "en", ["10", "30"]),
        ("2.500", "de", ["2500"]),
        ("2.500", "en", ["2.5"]),
        ("no number ² ½", "en", []),
    ],
)
def test_a_number_is_read_as_its_language_writes_it(text, language, expected):
    """Separators change their meaning from language to language; digits have many scripts."""
    assert values(text, language) == [Fraction(one) for one in expected]


@pytest.mark.parametrize(
    ("source", "target", "languages"),
    [
        ("1,234.5 km", "1.234,5 km", ("en", "de")),
        ("2.5 million people", "250万人", ("en", "zh")),
        ("3 pm", "15 Uhr", ("en", "de")),
        ("three dogs, 4 cats", "drei Hunde, vier Katzen", ("en", "de")),
        ("In 1990", "في عام ١٩٩٠", ("en", "ar")),
        ("version 1.2.3", "Version 1.2.3", ("en", "de")),
        ("Pay {0} to %1$s", "Zahle {0} an %1$s", ("en", "de")),
        ("the 2nd of 40", "die 2. von 40", ("en", "de")),
    ],
)
def test_numbers_of_the_same_value_are_no_reason_for_a_hint(source, target, languages):
    """Local separators, other digits, larger units, words for small numbers: all the same."""
    assert number_hints(source, target, *languages) == []


def test_changed_missing_and_added_numbers_are_pointed_at():
    """Each where it stands: a changed or added one in the target, a missing one in the source."""
    (changed,) = number_hints("3.5 metres wide", "35 Meter breit", "en", "de")
    assert told([changed]) == [("numbers", "changed", "target", "3.5")]
    assert (changed.start, changed.end) == (0, 2)
    (missing,) = number_hints("Founded in 1990.", "Gegründet.", "en", "de")
    assert told([missing]) == [("numbers", "missing", "source", "1990")]
    assert (missing.start, missing.end) == (11, 15)
    (added,) = number_hints("Founded.", "Gegründet 1990.", "en", "de")
    assert told([added]) == [("numbers", "added", "target", "1990")]
    (locale,) = number_hints("1.234 m", "1.234 m", "en", "de")
    assert locale.what == "changed"


def test_tags_and_placeholders_must_come_back():
    """Missing, added and no longer nested; attributes and percentages do not matter."""
    assert tag_hints("<b>Save</b> {0} 100% sure", "{0} zu 100% <b>sichern</b>") == []
    assert tag_hints('<a href="x">', '<a href="y">') == []
    assert told(tag_hints("Hi %s &amp; {{name}}", "Hallo {{name}} ${x}")) == [
        ("tags", "missing", "source", "%s"),
        ("tags", "missing", "source", "&amp;"),
        ("tags", "added", "target", "${x}"),
    ]
    assert told(tag_hints("<b>Save</b>", "</b>Sichern<b>")) == [
        ("tags", "nested", "target", "</b>")
    ]
    assert tag_hints("end</b> <b>begin", "Ende</b> <b>Anfang") == []
    assert told(tag_hints("a<br>b<br>c", "a<br>b")) == [("tags", "missing", "source", "<br>")]


def test_a_term_needs_one_of_its_translations_in_any_form():
    """Endings and compounds pass, another word does not."""
    base = Termbase([{"term": "Button", "gloss": "Knopf; Taste"}, {"term": "x", "gloss": ""}])
    for target in ("Drücke den Knopf", "die Farbe des Knopfes", "Rücktaste", "TASTEN"):
        assert base.hints("Press the button", target, "en", "de") == []
    (hint,) = base.hints("Press the button", "Drücke den Schalter", "en", "de")
    assert (hint.kind, hint.side, hint.start, hint.end) == ("terms", "source", 10, 16)
    assert hint.wanted == "Knopf / Taste"
    assert base.hints("buttons", "Schalter", "en", "de") == []  # another word
    chinese = Termbase([{"term": "按钮", "gloss": "button"}])
    assert len(chinese.hints("请按按钮。", "Press the switch.", "zh", "en")) == 1
    assert chinese.hints("请按按钮。", "Press the buttons.", "zh", "en") == []


def test_the_same_source_and_term_should_read_the_same():
    """The first translation counts; later ones that differ are pointed at."""
    base = Termbase([{"term": "button", "gloss": "Knopf; Taste"}])
    units = [
        Unit("Press it.", "Drücke ihn.", "en", "de"),
        Unit("The button", "Der Knopf", "en", "de"),
        Unit("press  it.", "Drücken Sie ihn.", "en", "de"),
        Unit("A button", "Eine Taste", "en", "de"),
        Unit("Press it.", "drücke ihn.", "en", "de"),
    ]
    said = Consistency(units, base)
    assert [told(said.hints(one)) for one in units] == [
        [],
        [],
        [("consistency", "segment", "target", "Drücke ihn.")],
        [("consistency", "term", "target", "Knopf")],
        [],
    ]


def test_whoever_marks_the_target_only_gets_hints_there():
    """What is missing is then missing at the end of the target."""
    hints = without_source(tag_hints("a <b>", "ein "), "ein ")
    assert [(one.side, one.start, one.end) for one in hints] == [("target", 3, 3)]


@example("\u200d谢", "")
@example("111", "\u200d ")
@example("", "{1}\u200d")
@example("", "\u200d21")
@OFTEN
@given(LETTERS, LETTERS)
def test_hints_stand_in_their_text_and_cut_no_character(source, target):
    """Whatever the texts, a hint could be stored as a mark; equal texts have no hints of tags."""
    base = Termbase([{"term": "a", "gloss": "ab; b"}, {"term": "谢", "gloss": "ع"}])
    unit = Unit(source, target, "en", "de")
    found = [
        *tag_hints(source, target),
        *number_hints(source, target, "en", "de"),
        *base.hints(source, target, "en", "de"),
        *Consistency([Unit(source, "b", "en", "de")], base).hints(unit),
    ]
    for one in (*found, *without_source(found, target)):
        text = source if one.side == "source" else target
        assert 0 <= one.start <= one.end <= len(text)
        assert not cuts_character(text, one.start)
        assert not cuts_character(text, one.end)
    assert tag_hints(source, source) == []
    assert number_hints(source, source, "en", "en") == []


@OFTEN
@given(st.integers(0, 10**9), st.integers(1, 3))
def test_a_number_keeps_its_value_from_locale_to_locale(whole, decimals):
    """English, German and French write the same amount with their own marks."""
    amount = f"{whole:,}.{'123'[:decimals]}" if decimals < 3 else f"{whole:,}"
    german = amount.translate(str.maketrans(",.", ".,"))
    french = amount.translate(str.maketrans(",.", "\u202f,"))
    (one,), (two,), (three,) = values(amount), values(german, "de"), values(french, "fr")
    assert one == two == three


@OFTEN
@given(st.lists(st.text("ab ", min_size=1, max_size=4), max_size=4), st.text("ab -", max_size=20))
def test_terms_are_found_as_a_pattern_finds_them(terms, text):
    """The slow textbook way: one alternation, longest first, between word borders."""
    kept = sorted({term for term in terms if term.strip()}, key=len, reverse=True)
    expected = []
    if kept:
        either = "|".join(re.escape(term) for term in kept)
        pattern = re.compile(rf"(?<!\w)(?:{either})(?!\w)")
        expected = [(*found.span(), found[0]) for found in pattern.finditer(text)]
    assert Terms(terms).found(text, "en") == expected


def test_hints_about_numbers_are_rare_in_good_translations(shared_data):
    """Of 7,322 outputs of TED talks (English–German) fewer than one in a hundred has any."""
    table = read_judgements(shared_data / "mqm-ted-ende" / "mqm_ted_ende.tsv.gz")
    read = table.spans().outputs
    outputs = {*zip(read.source.tolist(), read.target.tolist(), strict=True)}
    found = [pair for pair in outputs if number_hints(*pair, "en", "de") or tag_hints(*pair)]
    assert 0 < len(found) < len(outputs) / 100
