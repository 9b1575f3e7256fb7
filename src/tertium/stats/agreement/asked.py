"""What may be asked for beside the coefficients: groups, growth, consensus labels."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tertium.choices import ConsensusMethod, Metric, Raters
from tertium.stats.agreement.groups import PartAgreement, PartOf, agreement_by
from tertium.stats.agreement.growth import Growth, growth
from tertium.stats.agreement.labels import GoldLabel, label_items
from tertium.stats.agreement.ratings import Ratings
from tertium.stats.consensus.consensus import Consensus
from tertium.table import Codes


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked for beside the coefficients.

    Categories that become one (`merge`), agreement in groups (`by`; `part_of` tells what the column
    says), with so many annotators (`growth`), and labels by a method of `consensus`, compared with
    `gold`.
    """

    merge: Mapping[str, tuple[str, ...]] | None = None
    by: str | None = None
    part_of: PartOf = field(default_factory=PartOf)
    growth: tuple[int, ...] = ()
    consensus: ConsensusMethod | None = None
    gold: tuple[GoldLabel, ...] = ()
    seed: int = 0

    def choices(self) -> dict[str, object]:
        """Return what the signature keeps of it."""
        chosen: dict[str, object] = {}
        if self.merge is not None:
            parts = (f"{name}={'+'.join(some)}" for name, some in self.merge.items())
            chosen["merge"] = ",".join(parts)
        if self.consensus is not None:
            chosen["consensus"] = self.consensus
        if self.growth or self.consensus is not None:
            chosen["seed"] = self.seed
        return chosen


@dataclass(frozen=True, slots=True)
class Answered:
    """What was found, and what must be said about it."""

    by: tuple[PartAgreement, ...]
    growth: tuple[Growth, ...]
    consensus: Consensus | None
    notes: tuple[str, ...]


def answer_asked(
    ratings: Ratings,
    asked: Asked,
    *,
    metric: Metric,
    raters: Raters,
    level: float,
    aspect: str | None = None,
    group: Codes | None = None,
) -> Answered:
    """Find what was asked for; `group` is that of each rating's annotator."""
    parts: tuple[PartAgreement, ...] = ()
    if asked.by is not None:
        parts = agreement_by(
            ratings,
            asked.by,
            metric,
            group=group,
            part_of=asked.part_of,
            raters=raters,
            level=level,
        )
    consensus = None
    if asked.consensus is not None:
        consensus = label_items(
            ratings,
            asked.consensus,
            aspect=aspect or "overall",
            gold=asked.gold,
            level=level,
            seed=asked.seed,
        )
    return Answered(
        parts,
        growth(ratings, asked.growth, metric, level=level, seed=asked.seed),
        consensus,
        tuple(consensus.notes()) if consensus is not None else (),
    )
