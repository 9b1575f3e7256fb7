"""Pictures of results: Vega-Lite for notebooks, and files in several formats.

Pictures are made of colours by name, which a page resolves (`var(--ink)`); outside of pages
they have the light colours of the style sheet.
"""

import json
import re
import sys
from collections.abc import Iterator
from functools import cache
from html import escape
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tertium.exceptions import BadInput, NotFound, Unavailable
from tertium.rendering import Figure, figures
from tertium.rendering.alone import static, style
from tertium.rendering.fragment import drawn_figure
from tertium.rendering.page import scripts
from tertium.stats.result import LanguagePairs, Result

if TYPE_CHECKING:
    from types import ModuleType

_WIDTH = 640  # pixels, where a page would say how much room there is
_FONT = "system-ui, sans-serif"
_VERSION = "6.1"  # of Vega-Lite
_MIME = "application/vnd.vegalite.v6+json"
_ENDINGS = (".html", ".json", ".png", ".svg")


class Plot:
    """A picture with the sentence that it shows. `spec` is Vega-Lite as plain data."""

    def __init__(self, figure: Figure) -> None:
        self._figure = figure

    def __repr__(self) -> str:
        return f"Plot {self.name}: {self._figure.alt}"

    @property
    def name(self) -> str:
        """The name by which `plot` finds it."""
        return self._figure.name

    @property
    def title(self) -> str:
        """The finding that it shows, as a sentence."""
        return self._figure.title

    @property
    def spec(self) -> dict[str, Any]:
        """The picture in Vega-Lite; empty where it is drawn as SVG."""
        if not self._figure.spec:
            return {}
        spec: dict[str, Any] = json.loads(_coloured(json.dumps(self._figure.spec)))
        if spec.get("width") == "container":
            spec["width"] = _WIDTH
        spec["config"] = {**spec["config"], "background": _colours()["sheet"], "font": _FONT}
        return spec

    def to_svg(self) -> str:
        """Return the picture as SVG."""
        if self._figure.svg:
            return _coloured(_styled(self._figure.svg))
        drawn: str = _renderer().vegalite_to_svg(self.spec, vl_version=_VERSION)
        return drawn

    def to_png(self, scale: float = 2) -> bytes:
        """Return the picture as PNG, `scale` times as large."""
        if self._figure.svg:
            return bytes(_renderer().svg_to_png(self.to_svg(), scale=scale))
        return bytes(_renderer().vegalite_to_png(self.spec, vl_version=_VERSION, scale=scale))

    def to_html(self) -> str:
        """Return a page that shows the picture without a network, with its table below."""
        body = drawn_figure(self._figure)
        drawing = "".join(f'<script type="module">{script}</script>\n' for script in scripts())
        return (
            '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
            f"<title>{escape(self.title)}</title>\n"
            f"<style>{style(body, 'tertium.css', 'report.css')}</style></head>\n"
            f'<body><main class="report">{body}</main>\n{drawing}</body></html>'
        )

    def save(self, path: str | PathLike[str]) -> None:
        """Write the picture to a file that ends in .svg, .png, .html, or .json for Vega-Lite."""
        from tertium.formats.files import replacing

        target = Path(path)
        ending = target.suffix.lower()
        if ending not in _ENDINGS:
            raise BadInput(
                f"pictures are not written as {ending or 'a file without extension'}",
                where=str(target),
                fix=f"Name a file that ends in {', '.join(_ENDINGS)}.",
            )
        if ending == ".png":
            content = self.to_png()
        elif ending == ".svg":
            content = self.to_svg().encode()
        elif ending == ".html":
            content = self.to_html().encode()
        else:
            content = json.dumps(self.spec, ensure_ascii=False, indent=2).encode()
        with replacing(target) as beside:
            beside.write_bytes(content)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        """Return the picture for notebooks, drawn already if the renderer is installed."""
        bundle: dict[str, Any] = {"text/plain": repr(self)}
        if self.spec:
            bundle[_MIME] = self.spec
        if self._figure.svg or _renderer_found():
            bundle["image/svg+xml"] = self.to_svg()
        return bundle


def plot_names(result: Result) -> tuple[str, ...]:
    """Return the names of the pictures of a result."""
    return tuple(_pictures(result))


def plot_of(result: Result, name: str | None = None) -> Plot:
    """Return a picture of a result, the first without a name."""
    found = _pictures(result)
    if not found:
        raise NotFound("this result has no picture", fix="Its tables are in frame().")
    if name is not None and name not in found:
        raise NotFound.among("plot", name, found)
    return Plot(found[next(iter(found)) if name is None else name])


def without_scripts(html: str) -> str:
    """Leave out the data that pictures are drawn from; their tables say the same."""
    return re.sub(r"<script\b.*?</script>", "", html, flags=re.S)


def _pictures(result: Result) -> dict[str, Figure]:
    return {name: one for part, prefix in _parts(result) for name, one in _named(part, prefix)}


def _parts(result: Result) -> Iterator[tuple[Result, str]]:
    if isinstance(result, LanguagePairs):
        yield from ((one.result, f"{one.language_pair}-") for one in result.language_pairs)
    else:
        yield result, ""


def _named(result: Result, prefix: str) -> Iterator[tuple[str, Figure]]:
    """Yield the pictures of a result by name; examples that are texts with marks are none."""
    for one in figures(result):
        if one.spec or one.svg.startswith("<svg"):
            yield f"{prefix}{one.name}", one


@cache
def _colours() -> dict[str, str]:
    """Return the light colours of the style sheet by name."""
    sheets = static("tertium.css") + static("report.css")
    return dict(re.findall(r"--([\w-]+): light-dark\((#\w+),", sheets))


def _styled(svg: str) -> str:
    """Put the style of graphs into a picture that stands alone."""
    rules = "".join(re.findall(r"^\.graph[^{]*\{[^}]*\}", static("report.css"), re.MULTILINE))
    return svg.replace(">", f"><style>{rules.replace('var(--sans)', _FONT)}</style>", 1)


def _coloured(text: str) -> str:
    """Put colours in place of their names."""
    return re.sub(r"var\(--([\w-]+)\)", lambda name: _colours().get(name[1], "#14181C"), text)


def _renderer_found() -> bool:
    from importlib.util import find_spec

    return sys.modules.get("vl_convert", True) is not None and find_spec("vl_convert") is not None


def _renderer() -> "ModuleType":
    try:
        import vl_convert
    except ImportError:
        raise Unavailable(
            "the renderer of PNG and SVG is not installed",
            fix="Install it with: pip install 'tertium[notebook]'; or save as .html or .json.",
        ) from None
    module: ModuleType = vl_convert
    return module
