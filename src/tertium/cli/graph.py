"""`tertium graph`: the translations of each source ranked by dominance."""

from tertium.analyses.graph import graph
from tertium.cli.options import analysis_command

command = analysis_command(
    graph,
    examples=(
        "graph comparisons.csv",
        "graph comparisons.csv --format json | jq .consistency",
    ),
)
