"""What the words of a campaign mean: its severities, categories, rules and scales.

They come from the typology or the scale that is used, so what annotators read before the work is
what they choose from during it, also in a typology of the campaign's own.
"""

from collections.abc import Iterator

from tertium.protocols import Checklist, Protocol, Rating, Slider, Spans
from tertium.typology import Typology
from tertium.web.annotate.ratings import rating_definitions
from tertium.web.annotate.schemas import Definition, Definitions
from tertium.web.annotate.scores import score_ask
from tertium.web.languages import translator


def definitions(protocol: Protocol, language: str) -> list[Definitions]:
    """Return what is defined, list by list, in the order in which it is used."""
    found: list[Definitions] = []
    for ask in protocol.asks:
        if isinstance(ask, Spans) and ask.typology is not None:
            found += _of_typology(ask.typology.in_language(language), language)
        if isinstance(ask, Checklist):
            title = translator(language)("mark.instructions.categories")
            found.append(Definitions(title, _categories(ask.typology.in_language(language))))
        if isinstance(ask, Rating):
            found.append(rating_definitions(ask, language))
        if isinstance(ask, Slider):
            found += _of_scale(protocol, ask, language)
    return found


def _of_typology(typology: Typology, language: str) -> Iterator[Definitions]:
    t = translator(language)
    severities = [Definition(one.name, one.help) for one in typology.severities]
    nodes = _categories(typology)
    rules = [Definition("", rule) for rule in typology.rules]
    for title, entries in (
        ("mark.instructions.severities", severities),
        ("mark.instructions.categories", nodes),
        ("mark.instructions.rules", rules),
    ):
        if entries:
            yield Definitions(t(title), entries)


def _categories(typology: Typology) -> list[Definition]:
    return [Definition(one.name, one.help, typology.depth(one) + 1) for one in typology.nodes]


def _of_scale(protocol: Protocol, ask: Slider, language: str) -> Iterator[Definitions]:
    shown = score_ask(protocol, ask, language)
    entries = [Definition(str(mark.value), mark.text) for mark in shown.marks if mark.text]
    if entries:
        yield Definitions(shown.title or shown.question, entries)
