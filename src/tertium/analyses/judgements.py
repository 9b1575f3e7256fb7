"""The judgements an analysis rests on, and what is known about them.

A campaign's folder knows its systems, identical outputs, lengths and prices; a file or a frame
knows none of them, so they are given with the analysis.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast

from tertium.analyses.arguments import Aspect, CampaignName, LanguagePair, Scale, Source
from tertium.analyses.campaigns import holds_campaigns, open_store, stored_names
from tertium.exceptions import BadInput, NotFound

if TYPE_CHECKING:
    from tertium.analyses.frames import Frame
    from tertium.model import Campaign, Identical
    from tertium.stats.result import LanguagePairs, Result
    from tertium.table import Edits, JudgementTable

_R = TypeVar("_R", bound="Result")
_PILOT = "Judgements of the pilot round are left out; --pilot includes them."
_SIMULATED = "These judgements are simulated; they say nothing about the systems."


@dataclass(frozen=True, slots=True, repr=False)
class Judgements:
    """Judgements, the campaign they come from, and what must be said about them.

    They are rows of the one table, and give them as an Arrow stream: `polars.DataFrame(read(…))`.
    """

    table: "JudgementTable"
    notes: tuple[str, ...] = ()
    campaign: "Campaign | None" = None
    identical: tuple["Identical", ...] = ()
    language_pair: str | None = None  # where it is one of several
    path: Path | None = None  # of the file or folder; a frame has none

    def __len__(self) -> int:
        return len(self.table)

    def __repr__(self) -> str:
        """Return how many rows there are, about what and whom."""
        number = {
            name: len(self.table.distinct(name)) for name in ("annotator", "segment", "system")
        }
        told = ", ".join(f"{count:,} {name}{'s' * (count != 1)}" for name, count in number.items())
        return f"Judgements of {self.place}: {len(self):,} rows, {told}"

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Return the rows as an Arrow stream in a capsule."""
        return self.frame().__arrow_c_stream__(requested_schema)

    def frame(self) -> "Frame":
        """Return the rows of the table as a frame for pandas, polars or Arrow."""
        from tertium.analyses.frames import Frame

        return Frame(self.table.relation())

    @property
    def place(self) -> str:
        """How messages call where they come from."""
        return str(self.path) if self.path is not None else "frame"

    def each_pair(self, analyse: "Callable[[Judgements], _R]") -> "_R | LanguagePairs":
        """Analyse every language pair by itself; a file of one keeps its shape.

        A pair that cannot be analysed is named with the reason, if others can.
        """
        (result,) = self.tell_each_pair(lambda part: (analyse(part),))
        return cast("_R | LanguagePairs", result)

    def tell_each_pair(
        self, tell: "Callable[[Judgements], Sequence[Result]]"
    ) -> "tuple[Result, ...]":
        """Tell every language pair by itself, by several results each."""
        from tertium.stats.language_pairs import together

        parts = self.by_pair()
        if len(parts) < 2:
            return tuple(tell(self))
        return (together({name: partial(tell, part) for name, part in parts.items()}),)

    def by_pair(self) -> "dict[str, Judgements]":
        """Return the judgements of each language pair, by its name."""
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

    def text_columns(self) -> tuple[str, ...]:
        """Return the columns of text, with the tag that was read."""
        from tertium.table import COLUMNS

        named = (name for name, kind in COLUMNS.items() if kind == "VARCHAR")
        return (*named, *self.table.tags)

    def by_value(self, column: str) -> "dict[str, JudgementTable]":
        """Return the judgements with each value of a column, which must have one somewhere."""
        known = self.text_columns()
        if column not in known:
            tags = () if self.campaign is None else self.campaign.tag_names
            raise NotFound.among("column", column, (*known, *tags), where="--by")
        parts = self.table.by_value(column)
        if not parts:
            filled = [name for name in known if self.table.distinct(name)]
            raise BadInput(
                f"the column {column!r} is empty",
                where="--by",
                fix=f"Fill it in, or name another: {', '.join(filled)}.",
            )
        return parts

    def refuse_several(self, option: str) -> None:
        """Refuse several language pairs where an option writes one file about one."""
        pairs = self.by_pair()
        if len(pairs) > 1:
            raise BadInput(
                f"there are {len(pairs):,} language pairs, and {option} writes about one",
                where=option,
                fix=f"Choose one with --language-pair: {', '.join(pairs)}.",
            )

    def of_pair(self, wanted: str) -> "Judgements":
        """Return the judgements of the language pair that the user named."""
        parts = self.by_pair()
        named = {name.casefold(): name for name in parts}
        if wanted.casefold() not in named:
            raise NotFound.among("language pair", wanted, parts, where="--language-pair")
        return parts[named[wanted.casefold()]]

    def comparisons(self) -> "JudgementTable":
        """Return the judgements if there are any comparisons among them."""
        if not self.table.has_comparisons():
            missing = "comparisons" if len(self.table) else "judgements"
            raise BadInput(
                f"there are no {missing} yet",
                where=self.campaign.name if self.campaign else "",
                fix=f"Come back when there are {missing}.",
            )
        return self.table

    def edits(self) -> "Edits":
        """Return the edited texts; a campaign knows sources and outputs that its rows do not."""
        edits = self.table.edits()
        if self.campaign is None:
            return edits
        sources = {one.id: one.source for one in self.campaign.segments}
        return edits.with_texts(sources, self.campaign.outputs)

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

    def on_scale(self, text: str, aspect: str | None = None) -> "Judgements":
        """Return the judgements with their scores read on the scale that the user wrote."""
        from tertium.formats.scale_files import read_scale
        from tertium.protocols.protocol import NOT_APPLICABLE
        from tertium.stats.assessment.rows import read_rows

        wanted, aspect = read_scale(text), self.aspect(aspect)
        if wanted.labels and (scores := self.table.scores(aspect)).in_words:
            for label in scores.label.names:
                if label not in (*wanted.labels, NOT_APPLICABLE):
                    raise NotFound.among("answer", label, wanted.labels, where=f"scale {text}")
        scale = replace(wanted, step=self.table.scale(aspect).step)
        table = self.table.on_scale(scale, aspect)
        read_rows(table, aspect=aspect)  # refuses scores that lie outside
        return replace(self, table=table)

    def rounds(self, *, pilot: bool) -> "Judgements":
        """Return the judgements with those of a pilot round, or without them and a note."""
        main = self.table if pilot else self.table.without_pilot()
        if len(main) == len(self.table):
            return self
        return replace(self, table=main, notes=(*self.notes, _PILOT))

    def noted(self, result: "_R") -> "_R":
        """Return a result that begins its warnings with what must be said."""
        return replace(result, warnings=(*self.notes, *result.warnings))


def read(
    file: Source,
    /,
    *,
    campaign: CampaignName = None,
    scale: Scale = None,
    aspect: Aspect = None,
    language_pair: LanguagePair = None,
    pilot: bool = False,
    tag: str | None = None,
) -> Judgements:
    """Read judgements, with what is known about them, for one analysis or several.

    FILE is a file in any known format, a campaign's folder, or a frame of pandas, polars or Arrow
    with the columns of such a file.

    Args:
        pilot: Include the judgements of a pilot round.
        tag: A further column of the file, or a tag of the campaign's segments, to analyse by.

    """
    found = file
    if not isinstance(found, Judgements):
        found = _opened(found, campaign, tag).rounds(pilot=pilot)
    if scale is not None:
        found = found.on_scale(scale, aspect)
    return found if language_pair is None else found.of_pair(language_pair)


def open_table(file: Source, *, tag: str | None = None) -> "JudgementTable":
    """Return the judgements of a file, a frame, all campaigns or all files of a folder."""
    if isinstance(file, Judgements):
        return file.table
    if not isinstance(file, str | PathLike):
        from tertium.formats.judgements import read_frame

        return read_frame(file, tag=tag)
    path = Path(file)
    if path.is_dir() and not holds_campaigns(path):
        from tertium.formats.folders import read_folder

        return read_folder(path)
    if path.is_dir():
        with open_store(path, create=False) as store:
            names = stored_names(store, path)
            return store.table(names[0] if len(names) == 1 else None)
    from tertium.formats.judgements import read_judgements

    return read_judgements(path, tag=tag)


def _opened(file: Source, name: str | None, tag: str | None) -> Judgements:
    path = Path(file) if isinstance(file, str | PathLike) else None
    if path is None or not path.is_dir() or not holds_campaigns(path):
        table = open_table(file, tag=tag)
        return Judgements(table, table.notes, path=path)
    with open_store(path, create=False) as store:
        names = stored_names(store, path, name)
        if len(names) > 1:
            raise BadInput(
                f"this folder holds {len(names)} campaigns",
                where=str(path),
                fix=f"Choose one with --campaign: {', '.join(names)}.",
            )
        invented = any(event.event == "simulated" for event in store.history.events(names[0]))
        told = store.campaigns.get(names[0])
        table = store.table(names[0], rounds="all")
        if tag is not None and (tags := told.tags(tag)):
            table = table.tagged(tag, tags)
        return Judgements(
            table,
            (_SIMULATED,) if invented else (),
            told,
            store.campaigns.identical(names[0]),
            path=path,
        )


def known_lengths(judgements: Judgements, file: str | PathLike[str] | None) -> dict[str, int]:
    """Return the source words of each segment: from a file, or as the campaign knows them."""
    from tertium.stats.campaign import segment_lengths

    if file is not None:
        return _read_lengths(Path(file))
    if judgements.campaign is None:
        raise BadInput(
            "a file of judgements has no source lengths",
            fix="Add --lengths FILE with the columns segment,words.",
        )
    return segment_lengths(judgements.campaign)


def _read_lengths(path: Path) -> dict[str, int]:
    """Read the number of source words of each segment."""
    return {segment: round(words) for (segment,), words in _read_values(path, "segment", "words")}


def read_scores(path: Path) -> dict[tuple[str, str], float]:
    """Read the score of each segment and system."""
    return {(s, y): score for (s, y), score in _read_values(path, "segment", "system", "score")}


def _read_values(path: Path, *columns: str) -> Iterator[tuple[tuple[str, ...], float]]:
    """Yield names and the number beside them; the last column is the number."""
    from tertium.formats.sheets import Row, Sheet

    def value(row: Row) -> tuple[tuple[str, ...], float]:
        *names, number = (row[name] for name in columns)
        try:
            return tuple(names), float(number)
        except ValueError:
            raise row.where.wrong(
                f"{number!r} is not a number", "Write for example 0.42."
            ) from None

    fix = f"The first line names the columns {','.join(columns)}."
    return iter(Sheet("values", columns, value, may_be_empty=True, fix=fix).rows(path))
