"""All methods against each other, people among them: Pearson's r of systems and of outputs."""

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from tertium.choices import MetaLevel
from tertium.stats.arrays import Floats, number_or_none
from tertium.stats.correlation.panel import Block
from tertium.stats.correlation.result import MethodPair
from tertium.stats.correlation.rows import pearson_rows


def among_methods(
    blocks: Sequence[Block], levels: Sequence[MetaLevel], names: Sequence[str], human: str
) -> Iterator[MethodPair]:
    """Yield the correlation of every two methods at each level, the mean over blocks."""
    methods: dict[str, str | None] = {human: None, **{name: name for name in names}}
    for level in levels:
        shown = [block.by_document() if level == "document" else block for block in blocks]
        for a, b in combinations(methods, 2):
            found = [_correlated(one, level, methods[a], methods[b]) for one in shown]
            known = np.array([r for r in found if not np.isnan(r)])
            value = float(known.mean()) if len(known) else float("nan")
            yield MethodPair(level, a, b, number_or_none(value))


def _correlated(block: Block, level: MetaLevel, a: str | None, b: str | None) -> float:
    one, two = (_scores(block, level, method) for method in (a, b))
    if one is None or two is None:
        return float("nan")
    known = ~(np.isnan(one) | np.isnan(two))
    if known.sum() < 3:
        return float("nan")
    return float(pearson_rows(one[known][None], two[known][None])[0])


def _scores(block: Block, level: MetaLevel, method: str | None) -> Floats | None:
    if level == "system":
        return block.means(method)
    table = block.table(method)
    return None if table.ndim == 1 else table.reshape(-1)
