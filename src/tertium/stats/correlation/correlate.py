"""Meta-evaluation: all measures at all levels, with differences, ceiling and clusters."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

import numpy as np

from tertium.choices import MeanOver, MetaLevel, MetaPart, MetaRecipe
from tertium.exceptions import BadInput
from tertium.stats.arrays import number_or_none
from tertium.stats.correlation.among import among_methods
from tertium.stats.correlation.ceiling import ONCE, SPLITS, Reached, reached
from tertium.stats.correlation.compared import compare_metrics, rank_metrics
from tertium.stats.correlation.levels import Part, at_level
from tertium.stats.correlation.measured import Named
from tertium.stats.correlation.odd import FAR, Texts, disagreements, distances
from tertium.stats.correlation.panel import Block, JudgedRows, Method, blocks_of, parts_of
from tertium.stats.correlation.recipes import run_recipe
from tertium.stats.correlation.result import (
    Ceiling,
    ComparedMetric,
    Correlation,
    Correlations,
    Outlier,
    RecipeResult,
    SystemScores,
)
from tertium.stats.correlation.swapping import PERMUTATIONS, Swaps
from tertium.stats.correlation.system_level import SystemLevel
from tertium.stats.correlation.warnings import find_warnings
from tertium.stats.intervals import check_level
from tertium.stats.resampling import Resampling
from tertium.stats.result import signature

LEVELS: tuple[MetaLevel, ...] = ("system", "document", "segment")


def correlate(
    judgements: Mapping[str, JudgedRows],
    methods: Sequence[Method],
    *,
    human: str = "people",
    levels: Sequence[MetaLevel] | None = None,
    by: MetaPart | None = None,
    recipe: MetaRecipe | None = None,
    trained: Sequence[str] = (),
    lower: Sequence[str] = (),
    least: float = 0.0,
    mean: MeanOver = "outputs",
    texts: Texts | None = None,
    confidence: float = 0.95,
    resamples: int = 2000,
    permutations: int = PERMUTATIONS,
    seed: int = 0,
) -> Correlations:
    """Measure how far metrics agree with judgements, which are given by language pair.

    Scores of metrics named in `lower` are best where they are lowest. `least` is by how much
    people must put two outputs apart for WMT's τ-like. Without `levels`, all are told for which
    there are scores; documents only where they are known.
    """
    check_level(confidence)
    how = Resampling(confidence, resamples, seed)
    blocks = blocks_of(judgements, [_turned(one, lower) for one in methods], mean)
    chosen = _levels(blocks, methods, levels)
    names = tuple(one.name for one in methods)
    human = human if human not in names else f"{human} (human)"
    parts = [
        at_level(label, inside, level, names, how, least)
        for label, inside in parts_of(blocks, by)
        for level in chosen
    ]
    swaps = Swaps(permutations, seed)
    correlations = tuple(chain.from_iterable(_told(part, human, how) for part in parts))
    differences = tuple(chain.from_iterable(compare_metrics(part, swaps, how) for part in parts))
    metrics = tuple(_compared(one, blocks, trained, lower) for one in methods)
    documents = [len(np.unique(block.document)) for block in blocks if block.documents_known]
    return Correlations(
        human=human,
        metrics=metrics,
        correlations=correlations,
        differences=differences,
        ceiling=tuple(chain.from_iterable(_ceiling(part, seed) for part in parts)),
        clusters=tuple(chain.from_iterable(rank_metrics(part, differences) for part in parts)),
        outliers=tuple(one for block in blocks for one in _outliers(block, _called(block, blocks))),
        disagreements=tuple(
            one
            for block in blocks
            for name in names
            for one in disagreements(block, name, _called(block, blocks), texts or {})
        ),
        systems=tuple(_systems(blocks, names)),
        methods=tuple(among_methods(blocks, chosen, names, human)),
        recipe=None if recipe is None else _recipe(recipe, blocks, names, how, least),
        language_pairs=len({block.language_pair for block in blocks}),
        annotators=len({name for block in blocks for name in block.rows.annotator.names}),
        judgements=sum(len(block.rows.value) for block in blocks),
        outputs=sum(int(block.common.sum()) for block in blocks),
        documents=sum(documents) if len(documents) == len(blocks) else None,
        confidence=confidence,
        signature=signature(
            "correlate",
            metrics="+".join(names),
            levels="+".join(chosen),
            **({} if by is None else {"by": by}),
            **({} if recipe is None else {"recipe": recipe}),
            mean=mean,
            ties="calibrated",
            like=f"{least:g}",
            units="+".join(["documents" if documents else "segments", "systems"]),
            boot=resamples,
            permutations=permutations,
            level=f"{confidence:g}",
            seed=seed,
        ),
        warnings=tuple(find_warnings(blocks, metrics, correlations)),
    )


def _turned(method: Method, lower: Sequence[str]) -> Method:
    """Return a metric of which higher is better."""
    if method.name not in lower:
        return method
    return Method(
        method.name,
        method.kind,
        {key: -score for key, score in method.segments.items()},
        {key: -score for key, score in method.systems.items()},
        method.missing,
    )


def _levels(
    blocks: Sequence[Block], methods: Sequence[Method], wanted: Sequence[MetaLevel] | None
) -> tuple[MetaLevel, ...]:
    """Return the levels that are told, in order; what cannot be is refused if it was asked for."""
    documents = all(block.documents_known for block in blocks)
    outputs = not all(one.of_systems for one in methods)
    if wanted and not outputs and set(wanted) != {"system"}:
        raise BadInput(
            "the metrics score whole systems",
            where="--level",
            fix="Ask for --level system, or give scores of segments.",
        )
    if wanted and "document" in wanted and not documents:
        raise BadInput(
            "documents are not known",
            where="--level document",
            fix="Add a column document to the judgements.",
        )
    possible = {"system": True, "document": documents and outputs, "segment": outputs}
    return tuple(one for one in LEVELS if possible[one] and (not wanted or one in wanted))


def _told(part: Part, human: str, how: Resampling) -> Iterator[Correlation]:
    for metric, found in part.found.items():
        for named, one in found.items():
            low, high = one.interval(how, lowest=0.0 if "acc" in named.measure else -1.0)
            yield Correlation(
                part.level,
                part.by,
                metric,
                human,
                named.measure,
                named.grouping,
                named.subset,
                number_or_none(one.value),
                low,
                high,
                one.n,
                one.epsilon,
                None if one.defined else one.reason,
            )


def _compared(
    method: Method, blocks: Sequence[Block], trained: Sequence[str], lower: Sequence[str]
) -> ComparedMetric:
    whole = method.of_systems
    shared = sum(int((~np.isnan(block.metrics[method.name])).sum()) for block in blocks)
    lacking = 0
    if not whole:
        lacking = sum(
            int((~np.isnan(block.human) & np.isnan(block.metrics[method.name])).sum())
            for block in blocks
        )
    return ComparedMetric(
        method.name,
        method.kind,
        shared,
        lacking,
        method.missing,
        whole,
        method.name in lower,
        method.name in trained,
    )


def _called(block: Block, blocks: Sequence[Block]) -> str:
    return block.name if len(blocks) > 1 else ""


def _ceiling(part: Part, seed: int) -> Iterator[Ceiling]:
    """Join what people reach in each block."""
    inside = [one.block for one in part.systems] + [one.block for one in part.outputs]
    splits = max(SPLITS // 5, SPLITS // max(1, len(inside)))
    found: dict[tuple[Named, str], list[Reached]] = {}
    for block in inside:
        for one in reached(block, part.level, seed=seed, splits=splits):
            found.setdefault((one.named, one.annotator), []).append(one)
    alone: dict[Named, list[float]] = {}
    for (named, annotator), parts in found.items():
        known = [one for one in parts if not np.isnan(one.value) and one.weight]
        value = None
        if known:
            weights = [one.weight for one in known]
            value = float(np.average([one.value for one in known], weights=weights))
        if annotator and value is not None:
            alone.setdefault(named, []).append(value)
        halves = not annotator and value is not None
        yield Ceiling(
            part.level,
            part.by,
            named.measure,
            named.grouping,
            "annotator" if annotator else "halves",
            annotator,
            value,
            spearman_brown(value) if halves and named.measure in ("pearson", "spearman") else None,
            sum(one.n for one in known or parts),
            None if known else parts[0].reason or ONCE,
        )
    for named, values in alone.items():
        about = (part.level, part.by, named.measure, named.grouping, "annotators", "")
        yield Ceiling(*about, float(np.mean(values)), None, len(values))


def spearman_brown(r: float | None) -> float | None:
    """Return what twice as many judgements would reach (Spearman, 1910; Brown, 1910).

    >>> spearman_brown(0.5)
    0.6666666666666666
    """
    return None if r is None or r <= -1 else 2 * r / (1 + r)


def _outliers(block: Block, by: str) -> Iterator[Outlier]:
    level = SystemLevel(block, Resampling())
    scores = level.means()[0]
    names = [name for name, kept in zip(block.systems, level.kept.tolist(), strict=True) if kept]
    for name, score, apart in zip(names, scores, distances(scores), strict=True):
        if apart > FAR:
            yield Outlier(by, name, float(score), float(apart))


def _systems(blocks: Sequence[Block], names: Sequence[str]) -> Iterator[SystemScores]:
    for block in blocks:
        people = block.means()
        for name in names:
            for system, h, m in zip(block.systems, people, block.means(name), strict=True):
                if not (np.isnan(h) or np.isnan(m)):
                    yield SystemScores(_called(block, blocks), name, system, float(h), float(m))


def _recipe(
    name: MetaRecipe,
    blocks: Sequence[Block],
    names: tuple[str, ...],
    how: Resampling,
    least: float,
) -> RecipeResult:
    parts = []
    for label, inside in parts_of(blocks, "language-pair"):
        if label:
            systems, segments = (
                at_level(label, inside, level, names, how, least) for level in LEVELS[::2]
            )
            parts.append((systems, segments))
    return run_recipe(name, parts, seed=how.seed)
