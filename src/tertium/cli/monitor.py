"""`tertium monitor`: interim analysis of a running campaign."""

from tertium.analyses.monitor import monitor
from tertium.cli.options import analysis_command

command = analysis_command(
    monitor,
    require="stopped_at > 0",
    examples=(
        "monitor spring --looks 4",
        "monitor judgements.csv --baseline base --advanced adv --planned 1200",
        "monitor scores.csv --baseline A --advanced B --rule anytime-valid",
    ),
)
