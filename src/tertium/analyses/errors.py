"""Error analysis, with quality scores and a pass/fail verdict."""

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from tertium.analyses.analysis import Analysis, analysis
from tertium.analyses.arguments import (
    Between,
    CampaignName,
    GivenFile,
    Help,
    LanguagePair,
    Level,
    NewFile,
    Source,
)
from tertium.choices import Merits, Repeated, ScoredLayer, Scoring, WordsOf

if TYPE_CHECKING:
    from tertium.analyses.judgements import Judgements
    from tertium.stats.errors.analyse import ErrorScores
    from tertium.stats.result import LanguagePairs

Lengths = Annotated[
    GivenFile | None,
    Help("Words of each segment (segment,words), if the texts are not in the file."),
]
Words = Annotated[WordsOf, Help("Count the words of the source or of the target text.")]


@analysis
def errors(
    file: Source,
    /,
    *,
    scoring: Scoring | None = None,
    typology: str | PathLike[str] | None = None,
    pass_mark: float | None = None,
    tolerance: str | float | None = None,
    words: Words = "source",
    lengths: Lengths = None,
    repeated: Repeated = "all",
    merits: Merits = "apart",
    layer: ScoredLayer = "observed",
    consumer_risk: float = 0.05,
    producer_risk: float = 0.05,
    cautious: bool = False,
    documents: Annotated[int | None, Between(1)] = None,
    examples: Annotated[int, Between(0, 20)] = 2,
    scorecard: NewFile | None = None,
    job: str | None = None,
    level: Level = 0.95,
    language_pair: LanguagePair = None,
    campaign: CampaignName = None,
) -> "ErrorScores | LanguagePairs | Analysis[ErrorScores]":
    """Error analysis (MQM, ESA, LQA): quality scores, error rates, contrasts, pass/fail.

    FILE holds error annotations (annotator,segment,system,side,start,end,category,severity),
    WMT MQM or Marot files, or is a campaign's folder. Reports errors by category, severity,
    annotator and document, with examples. The verdict is pass, fail or undecided, with its
    risks; if undecided, it gives the sample size still needed.

    Args:
        scoring: Scoring model. [default: raw, or that of the campaign]
        typology (NAME|FILE): Error typology with weights: a built-in name, or a YAML file.
            [default: that of the campaign or the scoring model, or the points in the file]
        pass_mark: Quality score needed to pass. [default: 90 for calibrated and non-linear]
        tolerance: Penalty points allowed: per 1,000 words (calibrated, 10), or for two lengths
            (non-linear, 250=4,1000=10).
        repeated: Count every repetition of an error in a document, or only the first.
        merits: Report merits apart, or let them offset errors of the same output (never critical
            ones).
        layer: Annotation layer: each annotator's own, after consolidation, or after adjudication.
        consumer_risk: Consumer's risk: probability that a text at the threshold passes.
        producer_risk: Producer's risk: probability that a text at the threshold fails.
        cautious: Keep the risks also if documents differ strongly: assume a standard deviation of
            their whole mean instead of half of it. Needs a larger sample.
        documents: Documents in the whole delivery. If all were annotated, verdicts and confidence
            intervals are about them only. [default: from the campaign's sample, else many]
        examples: Examples per error category.
        scorecard: Write a scorecard (HTML or XLSX).
        job: Title of the scorecard. [default: the campaign, or FILE]

    """
    from tertium.analyses.files import check_ending
    from tertium.analyses.judgements import read
    from tertium.analyses.marked import score_marked

    check_ending(scorecard, "scorecards", "--scorecard", (".html", ".xlsx"))
    judgements = read(file, campaign=campaign, language_pair=language_pair)
    rule: dict[str, Any] = {
        "scoring": scoring,
        "typology": typology,
        "pass_mark": pass_mark,
        "tolerance": tolerance,
        "words_of": words,
        "lengths": lengths,
        "repeated": repeated,
        "merits": merits,
        "layer": layer,
        "consumer": consumer_risk,
        "producer": producer_risk,
        "cautious": cautious,
        "documents": documents,
        "examples": examples,
        "level": level,
    }
    if scorecard is None:
        return judgements.each_pair(lambda part: score_marked(part, **rule).result)
    return _with_scorecard(judgements, Path(scorecard), job, rule)


def _with_scorecard(
    judgements: "Judgements", path: Path, job: str | None, rule: dict[str, Any]
) -> "Analysis[ErrorScores]":
    from tertium.analyses.marked import score_marked
    from tertium.analyses.scorecards import write_cards
    from tertium.stats.errors.card import scorecards
    from tertium.stats.errors.layers import read_replies

    judgements.refuse_several("--scorecard")
    marked = score_marked(judgements, **rule)
    campaign = judgements.campaign
    cards = scorecards(
        marked.spans,
        marked.result,
        typology=marked.typology,
        repeated=rule["repeated"],
        job=job or (campaign.title if campaign else Path(judgements.place).name),
        replies=read_replies(judgements.table),
    )
    write_cards(cards, judgements, rule["layer"], path)
    return Analysis(marked.result, (f"Wrote {path}.",))
