"""Outputs that do not differ: what they do to impact.

Identical outputs are not shown to anybody, but they belong to the test set, so
impact counts them as no change. Domains differ in their share of them, and may have
been sampled more or less than they deserve; both are corrected here.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from tertium.exceptions import BadInput
from tertium.stats.arrays import Floats, Ints
from tertium.stats.labels import LabelledJudgements


@dataclass(frozen=True, slots=True)
class ChangedShare:
    """The share of outputs that differ, overall and by domain.

    `by_domain` and `weight` have an entry per domain code, the last one for segments
    without a domain. `weight` says how much a judged segment of the domain counts.
    """

    share: float
    by_domain: Floats
    weight: Floats
    known: bool
    written: str
    notes: tuple[str, ...] = ()

    @property
    def identical(self) -> float | None:
        """The overall share of identical outputs, None if nobody said it."""
        return round(1 - self.share, 12) if self.known else None

    def only(self, domain: int) -> "ChangedShare":
        """Return the same for one domain."""
        share = float(self.by_domain[domain])
        return ChangedShare(
            share, self.by_domain, np.ones_like(self.weight), self.known, self.written
        )


def segment_domains(data: LabelledJudgements, segments: Ints) -> Ints:
    """Return the domain code of each segment, −1 for none."""
    _, first = np.unique(data.rows.segment.codes, return_index=True)
    found = data.rows.segment.codes[first]
    return np.asarray(data.rows.domain.codes[first][np.searchsorted(found, segments)])


def read_identical(
    identical: float | Mapping[str, float] | None,
    sizes: Mapping[str, float] | None,
    data: LabelledJudgements,
    segments: Ints,
) -> ChangedShare:
    """Check the shares of identical outputs and put the domains together.

    Without `sizes` a domain weighs as many test segments as its judged ones stand
    for, n / (1 − identical): exact when all differing segments were judged, or a
    fair sample of them. Then overall impact is (%advanced − %baseline) × (1 −
    identical) with the identical share of the whole test set. A domain in `sizes`
    whose outputs are all identical counts as no change; one that differs and was not
    judged yet is left out, and said.
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
            _check_judged(changed[code], names[code])
        written = ",".join(
            f"{name}={value:.4g}" if name else f"{value:.4g}"
            for name, value in sorted(identical.items())
        )
    elif identical is not None:
        _check_share(identical, "")
        changed[:] = 1 - identical
        _check_judged(changed[0] if judged.any() else 1.0, "")
        written = f"{identical:.4g}"
    else:
        written = "unknown"
    weight = np.ones(len(names))
    notes: tuple[str, ...] = ()
    if not judged.any():
        share = float(changed[0])
    elif sizes is None:
        share = float(number.sum() / (number / changed).sum())
    else:
        tests = np.array([_entry(sizes, names[code], "size") for code in np.flatnonzero(judged)])
        differing = tests * changed[judged]
        unchanged, notes = _not_judged(sizes, identical, {names[c] for c in np.flatnonzero(judged)})
        share = float(differing.sum() / (tests.sum() + unchanged))
        weight[judged] = differing / differing.sum() * number.sum() / number[judged]
    return ChangedShare(share, changed, weight, identical is not None, written, notes)


def _not_judged(
    sizes: Mapping[str, float], identical: float | Mapping[str, float] | None, judged: set[str]
) -> tuple[float, tuple[str, ...]]:
    """Return how many segments lie in domains without a change, and which domains are missing."""
    rest = {name: size for name, size in sizes.items() if name not in judged and size}
    same = {name for name in rest if isinstance(identical, Mapping) and identical.get(name) == 1}
    missing = sorted(set(rest) - same)
    notes = tuple(f"Domain “{name}” is not judged yet and left out of impact." for name in missing)
    return sum(rest[name] for name in same), notes


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
    if not 0 <= value <= 1:
        of = f" of domain {domain!r}" if domain else ""
        raise BadInput(
            f"the identical share {value:g}{of} is not between 0 and 1",
            where="identical",
            fix="Write 0.226 for 22.6%.",
        )


def _check_judged(changed: float, domain: str) -> None:
    if changed <= 0:
        of = f" of domain {domain!r}" if domain else ""
        raise BadInput(
            f"all outputs{of} are said to be identical, but some were judged",
            where="identical",
            fix="Give the share of identical outputs, below 1.",
        )
