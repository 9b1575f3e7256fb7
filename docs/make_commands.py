"""Print docs/commands.md from the help texts: `python docs/make_commands.py > docs/commands.md`."""

import click

from tertium.cli.main import COMMANDS, cli

WIDTH = 92


def manual() -> str:
    """Return the page of commands."""
    parts = [
        "# Commands",
        "",
        "`tertium <verb>`: one positional argument, results to standard output, notes and progress",
        "to standard error. Exit 0: success; 1: trouble, with a remedy; 2: mistyped; 3: a gate",
        "(`--require`) does not hold. This page is made from the help texts.",
        "",
    ]
    for title, commands in COMMANDS.items():
        parts += [f"## {title}", ""]
        for name, summary in commands.items():
            command = cli.get_command(click.Context(cli), name)
            assert command is not None
            context = click.Context(
                command,
                info_name=f"tertium {name}",
                help_option_names=["-h", "--help"],
                terminal_width=WIDTH,
                max_content_width=WIDTH,
            )
            shown = command.get_help(context)
            parts += [f"### `tertium {name}`", "", summary, "", "```text", shown, "```", ""]
    return "\n".join(parts)


if __name__ == "__main__":
    print(manual(), end="")
