"""Human bands of outputs: `segment,system,band`, such as good, near miss and poor, or 1, 2, 3."""

from pathlib import Path

from tertium.formats.sheets import Once, Row, Sheet

BAND_COLUMNS = ("segment", "system", "band")


def read_bands(path: Path) -> dict[tuple[str, str], str]:
    """Return the band of each output, by (segment, system)."""
    return dict(_BANDS.rows(path))


def _band(row: Row) -> tuple[tuple[str, str], str]:
    return (row.filled("segment"), row.filled("system")), row.filled("band")


_BANDS = Sheet(
    "bands",
    BAND_COLUMNS,
    _band,
    once=Once(
        lambda one: one[0],
        "band",
        "this output has a band already, on line {line}",
        "Keep one band for each segment and system.",
    ),
)
