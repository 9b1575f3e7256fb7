"""Errors into scores: the whole analysis."""

from collections.abc import Mapping
from typing import Literal

import numpy as np

from tertium.errors import BadInput
from tertium.formats.typology import read_typology
from tertium.protocols.rule import OWN, Tolerances
from tertium.stats.errors.cautions import cautions, check_places, check_read
from tertium.stats.errors.decision import (
    Sample,
    Verdict,
    check_risks,
    decide,
    decision_bounds,
    more_needed,
    risks,
)
from tertium.stats.errors.formulas import FORMULAS, Scoring
from tertium.stats.errors.parts import (
    by_annotator,
    by_category,
    by_document,
    by_severity,
    typical,
)
from tertium.stats.errors.rates import PRIOR, Rates, rates, sample_of
from tertium.stats.errors.result import Decision, ErrorScores, SystemErrors
from tertium.stats.errors.scale import Scale, make_scale
from tertium.stats.errors.weigh import (
    Costs,
    Readings,
    Repeated,
    WordsOf,
    count_readings,
    weigh,
)
from tertium.stats.intervals import check_level
from tertium.stats.order import by_value
from tertium.stats.result import Estimate, signature
from tertium.table import Spans
from tertium.text import WORD_RULE
from tertium.typology import Typology, canonical

__all__ = ["price", "score_errors"]


def score_errors(
    spans: Spans,
    *,
    scoring: Scoring = "raw",
    typology: Typology | None = None,
    pass_mark: float | None = None,
    tolerance: float | None = None,
    tolerances: Tolerances | None = None,
    words_of: WordsOf = "source",
    lengths: Mapping[str, float] | None = None,
    repeated: Repeated = "all",
    merits: Literal["apart", "count"] = "apart",
    consumer: float = 0.05,
    producer: float = 0.05,
    examples: int = 2,
    level: float = 0.95,
) -> ErrorScores:
    """Score every system by its marked errors, and tell which pass.

    raw: 100 × (1 − points / words). calibrated: 100 − (100 − pass mark) × points per 1,000 words /
    tolerance. non-linear: 100 − (100 − pass mark) × points / E(words) with E(x) = a ln(1 + b x)
    through two agreed points. j2450: points / words. lisa: 100 × (1 − points / words). wmt-mqm:
    mean points of a segment. Without a typology, points are those that the marks bring with
    them, or those of the typology that belongs to the scoring. Where several people read an
    output its points are their mean and its words count once.
    """
    check_level(level)
    check_risks(consumer, producer)
    check_read(spans)
    scale = make_scale(scoring, pass_mark=pass_mark, tolerance=tolerance, tolerances=tolerances)
    cut = check_places(spans)
    costs, typology = price(spans, typology, scoring=scoring, repeated=repeated)
    per = scale.formula.per
    readings = count_readings(
        spans, costs, per=per, words_of=words_of, lengths=lengths, merits=merits
    )
    found = rates(readings, largest=costs.largest, level=level)
    decided = _decisions(spans, costs, readings, scale, consumer, producer)
    named = "given" if typology is None else f"{typology.name}@{typology.version}"
    return ErrorScores(
        scoring=scoring,
        formula=scale.formula.text,
        typology=named,
        higher_is_better=scale.formula.higher,
        per=per,
        pass_mark=scale.pass_mark,
        tolerance=scale.agreed,
        systems=_systems(spans, costs, readings, found, scale),
        categories=tuple(by_category(spans, costs, readings, typology)),
        severities=tuple(by_severity(spans, costs, readings, typology)),
        annotators=tuple(by_annotator(spans, costs, readings)),
        documents=tuple(by_document(spans, costs, readings, scale)),
        decision=decided,
        examples=tuple(typical(spans, costs, typology, each=examples)),
        consumer=consumer,
        producer=producer,
        level=level,
        signature=signature(
            "errors",
            scoring=scoring,
            typology=named if typology is None else f"{named}#{typology.fingerprint}",
            **({"tolerance": scale.agreed} if scale.agreed else {}),
            **({} if scale.pass_mark is None else {"pass": f"{scale.pass_mark:g}"}),
            words="given" if lengths else f"{words_of}/{WORD_RULE}",
            repeated=repeated,
            merits=merits,
            unit="segment" if readings.unit is readings.segment else "document",
            ci=f"two-way-t,few:half-normal({PRIOR:g})"
            + (",none:exact" if found.none.any() else ""),
            level=f"{level:g}",
            **({"risks": f"{consumer:g}/{producer:g}"} if decided else {}),
        ),
        warnings=tuple(
            cautions(
                spans,
                costs,
                readings,
                found,
                decided,
                typology=typology,
                words_of=words_of,
                per=per,
                repeated=repeated,
                cut=cut,
            )
        ),
    )


def price(
    spans: Spans, typology: Typology | None, *, scoring: Scoring, repeated: Repeated = "all"
) -> tuple[Costs, Typology | None]:
    """Return what each mark costs, and by which typology (None: as the marks themselves say)."""
    strict = typology is not None
    if typology is None and not _brings_points(spans, scoring):
        typology = read_typology(_dated(FORMULAS[scoring].typology, spans))
    return weigh(spans, typology, strict=strict, repeated=repeated), typology


def _dated(name: str, spans: Spans) -> str:
    """Return the typology of the year in which a file was made, by the names in it.

    Tables of WMT call a wrong passage of the source `Source error` until 2022, when it cost its
    severity, and `Source issue` since then, when it costs nothing.
    """
    if name != "wmt-mqm":
        return name
    named = {canonical(one) for one in (*spans.category.names, *spans.severity.names)}
    later = {"source-issue", "reinterpretation", "accuracy/creative-reinterpretation", "critical"}
    return "wmt-mqm-2021" if "source-error" in named and not later & named else name


def _brings_points(spans: Spans, scoring: Scoring) -> bool:
    """Tell whether all marks say themselves what they cost, and the scoring lets them."""
    return scoring not in OWN and len(spans) > 0 and not bool(np.isnan(spans.value).any())


def _systems(
    spans: Spans, costs: Costs, readings: Readings, found: Rates, scale: Scale
) -> tuple[SystemErrors, ...]:
    """Put the numbers of each system together, the best first."""
    of = readings.system[spans.output]
    marked = np.bincount(spans.output[costs.error], minlength=len(readings.system))
    systems = []
    for system, name in enumerate(readings.names):
        rows, mine = readings.system == system, of == system
        exposure = float(found.exposure[system])
        words = float((readings.words * readings.share)[rows].sum())
        score = scale.score(float(found.rate[system]), exposure)
        ends = [
            None if np.isnan(bound) else scale.score(float(bound), exposure)
            for bound in (found.low[system], found.high[system])
        ]
        low, high = ends if not scale.formula.higher else ends[::-1]
        merit = mine & costs.merit
        systems.append(
            SystemErrors(
                system=name,
                score=score,
                low=low,
                high=high,
                words=None if np.isnan(words) else words,
                outputs=len(np.unique(readings.cell[rows])),
                readings=int(rows.sum()),
                errors=int((mine & costs.error).sum()),
                points=float(found.points[system]),
                per_1000=_per_1000(found, system, exposure, words),
                clean=float((marked[rows] == 0).mean()),
                critical=int((mine & costs.critical).sum()),
                merits=int(merit.sum()),
                merit_points=float((costs.points * readings.share[spans.output])[merit].sum()),
            )
        )
    lower = not scale.formula.higher
    return tuple(
        by_value(systems, lambda one: one.score, lambda one: one.system, lowest_first=lower)
    )


def _per_1000(found: Rates, system: int, exposure: float, words: float) -> Estimate:
    """Return points per 1,000 words, whatever the scoring counts by."""
    if not words > 0:
        return Estimate(None)
    times = 1000 * exposure / words
    low, high = found.low[system], found.high[system]
    value = times * float(found.rate[system])
    if np.isnan(low):
        return Estimate(value)
    return Estimate(value, times * float(low), times * float(high))


def _decisions(
    spans: Spans,
    costs: Costs,
    readings: Readings,
    scale: Scale,
    consumer: float,
    producer: float,
) -> tuple[Decision, ...]:
    if scale.pass_mark is None:
        return ()
    times = 1000.0 if scale.formula.per == "words" else 1.0
    found = []
    for system, name in enumerate(readings.names):
        sample = sample_of(spans, costs, readings, system, risk=consumer)
        exposure = float(sample.exposure)
        limit = _limit(scale, exposure)
        critical = int((costs.critical & (readings.system[spans.output] == system)).sum())
        verdict = decide(sample, limit, consumer=consumer, producer=producer)
        more = None
        if not critical and verdict == "undetermined":
            more = more_needed(
                sample, lambda size: _limit(scale, size), consumer=consumer, producer=producer
            )
        low, high = decision_bounds(sample, limit, consumer=consumer, producer=producer)
        rate = float(sample.points) / exposure
        chance, blame = risks(sample, limit)
        found.append(
            Decision(
                system=name,
                verdict="fail" if critical else verdict,
                reason=_reason(verdict, critical, sample),
                by_score=rate <= limit and not critical,
                rate=Estimate(times * rate, times * float(low), times * float(high)),
                limit=times * limit,
                consumer_risk=chance,
                producer_risk=blame,
                clumped=float(sample.clumped),
                more=more,
            )
        )
    return tuple(found)


def _limit(scale: Scale, exposure: float) -> float:
    limit = scale.limit(exposure)
    if limit is None:
        raise BadInput("no pass mark is agreed", fix="Give a pass mark.")
    return limit


def _reason(verdict: Verdict, critical: int, sample: Sample) -> str:
    if critical:
        return "critical error"
    if verdict == "pass":
        return "within the limit"
    if verdict == "fail":
        return "beyond the limit"
    return "sample too small" if sample.points else "too little was read"
