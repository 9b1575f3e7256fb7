"""The results for customers: one HTML file."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from tertium.analyses.analysis import complete_doc
from tertium.analyses.arguments import (
    Aspect,
    CampaignName,
    GivenFile,
    LanguagePair,
    Level,
    Scale,
    Seed,
    Source,
)
from tertium.analyses.compare import Shares, compare_releases
from tertium.wording import ReportLanguage

if TYPE_CHECKING:
    from tertium.analyses.judgements import Judgements
    from tertium.rendering import About
    from tertium.stats.result import Result


@dataclass(frozen=True, slots=True, repr=False)
class Report:
    """A report: the results it tells, and the page that works offline."""

    results: "tuple[Result, ...]"
    html: str
    about: "About"

    def __repr__(self) -> str:
        from tertium.rendering import headline

        return f"Report: {headline(self.results[0])}"

    def _repr_html_(self) -> str:
        """Return the page in a frame of its own, for notebooks."""
        from html import escape

        return f'<iframe srcdoc="{escape(self.html)}" width="100%" height="600"></iframe>'

    def save(self, path: str | PathLike[str]) -> None:
        """Write the page to a file; .xlsx, .zip (CSV files) and .json hold every table."""
        from tertium.analyses.files import write_whole
        from tertium.formats.bundles import BUNDLES, write_bundle
        from tertium.rendering.plain import many_to_json
        from tertium.rendering.worksheets import about_report, report_sheets

        ending = Path(path).suffix.lower()
        if ending == ".json":
            write_whole(Path(path), many_to_json(self.results))
        elif ending in BUNDLES:
            write_bundle(Path(path), report_sheets(self.results), about=about_report(self.about))
        else:
            write_whole(Path(path), self.html)


def report(
    file: Source,
    /,
    *,
    public: bool = False,
    annex: bool = False,
    language: ReportLanguage = "en",
    title: str | None = None,
    baseline: str | None = None,
    advanced: str | None = None,
    identical: Shares = None,
    scores: GivenFile | None = None,
    aspect: Aspect = None,
    scale: Scale = None,
    level: Level = 0.95,
    seed: Seed = 0,
    price: float | None = None,
    currency: str | None = None,
    language_pair: LanguagePair = None,
    campaign: CampaignName = None,
) -> Report:
    """Write a report on the judgements in FILE: one HTML file that works offline, or its tables.

    FILE holds judgements in any known format, or is a campaign's folder. A campaign provides
    the systems, the share of identical outputs and the segment lengths. The report has a
    headline, limitations, figures with their tables, and the data. Two systems are compared;
    more are ranked; automatic metrics stand beside if the campaign has references. The tables
    alone are a workbook (.xlsx), a .zip of CSV files, or .json.

    Args:
        public: Number the annotators and omit their comments.
        annex: Add an annex with single answers: preference graphs, ranks by source.
        language: Language of the report.
        title: Title of the report. [default: that of the campaign]
        baseline: Baseline system, by its name in FILE.
        advanced: New system, by its name in FILE.
        identical: Share of identical outputs: 0.226, or by domain: Environment=.226,Health=.262.
        scores: Segment scores (segment,system,score), to check whether wins are on poor segments.
        price: Price per task.
        currency: Currency of the price. [default: EUR]

    """
    from tertium.analyses.judgements import read
    from tertium.rendering import page

    judgements = read(
        file, campaign=campaign, scale=scale, aspect=aspect, language_pair=language_pair
    )
    if aspect is not None:
        chosen = judgements.table.select(aspect=[judgements.aspect(aspect)])
        judgements = replace(judgements, table=chosen)

    def tell(part: "Judgements") -> "Sequence[Result]":
        if _of_two(part):
            compared = compare_releases(
                part,
                identical=identical,
                scores=scores,
                curves=True,
                baseline=baseline,
                advanced=advanced,
                level=level,
                seed=seed,
                price=price,
                currency=currency,
            )
            return (compared, *_metrics(part, level=level, seed=seed))
        from tertium.stats.report_plan import redundancy_results, report_results

        about = part.table, part.campaign
        first, *others = (
            *report_results(*about, level=level, seed=seed),
            *redundancy_results(*about, level=level, seed=seed),
        )
        return (part.noted(first), *others, *_metrics(part, level=level, seed=seed))

    results = tuple(judgements.tell_each_pair(tell))
    if public:
        # It knows the records of many analyses, so it is imported when asked for.
        from tertium.rendering.public import without_people

        results = tuple(without_people(results))
    answers = len(judgements.table.distinct("judgement"))
    about = _about(judgements, title).with_answers(answers, results)
    html = page(results, about=about, annex=annex, language=language)
    return Report(results, html, about)


report.__doc__ = complete_doc(report)


def _metrics(part: "Judgements", *, level: float, seed: int) -> "tuple[Result, ...]":
    """Return automatic metrics beside judgements, if the campaign has references."""
    from tertium.analyses.score import built_metrics, chosen_metrics
    from tertium.exceptions import BadInput
    from tertium.formats.texts_to_score import texts_of_campaign
    from tertium.stats.metrics.score import score

    if part.campaign is None:
        return ()
    texts = [
        one
        for one in texts_of_campaign(part.campaign)
        if one.references and one.systems and part.language_pair in (None, one.pair)
    ]
    if len(texts) != 1:
        return ()
    (own,) = texts
    metrics, notes = built_metrics(chosen_metrics(None), own.target_language)
    try:
        return (score(own, metrics, level=level, seed=seed, notes=notes).result,)
    except BadInput:  # no segment has an output of every system
        return ()


def _of_two(judgements: "Judgements") -> bool:
    """Tell whether two releases are compared, rather than many systems."""
    from tertium.model import parts_of
    from tertium.stats.campaign import compares_releases

    if judgements.campaign is not None:
        return compares_releases(judgements.campaign)
    aspects = set(judgements.table.distinct("aspect"))
    if {"edited", "error"} & aspects:
        return False
    compared = judgements.table.comparisons()
    names = {*compared.system.names, *compared.versus.names}
    if not names and aspects:
        return False
    return len({part for name in names for part in parts_of(name)}) <= 2


def _about(judgements: "Judgements", title: str | None) -> "About":
    """Gather title, languages and dates from the campaign and the judgements themselves."""
    from tertium.rendering import About

    table = judgements.table
    pairs = [
        (source, target)
        for source in table.distinct("source_language")
        for target in table.select(source_language=source).distinct("target_language")
    ]
    days = [datetime.fromisoformat(at) for at in table.distinct("submitted_at")]
    own = judgements.campaign.title if judgements.campaign else ""
    return About(
        title or own,
        tuple(pairs),
        days[0] if days else None,
        days[-1] if days else None,
    )
