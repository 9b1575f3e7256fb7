"""`tertium prefilled`: what annotators did with marks that stood there before."""

from tertium.analyses.prefilled import prefilled
from tertium.cli.options import analysis_command

command = analysis_command(
    prefilled,
    require="changes.kept_share.value > 0.5",
    examples=("prefilled spring/", "prefilled spring/ --format json"),
)
