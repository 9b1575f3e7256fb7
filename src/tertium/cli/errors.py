"""`tertium errors`: error analysis, with quality scores and a pass/fail verdict."""

from tertium.analyses.errors import errors
from tertium.cli.options import analysis_command

command = analysis_command(
    errors,
    require="contrast(new, old).low > 0",
    examples=(
        "errors errors.csv --scoring calibrated --pass-mark 95",
        "errors mqm.tsv --scoring wmt-mqm --format json",
        "errors errors.csv --typology ours.yaml --tolerance 8",
        "errors errors.csv --scoring calibrated --scorecard card.html",
        'errors errors.csv --require "contrast(new, old).low > 0"',
    ),
)
