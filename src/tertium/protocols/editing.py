"""Post-editing: the question that an edited text answers, and the rating that follows."""

from tertium.protocols.protocol import Choice
from tertium.scale import Scale

EDITED = "edited"
# 1: needs a new translation, 4: nothing to change
RATING = Choice(
    "rating",
    ("1", "2", "3", "4"),
    aspect="overall",
    scale=Scale(
        1.0,
        4.0,
        1.0,
        name="1–4",
        labels=(
            "needs a new translation",
            "a lot of editing, but faster than from scratch",
            "a little editing",
            "nothing to change",
        ),
    ),
)
