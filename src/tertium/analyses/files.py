"""Files that analyses read beside judgements, and those they write."""

from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path

from tertium.analyses.arguments import Source
from tertium.analyses.judgements import Judgements
from tertium.exceptions import BadInput, TertiumError


def check_ending(
    path: str | PathLike[str] | None, what: str, option: str, endings: tuple[str, ...]
) -> None:
    """Refuse an output file whose extension is not a known format."""
    if path is None or Path(path).suffix.lower() in endings:
        return
    raise BadInput(
        f"{what} are not written as {Path(path).suffix or 'a file without extension'}",
        where=option,
        fix=f"Name a file that ends in {' or '.join(endings)}.",
    )


@contextmanager
def on_disk(file: Source) -> Iterator[Path]:
    """Give the path of a file that is no table of judgements; a frame is one while it is read."""
    named = file.path if isinstance(file, Judgements) else file
    if isinstance(named, str | PathLike):
        yield Path(named)
        return
    from tempfile import TemporaryDirectory

    from tertium.formats.judgements import copy_frame

    with TemporaryDirectory(prefix="tertium-") as folder:
        path = Path(folder) / "frame.csv"
        copy_frame(file, path)
        try:
            yield path
        except TertiumError as error:
            error.where = error.where.replace(str(path), "frame")
            raise


def write_whole(path: Path, text: str) -> None:
    """Write a text to a file in one step: a file is never half written."""
    from tertium.formats.files import replacing

    with replacing(path) as beside:
        beside.write_text(text + "\n", encoding="utf-8")
