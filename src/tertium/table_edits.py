"""Edited outputs: the rows of one judgement, one per aspect, gathered into one row of a view."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tertium.table_views import Codes, Edits

TEXTS = ("source", "mt", "edited")  # aspects of an edited output that are texts


@dataclass(frozen=True, slots=True)
class EditedRows:
    """What the row of an edited text says about its judgement."""

    judgement: Codes
    annotator: Codes
    segment: Codes
    document: Codes
    system: Codes
    condition: Codes
    set: Codes
    order: NDArray[np.float64]
    seconds: NDArray[np.float64]


def gather_edits(
    about: EditedRows,
    place: NDArray[np.int64],
    aspect: NDArray[Any],
    value: NDArray[Any],
    text: NDArray[Any],
) -> Edits:
    """Spread what was said about each edited text into columns."""
    names, code = np.unique(np.asarray(aspect, dtype=str), return_inverse=True)
    size = len(about.order)
    texts: dict[str, NDArray[Any]] = {name: np.full(size, None, dtype=object) for name in TEXTS}
    numbers: dict[str, NDArray[np.float64]] = {}
    for number, name in enumerate(names):
        own = code == number
        if name in TEXTS:
            texts[name][place[own]] = np.ma.filled(text[own], None)
        else:
            numbers[str(name)] = np.full(size, np.nan)
            numbers[str(name)][place[own]] = value[own]
    unknown = np.full(size, np.nan)
    seconds = numbers.pop("seconds", unknown)
    return Edits(
        judgement=about.judgement,
        annotator=about.annotator,
        segment=about.segment,
        document=about.document,
        system=about.system,
        condition=about.condition,
        set=about.set,
        source=texts["source"],
        mt=texts["mt"],
        edited=texts["edited"],
        seconds=np.where(np.isnan(seconds), about.seconds, seconds),
        keystrokes=numbers.pop("keystrokes", unknown),
        rating=numbers.pop("overall", unknown),
        order=about.order,
        indicators=numbers,
    )
