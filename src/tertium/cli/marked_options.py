"""What commands about marked errors ask alike: which words count, and how many there are."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from tertium.errors import BadInput

__all__ = ["check_ending", "lengths_option", "words_option"]


def words_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--words`."""
    return click.option(
        "--words",
        "words_of",
        type=click.Choice(("source", "target")),
        default="source",
        show_default=True,
        help="Which words are counted.",
    )(command)


def lengths_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--lengths`."""
    return click.option(
        "--lengths",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        help="Words of each segment (segment,words), where the texts are not known.",
    )(command)


def check_ending(path: Path | None, what: str, option: str, endings: tuple[str, str]) -> None:
    """Refuse a file to be written whose name tells no known format."""
    if path is None or path.suffix.lower() in endings:
        return
    raise BadInput(
        f"{what} are not written as {path.suffix or 'a file without ending'}",
        where=option,
        fix=f"Name a file that ends in {' or '.join(endings)}.",
    )
