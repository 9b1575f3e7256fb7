"""DuckDB in memory: where tables are made and read."""

import os
from functools import cache

import duckdb


def scratch() -> duckdb.DuckDBPyConnection:
    """Return a database in memory of one's own, if all its tables and views are temporary.

    Starting DuckDB takes twenty milliseconds, so a process starts it once, and these are
    connections to it.
    """
    return _started(os.getpid()).cursor()


@cache
def _started(process: int) -> duckdb.DuckDBPyConnection:
    """Start DuckDB for a process; its threads do not run on in a forked one."""
    return duckdb.connect()
