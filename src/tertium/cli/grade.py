"""`tertium grade`: grades from merits and errors, and a feedback sheet for every student."""

from pathlib import Path
from typing import Any, Literal

import click

from tertium.cli.common import campaign_option, format_option, output_option, show
from tertium.cli.marked_options import check_ending, lengths_option, words_option

__all__ = ["command"]


@click.command()
@click.argument("path", type=click.Path(exists=True, path_type=Path), metavar="FILE_OR_FOLDER")
@click.option(
    "--scale",
    default="german",
    show_default=True,
    metavar="NAME|FILE",
    help="Grading scale: a built-in name, or a YAML file.",
)
@click.option(
    "--sum",
    "by",
    type=click.Choice(("strict", "paper")),
    help="Whether merits can offset critical errors (paper) or not.  [default: that of the scale]",
)
@click.option(
    "--typology",
    metavar="NAME|FILE",
    help="Typology with the points of merits and errors: a built-in name, or a YAML file.  "
    "[default: that of the campaign, or kopte]",
)
@words_option
@lengths_option
@click.option(
    "--sheets",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write a feedback sheet for every student (HTML and XLSX) into this folder.",
)
@click.option(
    "--grades",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the grades for a register, as CSV or XLSX.",
)
@click.option(
    "--layer",
    type=click.Choice(("observed", "consolidated")),
    default="observed",
    show_default=True,
    help="Annotation layer: each grader's own, or after consolidation.",
)
@campaign_option
@format_option
@output_option
def command(
    path: Path,
    scale: str,
    typology: str | None,
    lengths: Path | None,
    sheets: Path | None,
    grades: Path | None,
    layer: Literal["observed", "consolidated"],
    campaign: str | None,
    fmt: str,
    output: Path | None,
    **given: Any,
) -> None:
    """Grade students' translations from merits and errors.

    FILE_OR_FOLDER holds annotated merits and errors
    (annotator,segment,system,side,start,end,category,severity, with the student as system),
    or is a campaign's folder. Points are summed per text and student, and a scale turns them
    into grades. Reports the class by grade, category and passage, and compares graders of
    the same text.

    \b
    Examples:
      tertium grade marks.csv
      tertium grade marks.csv --sheets handouts --grades grades.xlsx
      tertium grade marks.csv --scale ours.yaml --sum paper --format json
    """
    from tertium.cli.evidence import known_lengths, open_evidence
    from tertium.formats.grade_scale import read_scale
    from tertium.formats.typology import read_typology
    from tertium.stats.errors import collected_spans, typology_of
    from tertium.stats.grading import feedback_sheets, grade, read_remarks

    check_ending(grades, "grades", "--grades", (".csv", ".xlsx"))
    evidence = open_evidence(path, campaign)
    spans = collected_spans(evidence.table, evidence.campaign, layers=(layer,))
    chosen = typology_of(evidence.campaign) if typology is None else read_typology(typology)
    remarks = read_remarks(evidence.table)
    result = grade(
        spans,
        external=remarks.external,
        typology=chosen,
        scale=read_scale(scale),
        lengths=None if lengths is None else known_lengths(evidence, lengths),
        **given,
    )
    if sheets is not None:
        from tertium.rendering.feedback import write_feedback

        made = write_feedback(
            feedback_sheets(spans, result, typology=chosen, comments=remarks.comments), sheets
        )
        click.echo(f"Wrote {len(made)} files to {sheets}.", err=True)
    if grades is not None:
        from tertium.rendering.feedback import write_grades

        write_grades(result, grades)
        click.echo(f"Wrote {grades}.", err=True)
    show(evidence.noted(result), fmt, output)
