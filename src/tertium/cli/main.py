"""`tertium <verb>`: the list of commands and how errors are reported.

Commands are imported when they run, so that `tertium --help` stays fast.
"""

import sys
from importlib import import_module

import click

from tertium import __version__
from tertium.cli.former import current
from tertium.exceptions import GateNotMet, TertiumError
from tertium.extensions import installed, load

# group → command → the line in the list. `tertium.cli.<command>` holds `command`
# (with `_` for a hyphen, and after a name that is a keyword of Python).
COMMANDS: dict[str, dict[str, str]] = {
    "Collect": {
        "demo": "Serve demonstration campaigns with simulated judgements.",
        "examples": "Write the example files of the manual.",
        "new": "Create a campaign from texts in a folder.",
        "serve": "Serve campaigns to annotators and managers.",
        "links": "Print the annotators' personal links.",
        "status": "Show the progress of a campaign.",
        "export": "Export judgements, edits, payments or the audit log of a campaign.",
        "import": "Add judgements from a file to a campaign.",
        "convert": "Convert a file of judgements to another format.",
        "migrate": "Upgrade a database to the schema of this version.",
        "backup": "Back up a campaign's database, also while it is in use.",
    },
    "Analyse": {
        "compare": "Compare two systems from preference judgements: improvement ratio, impact, "
        "confidence intervals.",
        "rank": "Rank systems with confidence intervals, rank ranges and significance clusters.",
        "ratings": "Analyse ratings on ordered categories: shares, latent scale, contrasts, "
        "severity.",
        "graph": "Rank the translations of each source by dominance.",
        "adequacy": "Classify translations as adequate or not, with few questions.",
        "annotators": "Model annotator bias and reliability; system scores weighted by "
        "reliability.",
        "agree": "Inter- and intra-annotator agreement: Cohen's and Fleiss' κ, Krippendorff's α, "
        "AC1, with confidence intervals.",
        "errors": "Error analysis (MQM, ESA, LQA): quality scores, error rates, contrasts, "
        "pass/fail.",
        "error-sets": "Trace errors from MT through post-editing to the final translation.",
        "quality-square": "Adequacy, readability, major and technical errors against thresholds.",
        "chunks": "Chunk accuracy: the share of correct chunks of each system.",
        "grade": "Grade students' translations from merits and errors.",
        "effort": "Post-editing effort and productivity by system: time, keystrokes, HTER, words "
        "per hour.",
        "utility": "Report translation accuracy against levels of use: triage, gist, editing.",
        "releases": "Track an MT engine over its releases in production files.",
        "correlate": "Meta-evaluation: how far metrics, or other judgements, agree with human "
        "judgements.",
        "entropy": "Word translation entropy, and the effort it goes with.",
        "checkpoints": "Linguistic checkpoints: which kinds of source words a system fails to "
        "translate.",
        "judge": "Ask a language model or another program to judge translations.",
    },
    "Plan": {
        "check": "Check a campaign's design: workload, cost, power, limitations.",
        "monitor": "Interim analysis of a running campaign: may it stop, and what limits "
        "precision?",
        "simulate": "Fill a campaign with simulated judgements, or simulate a tournament.",
    },
    "Report": {
        "report": "Write a report for customers, as one HTML file.",
        "reproduce": "Recompute the published numbers of the methods.",
    },
}


class _Commands(click.Group):
    """A group that knows its commands by name and imports them on demand."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*(name for group in COMMANDS.values() for name in group), *_brought()]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if any(name in group for group in COMMANDS.values()):
            module = import_module(f"tertium.cli.{_module(name)}")
            command: click.Command = module.command
            return command
        return _brought_command(name) if name in _brought() else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        return super().resolve_command(ctx, current(args))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for title, commands in COMMANDS.items():
            with formatter.section(title):
                formatter.write_dl(list(commands.items()))
        if brought := _brought():
            with formatter.section("Plug-ins"):
                shown = ((name, _brought_command(name).get_short_help_str(80)) for name in brought)
                formatter.write_dl(list(shown))


@click.command(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="tertium")
def cli() -> None:
    """Evaluate translations: design, collect, analyse and report.

    \b
    Examples:
      tertium demo                       try it with simulated judgements
      tertium compare judgements.csv     analyse judgements you have
    """


def _brought() -> list[str]:
    """Return the commands of analyses that other packages bring."""
    return sorted(name.replace("_", "-") for name in installed("analyses"))


def _brought_command(name: str) -> click.Command:
    from tertium.cli.options import analysis_command

    analysis = load("analyses", name.replace("-", "_"))
    return analysis_command(analysis, examples=(f"{name} judgements.csv",))


def _module(name: str) -> str:
    return "import_" if name == "import" else name.replace("-", "_")


def main() -> None:
    """Run a command; an error with its fix exits 1, a condition that is not met 3."""
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
    except OSError as error:  # a full disk, a folder without permission to write
        place = f"{error.filename}: " if error.filename else ""
        reason = (error.strerror or str(error)).lower()
        click.echo(
            f"tertium: {place}{reason}. Check the disk and the permissions, then try again.",
            err=True,
        )
        sys.exit(1)
