"""`tertium entropy`: word translation entropy, and the effort it goes with."""

from tertium.analyses.entropy import entropy
from tertium.cli.options import analysis_command

command = analysis_command(
    entropy,
    examples=(
        "entropy study/ --format html -o entropy.html",
        "entropy edits.csv --system atlas --machine atlas.graph",
        "entropy study/ --correction rarefaction --format json",
        "entropy edited/ --revised revision/",
    ),
)
