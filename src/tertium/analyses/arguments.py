"""What analyses are given: the types of their arguments, and what their docstrings say of each.

An argument's values follow from its type (`Literal` for a choice), its meaning from its line below
`Args:` in the docstring, or from its type where several analyses share it.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from inspect import Parameter, cleandoc, signature
from os import PathLike
from typing import Annotated, Any, Literal, Protocol, get_args, get_origin


class ArrowStream(Protocol):
    """A frame of pandas or polars, an Arrow table: whatever gives its rows as an Arrow stream."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Return the rows as an Arrow stream in a capsule."""


@dataclass(frozen=True, slots=True)
class Place:
    """A file or folder that is there already, or will be written."""

    file: bool = True
    folder: bool = True
    exists: bool = True


@dataclass(frozen=True, slots=True)
class Between:
    """The least and the greatest value; `open_*` leaves that value itself out."""

    least: float | None = None
    most: float | None = None
    open_least: bool = False
    open_most: bool = False

    def __contains__(self, value: float) -> bool:
        above = self.least is None or value > self.least or (value == self.least and self._low)
        below = self.most is None or value < self.most or (value == self.most and self._high)
        return above and below

    def __str__(self) -> str:
        """Return the limits as in mathematics: x>=1, 0<=x<1."""
        low = "" if self.least is None else f"{self.least:g}{'<=' if self._low else '<'}"
        high = "" if self.most is None else f"{'<=' if self._high else '<'}{self.most:g}"
        return f"{low}x{high}"

    @property
    def _low(self) -> bool:
        return not self.open_least

    @property
    def _high(self) -> bool:
        return not self.open_most


@dataclass(frozen=True, slots=True)
class Help:
    """What is said of an argument, and what stands for its value in a synopsis.

    Part of the type of an argument that several analyses have.
    """

    text: str
    metavar: str | None = None


_Path = str | PathLike[str]
Source = _Path | ArrowStream  # judgements: a file, a campaign's folder, or a frame
GivenFile = Annotated[_Path, Place(folder=False)]
GivenFolder = Annotated[_Path, Place(file=False)]
GivenPath = Annotated[_Path, Place()]
NewFile = Annotated[_Path, Place(folder=False, exists=False)]
NewFolder = Annotated[_Path, Place(file=False, exists=False)]

Aspect = Annotated[str | None, Help("Aspect of the scores. [default: overall, or the only one]")]
CampaignName = Annotated[str | None, Help("Campaign, if the folder holds several.")]
LanguagePair = Annotated[
    str | None,
    Help("Language pair, such as de-en. [default: each pair separately]", "PAIR"),
]
Level = Annotated[float, Help("Confidence level.")]
Resamples = Annotated[int, Help("Bootstrap resamples.")]
Scale = Annotated[
    str | None,
    Help(
        "Scale of the scores: a range such as 0..100 or 1..5 (5..1 if 1 is best), a built-in name "
        "such as fluency, or a YAML file. "
        "[default: from the campaign or the file format, else inferred]",
        "WORST..BEST|NAME|FILE",
    ),
]
Seed = Annotated[int, Help("Random seed.")]


def parameters(function: Callable[..., Any]) -> Mapping[str, Parameter]:
    """Return the arguments of an analysis, its judgements first."""
    return signature(function).parameters


def members(annotation: Any) -> Iterator[Any]:
    """Yield the types and notes that an annotation is made of, those inside of others too."""
    if get_origin(annotation) is Literal or not get_args(annotation):
        yield annotation
        return
    if get_origin(annotation) is Annotated:
        yield from annotation.__metadata__
    for inner in get_args(annotation):
        yield from members(inner)


def choices_of(annotation: Any) -> tuple[str, ...]:
    """Return the values that an argument may have, if they are listed."""
    return tuple(
        value
        for part in members(annotation)
        if get_origin(part) is Literal
        for value in get_args(part)
    )


_ARGUMENTS = "\n\nArgs:\n"
_ARGUMENT = re.compile(r"^    (\w+)(?: \((.+?)\))?: ", re.MULTILINE)


def described(function: Callable[..., Any]) -> tuple[str, dict[str, Help]]:
    """Return what a docstring says of an analysis, and of each of its arguments.

    What stands in brackets after an argument's name is shown for its value.
    """
    text, _, listed = cleandoc(function.__doc__ or "").partition(_ARGUMENTS)
    _, *found = _ARGUMENT.split(listed)
    said = {
        name: Help(" ".join(words.split()), metavar)
        for name, metavar, words in zip(found[::3], found[1::3], found[2::3], strict=True)
    }
    for name, parameter in parameters(function).items():
        for part in members(parameter.annotation):
            if isinstance(part, Help):
                said.setdefault(name, part)
    return text, said


def listed(given: str | Sequence[str]) -> tuple[str, ...]:
    """Return the values of an argument that may have several; one need not stand in a list."""
    return (given,) if isinstance(given, str) else tuple(given)
