"""`tertium correlate`: which metrics, and which ways of judging, agree with people."""

from tertium.analyses.correlate import correlate
from tertium.cli.options import analysis_command

command = analysis_command(
    correlate,
    require="correlations.value > 0.8",
    examples=(
        "correlate campaign --metric bleu=bleu.csv --metric comet=comet.csv",
        "correlate mqm.tsv --metric scores.csv --level system --level segment",
        "correlate esa.csv --metric mqm=mqm.csv --by domain --recipe wmt25 --format html",
    ),
)
