"""Commands of the manual of 0.1 work until 1.0, whatever they are called now."""

import re
import shlex
from dataclasses import fields
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from tertium.cli import former
from tertium.cli.gate import check_conditions, read_condition
from tertium.cli.main import cli
from tertium.rendering.plain import plain
from tertium.stats.comparison.enough import EnoughAt
from tertium.stats.comparison.quality_ties import QualityTies
from tertium.stats.result import Estimate
from tests.test_docs import PAGES, ROOT, examples

LINES = (ROOT / "tests" / "manual-0.1.txt").read_text(encoding="utf-8").splitlines()
MANUAL = [line for line in LINES if line.startswith("tertium ")]
PRINTED_NOW = {command for page in PAGES for command, _ in examples(page)}


def understood(command, name, words, parent=None):
    """Parse a command line down to its last command, without running anything."""
    context = command.make_context(name, list(words), parent=parent)
    if isinstance(command, click.Group):
        rest = [*context._protected_args, *context.args]
        name, inner, rest = command.resolve_command(context, rest)
        understood(inner, name, rest, context)


def test_every_command_of_the_former_manual_is_understood(monkeypatch):
    """Its commands, options and values exist, or are read as those that replaced them."""
    monkeypatch.setattr(click.Path, "convert", lambda self, value, param, ctx: Path(value))
    for line in MANUAL:
        understood(cli, "tertium", shlex.split(line)[1:])


def test_renamed_commands_are_those_of_the_manual_of_today():
    """What the former manual ran under a former name is run, as it is called now, by today's."""
    printed = [shlex.split(command)[1:] for command in PRINTED_NOW if "tertium" in command]
    renamed = set()
    for words in (shlex.split(line)[1:] for line in MANUAL if " examples/" in line):
        if (now := former.current(words)) != words:
            renamed.add(words[0])
            assert now in printed, words
    assert renamed == {*former.COMMANDS, "annotators", "monitor"}


def test_a_command_with_a_former_name_succeeds(tmp_path, monkeypatch):
    """It runs, and one line on standard error says what it is called now."""
    monkeypatch.chdir(tmp_path)
    CliRunner().invoke(cli, ["examples"], standalone_mode=False, catch_exceptions=False)
    (line,) = [line for line in MANUAL if line.startswith("tertium square examples/")]
    words = shlex.split(line)[1:]
    result = CliRunner().invoke(cli, words, standalone_mode=False, catch_exceptions=False)
    assert result.stderr == ("square is now called quality-square; the old name works until 1.0.\n")


@pytest.mark.parametrize(
    ("typed", "now"),
    [
        ("rank x.csv --interval source --level .9", "rank x.csv --interval segment --level .9"),
        ("rank x.csv --interval=source", "rank x.csv --interval=segment"),
        ("rank source --method wins", "rank source --method wins"),
        ("agree x.csv --raters population", "agree x.csv --annotators population"),
        ("square x.csv", "quality-square x.csv"),
    ],
)
def test_former_names_become_those_of_today(typed, now, capsys):
    """An option, its value or a command is replaced; a file of that name stays."""
    assert former.current(typed.split()) == now.split()
    assert capsys.readouterr().err.count("\n") == (typed != now)


def test_former_names_are_in_no_help():
    """They are for scripts that exist, not for those who read the help."""
    helped = CliRunner().invoke(cli, ["--help"], standalone_mode=False).stdout
    assert not re.search(r"^  (sets|square) ", helped, re.M)
    for name, options in former.OPTIONS.items():
        helped = CliRunner().invoke(cli, [name, "--help"], standalone_mode=False).stdout
        assert not [option for option in options if option in helped]


def test_fields_of_a_result_keep_their_former_names(capsys):
    """JSON has both names; a condition with the former one holds, and the new one is named."""
    result = QualityTies(
        **{field.name: Estimate(0.1) for field in fields(QualityTies)} | {"annotators": (2,)}
    )
    shown = plain(result)
    assert shown["annotators"] == shown["evaluators"] == [2]
    at = EnoughAt(annotators=5, at_80=100, at_95=200)
    check_conditions(at, [read_condition("evaluators > 3")])
    assert capsys.readouterr().err.startswith("evaluators is now called annotators;")
