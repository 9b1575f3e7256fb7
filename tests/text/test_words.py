"""What counts as a word."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.text import (
    WORD_RULE,
    characters_per_word,
    count_words,
    length_bounds,
    within_bounds,
    words,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The cat sat on the mat.", ["The", "cat", "sat", "on", "the", "mat"]),
        ("Don't pay 3.50 for e-mail!", ["Don't", "pay", "3.50", "for", "e-mail"]),
        ("l’avion d'hier", ["l’avion", "d'hier"]),
        ("at 10:30, or 1,000 times", ["at", "10:30", "or", "1,000", "times"]),
        ("snake_case – and dash", ["snake", "case", "and", "dash"]),
        ("end.Start", ["end", "Start"]),
        ("- 'quoted' -", ["quoted"]),
        ("", []),
        ("… !?", []),
    ],
)
def test_words_are_runs_of_letters_and_digits(text, expected):
    """Punctuation separates words; apostrophes, hyphens and decimal signs inside do not."""
    assert words(text) == expected


def test_marks_belong_to_the_letter_before_them():
    """A decomposed accent or a Devanagari vowel sign does not cut a word."""
    assert words("cafe\u0301 au lait") == ["café", "au", "lait"]
    assert words("हिन्दी में लिखा") == ["हिन्दी", "में", "लिखा"]


def test_emoji_are_not_words():
    """Hearts, families and flags are skipped, joiners and variation selectors included."""
    assert words("I ❤️ this 👩‍👩‍👧 🇩🇪 👍🏽 a lot") == ["I", "this", "a", "lot"]


def test_right_to_left_scripts_have_words():
    """Hebrew, Arabic and Persian split at spaces; the Persian joiner stays inside."""
    assert words("שלום עולם, מה שלומך?") == ["שלום", "עולם", "מה", "שלומך"]
    assert words("السَّلامُ عليكم") == ["السَّلامُ", "عليكم"]
    assert words("می‌خواهم بروم") == ["می‌خواهم", "بروم"]


@pytest.mark.parametrize(
    ("text", "count", "factor"),
    [
        ("我喜欢苹果。", 5, 2),
        ("私はリンゴが好きです。", 10, 2),
        ("ฉันชอบกินแอปเปิล", 13, 4),
        ("ខ្ញុំចូលចិត្ត", 7, 4),
        ("나는 사과를 좋아한다", 3, 1),  # Korean has spaces
        ("我喜欢 iPhone 很多很多很多很多", 17, 2),
        ("The word 苹果 means apple", 5, 1),
    ],
)
def test_the_script_decides_whether_characters_are_counted(text, count, factor):
    """Texts in scripts without spaces are measured in characters, whatever their language code."""
    for language in ("", "en", "zh"):
        assert count_words(text, language) == count
        assert characters_per_word(text, language) == factor


def test_without_letters_the_language_decides():
    """A text of digits only follows its language code, with region or not."""
    assert words("2024", "zh-TW") == ["2", "0", "2", "4"]
    assert words("2024", "en") == ["2024"]


def test_bounds_are_scaled_with_the_unit():
    """5–50 words are 10–100 characters of Chinese and 20–200 of Thai."""
    assert length_bounds(5, 50, "en") == (5, 50)
    assert length_bounds(5, 50, "zh") == (10, 100)
    assert length_bounds(5, 50, "th_TH") == (20, 200)
    assert length_bounds(5, 50, "en", text="我喜欢苹果") == (10, 100)


def test_bounds_are_inclusive():
    """A source with exactly the smallest or the largest number of words is asked about."""
    assert within_bounds("one two three four five", "en", 5, 5)
    assert not within_bounds("one two three four", "en", 5, 50)
    assert not within_bounds("one two three four five six", "en", 1, 5)
    assert within_bounds("我们今天一起去学校读书", "zh", 5, 50)
    assert not within_bounds("我们去", "zh", 5, 50)


def test_the_rule_has_a_name_with_a_version():
    """A signature can carry the rule: no separator of signatures occurs in its name."""
    assert "@" in WORD_RULE
    assert not set(WORD_RULE) & {"|", ":"}


@given(st.text())
def test_words_are_pieces_of_the_text(text):
    """Whatever the text, words stand in it in order, are not empty and hold no blanks."""
    composed = unicodedata.normalize("NFC", text)
    at = 0
    for word in words(text):
        assert word
        assert not any(character.isspace() for character in word)
        at = composed.index(word, at) + len(word)


@given(st.text(), st.text())
def test_a_line_break_separates_words(a, b):
    """Two texts in two lines have the words of both, if both are measured alike."""
    factors = {characters_per_word(a), characters_per_word(b), characters_per_word(f"{a}\n{b}")}
    if len(factors) == 1 and words(a) and words(b):
        assert count_words(f"{a}\n{b}") == count_words(a) + count_words(b)
