"""Errors into scores: the whole analysis."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from tertium.choices import Merits, Repeated, WordsOf
from tertium.formats.typology import read_typology
from tertium.model import Campaign
from tertium.protocols.rule import OWN, Scoring, Tolerances
from tertium.stats.contrasts.answer import answer
from tertium.stats.contrasts.outputs import Outputs
from tertium.stats.contrasts.record import Answer, Contrast, Estimand
from tertium.stats.errors.collected import collected_spans, rule_of, sample_told, typology_of
from tertium.stats.errors.decision import CAUTIOUS, SPREAD, check_risks
from tertium.stats.errors.formulas import FORMULAS
from tertium.stats.errors.parts import (
    AnnotatorErrors,
    CategoryErrors,
    DocumentErrors,
    Example,
    SeverityErrors,
    by_annotator,
    by_category,
    by_document,
    by_severity,
    typical,
)
from tertium.stats.errors.rates import STRICTNESS, Rate, check_documents, rates
from tertium.stats.errors.scale import Scale, make_scale
from tertium.stats.errors.verdicts import Decision, judge_systems
from tertium.stats.errors.warnings import check_places, check_read, find_warnings
from tertium.stats.errors.weigh import Costs, Readings, count_readings, weigh
from tertium.stats.intervals import check_level
from tertium.stats.order import by_value
from tertium.stats.result import Estimate, Result, signature
from tertium.table import JudgementTable, Spans
from tertium.text import WORD_RULE
from tertium.typology import Typology, canonical


@dataclass(frozen=True, slots=True)
class SystemErrors:
    """One system: its score with an interval, the words evaluated, and what was found in them.

    `points` are means over annotators where several read the same output; `per_1000` is what
    1,000 words cost. `clean` is the share of outputs in which nothing was marked. Ranks, their
    ranges and `cluster` follow from contrasts with other systems of the same `component`.
    """

    system: str
    score: float
    low: float | None
    high: float | None
    words: float | None
    outputs: int
    readings: int
    errors: int
    points: float
    per_1000: Estimate
    clean: float
    critical: int
    merits: int
    merit_points: float
    annotators: int
    documents: int | None
    rank: int
    rank_range: tuple[int, int]
    rank_range_simultaneous: tuple[int, int]
    cluster: int
    component: int


@dataclass(frozen=True, slots=True)
class ErrorScores(Result):
    """Errors by system, category, severity, annotator and document, and who passes.

    `tolerance` is what a text may cost as it was agreed (`10/1000`, or `250=4,1000=10`), `spread`
    by how much of their mean documents are taken to differ, and `critical_rule` whether one
    critical error fails a text; `text_documents` is their number in the whole text, if known.
    """

    scoring: Scoring
    formula: str
    typology: str
    higher_is_better: bool
    per: str
    pass_mark: float | None
    tolerance: str
    systems: tuple[SystemErrors, ...]
    categories: tuple[CategoryErrors, ...]
    severities: tuple[SeverityErrors, ...]
    annotators: tuple[AnnotatorErrors, ...]
    documents: tuple[DocumentErrors, ...]
    decision: tuple[Decision, ...]
    examples: tuple[Example, ...]
    contrasts: tuple[Contrast, ...]
    estimand: Estimand
    consumer: float
    producer: float
    spread: float
    critical_rule: bool
    text_documents: int | None
    level: float


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
    merits: Merits = "apart",
    consumer: float = 0.05,
    producer: float = 0.05,
    cautious: bool = False,
    documents: int | None = None,
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

    Documents are taken to differ by half of their mean, with `cautious` by all of it, unless the
    sample says more. `documents` is their number in the whole text, of which these may be a part.
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
    spread = CAUTIOUS if cautious else SPREAD
    check_documents(readings, documents)
    found = rates(spans, costs, readings, level=level, documents=documents, spread=spread)
    decided = judge_systems(
        spans,
        costs,
        readings,
        found,
        scale,
        consumer=consumer,
        producer=producer,
        spread=spread,
        documents=documents,
    )
    answer = contrast_systems(costs, readings, scale, level=level)
    named = "given" if typology is None else f"{typology.name}@{typology.version}"
    return ErrorScores(
        scoring=scoring,
        formula=scale.formula.text,
        typology=named,
        higher_is_better=scale.formula.higher,
        per=per,
        pass_mark=scale.pass_mark,
        tolerance=scale.agreed,
        systems=_systems(spans, costs, readings, found, scale, answer),
        categories=tuple(by_category(spans, costs, readings, typology)),
        severities=tuple(by_severity(spans, costs, readings, typology)),
        annotators=tuple(by_annotator(spans, costs, readings)),
        documents=tuple(by_document(spans, costs, readings, scale)),
        decision=decided,
        examples=tuple(typical(spans, costs, typology, each=examples)),
        contrasts=answer.contrasts,
        estimand=answer.estimand,
        consumer=consumer,
        producer=producer,
        spread=spread,
        critical_rule=typology is not None and bool(typology.critical),
        text_documents=documents,
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
            units=answer.estimand.sampled,
            ci=f"gamma,annotators:{STRICTNESS:g},documents:{spread:g}"
            + ("" if documents is None else f"/{documents}"),
            level=f"{level:g}",
            **({"risks": f"{consumer:g}/{producer:g}"} if decided else {}),
        ),
        warnings=tuple(
            find_warnings(
                spans,
                costs,
                readings,
                found,
                decided,
                spread=spread,
                documents=documents,
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
    spans: Spans,
    costs: Costs,
    readings: Readings,
    found: tuple[Rate, ...],
    scale: Scale,
    answer: Answer,
) -> tuple[SystemErrors, ...]:
    """Put the numbers of each system together, the best first."""
    standing = {one.system: one for one in answer.systems}
    of = readings.system[spans.output]
    marked = np.bincount(spans.output[costs.error], minlength=len(readings.system))
    systems = []
    for system, name in enumerate(readings.names):
        rows, mine = readings.system == system, of == system
        one = found[system]
        words = float((readings.words * readings.share)[rows].sum())
        ends = [scale.score(bound, one.exposure) for bound in (one.low, one.high)]
        low, high = ends[::-1] if scale.formula.higher else ends
        merit = mine & costs.merit
        systems.append(
            SystemErrors(
                system=name,
                score=scale.score(one.rate, one.exposure),
                low=low,
                high=high,
                words=None if np.isnan(words) else words,
                outputs=len(np.unique(readings.cell[rows])),
                readings=int(rows.sum()),
                errors=int((mine & costs.error).sum()),
                points=one.points,
                per_1000=_per_1000(one, words),
                clean=float((marked[rows] == 0).mean()),
                critical=int((mine & costs.critical).sum()),
                merits=int(merit.sum()),
                merit_points=float((costs.points * readings.share[spans.output])[merit].sum()),
                annotators=one.annotators,
                documents=standing[name].documents,
                rank=standing[name].rank,
                rank_range=standing[name].rank_range,
                rank_range_simultaneous=standing[name].rank_range_simultaneous,
                cluster=standing[name].cluster,
                component=standing[name].component,
            )
        )
    lower = not scale.formula.higher
    return tuple(
        by_value(systems, lambda one: one.score, lambda one: one.system, lowest_first=lower)
    )


def _per_1000(found: Rate, words: float) -> Estimate:
    """Return points per 1,000 words, whatever the scoring counts by."""
    if not words > 0:
        return Estimate(None)
    times = 1000 * found.exposure / words
    return Estimate(times * found.rate, times * found.low, times * found.high)


def contrast_systems(costs: Costs, readings: Readings, scale: Scale, *, level: float) -> Answer:
    """Contrast the scores of all pairs of systems.

    p and ranks come from log ratios of penalty points, which have nearly twice the power of
    differences with up to five annotators; the interval of the difference follows from that of
    the ratio.
    """
    formula = scale.formula
    weight = readings.share * readings.exposure
    total = np.bincount(readings.system, weight)
    loss = np.array([_loss(scale, exposure) for exposure in total.tolist()])
    value = loss[readings.system] * readings.points / readings.exposure
    weight = weight / total[readings.system]
    score = np.bincount(readings.system, weight * value)
    smallest = min((cost for cost in costs.agreed if cost > 0), default=1.0)
    return answer(
        Outputs(
            readings.names,
            readings.system,
            readings.person,
            readings.segment,
            readings.document,
            value,
            weight,
            np.asarray(score[readings.system], dtype=float),
        ),
        quantity=formula.called,
        unit="points" if formula.higher else f"points per {formula.per.rstrip('s')}",
        level=level,
        better="lower",
        scale="log",
        least=float((loss * smallest / 2 / total).mean()),
        most=scale.score(0.0, 1.0) if formula.higher else None,
    )


def _loss(scale: Scale, exposure: float) -> float:
    """Return what one point per word (or segment) takes from the score of so long a text."""
    return abs(scale.score(0.0, exposure) - scale.score(1.0, exposure))


def score_campaign(
    table: JudgementTable, campaign: Campaign | None, *, level: float
) -> tuple[Spans, Typology | None, ErrorScores]:
    """Return what was marked, with which typology, and its scores.

    Errors count per word where the texts are known, per segment where they are not.
    """
    spans = collected_spans(table, campaign)
    known = all(text is not None for text in spans.outputs.source)
    scoring: Scoring = "raw" if known else "wmt-mqm"
    rule = {"scoring": scoring} | rule_of(campaign)
    typology = typology_of(campaign)
    scores = score_errors(spans, typology=typology, level=level, **rule)
    scores = replace(scores, warnings=(*sample_told(campaign), *scores.warnings))
    return spans, typology, scores
