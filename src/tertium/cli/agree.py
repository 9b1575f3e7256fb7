"""`tertium agree`: inter- and intra-annotator agreement."""

from tertium.analyses.agree import agree
from tertium.cli.options import analysis_command

command = analysis_command(
    agree,
    examples=(
        "agree judgements.csv --format json | jq .cohen.mean",
        "agree rankings.csv --variant wmt",
        "agree errors.csv --format html -o agreement.html",
    ),
)
