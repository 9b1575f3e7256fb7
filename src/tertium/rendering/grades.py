"""How grades of a class appear: by student, grade, category, grader and passage."""

from collections import Counter

from tertium.rendering.arrange import facts, figures, headline, methods, tables
from tertium.rendering.contrasts import contrast_table
from tertium.rendering.numbers import natural, written
from tertium.rendering.pictures.bars import draw_bars
from tertium.rendering.pictures.intervals import Line, draw_intervals
from tertium.rendering.shapes import Column, Figure, Table
from tertium.stats.grading.grade import Grading, StudentGrade
from tertium.stats.order import by_value
from tertium.stats.result import Estimate
from tertium.stats.told import count
from tertium.wording import listed, say

__all__: list[str] = []

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
    columns = (
        Column("Student", "words", "student"),
        Column("Text", "words", "document"),
        Column("Grade", "words", "grade"),
        Column(_points(result), "number", "rated"),
        Column("Words", "count", "words"),
        Column("Graders", "count", "graders"),
        Column("Their grades", "words", "grades"),
    )
    several = any(one.graders > 1 for one in result.students)
    rows = tuple(
        (
            one.student,
            one.document,
            one.grade,
            _rated(one),
            one.words,
            one.graders if several else None,
            ", ".join(one.grades) if several else None,
        )
        for one in result.students
    )
    note = "Ranges are the lowest and the highest of the graders." if several else ""
    return Table("Grades", columns, rows, note).without_empty()


def _sums(result: Grading) -> Table:
    beside = "Strict" if result.by == "paper" else "Plain"
    columns = (
        Column("Student", "words", "student"),
        Column("Text", "words", "document"),
        Column("Done well", "number", "plus"),
        Column("Errors", "number", "minus"),
        Column("Sum", "number", "sum"),
        Column("Of that external", "number", "external"),
        Column("Critical", "number", "critical"),
        Column("Strict sum", "number", "strict"),
        Column(say(f"{beside} grade"), "words", "other"),
    )
    outside = any(one.external for one in result.students)
    differ = any(one.critical for one in result.students)
    rows = tuple(
        (
            one.student,
            one.document,
            one.plus,
            -one.minus or 0.0,
            one.sum,
            one.external if outside else None,
            -one.critical or 0.0 if differ else None,
            one.strict if differ else None,
            one.other if differ else None,
        )
        for one in result.students
    )
    note = (
        "In the strict sum, what is left over of good solutions pays for no critical error."
        if differ
        else ""
    )
    return Table("Points", columns, rows, note).without_empty()


def _distribution(result: Grading) -> Table:
    columns = (
        Column("Grade", "words", "grade"),
        Column("Texts", "count", "texts"),
        Column("Share", "share", "share"),
    )
    rows = tuple((one.grade, one.texts, one.share) for one in result.grades if one.texts)
    note = ""
    if result.median is not None and result.mean is not None:
        note = (
            f"Median {written(result.median, 'ratio')}, mean {written(result.mean, 'ratio')}. "
            f"Scale: {result.scale}."
        )
    return Table("How many got which grade", columns, rows, note)


def _categories(result: Grading) -> Table:
    columns = (
        Column("Category", "words", "category"),
        Column("Errors", "count", "faults"),
        Column("Points", "number", "minus"),
        Column("Texts with errors", "count", "students_faults"),
        Column("Done well", "count", "merits"),
        Column("Points won", "number", "plus"),
        Column("Texts with merits", "count", "students_merits"),
    )
    rows = tuple(
        (one.name + (" (external)" if one.external else ""), one.faults, -one.minus or 0.0,
         one.students_faults, one.merits, one.plus, one.students_merits)
        for one in sorted(result.categories, key=lambda one: (-one.faults, -one.merits, one.name))
    )  # fmt: skip
    return Table("Commonest faults and merits", columns, rows)


def _graders(result: Grading) -> Table:
    columns = (
        Column("Grader", "words", "annotator"),
        Column("Texts", "count", "texts"),
        Column(say("{points}, mean", points=_points(result)), "number", "mean"),
        Column("Milder than others by", "number", "difference"),
        Column("Texts shared", "count", "shared"),
        Column("Done well", "count", "merits"),
        Column("Errors", "count", "faults"),
    )
    rows = tuple(
        (one.annotator, one.texts, one.mean, one.difference, one.shared or None, one.merits,
         one.faults)
        for one in sorted(result.graders, key=lambda one: natural(one.annotator))
    )  # fmt: skip
    spread, note = result.spread, ""
    if spread.sd is not None and spread.same is not None:
        note = (
            f"On {count(spread.texts, 'text')} with several graders: sd of one grader "
            f"{written(spread.sd, 'number')} points, widest distance "
            f"{written(spread.largest, 'number')}, same grade in {written(spread.same, 'share')} "
            "of pairs."
        )
    return Table("Graders", columns, rows, note).without_empty()


def _segments(result: Grading) -> Table:
    columns = (
        Column("Segment", "words", "segment"),
        Column("Text", "words", "document"),
        Column("Source", "words", "source"),
        Column("Errors", "count", "faults"),
        Column("Points", "number", "minus"),
        Column("Students with errors", "count", "students_faults"),
        Column("Done well", "count", "merits"),
    )
    rows = tuple(
        (one.segment, one.document, one.source, one.faults, -one.minus or 0.0, one.students_faults,
         one.merits)
        for one in result.segments
    )  # fmt: skip
    return Table("Where the class stumbled", columns, rows, detail=True).without_empty()


def _external(result: Grading) -> Table:
    """Count the answers to each external criterion over the class."""
    counted = Counter((one.criterion, one.answer) for one in result.external)
    columns = (
        Column("Criterion", "words", "criterion"),
        Column("Answer", "words", "answer"),
        Column("Gradings", "count", "gradings"),
    )
    rows = tuple((*key, number) for key, number in sorted(counted.items()))
    return Table("The brief", columns, rows)


def _gradings(result: Grading) -> Table:
    columns = (
        Column("Student", "words", "student"),
        Column("Text", "words", "document"),
        Column("Grader", "words", "annotator"),
        Column("Grade", "words", "grade"),
        Column(_points(result), "number", "rated"),
        Column("Sum", "number", "sum"),
        Column("Strict sum", "number", "strict"),
        Column("Critical", "number", "critical"),
        Column("Words", "count", "words"),
    )
    rows = tuple(
        (one.student, one.document, one.annotator, one.grade, one.rated, one.sum, one.strict,
         one.critical, one.words)
        for one in result.gradings
    )  # fmt: skip
    return Table("Every grading", columns, rows, detail=True).without_empty()


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
        spec=draw_intervals(
            lines, scale="linear", kind="number", equal=0.0, heading="Points", beside="Grade"
        ),
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
