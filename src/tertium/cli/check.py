"""`tertium check`: a campaign's design before it starts."""

from tertium.analyses.check import check
from tertium.cli.options import analysis_command

command = analysis_command(check, examples=("check spring --format json | jq .warnings",))
