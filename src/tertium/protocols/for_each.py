"""Answers that hold one thing for every output shown, in display order."""

from collections.abc import Callable
from typing import Any

from tertium.exceptions import BadInput


def read_each(
    name: str,
    value: Any,
    shown: int | None,
    fits: Callable[[Any], bool],
    *,
    one: str,
    fix: str,
    several: str,
    act: str,
) -> list[Any]:
    """Return what was given for every output; `shown` is how many there were, if known.

    `one` and `several` name what is given, `fix` says what fits, and `act` what is done with
    outputs.
    """
    given = value if isinstance(value, list) else []
    if not given or not all(fits(each) for each in given):
        raise BadInput(f"{name!r} must be {one} for every translation", fix=fix)
    if shown is not None and len(given) != shown:
        raise BadInput(
            f"{name!r} has {len(given)} {several} for {shown} translations",
            fix=f"{act} every translation that is shown.",
        )
    return given
