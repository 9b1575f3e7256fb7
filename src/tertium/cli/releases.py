"""`tertium releases`: an MT engine tracked over its releases, from production files."""

from tertium.analyses.releases import releases
from tertium.cli.options import analysis_command

command = analysis_command(
    releases,
    require="steps.r7.quality.high < 0",
    examples=(
        "releases production.tsv --feedback feedback.csv --changes changes.csv",
        "releases 2026/ --anchor anchor/ --mt acme-mt --format html -o 2026.html",
    ),
)
