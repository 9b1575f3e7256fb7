"""A kind of file with judgements: how it is recognised, and what reads it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tertium.extensions import installed, load
from tertium.formats.about import UNTOLD, About
from tertium.formats.given import GivenFile
from tertium.table import JudgementTable


@dataclass(frozen=True, slots=True)
class Format:
    """How files of one kind are recognised and read.

    A file is of this kind if everything holds that is said here: its ending (`.gz` set aside) is
    one of `endings`; it is a table whose header has all `columns`; JSON lines whose first line
    has all `keys`; XML that begins with an element `root` (a regular expression);
    `recognises` says so. What is wrong in a file is raised as `BadInput`, with its line and
    column. Formats of packages are asked about files that Tertium itself cannot read.

    In a folder, files `beside` (patterns of names) belong to those of this kind and are no
    judgements by themselves; formats of one `group` may lie together.
    """

    name: str
    read: Callable[[GivenFile], JudgementTable]
    endings: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    root: str = ""
    recognises: Callable[[GivenFile], bool] | None = None
    beside: tuple[str, ...] = ()
    group: str = ""
    about: About = UNTOLD

    def fits(self, file: GivenFile) -> bool:
        """Tell whether a file is of this kind."""
        return (
            (not self.endings or file.suffix in self.endings)
            and (not self.columns or set(self.columns) <= set(file.header))
            and (not self.keys or file.has_keys(self.keys))
            and (not self.root or file.has_root(self.root))
            and (self.recognises is None or self.recognises(file))
        )


def other_format(file: GivenFile) -> Format | None:
    """Return the format of some package that recognises a file, if any does."""
    brought: Iterator[Format] = (load("formats", name) for name in sorted(installed("formats")))
    return next((one for one in brought if one.fits(file)), None)
