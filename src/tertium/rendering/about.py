"""What a report is about: the line above its headline."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from tertium.stats.result import Result
from tertium.wording import Text, join, listed, name, say

_LANGUAGES = {
    "ar": "Arabic", "bg": "Bulgarian", "ca": "Catalan", "cs": "Czech", "da": "Danish",
    "de": "German", "el": "Greek", "en": "English", "es": "Spanish", "et": "Estonian",
    "eu": "Basque", "fa": "Persian", "fi": "Finnish", "fr": "French", "ga": "Irish",
    "gl": "Galician", "ha": "Hausa", "he": "Hebrew", "hi": "Hindi", "hr": "Croatian",
    "hu": "Hungarian", "id": "Indonesian", "is": "Icelandic", "it": "Italian", "ja": "Japanese",
    "ka": "Georgian", "kk": "Kazakh", "ko": "Korean", "lt": "Lithuanian", "lv": "Latvian",
    "mk": "Macedonian", "ms": "Malay", "mt": "Maltese", "nl": "Dutch", "no": "Norwegian",
    "pl": "Polish", "pt": "Portuguese", "ro": "Romanian", "ru": "Russian", "sk": "Slovak",
    "sl": "Slovenian", "sq": "Albanian", "sr": "Serbian", "sv": "Swedish", "sw": "Swahili",
    "ta": "Tamil", "th": "Thai", "tr": "Turkish", "uk": "Ukrainian", "ur": "Urdu",
    "vi": "Vietnamese", "xh": "Xhosa", "zh": "Chinese", "zu": "Zulu",
}  # fmt: skip

_MONTHS = (
    "{day} January {year}", "{day} February {year}", "{day} March {year}", "{day} April {year}",
    "{day} May {year}", "{day} June {year}", "{day} July {year}", "{day} August {year}",
    "{day} September {year}", "{day} October {year}", "{day} November {year}",
    "{day} December {year}",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class About:
    """A title, language pairs such as `("en", "de")`, and when the judgements were given.

    `answers` is how many there are in all, if the parts of the report use fewer.
    """

    title: str = ""
    pairs: tuple[tuple[str, str], ...] = ()
    first: datetime | None = None
    last: datetime | None = None
    answers: int = 0

    def __str__(self) -> str:
        """Return short sentences: title, languages, dates.

        >>> str(About("Spring release", (("en", "de"),), last=datetime(2026, 11, 20)))
        'Spring release. English to German. Last judgement on 20 November 2026.'
        """
        return str(self.told())

    def told(self) -> Text:
        """Return the same sentences, so that they can be said in another language."""
        return join((self._title(), self._languages(), self._dates(), self._answers()))

    def with_answers(self, number: int, results: Iterable[Result]) -> "About":
        """Say how many answers there are, if no part of the report uses all of them."""
        used = max((getattr(one, "judgements", 0) for one in results), default=0)
        return replace(self, answers=number if 0 < used < number else 0)

    def _title(self) -> str:
        return name(f"{self.title.rstrip('.')}.") if self.title else ""

    def _languages(self) -> str:
        if len(self.pairs) > 4:
            return say("{n} language pairs.", n=len(self.pairs))
        named = [
            say("{source} to {target}", source=language(source), target=language(target))
            for source, target in self.pairs
        ]
        return say("{pairs}.", pairs=listed(list(named))) if named else ""

    def _dates(self) -> str:
        if self.last is None:
            return ""
        last = _day(self.last)
        if self.first is None:
            return say("Last judgement on {last}.", last=last)
        first = _day(self.first)
        if first == last:
            return say("Judged on {last}.", last=last)
        return say("Judged from {first} to {last}.", first=first, last=last)

    def _answers(self) -> str:
        told = "{n:,} answers in all; each part counts those that it uses."
        return say(told, n=self.answers) if self.answers else ""


def language(code: str) -> str:
    """Return a language's English name; a code without a name stays a code.

    >>> language("pt-BR"), language("tlh")
    ('Portuguese (BR)', 'tlh')
    """
    own, _, region = code.partition("-")
    found = _LANGUAGES.get(own.lower())
    if found is None:
        return code
    return (
        say("{language} ({region})", language=say(found), region=region) if region else say(found)
    )


def _day(at: datetime) -> str:
    return say(_MONTHS[at.month - 1], day=at.day, year=at.year)
