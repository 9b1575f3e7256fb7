"""`tertium grade`: grades from merits and errors, and a feedback sheet for every student."""

from tertium.analyses.grade import grade
from tertium.cli.options import analysis_command

command = analysis_command(
    grade,
    examples=(
        "grade marks.csv",
        "grade marks.csv --sheets handouts --grades grades.xlsx",
        "grade marks.csv --scale ours.yaml --sum paper --format json",
    ),
)
