"""How results look: text, JSON, CSV, LaTeX, HTML and figures.

`render` gives any result in any format; `page` makes a whole report of several.
What is specific to one kind of result is registered with the functions of
`arrange`, one file per kind, which `arrange` lists.
"""

from tertium.report.about import About
from tertium.report.arrange import facts, figures, headline, methods, tables
from tertium.report.fragment import fragment
from tertium.report.page import page
from tertium.report.plain import plain
from tertium.report.render import RENDERERS, render
from tertium.report.shapes import Column, Figure, Table

__all__ = [
    "RENDERERS",
    "About",
    "Column",
    "Figure",
    "Table",
    "facts",
    "figures",
    "fragment",
    "headline",
    "methods",
    "page",
    "plain",
    "render",
    "tables",
]
