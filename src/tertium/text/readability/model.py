"""A linear ranking model: how hard a text is, as a weighted sum of its features.

It is plain numbers, so it is saved as JSON, and every prediction is the sum of what each feature
adds. Difficulty grows upwards; `Scale` turns it into the unit that the model was trained with.
"""

import math
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from tertium.text.readability.formulas import Direction

Trained = Literal["levels", "easiness", "comparisons"]


@dataclass(frozen=True, slots=True)
class Weight:
    """What one feature adds to difficulty: weight · (value − mean) / sd."""

    feature: str
    version: int
    mean: float
    sd: float
    weight: float

    def adds(self, value: float) -> float:
        """Return what a value adds."""
        return self.weight * (value - self.mean) / self.sd


@dataclass(frozen=True, slots=True)
class Scale:
    """The unit of predictions: intercept + slope · difficulty.

    `labels` are the levels, the easiest (1) first; there are none where texts had scores.
    """

    unit: str
    direction: Direction
    intercept: float
    slope: float
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RankingModel:
    """Weights, the scale of predictions, and how far these were off on texts held out.

    `residuals` are absolute errors on calibration texts, in order: split-conformal intervals are
    made of them (Vovk et al., 2005). A model of comparisons has no scale and none of them.
    """

    language: str
    trained: Trained
    corpus: str
    weights: tuple[Weight, ...]
    scale: Scale | None = None
    residuals: tuple[float, ...] = ()
    about: Mapping[str, str] | None = None

    def difficulty(self, values: Mapping[str, float | None]) -> float | None:
        """Return the difficulty of a text, None where one of the features is not known."""
        total = 0.0
        for one in self.weights:
            value = values.get(one.feature)
            if value is None:
                return None
            total += one.adds(value)
        return total

    def missing(self, values: Mapping[str, float | None]) -> list[str]:
        """Return the features that this text has no value of."""
        return [one.feature for one in self.weights if values.get(one.feature) is None]

    def on_scale(self, difficulty: float) -> float:
        """Return a difficulty in the unit of the model."""
        scale = self.scale
        return difficulty if scale is None else scale.intercept + scale.slope * difficulty

    def reach(self, level: float) -> float | None:
        """Return how far the interval of a prediction reaches to both sides.

        The ⌈(n + 1)·level⌉-th smallest error on n calibration texts; None where n is too small.
        """
        at = math.ceil((len(self.residuals) + 1) * level)
        return self.residuals[at - 1] if 0 < at <= len(self.residuals) else None

    def label(self, predicted: float) -> str:
        """Return the level nearest to a prediction, nothing where there are no levels."""
        labels = self.scale.labels if self.scale else ()
        if not labels:
            return ""
        steps = [number + 1.5 for number in range(len(labels) - 1)]
        return labels[bisect_left(steps, predicted)]
