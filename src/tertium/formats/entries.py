"""What a file says about one segment, before a campaign makes a Segment of it."""

from collections.abc import Mapping
from dataclasses import dataclass

from tertium.formats.files import Place


@dataclass(frozen=True, slots=True)
class Entry:
    """One segment as a file gives it; `line` is where it stands there."""

    line: int
    source: str
    outputs: Mapping[str, str]
    segment: str = ""
    document: str = ""
    domain: str = ""


@dataclass(frozen=True, slots=True)
class Texts:
    """The entries of one file in order, with what else the file knows.

    An output whose system the file does not name (the target of an XLIFF unit)
    stands under the empty name.
    """

    file: str
    entries: tuple[Entry, ...]
    source_language: str = ""
    target_language: str = ""
    systems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()  # what was left out

    def place(self, entry: Entry) -> Place:
        """Return `file:line`."""
        return Place(f"{self.file}:{entry.line}")
