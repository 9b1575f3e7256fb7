"""Kinds of YAML files of which some ship: read by name, or people's own by path."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Generic, TypeVar

from tertium.exceptions import NotFound
from tertium.extensions import installed, load
from tertium.formats.files import read_text
from tertium.formats.settings import Table
from tertium.formats.yaml import read_yaml

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class ShippedFiles(Generic[_T]):
    """A kind of file: those that ship lie in `folder`, and `make` turns one into its value.

    Packages bring more of them, under the entry points named after the folder.
    """

    folder: str
    kind: str
    make: Callable[[Table], _T]

    def names(self) -> tuple[str, ...]:
        """Return the names of those that ship or are installed."""
        return tuple(sorted({*_names(self.folder), *installed(self.folder)}))

    def read(self, name: str | Path) -> _T:
        """Return one that ships, by name, or the one in a file, by path."""
        if isinstance(name, str) and name in _names(self.folder):
            found: _T = _shipped(self, name)
            return found
        brought = isinstance(name, str) and name in installed(self.folder)
        path: Path = load(self.folder, str(name)) if brought else Path(name)
        if not path.is_file():
            if path.suffix in (".yaml", ".yml"):
                raise NotFound(
                    f"no file {str(path)!r}",
                    fix=f"Name a YAML file, or one of: {', '.join(self.names())}.",
                )
            raise NotFound.among(self.kind, str(name), self.names())
        return self.make(read_yaml(read_text(path), str(path)))


@cache
def _names(folder: str) -> tuple[str, ...]:
    files = (resources.files("tertium") / folder).iterdir()
    return tuple(
        sorted(file.name.removesuffix(".yaml") for file in files if file.name.endswith(".yaml"))
    )


@cache
def _shipped(shelf: ShippedFiles[Any], name: str) -> Any:
    file = resources.files("tertium") / shelf.folder / f"{name}.yaml"
    return shelf.make(read_yaml(file.read_text(encoding="utf-8"), file.name))
