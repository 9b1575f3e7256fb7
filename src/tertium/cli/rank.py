"""`tertium rank`: systems ranked, with confidence intervals, rank ranges and clusters."""

from tertium.analyses.rank import rank
from tertium.cli.options import analysis_command

command = analysis_command(
    rank,
    require="contrast(new, old).low > 0",
    examples=(
        "rank rankings.csv.gz",
        "rank rankings.csv.gz --method expected-wins --format csv",
        "rank scores.csv --method wmt-z --baseline old",
        'rank errors.csv --measure errors --require "contrast(new, old).low > 0"',
    ),
)
