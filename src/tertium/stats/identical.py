"""Outputs that do not differ: what they do to impact.

Identical outputs are not shown to anybody, but they belong to the test set, so
impact counts them as no change. Domains differ in their share of them, and may have
been sampled more or less than they deserve; both are corrected here.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tertium.errors import BadInput
from tertium.stats.labels import Labelled

__all__ = ["Changed", "read_identical", "segment_domains"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Changed:
    """The share of outputs that differ, overall and by domain.

    `by_domain` and `weight` have an entry per domain code, the last one for segments
    without a domain. `weight` says how much a judged segment of the domain counts.
    """

    share: float
    by_domain: Floats
    weight: Floats
    known: bool
    told: str

    @property
    def identical(self) -> float | None:
        """The overall share of identical outputs, None if nobody said it."""
        return round(1 - self.share, 12) if self.known else None

    def only(self, domain: int) -> "Changed":
        """Return the same for one domain."""
        share = float(self.by_domain[domain])
        return Changed(share, self.by_domain, np.ones_like(self.weight), self.known, self.told)


def segment_domains(data: Labelled, segments: Ints) -> Ints:
    """Return the domain code of each segment, −1 for none."""
    _, first = np.unique(data.rows.segment.codes, return_index=True)
    found = data.rows.segment.codes[first]
    return np.asarray(data.rows.domain.codes[first][np.searchsorted(found, segments)])


def read_identical(
    identical: float | Mapping[str, float] | None,
    sizes: Mapping[str, float] | None,
    data: Labelled,
    segments: Ints,
) -> Changed:
    """Check the shares of identical outputs and put the domains together.

    Without `sizes` a domain weighs as many test segments as its judged ones stand
    for, n / (1 − identical): exact when all differing segments were judged, or a
    fair sample of them. Then overall impact is (%advanced − %baseline) × (1 −
    identical) with the identical share of the whole test set.
    """
    names = (*data.rows.domain.names, "")
    domain = segment_domains(data, segments)
    number = np.bincount(domain % len(names), minlength=len(names)).astype(float)
    judged = number > 0
    changed = np.ones(len(names))
    if isinstance(identical, Mapping):
        for name, value in identical.items():
            _check_share(value, name)
        for code in np.flatnonzero(judged):
            changed[code] = 1 - _entry(identical, names[code], "identical share")
        told = ",".join(f"{name or '-'}={value:.4g}" for name, value in sorted(identical.items()))
    elif identical is not None:
        _check_share(identical, "")
        changed[:] = 1 - identical
        told = f"{identical:.4g}"
    else:
        told = "unknown"
    weight = np.ones(len(names))
    if not judged.any():
        share = float(changed[0])
    elif sizes is None:
        share = float(number.sum() / (number / changed).sum())
    else:
        tests = np.array([_entry(sizes, names[code], "size") for code in np.flatnonzero(judged)])
        differing = tests * changed[judged]
        share = float(differing.sum() / tests.sum())
        weight[judged] = differing / differing.sum() * number.sum() / number[judged]
    return Changed(share, changed, weight, identical is not None, told)


def _entry(given: Mapping[str, float], domain: str, kind: str) -> float:
    if domain not in given:
        said = f"domain {domain!r}" if domain else "segments without a domain"
        known = ", ".join(sorted(given)) or "none"
        raise BadInput(
            f"no {kind} for {said}",
            where="identical",
            fix=f"Give one for every domain that was judged; given: {known}.",
        )
    return given[domain]


def _check_share(value: float, domain: str) -> None:
    if not 0 <= value < 1:
        of = f" of domain {domain!r}" if domain else ""
        raise BadInput(
            f"the identical share {value:g}{of} is not between 0 and 1",
            where="identical",
            fix="Write 0.226 for 22.6%; if all outputs are identical there is nothing to compare.",
        )
