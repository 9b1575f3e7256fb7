"""Options that commands about error annotation share: which words count, and segment lengths."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from tertium.exceptions import BadInput

__all__ = ["check_ending", "lengths_option", "words_option"]


def words_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--words`."""
    return click.option(
        "--words",
        "words_of",
        type=click.Choice(("source", "target")),
        default="source",
        show_default=True,
        help="Count the words of the source or of the target text.",
    )(command)


def lengths_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--lengths`."""
    return click.option(
        "--lengths",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        help="Words of each segment (segment,words), if the texts are not in the file.",
    )(command)


def check_ending(path: Path | None, what: str, option: str, endings: tuple[str, str]) -> None:
    """Refuse an output file whose extension is not a known format."""
    if path is None or path.suffix.lower() in endings:
        return
    raise BadInput(
        f"{what} are not written as {path.suffix or 'a file without extension'}",
        where=option,
        fix=f"Name a file that ends in {' or '.join(endings)}.",
    )
