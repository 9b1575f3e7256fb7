"""Systems side by side, criterion by criterion; criteria are never added up."""

from collections.abc import Iterator

import numpy as np

from tertium.formats.square_model import SquareModel
from tertium.stats.contrasts.answer import answer
from tertium.stats.contrasts.outputs import Outputs
from tertium.stats.documents import coded
from tertium.stats.square.result import CriterionContrasts
from tertium.stats.square.reviews import Reviews, given_values

__all__ = ["contrast_criteria"]


def contrast_criteria(
    reviews: Reviews, model: SquareModel, *, level: float
) -> Iterator[CriterionContrasts]:
    """Contrast all pairs of systems by each criterion; every text counts the same."""
    if len({system for _, system in reviews.texts}) < 2:
        return
    for name, (corner, criterion) in model.criteria.items():
        rows = [
            (document, system, who, value)
            for (document, system), people in given_values(reviews, name)
            for who, value in people.items()
        ]
        if len({system for _, system, *_ in rows}) < 2:
            continue
        system, systems = coded([row[1] for row in rows])
        text, _ = coded([row[0] for row in rows])
        person, _ = coded([row[2] for row in rows])
        value = np.array([row[3] for row in rows])
        # A text counts once for its system, however many reviewed it.
        _, pair, number = np.unique(
            np.stack([system, text]), axis=1, return_inverse=True, return_counts=True
        )
        share = 1.0 / number[pair]
        weight = share / np.bincount(system, share)[system]
        found = answer(
            Outputs(
                systems,
                system,
                person,
                text,
                np.full(len(rows), -1),
                value,
                weight,
                np.asarray(np.bincount(system, weight * value)[system], dtype=float),
            ),
            quantity=f"mean of {name} over texts",
            unit=corner.unit,
            level=level,
            better="higher" if corner.rated else "lower",
        )
        yield CriterionContrasts(
            criterion=name,
            ask=criterion.ask,
            corner=corner.name,
            higher_is_better=corner.rated,
            systems=found.systems,
            contrasts=found.contrasts,
            estimand=found.estimand,
        )
