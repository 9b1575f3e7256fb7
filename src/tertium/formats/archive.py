"""One file in a tar archive (`.tar`, `.tar.gz`, `.tgz`), as some tables are published."""

import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tertium.exceptions import TertiumError
from tertium.formats.given import Place

_ENDINGS = (".tar", ".tar.gz", ".tgz")


def is_archive(path: Path) -> bool:
    """Tell whether a file is a tar archive, by its name."""
    return path.name.lower().endswith(_ENDINGS)


@contextmanager
def unpacked(path: Path) -> Iterator[Path]:
    """Give the only file of an archive under its own name; what is wrong in it is told of it."""
    try:
        with (
            tempfile.TemporaryDirectory(prefix="tertium-") as folder,
            tarfile.open(path) as archive,
        ):
            files = [member for member in archive.getmembers() if member.isfile()]
            if len(files) != 1:
                raise Place(path).wrong(
                    f"the archive holds {len(files)} files", "Unpack it, and name one of its files."
                )
            content = archive.extractfile(files[0])
            assert content is not None  # it is a file
            inside = Path(folder) / Path(files[0].name).name
            inside.write_bytes(content.read())
            try:
                yield inside
            except TertiumError as error:
                error.where = error.where.replace(str(inside), f"{path}/{inside.name}")
                raise
    except (tarfile.TarError, EOFError, OSError) as error:
        raise Place(path).wrong(
            f"the archive cannot be read ({error})",
            "Copy the file again, or unpack it and use the unpacked file.",
        ) from None
