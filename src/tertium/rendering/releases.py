"""How an engine followed over its releases appears: control chart, drift, feedback."""

from collections.abc import Iterator, Sequence

from tertium.rendering.arrange import facts, figures, headline, methods, tables
from tertium.rendering.contrasts import MeasureWords, contrast_table, pair_sentence
from tertium.rendering.numbers import interval, written
from tertium.rendering.pictures.control import ControlPoint, draw_control
from tertium.rendering.pictures.growth import Series, draw_growth
from tertium.rendering.pictures.intervals import Line, draw_intervals
from tertium.rendering.shapes import Column, Figure, Table, columns, known, listing
from tertium.stats.contrasts.record import Contrast
from tertium.stats.releases.control import Chart
from tertium.stats.releases.drift import Step
from tertium.stats.releases.follow import Releases
from tertium.stats.told import count
from tertium.wording import capital, clause, join, listed, say

_DISTANCE = {
    "ter": "edits (TER) over words of the final text",
    "words": "edited words over words of the longer text",
    "characters": "edited characters over characters of the longer text",
}
_MEASURED = MeasureWords("edit distance", "share", "points")
_MOST = 24  # releases whose steps are drawn
_KINDS = {
    "change": "change that no feedback asked for",
    "feedback": "feedback that no change answers",
    "unknown feedback": "feedback that is not in the file",
    "unknown release": "release without production",
}


@headline.register
def releases_headline(result: Releases) -> str:
    last = result.releases[-1]
    value = written(last.distance.value, "share")
    if len(result.releases) == 1:
        return say(
            "In release {release}, {share} of the text was edited.",
            release=last.release,
            share=value,
        )
    found = _since_the_first(result, result.production_contrasts, "distance")
    told = [say("In production, {finding}", finding=found) if found else "", _finding(result)]
    if result.contrasts != result.production_contrasts:
        quality = _since_the_first(result, result.contrasts, "anchor")
        told.insert(0, say("On the anchor set, {finding}", finding=quality) if quality else "")
    return join(told)


def _since_the_first(result: Releases, contrasts: Sequence[Contrast], measure: str) -> str:
    """Say how the newest release differs from the first one that was measured."""
    if not contrasts:
        return ""
    newest, oldest = contrasts[-1].a, contrasts[0].b
    (found,) = (one for one in contrasts if (one.a, one.b) == (newest, oldest))
    values = {one.release: getattr(one, measure).value for one in result.releases}
    told = pair_sentence(found, values, _MEASURED, result.level)
    return told if told.startswith((newest, oldest)) else clause(told)


@facts.register
def releases_facts(result: Releases) -> tuple[tuple[str, str], ...]:
    last = result.releases[-1]
    return (
        ("Releases", f"{len(result.releases):,}"),
        ("Segments", f"{sum(one.segments for one in result.releases):,}"),
        ("Edit distance, last", written(last.distance.value, "share")),
        (
            _near("At {threshold:.0%} or above, last", result),
            written(last.share_words.value, "share"),
        ),
    )


@tables.register
def releases_tables(result: Releases) -> tuple[Table, ...]:
    return (
        _rows(result),
        _material(result),
        _steps(result),
        contrast_table(
            say(f"Contrasts of releases: {result.estimand.quantity}"),
            result.contrasts,
            "points",
            further=False,
        ),
        *(_chart_table(chart) for chart in result.charts),
        _scenarios(result),
        _parts(result),
        _feedback(result),
        _changes(result),
        _orphans(result),
    )


@methods.register
def releases_methods(result: Releases) -> str:
    fixed = any(one.kind == "anchor" for one in result.charts) or any(
        one.quality.value is not None for one in result.steps
    )
    separated = (
        " A fixed anchor set, translated by every release, gives the change of quality; what "
        "production changed beyond it is a change of material."
        if fixed
        else ""
    )
    return (
        f"Edit distance is all {_DISTANCE[result.distance]}, from the machine translation to the "
        "final text as it was delivered. Text counts as near if the fuzzy match of machine "
        f"translation and final text is {result.threshold:.0%} or more (1 − edit distance over the "
        f"longer length).{separated} Confidence intervals and contrasts let documents vary, those "
        "of distances on the log scale; those of correlations resample documents. The control "
        "chart is an exponentially weighted moving average whose limits hold for the whole chart: "
        f"without a change it raises an alarm in about {1 - result.level:.0%} of cases. The method "
        "follows Stambolieva (2014); percentages of translation tools are computed otherwise and "
        "cannot be compared."
    )


def _finding(result: Releases) -> str:
    """Say what the control charts found, and what kind of change it is."""
    charts = {one.kind: one for one in result.charts}
    if "production" not in charts:
        return say("There is not enough for a control chart.")
    production, anchor = charts["production"], charts.get("anchor")
    if anchor is None:
        if not production.alarms:
            return say("No release is outside the limits of chance.")
        return say(
            "{alarm}; whether engine or material changed is not known.", alarm=_alarm(production)
        )
    if anchor.alarms:
        return say(
            "In the control chart of the anchor set, {alarm}: quality changed."
            if production.alarms
            else "In the control chart of the anchor set, {alarm}: quality changed, though "
            "production does not show it.",
            alarm=clause(_alarm(anchor)),
        )
    if production.alarms:
        return say(
            "In the control chart of production, {alarm}, but not on the anchor set: the material "
            "may have changed.",
            alarm=clause(_alarm(production)),
        )
    return say("Neither production nor the anchor set leaves the limits of chance.")


def _alarm(chart: Chart) -> str:
    first = next(point for point in chart.points if point.alarm)
    return say(
        "More than usual was edited since {release}"
        if first.smoothed > chart.centre
        else "Less than usual was edited since {release}",
        release=chart.since,
    )


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


# Tables --------------------------------------------------------------------------------------


def _rows(result: Releases) -> Table:
    empty = sum(one.empty for one in result.releases)
    return Table.of(
        "Releases",
        result.releases,
        Column("Release"),
        Column("Edit distance", "share", "distance"),
        Column("On the anchor set", "share", "anchor"),
        Column(_near("Words at {threshold:.0%} or above", result), "share", "share_words"),
        Column("Unchanged", "share"),
        Column("Documents", "count"),
        note=f"{count(empty, 'machine translation is', 'machine translations are')} empty."
        if empty
        else "",
    ).without_empty()


def _near(template: str, result: Releases) -> str:
    return say(template, threshold=result.threshold)


def _material(result: Releases) -> Table:
    return Table.of(
        "What was translated",
        result.releases,
        *columns("words", "Release", "First", "Last"),
        *columns("count", "Segments", "Words"),
        Column(_near("Segments at {threshold:.0%} or above", result), "share", "share_segments"),
        Column(
            _near("Words matched at {threshold:.0%} or above in memory", result),
            "share",
            "memory_words",
        ),
        detail=True,
    ).without_empty()


_steps = listing(
    "What changed from release to release",
    "steps",
    *columns("words", "Release", "Before"),
    Column("Production, points", "points", "production"),
    Column("Quality, points", "points", "quality", of=known("quality")),
    Column("Material, points", "points", "material", of=known("material")),
    note="Points of edit distance; below zero less is edited than before.",
).without_empty()


def _chart_table(chart: Chart) -> Table:
    columns = (
        Column("Release", "words", "release"),
        Column("Edit distance", "share", "value"),
        Column("Smoothed", "share", "smoothed"),
        Column("From", "share", "low"),
        Column("To", "share", "high"),
        Column("Alarm", "words", "alarm"),
        Column("Changes", "words", "changes"),
    )
    rows = tuple(
        (
            one.release,
            one.value,
            one.smoothed,
            one.low if at >= chart.baseline else None,
            one.high if at >= chart.baseline else None,
            "alarm" if one.alarm else "baseline" if at < chart.baseline else "",
            ", ".join(one.changes),
        )
        for at, one in enumerate(chart.points)
    )
    note = f"Limits are {chart.limit:.2f} standard errors from {written(chart.centre, 'share')}."
    return Table(say(f"Control chart of {_called(chart)}"), columns, rows, note).without_empty()


def _called(chart: Chart) -> str:
    return "production" if chart.kind == "production" else "the anchor set"


_NO_MEMORY = (
    "Matches of the memory are not known, so distance is correlated with the match of "
    "machine translation and final text, with which it goes together by itself."
)


def _scenarios(result: Releases) -> Table:
    match = "memory match" if result.against == "memory" else "fuzzy match"
    return Table.of(
        "Business scenarios",
        result.scenarios,
        Column("Scenario"),
        Column("Edit distance", "share", "distance"),
        Column(_near("Words at {threshold:.0%} or above", result), "share", "share_words"),
        Column(say(f"Distance and {match}, by segment"), "coefficient", "by_segment"),
        Column("Distance and share, by release", "coefficient", "by_release", known("by_release")),
        note=_NO_MEMORY if result.against == "final" else "",
    ).without_empty()


def _parts(result: Releases) -> Table:
    unsaid = "not said" if any(one.input for one in result.parts) else ""
    return Table.of(
        "By kind of input and year",
        result.parts,
        Column("Input", of=lambda one: one.input or unsaid),
        Column("Year"),
        Column("Edit distance", "share", "distance"),
        Column(_near("Words at {threshold:.0%} or above", result), "share", "share_words"),
        Column("Good for", field="level"),
        *columns("count", "Documents", "Segments"),
    ).without_empty()


_feedback = listing(
    "Feedback by category",
    "feedback",
    Column("Category"),
    Column("Release", of=lambda one: one.release or "not said"),
    Column("Remarks", "count"),
    Column("Answered by a change", "count", "answered"),
)


def _changes(result: Releases) -> Table:
    fixed = any(one.quality.value is not None for one in result.changes)
    heading = say("On the anchor set, points" if fixed else "In production, points")
    return Table.of(
        "Changes and the feedback behind them",
        result.changes,
        *columns("words", "Change", "Release"),
        Column("Asked for by", field="feedback", of=lambda one: ", ".join(one.feedback)),
        Column("Categories", of=lambda one: ", ".join(one.categories)),
        Column("Note"),
        Column(heading, "points", "brought", known("quality" if fixed else "distance")),
        note="Points of edit distance that the release brought; all its changes share them.",
    ).without_empty()


_orphans = listing(
    "What leads nowhere",
    "orphans",
    Column("Kind", of=lambda one: _KINDS[one.kind]),
    *columns("words", "Name", "Of"),
)


# Figures -----------------------------------------------------------------------------------


@figures.register
def releases_figures(result: Releases) -> Iterator[Figure]:
    for chart in result.charts:
        yield _chart(chart, result)
    if len(result.releases) > 1:
        yield _course(result)
    known = [one for one in result.steps if one.quality.value is not None]
    if known:
        yield _drift(result, known[-_MOST:])


def _chart(chart: Chart, result: Releases) -> Figure:
    points = [
        ControlPoint(
            one.release,
            one.value,
            one.smoothed,
            one.low,
            one.high,
            one.alarm,
            ", ".join(one.changes),
        )
        for one in chart.points
    ]
    title = f"{_upper(_called(chart))} stays within the limits of chance."
    if chart.alarms:
        title = say(
            "{chart}: {alarm}.", chart=capital(say(_called(chart))), alarm=clause(_alarm(chart))
        )
    return Figure(
        name=f"control-{chart.kind}",
        title=title,
        spec=draw_control(
            points,
            centre=chart.centre,
            called=say("baseline {x}", x=written(chart.centre, "share")),
        ),
        table=_chart_table(chart),
        caption=f"Edit distance of each release (hollow), its moving average (line) and the "
        f"limits of chance (band) for {_called(chart)}; below the baseline less is edited. "
        "Triangles are alarms, upright lines are changes of the engine.",
        alt=f"Control chart of {count(len(chart.points), 'release')}. {title}",
    )


def _course(result: Releases) -> Figure:
    called = {float(at): one.release for at, one in enumerate(result.releases)}
    kinds = (
        ("edited", [one.distance for one in result.releases]),
        (f"{result.threshold:.0%} or above", [one.share_words for one in result.releases]),
    )
    series = [
        Series(name, tuple((float(at), one) for at, one in enumerate(found)))
        for name, found in kinds
    ]
    first, last = result.releases[0], result.releases[-1]
    title = (
        f"Words at {result.threshold:.0%} or above: {written(first.share_words.value, 'share')} in "
        f"{first.release}, {written(last.share_words.value, 'share')} in {last.release}."
    )
    return Figure(
        name="releases",
        title=title,
        spec=draw_growth(series, across="", kind="share", at_least=0.0, called=called),
        table=_rows(result),
        caption="Edit distance, and the share of words whose machine translation is as near to "
        f"the final text as a fuzzy match of {result.threshold:.0%}, by release.",
        alt=f"Two lines over releases. {title}",
    )


def _drift(result: Releases, known: list[Step]) -> Figure:
    lines = [
        Line(f"{one.release}: {name}", estimate, group=one.release)
        for one in known
        for name, estimate in (("quality", one.quality), ("material", one.material))
    ]
    sure = [one.release for one in known if one.quality.high is not None and one.quality.high < 0]
    worse = [one.release for one in known if one.quality.low is not None and one.quality.low > 0]
    told = []
    if sure:
        told.append(f"better in {listed(sure)}")
    if worse:
        told.append(f"worse in {listed(worse)}")
    title = f"Quality became {' and '.join(told)}." if told else "No sure change of quality."
    around = interval(known[-1].quality, "points")
    return Figure(
        name="drift",
        title=title,
        spec=draw_intervals(
            lines, kind="points", equal=0.0, below="less edited",
            above="more edited", ruled=True,
        ),
        table=_steps(result),
        caption="Change of edit distance from the release before, in points: on the anchor set "
        "(quality), and what production changed beyond that (material).",
        alt=f"Two lines per release, quality and material. {title} Quality in the last: "
        f"{around or 'without interval'}.",
    )  # fmt: skip
