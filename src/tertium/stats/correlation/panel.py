"""Outputs × methods: which score people and every metric gave to every output.

A *block* holds systems that were judged on the same texts: one language pair of one campaign.
Systems of different blocks are never compared with each other.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from tertium.choices import MeanOver
from tertium.exceptions import BadInput
from tertium.stats.arrays import Bools, Floats, Ints
from tertium.stats.codes import filled, numbered
from tertium.table_views import Codes
from tertium.text.natural import natural as natural_order

UNITS = 500  # documents, or groups of segments, that are resampled


@dataclass(frozen=True, slots=True)
class JudgedRows:
    """Judgements of outputs, a row each; higher is better. Codes are −1 where nothing is known."""

    annotator: Codes
    segment: Codes
    document: Codes
    domain: Codes
    campaign: Codes
    system: Codes
    value: Floats

    def take(self, rows: Bools) -> "JudgedRows":
        """Keep some rows."""
        names = ("annotator", "segment", "document", "domain", "campaign", "system")
        codes = {name: getattr(self, name).take(rows) for name in names}
        return JudgedRows(**codes, value=self.value[rows])


@dataclass(frozen=True, slots=True)
class Method:
    """A metric, or judgements that are compared with others: its scores by segment and system.

    Keys of `segments` are (language pair, campaign, segment, system), those of `systems` lack
    the segment; a part that the file does not name is None.
    """

    name: str
    kind: str  # automatic | human
    segments: Mapping[tuple[str | None, str | None, str, str], float]
    systems: Mapping[tuple[str | None, str | None, str], float]
    missing: int = 0

    @property
    def of_systems(self) -> bool:
        """Whether whole systems were scored, and not outputs."""
        return not self.segments


@dataclass(frozen=True)
class Block:
    """The outputs of one language pair and campaign; tables are systems × segments.

    `metrics` of whole systems have one score for each system. `unit` is the document of each
    segment, or the segment itself where documents are not known.
    """

    number: int  # blocks are drawn independently of each other
    name: str
    language_pair: str
    systems: tuple[str, ...]
    segments: tuple[str, ...]
    domain: tuple[str, ...]
    document: Ints
    rows: JudgedRows  # systems and segments coded as above
    human: Floats
    counts: Floats  # how much people's score of each output counts in the mean of its system
    metrics: Mapping[str, Floats]

    @cached_property
    def documents_known(self) -> bool:
        """Whether every segment has a document."""
        return bool((self.document >= 0).all())

    @cached_property
    def unit(self) -> Ints:
        """What is resampled: documents; of more than 500, neighbours are one."""
        units = filled(self.document, np.arange(len(self.segments)))
        number = int(units.max(initial=-1)) + 1
        return units if number <= UNITS else numbered(units * UNITS // number)

    @cached_property
    def common(self) -> Bools:
        """The outputs that people and all metrics of outputs scored."""
        known = ~np.isnan(self.human)
        for scores in self.metrics.values():
            if scores.ndim == 2:
                known &= ~np.isnan(scores)
        return known

    def table(self, method: str | None = None) -> Floats:
        """Return the scores of a metric (None: of people) for the outputs that all scored."""
        scores = self.human if method is None else self.metrics[method]
        return scores if scores.ndim == 1 else np.where(self.common, scores, np.nan)

    def means(self, method: str | None = None) -> Floats:
        """Return the mean of each system over the outputs that all scored."""
        table = self.table(method)
        if table.ndim == 1:
            return table
        number = self.weights(method).sum(1)
        with np.errstate(divide="ignore", invalid="ignore"):
            sums = (np.nan_to_num(table) * self.weights(method)).sum(1)
            return np.where(number > 0, sums / number, np.nan)

    def weights(self, method: str | None = None) -> Floats:
        """Return what each output counts in its system's mean: 0 where not all scored it."""
        return np.asarray(self.common * (self.counts if method is None else 1.0), dtype=float)

    def only(self, segments: Bools) -> "Block":
        """Keep some segments."""
        place = np.cumsum(segments) - 1
        rows = self.rows.take(segments[self.rows.segment.codes])
        codes = Codes(place[rows.segment.codes].astype(np.int64), _kept(self.segments, segments))
        return replace(
            self,
            segments=codes.names,
            domain=_kept(self.domain, segments),
            document=self.document[segments],
            rows=replace(rows, segment=codes),
            human=self.human[:, segments],
            counts=self.counts[:, segments],
            metrics={
                name: scores if scores.ndim == 1 else scores[:, segments]
                for name, scores in self.metrics.items()
            },
        )

    def by_document(self) -> "Block":
        """Return documents in place of segments: the mean of each over the outputs all scored."""
        names, first = np.unique(self.document, return_index=True)
        size = len(names)
        place = np.searchsorted(names, self.document)
        rows = self.rows
        codes = Codes(place[rows.segment.codes].astype(np.int64), tuple(map(str, range(size))))

        def averaged(table: Floats) -> Floats:
            known = ~np.isnan(table)
            sums, number = np.zeros((2, len(table), size))
            for row in range(len(table)):
                sums[row] = np.bincount(place, np.where(known[row], table[row], 0.0), size)
                number[row] = np.bincount(place, known[row], size)
            with np.errstate(invalid="ignore"):
                return np.where(number > 0, sums / number, np.nan)

        return replace(
            self,
            segments=codes.names,
            domain=tuple(self.domain[at] for at in first),
            document=np.arange(size),
            rows=replace(rows, segment=codes),
            human=averaged(self.table()),
            counts=np.ones((len(self.systems), size)),
            metrics={
                name: scores if scores.ndim == 1 else averaged(self.table(name))
                for name, scores in self.metrics.items()
            },
        )


def _kept(names: Sequence[str], kept: Bools) -> tuple[str, ...]:
    return tuple(name for name, keeps in zip(names, kept.tolist(), strict=True) if keeps)


def blocks_of(
    pairs: Mapping[str, JudgedRows], methods: Sequence[Method], mean: MeanOver = "outputs"
) -> tuple[Block, ...]:
    """Return a block for each language pair and campaign that has judgements.

    With a mean over judgements, outputs that were judged more often count more for a system.
    """
    found: list[Block] = []
    for pair, rows in pairs.items():
        known = rows.take(~np.isnan(rows.value) & (rows.segment.codes >= 0))
        campaigns = np.unique(known.campaign.codes).tolist()
        for code in campaigns:
            part = known.take(known.campaign.codes == code)
            campaign = known.campaign.names[code] if code >= 0 else None
            name = pair if len(campaigns) == 1 else f"{pair} {campaign or ''}".strip()
            found.append(_block(len(found), name, pair, campaign, part, methods, mean))
    _check_common(found, methods)
    return tuple(found)


def _block(
    place: int,
    name: str,
    pair: str,
    campaign: str | None,
    rows: JudgedRows,
    methods: Sequence[Method],
    mean: MeanOver,
) -> Block:
    system, systems = _recoded(rows.system)
    segment, segments = _recoded(rows.segment, natural=True)
    shape = len(systems), len(segments)
    cell = system * shape[1] + segment
    size = shape[0] * shape[1]
    number = np.bincount(cell, minlength=size)
    with np.errstate(invalid="ignore"):
        human = np.bincount(cell, rows.value, size) / number
    first = np.zeros(shape[1], dtype=np.int64)
    first[segment[::-1]] = np.arange(len(segment))[::-1]
    own = replace(rows, system=Codes(system, systems), segment=Codes(segment, segments))
    names = (*rows.domain.names, "")
    return Block(
        place,
        name,
        pair,
        systems,
        segments,
        tuple(names[code] for code in rows.domain.codes[first]),
        rows.document.codes[first],
        own,
        human.reshape(shape),
        (number if mean == "judgements" else number > 0).astype(float).reshape(shape),
        {one.name: _scores_of(one, pair, campaign, systems, segments) for one in methods},
    )


def _recoded(codes: Codes, *, natural: bool = False) -> tuple[Ints, tuple[str, ...]]:
    """Return the codes that occur, from 0; in `natural` order 2 comes before 10, as in files."""
    names = (*codes.names, "")
    used = np.unique(codes.codes)
    if natural:
        used = np.array(sorted(used.tolist(), key=lambda code: natural_order(names[code])))
    place = np.zeros(len(names), dtype=np.int64)
    place[used] = np.arange(len(used))
    return place[codes.codes], tuple(names[code] for code in used.tolist())


def _scores_of(
    method: Method, pair: str, campaign: str | None, systems: Sequence[str], segments: Sequence[str]
) -> Floats:
    """Look scores up; what the file does not name (language pair, campaign) may be anything."""
    nan = float("nan")
    if method.of_systems:
        keys = _keys({key[:2] for key in method.systems}, pair, campaign)
        return np.array(
            [next((method.systems[k] for k in ((*key, s) for key in keys) if k in method.systems),
                  nan) for s in systems]
        )  # fmt: skip
    keys = _keys({key[:2] for key in method.segments}, pair, campaign)
    found = np.full((len(systems), len(segments)), nan)
    for key in reversed(keys):
        for row, system in enumerate(systems):
            scores = [method.segments.get((*key, segment, system), nan) for segment in segments]
            known = ~np.isnan(scores)
            found[row, known] = np.array(scores)[known]
    return found


def _keys(
    there: set[tuple[str | None, str | None]], pair: str, campaign: str | None
) -> list[tuple[str | None, str | None]]:
    """Return how a file may call a block, the most exact way first."""
    wanted = [(p, c) for p in (pair, None) for c in (campaign, None)]
    if pair == "-":  # judgements that name no languages: a file of one pair is meant
        named = {p for p, _ in there if p is not None}
        wanted += [(p, c) for p in named if len(named) == 1 for c in (campaign, None)]
    return [key for key in dict.fromkeys(wanted) if key in there]


def _check_common(blocks: Sequence[Block], methods: Sequence[Method]) -> None:
    for method in methods:
        if not any((~np.isnan(block.metrics[method.name])).any() for block in blocks):
            raise BadInput(
                f"{method.name} scores none of the outputs that were judged",
                where=method.name,
                fix=_differing(method, blocks),
            )
    if not any(block.common.any() for block in blocks):
        raise BadInput(
            "no output was scored by all methods",
            where="--metric",
            fix="Give metrics that scored the same outputs, or correlate them one at a time.",
        )


def _differing(method: Method, blocks: Sequence[Block]) -> str:
    """Say by what names outputs go on both sides."""
    keys = method.systems if method.of_systems else method.segments
    key = next(iter(keys), ("", "", "", ""))
    theirs = (
        f"segment {key[-2]!r} of system {key[-1]!r}" if len(key) == 4 else f"system {key[-1]!r}"
    )
    block = blocks[0]
    ours = f"segment {block.segments[0]!r} of system {block.systems[0]!r}"
    return f"Use the same names: the judgements have {ours}, the metric {theirs}."


def parts_of(blocks: Sequence[Block], by: str | None) -> Iterator[tuple[str, tuple[Block, ...]]]:
    """Yield all blocks under an empty name, then those of each language pair or domain."""
    yield "", tuple(blocks)
    if by == "language-pair":
        for pair in sorted({block.language_pair for block in blocks}):
            yield pair, tuple(block for block in blocks if block.language_pair == pair)
    elif by == "domain":
        names = sorted({name for block in blocks for name in block.domain if name})
        if not names:
            raise BadInput(
                "no domain is known", where="--by", fix="Add a column domain to the judgements."
            )
        for name in names:
            chosen = [np.array([one == name for one in block.domain]) for block in blocks]
            yield (
                name,
                tuple(
                    block.only(segments)
                    for block, segments in zip(blocks, chosen, strict=True)
                    if segments.any()
                ),
            )
