"""Whether systems pass: the verdict on each, with its risks and what more would decide."""

from dataclasses import dataclass
from functools import partial

import numpy as np

from tertium.exceptions import BadInput
from tertium.stats.errors.decision import (
    Verdict,
    clean_points,
    more_needed,
    p_values,
    verdict_of,
)
from tertium.stats.errors.rates import Rate, system_sample
from tertium.stats.errors.scale import Scale
from tertium.stats.errors.weigh import Costs, Readings
from tertium.stats.result import Estimate
from tertium.table import Spans

TOO_LITTLE = "too little was read"


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether one system passes, by its penalty points per 1,000 words (or per segment).

    `rate` has the interval of the system's points. `consumer_risk` is how often a text at the
    threshold (`limit`) looks as good as this or better, `producer_risk` how often it looks as bad
    as this or worse. `more` words (or segments) would decide if errors went on as they came;
    None if it is decided or never will be. `new_documents` tells that they must come from other
    documents. `clean` is the smallest sample of as many documents that passes without an error,
    `clean_like` the same if the verdict is about others like them. `documents` were read; `worst`
    is the one that carries most of the points, if one does.
    """

    system: str
    verdict: Verdict
    reason: str
    by_score: bool
    rate: Estimate
    limit: float
    consumer_risk: float
    producer_risk: float
    more: float | None
    new_documents: bool
    clean: float | None
    clean_like: float | None
    read: float
    points: float
    documents: int
    worst: str


def judge_systems(
    spans: Spans,
    costs: Costs,
    readings: Readings,
    found: tuple[Rate, ...],
    scale: Scale,
    *,
    consumer: float,
    producer: float,
    spread: float,
    documents: int | None = None,
) -> tuple[Decision, ...]:
    """Decide about every system, if a pass mark is agreed."""
    if scale.pass_mark is None:
        return ()
    times = 1000.0 if scale.formula.per == "words" else 1.0
    decided = []
    for system, (name, one) in enumerate(zip(readings.names, found, strict=True)):
        limit = _limit(scale, one.exposure)
        sample = system_sample(spans, costs, readings, system, threshold=limit, documents=documents)
        p_pass, p_fail = (float(p) for p in p_values(sample, spread=spread))
        verdict = verdict_of(p_pass, p_fail, consumer=consumer, producer=producer)
        critical = int((costs.critical & (readings.system[spans.output] == system)).sum())
        more = same = None
        if verdict == "not yet decided" and not critical:
            allowed = partial(_allowed, scale, one.exposure)
            more, same = (
                more_needed(
                    sample,
                    allowed,
                    consumer=consumer,
                    producer=producer,
                    spread=spread,
                    new_documents=new,
                )
                for new in (True, False)
            )
        clean, clean_like = (
            scale.exposure_for(
                clean_points(sample.largest, consumer, unseen=float(unseen), spread=spread)
            )
            for unseen in (sample.unseen, sample.shares)
        )
        little = one.rate <= limit and one.exposure < clean  # too little even without errors
        worst = _worst_document(spans, readings, system, one.points)
        decided.append(
            Decision(
                system=name,
                verdict="fail" if critical else verdict,
                reason=_reason(verdict, critical, little, worst, more),
                by_score=one.rate <= limit and not critical,
                rate=Estimate(times * one.rate, times * one.low, times * one.high),
                limit=times * limit,
                consumer_risk=p_pass,
                producer_risk=p_fail,
                more=None if more is None else float(np.ceil((more - 1) * one.exposure)),
                new_documents=more is not None and same is None,
                clean=_whole(clean),
                clean_like=_whole(clean_like),
                read=one.exposure,
                points=one.points,
                documents=one.documents,
                worst=worst,
            )
        )
    return tuple(decided)


def _whole(words: float) -> float | None:
    return float(np.ceil(words)) if np.isfinite(words) else None


def _allowed(scale: Scale, exposure: float, times: float) -> float:
    """Return the points that a sample so many times as large may cost."""
    return times * exposure * _limit(scale, times * exposure)


def _worst_document(spans: Spans, readings: Readings, system: int, points: float) -> str:
    """Return the document that carries more than half of a system's points, if one of several."""
    rows = np.flatnonzero(readings.system == system)
    codes, first, text = np.unique(readings.document[rows], return_index=True, return_inverse=True)
    if not readings.by_document or len(codes) < 3:
        return ""
    paid = np.bincount(text, readings.share[rows] * readings.points[rows])
    most = int(paid.argmax())
    if paid[most] <= points / 2:
        return ""
    return str(spans.outputs.document.values()[rows[first[most]]])


def _limit(scale: Scale, exposure: float) -> float:
    limit = scale.limit(exposure)
    if limit is None:
        raise BadInput("no pass mark is agreed", fix="Give a pass mark.")
    return limit


def _reason(verdict: Verdict, critical: int, little: bool, worst: str, more: float | None) -> str:
    if critical:
        return "critical error"
    if verdict != "not yet decided":
        return f"{'within' if verdict == 'pass' else 'beyond'} the threshold"
    if little:
        return TOO_LITTLE
    if more is None:
        return "one document differs" if worst else "too near to the threshold"
    return "sample too small"
