"""Words of checks and warnings."""


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, in the plural where it belongs.

    >>> counted(1, "segment"), counted(1200, "segment")
    ('1 segment', '1,200 segments')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
