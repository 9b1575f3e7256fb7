"""Carrying a marked passage over to the same text with other blanks.

Some files mark errors in a copy of the text whose blanks were changed on the way (tokens with
blanks between them). What is not blank is the same in both, and tells the place.
"""


def same_but_blanks(one: str, other: str) -> bool:
    """Tell whether two texts differ in blanks only."""
    return "".join(one.split()) == "".join(other.split())


def carried(text: str, before: str, passage: str) -> tuple[int, int]:
    """Return start and end in `text` of a passage that stands after `before` in a copy of it."""
    solid = [at for at, character in enumerate(text) if not character.isspace()]
    first = len("".join(before.split()))
    size = len("".join(passage.split()))
    start = solid[first] if first < len(solid) else len(text)
    return start, (solid[first + size - 1] + 1 if size else start)
