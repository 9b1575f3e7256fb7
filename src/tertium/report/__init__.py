"""How results look: text, JSON, CSV, LaTeX, HTML and figures.

`render` gives any result in any format; `page` makes a whole report of several.
What is specific to one kind of result is registered with the functions of
`arrange`, one file per kind.
"""

# Imported for what they register with `arrange`.
from tertium.report import adequacy as adequacy
from tertium.report import agreement as agreement
from tertium.report import annotator_figures as annotator_figures
from tertium.report import annotators as annotators
from tertium.report import assessment as assessment
from tertium.report import calibration as calibration
from tertium.report import check as check
from tertium.report import chunks as chunks
from tertium.report import comparison as comparison
from tertium.report import comparison_figures as comparison_figures
from tertium.report import dominance as dominance
from tertium.report import efficiency as efficiency
from tertium.report import effort as effort
from tertium.report import effort_figures as effort_figures
from tertium.report import enough as enough
from tertium.report import entropy as entropy
from tertium.report import error_sets as error_sets
from tertium.report import errors as errors
from tertium.report import grading as grading
from tertium.report import monitoring as monitoring
from tertium.report import ranking as ranking
from tertium.report import rebuilt as rebuilt
from tertium.report import redundancy as redundancy
from tertium.report import releases as releases
from tertium.report import reproduction as reproduction
from tertium.report import span_agreement as span_agreement
from tertium.report import square as square
from tertium.report import utility as utility
from tertium.report.about import About
from tertium.report.arrange import facts, figures, headline, methods, tables
from tertium.report.fragment import fragment
from tertium.report.page import page
from tertium.report.plain import plain
from tertium.report.public import without_people
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
    "without_people",
]
