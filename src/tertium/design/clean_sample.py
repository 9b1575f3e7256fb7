"""The smallest sample that can pass, told before anybody reads it."""

from collections import defaultdict
from dataclasses import dataclass
from math import ceil, isfinite

from tertium.model import Campaign, Plan
from tertium.stats.errors.collected import rule_of, typology_of
from tertium.stats.errors.decision import CAUTIOUS, SPREAD, clean_points
from tertium.stats.errors.scale import make_scale
from tertium.text import count_words

_RISK = 0.05  # the consumer's, unless `tertium errors` is asked for another


@dataclass(frozen=True, slots=True)
class CleanSample:
    """How much of a system is read, and how much must be read so that no error at all passes.

    `per` is words or segments; `needed` is None where no length is enough.
    """

    planned: int
    needed: int | None
    documents: int
    per: str

    @property
    def enough(self) -> bool:
        """Whether a text without errors can pass."""
        return self.needed is not None and self.planned >= self.needed

    @property
    def sentence(self) -> str:
        """What it means for the plan."""
        from_documents = f"from {self.documents:,} document{'' if self.documents == 1 else 's'}"
        if self.enough:
            return (
                f"A text without an error passes if {self.needed:,} {self.per} {from_documents} "
                f"are read; {self.planned:,} are planned."
            )
        can = "" if self.needed is None else f"; {self.needed:,} {from_documents} can"
        return (
            f"{self.planned:,} {self.per} cannot show that a text keeps the threshold, even "
            f"without an error{can}. Plan more {self.per}, or agree on another threshold."
        )


def clean_sample(campaign: Campaign, plan: Plan) -> CleanSample | None:
    """Return it for the system of which least is read, if the campaign has a pass mark."""
    rule, typology = rule_of(campaign), typology_of(campaign)
    if "pass_mark" not in rule or typology is None or not plan.assignments:
        return None
    spread = CAUTIOUS if rule.pop("cautious", False) else SPREAD
    documents = rule.pop("documents", None)
    scale = make_scale(**rule)
    segments = {one.id: one for one in campaign.segments}
    read = defaultdict[str, set[str]](set)
    for one in plan.assignments:
        for system in one.slots:
            read[system].add(one.segment)
    known = all(segments[name].document for found in read.values() for name in found)
    samples = []
    for found in read.values():
        length = defaultdict[str, float](float)
        for name in found:
            size = count_words(segments[name].source) if scale.formula.per == "words" else 1
            length[segments[name].document if known else ""] += size
        total = sum(length.values()) or 1.0
        unseen = sum((words / total) ** 2 for words in length.values())
        if documents is not None:
            unseen *= max(0.0, 1 - len(length) / documents)
        points = clean_points(typology.largest() or 1.0, _RISK, unseen=unseen, spread=spread)
        needed = scale.exposure_for(points)
        samples.append(
            CleanSample(
                int(total),
                ceil(needed) if isfinite(needed) else None,
                len(length),
                scale.formula.per,
            )
        )
    return min(samples, key=lambda one: one.planned)
