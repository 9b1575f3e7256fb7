"""What others add: found through the entry points of installed packages, ours among them.

A package names what it brings in its `pyproject.toml`, under one of these groups:

- `tertium.protocols`: a `Protocol`, a way of asking;
- `tertium.formats`: a `Format`, a kind of file with judgements;
- `tertium.analyses`: a function of judgements, which becomes a command and a function of `tertium`;
- `tertium.taggers`: a function of texts, their language and a model's name that tags them;
- `tertium.scales`: a `Scale` that `--scale` knows by name, or the path of a YAML file;
- `tertium.typologies`, `tertium.squares`: the path of a YAML file.
"""

from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


@cache
def installed(kind: str) -> "dict[str, EntryPoint]":
    """Return what is installed of a kind (`protocols`, `formats`, …), by name."""
    # Imported here, because most commands ask for nothing and it takes longer than all of click.
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=f"tertium.{kind}")}


def load(kind: str, name: str) -> Any:
    """Return what a package brings under this name."""
    return installed(kind)[name].load()
