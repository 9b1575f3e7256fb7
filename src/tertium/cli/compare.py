"""`tertium compare`: two systems compared from preference judgements."""

from tertium.analyses.compare import compare
from tertium.cli.options import analysis_command

command = analysis_command(
    compare,
    require="improvement_ratio.low > 1",
    examples=(
        "compare judgements.csv --baseline base --advanced adv --identical 0.226",
        'compare spring --require "improvement_ratio.low > 1" --format json',
    ),
)
