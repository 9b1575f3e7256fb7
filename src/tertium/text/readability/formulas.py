"""The classical formulas of readability: value, direction, and the language each was made for.

A formula is a regression on some texts of one language and time; elsewhere its number keeps its
decimals and loses its meaning. All of them count by the rules of this folder (`unicode-words@1`,
`sentences@1`, `syllables@1`), so values differ a little from programs that count otherwise.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from tertium.text.readability.languages import primary
from tertium.text.readability.readable import Counts

Direction = Literal["high is easy", "high is hard"]
LEAST_WORDS, LEAST_SENTENCES = 100, 3  # below, a formula is a guess
_SMOG_SENTENCES = 30


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula: `value` makes a number of the counts, None where one of them is not known.

    `languages` are those it was made for, all that have words between blanks if there are none.
    """

    name: str
    title: str
    value: Callable[[Counts], float | None]
    direction: Direction
    reference: str
    languages: tuple[str, ...] = ()
    note: str = ""

    def made_for(self, language: str) -> bool:
        """Tell whether it was made for this language."""
        return not self.languages or primary(language) in self.languages

    def of(self, counts: Counts) -> float | None:
        """Return its value, None for a text without words."""
        return self.value(counts) if counts.words and counts.sentences else None


def _spoken(value: Callable[[Counts, float], float]) -> Callable[[Counts], float | None]:
    """Make a formula of the counts and the syllables, where these are known."""

    def of(counts: Counts) -> float | None:
        return None if counts.syllables is None else value(counts, counts.syllables)

    return of


def _length(c: Counts) -> float:
    return c.words / c.sentences


def _smog(c: Counts) -> float | None:
    if c.polysyllables is None:
        return None
    return float(1.0430 * (30 * c.polysyllables / c.sentences) ** 0.5 + 3.1291)


def _fog(c: Counts) -> float | None:
    if c.polysyllables is None:
        return None
    return 0.4 * (_length(c) + 100 * c.polysyllables / c.words)


def _wiener(
    many: float, length: float, long: float, single: float, constant: float
) -> Callable[[Counts], float | None]:
    def of(c: Counts) -> float | None:
        if c.polysyllables is None or c.monosyllables is None:
            return None
        return (
            many * 100 * c.polysyllables / c.words
            + length * _length(c)
            + long * 100 * c.long_words / c.words
            - single * 100 * c.monosyllables / c.words
            - constant
        )

    return of


def _dale_chall_1948(c: Counts) -> float | None:
    if c.unfamiliar is None:
        return None
    return 0.1579 * 100 * c.unfamiliar / c.words + 0.0496 * _length(c) + 3.6365


def _dale_chall_1995(c: Counts) -> float | None:
    if c.unfamiliar is None:
        return None
    return 64 - 0.95 * 100 * c.unfamiliar / c.words - 0.69 * _length(c)


_LISTED = "Needs the list of familiar words of its year: --familiar FILE."
_SACHTEXT = "Bamberger & Vanecek, 1984"
FORMULAS = (
    Formula(
        "flesch", "Flesch Reading Ease",
        _spoken(lambda c, y: 206.835 - 1.015 * _length(c) - 84.6 * y / c.words),
        "high is easy", "Flesch, 1948", ("en",),
    ),
    Formula(
        "flesch-kincaid", "Flesch–Kincaid grade level",
        _spoken(lambda c, y: 0.39 * _length(c) + 11.8 * y / c.words - 15.59),
        "high is hard", "Kincaid et al., 1975", ("en",),
    ),
    Formula(
        "fog", "Gunning Fog", _fog, "high is hard", "Gunning, 1952", ("en",),
        "Gunning leaves out names, compounds and the endings -es, -ed and -ing; here every word of "
        "three syllables counts.",
    ),
    Formula(
        "smog", "SMOG", _smog, "high is hard", "McLaughlin, 1969", ("en",),
        f"Made for {_SMOG_SENTENCES} sentences: with fewer it is unsteady.",
    ),
    Formula(
        "ari", "Automated Readability Index",
        lambda c: 4.71 * c.characters / c.words + 0.5 * _length(c) - 21.43,
        "high is hard", "Smith & Senter, 1967", ("en",), "Digits count as letters.",
    ),
    Formula(
        "coleman-liau", "Coleman–Liau",
        lambda c: 0.0588 * 100 * c.letters / c.words - 0.296 * 100 * c.sentences / c.words - 15.8,
        "high is hard", "Coleman & Liau, 1975", ("en",), "Letters only, without digits.",
    ),
    Formula(
        "dale-chall-1948", "Dale–Chall (1948)", _dale_chall_1948, "high is hard",
        "Dale & Chall, 1948", ("en",),
        f"{_LISTED} Some programs add the constant only above 5% unfamiliar words.",
    ),
    Formula(
        "dale-chall-1995", "Dale–Chall (1995)", _dale_chall_1995, "high is easy",
        "Chall & Dale, 1995", ("en",), f"{_LISTED} A cloze score.",
    ),
    Formula(
        "lix", "LIX", lambda c: _length(c) + 100 * c.long_words / c.words,
        "high is hard", "Björnsson, 1968",
    ),
    Formula(
        "rix", "RIX", lambda c: c.long_words / c.sentences, "high is hard", "Anderson, 1983"
    ),
    Formula(
        "amstad", "Amstad", _spoken(lambda c, y: 180 - _length(c) - 58.5 * y / c.words),
        "high is easy", "Amstad, 1978", ("de",),
    ),
    Formula(
        "wiener-1", "Wiener Sachtextformel 1", _wiener(0.1935, 0.1672, 0.1297, 0.0327, 0.875),
        "high is hard", _SACHTEXT, ("de",),
    ),
    Formula(
        "wiener-2", "Wiener Sachtextformel 2", _wiener(0.2007, 0.1682, 0.1373, 0, 2.779),
        "high is hard", _SACHTEXT, ("de",),
    ),
    Formula(
        "wiener-3", "Wiener Sachtextformel 3", _wiener(0.2963, 0.1905, 0, 0, 1.1144),
        "high is hard", _SACHTEXT, ("de",),
    ),
    Formula(
        "wiener-4", "Wiener Sachtextformel 4", _wiener(0.2744, 0.2656, 0, 0, 1.693),
        "high is hard", _SACHTEXT, ("de",),
    ),
    Formula(
        "kandel-moles", "Kandel–Moles",
        _spoken(lambda c, y: 207 - 1.015 * _length(c) - 73.6 * y / c.words),
        "high is easy", "Kandel & Moles, 1958", ("fr",),
    ),
    Formula(
        "fernandez-huerta", "Fernández Huerta",
        _spoken(lambda c, y: 206.84 - 60 * y / c.words - 1.02 * _length(c)),
        "high is easy", "Fernández Huerta, 1959; Law, 2011", ("es",),
        "As corrected: with words per sentence.",
    ),
    Formula(
        "fernandez-huerta-printed", "Fernández Huerta, as printed",
        _spoken(lambda c, y: 206.84 - 60 * y / c.words - 1.02 * 100 * c.sentences / c.words),
        "high is easy", "Fernández Huerta, 1959", ("es",),
        "With sentences per 100 words, so that longer sentences make a text easier: a misprint.",
    ),
    Formula(
        "szigriszt-pazos", "Szigriszt–Pazos",
        _spoken(lambda c, y: 206.835 - 62.3 * y / c.words - _length(c)),
        "high is easy", "Szigriszt Pazos, 1993", ("es",),
    ),
    Formula(
        "gulpease", "Gulpease", lambda c: 89 + (300 * c.sentences - 10 * c.letters) / c.words,
        "high is easy", "Lucisano & Piemontese, 1988", ("it",),
    ),
)  # fmt: skip
BY_NAME = {one.name: one for one in FORMULAS}
_USUAL = {
    "en": "flesch", "de": "amstad", "fr": "kandel-moles", "es": "szigriszt-pazos", "it": "gulpease",
}  # fmt: skip


def usual_formula(language: str) -> Formula:
    """Return the formula by which texts of a language are usually compared; LIX for the others."""
    return BY_NAME[_USUAL.get(primary(language), "lix")]
