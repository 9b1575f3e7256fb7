"""A command from an analysis: its options are the arguments of the function.

Names, values, defaults and help texts follow from the signature and the docstring; in help texts,
`name` is an option: --name. What only a command has is added here: --require, --format and
--output.
"""

import re
from collections.abc import Callable, Sequence
from inspect import Parameter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tertium.analyses.arguments import (
    Between,
    Help,
    Place,
    Source,
    choices_of,
    described,
    members,
    parameters,
)
from tertium.cli.common import format_option, output_option, require_option, show
from tertium.exceptions import Misused

if TYPE_CHECKING:
    from tertium.analyses.judgements import Judgements


pilot_option = click.option(
    "--pilot", is_flag=True, help="Include the judgements of a pilot round."
)


def with_pilot(file: Path, campaign: str | None) -> "Judgements":
    """Read judgements with those of a pilot round."""
    from tertium.analyses.judgements import read

    return read(file, campaign=campaign, pilot=True)


def analysis_command(
    analysis: Callable[..., Any],
    *,
    examples: Sequence[str],
    require: str | None = None,
    name: str | None = None,
    writes: str | None = None,
    **given: Any,
) -> click.Command:
    """Return the command of an analysis.

    `require` is an example of a condition, where the command takes any; `writes` is the argument
    that --output stands for, where an analysis writes something else than its result; `given` are
    arguments that are no options.
    """
    judged = any(one.annotation == Source for one in _files(analysis))
    flagged = judged and "pilot" not in parameters(analysis)

    def run(
        fmt: str, output: Path | None = None, require: tuple[str, ...] = (), **chosen: Any
    ) -> None:
        from tertium.cli.gate import check_conditions, read_condition

        conditions = [read_condition(text) for text in require]
        files = [chosen.pop(one.name) for one in _files(analysis)]
        if flagged and chosen.pop("pilot"):
            files[0] = with_pilot(files[0], chosen.get("campaign"))
        try:
            found = analysis(*files, **chosen, **given)
        except Misused as error:
            raise click.UsageError(str(error)) from None
        for told in found.written:
            click.echo(told, err=True)
        show(found.result, fmt, output)
        check_conditions(found.result, conditions)

    run.__doc__ = help_text(analysis, examples)
    command = format_option(run if writes else output_option(run))
    if flagged:
        command = pilot_option(command)
    if require is not None:
        command = require_option(require)(command)
    options = argument_options(analysis, without=tuple(given), writes=writes)
    return click.command(name)(options(command))


def help_text(analysis: Callable[..., Any], examples: Sequence[str]) -> str:
    """Return what a docstring says of an analysis, with examples of its command."""
    text, _ = described(analysis)
    several = "s" * (len(examples) > 1)
    lines = "\n".join(f"  tertium {example}" for example in examples)
    return f"{_with_options(text, analysis)}\n\n\b\nExample{several}:\n{lines}"


def argument_options(
    analysis: Callable[..., Any], *, without: Sequence[str] = (), writes: str | None = None
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add the arguments of an analysis to a command: its judgements, then its options."""
    _, said = described(analysis)
    options = [
        _option(one, said[one.name], analysis, written=one.name == writes)
        for one in parameters(analysis).values()
        if one.kind is Parameter.KEYWORD_ONLY and one.name not in without
    ]

    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(options):
            command = option(command)
        for file in _files(analysis):
            command = _argument(file)(command)
        return command

    return add


def _files(analysis: Callable[..., Any]) -> list[Parameter]:
    """Return the file or folder that an analysis is about, if there is one."""
    given = parameters(analysis).values()
    return [one for one in given if one.kind is not Parameter.KEYWORD_ONLY]


def _argument(one: Parameter) -> Callable[..., Callable[..., Any]]:
    """Return the file or folder that a command is about; one with a default need not be named."""
    if one.default is None:
        path = click.Path(exists=True, path_type=Path)
        return click.argument(one.name, type=path, required=False)
    if one.default is not Parameter.empty:
        path = click.Path(path_type=Path)
        return click.argument(one.name, type=path, default=Path(one.default), required=False)
    path = click.Path(exists=True, path_type=Path)
    return click.argument(one.name, type=path, metavar=one.name.upper())


def _option(
    one: Parameter, told: Help, analysis: Callable[..., Any], *, written: bool = False
) -> Callable[..., Any]:
    name = f"--{one.name.replace('_', '-')}"
    kinds = list(members(one.annotation))
    text = _with_options(told.text, analysis).replace(" [default: ", "  [default: ")
    if bool in kinds:
        words = f"{name}/--no-{name[2:]}" if one.default else name
        return click.option(
            words, one.name, is_flag=True, default=one.default, show_default=one.default, help=text
        )
    several = one.default == ()
    return click.option(
        *(("--output", "-o") if written else (name,)),
        one.name,
        type=_type(kinds, choices_of(one.annotation)),
        default=None if several else one.default,
        multiple=several,
        show_default=one.default is not None and not several,
        metavar=told.metavar,
        help=text,
    )


def _type(kinds: Sequence[Any], choices: Sequence[str]) -> Any:
    """Return how a value is read from what was typed."""
    if choices:
        return click.Choice(choices)
    for part in kinds:
        if isinstance(part, Place):
            return click.Path(
                exists=part.exists, file_okay=part.file, dir_okay=part.folder, path_type=Path
            )
        if isinstance(part, Between):
            ends = (part.least, part.most, part.open_least, part.open_most)
            if int in kinds:
                return click.IntRange(*ends)  # type: ignore[arg-type]
            return click.FloatRange(*ends)
    return next(kind for kind in (str, float, int) if kind in kinds)


def _with_options(text: str, analysis: Callable[..., Any]) -> str:
    """Write arguments as options: `language_pair` as --language-pair."""
    named = "|".join(one.name for one in parameters(analysis).values())
    return re.sub(rf"`({named})`", lambda found: f"--{found[1].replace('_', '-')}", text)
