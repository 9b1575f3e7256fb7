"""Marked errors and their scores: by the rule of the campaign, or as arguments say."""

from dataclasses import dataclass, replace
from os import PathLike
from typing import TYPE_CHECKING, Any

from tertium.choices import ScoredLayer

if TYPE_CHECKING:
    from tertium.analyses.judgements import Judgements
    from tertium.stats.errors.analyse import ErrorScores
    from tertium.table import Spans
    from tertium.typology import Typology


@dataclass(frozen=True, slots=True)
class MarkedErrors:
    """What was marked, by which typology it was weighed, and what follows."""

    spans: "Spans"
    typology: "Typology | None"
    result: "ErrorScores"


def score_marked(
    judgements: "Judgements",
    *,
    scoring: Any = None,
    typology: str | PathLike[str] | None = None,
    pass_mark: float | None = None,
    tolerance: str | float | None = None,
    cautious: bool = False,
    documents: int | None = None,
    lengths: str | PathLike[str] | None = None,
    layer: ScoredLayer = "observed",
    **given: Any,
) -> MarkedErrors:
    """Score marked errors; what no argument says follows from the campaign."""
    from tertium.analyses.judgements import known_lengths
    from tertium.formats.typology import read_typology
    from tertium.protocols.rule import OWN, read_tolerance
    from tertium.stats.errors.analyse import score_errors
    from tertium.stats.errors.collected import collected_spans, rule_of, sample_told, typology_of
    from tertium.stats.errors.layers import open_in_layer

    spans = collected_spans(judgements.table, judgements.campaign, layers=(layer,))
    rule = {"scoring": "raw"} | rule_of(judgements.campaign)
    if scoring not in (None, rule["scoring"]):
        rule = {"scoring": scoring} | {
            name: rule[name] for name in ("cautious", "documents") if name in rule
        }
    if pass_mark is not None:
        rule["pass_mark"] = pass_mark
    if tolerance is not None:
        rule |= read_tolerance(str(tolerance), rule["scoring"], where="--tolerance")
    if cautious:
        rule["cautious"] = True
    if documents is not None:
        rule["documents"] = documents
    chosen = None if typology is None else read_typology(str(typology))
    own = typology_of(judgements.campaign)
    # Other standards weigh with their own typology, unless people marked with just that one.
    if chosen is None and own is not None and rule["scoring"] not in {*OWN} - {own.name}:
        chosen = own
    result = score_errors(
        spans,
        typology=chosen,
        lengths=None if lengths is None else known_lengths(judgements, lengths),
        **rule,
        **given,
    )
    left = (*sample_told(judgements.campaign), *open_in_layer(judgements.table, layer))
    if chosen is not None and chosen is own and _edited(judgements):
        left = (
            "The typology in this folder was changed after annotation began; errors are "
            "weighed by the one they marked with.",
            *left,
        )
    result = judgements.noted(replace(result, warnings=(*left, *result.warnings)))
    return MarkedErrors(spans, chosen, result)


def _edited(judgements: "Judgements") -> bool:
    """Tell whether the folder of a campaign says otherwise than when people marked."""
    from tertium.analyses.campaigns import CAMPAIGN_FILE
    from tertium.formats.aids import typology_changed

    folder, campaign = judgements.path, judgements.campaign
    if folder is None or campaign is None:
        return False
    file = folder / CAMPAIGN_FILE
    return file.is_file() and typology_changed(file, campaign)
