"""Inter- and intra-annotator agreement."""

from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tertium.analyses.analysis import Analysis, analysis
from tertium.analyses.arguments import (
    CampaignName,
    GivenFile,
    LanguagePair,
    Level,
    NewFile,
    Scale,
    Seed,
    Source,
)
from tertium.analyses.files import check_ending, write_whole
from tertium.choices import (
    AgreementVariant,
    ConsensusMethod,
    MarkedName,
    Metric,
    Raters,
    TokenSide,
    Weights,
)
from tertium.exceptions import BadInput

if TYPE_CHECKING:
    from tertium.analyses.judgements import Judgements
    from tertium.stats.agreement.agree import Agreement
    from tertium.stats.agreement.groups import PartOf
    from tertium.stats.agreement.labels import GoldLabel
    from tertium.stats.result import LanguagePairs
    from tertium.stats.span_agreement.agreement import SpanAgreement


@analysis
def agree(
    file: Source,
    /,
    *,
    aspect: str | None = None,
    scale: Scale = None,
    annotators: Raters = "these",
    weights: Weights | None = None,
    metric: Metric | None = None,
    variant: AgreementVariant = "textbook",
    lengths: GivenFile | None = None,
    merge: str | None = None,
    by: str | None = None,
    growth: str | None = None,
    consensus: ConsensusMethod | None = None,
    labels: NewFile | None = None,
    gold: GivenFile | None = None,
    level: Level = 0.95,
    side: TokenSide = "target",
    names: MarkedName | None = None,
    typology: str | None = None,
    seed: Seed = 0,
    language_pair: LanguagePair = None,
    campaign: CampaignName = None,
) -> "Agreement | SpanAgreement | LanguagePairs | Analysis[Any]":
    """Inter- and intra-annotator agreement: Cohen's and Fleiss' κ, Krippendorff's α, AC1.

    FILE holds preferences (annotator,segment,left,right,answer[,pass]), rankings in any
    known format, scores (annotator,segment,system,score) or labels
    (annotator,segment,system,label), or is a campaign's folder. For error annotation
    (annotator,segment,system,side,start,end,category,severity), agreement is on the error
    spans, unless `aspect` asks for scores. All values have confidence intervals. With
    `consensus`, every output gets one label from those of its annotators.

    Args:
        aspect: Aspect of the scores. [default: preferences if any, then overall or the only one]
        annotators: Confidence intervals for these annotators, or for a population of such
            annotators.
        weights: Weights of Cohen's κ. [default: none; quadratic for many scores]
        metric: Scale of Krippendorff's α. [default: that of the scale: ordinal if its steps have
            names, interval for scores, nominal for labels and preferences]
        variant: κ as in textbooks, or as the organisers of WMT compute it.
        lengths: Source words of each segment (CSV: segment,words), for agreement by length.
            [default: from the campaign]
        merge (NAME=LABEL+LABEL,…): Labels counted as one, such as good=CCOR+MEAN,bad=NONS+DANG.
        by (COLUMN): Agreement in groups beside that of all: category, language-pair, or a column
            such as group, system, level, document, any other of the file, or a tag of the
            campaign's segments.
        growth (K,K,…): κ and reliability of the mean with so many annotators, such as 3,5,8, by
            resampling annotators.
        consensus: One label for each output: by majority, by a model of annotators' confusions
            (dawid-skene), of their competence (mace), or of their severity and noise on a scale
            (ordinal).
        labels: Write the consensus labels (segment,system,aspect,label,probability,votes; CSV).
        gold: Right labels (CSV: segment,label[,system]), for the accuracy of the consensus.
        side: Error annotation: the text whose tokens are compared.
        names: Error annotation: what is compared beside the span. [default: category, if any]
        typology: Error annotation: typology with categories and weights.

    """
    from tertium.analyses.judgements import known_lengths, read
    from tertium.stats.agreement.agree import agree as agreed
    from tertium.stats.agreement.asked import Asked
    from tertium.stats.agreement.groups import LANGUAGE_PAIR
    from tertium.stats.agreement.merging import read_merging
    from tertium.stats.errors.collected import has_marks, has_ratings

    judgements = read(
        file,
        campaign=campaign,
        scale=scale,
        aspect=aspect,
        language_pair=language_pair,
        tag=None if by == LANGUAGE_PAIR else by,
    )
    if not len(judgements.table):
        raise BadInput(
            "there are no judgements yet",
            where=judgements.place,
            fix="Run this command again after the first judgements.",
        )
    table = judgements.table
    on_errors = aspect == "error" or (aspect is None and not has_ratings(table))
    if on_errors and has_marks(table):
        return judgements.each_pair(
            lambda part: part.noted(
                _agree_on_errors(
                    part,
                    side=side,
                    names=names,
                    typology=typology,
                    raters=annotators,
                    level=level,
                    seed=seed,
                )
            )
        )
    if labels is not None:
        _check_labels(judgements, consensus, labels)
    if gold is not None and consensus is None:
        raise BadInput(
            "gold labels are compared with a consensus",
            where="--gold",
            fix="Add --consensus, such as --consensus majority.",
        )
    if aspect is None and judgements.scored:
        aspect = judgements.aspect()
    if aspect is None and judgements.campaign is not None:
        aspect = _rated_first(judgements)
    knows = lengths is not None or judgements.campaign is not None
    merging = None if merge is None else read_merging(merge)
    numbers = () if growth is None else _read_growth(growth)
    right = () if gold is None else _read_gold(Path(gold))

    def analyse(part: "Judgements") -> "Agreement":
        found = agreed(
            part.table,
            aspect=aspect,
            raters=annotators,
            weights=weights,
            metric=metric,
            variant=variant,
            lengths=known_lengths(part, lengths) if knows else None,
            level=level,
            asked=Asked(merging, by, _part_of(part, by), numbers, consensus, right, seed),
        )
        return part.noted(_with_texts(found, part))

    if by == LANGUAGE_PAIR:
        # Equal segments of two language pairs are different items.
        pooled = replace(judgements, table=judgements.table.pairs_in_segments())
        return analyse(pooled)
    found = judgements.each_pair(analyse)
    if labels is None:
        return found
    return Analysis(found, (_write_labels(found, Path(labels)),))


def _check_labels(
    judgements: "Judgements", consensus: str | None, labels: str | PathLike[str]
) -> None:
    """Refuse a file of labels that cannot be written."""
    if consensus is None:
        raise BadInput(
            "there are no consensus labels to write",
            where="--labels",
            fix="Add --consensus, such as --consensus majority.",
        )
    check_ending(labels, "consensus labels", "--labels", (".csv", ".tsv"))
    judgements.refuse_several("--labels")


def _rated_first(judgements: "Judgements") -> str | None:
    """Return the scale that a campaign of ratings asks first, if there are answers on it."""
    from tertium import protocols
    from tertium.protocols.protocol import Rating

    campaign = judgements.campaign
    assert campaign is not None
    asks = protocols.get(campaign.protocol, campaign.options).asks
    rated = (ask.name for ask in asks if isinstance(ask, Rating))
    return next((name for name in rated if judgements.table.has_scores(name)), None)


def _part_of(part: "Judgements", by: str | None) -> "PartOf":
    """Return what a column says, of segments if each has one value, or of annotators or systems."""
    from tertium.stats.agreement.groups import KNOWN, LANGUAGE_PAIR, UNITS, PartOf

    if by == LANGUAGE_PAIR:
        return PartOf(names={one: one.partition(" ")[0] for one in part.table.distinct("segment")})
    if by is None or by in KNOWN:
        return PartOf()
    part.by_value(by)  # refuses a column that is unknown or empty
    for unit in UNITS:
        names = part.table.one_value(unit, by)
        if names is not None:
            return PartOf(unit, names)
    raise BadInput(
        f"{by!r} has several values for one segment, one annotator and one system",
        where="--by",
        fix=f"Agreement in groups needs a column with one value for each {' or '.join(UNITS)}.",
    )


def _read_growth(text: str) -> tuple[int, ...]:
    """Read numbers of annotators, such as 3,5,8."""
    numbers = [part.strip() for part in text.split(",")]
    if not all(number.isdecimal() for number in numbers):
        raise BadInput(
            f"{text!r} is not a list of numbers",
            where="--growth",
            fix="Write numbers of annotators, such as 3,5,8.",
        )
    return tuple(sorted({int(number) for number in numbers}))


def _read_gold(path: Path) -> "tuple[GoldLabel, ...]":
    """Read the labels that outputs are known to have."""
    from tertium.formats.sheets import Row, Sheet
    from tertium.stats.agreement.labels import GoldLabel

    def read(row: Row) -> GoldLabel:
        system = row.get("system", "")
        return GoldLabel(row.filled("segment"), system, row.filled("label"), str(row.where))

    return tuple(Sheet("gold labels", ("segment", "label"), read).rows(path))


def _with_texts(result: "Agreement", judgements: "Judgements") -> "Agreement":
    """Return the result with the texts of disputed items, as the campaign knows them."""
    from tertium.stats.agreement.disputed import with_texts

    campaign = judgements.campaign
    if campaign is None:
        return result
    sources = {one.id: one.source for one in campaign.segments}
    disputed = with_texts(result.most_disputed, sources, campaign.outputs)
    return replace(result, most_disputed=disputed)


def _write_labels(result: Any, path: Path) -> str:
    """Write the consensus labels, and say how many there are."""
    import csv
    from dataclasses import astuple, fields
    from io import StringIO

    from tertium.stats.consensus.consensus import ConsensusLabel

    labels = result.consensus.labels
    text = StringIO()
    rows = csv.writer(text, "excel-tab" if path.suffix == ".tsv" else "excel", lineterminator="\n")
    rows.writerow([one.name for one in fields(ConsensusLabel)])
    rows.writerows(astuple(replace(one, probability=round(one.probability, 6))) for one in labels)
    write_whole(path, text.getvalue().rstrip("\n"))
    return f"Wrote {len(labels):,} consensus labels to {path}."


def _agree_on_errors(
    judgements: "Judgements", *, names: Any, typology: str | None, **choices: Any
) -> "SpanAgreement":
    """Measure agreement on marks; a campaign knows texts that its judgements do not."""
    from tertium.formats.typology import read_typology
    from tertium.stats.errors.collected import collected_spans, typology_of
    from tertium.stats.span_agreement.agreement import agree_spans

    spans = collected_spans(judgements.table, judgements.campaign)
    tree = read_typology(typology) if typology is not None else typology_of(judgements.campaign)
    return agree_spans(spans, label=names, typology=tree, **choices)
