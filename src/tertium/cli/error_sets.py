"""`tertium error-sets`: errors traced from MT through post-editing to the final translation."""

from tertium.analyses.error_sets import error_sets
from tertium.cli.options import analysis_command

command = analysis_command(
    error_sets,
    examples=(
        "error-sets errors.csv --versions mt=EngineA,postedited=Ada,human=Ben",
        "error-sets errors.csv --write sets.csv",
        "error-sets errors.csv --sets sets.csv --format json",
    ),
)
