"""Commands with parts, of which one needs no name."""

import click


class ShownGroup(click.Group):
    """A group in which a file's name stands for `show` and that file."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put `show` before a file that comes first."""
        asked = {"-h", "--help"} & set(args[:1])
        if args and args[0] not in self.commands and not asked:
            args = ["show", *args]
        return super().parse_args(ctx, args)
