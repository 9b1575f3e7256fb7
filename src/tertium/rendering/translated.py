"""Reports in other languages: sentences with a translation, and English marked as such."""

import re
from collections.abc import Mapping
from typing import Any

from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from tertium.rendering.numbers import written
from tertium.rendering.shapes import Cell, Kind
from tertium.wording import Text, localised, phrases, said, say

_A_NUMBER = re.compile(r"[−+]?[\d.,]+%?")
# Points and commas of the axes; the letters are those of d3-format.
_AXES = {
    language: {
        "number": {
            "decimal": ",",
            "thousands": thousands,
            "grouping": [3],
            "currency": ["", "\N{NO-BREAK SPACE}€"],
            "percent": "\N{NO-BREAK SPACE}%",
        }
    }
    for language, thousands in (("de", "."), ("es", "."), ("fr", "\N{NARROW NO-BREAK SPACE}"))
}
_WORDS = ("title", "text")  # where Vega-Lite has words of ours


def marked(text: str, language: str) -> Markup:
    """Return our words as HTML; what has no translation is English for a screen reader too."""
    return Markup(" ").join(
        escape(told) if own == language else Markup('<span lang="{}">{}</span>').format(own, told)
        for told, own in phrases(text, language)
    )


def translated_spec(spec: Any, language: str) -> Any:
    """Return a picture with its words in a language, and its axes in the language's numbers."""
    if language == "en":
        return spec
    found = _translated(spec, language)
    config = {**found.get("config", {}), "locale": _AXES[language]}
    return {**found, "config": config}


def _translated(value: Any, language: str, key: str = "") -> Any:
    if isinstance(value, Mapping):
        return {name: _translated(inner, language, name) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_translated(inner, language, key) for inner in value]
    if isinstance(value, str) and (key in _WORDS or isinstance(value, Text)):
        return said(say(value), language) or str(value)
    return value


@pass_context
def _said(context: Context, text: str, **values: Any) -> Markup:
    """Say our own words in the language of the report."""
    return marked(say(text, **values) if values else text, context["language"])


@pass_context
def _lang(context: Context, text: str) -> Markup:
    """Return the attribute of an element that holds nothing but this text, where it is English."""
    told = list(phrases(text, context["language"]))
    return (
        Markup("") if all(own == context["language"] for _, own in told) else Markup(' lang="en"')
    )


@pass_context
def _label(context: Context, text: str, **values: Any) -> str:
    """Say our own words where no element can stand: in a label, in the title of the page."""
    whole = say(text, **values) if values else text
    return " ".join(told for told, _ in phrases(whole, context["language"]))


@pass_context
def _fact(context: Context, text: str) -> Markup:
    """Write the value of a fact: a number or our own words."""
    if not isinstance(text, Text) and _A_NUMBER.fullmatch(text):
        return escape(localised(text, context["language"]))
    return marked(text, context["language"])


@pass_context
def _cell(context: Context, cell: Cell, kind: Kind) -> Markup:
    """Write a cell: names as they are, sentences and numbers in the report's language."""
    told = written(cell, kind)
    return marked(told, context["language"]) if isinstance(told, Text) else escape(told)


@pass_context
def _spec(context: Context, spec: Mapping[str, Any]) -> Any:
    return translated_spec(spec, context["language"])


FILTERS = {
    "cell": _cell,
    "fact": _fact,
    "label": _label,
    "lang": _lang,
    "said": _said,
    "translated": _spec,
}
