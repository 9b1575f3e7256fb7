"""Published numbers, as tables: one file per source in `numbers/`, a line per number.

A line says where a number is printed, which kind it is for us, and how it is obtained:
`quaff.ratio(Health)` calls a function of `quaff.py`, which names the analysis it runs;
`161 / 82` is arithmetic on what the same paper prints. Adding a number is adding a line.
"""

import csv
from functools import cache
from importlib.resources import files

from tertium.stats.published.claim import HOLDS, KINDS, Claim, Kind, Way, recomputes

__all__ = ["KINDS", "SOURCES", "Claim", "Kind", "Way", "read_claims", "recomputes"]

SOURCES = ("quaff", "pighin", "mathur", "aziz", "workshop", "data_sets", "golden")


@cache
def read_claims(*sources: str) -> tuple[Claim, ...]:
    """Return the published numbers of some sources, by default of all."""
    return tuple(claim for source in sources or SOURCES for claim in _read(source))


def _read(source: str) -> list[Claim]:
    table = files(__package__).joinpath("numbers", f"{source}.csv").read_text(encoding="utf-8")
    return [_claim(row) for row in csv.DictReader(table.splitlines())]


def _claim(row: dict[str, str]) -> Claim:
    return Claim(
        paper=row["paper"],
        quantity=row["quantity"],
        kind=KINDS[KINDS.index(row["kind"])],
        published=float(row["published"]) if row["published"] else None,
        how=row["how"],
        within=float(row["within"] or 0),
        holds=HOLDS[HOLDS.index(row["holds"] or "equal")],
        numbers=int(row["numbers"] or 1),
        note=row["note"],
    )
