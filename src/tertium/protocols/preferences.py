"""Preferences between two translations: the answers, and the observation they make.

The answers are one list for files and pages. `left` and `right` are what was shown, so a
judgement can be read without knowing which system stood where; the assignment tells that.
"""

from tertium.exceptions import NotFound
from tertium.model import Observation

# Every answer with its value for the left system against the right one;
# None: the answer says nothing about either.
ANSWERS: dict[str, float | None] = {
    "left": 1.0,
    "right": -1.0,
    "tie": 0.0,
    "both_good": 0.0,
    "both_bad": 0.0,
    "neither": 0.0,  # "I would rather translate from scratch"
    "other": None,
}
VARIANTS: dict[str, tuple[str, ...]] = {
    "five": ("left", "right", "both_good", "both_bad", "other"),
    "binary": ("left", "right"),
    "ternary": ("left", "right", "tie"),
    "post-edit": ("left", "right", "neither"),
}

# What is compared; what is not quality has words of its own on the pages.
QUALITY, READABILITY = "quality", "readability"
CRITERIA = (QUALITY, READABILITY)
CRITERION = "quality, or readability: which text is easier to read?"


def check_criterion(criterion: object) -> None:
    """Refuse a criterion that the pages have no words for."""
    if criterion not in CRITERIA:
        raise NotFound.among("criterion", str(criterion), CRITERIA, where="[options]")


def preference(left: str, right: str, answer: str, comment: str | None = None) -> Observation:
    """Return the preference row of one answer about two systems."""
    return Observation(
        "preference",
        value=ANSWERS[answer],
        system=left,
        versus=right,
        slot=1,
        label=answer,
        comment=comment,
    )
