"""What weakens automatic scores: references and outputs that are missing, few segments."""

from collections.abc import Iterator, Sequence

import numpy as np

from tertium.stats.metrics.gather import Gathered
from tertium.stats.metrics.given import GivenScores
from tertium.stats.metrics.resample import Units
from tertium.stats.told import some_of
from tertium.wording import say

_FEW = 100  # segments; resamples of fewer say little about other texts


def warnings_of(data: Gathered, units: Units, given: Sequence[GivenScores]) -> Iterator[str]:
    """Yield a sentence for each thing that a reader should know."""
    if data.without_reference:
        yield say("Segments without any reference, left out: {n:,}.", n=data.without_reference)
    for one in data.references:
        if one.missing and len(data.references) > 1:
            yield say(
                "Segments without reference {name}: {n:,}.", name=one.reference, n=one.missing
            )
    if data.without_output:
        yield say(
            "Segments without an output of every system, left out: {n:,}.", n=data.without_output
        )
    for system, number in zip(data.systems, data.empty, strict=True):
        if number:
            yield say(
                "Empty outputs of {system}, scored as they are: {n:,}.", system=system, n=number
            )
    yield from _given(data, given)
    if units.unit == "segment" and len(data) < _FEW:
        yield say(
            "With few segments ({n:,}) differences that matter may not be significant.", n=len(data)
        )


def _given(data: Gathered, given: Sequence[GivenScores]) -> Iterator[str]:
    """Tell which scores belong to no text, and which texts have none."""
    scored = data.statistics[len(data.statistics) - len(given) :]
    for one, statistics in zip(given, scored, strict=True):
        if beyond := [name for name in one.systems if name not in data.systems]:
            yield say(
                "{metric} has scores of systems without texts, left out: {systems}.",
                metric=one.metric.name,
                systems=some_of(beyond),
            )
        without = [
            name
            for name, own in zip(data.systems, statistics, strict=True)
            if not np.any(own[:, 1])
        ]
        if without:
            yield say(
                "{metric} has no scores of {systems}.",
                metric=one.metric.name,
                systems=some_of(without),
            )
        if missing := int((statistics[..., 1] == 0).sum()):
            yield say(
                "Outputs without a score of {metric}, left out of its means: {n:,} of {all:,}.",
                metric=one.metric.name,
                n=missing,
                all=statistics[..., 1].size,
            )
