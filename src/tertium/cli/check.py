"""`tertium check`: the dry run of a campaign."""

from datetime import UTC, datetime
from pathlib import Path

import click

from tertium.cli.common import format_option, output_option, show

__all__ = ["command"]


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), default=Path(), required=False)
@format_option
@output_option
def command(folder: Path, fmt: str, output: Path | None) -> None:
    """Explain the campaign in FOLDER: who judges what, how long, at what cost.

    Warns of what weakens the conclusion and refuses only what cannot run. Nothing
    is stored or sent.

    \b
    Example:
      tertium check spring --format json | jq .warnings
    """
    from tertium.design import build_plan, check
    from tertium.formats import read_campaign

    campaign = read_campaign(folder)
    show(check(campaign, build_plan(campaign), now=datetime.now(UTC)), fmt, output)
