"""Settings of a campaign, each declared once: a field of a record, with what it means.

The reader of the campaign file, the file that `new` writes, its checks and the manual follow
from the declaration.
"""

from dataclasses import dataclass, field, fields
from typing import Any

_KEY = "setting"


@dataclass(frozen=True, slots=True)
class Setting:
    """What a setting means, and which values it takes; its kind follows from its default."""

    meaning: str  # in the manual
    comment: str | None = None  # beside it in a new file, if not the meaning
    least: int = 0
    most: int | None = None
    allowed: tuple[str, ...] = ()
    shown: bool = True  # in a new file

    def beside(self) -> str:
        """Return the comment that stands beside it in a new file."""
        return self.meaning if self.comment is None else self.comment


def setting(default: Any, meaning: str, comment: str | None = None, **more: Any) -> Any:
    """Declare a field of a record as a setting."""
    return field(default=default, metadata={_KEY: Setting(meaning, comment, **more)})


def settings_of(record: Any) -> dict[str, Setting]:
    """Return the settings of a record (or of its class) by name, in their order."""
    return {one.name: one.metadata[_KEY] for one in fields(record) if _KEY in one.metadata}
