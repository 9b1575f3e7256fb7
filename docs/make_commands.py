"""Print docs/commands.md from the help texts: `python docs/make_commands.py > docs/commands.md`."""

import click

from tertium.cli.main import COMMANDS, cli

WIDTH = 92


def manual() -> str:
    """Return the page of commands."""
    parts = [
        "# Commands",
        "",
        "`tertium <verb>`: one positional argument, results on standard output, notes and",
        "progress on standard error. Exit codes: 0 success; 1 error, with its fix; 2 usage",
        "error; 3 a condition (`--require`) does not hold. This page is generated from the help",
        "texts.",
        "",
        "A command writes a file completely or not at all, and keeps the owner and the",
        "permissions of the file it replaces. Links are followed and kept. Devices, pipes,",
        "`/dev/stdout` and files with several names (hard links) are written in place; a file",
        "without write permission is an error.",
        "",
    ]
    for title, commands in COMMANDS.items():
        parts += [f"## {title}", ""]
        for name, summary in commands.items():
            command = cli.get_command(click.Context(cli), name)
            assert command is not None
            parts += [f"### `tertium {name}`", "", summary, ""]
            inner = command.commands if isinstance(command, click.Group) else {}
            for words, one in [(name, command), *((f"{name} {n}", c) for n, c in inner.items())]:
                parts += ["```text", _help(one, f"tertium {words}"), "```", ""]
    return "\n".join(parts)


def _help(command: click.Command, name: str) -> str:
    context = click.Context(
        command,
        info_name=name,
        help_option_names=["-h", "--help"],
        terminal_width=WIDTH,
        max_content_width=WIDTH,
    )
    return command.get_help(context)


if __name__ == "__main__":
    print(manual(), end="")
