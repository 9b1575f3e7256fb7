"""How a release comparison is told: facts, tables and methods (pictures are beside it)."""

from collections.abc import Iterator
from dataclasses import replace

from tertium.rendering.arrange import facts, methods, tables
from tertium.rendering.findings import REASONS, annotators_in_order, words_of
from tertium.rendering.numbers import NOT_ESTIMABLE, spelled, written
from tertium.rendering.shapes import Cell, Column, Measure, Table, columns
from tertium.stats.comparison.compare import Comparison
from tertium.stats.comparison.parts import ByAnnotator, ByDomain, ByLength
from tertium.stats.comparison.quality_ties import QualityTies
from tertium.stats.result import Result
from tertium.stats.told import count
from tertium.wording import capital, name, say

_DECIDED = ("advanced", "baseline")
_LONGEST = 14  # letters of a system's name that still make a heading


@facts.register
def comparison_facts(result: Comparison) -> tuple[tuple[str, str], ...]:
    identical = say("not known") if result.identical is None else written(result.identical, "share")
    impact = written(result.impact.value, "points")
    return (
        ("Judgements", f"{result.judgements:,}"),
        ("Annotators", f"{result.annotators:,}"),
        ("Identical outputs", identical),
        ("Impact", say("{difference} points", difference=impact) if impact else NOT_ESTIMABLE),
    )


@tables.register
def comparison_tables(result: Comparison) -> tuple[Table, ...]:
    nested: list[Result] = [
        inner for inner in (result.agreement, result.quality_ties, result.curves) if inner
    ]
    return (
        parts_table(result),
        _labels(result),
        _all_outputs(result),
        answers_table(result),
        _further(result),
        *(table for inner in nested for table in _nested(inner)),
        _comments(result),
        _listed_comments(result),
    )


@tables.register
def quality_ties_tables(result: QualityTies) -> tuple[Table, ...]:
    columns = (
        Column("Quality ties"),
        Column("Ratio", "ratio", "improvement_ratio"),
        Column("Impact, points", "points", "impact"),
    )
    rows = (
        ("Taken out of all choices", result.adjusted_ratio, result.adjusted_impact),
        ("Segments of several annotators", result.common_ratio, result.common_impact),
        ("Segments on which all agreed", result.agreed_ratio, result.agreed_impact),
    )
    note = (
        f"Annotators disagreed on {written(result.disagreement, 'share')} of "
        f"{count(result.segments, 'segment')}; that makes {written(result.share, 'share')} "
        "quality ties, half of them taken from each side."
    )
    return (Table("Quality ties under forced choice", columns, rows, note),)


@methods.register
def comparison_methods(result: Comparison) -> str:
    people = f"{spelled(result.annotators)} annotator{'' if result.annotators == 1 else 's'}"
    people = people.capitalize()
    about = [
        f"{people} gave {count(result.judgements, 'judgement')} on "
        f"{count(result.segments, 'segment')}, without knowing which release a translation came "
        "from.",
        f"The improvement ratio is the number of judgements for {result.advanced} for each one "
        f"for {result.baseline}; impact is the difference of their shares among all outputs"
        + (", identical ones included." if result.identical is not None else " that differ."),
        _interval(result),
        "The method is that of Simard, Kuhn and Rémillard (2015).",
    ]
    return " ".join(text for text in about if text)


def parts_table(result: Comparison, *, lengths: bool = True) -> Table:
    """Return wins, ratio and impact of the whole, of domains, annotators and lengths."""
    rows: list[tuple[Cell, ...]] = [("all", "judgements", *_row(result))]
    rows += [("domain", part.domain, *_row(part)) for part in result.by_domain]
    rows += [("annotator", part.annotator, *_row(part)) for part in annotators_in_order(result)]
    rows += [("words", part.words, *_row(part)) for part in (result.by_length if lengths else ())]
    short = max(len(result.advanced), len(result.baseline)) <= _LONGEST
    names = (
        (name(result.advanced), name(result.baseline))
        if short
        else (say("Advanced"), say("Baseline"))
    )
    columns = (
        Column("Part"),
        Column("Name"),
        Column(names[0], "count", "advanced"),
        Column(names[1], "count", "baseline"),
        Column("Neither", "count", "neither"),
        Column("Ratio", "ratio", "improvement_ratio"),
        Column("Impact, points", "points", "impact"),
    )
    called = "" if short else f"Advanced is {result.advanced}, baseline {result.baseline}. "
    note = f"{called}All rows count judgements; the ratio is wins to losses."
    return Table("Preferences", columns, tuple(rows), note)


def _labels(result: Comparison) -> Table:
    """Count segments by answer and domain (Table 3 of Simard, Kuhn and Rémillard, 2015)."""
    used = [label for label in result.counts if result.counts[label]]
    parts = [*((part.domain, part.counts) for part in result.by_domain), ("all", result.counts)]
    rows = tuple(
        (words_of(label, result), *_counted(label, [counts for _, counts in parts]))
        for label in used
    )
    columns = (
        Column("Answer"),
        *(
            column
            for part in (say("all") if one == "all" else name(one) for one, _ in parts)
            for column in (
                Column(part, "count"),
                Column(say("{part}, share", part=part), "share"),
            )
        ),
    )
    note = "Segments; one judged by several annotators has the answer most of them gave."
    return Table("Segments by answer", columns, rows, note, detail=True)


def _counted(label: str, parts: list[dict[str, int]]) -> Iterator[Cell]:
    for counts in parts:
        yield counts[label]
        yield counts[label] / sum(counts.values()) if any(counts.values()) else None


def _all_outputs(result: Comparison) -> Table:
    """Return shares of all outputs, identical ones included (Table 4 of the same paper)."""
    parts = [
        *((part.domain, part.counts, part.identical) for part in result.by_domain),
        ("all", result.counts, result.identical),
    ]
    rows = tuple(
        (name, identical, *_preferred(counts, 1 - identical))
        for name, counts, identical in parts
        if identical is not None and any(counts.values())
    )
    columns = (
        Column("Domain"),
        Column("Identical", "share", "identical"),
        Column(say("{a} preferred", a=result.advanced), "share", "advanced"),
        Column(say("{a} preferred", a=result.baseline), "share", "baseline"),
        Column("No preference", "share", "no_preference"),
        Column("Difference, points", "points", "impact"),
    )
    return Table("Preferences among all outputs", columns, rows, detail=True)


def _preferred(counts: dict[str, int], differ: float) -> tuple[float, float, float, float]:
    """Return the shares for the new release, the old one and neither, and their difference."""
    total = sum(counts.values())
    one, two = (differ * counts[label] / total for label in _DECIDED)
    none = sum(counts[label] for label in ("both_good", "both_bad", "tie") if label in counts)
    return one, two, differ * none / total, one - two


def answers_table(result: Comparison) -> Table:
    """Return how often each annotator gave each answer, and the pace."""

    def share(label: str) -> Column:
        heading = words_of(label, result)
        return Column(
            heading, "share", f"share_{label}", lambda one: one.counts[label] / one.judgements
        )

    return Table.of(
        "Answers by annotator",
        [one for one in annotators_in_order(result) if one.judgements],
        Column("Annotator"),
        Column("Judgements", "count"),
        *(share(label) for label in result.counts if _is_used(result, label)),
        Column("Median seconds", "seconds"),
    ).without_empty()


def _comments(result: Comparison) -> Table:
    """Count the reasons that comments give, by the answer they came with."""
    answers = result.comments.by_label

    def given(code: str) -> Column:
        heading = capital(say(REASONS[code]))
        return Column(heading, "count", code, lambda one: one.reasons.get(code, 0))

    return Table.of(
        "Comments",
        answers,
        Column("Answer", of=lambda one: words_of(one.label, result)),
        Column("Comments", "count"),
        *(given(code) for code in REASONS if any(one.reasons.get(code) for one in answers)),
    )


def _listed_comments(result: Comparison) -> Table:
    return Table.of(
        "What was written",
        result.comments.listed,
        *columns("words", "Segment", "Annotator"),
        Column("Answer", of=lambda one: words_of(one.label, result)),
        Column("Reason", of=lambda one: REASONS.get(one.reason, one.reason)),
        Column("Comment", of=lambda one: one.text),
        detail=True,
    )


def _further(result: Comparison) -> Table:
    """Gather the single facts that have no table of their own."""
    return Table(
        "Further facts",
        (Column("Fact"), Column("Value", "ratio", "value")),
        tuple(row for row in _facts(result) if row[1] is not None),
    )


def _facts(result: Comparison) -> Iterator[tuple[Cell, Cell]]:
    yield "Segments judged", Measure(result.segments, "count")
    yield "Judgements", Measure(result.judgements, "count")
    if result.identical is not None:
        yield "Identical outputs", Measure(result.identical, "share")
    if result.advanced_share is not None:
        yield f"Outputs better with {result.advanced}", Measure(result.advanced_share, "share")
        yield f"Outputs better with {result.baseline}", Measure(result.baseline_share, "share")
    if result.good_enough is not None:
        yield "One is good enough to post-edit", Measure(result.good_enough.share, "share")
    published = result.published_count
    if published is not None and result.judgements > result.segments:
        yield (
            "Ratio of segments by majority vote (Simard et al., 2015)",
            published.improvement_ratio,
        )
        yield (
            "Impact by majority vote, points",
            Measure(published.impact, "points"),
        )
    yield "Ratio for other annotators and documents", result.others
    if result.position.left_share is not None:
        yield "Left translation preferred", Measure(result.position.left_share, "share")
    if result.scores_of_wins is not None:
        yield (
            f"Score of {result.advanced} where it wins",
            Measure(result.scores_of_wins.mean_wins, "number"),
        )
        yield (
            f"Score of {result.advanced} on average",
            Measure(result.scores_of_wins.mean_all, "number"),
        )
        yield "Difference of these scores", Measure(result.scores_of_wins.difference, "number")
    if result.cost is not None:
        told = f"{result.cost.currency} {result.cost.total:,.2f}"
        yield "Cost", f"{told} ({result.cost.tasks:,} tasks at {result.cost.price:g})"


def _row(part: Comparison | ByDomain | ByAnnotator | ByLength) -> tuple[Cell, ...]:
    return part.wins, part.losses, part.ties, part.improvement_ratio, part.impact


def _nested(inner: Result) -> Iterator[Table]:
    """Yield the tables of a result inside another: the first with its doubts, then details."""
    for at, table in enumerate(tables(inner)):
        if at:
            yield replace(table, detail=True)
        else:
            doubts = " ".join((table.note, *inner.warnings)).strip()
            yield replace(table, note=doubts)


def _is_used(result: Comparison, label: str) -> bool:
    return label in _DECIDED or any(part.counts[label] for part in result.by_annotator)


def _interval(result: Comparison) -> str:
    """Explain the interval of the ratio."""
    level = f"{100 * result.level:g}%"
    told = {
        "crossed": "allows for differences between annotators, documents and segments; how much "
        "annotators and documents differ is estimated with half-normal priors of .25 and .35 "
        "standard deviations of one judgement",
        "wilson": "is Wilson’s for a share, each annotator in each document being one case",
        "one-annotator": "describes this annotator only",
        "t": "is Student’s t over the annotators’ log ratios",
        "two-way-t": "allows for differences between annotators and between segments, with "
        "Satterthwaite’s degrees of freedom",
        "naive": "resamples judgements",
        "segment": "resamples segments",
        "annotator": "resamples annotators",
        "two-way": "resamples annotators and segments",
    }
    if result.prior is not None:
        return (
            f"Its {level} interval treats the annotators as a sample of all of their kind; how "
            "much they differ is estimated with a half-normal prior of scale "
            f"{result.prior:g} on the standard deviation of their log ratios."
        )
    return f"Its {level} interval {told[result.interval]}." if result.interval in told else ""
