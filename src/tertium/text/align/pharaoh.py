"""Given alignments, as most aligners write them: `0-0 1-2`, source and target word from 0."""

import re

from tertium.exceptions import BadInput
from tertium.text.align.symmetrise import Links

_LINK = re.compile(r"(\d+)-(\d+)")
_SIDES = ("source", "target")


def read_links(text: str, source_words: int, target_words: int, *, where: str) -> Links:
    """Return the links of one sentence pair; each must lie inside both sentences.

    >>> sorted(read_links("0-0 1-2", 2, 3, where="here"))
    [(0, 0), (1, 2)]
    """
    links = set()
    for word in text.split():
        found = _LINK.fullmatch(word)
        if found is None:
            raise BadInput(
                f"{word!r} is not a link of an alignment",
                where=where,
                fix="Write links as source-target, counted from 0, such as 0-0 1-2.",
            )
        link = int(found[1]), int(found[2])
        for at, size, side in zip(link, (source_words, target_words), _SIDES, strict=True):
            if at >= size:
                raise BadInput(
                    f"the link {word!r} points outside the {side} sentence of {size} words",
                    where=where,
                    fix="Count words from 0, separated by spaces as in the texts.",
                )
        links.add(link)
    return frozenset(links)
