"""Two systems compared from preference judgements."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tertium.analyses.analysis import analysis
from tertium.analyses.arguments import (
    CampaignName,
    GivenFile,
    LanguagePair,
    Level,
    Resamples,
    Seed,
    Source,
)
from tertium.choices import ComparisonInterval
from tertium.exceptions import BadInput, NotFound

if TYPE_CHECKING:
    from tertium.analyses.judgements import Judgements
    from tertium.stats.comparison.compare import Comparison
    from tertium.stats.result import LanguagePairs
    from tertium.table import JudgementTable

Shares = str | float | Mapping[str, float] | None  # of identical outputs; by domain


@analysis
def compare(
    file: Source,
    /,
    *,
    baseline: str | None = None,
    advanced: str | None = None,
    identical: Shares = None,
    interval: ComparisonInterval = "auto",
    prior: float = 0.5,
    level: Level = 0.95,
    resamples: Resamples = 2000,
    seed: Seed = 0,
    price: float | None = None,
    currency: str | None = None,
    scores: GivenFile | None = None,
    curves: bool = False,
    language_pair: LanguagePair = None,
    campaign: CampaignName = None,
) -> "Comparison | LanguagePairs":
    """Compare two systems from preference judgements: improvement ratio, impact, 95% CI.

    FILE holds judgements in any known format, gzipped or not
    (annotator,segment,left,right,answer), or is a campaign's folder. A campaign provides
    the systems, the share of identical outputs and the segment lengths.

    Args:
        baseline: Baseline system, by its name in FILE.
        advanced: New system, by its name in FILE.
        identical: Share of identical outputs: 0.226, or by domain: Environment=.226,Health=.262.
        interval: Confidence-interval method; auto is crossed: annotators, documents and segments
            vary.
        prior: Prior scale of the differences between annotators, for `interval` hierarchical.
        price: Price per task.
        currency: Currency of the price. [default: EUR]
        scores: Segment scores (segment,system,score), to check whether wins are on poor segments.
        curves: Add power curves: sample size for a significant difference.

    """
    from tertium.analyses.judgements import read

    return read(file, campaign=campaign, language_pair=language_pair).each_pair(
        lambda part: compare_releases(
            part,
            baseline=baseline,
            advanced=advanced,
            identical=identical,
            interval=interval,
            prior=prior,
            level=level,
            resamples=resamples,
            seed=seed,
            price=price,
            currency=currency,
            scores=scores,
            curves=curves,
        )
    )


def compare_releases(
    judgements: "Judgements",
    *,
    identical: Shares,
    scores: GivenFile | None,
    curves: bool,
    **given: Any,
) -> "Comparison":
    """Compare the two releases: what the campaign knows, unless an argument says otherwise.

    `given` are further arguments, None where nothing was said. Curves need judgements to
    resample, so without any there are none.
    """
    from tertium.analyses.judgements import read_scores
    from tertium.stats.comparison.compare import compare as compared
    from tertium.stats.comparison.enough import enough

    _refuse_others(judgements)
    choices = _known(judgements) | {name: v for name, v in given.items() if v is not None}
    if identical is not None:
        choices["identical"] = _read_identical(identical, judgements.table)
        choices.pop("sizes", None)  # they belong to the campaign's own shares
    if scores is not None:
        choices["scores"] = read_scores(Path(scores))
    result = judgements.noted(compared(judgements.table, **choices))
    if not curves or not result.judgements:
        return result
    drawn = enough(
        judgements.table,
        baseline=result.baseline,
        advanced=result.advanced,
        identical=result.identical or 0.0,
        level=result.level,
        seed=given["seed"],
    )
    return replace(result, curves=drawn)


def _refuse_others(judgements: "Judgements") -> None:
    """Refuse a file of another kind, naming the command that reads it; a campaign may be empty."""
    table = judgements.table
    if judgements.campaign is not None or table.distinct("versus"):
        return
    kind, command = "", ""
    if len(table.spans()):
        kind, command = "error annotations", "errors"
    elif len(table.edits()):
        kind, command = "edited texts", "effort"
    elif judgements.scored:
        kind, command = "scores", "rank"
    if kind:
        raise BadInput(
            f"this file holds {kind}, and compare reads preferences between two systems",
            fix=f"Use: tertium {command}.",
        )


def _known(judgements: "Judgements") -> dict[str, Any]:
    """Return the arguments of `compare` that the campaign answers by itself."""
    from tertium.stats.campaign import campaign_choices, compares_releases

    if judgements.campaign is None:
        return {}
    if not compares_releases(judgements.campaign):
        raise BadInput(
            f"campaign {judgements.campaign.name!r} compares more than two releases",
            fix="Rank its systems with: tertium rank, or tertium graph.",
        )
    return dict(campaign_choices(judgements.campaign, judgements.identical))


def _read_identical(
    given: str | float | Mapping[str, float], table: "JudgementTable"
) -> float | dict[str, float]:
    """Read one share, or one for each domain."""
    if isinstance(given, Mapping):
        shares = dict(given)
    elif isinstance(given, str) and "=" in given:
        parts = [part.rpartition("=") for part in given.split(",")]
        shares = {domain.strip(): _share(share) for domain, _, share in parts}
    else:
        return _share(given) if isinstance(given, str) else given
    known = table.distinct("domain")
    for domain in shares:
        if domain not in known:
            raise NotFound.among("domain", domain, known, where="--identical")
    return shares


def _share(text: str) -> float:
    plain = text.strip()
    try:
        return float(plain.removesuffix("%")) / (100 if plain.endswith("%") else 1)
    except ValueError:
        raise BadInput(
            f"{plain!r} is not a share",
            where="--identical",
            fix="Write 0.226, 22.6%, or Environment=.226,Health=.262.",
        ) from None
