"""Who judges what: texts to ask about, plans, checks."""

from tertium.design.check import Check, EqualOutputs, LeftOut, Workload, check
from tertium.design.hits import HitLine, HitReport, hit_report
from tertium.design.items import Items, item_for
from tertium.design.one_only_report import EditReport
from tertium.design.plan import build_plan, extend_plan
from tertium.design.power import Expectation
from tertium.design.select import Selection, select, systems_compared, vertices_of

__all__ = [
    "Check",
    "EditReport",
    "EqualOutputs",
    "Expectation",
    "HitLine",
    "HitReport",
    "Items",
    "LeftOut",
    "Selection",
    "Workload",
    "build_plan",
    "check",
    "extend_plan",
    "hit_report",
    "item_for",
    "select",
    "systems_compared",
    "vertices_of",
]
