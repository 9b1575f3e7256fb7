"""What a translation of some accuracy is good for: triage, gist, edit.

Experienced users said of documents of known accuracy what they could be used for. They
needed 55% to sort out what matters (*triage*), 70% to get the basic meaning (*gist*) and
85% to publish after editing (*edit*) (Christianson, Dorr and Olive, 2014). A level begins at
its number, which is part of it, and ends before the next.
"""

from dataclasses import dataclass

from tertium.exceptions import BadInput

NONE = "none"
_ROUNDING = 1e-9  # 1 − 6/20 is 70%, whatever the computer makes of it


@dataclass(frozen=True, slots=True)
class Level:
    """A use and the accuracy from which a document is good for it."""

    name: str
    at: float


LEVELS = (Level("triage", 0.55), Level("gist", 0.70), Level("edit", 0.85))
_VERSION = "utility@1"


def level_of(accuracy: float | None, levels: tuple[Level, ...] = LEVELS) -> str:
    """Return the highest level that an accuracy reaches, or `none`.

    >>> level_of(0.70), level_of(0.699), level_of(0.2)
    ('gist', 'triage', 'none')
    """
    reached = [one for one in levels if accuracy is not None and accuracy + _ROUNDING >= one.at]
    return reached[-1].name if reached else NONE


def levels_signature(levels: tuple[Level, ...] = LEVELS) -> str:
    """Return the levels for a signature: a version, or the numbers where they are one's own."""
    if levels == LEVELS:
        return _VERSION
    return "+".join(f"{one.name}.{one.at:g}" for one in levels)


def read_levels(text: str) -> tuple[Level, ...]:
    """Read levels of one's own: `triage=0.5,gist=0.65,edit=0.8`, from low to high."""
    levels = []
    for part in text.split(","):
        name, _, number = part.partition("=")
        try:
            levels.append(Level(name.strip(), float(number)))
        except ValueError:
            levels.append(Level("", 0.0))
    ordered = [one.at for one in levels]
    if not all(one.name for one in levels) or sorted(set(ordered)) != ordered or ordered[-1] > 1:
        raise BadInput(
            f"{text!r} does not name levels from low to high",
            where="--levels",
            fix="Write for example triage=0.55,gist=0.7,edit=0.85.",
        )
    return tuple(levels)
