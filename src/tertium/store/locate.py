"""Which database a name stands for: an address, a file, or a campaign's folder."""

import tomllib
from pathlib import Path

from tertium.exceptions import BadInput

FILE = "tertium.db"
SETTINGS = ("campaign.toml", "tertium.toml")


def locate(where: str | Path) -> str | Path:
    """Return the address or the file of a database.

    A folder's database is the one that `database = "…"` in its campaign.toml or
    tertium.toml names, else the file tertium.db in it.
    """
    if "://" in str(where) or not Path(where).is_dir():
        return where
    folder = Path(where)
    for name in SETTINGS:
        file = folder / name
        if not file.is_file():
            continue
        named = _read(file).get("database")
        if named is None:
            continue
        if not isinstance(named, str) or not named:
            raise BadInput(
                f"database = {named!r} is not an address",
                where=f"{file}: database",
                fix='Write database = "postgresql://user@host/name", or leave the line out.',
            )
        named = named.removeprefix("sqlite:///")
        return named if "://" in named else folder / named
    return folder / FILE


def _read(file: Path) -> dict[str, object]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadInput(
            f"the file cannot be read ({error})",
            where=str(file),
            fix="Correct the place it names.",
        ) from error
