"""Marked errors written as files of others: the same for `tertium convert` and `tertium export`."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from tertium.formats.error_files import ErrorFile
    from tertium.store import Store
    from tertium.table import JudgementTable


def stored_marks(store: "Store", campaigns: Sequence[str]) -> "JudgementTable":
    """Return what people marked in stored campaigns, with the texts that they read."""
    from tertium.formats.campaign_marks import marked_table
    from tertium.table import JudgementTable

    tables = [marked_table(store.table(name), store.campaigns.get(name)) for name in campaigns]
    if len(tables) == 1:
        return tables[0]
    return JudgementTable.from_rows(row for table in tables for row in table.rows())


def write_marks(table: "JudgementTable", target: Path, kind: "ErrorFile") -> str:
    """Write marks, say what the file does not keep, and return how much was written."""
    from tertium.formats.error_files import write_errors

    written = write_errors(table, target, kind=kind)
    if written.lost:
        click.echo(written.lost, err=True)
    return f"{written.rows:,} rows"
