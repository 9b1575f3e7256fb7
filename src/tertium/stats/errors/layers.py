"""What a layer of settled or arbitrated errors leaves open, said beside its scores."""

from tertium.stats.told import count
from tertium.table import JudgementTable

__all__ = ["open_in_layer"]

_PLACE = ("segment", "system", "side", "start", "end")


def open_in_layer(table: JudgementTable, layer: str) -> tuple[str, ...]:
    """Return a sentence on texts that are not settled, or on contested errors not decided."""
    if layer == "consolidated":
        return _unsettled(table)
    return _undecided(table) if layer == "arbitrated" else ()


def _unsettled(table: JudgementTable) -> tuple[str, ...]:
    readers: dict[tuple[str, str], set[str]] = {}
    settled: set[tuple[str, str]] = set()
    for row in table.select(aspect=["overall"]).rows():
        output = row["segment"], row["system"]
        if row["layer"] == "consolidated":
            settled.add(output)
        elif row["layer"] == "observed" and row["role"] == "real":
            readers.setdefault(output, set()).add(row["annotator"])
    several = [output for output, people in readers.items() if len(people) > 1]
    rest = sum(output not in settled for output in several)
    if not settled or not rest:
        return ()
    return (
        f"{rest:,} of {len(several):,} outputs with several annotators are not adjudicated yet; "
        "they are not counted.",
    )


def _undecided(table: JudgementTable) -> tuple[str, ...]:
    contested, standing, signed = set(), set(), set()
    for row in table.select(aspect=["answer", "error"]).rows():
        place = tuple(row[name] for name in _PLACE)
        if row["aspect"] == "answer" and row["label"] != "accept":
            contested.add(place)
        elif row["layer"] == "arbitrated":
            standing.add(place)
            if row["label"]:
                signed.add(place)
    rest = len((contested & standing) - signed)
    if not rest:
        return ()
    errors = count(rest, "contested error is", "contested errors are")
    return (f"{errors} not decided yet, and counted as found.",)
