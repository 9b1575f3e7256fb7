"""`tertium reproduce`: the published numbers of the methods, recomputed."""

from tertium.analyses.reproduce import reproduce
from tertium.cli.options import analysis_command

command = analysis_command(
    reproduce,
    examples=("reproduce --format json | jq '.numbers[] | select(.agrees == false)'",),
)
