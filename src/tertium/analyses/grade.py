"""Grades from merits and errors, and a feedback sheet for every student."""

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from tertium.analyses.analysis import Analysis, analysis
from tertium.analyses.arguments import CampaignName, NewFile, NewFolder, Source
from tertium.analyses.errors import Lengths, Words
from tertium.choices import Sum

if TYPE_CHECKING:
    from tertium.stats.grading.grade import Grading


@analysis
def grade(
    file_or_folder: Source,
    /,
    *,
    scale: str | PathLike[str] = "german",
    sum: Sum | None = None,  # noqa: A002  # the name of the option
    typology: str | PathLike[str] | None = None,
    words: Words = "source",
    lengths: Lengths = None,
    sheets: NewFolder | None = None,
    grades: NewFile | None = None,
    layer: Literal["observed", "consolidated"] = "observed",
    campaign: CampaignName = None,
) -> "Analysis[Grading]":
    """Grade students' translations from merits and errors.

    FILE_OR_FOLDER holds annotated merits and errors
    (annotator,segment,system,side,start,end,category,severity, with the student as system),
    or is a campaign's folder. Points are summed per text and student, and a scale turns them
    into grades. Reports the class by grade, category and passage, and compares graders of
    the same text.

    Args:
        scale (NAME|FILE): Grading scale: a built-in name, or a YAML file.
        sum: Whether merits can offset critical errors (paper) or not. [default: that of the
            scale]
        typology (NAME|FILE): Typology with the points of merits and errors: a built-in name, or a
            YAML file. [default: that of the campaign, or kopte]
        sheets: Write a feedback sheet for every student (HTML and XLSX) into this folder.
        grades: Write the grades for a register, as CSV or XLSX.
        layer: Annotation layer: each grader's own, or after consolidation.

    """
    from tertium.analyses.files import check_ending
    from tertium.analyses.judgements import known_lengths, read
    from tertium.formats.scale_files import read_grades
    from tertium.formats.typology import read_typology
    from tertium.stats.errors.collected import collected_spans, typology_of
    from tertium.stats.grading.campaign import read_remarks
    from tertium.stats.grading.grade import grade as graded
    from tertium.stats.grading.sheets import feedback_sheets

    check_ending(grades, "grades", "--grades", (".csv", ".xlsx"))
    judgements = read(file_or_folder, campaign=campaign)
    spans = collected_spans(judgements.table, judgements.campaign, layers=(layer,))
    chosen = typology_of(judgements.campaign) if typology is None else read_typology(str(typology))
    remarks = read_remarks(judgements.table)
    result = graded(
        spans,
        external=remarks.external,
        typology=chosen,
        scale=read_grades(str(scale)),
        by=sum,
        words_of=words,
        lengths=None if lengths is None else known_lengths(judgements, lengths),
    )
    written = []
    if sheets is not None:
        from tertium.rendering.feedback import write_feedback

        made = feedback_sheets(spans, result, typology=chosen, comments=remarks.comments)
        files = write_feedback(made, Path(sheets))
        written.append(f"Wrote {len(files)} files to {sheets}.")
    if grades is not None:
        from tertium.rendering.feedback import write_grades

        write_grades(result, Path(grades))
        written.append(f"Wrote {grades}.")
    return Analysis(judgements.noted(result), tuple(written))
