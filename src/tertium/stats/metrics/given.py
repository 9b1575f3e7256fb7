"""Scores that were made elsewhere, beside those that are computed here.

A neural metric gives every output a number, and a system the mean of its numbers. The rows come
from the one table (`JudgementTable`, layer `computed`), whatever file they were read from.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from tertium.exceptions import BadInput
from tertium.stats.arrays import Floats
from tertium.table import JudgementTable
from tertium.text.metrics.metric import Metric, Outputs, References, divided


@dataclass(frozen=True)
class GivenMetric(Metric):
    """A metric known by its scores only: the score of a text is the mean over its segments."""

    name: str  # type: ignore[misc]  # of every metric there is one class, but for these
    title: str  # type: ignore[misc]
    better: Literal["higher", "lower"] = "higher"  # type: ignore[misc]
    made: str = ""
    whole = False

    def statistics(self, outputs: Outputs, references: References) -> Floats:
        """Refuse texts: nothing here can score them."""
        raise TypeError(f"{self.name} is read, not computed")

    def score(self, sums: Floats) -> Floats:
        """Return the mean, NaN where there is no score."""
        return divided(sums[..., 0], sums[..., 1], float("nan"))

    def options(self) -> dict[str, str]:
        """Return where the scores are from."""
        return {"scores": self.made or "given"}


@dataclass(frozen=True, slots=True)
class GivenScores:
    """The scores of one metric by segment and system; `unused` names systems without texts."""

    metric: GivenMetric
    scores: Mapping[tuple[str, str], float]

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems that have scores, in the order in which they come."""
        return tuple(dict.fromkeys(system for _, system in self.scores))

    @property
    def segments(self) -> tuple[str, ...]:
        """The segments that have scores, in the order in which they come."""
        return tuple(dict.fromkeys(segment for segment, _ in self.scores))

    def statistics(self, systems: Sequence[str], segments: Sequence[str]) -> Floats:
        """Return score and 1 for each output, zeros where it has none.

        Where segments have other names there, but numbers from 1 on, they are those in order.
        """
        names = list(segments)
        if not set(names) & set(self.segments):
            numbers = [str(at) for at in range(1, len(names) + 1)]
            if set(self.segments) <= set(numbers):
                names = numbers
        found = np.zeros((len(systems), len(names), 2))
        for row, system in enumerate(systems):
            for at, segment in enumerate(names):
                score = self.scores.get((segment, system))
                if score is not None:
                    found[row, at] = score, 1
        return found


def given_scores(table: JudgementTable) -> list[GivenScores]:
    """Return the computed scores of a table, metric by metric."""
    found: dict[str, dict[tuple[str, str], float]] = {}
    made: dict[str, str] = {}
    for row in table.select(layer="computed").rows():
        if row["value"] is None or row["segment"] is None:
            continue
        aspect = row["aspect"]
        value = row["value"]
        scale = table.scales.get(aspect)
        if scale is not None and scale.best == "lowest":  # kept as it was, reversed in `value`
            value = scale.lowest + scale.highest - value
        key = row["segment"], row["system"]
        if key in found.setdefault(aspect, {}):
            raise BadInput(
                f"segment {key[0]!r} of {key[1]!r} has two scores of {aspect}",
                fix="Read each file by itself, or keep one score of each output.",
            )
        found[aspect][key] = value
        made[aspect] = row["annotator"] or ""
    return [
        GivenScores(
            GivenMetric(
                aspect,
                aspect,
                "lower" if _lower(table, aspect) else "higher",
                made[aspect],
            ),
            scores,
        )
        for aspect, scores in found.items()
    ]


def together(found: Sequence[GivenScores], names: Mapping[str, str]) -> list[GivenScores]:
    """Join the scores of each metric from several files; systems are called as `names` says."""
    joined: dict[str, GivenScores] = {}
    for one in found:
        scores = {
            (segment, names.get(system, system)): score
            for (segment, system), score in one.scores.items()
        }
        before = joined.get(one.metric.name)
        twice = next((key for key in scores if before and key in before.scores), None)
        if twice is not None:
            raise BadInput(
                f"segment {twice[0]!r} of {twice[1]!r} has two scores of {one.metric.name}",
                where="--scores",
                fix="Name each file once, and give each system its own name.",
            )
        known = {} if before is None else before.scores
        joined[one.metric.name] = GivenScores(one.metric, {**known, **scores})
    return list(joined.values())


def _lower(table: JudgementTable, aspect: str) -> bool:
    return aspect in table.scales and table.scales[aspect].best == "lowest"
