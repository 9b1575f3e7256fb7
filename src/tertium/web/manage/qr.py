"""A link as a QR code: one SVG path, so it needs no script and no image file."""

import segno

_QUIET = 4  # empty modules on every side, as readers need


def qr_path(text: str) -> tuple[str, int]:
    """Return an SVG path of one unit per module and the side with its quiet zone."""
    modules = segno.make(text, error="m", boost_error=False, micro=False).matrix
    path = "".join(
        f"M{column + _QUIET} {row + _QUIET}h1v1h-1z"
        for row, line in enumerate(modules)
        for column, dark in enumerate(line)
        if dark
    )
    return path, len(modules) + 2 * _QUIET
