"""The website of the manual: Sphinx over the Markdown pages as they stand (`make site`).

Pages hold no directives, so that a forge shows them too. What a website needs besides is made here:
the navigation from the links of the tables in README.md and in the READMEs of folders, and a first
page called `index.html`.
"""

import re
from inspect import Parameter
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from sphinx.application import Sphinx
from sphinx.ext.napoleon import Config, GoogleDocstring
from sphinx.util import inspect as sphinx_inspect

import tertium

project = "Tertium"
copyright = "the authors of Tertium, Apache-2.0"  # noqa: A001 - Sphinx calls it so
version = release = tertium.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]

root_doc = "README"
include_patterns = ["*.md", "docs/**.md", "changelog.d/README.md", "examples/plugin/README.md"]
exclude_patterns = [".*", "site", "build", "src", "tests"]
myst_heading_anchors = 6  # links such as agreement.md#scales, as on a forge

html_theme = "furo"
html_title = "Tertium"
html_copy_source = False
html_static_path = ["site.css"]
html_css_files = ["site.css"]

default_role = "code"  # docstrings write `names` as Markdown does
add_module_names = False
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 80

_ROW = re.compile(r"^\| (?:\*\*(?P<group>.+?)\*\* \||(?P<links>.*\]\(.+?\)))", re.M)
_LINK = re.compile(r"\[([^\]]+)\]\(([^)]+)\.md\)")


def navigation(text: str) -> dict[str, list[tuple[str, str]]]:
    """Return titles and pages that the first column of a page's tables links to, by group."""
    groups: dict[str, list[tuple[str, str]]] = {}
    group = ""
    for row in _ROW.finditer(text):
        if row["group"]:
            group = row["group"]
        else:
            first = row["links"].split(" | ")[0]
            groups.setdefault(group, []).extend(_LINK.findall(first))
    return groups


def add_navigation(app: Sphinx, page: str, source: list[str]) -> None:
    """Give a README the hidden tables of contents from which the theme makes its menu."""
    if not page.endswith("README"):
        return
    for group, links in navigation(source[0]).items():
        entries = "\n".join(f"{title[0].upper()}{title[1:]} <{target}>" for title, target in links)
        caption = f":caption: {group}\n" if group else ""
        source[0] += f"\n```{{toctree}}\n:hidden:\n{caption}{entries}\n```\n"


def readable_signature(
    app: Sphinx, what: str, name: str, obj: Any, options: Any, arguments: str | None, returns: str
) -> tuple[str, str] | None:
    """Show arguments with plain types, since the docstring says the rest, and short defaults."""
    if what not in ("class", "function") or arguments is None:
        return None
    signature = sphinx_inspect.signature(obj)
    parameters = [
        one.replace(annotation=plain(one.annotation), default=short(one.default))
        for one in signature.parameters.values()
    ]
    text = sphinx_inspect.stringify_signature(
        signature.replace(parameters=parameters),
        show_return_annotation=False,
        unqualified_typehints=True,
    )
    analysis = obj.__module__.startswith("tertium.analyses.") and hasattr(obj, "__wrapped__")
    return text, f"Analysis[{returns}]" if analysis else returns


def read_arguments(
    app: Sphinx, what: str, name: str, obj: Any, options: Any, lines: list[str]
) -> None:
    """Read `Args:` of a docstring; that of a property has none, and may have a colon."""
    if what != "property":
        lines[:] = GoogleDocstring(lines, Config(), what=what, name=name, obj=obj).lines()


def plain(hint: Any) -> Any:
    """Return a type without what is annotated to it."""
    if get_origin(hint) is Annotated:
        return plain(get_args(hint)[0])
    if get_origin(hint) in (Union, UnionType):
        return Union[tuple(plain(part) for part in get_args(hint))]  # noqa: UP007
    return hint


class Dots:
    """Stands for a default that is no Python, or would fill lines."""

    def __repr__(self) -> str:
        return "..."


def short(default: Any) -> Any:
    """Return a default if it can be read at a glance."""
    text = "" if default is Parameter.empty else repr(default)
    return Dots() if "<" in text or len(text) > 25 else default


def add_first_page(app: Sphinx, problem: Exception | None) -> None:
    """Lead from `index.html` to the page made from README.md."""
    forward = '<!doctype html><meta http-equiv="refresh" content="0; url=README.html">\n'
    Path(app.outdir, "index.html").write_text(forward, encoding="utf-8")


def setup(app: Sphinx) -> None:
    """Tell Sphinx what is made here."""
    app.connect("source-read", add_navigation)
    app.connect("autodoc-process-signature", readable_signature)
    app.connect("autodoc-process-docstring", read_arguments)
    app.connect("build-finished", add_first_page)
