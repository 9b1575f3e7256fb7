"""The judgements an analysis rests on, and what is known about them.

A campaign's folder knows its systems, identical outputs, lengths and prices; a file
knows none of them, so they are read from options.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from tertium.cli.campaigns import open_store, stored_names
from tertium.cli.common import open_table
from tertium.exceptions import BadInput, NotFound

if TYPE_CHECKING:
    from tertium.model import Campaign, Identical
    from tertium.stats.comparison.compare import Comparison
    from tertium.stats.result import Result
    from tertium.table import JudgementTable

__all__ = [
    "Evidence",
    "compare_evidence",
    "known_lengths",
    "open_evidence",
    "read_identical",
    "read_scores",
]

_R = TypeVar("_R", bound="Result")
_SIMULATED = "These judgements are simulated; they say nothing about the systems."


@dataclass(frozen=True, slots=True)
class Evidence:
    """Judgements, the campaign they come from, and what must be said about them."""

    table: "JudgementTable"
    notes: tuple[str, ...] = ()
    campaign: "Campaign | None" = None
    identical: tuple["Identical", ...] = ()
    language_pair: str | None = None  # where it is one of several

    def each_pair(self, analyse: "Callable[[Evidence], Result]") -> "Result":
        """Analyse every language pair by itself; a file of one keeps its shape.

        A pair that cannot be analysed is named with the reason, if others can.
        """
        (result,) = self.tell_each_pair(lambda part: (analyse(part),))
        return result

    def tell_each_pair(
        self, tell: "Callable[[Evidence], Sequence[Result]]"
    ) -> "tuple[Result, ...]":
        """Tell every language pair by itself, by several results each."""
        from tertium.stats.pairs import together

        parts = self.by_pair()
        if len(parts) < 2:
            return tuple(tell(self))
        return (together({name: partial(tell, part) for name, part in parts.items()}),)

    def by_pair(self) -> "dict[str, Evidence]":
        """Return the evidence of each language pair, by its name."""
        tables = self.table.by_language_pair()
        if len(tables) < 2:
            return dict.fromkeys(tables, self)
        return {
            name: replace(
                self,
                table=table,
                identical=tuple(one for one in self.identical if one.pair == name),
                language_pair=name,
            )
            for name, table in tables.items()
        }

    def refuse_several(self, option: str) -> None:
        """Refuse several language pairs where an option writes one file about one."""
        pairs = self.by_pair()
        if len(pairs) > 1:
            raise BadInput(
                f"there are {len(pairs):,} language pairs, and {option} writes about one",
                where=option,
                fix=f"Choose one with --language-pair: {', '.join(pairs)}.",
            )

    def of_pair(self, wanted: str) -> "Evidence":
        """Return the evidence of the language pair that the user named."""
        parts = self.by_pair()
        named = {name.casefold(): name for name in parts}
        if wanted.casefold() not in named:
            raise NotFound.among("language pair", wanted, parts, where="--language-pair")
        return parts[named[wanted.casefold()]]

    def comparisons(self) -> "JudgementTable":
        """Return the judgements if there are any comparisons among them."""
        if not self.table.has_comparisons():
            raise BadInput(
                "there are no comparisons yet",
                where=self.campaign.name if self.campaign else "",
                fix="Run this command again after the first comparisons.",
            )
        return self.table

    def aspect(self, wanted: str | None = None) -> str:
        """Return the aspect whose scores are looked at, if there are any."""
        from tertium.stats.campaign import scored_aspect

        aspect = wanted or scored_aspect(self.table, self.campaign)
        if self.table.has_scores(aspect):
            return aspect
        if wanted is not None and len(self.table):
            raise NotFound.among("aspect", wanted, self.table.distinct("aspect"), where="aspect")
        raise BadInput(
            "there are no scores yet",
            where=self.campaign.name if self.campaign else "",
            fix="Run this command again after the first scores.",
        )

    @property
    def scored(self) -> bool:
        """Whether there are scores, and nothing is compared."""
        return not self.table.has_comparisons() and self.has_scores

    @property
    def has_scores(self) -> bool:
        """Whether there are scores; rows of marked errors or chunks carry none."""
        from tertium.stats.campaign import scored_aspect

        scores = self.table.scores(scored_aspect(self.table, self.campaign))
        return bool((scores.value == scores.value).any())  # a number is equal to itself

    def on_scale(self, text: str, aspect: str | None = None) -> "Evidence":
        """Return the evidence with its scores read on the scale that the user wrote."""
        from tertium.scales import read_scale
        from tertium.stats.assessment.rows import read_rows

        wanted, aspect = read_scale(text), self.aspect(aspect)
        scale = replace(wanted, step=self.table.scale(aspect).step)
        table = self.table.on_scale(scale, aspect)
        read_rows(table, aspect=aspect)  # refuses scores that lie outside
        return replace(self, table=table)

    def noted(self, result: "_R") -> "_R":
        """Return a result that begins its warnings with what must be said."""
        return replace(result, warnings=(*self.notes, *result.warnings))


def open_evidence(
    path: Path,
    name: str | None = None,
    *,
    scale: str | None = None,
    aspect: str | None = None,
    language_pair: str | None = None,
) -> Evidence:
    """Return the judgements of a file or a campaign's folder with what is known about them.

    `scale` is that of the scores on `aspect`, and `language_pair` the one that is looked at,
    as the user wrote them.
    """
    evidence = _opened(path, name)
    if scale is not None:
        evidence = evidence.on_scale(scale, aspect)
    return evidence if language_pair is None else evidence.of_pair(language_pair)


def _opened(path: Path, name: str | None) -> Evidence:
    if not path.is_dir():
        table = open_table(path)
        return Evidence(table, table.notes)
    with open_store(path, create=False) as store:
        names = stored_names(store, path, name)
        if len(names) > 1:
            raise BadInput(
                f"this folder holds {len(names)} campaigns",
                where=str(path),
                fix=f"Choose one with --campaign: {', '.join(names)}.",
            )
        invented = any(event.event == "simulated" for event in store.history.events(names[0]))
        return Evidence(
            store.table(names[0]),
            (_SIMULATED,) if invented else (),
            store.campaigns.get(names[0]),
            store.campaigns.identical(names[0]),
        )


def compare_evidence(
    evidence: Evidence,
    *,
    identical: str | None,
    scores: Path | None,
    curves: bool,
    given: dict[str, Any],
) -> "Comparison":
    """Compare the two releases: what the campaign knows, unless an option says otherwise.

    `given` holds options as they were typed, None where nothing was said. Curves need
    judgements to resample, so without any there are none.
    """
    from tertium.stats.comparison.compare import compare
    from tertium.stats.comparison.enough import enough

    _refuse_others(evidence)
    choices = _known(evidence) | {name: v for name, v in given.items() if v is not None}
    if identical is not None:
        choices["identical"] = read_identical(identical, evidence.table)
        choices.pop("sizes", None)  # they belong to the campaign's own shares
    if scores is not None:
        choices["scores"] = read_scores(scores)
    result = evidence.noted(compare(evidence.table, **choices))
    if not curves or not result.judgements:
        return result
    drawn = enough(
        evidence.table,
        baseline=result.baseline,
        advanced=result.advanced,
        identical=result.identical or 0.0,
        level=result.level,
        seed=given["seed"],
    )
    return replace(result, curves=drawn)


def _refuse_others(evidence: Evidence) -> None:
    """Refuse a file of another kind, naming the command that reads it; a campaign may be empty."""
    table = evidence.table
    if evidence.campaign is not None or table.distinct("versus"):
        return
    kind, command = "", ""
    if len(table.spans()):
        kind, command = "error annotations", "errors"
    elif len(table.edits()):
        kind, command = "edited texts", "effort"
    elif evidence.scored:
        kind, command = "scores", "rank"
    if kind:
        raise BadInput(
            f"this file holds {kind}, and compare reads preferences between two systems",
            fix=f"Use: tertium {command}.",
        )


def _known(evidence: Evidence) -> dict[str, Any]:
    """Return the arguments of `compare` that the campaign answers by itself."""
    from tertium.stats.campaign import campaign_choices, compares_releases

    if evidence.campaign is None:
        return {}
    if not compares_releases(evidence.campaign):
        raise BadInput(
            f"campaign {evidence.campaign.name!r} compares more than two releases",
            fix="Rank its systems with: tertium rank, or tertium graph.",
        )
    return dict(campaign_choices(evidence.campaign, evidence.identical))


def known_lengths(evidence: Evidence, file: Path | None) -> dict[str, int]:
    """Return the source words of each segment: from a file, or as the campaign knows them."""
    from tertium.stats.campaign import segment_lengths

    if file is not None:
        return _read_lengths(file)
    if evidence.campaign is None:
        raise BadInput(
            "a file of judgements has no source lengths",
            fix="Add --lengths FILE with the columns segment,words.",
        )
    return segment_lengths(evidence.campaign)


def _read_lengths(path: Path) -> dict[str, int]:
    """Read the number of source words of each segment."""
    return {segment: round(words) for (segment,), words in _read_values(path, "segment", "words")}


def read_identical(text: str, table: "JudgementTable") -> float | dict[str, float]:
    """Read one share, or one for each domain."""
    if "=" not in text:
        return _share(text)
    shares = {}
    for part in text.split(","):
        domain, _, share = part.rpartition("=")
        shares[domain.strip()] = _share(share)
    known = table.distinct("domain")
    for domain in shares:
        if domain not in known:
            raise NotFound.among("domain", domain, known, where="--identical")
    return shares


def _share(text: str) -> float:
    plain = text.strip()
    try:
        return float(plain.removesuffix("%")) / (100 if plain.endswith("%") else 1)
    except ValueError:
        raise BadInput(
            f"{plain!r} is not a share",
            where="--identical",
            fix="Write 0.226, 22.6%, or Environment=.226,Health=.262.",
        ) from None


def read_scores(path: Path) -> dict[tuple[str, str], float]:
    """Read the score of each segment and system."""
    return {(s, y): score for (s, y), score in _read_values(path, "segment", "system", "score")}


def _read_values(path: Path, *columns: str) -> Iterator[tuple[tuple[str, ...], float]]:
    """Yield names and the number beside them; the last column is the number."""
    from tertium.formats.delimited import read_records

    header, rows = read_records(path)
    for name in columns:
        if name not in header:
            raise BadInput(
                f"no column {name!r}",
                where=f"{path}:1",
                fix=f"The first line names the columns {','.join(columns)}.",
            )
    places = [header.index(name) for name in columns]
    for line, fields in rows:
        *names, number = (fields[place].strip() for place in places)
        try:
            yield tuple(names), float(number)
        except ValueError:
            raise BadInput(
                f"{number!r} is not a number",
                where=f"{path}:{line}",
                fix="Write for example 0.42.",
            ) from None
