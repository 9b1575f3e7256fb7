"""`tertium <verb>`: the list of commands and how trouble is told.

Commands are imported when they run, so that `tertium --help` stays fast.
"""

import sys
from importlib import import_module

import click

from tertium import __version__
from tertium.errors import GateNotMet, TertiumError

__all__ = ["COMMANDS", "main"]

# group → command → the line in the list. `tertium.cli.<command>` holds `command`
# (with `_` for a name that Python keeps for itself).
COMMANDS: dict[str, dict[str, str]] = {
    "Collect": {
        "demo": "Serve a living demonstration with simulated judgements.",
        "examples": "Write the files that the manual's examples use.",
        "new": "Write a campaign from texts in a folder.",
        "check": "Explain a campaign: who judges what, how long, at what cost.",
        "serve": "Serve campaigns to annotators and managers.",
        "links": "Print the personal links of a campaign's annotators.",
        "status": "Show how far a campaign has come.",
        "export": "Write everything a campaign has collected.",
        "import": "Add judgements from a file to a campaign.",
        "convert": "Turn a file of judgements into another format.",
    },
    "Analyse": {
        "compare": "Tell which of two releases is preferred, and how sure that is.",
        "graph": "Rank the translations of every source by who dominates whom.",
        "adequacy": "Tell which translations are adequate, asking as few as it takes.",
        "rank": "Order many systems, with intervals and clusters.",
        "annotators": "Weigh every annotator by precision: outputs, systems and people.",
        "agree": "Tell how far annotators agree with each other and themselves.",
        "errors": "Score systems by marked errors, and tell which pass.",
        "sets": "Join errors of MT, post-edited and human versions by what caused them.",
        "square": "Tell adequacy, readability, major and technical errors, each by itself.",
        "chunks": "Tell how many chunks of each translation are correct.",
        "grade": "Grade students' translations by what is done well and by errors.",
        "effort": "Tell which system costs least to post-edit, or what judging costs.",
        "utility": "Tell whether translations are good for triage, gist or editing.",
        "releases": "Follow an engine from release to release in production files.",
        "entropy": "Tell how varied the renderings of each word are, and what that costs.",
    },
    "Plan": {
        "monitor": "Tell whether a running campaign may stop, and what limits it.",
        "simulate": "Rehearse a campaign, or a tournament on rankings you have.",
    },
    "Tell and keep": {
        "report": "Write a report that a customer understands, as one file.",
        "reproduce": "Recompute the published numbers of the methods.",
        "migrate": "Bring a database to this version's schema.",
        "backup": "Copy a running campaign's database to one file.",
    },
}


class _Commands(click.Group):
    """A group that knows its commands by name and imports them on demand."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for group in COMMANDS.values() for name in group]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in self.list_commands(ctx):
            return None
        module = import_module(f"tertium.cli.{'import_' if name == 'import' else name}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for title, commands in COMMANDS.items():
            with formatter.section(title):
                formatter.write_dl(list(commands.items()))


@click.command(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="tertium")
def cli() -> None:
    """Judge translations: design, collect, analyse and tell.

    \b
    Examples:
      tertium demo                       look around first
      tertium compare judgements.csv     analyse what you already have
    """


def main() -> None:
    """Run a command; trouble with a remedy exits 1, a gate that is not met 3."""
    try:
        cli(standalone_mode=False)
    except GateNotMet as error:
        click.echo(f"tertium: {error}", err=True)
        sys.exit(3)
    except TertiumError as error:
        click.echo(f"tertium: {error}", err=True)
        sys.exit(1)
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except (click.Abort, KeyboardInterrupt):
        click.echo("tertium: stopped.", err=True)
        sys.exit(1)
    except BrokenPipeError:  # `tertium … | head`
        sys.stderr.close()
        sys.exit(0)
    except OSError as error:  # a full disk, a folder in which nobody may write
        place = f"{error.filename}: " if error.filename else ""
        reason = (error.strerror or str(error)).lower()
        click.echo(f"tertium: {place}{reason}. Look after the disk, then try again.", err=True)
        sys.exit(1)
