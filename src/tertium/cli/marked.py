"""Marked errors as a command scores them: by the rule of the campaign, or as options say."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from tertium.cli.evidence import Evidence
    from tertium.stats.errors import ErrorScores
    from tertium.table import Spans
    from tertium.typology import Typology

__all__ = ["Layer", "MarkedErrors", "score_marked"]

Layer = Literal["observed", "consolidated", "arbitrated"]


@dataclass(frozen=True, slots=True)
class MarkedErrors:
    """What was marked, by which typology it was weighed, and what follows."""

    spans: "Spans"
    typology: "Typology | None"
    result: "ErrorScores"


def score_marked(
    evidence: "Evidence",
    path: Path,
    *,
    scoring: Any = None,
    typology: str | None = None,
    pass_mark: float | None = None,
    tolerance: str | None = None,
    cautious: bool = False,
    documents: int | None = None,
    lengths: Path | None = None,
    layer: Layer = "observed",
    **given: Any,
) -> MarkedErrors:
    """Score marked errors; what no option says follows from the campaign."""
    from tertium.cli.evidence import known_lengths
    from tertium.formats.typology import read_typology
    from tertium.protocols.rule import OWN, read_tolerance
    from tertium.stats.errors import (
        collected_spans,
        rule_of,
        sample_told,
        score_errors,
        typology_of,
    )
    from tertium.stats.errors.layers import open_in_layer

    spans = collected_spans(evidence.table, evidence.campaign, layers=(layer,))
    rule = {"scoring": "raw"} | rule_of(evidence.campaign)
    if scoring not in (None, rule["scoring"]):
        rule = {"scoring": scoring} | {
            name: rule[name] for name in ("cautious", "documents") if name in rule
        }
    if pass_mark is not None:
        rule["pass_mark"] = pass_mark
    if tolerance is not None:
        rule |= read_tolerance(tolerance, rule["scoring"], where="--tolerance")
    if cautious:
        rule["cautious"] = True
    if documents is not None:
        rule["documents"] = documents
    chosen = None if typology is None else read_typology(typology)
    own = typology_of(evidence.campaign)
    # Other standards weigh with their own typology, unless people marked with just that one.
    if chosen is None and own is not None and rule["scoring"] not in {*OWN} - {own.name}:
        chosen = own
    result = score_errors(
        spans,
        typology=chosen,
        lengths=None if lengths is None else known_lengths(evidence, lengths),
        **rule,
        **given,
    )
    left = (*sample_told(evidence.campaign), *open_in_layer(evidence.table, layer))
    if chosen is not None and chosen is own and _edited(path, evidence):
        left = (
            "The typology in this folder was changed after annotation began; errors are "
            "weighed by the one they marked with.",
            *left,
        )
    result = evidence.noted(replace(result, warnings=(*left, *result.warnings)))
    return MarkedErrors(spans, chosen, result)


def _edited(path: Path, evidence: "Evidence") -> bool:
    """Tell whether the folder of a campaign says otherwise than when people marked."""
    from tertium.cli.campaigns import CAMPAIGN_FILE
    from tertium.formats.aids import typology_changed

    file, campaign = path / CAMPAIGN_FILE, evidence.campaign
    return campaign is not None and file.is_file() and typology_changed(file, campaign)
