"""The order in which people list names: digits by their value."""

import re


def natural(name: str) -> list[tuple[int, int | str]]:
    """Return a key that sorts names as people do: `ann-2` before `ann-10`."""
    parts = re.split(r"(\d+)", name)
    return [(0, int(part)) if part.isdecimal() else (1, part) for part in parts]
