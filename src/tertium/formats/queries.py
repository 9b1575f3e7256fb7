"""Questions to the database in which a file is read or from which it is written."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import duckdb

from tertium.exceptions import BadInput
from tertium.table_columns import quoted


def text(value: object) -> str:
    """Return a text, or the name of a file, as SQL has it."""
    return "'" + str(value).replace("'", "''") + "'"


def listed(names: Iterable[str]) -> str:
    """Return the names of columns, one after the other."""
    return ", ".join(quoted(name) for name in names)


def one_row(database: duckdb.DuckDBPyConnection, query: str) -> tuple[Any, ...]:
    """Return the only row of a query that counts or adds up."""
    found = database.execute(query).fetchone()
    assert found is not None  # an aggregate always yields one row
    return tuple(found)


def scoped(
    database: duckdb.DuckDBPyConnection, name: str, scopes: Iterable[str], where: str = "true"
) -> str:
    """Return SQL for a name, with what it is numbered within where the view `given` has several."""
    for scope in scopes:
        shared = database.execute(
            f"SELECT 1 FROM given WHERE {where} GROUP BY {name} "
            f"HAVING count(DISTINCT {scope}) > 1 LIMIT 1"
        ).fetchone()
        if shared is not None:
            name = f"concat_ws('/', nullif({scope}, ''), {name})"
    return name


def refuse(
    database: duckdb.DuckDBPyConnection, path: Path, query: str, what: str, fix: str
) -> None:
    """Refuse to write what a query finds; `what` tells the first, its values by number."""
    found = database.execute(f"SELECT * FROM ({query}) LIMIT 1").fetchone()
    if found is not None:
        raise BadInput(what.format(*found), where=str(path), fix=fix)
