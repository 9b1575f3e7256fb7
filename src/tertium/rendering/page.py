"""A whole report as one file: it needs no server and no network, and prints on A4."""

import re
from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from gzip import compress
from typing import NamedTuple

from markupsafe import Markup

from tertium import __version__
from tertium.rendering.about import About
from tertium.rendering.alone import hashed, static, style
from tertium.rendering.arrange import headline
from tertium.rendering.fragment import fragment, template
from tertium.rendering.latex import to_latex
from tertium.rendering.plain import many_to_json
from tertium.rendering.tidy import to_csv
from tertium.stats.result import Result

_LARGE = 1_000_000  # bytes of a file inside the page


class _Download(NamedTuple):
    label: str
    file: str
    address: str


def page(
    results: Sequence[Result],
    *,
    about: About | None = None,
    public: bool = False,
    annex: bool = False,
    language: str = "en",
) -> str:
    """Return a report as one HTML file that works offline; the first result leads.

    Style, fonts, pictures and data are inside. The policy in its head names them by
    their hash and allows nothing else, so opening the file sends no request
    anywhere. Without JavaScript every picture is replaced by its table. A
    `public` report has Annotator 1, 2, … instead of people. The `annex` holds what is said of
    single answers, such as graphs of contradictions. Sentences that have no translation into
    `language` are in English, and marked as such.
    """
    if public:
        # It knows the records of many analyses, so it is imported when asked for.
        from tertium.rendering.public import without_people

        results = without_people(results)
    body = fragment(results, about=about, annex=annex, language=language)
    styles = Markup(style(body, "tertium.css", "report.css"))
    modules = [Markup(script) for script in scripts()]
    policy = (
        f"default-src 'none'; script-src {' '.join(hashed(script) for script in modules)}; "
        f"style-src {hashed(styles)}; font-src data:; img-src data:; base-uri 'none'; "
        "form-action 'none'"
    )
    own = about.title if about and about.title else ""
    return str(
        template("page.html").render(
            language=language,
            title=own or headline(results[0]),
            policy=policy,
            version=__version__,
            style=styles,
            scripts=modules,
            downloads=_downloads(results),
            body=Markup(body),
        )
    )


def _downloads(results: Sequence[Result]) -> list[_Download]:
    """Return the numbers as links that hold them, so that they work without a server."""
    return [
        _download("Data", "report.json", "application/json", many_to_json(results)),
        _download("CSV", "report.csv", "text/csv", to_csv(*results)),
        _download("LaTeX", "report.tex", "text/x-tex", "\n\n".join(map(to_latex, results))),
    ]


def _download(label: str, file: str, kind: str, text: str) -> _Download:
    """Hold a file in its link; a large one is compressed, so that the report can be mailed."""
    data = text.encode()
    if len(data) > _LARGE:
        data, file, kind = compress(data, mtime=0), f"{file}.gz", "application/gzip"
    else:
        kind = f"{kind};charset=utf-8"
    return _Download(label, file, f"data:{kind};base64,{b64encode(data).decode('ascii')}")


@cache
def scripts() -> tuple[str, str]:
    """Return the two modules, so changed that one finds the other without an address.

    A module inside a page cannot be imported by another, so the first leaves
    what it exports under one name and the second takes it from there.
    """
    shared = "globalThis.tertiumVega"
    library, found = re.subn(
        r"export\s*\{([^{}]*)\};?\s*$",
        lambda match: f"{shared}={{{_entries(match[1])}}};\n",
        static("vega.js"),
    )
    charts, taken = re.subn(
        r'^import \{([^{}]*)\} from "\./vega\.js";$',
        lambda match: f"const {{{match[1]}}} = {shared};",
        static("charts.js"),
        flags=re.MULTILINE,
    )
    if (found, taken) != (1, 1):
        raise RuntimeError("vega.js must end with its exports and charts.js import them once")
    return library, charts


def _entries(exports: str) -> str:
    """Turn `a as View,b as parse` into the entries of an object, `View:a,parse:b`."""
    pairs = [entry.split(" as ") for entry in exports.split(",")]
    return ",".join(f"{pair[-1].strip()}:{pair[0].strip()}" for pair in pairs)
