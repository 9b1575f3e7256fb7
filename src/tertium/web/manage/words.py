"""Numbers, days and languages as people write them, in the interface's language."""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from itertools import pairwise

from markupsafe import Markup

from tertium import protocols
from tertium.model import parts_of
from tertium.web.languages import messages, own_messages, translator

# The sign between thousands and the decimal sign.
_SIGNS = {"en": (",", "."), "fr": ("\u202f", ","), "es": (".", ","), "de": (".", ",")}


class Words:
    """What templates call `w`: plain values in, words of one language out."""

    def __init__(self, language: str, now: datetime) -> None:
        self._language = language
        self._now = now
        self._t = translator(language)
        self.keys = messages(language).keys()
        settings = messages(language)["manage.settings.words"]
        assert isinstance(settings, Mapping)
        self._settings = settings
        self.acts = {  # what a page may say was done
            key.removeprefix("manage.done.") for key in self.keys if key.startswith("manage.done.")
        }

    def protocol(self, name: str, key: str = "name") -> str:
        """Return what a protocol is called, or what it says of itself where one chooses it."""
        own = own_messages(self._language, name)
        return str(own.get(key) or protocols.get(name).title)

    def number(self, value: float, digits: int = 0) -> str:
        """Return `1,200` or `0.28` with the signs of the language."""
        thousands, point = _SIGNS.get(self._language, _SIGNS["en"])
        text = f"{value:z,.{digits}f}".replace("-", "−")  # z: no −0.00
        return text.replace(",", "\0").replace(".", point).replace("\0", thousands)

    def short(self, value: float) -> str:
        """Return a number with one decimal, or none where it is whole."""
        return self.number(value, 0 if round(value, 1) == round(value) else 1)

    def percent(self, share: float) -> str:
        """Return `62%`; never 100% before everything is done."""
        whole = int(share * 100) if share < 1 else 100
        return self._t("manage.percent", n=whole, share=self.number(whole))

    def range(self, low: float, high: float, digits: int = 2) -> str:
        """Return `0.21–0.35`."""
        between = " – " if min(low, high) < 0 else "–"
        return f"{self.number(low, digits)}{between}{self.number(high, digits)}"

    def factor(self, low: float, high: float | None) -> str:
        """Return `1.3–2.4 to 1`, the ratio whichever way it points."""
        if high is None:
            return self._t("manage.factor.open", low=self.number(low, 1))
        return self._t("manage.factor", interval=self.range(low, high, 1))

    def between(self, low: float | None, high: float | None, digits: int = 2) -> str:
        """Return an interval whose ends may not be known: `1.3–2.4`, `1.3 or more`."""
        if low is None and high is None:
            return self._t("manage.interval.none")
        if high is None:
            return self._t("manage.interval.from", low=self.number(low or 0.0, digits))
        if low is None:
            return self._t("manage.interval.to", high=self.number(high, digits))
        return self.range(low, high, digits)

    def evidence(self, value: float) -> str:
        """Return an e-value with as many digits as mean something."""
        if value > 1000:
            return self._t("manage.more_than", count=self.number(1000))
        return self.number(value, 2 if value < 10 else (1 if value < 100 else 0))

    def chance(self, p: float) -> str:
        """Return what a p value is: `= 0.03`, `< 0.001`."""
        if p < 0.001:
            return f"< {self.number(0.001, 3)}"
        return f"= {self.number(p, 3 if p < 0.1 else 2)}"

    def signed(self, value: float, digits: int = 1) -> str:
        """Return a number with its sign: `+3.1`, `−0.4`."""
        return f"{'+' if value > 0 else ''}{self.number(value, digits)}"

    def day(self, moment: datetime | date) -> str:
        """Return `Friday 20 November`, with the year if it is another one."""
        weekdays = str(messages(self._language)["manage.weekdays"]).split("|")
        months = str(messages(self._language)["manage.months"]).split("|")
        key = "manage.day" if moment.year == self._now.year else "manage.day_year"
        return self._t(
            key,
            weekday=weekdays[moment.weekday()],
            day=moment.day,
            month=months[moment.month - 1],
            year=moment.year,
        )

    def day_short(self, day: date) -> str:
        """Return two or three letters of the weekday."""
        names = str(messages(self._language)["manage.weekdays_short"]).split("|")
        return names[day.weekday()]

    def clock(self, moment: datetime) -> str:
        """Return `10:42:07` in UTC; the page's script turns it into local time."""
        return f"{moment.astimezone(UTC):%H:%M:%S}"

    def ago(self, moment: datetime | None) -> str:
        """Return `2 min ago`, `yesterday` or `3 days ago`."""
        if moment is None:
            return self._t("manage.ago.never")
        minutes = max(0, int((self._now - moment).total_seconds() // 60))
        if minutes < 1:
            return self._t("manage.ago.now")
        if minutes < 60:
            return self._t("manage.ago.minutes", n=minutes)
        if minutes < 24 * 60:
            return self._t("manage.ago.hours", n=minutes // 60)
        days = (self._now.astimezone(UTC).date() - moment.astimezone(UTC).date()).days
        return self._t("manage.ago.days", n=days)

    def seconds(self, value: float | None) -> str:
        """Return `18 s`; a sentence where nothing was measured."""
        if value is None:
            return self._t("manage.not_measured")
        return self._t("manage.seconds", count=self.number(value, 0 if value >= 9.95 else 1))

    def hours(self, seconds: float) -> str:
        """Return `3.5 hours`, or minutes below one hour."""
        if seconds < 3600:
            minutes = max(1, round(seconds / 60))
            return self._t("manage.minutes", n=minutes, count=self.number(minutes))
        hours = round(seconds / 3600, 1)
        return self._t("manage.hours", n=hours, count=self.short(hours))

    def money(self, amount: float, currency: str) -> str:
        """Return `275 EUR`, with cents only where there are some."""
        return f"{self.number(amount, 0 if amount == round(amount) else 2)} {currency}"

    def language(self, code: str) -> str:
        """Return the name of a language, or its code where we have no name."""
        names = messages(self._language)["manage.languages"]
        assert isinstance(names, Mapping)
        return names.get(code) or names.get(code.split("-")[0]) or code

    def languages(self) -> list[tuple[str, str]]:
        """Return codes and names, by name."""
        names = messages(self._language)["manage.languages"]
        assert isinstance(names, Mapping)
        return sorted(names.items(), key=lambda entry: entry[1])

    def setting(self, text: str) -> str:
        """Return what a setting is called or means, in English where there is no translation."""
        return self._settings.get(text, text)

    def english(self, text: str) -> Markup:
        """Mark a text about a setting that is not in the language of the page."""
        known = self._language == "en" or text in self._settings
        return Markup("" if known else ' lang="en"')

    def answer(self, label: str) -> str:
        """Return an answer in words, as seen by slot."""
        key = f"manage.answer.{label}"
        return self._t(key) if key in self.keys else label

    def order(self, ranks: Sequence[int]) -> str:
        """Return a ranking by slot, best first: `2 > 1 = 3`."""
        slots = sorted(range(len(ranks)), key=lambda slot: (ranks[slot], slot))
        told = str(slots[0] + 1) if slots else ""
        for one, two in pairwise(slots):
            told += f" {'=' if ranks[one] == ranks[two] else '>'} {two + 1}"
        return told

    def comparison(self, one: str, sign: str, two: str) -> str:
        """Return an answer in words: `A is better than B`, `A is as good as B`."""
        key = "manage.compared.better" if sign == ">" else "manage.compared.tie"
        return self._t(key, one=self.called(one), two=self.called(two))

    def called(self, name: str) -> str:
        """Return the name of an output, `A, B` where several systems have the same."""
        return ", ".join(parts_of(name))

    def question(self, name: str) -> str:
        """Return a question in a word or two."""
        for key in (f"manage.question.{name}", f"score.title.{name}"):
            if key in self.keys:
                return self._t(key)
        return name.replace("_", " ")

    def pair(self, pair: str) -> str:
        """Return `English to German` for `en-de`."""
        source, _, target = pair.partition("-")
        if not source or not target:
            return self._t("manage.pair.unknown")
        return self._t("manage.pair", source=self.language(source), target=self.language(target))
