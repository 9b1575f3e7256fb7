"""What commands share: options, opening a campaign or a file, and printing a result."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import click

from tertium.analyses.campaigns import typed
from tertium.choices import OutputFormat

if TYPE_CHECKING:
    from tertium.stats.result import Result

__all__ = [
    "aspect_option",
    "campaign_option",
    "format_option",
    "language_pair_option",
    "level_option",
    "output_option",
    "require_option",
    "resamples_option",
    "scale_option",
    "seed_option",
    "show",
    "typed",
    "write",
]

aspect_option = click.option(
    "--aspect", help="Aspect of the scores.  [default: overall, or the only one]"
)
campaign_option = click.option("--campaign", help="Campaign, if the folder holds several.")
level_option = click.option("--level", default=0.95, show_default=True, help="Confidence level.")
resamples_option = click.option(
    "--resamples", default=2000, show_default=True, help="Bootstrap resamples."
)
seed_option = click.option("--seed", default=0, show_default=True, help="Random seed.")


def format_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--format`."""
    return click.option(
        "--format",
        "fmt",
        type=click.Choice(get_args(OutputFormat)),
        default="text",
        show_default=True,
        help="Output format.",
    )(command)


def language_pair_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--language-pair`."""
    return click.option(
        "--language-pair",
        metavar="PAIR",
        help="Language pair, such as de-en.  [default: each pair separately]",
    )(command)


def output_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--output`."""
    return click.option(
        "--output",
        "-o",
        type=click.Path(dir_okay=False, path_type=Path),
        default=None,
        help="Write to this file instead of standard output.",
    )(command)


def require_option(example: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add `--require`; the example is a condition on the result of the command."""
    return click.option(
        "--require",
        multiple=True,
        metavar="CONDITION",
        help=f'Exit with 3 unless this condition holds, such as "{example}"; may be repeated.',
    )


def scale_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--scale`."""
    return click.option(
        "--scale",
        metavar="WORST..BEST",
        help="Scale of the scores, such as 0..100 or 1..5; 5..1 if 1 is best.  "
        "[default: from the campaign or the file format, else inferred]",
    )(command)


def show(result: "Result", fmt: str, output: Path | None = None) -> None:
    """Print a result in the chosen format, or write it to a file."""
    from tertium.rendering import render

    write(render(result, fmt), output)


def write(text: str, output: Path | None) -> None:
    """Print a text, or write it to a file in one step: a file is never half written."""
    if output is None:
        click.echo(text)
        return
    from tertium.analyses.files import write_whole

    write_whole(output, text)
    click.echo(f"Wrote {output}.", err=True)
