"""Tokens of a text, the gaps between them, and which of them a mark touches.

The rule `words-and-signs@1`: words as in `tertium.text.words` (in scripts without spaces every
character), and beside them every other visible character that a reader sees as one: a full stop,
a bracket, an emoji. A *gap* stands before every token and after the last; a mark without a token
of its own (a point where something is missing, a space) belongs to the gap at its beginning. A
mark that touches a part of a token marks the token.
"""

import unicodedata
from functools import lru_cache

import numpy as np

from tertium.stats.arrays import Ints
from tertium.stats.span_agreement.readings import Mark
from tertium.text.spans import cuts_character
from tertium.text.words import word_spans

__all__ = ["TOKEN_RULE", "Tokens", "token_spans", "touched"]

TOKEN_RULE = "words-and-signs@1"
Tokens = tuple[Ints, Ints]  # beginnings and ends


@lru_cache(maxsize=20_000)
def token_spans(text: str, language: str = "") -> Tokens:
    """Return where the tokens of a text begin and end.

    >>> begin, end = token_spans("Ja, 👍🏽!")
    >>> ["Ja, 👍🏽!"[b:e] for b, e in zip(begin, end)]
    ['Ja', ',', '👍🏽', '!']
    """
    found: list[tuple[int, int]] = []
    at = 0
    for begin, end in (*word_spans(text, language), (len(text), len(text))):
        found.extend(_signs(text, at, begin))
        if end > begin:
            found.append((begin, end))
        at = end
    places = np.array(found, dtype=np.int64).reshape(-1, 2)
    return places[:, 0].copy(), places[:, 1].copy()


def _signs(text: str, begin: int, end: int) -> list[tuple[int, int]]:
    """Return the visible characters of a stretch without words."""
    found = []
    at = begin
    while at < end:
        after = at + 1
        while after < end and cuts_character(text, after):
            after += 1
        seen = text[at:after]
        if any(not sign.isspace() and unicodedata.category(sign)[0] != "C" for sign in seen):
            found.append((at, after))
        at = after
    return found


def touched(tokens: Tokens, mark: Mark) -> tuple[range, int | None]:
    """Return the tokens that a mark touches, or the gap it belongs to if it touches none."""
    begins, ends = tokens
    if mark.end > mark.start:
        first = int(np.searchsorted(ends, mark.start, side="right"))
        last = int(np.searchsorted(begins, mark.end, side="left"))
        if first < last:
            return range(first, last), None
    return range(0), int(np.searchsorted(begins, mark.start, side="left"))
