"""What weakens the coefficients of agreement, one sentence each."""

import numpy as np

from tertium.choices import Weights
from tertium.stats.agreement.coefficients import estimated
from tertium.stats.agreement.ratings import Ratings
from tertium.stats.agreement.settings import Settings
from tertium.stats.contrasts.limitations import UNKNOWN_DOCUMENTS
from tertium.stats.result import Estimate
from tertium.stats.told import coefficient, some_of


def find_notes(
    ratings: Ratings, how: Settings, alpha: Estimate, asked: Weights | None
) -> list[str]:
    """Say what weakens the coefficients, one sentence each."""
    notes = []
    if not how.countable:
        notes.append(
            f"{len(ratings.categories)} different scores are too many for Cohen's and Fleiss' κ; "
            "Krippendorff's α is given."
        )
    if not ratings.shared.any():
        notes.append("No item was rated twice, so there is no agreement to measure.")
    elif alpha.value is not None and alpha.low is None:
        notes.append(
            "There are too few items or annotators for a confidence interval of agreement."
        )
    elif (ratings.document.codes < 0).all():
        notes.append(UNKNOWN_DOCUMENTS)
    if not ratings.named:
        notes.append(
            "The file does not name annotators: a place in its list of scores may be somebody else "
            "in the next row. So Fleiss' κ, Krippendorff's α, AC1 and ICC(1) are given, and "
            "nothing about single annotators or pairs of them."
        )
    notes += _about_scale(ratings)
    notes += _about_passes(ratings, how)
    if how.weights != "none" and asked is None and ratings.named:
        notes.append("Cohen's κ has quadratic weights, because scores are a scale.")
    return notes


def _about_scale(ratings: Ratings) -> list[str]:
    """Say how many annotators items have where it differs, and which answers nobody gave."""
    notes: list[str] = []
    if ratings.kind not in ("score", "label"):
        return notes
    number = np.bincount(ratings.item[ratings.first_passes()], minlength=1)
    several = number[number > 1]
    if len(several) and several.min() < several.max():
        notes.append(
            f"Items have {several.min():,} to {several.max():,} annotators: Fleiss' κ, AC1 and AC2 "
            "are those for unequal numbers, in which every item counts alike."
        )
    unused = np.setdiff1d(np.arange(ratings.options), ratings.category)
    if len(unused) and len(ratings):
        names = some_of([ratings.categories[code] for code in unused])
        notes.append(
            f"Nobody gave {names}: what is on the scale counts for chance, used or not (AC1, AC2, "
            "majorities)."
        )
    return notes


def _about_passes(ratings: Ratings, how: Settings) -> list[str]:
    """Say what first passes alone would give, where people judged several times."""
    first = ratings.first_passes()
    if first.all() or not ratings.take(first).shared.any():
        return []
    placed = ratings if how.metric == "nominal" else ratings.merged()
    alone = placed.take(placed.first_passes())
    alpha = estimated(alone, how.metric, "these", how.level).value
    kappa = None
    if how.countable:
        kappa = estimated(ratings.take(first), "fleiss", "these", how.level).value
    told = [f"α = {coefficient(alpha)}"] if alpha is not None else []
    told += [f"Fleiss' κ = {coefficient(kappa)}"] if kappa is not None else []
    alone_give = f"; first passes alone give {' and '.join(told)}" if told else ""
    return [f"Fleiss' κ and Krippendorff's α count every pass as an annotator{alone_give}."]
