"""`tertium ratings`: shares of categories, systems on a latent scale, severity of annotators."""

from tertium.analyses.ratings import ratings
from tertium.cli.options import analysis_command

command = analysis_command(
    ratings,
    require="aspects.adequacy.agreement.value > 0.4",
    examples=(
        "ratings ratings.csv",
        "ratings ratings.csv --aspect adequacy --by level",
        "ratings scores.csv --steps 5 --format json",
    ),
)
