"""`tertium quality-square`: four values for every text, each against its threshold."""

from tertium.analyses.quality_square import quality_square
from tertium.cli.options import analysis_command

command = analysis_command(
    quality_square,
    examples=(
        "quality-square reviews.csv --errors marks.csv",
        "quality-square reviews.csv --model light --lengths words.csv",
        "quality-square reviews.csv --model ours.yaml --format json",
    ),
)
