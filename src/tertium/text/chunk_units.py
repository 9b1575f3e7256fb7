"""Units of a text that stay whole when somebody cuts it into chunks.

A unit is a word with the signs at it: opening ones belong to the word after them, all others to
the word before. Signs that stand alone are a unit, and so is an emoji. In scripts without spaces
every character is one, but words in Latin letters stay whole.

A partition of the units into chunks is written as one number for each unit: equal numbers are
one chunk, counted from 0 as they appear.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from tertium.text.chunks import Chunk, whole_characters
from tertium.text.words import characters_per_word, word_spans

Range = tuple[int, int]
_OPENING = re.compile(r"[(\[{«“„‘¿¡（「『【<#@$€£]+$")
_EMOJI = 0x1F000  # from here on


def units_of(text: str, *chunkings: Sequence[Chunk]) -> tuple[Range, ...]:
    """Return the units of a text; no chunk of the given ones begins or ends within one.

    >>> [text[start:end] for text in ["Er sagt: „Nein“ – oder?"] for start, end in units_of(text)]
    ['Er', 'sagt:', '„Nein“', '–', 'oder?']
    """
    cuts = {place for chunks in chunkings for chunk in chunks
            for one in chunk.ranges for place in one}  # fmt: skip
    cuts |= {at for at, sign in enumerate(text) if ord(sign) >= _EMOJI}
    words = word_spans(text)
    for start, end in words:  # a few characters of such a script in a text of another one
        cuts |= {at for at in range(start + 1, end)
                 if _is_unspaced(text[at - 1]) or _is_unspaced(text[at])}  # fmt: skip
    for (_, before), (start, _) in pairwise(words):
        between = text[before:start]
        if any(sign.isspace() for sign in between):
            continue  # what stands before the first word of a token belongs to it
        if not between and (text[before - 1] + text[start]).isascii():
            continue  # letters of one word, in a text that is cut between characters
        signs = _OPENING.search(between)
        cuts.add(start - len(signs[0]) if signs else start)
    ordered, found = sorted(cuts), list[Range]()
    for token in re.finditer(r"\S+", text):
        first, last = token.span()
        inside = ordered[bisect_right(ordered, first) : bisect_left(ordered, last)]
        found += pairwise((first, *inside, last))
    return tuple(whole_characters(text, found))


@cache
def _is_unspaced(sign: str) -> bool:
    """Tell whether a letter belongs to a script without spaces."""
    return characters_per_word(sign) > 1


def owners_of(units: Sequence[Range], chunks: Sequence[Chunk]) -> tuple[int, ...]:
    """Return for every unit which chunk it is in; a sign in no chunk goes with what is before it.

    >>> owners_of([(0, 2), (3, 7), (8, 10)], [Chunk("a", ((0, 2), (8, 10))), Chunk("b", ((3, 7),))])
    (0, 1, 0)
    """
    held: list[int | None] = [None] * max((end for _, end in units), default=0)
    for at, chunk in enumerate(chunks):
        for start, end in chunk.ranges:
            held[start:end] = [at] * len(held[start:end])
    holding = [next((one for one in held[start:end] if one is not None), None)
               for start, end in units]  # fmt: skip
    known = next((one for one in holding if one is not None), 0)
    numbers: dict[int, int] = {}
    owners = []
    for one in holding:
        known = known if one is None else one
        owners.append(numbers.setdefault(known, len(numbers)))
    return tuple(owners)
