"""The options of a command are the arguments of its function."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal, get_args

import click
import pytest
from click.testing import CliRunner

import tertium.choices
from tertium.analyses.arguments import Between, GivenFile, Level, Source, choices_of, described
from tertium.cli.options import argument_options, help_text


def weigh(
    file: Source,
    /,
    *,
    how: Literal["fast", "well"] = "fast",
    most: Annotated[int | None, Between(1, 9)] = None,
    share: Annotated[float, Between(0, 1, open_most=True)] = 0.5,
    of: str | Sequence[str] = (),
    beside: GivenFile | None = None,
    twice: bool = False,
    strictly: bool = True,
    level: Level = 0.9,
):
    """Weigh what is in FILE, as `how` says.

    It has `level` and `nothing` else.

    Args:
        how: In which way.
        most (N): At most so many, for
            `how` well. [default: all]
        share: The share.
        of: Which one; may be repeated.
        beside: Another file.
        twice: Weigh twice.
        strictly: Weigh strictly.

    """


def shown():
    """Return the command of the function, which prints what it was given."""

    @click.command(help=help_text(weigh, ("weigh a.csv",)))
    @argument_options(weigh)
    def command(**given):
        click.echo(given)

    return command


def test_help_follows_from_signature_and_docstring():
    """Arguments named in the text are options there; shared ones are described by their type."""
    text = CliRunner().invoke(shown(), ["--help"], terminal_width=100).stdout
    for line in (
        "Usage: command [OPTIONS] FILE",
        "Weigh what is in FILE, as --how says.",
        "It has --level and `nothing` else.",
        "--how [fast|well]           In which way.  [default: fast]",
        "--most N                    At most so many, for --how well.  [default: all]",
        "--share FLOAT RANGE         The share.  [default: 0.5; 0<=x<1]",
        "--of TEXT                   Which one; may be repeated.",
        "--beside FILE               Another file.",
        "--twice                     Weigh twice.",
        "--strictly / --no-strictly  Weigh strictly.  [default: strictly]",
        "--level FLOAT               Confidence level.  [default: 0.9]",
        "Example:\n    tertium weigh a.csv",
    ):
        assert line in text, text


def test_values_are_read_by_type():
    """Numbers, paths and repeated values arrive as the function takes them; others are refused."""
    words = [
        __file__,
        "--most",
        "3",
        "--of",
        "a",
        "--of",
        "b",
        "--no-strictly",
        "--beside",
        __file__,
    ]
    done = CliRunner().invoke(shown(), words)
    assert "'most': 3" in done.stdout
    assert "'of': ('a', 'b')" in done.stdout
    assert "'strictly': False" in done.stdout
    assert f"'beside': {Path(__file__)!r}" in done.stdout
    for wrong in (["--most", "10"], ["--share", "1"], ["--how", "ill"], ["--beside", "none.csv"]):
        assert CliRunner().invoke(shown(), [__file__, *wrong]).exit_code == 2


def test_a_docstring_is_taken_apart():
    """Text, and for each argument what is said and what stands for its value."""
    text, said = described(weigh)
    assert text.endswith("It has `level` and `nothing` else.")
    assert said["most"].metavar == "N"
    assert said["most"].text == "At most so many, for `how` well. [default: all]"
    assert said["level"].text == "Confidence level."


@pytest.mark.parametrize("name", tertium.choices.__all__)
def test_a_list_of_choices_names_each_once(name):
    """Lists that hold others are flat."""
    choices = choices_of(getattr(tertium.choices, name))
    assert choices == get_args(getattr(tertium.choices, name))
    assert len(set(choices)) == len(choices) > 1
