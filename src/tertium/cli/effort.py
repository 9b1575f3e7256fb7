"""`tertium effort`: post-editing effort and productivity, or annotation time."""

from tertium.analyses.effort import effort
from tertium.cli.options import analysis_command

command = analysis_command(
    effort,
    examples=(
        "effort edits.csv --ranking wmt.csv --format json",
        "effort judgements.csv --lengths words.csv",
    ),
)
