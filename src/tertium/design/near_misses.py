"""Outputs worth marking: those that are nearly right.

In a very bad translation errors cannot be told apart, in a perfect one there are none; what is
learnt about systems is learnt from *near misses* (Lommel, Popović and Burchardt, 2014). They
are chosen by an earlier score of each output: within a band, the best first.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite

from tertium.design.chance import stream
from tertium.exceptions import BadInput


@dataclass(frozen=True, slots=True)
class NearMisses:
    """Which outputs (segment, system) are marked, the nearest to the top first."""

    outputs: tuple[tuple[str, str], ...]
    in_band: int
    above: int
    below: int
    low: float
    high: float
    seed: int


def select_near_misses(
    scores: Mapping[tuple[str, str], float],
    *,
    low: float,
    high: float,
    most: int | None = None,
    seed: int = 0,
) -> NearMisses:
    """Choose outputs whose score lies from `low` to `high`, both included, at most `most`.

    Those just below the top come first; among equal scores chance decides, by the seed. An
    output is drawn by its name, so the choice does not depend on the order of the scores.
    """
    if not low <= high:
        raise BadInput(
            f"the band {low:g}..{high:g} holds nothing", where="band", fix="Write low..high."
        )
    odd = next((key for key, score in scores.items() if not isfinite(score)), None)
    if odd is not None:
        raise BadInput(
            f"segment {odd[0]!r} of {odd[1]!r} has no score", fix="Leave it out, or score it."
        )
    inside = sorted(key for key, score in scores.items() if low <= score <= high)
    chance = dict(zip(inside, stream(seed, "near-misses").random(len(inside)), strict=True))
    inside.sort(key=lambda key: (-scores[key], chance[key]))
    return NearMisses(
        outputs=tuple(inside[:most]),
        in_band=len(inside),
        above=sum(score > high for score in scores.values()),
        below=sum(score < low for score in scores.values()),
        low=low,
        high=high,
        seed=seed,
    )
