"""Numbers in a text, with every value they may stand for.

`1.234` is a thousand and more in German and a little above one in English; `2.5 million` and
`250万` are the same. A number is a stretch of the text with the values it can have where
it stands, so that two numbers agree if they have a value in common.
"""

import re
import unicodedata
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

# Where a comma stands before decimals; elsewhere it is a full stop.
_COMMA = frozenset((
    "af", "az", "be", "bg", "bs", "ca", "cs", "da", "de", "el", "es", "et", "eu", "fi",
    "fo", "fr", "gl", "hr", "hu", "hy", "id", "is", "it", "ka", "kk", "ky", "lt", "lv",
    "mk", "mn", "nb", "nl", "nn", "no", "pl", "pt", "ro", "ru", "sk", "sl", "sq", "sr",
    "sv", "tr", "uk", "uz", "vi",
))  # fmt: skip
_POINT_AFTER_ALL = frozenset(("de-ch", "de-li", "es-mx", "es-us", "es-gt", "es-pr", "fr-ch"))
_SPACES = "\u00a0\u2009\u202f\u2007 "
_NUMBER = re.compile(
    rf"\d+(?:(?:[.,'’٫٬،]\d+)|(?:[{_SPACES}]\d{{3}}(?!\d)))*",
)
_GROUPED = re.compile(r"\d{1,3}(?:,\d{2,3})*,\d{3}")
# What multiplies a number that stands before it.
_FACTORS = {
    "hundred": 100, "thousand": 1_000, "million": 10**6, "billion": 10**9, "trillion": 10**12,
    "tausend": 1_000, "millionen": 10**6, "mio": 10**6, "milliarde": 10**9, "milliarden": 10**9,
    "mrd": 10**9, "mille": 1_000, "mil": 1_000, "millions": 10**6, "milliard": 10**9,
    "milliards": 10**9, "millón": 10**6, "millones": 10**6, "milioni": 10**6, "milione": 10**6,
    "miliardi": 10**9, "milhões": 10**6, "milhão": 10**6, "bilhões": 10**9, "k": 1_000, "m": 10**6,
    "bn": 10**9, "тысяч": 1_000, "млн": 10**6, "млрд": 10**9, "миллионов": 10**6,
    "миллиардов": 10**9, "百": 100, "千": 1_000, "万": 10**4, "萬": 10**4, "億": 10**8, "亿": 10**8,
    "천": 1_000, "만": 10**4, "억": 10**8, "مليون": 10**6, "مليار": 10**9, "ألف": 1_000,
}  # fmt: skip
_BEYOND = Fraction(10**40)
_AFTER = re.compile(rf"[{_SPACES}]?([百千万萬億亿천만억]+|[^\W\d_]+)")
_AFTERNOON = re.compile(rf"(?:[:.h]\d\d)?[{_SPACES}]?p\.?\s?m\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Number:
    """A number where it stands, with the values it may have; the first is the plainest."""

    start: int
    end: int
    values: tuple[Fraction, ...]

    def agrees(self, other: "Number") -> bool:
        """Tell whether both may mean the same."""
        return not set(self.values).isdisjoint(other.values)


def numbers_in(text: str, language: str) -> list[Number]:
    """Return the numbers of a text in any digits, in their order."""
    plain = _in_ascii_digits(text)
    return [
        Number(found.start(), found.end(), _values(found[0], plain, found.end(), language))
        for found in _NUMBER.finditer(plain)
    ]


def _in_ascii_digits(text: str) -> str:
    """Return the text with every decimal digit as one of 0 to 9, no longer and no shorter."""
    if text.isascii():
        return text
    return "".join(
        character
        if character.isascii() or not character.isdecimal()
        else str(unicodedata.digit(character))
        for character in text
    )


def _values(written: str, text: str, end: int, language: str) -> tuple[Fraction, ...]:
    """Return what a number may mean, given its language and what follows it."""
    values = [_value(written, _decimal(language))]
    after = _AFTER.match(text, end)
    if after:
        factor = _factor(after[1].lower())
        if factor:
            values.append(values[0] * factor)
    if values[0] < 12 and _AFTERNOON.match(text, end):
        values.append(values[0] + 12)
    return tuple(values)


def _factor(word: str) -> int:
    if word in _FACTORS:
        return _FACTORS[word]
    product = 1
    for character in word:
        if character not in _FACTORS or character.isascii():
            return 0
        product *= _FACTORS[character]
    return product


@cache
def _decimal(language: str) -> str:
    tag = language.lower().replace("_", "-")
    comma = tag.partition("-")[0] in _COMMA and tag not in _POINT_AFTER_ALL
    return "," if comma else "."


def _value(written: str, decimal: str) -> Fraction:
    """Read a number as its language writes it, or, where that cannot be, the other way.

    What fits neither (a version such as 1.2.3) is larger than any number that does.
    """
    plain = written.replace("٫", decimal).replace("٬", "").replace("،", "")
    plain = re.sub(rf"[{_SPACES}'’]", "", plain)
    for mark in (decimal, "." if decimal == "," else ","):
        group = "," if mark == "." else "."
        whole, _, part = plain.partition(mark)
        if mark in part or group in part:
            continue
        if group in whole and not _GROUPED.fullmatch(whole.replace(group, ",")):
            continue
        if mark != decimal and not part:
            continue
        return Fraction(f"{whole.replace(group, '')}.{part or 0}")
    return _BEYOND + int(re.sub(r"\D", "000", plain))
