"""`tertium score`: systems scored by automatic metrics, and references studied."""

import click

from tertium.analyses.score import score
from tertium.analyses.score_references import score_references
from tertium.cli.groups import ShownGroup
from tertium.cli.options import analysis_command


@click.group("score", cls=ShownGroup)
def command() -> None:
    """Score systems by automatic metrics: BLEU, chrF, TER and others.

    `tertium score FOLDER` is short for `tertium score show FOLDER`.

    \b
    Examples:
      tertium score spring
      tertium score --reference ref.de.txt --system old=old.de.txt --system new=new.de.txt
      tertium score references translations.csv --best 1,3 --worst 3
    """


command.add_command(
    analysis_command(
        score,
        name="show",
        require="systems.NAME.bleu > 30",
        examples=(
            "score spring",
            "score --reference ref.de.txt --system old=old.de.txt --system new=new.de.txt",
            "score spring --scores comet.json --metrics bleu,chrf --test sacrebleu --format latex",
        ),
    )
)
command.add_command(
    analysis_command(
        score_references,
        name="references",
        examples=(
            "score references translations.csv",
            "score references translations.csv --best 1,3 --worst 3 --renderings renderings.csv",
        ),
    )
)
