"""How grades of a class appear: by student, grade, category, grader and passage."""

from collections import Counter

from tertium.rendering.arrange import facts, figures, headline, methods, tables
from tertium.rendering.contrasts import contrast_table
from tertium.rendering.numbers import natural, written
from tertium.rendering.pictures.bars import draw_bars
from tertium.rendering.pictures.intervals import Line, draw_intervals
from tertium.rendering.shapes import Column, Figure, Table, listing
from tertium.stats.grading.grade import Grading, StudentGrade
from tertium.stats.order import by_value
from tertium.stats.result import Estimate
from tertium.stats.told import count
from tertium.wording import listed, say

_MOST = 40  # students in the picture


@headline.register
def grading_headline(result: Grading) -> str:
    texts = count(len(result.students), "text is graded", "texts are graded")
    if len(result.students) == 1:
        (one,) = result.students
        return say("{a} gets {grade}.", a=one.student, grade=one.grade)
    if result.median is None:
        top = max(result.grades, key=lambda one: one.texts)
        return say("{texts}; the most frequent grade is {grade}.", texts=texts, grade=top.grade)
    return say(
        "{texts}, from {first} to {last}; the median is {median}.",
        texts=texts,
        first=_first(result),
        last=_last(result),
        median=written(result.median, "ratio"),
    )


def _first(result: Grading) -> str:
    return next(one.grade for one in result.grades if one.texts)


def _last(result: Grading) -> str:
    return next(one.grade for one in reversed(result.grades) if one.texts)


@facts.register
def grading_facts(result: Grading) -> tuple[tuple[str, str], ...]:
    graders = len(result.graders)
    return (
        ("Texts", f"{len(result.students):,}"),
        ("Graders", f"{graders:,}"),
        ("Done well", f"{sum(one.merits for one in result.categories):,}"),
        ("Errors", f"{sum(one.faults for one in result.categories):,}"),
    )


@tables.register
def grading_tables(result: Grading) -> tuple[Table, ...]:
    return (
        _students(result),
        _sums(result),
        _distribution(result),
        _categories(result),
        _external(result),
        _graders(result),
        _segments(result),
        _gradings(result),
        *(
            contrast_table(
                f"Contrasts of students{_of(one.document)}", one.contrasts, "number", detail=True
            )
            for one in result.texts
        ),
    )


def _of(document: str) -> str:
    return f", {document}" if document else ""


@figures.register
def grading_figures(result: Grading) -> tuple[Figure, ...]:
    drawn = [_students_figure(result)] if len(result.students) <= _MOST else []
    drawn.append(_grades_figure(result))
    if any(one.faults for one in result.categories):
        drawn.append(_categories_figure(result))
    return tuple(drawn)


@methods.register
def grading_methods(result: Grading) -> str:
    other = (
        "Good solutions pay for ordinary errors; what is left over pays for no critical one. The "
        "plain sum of the paper stands beside, with the grade it would give."
        if result.by == "strict"
        else "All good solutions and all errors are added up, as in the paper; the strict sum, in "
        "which nothing pays for critical errors, stands beside with its grade."
    )
    per = f"points in {result.per:g} words" if result.per else "points of the whole text"
    return (
        "Good solutions and errors are weighted from 1 to 8 in eight internal categories beside "
        "external criteria, and the points of errors are taken from those of good solutions "
        f"(Vela, Schumann and Wurm, 2014; Wurm, 2013). {other} The scale ({result.scale}) looks at "
        f"{per}; a sum around 0 is a good translation. Where several graders marked a text, its "
        "points are their mean; spread is the sd of one grader, pooled within texts."
    )


def _points(result: Grading) -> str:
    return say("Points in {n:g} words", n=result.per) if result.per else say("Points")


def _rated(one: StudentGrade) -> Estimate:
    return Estimate(one.rated, one.low, one.high) if one.graders > 1 else Estimate(one.rated)


# Tables --------------------------------------------------------------------------------------


def _students(result: Grading) -> Table:
    several = any(one.graders > 1 for one in result.students)
    theirs = Column("Their grades", field="grades", of=lambda one: ", ".join(one.grades))
    graders = (Column("Graders", "count"), theirs)
    return Table.of(
        "Grades",
        result.students,
        Column("Student"),
        Column("Text", field="document"),
        Column("Grade"),
        Column(_points(result), "number", "rated", of=_rated),
        Column("Words", "count"),
        *(graders if several else ()),
        note="Ranges are the lowest and the highest of the graders." if several else "",
    ).without_empty()


def _sums(result: Grading) -> Table:
    beside = "Strict" if result.by == "paper" else "Plain"
    outside = any(one.external for one in result.students)
    differ = any(one.critical for one in result.students)
    strict = (
        Column("Critical", "number", of=lambda one: -one.critical or 0.0),
        Column("Strict sum", "number", "strict"),
        Column(say(f"{beside} grade"), field="other"),
    )
    note = "In the strict sum, what is left over of good solutions pays for no critical error."
    return Table.of(
        "Points",
        result.students,
        Column("Student"),
        Column("Text", field="document"),
        Column("Done well", "number", "plus"),
        Column("Errors", "number", "minus", of=lambda one: -one.minus or 0.0),
        Column("Sum", "number"),
        *([Column("Of that external", "number", "external")] if outside else []),
        *(strict if differ else ()),
        note=note if differ else "",
    ).without_empty()


def _distribution(result: Grading) -> Table:
    note = ""
    if result.median is not None and result.mean is not None:
        note = (
            f"Median {written(result.median, 'ratio')}, mean {written(result.mean, 'ratio')}. "
            f"Scale: {result.scale}."
        )
    return Table.of(
        "How many got which grade",
        [one for one in result.grades if one.texts],
        Column("Grade"),
        Column("Texts", "count"),
        Column("Share", "share"),
        note=note,
    )


_categories = listing(
    "Most frequent faults and merits",
    lambda result: sorted(result.categories, key=lambda one: (-one.faults, -one.merits, one.name)),
    Column("Category", of=lambda one: one.name + (" (external)" if one.external else "")),
    Column("Errors", "count", "faults"),
    Column("Points", "number", "minus", of=lambda one: -one.minus or 0.0),
    Column("Texts with errors", "count", "students_faults"),
    Column("Done well", "count", "merits"),
    Column("Points won", "number", "plus"),
    Column("Texts with merits", "count", "students_merits"),
)


def _graders(result: Grading) -> Table:
    spread, note = result.spread, ""
    if spread.sd is not None and spread.same is not None:
        note = (
            f"On {count(spread.texts, 'text')} with several graders: sd of one grader "
            f"{written(spread.sd, 'number')} points, widest distance "
            f"{written(spread.largest, 'number')}, same grade in {written(spread.same, 'share')} "
            "of pairs."
        )
    return Table.of(
        "Graders",
        sorted(result.graders, key=lambda one: natural(one.annotator)),
        Column("Grader", field="annotator"),
        Column("Texts", "count"),
        Column(say("{points}, mean", points=_points(result)), "number", "mean"),
        Column("Milder than others by", "number", "difference"),
        Column("Texts shared", "count", "shared", of=lambda one: one.shared or None),
        Column("Done well", "count", "merits"),
        Column("Errors", "count", "faults"),
        note=note,
    ).without_empty()


_segments = listing(
    "Where the class stumbled",
    "segments",
    Column("Segment"),
    Column("Text", field="document"),
    Column("Source"),
    Column("Errors", "count", "faults"),
    Column("Points", "number", "minus", of=lambda one: -one.minus or 0.0),
    Column("Students with errors", "count", "students_faults"),
    Column("Done well", "count", "merits"),
    detail=True,
).without_empty()


def _external(result: Grading) -> Table:
    """Count the answers to each external criterion over the class."""
    counted = Counter((one.criterion, one.answer) for one in result.external)
    return Table.of(
        "The brief",
        sorted(counted),
        Column("Criterion", of=lambda key: key[0]),
        Column("Answer", of=lambda key: key[1]),
        Column("Gradings", "count", of=lambda key: counted[key]),
    )


def _gradings(result: Grading) -> Table:
    return Table.of(
        "Every grading",
        result.gradings,
        Column("Student"),
        Column("Text", field="document"),
        Column("Grader", field="annotator"),
        Column("Grade"),
        Column(_points(result), "number", "rated"),
        Column("Sum", "number"),
        Column("Strict sum", "number", "strict"),
        Column("Critical", "number"),
        Column("Words", "count"),
        detail=True,
    ).without_empty()


# Pictures ------------------------------------------------------------------------------------


def _grades_figure(result: Grading) -> Figure:
    return Figure(
        name="grades",
        title=headline(result),
        spec=draw_bars([(one.grade, one.texts) for one in result.grades]),
        table=_distribution(result),
        caption=f"Texts by grade ({result.scale}), the best on top.",
        alt=f"One bar per grade, as long as there are texts. {headline(result)}",
        half=True,
    )


def _students_figure(result: Grading) -> Figure:
    several = any(one.graders > 1 for one in result.students)
    documents = len({one.document for one in result.students}) > 1
    lines = [
        Line(
            f"{one.student}, {one.document}" if documents else one.student,
            _rated(one),
            beside=one.grade,
        )
        for one in result.students
    ]
    best = by_value(result.students, lambda one: one.rated)[0]
    title = f"{best.student} has the most points: {written(best.rated, 'number')}."
    return Figure(
        name="students",
        title=title,
        spec=draw_intervals(lines, kind="number", equal=0.0, heading="Points", beside="Grade"),
        table=_students(result),
        caption=f"{_points(result)}; 0 is as much done well as done badly."
        + (" Lines reach from the lowest to the highest grader." if several else ""),
        alt=f"One line per student with the points. {title}",
    )


def _categories_figure(result: Grading) -> Figure:
    ordered = sorted(result.categories, key=lambda one: (-one.faults, one.name))
    faults = [one for one in ordered if one.faults]
    top = [one.name for one in faults if one.faults == faults[0].faults]
    title = f"Most errors are in {listed(top)}."
    return Figure(
        name="faults",
        title=title,
        spec=draw_bars([(one.name, one.faults) for one in faults]),
        table=_categories(result),
        caption="Errors by category, over the whole class.",
        alt=f"One bar per category, as long as it has errors. {title}",
        half=True,
    )
