"""One concept has one word: no word that the vocabulary replaces is left where users read."""

import pkgutil
import re
from dataclasses import fields, is_dataclass
from importlib import import_module
from typing import get_args, get_type_hints

import click
import pytest

import tertium.stats
from tertium.cli.main import cli
from tertium.stats.result import Result
from tertium.web.languages import messages
from tertium.wording import translations
from tests.test_docs import PAGES, ROOT

PAGE = ROOT / "docs" / "vocabulary.md"
HISTORY = ROOT / "CHANGELOG.md"
# Not for users of the product: how it was measured, and why it is built as it is.
INSIDE = ("evidence", "decisions")
MANUAL = [page for page in PAGES if page not in (PAGE, HISTORY) and not {*INSIDE} & {*page.parts}]


def table():
    """Yield each replaced word with its exceptions."""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if len(cells) == 4 and cells[0] != "concept" and "---" not in cells[0]:
            exceptions = [word.strip() for word in cells[3].split(",") if word.strip()]
            for word in cells[2].split(","):
                yield word.strip(), exceptions


WORDS = dict(table())


def found(text):
    """Return the replaced words in a text, as a reader sees it."""
    text = re.sub(r"[\s_]+", " ", text.casefold())
    left = []
    for word, exceptions in WORDS.items():
        plain = text
        for exception in exceptions:
            plain = plain.replace(exception.casefold(), "")
        left += re.findall(rf"\b{re.escape(word.casefold())}(?:s|ing)?\b", plain)
    return left


def commands(command=cli, name="tertium"):
    """Yield every command with the words that call it."""
    context = click.Context(command, info_name=name)
    yield name, command, context
    if isinstance(command, click.Group):
        for part in command.list_commands(context):
            yield from commands(command.get_command(context, part), f"{name} {part}")


@pytest.mark.parametrize(
    ("name", "command", "context"), [pytest.param(*one, id=one[0]) for one in commands()]
)
def test_help_uses_the_vocabulary(name, command, context):
    """Names, help texts, options and their values."""
    assert found(name.replace("-", " ") + " " + command.get_help(context)) == []
    for option in command.params:
        for value in getattr(option.type, "choices", ()):
            assert found(value) == [], f"{name} {option.opts}"


@pytest.mark.parametrize("page", MANUAL, ids=lambda page: str(page.relative_to(ROOT)))
def test_manual_uses_the_vocabulary(page):
    """Headings and sentences; what commands print is quoted and tested elsewhere."""
    prose = re.sub(r"```.*?```|`[^`]*`", "", page.read_text(encoding="utf-8"), flags=re.S)
    assert found(prose) == []


def test_pages_use_the_vocabulary():
    """The English interface."""
    for key, message in messages("en").items():
        for text in message.values() if isinstance(message, dict) else [message]:
            assert found(re.sub(r"{\w+}", "", text)) == [], key


def test_reports_use_the_vocabulary():
    """Headlines, headings and notes of reports, as far as they are translated."""
    for sentence in translations("de"):
        assert found(re.sub(r"{[^}]*}", "", sentence)) == []


def results(kind=Result):
    """Yield every kind of result that an analysis returns."""
    for one in kind.__subclasses__():
        yield one
        yield from results(one)


def records(kind, seen):
    """Gather the records that a record holds, and those in them."""
    if get_args(kind):
        for part in get_args(kind):
            records(part, seen)
    elif is_dataclass(kind) and kind not in seen:
        seen.add(kind)
        for part in get_type_hints(kind).values():
            records(part, seen)


def test_results_use_the_vocabulary():
    """Fields of results and of the records in them are the names of JSON."""
    for module in pkgutil.walk_packages(tertium.stats.__path__, "tertium.stats."):
        import_module(module.name)
    kinds = set()
    for result in results():
        records(result, kinds)
    assert len(kinds) > 100
    for kind in kinds:
        for field in fields(kind):
            assert found(field.name) == [], f"{kind.__name__}.{field.name}"


def test_replaced_words_are_found():
    """In the singular and plural, in names with an underscore, but not inside other words."""
    assert found("Two evaluators\nwere told.") == ["evaluators", "told"]
    assert found("by_evaluator") == ["evaluator"]
    assert found("iterators foretold inter-rater agreement") == []
