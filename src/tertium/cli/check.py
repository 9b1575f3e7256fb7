"""`tertium check`: a campaign's design before it starts."""

from tertium.analyses.check import check
from tertium.cli.options import analysis_command

__all__ = ["command"]

command = analysis_command(check, examples=("check spring --format json | jq .warnings",))
