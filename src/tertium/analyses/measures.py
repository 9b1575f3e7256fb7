"""What systems can be ranked by: which measures judgements hold, and the ranking by each."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from tertium.exceptions import BadInput, NotFound

if TYPE_CHECKING:
    from tertium.analyses.judgements import Judgements
    from tertium.stats.measures import MeasureRanking
    from tertium.stats.ranking.result import Ranking
    from tertium.table import JudgementTable, Spans

_FEW_STEPS = 7  # of a scale whose answers are rather categories than scores
_CATEGORIES = (
    "The scale has few steps: tertium ratings gives the share of each, and places systems on a "
    "latent scale that allows for severe and lenient annotators."
)
_NO_MEANS = (
    "The numbers of this scale are names of an order that is not quality alone, and this ranking "
    "averages them; tertium ratings does not."
)
_R = TypeVar("_R", bound="Ranking | MeasureRanking")


def held_measures(judgements: "Judgements") -> tuple[str, ...]:
    """Return by what these judgements can rank systems, the first by default."""
    from tertium.protocols.chunk_schemes import CHUNK

    table = judgements.table
    aspects = set(table.distinct("aspect"))
    held = {
        "preferences": table.has_comparisons(),
        "scores": judgements.has_scores,
        "errors": _is_marked(table, aspects),
        "chunks": CHUNK in aspects,
        "time": {"edited", "seconds"} <= aspects,
        "hter": "edited" in aspects,
    }
    return tuple(name for name, holds in held.items() if holds)


def with_metrics(judgements: "Judgements", aspect: str | None) -> "Judgements":
    """Return the scores that metrics computed where one is named, or there is nothing else."""
    table = judgements.table
    if "computed" not in table.distinct("layer"):
        return judgements
    computed = table.computed_as_observed()
    known = computed.distinct("aspect")
    if aspect in known or len(computed) == len(table):
        return replace(judgements, table=computed)
    return judgements


def _is_marked(table: "JudgementTable", aspects: set[str]) -> bool:
    """Tell whether errors were marked; what cannot be need not load the analysis of errors."""
    if "error" in aspects or "overall" not in aspects:
        return "error" in aspects
    from tertium.stats.errors.collected import has_marks

    return has_marks(table)


def rank_by(
    judgements: "Judgements", measure: str, *, level: float, **given: Any
) -> "Ranking | MeasureRanking":
    """Rank systems by a measure; `given` are the arguments that belong to some of them."""
    ranked: dict[str, Callable[..., Ranking | MeasureRanking]] = {
        "preferences": _preferences,
        "scores": _scores,
        "errors": _errors,
        "chunks": _chunks,
        **dict.fromkeys(("time", "keys", "hter"), _effort),
    }
    return ranked[measure](judgements, measure=measure, level=level, **given)


def _preferences(
    judgements: "Judgements",
    *,
    measure: str,
    method: Any,
    aspect: None,
    passing: str,
    **given: Any,
) -> "Ranking":
    from tertium.stats.ranking.rank import rank

    return rank(judgements.comparisons(), method=method or "bradley-terry", **given)


def _scores(
    judgements: "Judgements",
    *,
    method: Any,
    aspect: str | None,
    passing: Any,
    correction: Any,
    level: float,
    seed: int,
    **given: Any,
) -> "Ranking":
    from tertium.stats.assessment.ranking import rank_scores

    found = rank_scores(
        judgements.table,
        method=method or "z",
        aspect=judgements.aspect(aspect),
        passing=passing,
        correction=correction,
        level=level,
        seed=seed,
    )
    scale = found.scale
    few = scale is not None and scale.step and scale.width / scale.step < _FEW_STEPS
    notes = [_CATEGORIES] if few else []
    if scale is not None and not scale.average:
        notes.append(_NO_MEANS)
    return replace(found, warnings=(*found.warnings, *notes))


def _errors(judgements: "Judgements", *, level: float, **given: Any) -> "MeasureRanking":
    """Rank by the rule of the campaign; a file by words, or by segments as WMT does."""
    from tertium.analyses.marked import score_marked
    from tertium.stats.errors.collected import collected_spans, rule_of
    from tertium.stats.measures import rank_errors

    scoring = None
    if not rule_of(judgements.campaign):
        spans = collected_spans(judgements.table, judgements.campaign)
        scoring = "raw" if _has_words(spans) and _is_core(spans) else "wmt-mqm"
    found = score_marked(judgements, scoring=scoring, level=level).result
    return rank_errors(replace(found, warnings=found.warnings[len(judgements.notes) :]))


def _has_words(spans: "Spans") -> bool:
    return all(text is not None for text in spans.outputs.source)


def _is_core(spans: "Spans") -> bool:
    """Tell whether most errors have a category of MQM Core."""
    from tertium.formats.typology import read_typology

    typology, names = read_typology("mqm-core"), spans.category.names
    known = {code for code, name in enumerate(names) if typology.node(name) is not None}
    marked = [code for code in spans.category.codes.tolist() if code >= 0]
    return 2 * sum(code in known for code in marked) >= len(marked)


def _chunks(judgements: "Judgements", *, level: float, **given: Any) -> "MeasureRanking":
    from tertium.stats.chunks.accuracy import chunk_accuracy
    from tertium.stats.chunks.judged import judged_chunks
    from tertium.stats.measures import rank_chunks

    return rank_chunks(chunk_accuracy(judged_chunks(judgements.table), level=level))


def _effort(
    judgements: "Judgements", *, measure: Any, level: float, **given: Any
) -> "MeasureRanking":
    from tertium.stats.effort.analyse import effort_answer
    from tertium.stats.effort.collected import collected_edits
    from tertium.stats.measures import rank_effort

    edits = collected_edits(judgements.table, judgements.campaign)
    return rank_effort(effort_answer(edits, measure, level=level), measure, level=level)


def against_baseline(result: _R, baseline: str) -> _R:
    """Keep the contrasts of all other systems with one of them."""
    from tertium.stats.contrasts.record import against

    known = [one.system for one in result.systems]
    if baseline not in known:
        raise NotFound.among("system", baseline, known, where="--baseline")
    if len(known) < 2:
        raise BadInput(f"{baseline} is the only system", where="--baseline", fix="Leave it out.")
    return replace(result, contrasts=against(result.contrasts, baseline))
