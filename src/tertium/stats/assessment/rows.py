"""Scores as an analysis sees them: who scored which output in which HIT, and in what role.

An *item* is a segment with a system; a repeated or degraded copy of an output belongs to
the item it was made from. A *person* is an annotator in one campaign: what somebody's scores
mean may change from one campaign to the next, so each is standardised by itself.
"""

from dataclasses import dataclass, replace

import numpy as np

from tertium.exceptions import BadInput
from tertium.scale import Scale
from tertium.stats.arrays import Bools, Floats, Ints
from tertium.stats.codes import together
from tertium.table import JudgementTable, Scores

# Everything scored in earnest; training and tutorial items are not.
ROLES = ("real", "repeat", "degraded", "reference", "gold", "anchor")


@dataclass(frozen=True, slots=True)
class Rows:
    """Scores with a number, and codes that tell items, HITs and people apart."""

    scores: Scores
    person: Ints
    hit: Ints
    item: Ints  # of the output that was scored, or that a copy was made from
    segment: Ints  # of the item
    system: Ints

    @property
    def value(self) -> Floats:
        """The scores; higher is better."""
        return self.scores.value

    @property
    def scale(self) -> Scale:
        """The scale of the scores."""
        return self.scores.read_on

    def __len__(self) -> int:
        return len(self.scores)

    def plays(self, *roles: str) -> Bools:
        """Tell which rows play one of these roles."""
        names = self.scores.role.names
        wanted = [names.index(role) for role in roles if role in names]
        return np.isin(self.scores.role.codes, wanted)

    def take(self, kept: Bools) -> "Rows":
        """Keep some rows."""
        return Rows(
            self.scores.take(kept),
            self.person[kept],
            self.hit[kept],
            self.item[kept],
            self.segment[kept],
            self.system[kept],
        )


def read_rows(data: JudgementTable | Scores, *, aspect: str = "overall") -> Rows:
    """Return the scores that have a number, refusing those outside their scale."""
    scores = data.scores(aspect, roles=ROLES) if isinstance(data, JudgementTable) else data
    scores = scores.take(~np.isnan(scores.value))
    scores = replace(scores, scale=scores.read_on)  # whatever rows are looked at later
    _check_scale(scores, scores.read_on)
    segment, system, item = _originals(scores)
    person = together(scores.annotator.codes, scores.campaign.codes)
    batch = np.unique(scores.batch, return_inverse=True)[1]
    hit = together(person, scores.group.codes, batch)
    return Rows(scores, person, hit, item, segment, system)


def _check_scale(scores: Scores, scale: Scale) -> None:
    outside = np.flatnonzero((scores.value < scale.lowest) | (scores.value > scale.highest))
    if len(outside):
        row = scores.take(outside[:1])
        more = f", as do {len(outside) - 1:,} more" if len(outside) > 1 else ""
        value = row.value[0]
        given = value if scale.best == "highest" else scale.lowest + scale.highest - value
        raise BadInput(
            f"the score {given:g} of annotator {row.annotator.values()[0]!r} for segment "
            f"{row.segment.values()[0]!r} and system {row.system.values()[0]!r} lies outside "
            f"{scale.lowest:g} to {scale.highest:g}{more}",
            where="scores",
            fix="Correct it, or say on which scale the scores are, such as --scale 0..100.",
        )


def _originals(scores: Scores) -> tuple[Ints, Ints, Ints]:
    """Return the segment, the system and the item behind every row.

    `of` names the segment a copy was made from, the system where the segment is the same, or
    both as `segment/system`; without it the copy stands under its own segment and system.
    A name that nothing has leads to an item of its own, which has no partner. An anchor's
    `of` is its name in an earlier campaign, where other texts may have been called so here.
    """
    segments = {name: code for code, name in enumerate(scores.segment.names)}
    systems = {name: code for code, name in enumerate(scores.system.names)}
    to = np.full((3, len(scores.of.names) + 1), -1)  # the last is for rows without a name
    for code, name in enumerate(scores.of.names):
        before, _, after = name.rpartition("/")
        if name in segments:
            to[0, code] = segments[name]
        elif name in systems:
            to[1, code] = systems[name]
        elif before in segments and after in systems:
            to[:2, code] = segments[before], systems[after]
        else:
            to[2, code] = code
    anchor = np.array([*(name == "anchor" for name in scores.role.names), False])
    segment, system, unknown = to[:, np.where(anchor[scores.role.codes], -1, scores.of.codes)]
    segment = np.where(segment >= 0, segment, scores.segment.codes)
    system = np.where(system >= 0, system, scores.system.codes)
    return segment, system, together(segment, system, unknown)


@dataclass(frozen=True, slots=True)
class Standards:
    """The mean and the sd of each person's scores, and each score standardised by them.

    `flat` are the people with one score, or with all scores equal: their sd is taken as 1,
    as the official recipe does, so that all their z are 0.
    """

    z: Floats
    mean: Floats
    sd: Floats
    n: Ints
    flat: Bools


def standardise(rows: Rows) -> Standards:
    """Standardise scores by person, over items of every role, with the sample sd (n − 1)."""
    people = int(rows.person.max(initial=-1)) + 1
    n = np.bincount(rows.person, minlength=people)
    mean = np.bincount(rows.person, rows.value, people) / np.maximum(n, 1)
    off = rows.value - mean[rows.person]
    # Equal scores leave a rounding error behind, which must not pass for a spread.
    lowest, highest = np.full(people, np.inf), np.full(people, -np.inf)
    np.minimum.at(lowest, rows.person, rows.value)
    np.maximum.at(highest, rows.person, rows.value)
    flat = lowest == highest
    sd = np.sqrt(np.bincount(rows.person, off**2, people) / np.maximum(n - 1, 1))
    off = np.where(flat[rows.person], 0.0, off)
    return Standards(off / np.where(flat, 1.0, sd)[rows.person], mean, sd, n, flat)
