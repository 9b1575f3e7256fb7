"""Pairs of texts for TER and fuzzy match: hostile ones, edited ones, and published ones."""

import gzip
import random
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path

NAMES = ("normalized", "no_punct", "asian_support", "case_sensitive")
OPTIONS = [dict(zip(NAMES, on, strict=True)) for on in product((False, True), repeat=4)]
DATA = Path(__file__).parents[2] / "shared" / "data"  # where the tests look for it, too

# What tokenisers trip over: entities, possessives, numbers, line ends, scripts, marks, emoji.
PIECES = [
    "the", "The", "cat", "CAT", "a", "b", "c", "don't", "cat's", "'s", ",", ".", "...", "?", "!",
    "(", ")", '"', "-", "3.5", "1,000", "10-20", "x-y", "/", "&quot;", "&amp;lt;", "&gt;", "$", "€",
    "我", "喜欢", "。", "，", "、", "ひらがな", "カタカナ", "ㇰ", "㍿", "丶", "한국", "שלום",
    "مرحبا", "ไทย", "e\u0301", "é", "İ", "ß", "👍🏽", "👩\u200d🔬", "\u200f", "\u00ad", "ﬁ",
]  # fmt: skip
SPACES = [" ", " ", " ", " ", "", "  ", "\n", "\n-", "\t", "\u3000", "\u00a0", "\x1c", "\r\n"]


def hostile(draw: random.Random, most: int = 40) -> tuple[str, str]:
    """Return two texts of which one often follows from the other by moves and changes."""
    pieces = draw.sample(PIECES, draw.choice((2, 4, 8, len(PIECES))))
    first = draw.choices(pieces, k=draw.randrange(most))
    if draw.random() < 0.7:
        second = _changed(draw, first, pieces, draw.randrange(8))
    else:
        second = draw.choices(pieces, k=draw.randrange(most))
    spaces = draw.choice(([" "], SPACES))
    return _joined(draw, first, spaces), _joined(draw, second, spaces)


def sentence(draw: random.Random, words: int) -> list[str]:
    """Return words of a language in which a few words are frequent, as in all languages."""
    # Rank r of V words has a chance of about 1/r: the logarithm of the rank is uniform.
    return [_word(int(50_000 ** draw.random())) for _ in range(words)]


def edited(draw: random.Random, words: int) -> tuple[str, str]:
    """Return a sentence and its post-edited version: about every fourth word is touched."""
    first = sentence(draw, words)
    second = _changed(draw, first, sentence(draw, words), words // 8)
    return " ".join(first), " ".join(second)


def published() -> Iterator[tuple[str, str, float]]:
    """Yield MT, its post-edited version and the published HTER, where the data set is at hand."""
    for path in sorted(DATA.glob("mlqe-*/pe.*.tsv.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            next(lines)
            for line in lines:
                _, mt, pe, hter, _ = line.rstrip("\n").split("\t")
                yield mt, pe, float(hter)


def _changed(draw: random.Random, words: list[str], others: list[str], times: int) -> list[str]:
    """Return a copy in which runs of words were moved, replaced, dropped and added."""
    words = list(words)
    for _ in range(times):
        at, length = draw.randrange(len(words) + 1), draw.randint(1, 5)
        run = words[at : at + length]
        change = draw.randrange(4)
        if change == 0:
            words[at : at + length] = []
            to = draw.randrange(len(words) + 1)
            words[to:to] = run
        elif change == 1:
            words[at : at + 1] = [draw.choice(others)]
        elif change == 2:
            words[at : at + 1] = []
        else:
            words[at:at] = draw.choices(others, k=2)
    return words


def _joined(draw: random.Random, words: list[str], spaces: list[str]) -> str:
    return "".join(word + draw.choice(spaces) for word in words)


@cache
def _word(rank: int) -> str:
    """Spell a number in syllables: frequent words are short."""
    syllables = []
    while True:
        rank, digit = divmod(rank, 60)
        syllables.append("bcdfghklmnprst"[digit % 14 - 1] + "aeiou"[digit // 12])
        if not rank:
            return "".join(syllables)
