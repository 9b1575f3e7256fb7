"""From MT to the post-edited and to the revised text: what each step changed and took.

Carl and Schaeffer (2014), section 2.1: the more a segment is edited the longer it takes, and
what got little time from the post-editor gets more from the reviser. The paper prints that
correlation (PE–RE distance with post-editing time) as .71 although it is negative, and it
held only where the reviser changed something.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from tertium.formats.translations import COSTS, Versions
from tertium.stats.arrays import Floats, Ints
from tertium.stats.entropy.correlate import Correlation, Pair, correlated, mean_over, paired
from tertium.stats.result import Estimate
from tertium.text import count_words
from tertium.text.distance import edit_distance

# Bins in characters. The paper prints none; its F(8), and F(7) without zeros, for distances
# up to 40 mean steps of 5, its F(10) for MT–PE twice as wide ones.
WIDTHS = {"mt_pe": 10.0, "pe_re": 5.0}


@dataclass(frozen=True, slots=True)
class Stage:
    """One step from text to text: what it changed, and what it took per source word."""

    step: str
    segments: int
    distance: Estimate
    unchanged: float
    seconds_per_word: Estimate


@dataclass(frozen=True, slots=True)
class Stages:
    """MT → post-edited → revised: distances in characters, and how they go together."""

    steps: tuple[Stage, ...]
    correlations: tuple[Correlation, ...]


def measure_stages(
    versions: Versions, *, level: float = 0.95, resamples: int = 2000, seed: int = 0
) -> Stages | None:
    """Return distances and durations of both steps; None if nothing was revised.

    Distances are Levenshtein's, in characters of a segment; times are per source word.
    Intervals are over segments.
    """
    if all(text is None for text in versions.revised):
        return None
    names = {name: code for code, name in enumerate(dict.fromkeys(versions.segment))}
    unit = np.array([names[name] for name in versions.segment], dtype=np.int64)
    words = np.array([count_words(text) or np.nan for text in versions.source], dtype=float)
    costs = {
        name: np.array([row.get(name, np.nan) for row in versions.costs]) / words
        for name in COSTS
        if any(name in row for row in versions.costs)
    }
    distances = {
        "mt_pe": _distances(versions.machine, versions.target),
        "pe_re": _distances(versions.target, versions.revised),
    }
    steps = [
        _stage("MT → post-edited", distances["mt_pe"], costs.get("seconds"), unit, level),
        _stage(
            "post-edited → revised", distances["pe_re"], costs.get("revision_seconds"), unit, level
        ),
    ]
    return Stages(
        steps=tuple(step for step in steps if step.segments),
        correlations=tuple(
            correlated(pair, width=WIDTHS[pair.of], level=level, resamples=resamples, seed=seed)
            for pair in _pairs(distances, costs, unit)
        ),
    )


def _distances(before: list[str | None] | list[str], after: list[str | None] | list[str]) -> Floats:
    return np.array(
        [
            np.nan if one is None or two is None else edit_distance(one, two)
            for one, two in zip(before, after, strict=True)
        ],
        dtype=float,
    )


def _stage(step: str, distance: Floats, seconds: Floats | None, unit: Ints, level: float) -> Stage:
    there = np.isfinite(distance)
    timed = there & np.isfinite(seconds) if seconds is not None else np.zeros_like(there)
    took = seconds[timed] if seconds is not None else distance[timed]
    return Stage(
        step=step,
        segments=int(there.sum()),
        distance=mean_over(distance[there], unit[there], level=level),
        unchanged=float((distance[there] == 0).mean()) if there.any() else 0.0,
        seconds_per_word=mean_over(took, unit[timed], level=level),
    )


def _pairs(distances: dict[str, Floats], costs: dict[str, Floats], unit: Ints) -> Iterator[Pair]:
    """Yield each distance with the costs of its own step, then what crosses steps."""
    first, second = distances["mt_pe"], distances["pe_re"]
    for name, cost in costs.items():
        if name != "revision_seconds":
            yield from paired("mt_pe", name, "segment", first, cost, unit, {})
    if "revision_seconds" in costs:
        took = costs["revision_seconds"]
        yield from paired("pe_re", "revision_seconds", "segment", second, took, unit, {})
    if "seconds" in costs:
        apart = {"PE–RE distance is 0": second == 0}
        yield from paired("pe_re", "seconds", "segment", second, costs["seconds"], unit, apart)
    yield from paired("mt_pe", "pe_re", "segment", first, second, unit, {})
