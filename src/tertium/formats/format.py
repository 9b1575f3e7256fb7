"""A kind of file with judgements that a package brings."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tertium.extensions import installed, load
from tertium.table import JudgementTable

__all__ = ["Format", "read_other_format"]


@dataclass(frozen=True, slots=True)
class Format:
    """How files of one kind are recognised and read.

    Only files that Tertium itself cannot read are asked about. What is wrong in a file is raised
    as `BadInput`, with its line and column.
    """

    name: str
    recognises: Callable[[Path], bool]
    read: Callable[[Path], JudgementTable]


def read_other_format(path: Path) -> JudgementTable | None:
    """Return the judgements of a file that the format of some package recognises, if any does."""
    for name in sorted(installed("formats")):
        format_: Format = load("formats", name)
        if format_.recognises(path):
            return format_.read(path)
    return None
