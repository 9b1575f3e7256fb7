"""Names of 0.1 that were replaced: commands, options and their values.

They work until 1.0 and are in no help text. A line on standard error names the new one.
"""

import click

COMMANDS = {"sets": "error-sets", "square": "quality-square"}
# By command, as it is called now.
OPTIONS = {"agree": {"--raters": "--annotators"}, "annotators": {"--draws": "--resamples"}}
VALUES = {
    "compare": {"--interval": {"evaluator": "annotator"}},
    "rank": {"--interval": {"source": "segment"}},
    "monitor": {"--rule": {"any-time": "anytime-valid"}},
}


def current(words: list[str]) -> list[str]:
    """Return what was typed, with the names of today.

    >>> current(["rank", "scores.csv", "--interval=segment"])
    ['rank', 'scores.csv', '--interval=segment']
    """
    if not words:
        return words
    command = _renamed(words[0], COMMANDS)
    options, values = OPTIONS.get(command, {}), VALUES.get(command, {})
    result = [command]
    option = ""  # whose value comes next
    for word in words[1:]:
        name, equals, value = word.partition("=")
        if name.startswith("--"):
            option = _renamed(name, options)
            value = _renamed(value, values.get(option, {})) if equals else value
            result.append(option + equals + value)
        else:
            result.append(_renamed(word, values.get(option, {})))
            option = ""
    return result


def _renamed(word: str, names: dict[str, str]) -> str:
    return renamed_to(word, names[word]) if word in names else word


def renamed_to(former: str, now: str) -> str:
    """Say on standard error what a former name is called now, and return that."""
    click.echo(f"{former} is now called {now}; the old name works until 1.0.", err=True)
    return now
