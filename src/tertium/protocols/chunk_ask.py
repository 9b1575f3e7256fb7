"""Chunks of a translation, each with one of several labels."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tertium.exceptions import BadInput
from tertium.model import Example

MAX_CHUNKS = 2_000


@dataclass(frozen=True, slots=True)
class Chunks:
    """A label for every chunk that is shown, by the name of the chunk.

    Whether these are the chunks of the text that was shown is asked by whoever knows the text.
    """

    name: str
    labels: tuple[str, ...]
    when: tuple[str, ...] = ()
    widget: str = "chunk_labels"

    def read(self, value: Any, shown: int | None = None) -> dict[str, str]:
        """Return the labels by chunk, or say which ones may be given."""
        given = value if isinstance(value, Mapping) else {}
        fits = all(isinstance(one, str) and one for one in given)
        if not given or not fits or len(given) > MAX_CHUNKS:
            raise BadInput(
                f"{self.name!r} must be an answer for every part of the translation",
                fix="Send one of the answers for each chunk, by its name.",
            )
        for chunk, label in given.items():
            if label not in self.labels:
                raise BadInput(
                    f"{label!r} is not an answer to chunk {chunk}",
                    fix=f"Allowed: {', '.join(self.labels)}.",
                )
        return dict(given)

    def expect(self, value: Any, example: Example) -> dict[str, str]:
        """Read what most people answer: by chunk, or a list in the order of the chunks."""
        listed = {str(at): label for at, label in enumerate(value, 1)} if type(value) is list else 0
        return self.read(listed or value)

    def agrees(self, given: Mapping[str, str], expected: Mapping[str, str]) -> bool:
        """Tell whether every chunk has the expected label."""
        return dict(given) == dict(expected)
