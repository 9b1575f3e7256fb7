"""`tertium readability`: how hard texts are to read, why, and which version is easier."""

import click

from tertium.analyses.readability import readability, readability_explain, readability_features
from tertium.analyses.readability_train import readability_check, readability_train
from tertium.cli.groups import ShownGroup
from tertium.cli.options import analysis_command


@click.group("readability", cls=ShownGroup)
def command() -> None:
    """Measure how hard texts are to read, and compare versions of the same texts.

    `tertium readability FILE` is short for `tertium readability show FILE`.

    \b
    Examples:
      tertium readability examples/plain-language.csv
      tertium readability train levels.csv --levels easy,middle,hard -o model.json
      tertium readability explain notice.md --model model.json
    """


command.add_command(
    analysis_command(
        readability,
        name="show",
        require="contrasts.0.p < 0.05",
        examples=(
            "readability examples/plain-language.csv",
            "readability notice.md --formula flesch --formula lix",
            "readability spring/ --model model.json --format html -o readability.html",
        ),
    )
)
command.add_command(
    analysis_command(
        readability_explain,
        name="explain",
        examples=(
            "readability explain examples/plain-language.csv --version original",
            "readability explain notice.md --model model.json --format html -o notice.html",
        ),
    )
)
command.add_command(
    analysis_command(
        readability_features,
        name="features",
        examples=("readability features --language de",),
    )
)
command.add_command(
    analysis_command(
        readability_train,
        name="train",
        writes="model",
        examples=(
            "readability train levels.csv --levels easy,middle,hard -o model.json",
            "readability train clear.csv --column Excerpt --easiness BT_easiness --by Author",
        ),
    )
)
command.add_command(
    analysis_command(
        readability_check,
        name="check",
        writes="card",
        examples=("readability check levels.csv --levels easy,middle,hard -o card.md",),
    )
)
