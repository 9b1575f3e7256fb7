"""Sentences of results and reports, which can be said in another language.

A result speaks English. Its sentences are texts as any other, so files and screens need not know
of languages; but a `Text` also remembers how it was made: the English template and what fills it.
A report in German looks the template up among its translations (`web/translations/reports`) and
fills it with the same values, numbers written as in German.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from string import Formatter
from typing import Any, Literal, Self, get_args

ReportLanguage = Literal["de", "en", "es", "fr"]
LANGUAGES: tuple[ReportLanguage, ...] = get_args(ReportLanguage)
_ENGLISH = "en"
# How a number is written: between thousands (from how many digits on), before decimals, before %.
_NUMBERS = {
    "de": (".", 4, ",", "\N{NO-BREAK SPACE}%"),
    "es": (".", 5, ",", "\N{NO-BREAK SPACE}%"),
    "fr": ("\N{NARROW NO-BREAK SPACE}", 4, ",", "\N{NARROW NO-BREAK SPACE}%"),
}
_NUMBER = re.compile(r"(?<![\w.])(\d+(?:,\d{3})*)?(\.\d+)?(%)?")


class Text(str):
    """An English text that can be said in another language."""

    __slots__ = ()

    def said(self, language: str) -> str | None:
        """Return the text in a language; None where a part of it has no translation.

        A text without parts of its own, such as a name, is the same in every language.
        """
        return str(self)

    def changed(self, change: Callable[[str], str]) -> Self:
        """Return the same text with every name in it changed."""
        return self


class _Sentence(Text):
    """A template and what fills it; texts among the values are translated too."""

    __slots__ = ("template", "values")
    template: str
    values: dict[str, str]

    def said(self, language: str) -> str | None:
        found = translations(language).get(self.template)
        parts = {field: said(value, language) for field, value in self.values.items()}
        if found is None or None in parts.values():
            return None
        if isinstance(found, dict):
            found = plural_form(found, language, float(self.values["n"].replace(",", "")))
        return found.format(**parts) if parts else found

    def changed(self, change: Callable[[str], str]) -> Self:
        values = {field: changed(value, change) for field, value in self.values.items()}
        return type(self)._made(self.template, values)

    @classmethod
    def _made(cls, template: str, values: dict[str, str]) -> Self:
        made = cls(
            "".join(
                literal + (values[field] if field is not None else "")
                for literal, field, _, _ in _FORMATTER.parse(template)
            )
            if values
            else template
        )
        made.template, made.values = template, values
        return made


class _Number(Text):
    __slots__ = ()

    def said(self, language: str) -> str | None:
        return localised(self, language)


class _Name(Text):
    __slots__ = ()

    def changed(self, change: Callable[[str], str]) -> Self:
        return type(self)(change(self))


class _Term(_Name):
    __slots__ = ()

    def said(self, language: str) -> str | None:
        found = translations(language).get(self, self)
        return str(found)


class _Joined(Text):
    __slots__ = ("between", "parts")
    between: str
    parts: tuple[str, ...]

    def said(self, language: str) -> str | None:
        parts = [part for one in self.parts if (part := said(one, language)) is not None]
        return self.between.join(parts) if len(parts) == len(self.parts) else None

    def changed(self, change: Callable[[str], str]) -> Self:
        return type(self)._made([changed(one, change) for one in self.parts], self.between)

    @classmethod
    def _made(cls, parts: Iterable[str], between: str) -> Self:
        kept = tuple(parts)
        made = cls(between.join(kept))
        made.between, made.parts = between, kept
        return made


class _Capital(Text):
    __slots__ = ("text",)
    text: str

    def said(self, language: str) -> str | None:
        found = said(self.text, language)
        return None if found is None else _upper(found)

    def changed(self, change: Callable[[str], str]) -> Self:
        return type(self)._made(changed(self.text, change))

    @classmethod
    def _made(cls, text: str) -> Self:
        made = cls(_upper(text))
        made.text = text
        return made


class _Clause(_Capital):
    __slots__ = ()

    def said(self, language: str) -> str | None:
        return said(self.text, language)

    @classmethod
    def _made(cls, text: str) -> Self:
        made = cls(text[:1].lower() + text[1:])
        made.text = text
        return made


_FORMATTER = Formatter()


def say(template: str, **values: Any) -> Text:
    """Return a sentence, or a part of one, from a template and what fills it.

    Numbers are written as the template says; other texts among the values are names, unless
    they were said too. What was said already stays as it is.

    >>> text = say("{a} wins {n:,} of {all:,} times.", a="A", n=1200, all=2400)
    >>> text
    'A wins 1,200 of 2,400 times.'
    """
    if isinstance(template, Text):
        return template
    filled = {
        field: value if isinstance(value, str) else _Number(format(value, spec or ""))
        for _, field, spec, _ in (_FORMATTER.parse(template) if values else ())
        if field is not None
        for value in (values[field],)
    }
    return _Sentence._made(template, filled)


def number(text: str) -> Text:
    """Mark a number, with what belongs to it, as English writes it: `< .001`, `24.4%`."""
    return _Number(text)


def name(text: str) -> Text:
    """Mark a text that is the same in all languages."""
    return _Name(text)


def term(text: str) -> Text:
    """Mark a word that is ours or a name: it is translated where it is known."""
    return _Term(text)


def join(sentences: Iterable[str], between: str = " ") -> Text:
    """Join sentences that follow each other; each is translated by itself."""
    return _Joined._made([say(one) for one in sentences if one], between)


def listed(names: list[str]) -> str:
    """Join names as in a sentence: `A`, `A and B`, `A, B and C`."""
    if len(names) < 2:
        return names[0] if names else ""
    return say("{first} and {last}", first=_Joined._made(names[:-1], ", "), last=names[-1])


def capital(text: str) -> str:
    """Begin a text with a capital letter."""
    return _Capital._made(text) if isinstance(text, Text) else _upper(text)


def clause(sentence: str) -> str:
    """Return a sentence that continues an English one, so with a small letter there."""
    return _Clause._made(sentence)


def said(text: str, language: str) -> str | None:
    """Return a text in a language, names as they are; None where no translation is known."""
    if language == _ENGLISH or not isinstance(text, Text):
        return str(text)
    return text.said(language)


def phrases(text: str, language: str) -> Iterator[tuple[str, str]]:
    """Yield our words in the language they are available in: (text, language).

    Sentences that were joined come one by one, so that only those without a translation are
    in English.
    """
    if isinstance(text, _Joined):
        for one in text.parts:
            yield from phrases(one, language)
        return
    found = said(say(text), language)
    yield (str(text), _ENGLISH) if found is None else (found, language)


def changed(text: str, change: Callable[[str], str]) -> str:
    """Return a text with every name in it changed."""
    return text.changed(change) if isinstance(text, Text) else change(text)


def localised(text: str, language: str) -> str:
    """Write the numbers in a text as a language does.

    >>> localised("1,234.5 (p = .03, 95%)", "de")
    '1.234,5 (p = 0,03, 95\\xa0%)'
    """
    if language == _ENGLISH:
        return str(text)
    between, digits, point, percent = _NUMBERS[language]

    def rewritten(found: re.Match[str]) -> str:
        whole, decimals, share = found.groups()
        if not (whole or decimals):
            return found[0]
        whole = whole or "0"  # only English leaves it out
        grouped = between if len(whole.replace(",", "")) >= digits else ""
        rest = point + decimals[1:] if decimals else ""
        return whole.replace(",", grouped) + rest + (percent if share else "")

    return _NUMBER.sub(rewritten, text)


def plural_form(forms: Mapping[str, str], language: str, n: float) -> str:
    """Return the form of a message that a number takes; `other` where it has no such form."""
    return forms.get(plural(language, n), forms["other"])


def plural(language: str, n: float) -> str:
    """Return the plural category of a number, by the rules of CLDR.

    French counts 0 as one. Arabic and Hebrew have a dual; Arabic counts nothing, 3 to 10 and
    11 to 99 in ways of their own, above a hundred by the last two digits.

    >>> [plural("ar", n) for n in (0, 1, 2, 3, 11, 100, 103)]
    ['zero', 'one', 'two', 'few', 'many', 'other', 'few']
    """
    if language == "fr":
        return "one" if 0 <= n < 2 else "other"
    if language == "he" and 0 < n < 1:
        return "one"
    if language in ("ar", "he") and n == 2:
        return "two"
    if language == "ar" and n != 1:
        return "zero" if n == 0 else _arabic_many(n)
    return "one" if n == 1 else "other"


def _arabic_many(n: float) -> str:
    last = n % 100
    if last != int(last) or last < 3:
        return "other"
    return "few" if last <= 10 else "many"


@cache
def translations(language: str) -> dict[str, str | dict[str, str]]:
    """Return the translations of report sentences, by their English template."""
    if language == _ENGLISH:
        return {}
    # Imported here: most commands speak English only.
    import json
    from importlib.resources import files

    file = files("tertium") / "web" / "translations" / "reports" / f"{language}.json"
    found: dict[str, str | dict[str, str]] = json.loads(file.read_text(encoding="utf-8"))
    return found


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
