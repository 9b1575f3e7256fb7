"""Categories put together: `good=CCOR+MEAN,bad=NONS+DANG`."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from tertium.exceptions import BadInput, NotFound
from tertium.stats.agreement.ratings import Ratings

_FIX = "Write for example good=CCOR+MEAN,bad=NONS+DANG."


def read_merging(text: str) -> dict[str, tuple[str, ...]]:
    """Read which categories become one.

    >>> read_merging("good=4+3,bad=2+1")
    {'good': ('4', '3'), 'bad': ('2', '1')}
    """
    found: dict[str, tuple[str, ...]] = {}
    owner: dict[str, str] = {}
    for part in text.split(","):
        name, sign, members = (word.strip() for word in part.partition("="))
        labels = tuple(label.strip() for label in members.split("+"))
        if not sign or not name or not all(labels):
            raise BadInput(f"{part.strip()!r} merges nothing", where="--merge", fix=_FIX)
        if name in found:
            raise BadInput(f"{name!r} is given twice", where="--merge", fix=_FIX)
        for label in labels:
            if label in owner:
                raise BadInput(
                    f"the label {label!r} is in {owner[label]!r} and in {name!r}"
                    if owner[label] != name
                    else f"the label {label!r} is twice in {name!r}",
                    where="--merge",
                    fix="A label belongs to one category.",
                )
            owner[label] = name
        found[name] = labels
    return found


def merge(ratings: Ratings, merging: Mapping[str, tuple[str, ...]]) -> Ratings:
    """Return the ratings with some categories as one; others stay as they are.

    Merged categories keep an order where each holds neighbours of the scale only.
    """
    if ratings.kind not in ("score", "label"):
        raise BadInput(
            "only labels and scores can be merged", where="--merge", fix="Leave --merge out."
        )
    owner = {label: name for name, labels in merging.items() for label in labels}
    for label in owner:
        if label not in ratings.categories:
            raise NotFound.among("label", label, ratings.categories, where="--merge")
    names = [owner.get(name, name) for name in ratings.categories]
    kept = tuple(dict.fromkeys(names))
    if len(kept) < 2:
        raise BadInput(
            "all labels become one, so that everybody agrees",
            where="--merge",
            fix="Leave at least two categories.",
        )
    place = np.array([kept.index(name) for name in names], dtype=np.int64)
    contiguous = bool((np.diff(place) >= 0).all()) and not np.isnan(ratings.values).any()
    return replace(
        ratings,
        category=place[ratings.category],
        categories=kept,
        values=np.arange(len(kept), dtype=float) if contiguous else np.full(len(kept), np.nan),
        kind="score" if contiguous else "label",
        ordinal=contiguous,
        options=len(kept) if ratings.options else 0,
    )
