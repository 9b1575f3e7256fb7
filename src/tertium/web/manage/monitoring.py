"""Is the evidence enough? Looks at a running campaign, blind until names are revealed.

Two systems are looked at by the rule that the campaign declares: planned looks, or evidence
that may be looked at any time. Of more systems every pair is looked at, each so strictly that
all pairs together raise a false alarm in at most 5% of campaigns. Several language pairs are looked
at one by one, as on the command line. Before the reveal nothing here names a system or changes if
two of them are exchanged.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from threading import main_thread
from typing import Any, Literal

import numpy as np
from msgspec import Struct
from msgspec.structs import asdict, replace

from tertium.exceptions import BadInput
from tertium.model import Campaign, parts_of
from tertium.protocols.conditions import DOCUMENT
from tertium.stats.campaign import first_aspect
from tertium.stats.monitoring.levels import look_sizes
from tertium.stats.monitoring.monitor import monitor
from tertium.stats.monitoring.result import Blind, LimitedBy, Monitoring, blind
from tertium.stats.monitoring.rules import FEWEST
from tertium.stats.result import signature
from tertium.store import Store
from tertium.table import Comparisons, JudgementTable, Scores
from tertium.web.manage.head import compares_outputs, scores_outputs

LEVEL = 0.95
MOST_WORK = 20_000_000  # pairs times judgements that a live page looks at
_DIGITS = 4  # of what is told: the last digits of a sum could tell the order of systems

Missing = Literal[
    "", "asked", "judgements", "systems", "both", "apart", "decided", "annotators", "large"
]


class LookNow(Struct, frozen=True):
    """The evidence after so many judgements.

    `near` and `far` are how far the interval reaches from “no difference” (a ratio of 1, or
    0 points), whichever way; None where an end is not known.
    """

    judgements: int
    annotators: int
    near: float | None
    far: float | None
    e_value: float | None


class Leader(Struct, frozen=True):
    """After the reveal: which of two systems is ahead, by how much, and whether that is sure.

    `value`, `low` and `high` are told from the side of the system that is ahead.
    """

    ahead: str
    behind: str
    enough: bool
    share: float
    value: float | None
    low: float | None
    high: float | None
    judgements: int


class PairsNow(Struct, frozen=True):
    """Pairs of many systems: `shares` tell how far each is on its way, the farthest first.

    `people` counts the open ones for which few annotators, not few judgements, are the limit;
    `unseen` those that nobody has judged in a way that tells about them.
    """

    pairs: int
    enough: int
    people: int
    unseen: int
    shares: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class EvidenceRead:
    """What is looked at: the systems that are compared, their judgements, and by which rule.

    `by_pair` is the same of each language pair, where there are several.
    """

    systems: tuple[str, ...]
    rows: Comparisons | Scores
    choices: dict[str, Any]
    asked: bool  # whether people compare or score outputs at all
    by_pair: tuple[tuple[str, "EvidenceRead"], ...] = ()


class LanguagePairNow(Struct, frozen=True):
    """Whether the evidence suffices, how far it is on the way, and what limits it.

    `missing` names what there is too little of to say anything: nothing asked that compares
    systems, no judgements at all, one system only, one of the two not judged yet, nobody who
    scored both, nothing decided, one annotator; or too much for a live page. `share` is how
    much of the way to enough is done. `due` are the planned looks; `threshold` is what e-values
    have to reach. `ahead` is empty before the reveal.
    """

    decision: Literal["enough", "go on"]
    missing: Missing
    rule: Literal["planned", "anytime-valid"]
    kind: Literal["preferences", "scores"]
    judgements: int = 0
    decided: int = 0
    annotators: int = 0
    planned: int | None = None
    share: float = 0.0
    looks: tuple[LookNow, ...] = ()
    due: tuple[int, ...] = ()
    threshold: float | None = None
    by: LimitedBy | None = None
    more_judgements: int | None = None
    more_annotators: int | None = None
    pairs: PairsNow | None = None
    ahead: tuple[Leader, ...] = ()
    signature: str = ""
    language_pair: str = ""


class MonitoringNow(LanguagePairNow, frozen=True):
    """The same of a campaign; of several language pairs, what each of them shows by itself."""

    language_pairs: tuple[LanguagePairNow, ...] = ()


def compared_systems(campaign: Campaign) -> tuple[str, ...]:
    """Return the systems that a campaign compares with each other.

    References take part where outputs are compared; where they are scored they are control items.
    """
    aside = ("reference", "anchor") if scores_outputs(campaign) else ()
    return tuple(
        system.name
        for system in campaign.systems
        if not system.withdrawn and system.part not in aside
    )


def monitoring_choices(store: Store, name: str, pair: str | None = None) -> dict[str, Any]:
    """Return what a campaign says to `monitor` by itself; the systems if they are two.

    Planned judgements are those of one language `pair`, if it is looked at by itself.
    """
    campaign = store.campaigns.get(name)
    choices: dict[str, Any] = {"rule": "planned" if campaign.design.looks else "anytime-valid"}
    if campaign.design.looks:
        choices["looks"] = campaign.design.looks
    if scores_outputs(campaign):
        choices["aspect"] = first_aspect(campaign)
    systems = compared_systems(campaign)
    if len(systems) == 2:
        choices |= {"baseline": systems[0], "advanced": systems[1]}
        choices["planned"] = _planned(store, campaign, systems, pair) or None
    return choices


def _planned(store: Store, campaign: Campaign, systems: Sequence[str], pair: str | None) -> int:
    """Return how many judgements of two systems are planned, by everybody who ever took part."""
    people = store.annotators.all(campaign.name)
    if pair is None and not scores_outputs(campaign):
        return sum(person.assigned for person in people)
    wanted = {one.id for one in campaign.segments if pair in (None, one.pair)}
    given = [
        one
        for person in people
        for one in store.assignments.of(campaign.name, person.id)
        if one.segment in wanted
    ]
    if not scores_outputs(campaign):
        return len(given)
    return sum(
        part in systems
        for one in given
        if one.role in ("real", "repeat") and one.condition != DOCUMENT
        for slot in one.slots
        for part in parts_of(slot)
    )


def evidence_of(store: Store, name: str, table: JudgementTable) -> EvidenceRead:
    """Read what a campaign compares, and the judgements of it in the order in which they came."""
    choices = monitoring_choices(store, name)
    aspect = choices.pop("aspect", None)
    timed = table.in_time()
    rows = timed.scores(aspect) if aspect else timed.comparisons()
    campaign = store.campaigns.get(name)
    asked = bool(aspect) or compares_outputs(campaign)
    systems = compared_systems(campaign)
    segments = np.array(rows.segment.values(), dtype=object)
    by_pair = []
    for pair in sorted({one.pair for one in campaign.segments}):
        inside = np.isin(segments, [one.id for one in campaign.segments if one.pair == pair])
        own = monitoring_choices(store, name, pair)
        own.pop("aspect", None)
        by_pair.append((pair, EvidenceRead(systems, rows.take(inside), own, asked)))
    several = tuple(by_pair) if len(by_pair) > 1 else ()
    return EvidenceRead(systems, rows, choices, asked, several)


def look_at(evidence: EvidenceRead, *, revealed: bool) -> MonitoringNow:
    """Look at the judgements so far, those of each language pair by themselves."""
    if evidence.by_pair:
        return _by_language_pair(evidence, revealed=revealed)
    systems, rows, choices = evidence.systems, evidence.rows, evidence.choices
    nothing = MonitoringNow(
        "go on",
        "",
        rule=choices["rule"],
        kind="scores" if isinstance(rows, Scores) else "preferences",
        judgements=len(rows),
        planned=choices.get("planned"),
    )
    missing = _missing(rows, systems) if evidence.asked else "asked"
    if missing:
        return replace(nothing, missing=missing)
    if len(systems) > 2:
        return _many(rows, systems, nothing, revealed=revealed)
    try:
        found = monitor(rows, level=LEVEL, **choices)
    except BadInput:  # it names the systems that nobody scored both of
        return replace(nothing, missing="apart")
    return _two(found, choices.get("looks", 0), revealed=revealed)


def _by_language_pair(evidence: EvidenceRead, *, revealed: bool) -> MonitoringNow:
    """Look at every language pair; enough is what all of them have."""
    found = []
    for pair, own in evidence.by_pair:
        told = asdict(look_at(own, revealed=revealed)) | {"language_pair": pair}
        found.append(
            LanguagePairNow(**{name: told[name] for name in LanguagePairNow.__struct_fields__})
        )
    return MonitoringNow(
        "enough" if all(one.decision == "enough" for one in found) else "go on",
        "",
        rule=found[0].rule,
        kind=found[0].kind,
        judgements=sum(one.judgements for one in found),
        share=round(sum(one.share for one in found) / len(found), 3),
        language_pairs=tuple(found),
    )


def _missing(rows: Comparisons | Scores, systems: Sequence[str]) -> Missing:
    if len(systems) < 2:
        return "systems"
    if not len(rows):
        return "judgements"
    if len(systems) == 2 and not all(name in _names(rows) for name in systems):
        return "both"
    pairs = len(systems) * (len(systems) - 1) // 2
    return "large" if pairs > 1 and pairs * len(rows) > MOST_WORK else ""


def _names(rows: Comparisons | Scores) -> set[str]:
    versus = rows.versus.names if isinstance(rows, Comparisons) else ()
    return {*rows.system.names, *versus}


def _two(result: Monitoring, looks: int, *, revealed: bool) -> MonitoringNow:
    seen = blind(result)
    planned = result.rule == "planned"
    due = look_sizes(result.planned, looks) if planned and result.planned else ()
    missing: Missing = ""
    if not result.annotators:
        missing = "decided"
    elif result.annotators < FEWEST:
        missing = "annotators"
    return MonitoringNow(
        seen.decision,
        missing,
        rule="planned" if planned else "anytime-valid",
        kind=seen.kind,
        judgements=seen.judgements,
        decided=seen.decided,
        annotators=seen.annotators,
        planned=seen.planned,
        share=_share(seen, due),
        # What is seen between planned looks decides nothing, and tempts.
        looks=tuple(_look(one) for one in seen.looks if not planned or one.judgements in due),
        due=due,
        threshold=seen.threshold,
        by=seen.by,
        more_judgements=seen.more_judgements,
        more_annotators=seen.more_annotators,
        ahead=(_ahead(result, _share(seen, due)),) if revealed and not missing else (),
        signature=seen.signature,
    )


def _look(look: Any) -> LookNow:
    return LookNow(
        look.judgements,
        look.annotators,
        _rounded(look.near),
        _rounded(look.far),
        _rounded(look.e_value),
    )


def _rounded(value: float | None) -> float | None:
    return None if value is None else float(f"{value:.{_DIGITS}g}")


def _share(seen: Blind, due: Sequence[int]) -> float:
    """Return how much of the way to enough is done: evidence in logarithms, or planned looks."""
    if seen.decision == "enough":
        return 1.0
    if due:
        return sum(size <= seen.judgements for size in due) / len(due)
    if seen.threshold is None or not seen.looks or not seen.looks[-1].e_value:
        return 0.0
    way = math.log(seen.looks[-1].e_value) / math.log(seen.threshold)
    # Evidence that was there and went, or that one annotator gave, is not enough.
    return round(min(max(way, 0.0), 0.99), 3)


def _ahead(result: Monitoring, share: float) -> Leader:
    """Tell the estimate from the side of the system that is ahead."""
    found = result.estimate
    value, low, high = found.value, found.low, found.high
    turned = value is not None and value < (1 if result.kind == "preferences" else 0)
    if turned and result.kind == "preferences":
        value, low, high = (1 / end if end else None for end in (value, high, low))
    elif turned:
        value, low, high = (None if end is None else -end for end in (value, high, low))
    return Leader(
        ahead=result.baseline if turned else result.advanced,
        behind=result.advanced if turned else result.baseline,
        enough=result.decision != "go on",
        share=share,
        value=_rounded(value),
        low=_rounded(low),
        high=_rounded(high),
        judgements=result.judgements,
    )


def _many(
    rows: Comparisons | Scores, systems: Sequence[str], nothing: MonitoringNow, *, revealed: bool
) -> MonitoringNow:
    """Look at every pair, each at the part of the level that all of them can share."""
    pairs = list(combinations(systems, 2))
    level = 1 - (1 - LEVEL) / len(pairs)
    found = [(one, blind(one)) for one in _each(rows, pairs, level) if one.annotators]
    if not found:
        return replace(nothing, missing="decided")
    waiting = [seen for _, seen in found if seen.decision != "enough"]
    enough = len(found) - len(waiting)
    people = sum(seen.by == "annotators" for seen in waiting)
    told = [_ahead(one, _share(seen, ())) for one, seen in found]
    first = found[0][1]
    changes: Mapping[str, Any] = {
        "decision": "enough" if enough == len(pairs) else "go on",
        "rule": "anytime-valid",
        "decided": sum(seen.decided for _, seen in found),
        "annotators": max(seen.annotators for _, seen in found),
        "planned": None,
        "share": round(sum(one.share for one in told) / len(pairs), 3),
        "threshold": first.threshold,
        "by": ("annotators" if 2 * people >= len(waiting) else "judgements") if waiting else None,
        "pairs": PairsNow(
            len(pairs),
            enough,
            people,
            len(pairs) - len(found),
            tuple(sorted((one.share for one in told), reverse=True)),
        ),
        "ahead": tuple(sorted(told, key=lambda one: (-one.share, one.ahead, one.behind)))
        if revealed
        else (),
        "signature": signature(
            "monitor",
            rule="anytime-valid",
            pairs=len(pairs),
            threshold=f"{first.threshold:g}",
            level=f"{LEVEL:g}",
            blind="folded",
        ),
    }
    return replace(nothing, **changes)


def _each(
    rows: Comparisons | Scores, pairs: Sequence[tuple[str, str]], level: float
) -> Iterator[Monitoring]:
    names = _names(rows)
    for old, new in pairs:
        if not main_thread().is_alive():  # the server stops and waits for us
            return
        if old in names and new in names:
            try:
                yield monitor(rows, baseline=old, advanced=new, rule="anytime-valid", level=level)
            except BadInput:  # nobody scored both
                continue
