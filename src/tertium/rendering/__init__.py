"""How results look: text, JSON, CSV, LaTeX, HTML and figures.

`render` gives any result in any format; `page` makes a whole report of several.
What is specific to one kind of result is registered with the functions of
`arrange`, one file per kind, which `arrange` lists.
"""

from tertium.rendering.about import About
from tertium.rendering.arrange import facts, figures, headline, methods, tables
from tertium.rendering.fragment import fragment
from tertium.rendering.page import page
from tertium.rendering.plain import plain
from tertium.rendering.render import RENDERERS, render
from tertium.rendering.shapes import Column, Figure, Table

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
