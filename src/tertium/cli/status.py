"""`tertium status`: the progress of campaigns."""

from tertium.analyses.status import status
from tertium.cli.options import analysis_command

command = analysis_command(
    status, examples=("status spring --format json | jq '.campaigns[0].done'",)
)
