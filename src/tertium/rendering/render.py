"""One way in for every format: a result and the name of a format give a text."""

from collections.abc import Callable
from typing import get_args

from tertium.choices import OutputFormat
from tertium.exceptions import NotFound
from tertium.rendering.latex import to_latex
from tertium.rendering.page import page
from tertium.rendering.plain import to_json
from tertium.rendering.text import to_text
from tertium.rendering.tidy import to_csv
from tertium.stats.result import Result

_RENDERERS: dict[OutputFormat, Callable[[Result], str]] = {
    "text": to_text,
    "json": to_json,
    "csv": to_csv,
    "latex": to_latex,
    "html": lambda result: page((result,), annex=True),
}
RENDERERS: dict[str, Callable[[Result], str]] = {
    name: _RENDERERS[name] for name in get_args(OutputFormat)
}


def render(result: Result, fmt: str) -> str:
    """Return a result as text, JSON, CSV, LaTeX, or one HTML file that works offline."""
    if fmt not in RENDERERS:
        raise NotFound.among("format", fmt, RENDERERS)
    return RENDERERS[fmt](result)
