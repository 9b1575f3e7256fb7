"""Tertium: the workbench for judging translations.

Every way of judging a translation ends in one table of judgements, and
everything said about people, systems and texts is read from that table.

`import tertium as tt` gives the analyses of the command line as functions: `tt.compare`,
`tt.rank`, `tt.errors`, … with the same names and options. Each is imported when it is first used.
"""

TYPE_CHECKING = False  # as in `typing`, whose import would take as long as all the rest
if TYPE_CHECKING:
    from typing import Any

    from tertium.analyses.adequacy import adequacy
    from tertium.analyses.agree import agree
    from tertium.analyses.analysis import Analysis
    from tertium.analyses.annotators import annotators
    from tertium.analyses.check import check
    from tertium.analyses.checkpoints import checkpoints
    from tertium.analyses.chunks import chunks
    from tertium.analyses.compare import compare
    from tertium.analyses.correlate import correlate
    from tertium.analyses.effort import effort
    from tertium.analyses.entropy import entropy
    from tertium.analyses.error_sets import error_sets
    from tertium.analyses.errors import errors
    from tertium.analyses.grade import grade
    from tertium.analyses.graph import graph
    from tertium.analyses.judge import judge
    from tertium.analyses.judgements import Judgements, read
    from tertium.analyses.monitor import monitor
    from tertium.analyses.quality_square import quality_square
    from tertium.analyses.rank import rank
    from tertium.analyses.ratings import ratings
    from tertium.analyses.releases import releases
    from tertium.analyses.report import Report, report
    from tertium.analyses.reproduce import reproduce
    from tertium.analyses.status import status
    from tertium.analyses.utility import utility

__version__ = "0.1.0"

__all__ = [
    "Analysis",
    "Judgements",
    "Report",
    "__version__",
    "adequacy",
    "agree",
    "annotators",
    "check",
    "checkpoints",
    "chunks",
    "compare",
    "correlate",
    "effort",
    "entropy",
    "error_sets",
    "errors",
    "grade",
    "graph",
    "judge",
    "monitor",
    "quality_square",
    "rank",
    "ratings",
    "read",
    "releases",
    "report",
    "reproduce",
    "status",
    "utility",
]

# Where to find what is not called like its module.
_MODULES = {
    "Analysis": "analysis",
    "Judgements": "judgements",
    "Report": "report",
    "read": "judgements",
}


def __getattr__(name: str) -> "Any":
    """Import an analysis when it is first asked for."""
    from importlib import import_module

    if name in __all__:
        found = getattr(import_module(f"tertium.analyses.{_MODULES.get(name, name)}"), name)
    elif not name.startswith("_") and name in (brought := _brought()):
        found = brought[name].load()
    else:
        raise AttributeError(f"module 'tertium' has no attribute {name!r}")
    globals()[name] = found
    return found


def _brought() -> "dict[str, Any]":
    """Return the analyses that other packages bring."""
    from tertium.extensions import installed

    return dict(installed("analyses"))


def __dir__() -> list[str]:
    return [*__all__, *_brought()]
