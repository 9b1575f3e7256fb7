"""`tertium reproduce`: the published numbers of the methods, computed again."""

from pathlib import Path

import click

from tertium.cli.common import format_option, output_option, show, write

__all__ = ["command"]


@click.command()
@format_option
@output_option
def command(fmt: str, output: Path | None) -> None:
    """Recompute the published numbers of the methods from the papers' own tables.

    What a paper prints stands beside what comes out; where the two differ, a note says
    why. In JSON the answer is a plain list of numbers.

    \b
    Example:
      tertium reproduce --format json | jq '.[] | select(.agrees | not)'
    """
    from msgspec import json

    from tertium.stats.reproduce import reproduce

    result = reproduce()
    if fmt == "json":
        write(json.format(json.encode(result.numbers), indent=2).decode(), output)
    else:
        show(result, fmt, output)
