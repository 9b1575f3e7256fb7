"""What a reader should know about contrasts, one sentence each."""

import numpy as np

from tertium.stats.contrasts.outputs import Pairs
from tertium.wording import listed, say

FEW = 5  # annotators or documents up to which past campaigns help to say how much they differ
UNKNOWN_DOCUMENTS = (
    "Which document a segment comes from is not known. If the segments come from few documents, "
    "the confidence intervals are too narrow."
)


def partly_assumed(units: list[str]) -> str:
    """Say that how much few annotators or documents differ comes from elsewhere, too."""
    return say(
        "With {few} or fewer {units}, how much they differ is partly assumed from earlier "
        "campaigns.",
        few=FEW,
        units=listed([say(one) for one in units]),
    )


def unlike_others(units: str) -> str:
    """Say that few annotators or documents differ more than the prior expects."""
    return say(
        f"These {units} differ far more than in earlier campaigns; with so few of them the "
        "confidence interval may still be too narrow."
    )


def limitations(pairs: Pairs) -> tuple[str, ...]:
    """Say what limits contrasts: unknown or few documents, few annotators, unusual differences.

    Nothing limits an interval that there is not.
    """
    notes: list[str] = []
    known = ~np.isnan(pairs.found.weight).any(1)
    if not known.any():
        return ()
    if (known & (pairs.documents == 0)).any():
        notes.append(UNKNOWN_DOCUMENTS)
    few = [
        name
        for name, number in (("annotators", pairs.annotators), ("documents", pairs.documents))
        if (known & (number > 1) & (number <= FEW)).any()
    ]
    if few:
        notes.append(partly_assumed(few))
    for name, unlike in (
        ("annotators", pairs.found.unlike_people),
        ("documents", pairs.found.unlike_texts),
    ):
        number = pairs.annotators if name == "annotators" else pairs.documents
        if (known & unlike & (number <= FEW)).any():
            notes.append(unlike_others(name))
    return tuple(notes)
