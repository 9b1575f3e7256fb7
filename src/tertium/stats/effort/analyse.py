"""Which system costs least effort to post-edit, made comparable across editors.

Systems are compared by each measure from its own data (`standings`). Beside it stands what Aziz,
Mitkov and Specia (2013), "Ranking Machine Translation Systems via Post-Editing", do: scores by
every method that makes editors comparable.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace

import numpy as np

from tertium.choices import Folds
from tertium.exceptions import BadInput, NotFound
from tertium.stats.arrays import Bools, Floats
from tertium.stats.contrasts.record import Answer, Estimand, Standing
from tertium.stats.effort.collected import AnswerCount, Remark
from tertium.stats.effort.filters import FilteredJudgements, FilterReport, TimeFilter, filter_times
from tertium.stats.effort.measured import FRACTIONS, TARGETS, EditIndicators
from tertium.stats.effort.measured import measure as measure_edits
from tertium.stats.effort.methods import DEFAULT_METHODS, METHODS
from tertium.stats.effort.productivity import (
    ConditionProductivity,
    EditorPace,
    editor_paces,
    productivity,
)
from tertium.stats.effort.reference import ReferenceJudgements
from tertium.stats.effort.standings import EffortContrast, EffortEstimate, estimate_effort
from tertium.stats.effort.warnings import find_warnings, seen_again
from tertium.stats.effort.ways import (
    Choices,
    EffortCorrelation,
    EffortProfile,
    IndicatorResult,
    MethodScore,
    ModelSpread,
    possible_methods,
)
from tertium.stats.intervals import check_level
from tertium.stats.result import Estimate, Result, signature
from tertium.table import Edits, JudgementTable
from tertium.text import WORD_RULE
from tertium.text.ter import ter_signature

# Measures of effort and the indicators behind them; any other indicator has its own name.
MEASURES = {"time": "seconds", "keys": "keystrokes", "hter": "hter"}
_HOUR = 3600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemEffort(Standing):
    """One system by one measure: effort as if the same editors had edited the same segments.

    `score` is seconds or keystrokes per source word, or HTER, the less the better; `raw` the same
    as measured, from the system's own judgements, whoever edited them. `words_per_hour` follows
    from seconds.
    """

    measure: str
    raw: float
    words_per_hour: Estimate
    raw_words_per_hour: float | None


@dataclass(frozen=True, slots=True)
class EffortMeasure:
    """A measure of effort: the indicator behind it, and what is estimated for whom."""

    measure: str
    indicator: str
    estimand: Estimand


@dataclass(frozen=True, slots=True)
class EditorEffort:
    """One editor: how much work, and at which pace.

    `speed` is the effort in seconds of the average editor over that of this one, for the
    same texts, by the log model; `hter` and `rating` are means.
    """

    annotator: str
    judgements: int
    training: int
    seconds_per_word: float | None
    keystrokes_per_word: float | None
    words_per_hour: float | None
    hter: float | None
    rating: float | None
    unchanged: int
    capped: int
    speed: float | None


@dataclass(frozen=True, slots=True)
class IndicatorSummary:
    """One indicator of one system's test judgements: mean, median, and mean per source word."""

    indicator: str
    system: str
    judgements: int
    mean: float
    median: float
    per_word: float | None


@dataclass(frozen=True, slots=True)
class Sensitivity:
    """The comparable seconds per word of a system with the filter declared, and with raw times."""

    system: str
    filtered: float
    raw: float


@dataclass(frozen=True, slots=True)
class Effort(Result):
    """Which system costs least effort, made comparable across editors.

    `systems` and `contrasts` compare systems by each measure from its own data; `methods` holds
    the scores of Aziz, Mitkov and Specia (2013), of which `recommended` combines all indicators.
    `answers` and `remarks` are those to questions asked after batches.
    """

    systems: tuple[SystemEffort, ...]
    contrasts: tuple[EffortContrast, ...]
    measures: tuple[EffortMeasure, ...]
    estimand: Estimand | None
    paces: tuple[EditorPace, ...]
    answers: tuple[AnswerCount, ...]
    remarks: tuple[Remark, ...]
    methods: tuple[MethodScore, ...]
    annotators: tuple[EditorEffort, ...]
    productivity: tuple[ConditionProductivity, ...]
    correlations: tuple[EffortCorrelation, ...]
    indicators: tuple[IndicatorSummary, ...]
    profiles: tuple[EffortProfile, ...]
    spread: tuple[ModelSpread, ...]
    time_filter: FilterReport
    sensitivity: tuple[Sensitivity, ...]
    recommended: str
    judgements: int
    editors: int
    segments: int
    training: int
    tie: float
    level: float


def effort_answer(
    data: JudgementTable | Edits,
    measure: str,
    *,
    time_filter: TimeFilter = TimeFilter(),  # noqa: B008  # a frozen value
    level: float = 0.95,
) -> Answer:
    """Compare systems by one measure (`time`, `keys`, `hter`): scores, contrasts, rank ranges."""
    check_level(level)
    edits = data.edits() if isinstance(data, JudgementTable) else data
    _check_any(edits)
    used = filter_times(measure_edits(edits), time_filter).measured
    indicator = MEASURES.get(measure, measure)
    found = estimate_effort(used, indicator, level=level) if _known(indicator, used) else None
    if found is None:
        raise BadInput(
            f"there are no two systems to compare by {measure}",
            fix="A file of edits has the columns annotator,segment,system,source,mt,edited,"
            "seconds,keystrokes; two systems are needed.",
        )
    return found.answer


def effort(
    data: JudgementTable | Edits,
    *,
    indicators: Sequence[str] = TARGETS,
    methods: Sequence[str] = DEFAULT_METHODS,
    time_filter: TimeFilter = TimeFilter(),  # noqa: B008  # a frozen value
    per_word: bool = False,
    folds: Folds = "grouped",
    tie: float = 0.0,
    first_only: bool = False,
    given: ReferenceJudgements | None = None,
    answers: Sequence[AnswerCount] = (),
    remarks: Sequence[Remark] = (),
    level: float = 0.95,
    seed: int = 0,
) -> Effort:
    """Compare systems by what post-editing their outputs cost.

    `tie` is the band within which two outputs count as equal: a share of the larger effort
    where it is measured in its own unit, a difference where it is in standard deviations or logs.
    `first_only` leaves out what an editor did with a source seen before. `given` is a ranking to
    correlate with, `answers` and `remarks` what editors answered after batches.
    """
    choices = Choices(per_word, folds, tie, level, seed)
    edits = data.edits() if isinstance(data, JudgementTable) else data
    _check(edits, methods, choices)
    raw = measure_edits(edits)
    if first_only:
        raw = raw.take(~(seen_again(raw) & raw.test))
    filtered = filter_times(raw, time_filter)
    used = filtered.measured
    chosen = [name for name in indicators if _known(name, used)]
    ways = possible_methods(used, methods)
    found = {name: IndicatorResult.of(used, name, ways, choices) for name in chosen}
    lead = _lead(found, ways)
    estimates = [
        one for name in chosen if (one := estimate_effort(used, name, level=level)) is not None
    ]
    return Effort(
        systems=tuple(row for one in estimates for row in _systems(one)),
        contrasts=tuple(
            replace(pair, measure=_measure_of(one)) for one in estimates for pair in one.contrasts
        ),
        measures=tuple(
            EffortMeasure(_measure_of(one), one.indicator, one.answer.estimand) for one in estimates
        ),
        estimand=estimates[0].answer.estimand if estimates else None,
        paces=editor_paces(used),
        answers=tuple(answers),
        remarks=tuple(remarks),
        methods=tuple(row for one in found.values() for row in one.method_scores(used)),
        annotators=_editors(used, found),
        productivity=productivity(used, level=level),
        correlations=tuple(
            row for one in found.values() for row in one.correlations(used, given, level)
        ),
        indicators=_summaries(used),
        profiles=tuple(row for one in found.values() for row in one.profiles(used, lead)),
        spread=tuple(row for one in found.values() for row in one.spread()),
        time_filter=FilterReport(
            str(time_filter),
            filtered.judgements,
            filtered.dropped,
            filtered.capped,
            filtered.seconds_removed,
        ),
        sensitivity=_sensitivity(raw, filtered, estimates, level),
        recommended=lead,
        judgements=len(used),
        editors=len(np.unique(used.annotator.codes)),
        segments=len(np.unique(used.segment.codes)),
        training=len(np.unique(used.task[used.train])),
        tie=tie,
        level=level,
        signature=signature(
            "effort",
            indicators="+".join(chosen),
            methods="default" if tuple(methods) == DEFAULT_METHODS else "+".join(ways),
            per="word" if per_word else "segment",
            filter=str(time_filter),
            tie=f"{tie:g}",
            folds=folds,
            log="log1p",
            ter=ter_signature(),
            words=WORD_RULE,
            interval="crossed",
            **({"units": estimates[0].answer.estimand.sampled} if estimates else {}),
            level=f"{level:g}",
            seed=seed,
        ),
        warnings=(
            *find_warnings(raw, filtered, methods),
            *dict.fromkeys(note for one in estimates for note in one.answer.notes),
            *_not_told(found),
        ),
    )


def _measure_of(one: EffortEstimate) -> str:
    names = {indicator: measure for measure, indicator in MEASURES.items()}
    return names.get(one.indicator, one.indicator)


def _systems(one: EffortEstimate) -> Iterator[SystemEffort]:
    """Yield the systems by one measure, the one with least effort first."""
    timed = one.indicator == "seconds" and one.per_word
    for standing in one.answer.systems:
        raw = one.raw[standing.system]
        ends = standing.score, standing.high, standing.low
        yield SystemEffort(
            **{field.name: getattr(standing, field.name) for field in fields(standing)},
            measure=_measure_of(one),
            raw=raw,
            words_per_hour=Estimate(*map(_per_hour, ends)) if timed else Estimate(None),
            raw_words_per_hour=_per_hour(raw) if timed else None,
        )


def _per_hour(seconds: float | None) -> float | None:
    """Return words per hour from seconds per word."""
    return _HOUR / seconds if seconds else None


def _check(edits: Edits, methods: Sequence[str], choices: Choices) -> None:
    check_level(choices.level)
    for name in methods:
        if name not in METHODS:
            raise NotFound.among("method", name, METHODS)
    if choices.tie < 0:
        raise BadInput(
            f"the tie band {choices.tie:g} is negative",
            where="--tie",
            fix="Write 0.05 for outputs within 5% of each other, or 0.",
        )
    _check_any(edits)


def _check_any(edits: Edits) -> None:
    if not len(edits):
        raise BadInput(
            "there are no edited outputs",
            fix="A file of edits has the columns "
            "annotator,segment,system,source,mt,edited,seconds,keystrokes.",
        )


def _known(name: str, used: EditIndicators) -> bool:
    """Tell whether an indicator was measured; refuse a name that is none of ours."""
    if name in used.values:
        return True
    if name not in TARGETS:
        raise NotFound.among("indicator", name, used.values)
    return False


def _lead(found: dict[str, IndicatorResult], ways: Sequence[str]) -> str:
    """Return the method to lead with: the best of those that tell something."""
    told = {
        way.method
        for one in found.values()
        for way in one.ways
        if any(score.value is not None for score in way.scores)
    }
    return next((name for name in ("log-ridge", "model", *ways) if name in told), ways[0])


def _not_told(found: dict[str, IndicatorResult]) -> list[str]:
    """Say which methods give no score to any system, and why that may be."""
    silent: dict[tuple[str, ...], list[str]] = {}
    for name, one in found.items():
        ways = [way for way in one.ways if all(score.value is None for score in way.scores)]
        if ways:
            silent.setdefault(tuple(way.method for way in ways), []).append(name)
    if not silent:
        return []
    listed = "; ".join(f"{_joined(names)} by {_joined(ways)}" for ways, names in silent.items())
    return [
        f"Not estimable: {listed}. That needs sources edited with the outputs of two systems, a "
        "training set in which it varies, and more than a handful of judgements."
    ]


def _joined(names: Sequence[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def _editors(used: EditIndicators, found: dict[str, IndicatorResult]) -> tuple[EditorEffort, ...]:
    way = found["seconds"].way("model") if "seconds" in found else None
    speeds = way.model.speed if way is not None and way.model is not None else None
    rows = []
    for code, name in enumerate(used.annotator.names):
        own = used.annotator.codes == code
        if not own.any():
            continue
        capped = used.values.get("seconds", used.raw_seconds) < used.raw_seconds
        pace = _rate(used, "seconds", own & ~used.scratch)
        rows.append(
            EditorEffort(
                annotator=name,
                judgements=int(own.sum()),
                training=int((own & used.train).sum()),
                seconds_per_word=pace,
                keystrokes_per_word=_rate(used, "keystrokes", own & ~used.scratch),
                words_per_hour=_HOUR / pace if pace else None,
                hter=_mean(used.values.get("hter"), own),
                rating=_mean(used.rating, own),
                unchanged=int((own & used.unchanged).sum()),
                capped=int((own & capped).sum()),
                speed=None if speeds is None else speeds[code],
            )
        )
    return tuple(rows)


def _rate(used: EditIndicators, name: str, rows: Bools) -> float | None:
    """Return the sum of an indicator over the sum of source words."""
    if name not in used.values:
        return None
    known = rows & ~np.isnan(used.values[name]) & ~np.isnan(used.words)
    return float(used.values[name][known].sum() / used.words[known].sum()) if known.any() else None


def _mean(values: Floats | None, rows: Bools) -> float | None:
    if values is None or np.isnan(values[rows]).all():
        return None
    return float(np.nanmean(values[rows]))


def _summaries(used: EditIndicators) -> tuple[IndicatorSummary, ...]:
    rows = []
    for name, values in used.values.items():
        for code, system in enumerate(used.system.names):
            own = used.test & (used.system.codes == code) & ~np.isnan(values)
            if own.any():
                per_word = None if name in FRACTIONS else _rate(used, name, own)
                rows.append(
                    IndicatorSummary(
                        name,
                        system,
                        int(own.sum()),
                        float(values[own].mean()),
                        float(np.median(values[own])),
                        per_word,
                    )
                )
    return tuple(rows)


def _sensitivity(
    raw: EditIndicators,
    filtered: FilteredJudgements,
    estimates: Sequence[EffortEstimate],
    level: float,
) -> tuple[Sensitivity, ...]:
    """Score the systems in seconds again with raw times, if the filter changed any."""
    timed = next((one for one in estimates if one.indicator == "seconds"), None)
    if timed is None or not filtered.dropped + filtered.capped:
        return ()
    again = estimate_effort(raw, "seconds", level=level)
    unfiltered = {one.system: one.score for one in again.answer.systems} if again else {}
    return tuple(
        Sensitivity(one.system, one.score, unfiltered[one.system])
        for one in timed.answer.systems
        if one.system in unfiltered
    )
