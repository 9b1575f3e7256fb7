"""`tertium adequacy`: adequate or not, for every translation, with few questions."""

from tertium.analyses.adequacy import adequacy
from tertium.cli.options import analysis_command

command = analysis_command(
    adequacy,
    examples=(
        "adequacy spring",
        "adequacy comparisons.csv --labels adequate.csv --reference human",
    ),
)
