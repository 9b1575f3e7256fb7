"""Numbers with a decimal comma, as spreadsheets of many countries write them.

A column is read so only if that is the only way to read it: nothing in it has a full stop, and at
least one number cannot be thousands (`3,5` and `0,125` can not, `1,250` can).
"""

import duckdb

from tertium.formats.faults import NUMBER_COLUMNS
from tertium.formats.queries import one_row
from tertium.table_columns import quoted
from tertium.wording import listed

_COMMA = r"^\s*[-+]?\d+,\d+\s*$"
_THOUSANDS = r"^\s*[-+]?[1-9]\d{0,2},\d{3}\s*$"


def with_full_stops(
    database: duckdb.DuckDBPyConnection, header: tuple[str, ...]
) -> tuple[str, ...]:
    """Write the numbers of `raw` with full stops, and return the sentence that says so."""
    changed = []
    for name in (name for name in header if name in NUMBER_COLUMNS):
        column = quoted(name)
        written, certain, stops = one_row(
            database,
            f"SELECT count(*) FILTER (regexp_matches({column}, '{_COMMA}')), "
            f"count(*) FILTER (regexp_matches({column}, '{_COMMA}') "
            f"AND NOT regexp_matches({column}, '{_THOUSANDS}')), "
            f"count(*) FILTER (contains({column}, '.')) FROM raw",
        )
        if written and certain and not stops:
            database.execute(
                f"UPDATE raw SET {column} = replace({column}, ',', '.') "
                f"WHERE regexp_matches({column}, '{_COMMA}')"
            )
            changed.append(name)
    if not changed:
        return ()
    return (f"Commas are read as decimal signs in {listed(changed)}.",)
