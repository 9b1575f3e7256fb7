"""A ranking given from elsewhere, and how far effort agrees with it.

At system level Spearman's ρ compares the two orders; at segment level Kendall's τ counts,
over pairs of outputs of one source that the ranking tells apart, how often effort says the same
less how often it says the opposite, divided by all such pairs (equal effort counts for neither).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from scipy.special import ndtri

from tertium.stats.arrays import Floats
from tertium.stats.effort.measured import EditIndicators
from tertium.stats.effort.wins import Pairs, pair_interval
from tertium.stats.result import Estimate
from tertium.table import Comparisons

_FEWEST = 4  # systems from which an interval of ρ can be told


@dataclass(frozen=True, slots=True)
class ReferenceJudgements:
    """Scores of systems, higher is better, and preferences by segment and pair of systems.

    A preference is positive where the first named system is better, 0 where it is a tie; each
    pair is held once, in the order of the names.
    """

    systems: Mapping[str, float]
    preferences: Mapping[tuple[str, str, str], float] = field(default_factory=dict)

    @classmethod
    def of_segments(cls, scores: Mapping[tuple[str, str], float]) -> "ReferenceJudgements":
        """Take scores by segment and system, higher is better; a system has their mean."""
        by_segment: dict[str, dict[str, float]] = {}
        by_system: dict[str, list[float]] = {}
        for (segment, system), score in scores.items():
            by_segment.setdefault(segment, {})[system] = score
            by_system.setdefault(system, []).append(score)
        preferences = {
            (segment, one, two): found[one] - found[two]
            for segment, found in by_segment.items()
            for one in found
            for two in found
            if one < two
        }
        return cls({name: float(np.mean(all_)) for name, all_ in by_system.items()}, preferences)

    @classmethod
    def of_comparisons(cls, rows: Comparisons) -> "ReferenceJudgements":
        """Take preferences people gave; a system's score is wins / (wins + losses)."""
        preferences: dict[tuple[str, str, str], float] = {}
        won: dict[str, list[float]] = {}
        named = (rows.segment.values(), rows.system.values(), rows.versus.values())
        for segment, one, two, value in zip(*named, rows.value, strict=True):
            if np.isnan(value):
                continue
            low, high, sign = (one, two, value) if one < two else (two, one, -value)
            key = (segment, low, high)
            preferences[key] = preferences.get(key, 0.0) + sign
            if value:
                won.setdefault(one, []).append(float(value > 0))
                won.setdefault(two, []).append(float(value < 0))
        return cls({name: float(np.mean(all_)) for name, all_ in won.items()}, preferences)

    def told(self, measured: EditIndicators, pairs: Pairs) -> Floats:
        """Return the sign of the preference of each pair, NaN where nothing is said."""
        segment, system = measured.segment.values(), measured.system.values()
        found = np.full(len(pairs), np.nan)
        for at, (one, two) in enumerate(zip(pairs.first, pairs.second, strict=True)):
            a, b = system[one], system[two]
            low, high, sign = (a, b, 1.0) if a < b else (b, a, -1.0)
            said = self.preferences.get((segment[one], low, high))
            if said is not None:
                found[at] = sign * np.sign(said)
        return found


def spearman(one: Floats, two: Floats) -> float | None:
    """Return the rank correlation; ties have their mean rank. None where an order is flat."""
    x, y = (np.sign(values[:, None] - values[None, :]).sum(1) for values in (one, two))
    below = float((x @ x) * (y @ y)) ** 0.5
    return float(x @ y) / below if below > 0 else None


def spearman_interval(rho: float | None, number: int, *, level: float = 0.95) -> Estimate:
    """Return ρ with the interval of Bonett and Wright (2000): systems as a sample."""
    if rho is None or number < _FEWEST or abs(rho) >= 1:
        return Estimate(rho)
    reach = float(ndtri((1 + level) / 2)) * ((1 + rho**2 / 2) / (number - 3)) ** 0.5
    low, high = np.tanh(np.arctanh(rho) - reach), np.tanh(np.arctanh(rho) + reach)
    return Estimate(rho, float(low), float(high))


def kendall(
    measured: EditIndicators, pairs: Pairs, outcome: Floats, told: Floats, *, level: float = 0.95
) -> tuple[Estimate, int]:
    """Return τ and how many pairs it rests on; editors and sources vary."""
    used = ~np.isnan(told) & (told != 0)
    number = int(used.sum())
    if not number:
        return Estimate(None), 0
    same = outcome[used] * told[used]
    tau = float(same.mean())
    kept = Pairs(pairs.first[used], pairs.second[used])
    reach = pair_interval(measured, kept, (same - tau) / number, level=level)
    if reach is None:
        return Estimate(tau), number
    return Estimate(tau, max(-1.0, tau - reach), min(1.0, tau + reach)), number
