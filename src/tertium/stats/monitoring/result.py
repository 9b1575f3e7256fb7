"""What a look at a running campaign gives back, and what of it may be shown blind."""

import math
from dataclasses import dataclass
from typing import Literal, get_args

from tertium.choices import Rule
from tertium.scale import Scale
from tertium.stats.contrasts.record import Estimand
from tertium.stats.result import Estimate, Result

RULES: tuple[Rule, ...] = get_args(Rule)
Kind = Literal["preferences", "scores"]
LimitedBy = Literal["annotators", "documents", "judgements", "items"]
Decision = Literal[
    "stop: advanced better",
    "stop: baseline better",
    "stop: no difference worth mentioning",
    "go on",
]


@dataclass(frozen=True, slots=True)
class Look:
    """The evidence after so many judgements.

    `estimate`, `low` and `high` are the ratio of preferences, or the difference of scores.
    `annotators` are those whose judgements say something, `documents` those they are about (None
    where they are not known). `alarm` is the level of this
    look (planned looks only), `e_value` that of the anytime-valid rule; `probability` that the
    advanced system is better and `no_difference` that no difference matters belong to the
    Bayesian rule. A look that was not `planned` decides nothing under the planned rule.
    """

    judgements: int
    annotators: int
    documents: int | None
    estimate: float | None
    low: float | None
    high: float | None
    e_value: float | None
    probability: float | None
    no_difference: float | None
    alarm: float | None
    planned: bool
    decision: Decision


@dataclass(frozen=True, slots=True)
class Limits:
    """What limits the answer, and what would help.

    `share` is the part of the variance that would remain if the same annotators went on for
    ever; `by` names annotators when it is a half or more, or when only more annotators would
    bring a decision; documents when they are the largest part; and items when all judgements
    together would decide but the rule counts each document or segment once. `low` and `high` are
    the interval that would remain. `judgements` and `annotators` are about how many more of
    either would bring a decision if the truth were as it looks now; None where no reasonable
    number would, or where the decision is there.
    """

    by: LimitedBy
    share: float
    low: float | None
    high: float | None
    judgements: int | None
    annotators: int | None


@dataclass(frozen=True, slots=True)
class Monitoring(Result):
    """Whether to stop, and how the evidence came to that.

    `looks` are in the order in which judgements came. `decided` counts the judgements that
    say something: preferences for one side, scores with a counterpart. `stopped_at` is after
    how many judgements the rule stopped, 0 if it did not. `threshold` is what the e-value
    has to reach. `false_alarms` is how often this rule would stop for a difference in
    simulated campaigns like this one without any, annotators differing as much as `bound`
    and documents as in past campaigns (None where the anytime-valid rule guarantees it).
    """

    sentence: str
    decision: Decision
    rule: Rule
    kind: Kind
    baseline: str
    advanced: str
    judgements: int
    decided: int
    annotators: int
    documents: int | None
    estimand: Estimand
    planned: int | None
    stopped_at: int
    estimate: Estimate
    looks: tuple[Look, ...]
    limits: Limits | None
    threshold: float | None
    false_alarms: float | None
    bound: float
    rope: float | None
    level: float
    scale: Scale | None = None  # of scores


@dataclass(frozen=True, slots=True)
class BlindLook:
    """How far from “no difference” the interval reaches, nearest and farthest, either way.

    Ratios are 1 or more and differences 0 or more; None where an end is not known.
    """

    judgements: int
    annotators: int
    near: float | None
    far: float | None
    e_value: float | None


@dataclass(frozen=True, slots=True)
class Blind(Result):
    """What a manager may see before names are revealed: how far, not which way.

    Nothing here changes if the two systems are exchanged, and no system is named.
    """

    decision: Literal["enough", "go on"]
    rule: Rule
    kind: Kind
    judgements: int
    decided: int
    annotators: int
    planned: int | None
    looks: tuple[BlindLook, ...]
    threshold: float | None
    by: LimitedBy | None
    more_judgements: int | None
    more_annotators: int | None


def blind(result: Monitoring) -> Blind:
    """Fold a result: a ratio of 1.9 and one of 1/1.9 look the same, and so do ±3 points.

    Warnings stay away, because they may name a system.
    """
    limits = result.limits
    return Blind(
        decision="go on" if result.decision == "go on" else "enough",
        rule=result.rule,
        kind=result.kind,
        judgements=result.judgements,
        decided=result.decided,
        annotators=result.annotators,
        planned=result.planned,
        looks=tuple(
            BlindLook(
                look.judgements,
                look.annotators,
                *_folded(look.low, look.high, result.kind),
                look.e_value,
            )
            for look in result.looks
        ),
        threshold=result.threshold,
        by=limits.by if limits else None,
        more_judgements=limits.judgements if limits else None,
        more_annotators=limits.annotators if limits else None,
        signature=f"{result.signature}|blind:folded",
    )


def _folded(low: float | None, high: float | None, kind: Kind) -> tuple[float | None, float | None]:
    """Return the nearest and the farthest end from no difference, whichever way they lie.

    >>> _folded(0.5, 0.8, "preferences"), _folded(-1.0, 3.0, "scores")
    ((1.25, 2.0), (0.0, 3.0))
    """
    if low is None and high is None:
        return None, None
    if kind == "scores":
        ends = (-math.inf if low is None else low, math.inf if high is None else high)
    else:
        ends = (math.log(low) if low else -math.inf, math.inf if high is None else math.log(high))
    near = max(0.0, ends[0], -ends[1])
    far = max(-ends[0], ends[1])
    if kind == "preferences":
        near, far = math.exp(near), math.exp(far)
    return near, far if math.isfinite(far) else None
