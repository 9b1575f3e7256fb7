"""What an analysis gives back in Python: its result, ready to be read, drawn and computed with."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import wraps
from inspect import signature
from textwrap import fill, indent
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar

from tertium.analyses.arguments import Between, choices_of, described, members, parameters
from tertium.exceptions import BadInput, NotFound

if TYPE_CHECKING:
    from tertium.analyses.frames import Frame
    from tertium.analyses.plots import Plot
    from tertium.stats.result import Result

_R = TypeVar("_R", bound="Result", covariant=True)
_P = ParamSpec("_P")
_WIDTH = 80


@dataclass(frozen=True, slots=True, repr=False)
class Analysis(Generic[_R]):
    """A result and how to show it.

    `result` holds the facts, under the names of the JSON output; they can be asked of the
    analysis itself: `tt.compare("judgements.csv").improvement_ratio.low`. `written` says
    which files the analysis wrote.
    """

    result: _R
    written: tuple[str, ...] = ()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # what copies and notebooks look for is not among the facts
            raise AttributeError(name)
        return getattr(self.result, name)

    def __dir__(self) -> list[str]:
        return sorted({*object.__dir__(self), *(one.name for one in fields(self.result))})

    def __repr__(self) -> str:
        """Return the finding, how much weakens it, what there is to see, and the signature."""
        from tertium.analyses.frames import frame_names
        from tertium.analyses.plots import plot_names

        lines = [fill(self.sentence, _WIDTH)]
        if number := len(self.result.warnings):
            lines.append(f"{number:,} warning{'s' * (number > 1)}: see .warnings.")
        for what, names in (
            ("Frames", frame_names(self.result)),
            ("Plots", plot_names(self.result)),
        ):
            if names:
                lines.append(fill(f"{what}: {', '.join(names)}.", _WIDTH, subsequent_indent="  "))
        return "\n".join([*lines, self.result.signature])

    def __str__(self) -> str:
        """Return all of it as text, as the command line prints it."""
        return self.render("text")

    def _repr_html_(self) -> str:
        """Return the body of the report, for notebooks; pictures stand there as tables."""
        from tertium.analyses.plots import without_scripts
        from tertium.rendering import fragment

        return f"<article>{without_scripts(fragment((self.result,)))}</article>"

    @property
    def sentence(self) -> str:
        """What was found, in a sentence or two."""
        from tertium.rendering import headline

        return headline(self.result)

    def render(self, fmt: str) -> str:
        """Return it as text, json, csv, latex or html (one file that works offline)."""
        from tertium.rendering import render

        return render(self.result, fmt)

    def to_json(self) -> str:
        """Return it as JSON: what the command line prints with `--format json`."""
        return self.render("json")

    def frame(self, name: str | None = None) -> "Frame":
        """Return one of its tables as a frame for pandas, polars or Arrow.

        Without a name: every number of it, a row each (table,id,quantity,value,low,high).
        """
        from tertium.analyses.frames import frame_of

        return frame_of(self.result, name)

    def plot(self, name: str | None = None) -> "Plot":
        """Return one of its pictures as Vega-Lite; the first without a name."""
        from tertium.analyses.plots import plot_of

        return plot_of(self.result, name)


def analysis(function: "Callable[_P, _R | Analysis[_R]]") -> "Callable[_P, Analysis[_R]]":
    """Make a function an analysis: it refuses values that are not among the choices, by name.

    Its docstring then lists all arguments, shared ones too.
    """
    limits = {
        name: (choices_of(one.annotation), _range(one.annotation))
        for name, one in parameters(function).items()
    }

    @wraps(function)
    def analyse(*args: _P.args, **given: _P.kwargs) -> Analysis[_R]:
        for name, value in given.items():
            choices, between = limits.get(name, ((), None))
            _check(function.__name__, name, value, choices, between)
        found = function(*args, **given)
        return found if isinstance(found, Analysis) else Analysis(found)

    analyse.__doc__ = complete_doc(function)
    return analyse


def _range(annotation: Any) -> Between | None:
    return next((part for part in members(annotation) if isinstance(part, Between)), None)


def _check(
    analysis: str, name: str, value: Any, choices: tuple[str, ...], between: Between | None
) -> None:
    """Refuse a value that an argument cannot have; several may be given at once."""
    for one in value if isinstance(value, list | tuple) else (value,):
        if choices and one is not None and one not in choices:
            raise NotFound.among(name, str(one), choices, where=analysis)
        if between is not None and one is not None and one not in between:
            raise BadInput(
                f"{name} is {one}", where=analysis, fix=f"Give a number in the range {between}."
            )


def complete_doc(function: Callable[..., Any]) -> str:
    """Return a docstring with a line for every argument, in their order."""
    text, said = described(function)
    lines = [
        fill(
            f"{name}{f' ({said[name].metavar})' if said[name].metavar else ''}: {said[name].text}",
            92,
            subsequent_indent="    ",
        )
        for name in signature(function).parameters
        if name in said
    ]
    return f"{text}\n\nArgs:\n{indent(chr(10).join(lines), '    ')}\n"
