"""Names that fit into a picture; tables always have them in full."""

import re
from collections.abc import Sequence

_SHORT = 16  # letters; names up to this length stay as they are
_BORDER = re.compile(r"[^\W_]+|[\W_]")  # words and the signs between them


def short_names(names: Sequence[str]) -> dict[str, str]:
    """Return every name without the words with which all of them begin or end.

    >>> short_names(["news.online-A.0.ro-en", "news.uedin-nmt.4302.ro-en"])
    {'news.online-A.0.ro-en': 'online-A.0', 'news.uedin-nmt.4302.ro-en': 'uedin-nmt.4302'}
    """
    distinct = list(dict.fromkeys(names))
    if len(distinct) < 2 or max(map(len, distinct)) <= _SHORT:
        return {name: name for name in distinct}
    words = [_BORDER.findall(name) for name in distinct]
    start = _shared(words)
    end = _shared([parts[start:][::-1] for parts in words])
    cut = {
        name: "".join(parts[start : len(parts) - end]).strip(" ._-/")
        for name, parts in zip(distinct, words, strict=True)
    }
    told_apart = len(set(cut.values())) == len(cut) and all(cut.values())
    return cut if told_apart else {name: name for name in distinct}


def _shared(words: Sequence[Sequence[str]]) -> int:
    """Return how many words all begin with; at least one is left of each."""
    fewest = min(map(len, words)) - 1
    return next(
        (at for at in range(fewest) if len({parts[at] for parts in words}) > 1), max(0, fewest)
    )
