"""Words of a text, by one named rule that is part of every signature.

The rule `unicode-words@1`:

- Texts are compared in Unicode's composed form (NFC).
- A *word* is an unbroken run of letters, digits and the marks on them. An
  apostrophe, a hyphen or a joiner between two of them does not break it
  (`don't`, `e-mail`, Persian `می‌خواهم`), nor do a full stop, a comma or a colon
  between digits (`3.5`, `10:30`). Punctuation, symbols and emoji are not words.
- Where most letters of the text belong to a script written without spaces
  (Chinese, Japanese, Thai, Lao, Khmer, Burmese), every letter or digit with its
  marks is one unit. The script decides, text by text; the language code is asked
  only when a text has no letters.
- Limits given in words are then multiplied: 2 characters for a word of Chinese
  or Japanese (the factor that WMT's control items use), 4 for a word in the
  alphabetic scripts of South-East Asia. These are rules of thumb.
"""

import re
import unicodedata
from functools import cache

WORD_RULE = "unicode-words@1"

# Code point ranges of the scripts written without spaces.
_IDEOGRAPHIC = (
    "\u3005-\u3007\u3021-\u3029\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U0001b000-\U0001b16f"
    "\U00020000-\U0003ffff"
)
_ALPHABETIC = "\u0e01-\u0e46\u0e80-\u0edf\u1000-\u109f\u1780-\u17d3\uaa60-\uaa7f\ua9e0-\ua9fe"
_FACTORS = {"ideographic": 2, "alphabetic": 4}
_LANGUAGES = {
    "zh": "ideographic",
    "yue": "ideographic",
    "ja": "ideographic",
    "th": "alphabetic",
    "lo": "alphabetic",
    "km": "alphabetic",
    "my": "alphabetic",
}
_FAMILY = {
    "ideographic": re.compile(f"[{_IDEOGRAPHIC}]"),
    "alphabetic": re.compile(f"[{_ALPHABETIC}]"),
}
_LETTER = re.compile(r"[^\W\d_]")


@cache
def _marks() -> str:
    """Return every combining mark, as ranges for a character class.

    Python's `\\w` leaves them out, which would cut words of Hindi or Thai at every vowel.
    """
    ranges: list[list[int]] = []
    for point in (*range(0x300, 0x20000), *range(0xE0100, 0xE01F0)):
        if unicodedata.category(chr(point)).startswith("M"):
            if ranges and ranges[-1][1] == point - 1:
                ranges[-1][1] = point
            else:
                ranges.append([point, point])
    return "".join(f"{chr(first)}-{chr(last)}" for first, last in ranges)


@cache
def _word() -> re.Pattern[str]:
    joiner = "['’ʼ\u2010\u2011\u00b7\u05f4\u200c\u200d-]"  # between letters or digits
    unit = f"[^\\W_][{_marks()}]*"
    return re.compile(f"{unit}(?:{joiner}?{unit}|(?<=\\d)[.,:](?=\\d))*")


@cache
def _unmarked_word() -> re.Pattern[str]:
    """Return what finds the same words, faster, in a text without combining marks."""
    run = "[^\\W_]+"
    joiner = "['’ʼ\u2010\u2011\u00b7\u05f4\u200c\u200d-]"
    return re.compile(f"{run}(?:(?:{joiner}|(?<=\\d)[.,:](?=\\d)){run})*")


@cache
def _mark() -> re.Pattern[str]:
    return re.compile(f"[{_marks()}]")


def word_pattern(text: str, language: str = "") -> re.Pattern[str]:
    """Return what finds the words of a composed text (NFC)."""
    if _family(text, language):
        return _character()
    return _word() if _mark().search("".join(set(text))) else _unmarked_word()


@cache
def _character() -> re.Pattern[str]:
    return re.compile(f"[^\\W_][{_marks()}]*")


def _family(text: str, language: str) -> str:
    """Return the family of unspaced scripts that most letters belong to, or the empty string."""
    if text.isascii() and not language:
        return ""
    if not _LETTER.search(text):
        return _LANGUAGES.get(re.split("[-_]", language.lower())[0], "")
    distinct = "".join(set(text))  # of a long text there are few, so they are searched
    if not any(pattern.search(distinct) for pattern in _FAMILY.values()):
        return ""
    letters = "".join(_LETTER.findall(text))  # without marks, which would count twice
    counts = {name: len(pattern.findall(letters)) for name, pattern in _FAMILY.items()}
    most = max(counts, key=lambda name: counts[name])
    return most if sum(counts.values()) * 2 > len(letters) else ""


def words(text: str, language: str = "") -> list[str]:
    """Return the words of a text; in scripts without spaces, its characters.

    >>> words("Don't pay 3.50 for e-mail!")
    ["Don't", 'pay', '3.50', 'for', 'e-mail']
    >>> words("我喜欢苹果。")
    ['我', '喜', '欢', '苹', '果']
    """
    composed = unicodedata.normalize("NFC", text)
    return word_pattern(composed, language).findall(composed)


def word_spans(text: str, language: str = "") -> list[tuple[int, int]]:
    """Return where each word begins and ends in a composed text (NFC).

    >>> word_spans("Don't pay!")
    [(0, 5), (6, 9)]
    """
    pattern = word_pattern(text, language)
    return [match.span() for match in pattern.finditer(text)]


def count_words(text: str, language: str = "") -> int:
    """Return how many words (or characters, see `words`) a text has."""
    return len(words(text, language))


def characters_per_word(text: str, language: str = "") -> int:
    """Return how many units of `words` stand for one word: 1, or 2 and 4 without spaces."""
    return _FACTORS.get(_family(unicodedata.normalize("NFC", text), language), 1)


def length_bounds(
    minimum: int, maximum: int, language: str = "", *, text: str = ""
) -> tuple[int, int]:
    """Return limits given in words as limits on `count_words` of this text or language.

    >>> length_bounds(5, 50, "zh")
    (10, 100)
    """
    factor = characters_per_word(text, language)
    return minimum * factor, maximum * factor


def within_bounds(text: str, language: str, minimum: int, maximum: int) -> bool:
    """Tell whether a text is neither too short nor too long to be asked about."""
    composed = unicodedata.normalize("NFC", text)
    family = _family(composed, language)
    pattern = _character() if family else _word()
    factor = _FACTORS.get(family, 1)
    return minimum * factor <= len(pattern.findall(composed)) <= maximum * factor
