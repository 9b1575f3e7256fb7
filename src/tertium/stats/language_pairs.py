"""Several language pairs in one file: each analysed by itself, and told together."""

from collections.abc import Callable, Mapping, Sequence

from tertium.exceptions import TertiumError
from tertium.stats.result import LanguagePairs, PairResult, Result, signature
from tertium.stats.told import count
from tertium.wording import say

_NAMED = 6  # pairs in one sentence


def together(analyses: Mapping[str, Callable[[], Sequence[Result]]]) -> LanguagePairs:
    """Run the analysis of each pair and put the results side by side.

    A pair that cannot be analysed does not take the others along: it is named with the reason.
    Where none can be, the first reason is raised.
    """
    found: list[PairResult] = []
    refused: dict[str, TertiumError] = {}
    for name, analyse in analyses.items():
        try:
            result, *others = analyse()
        except TertiumError as error:
            refused[name] = error
        else:
            found.append(PairResult(name, result, tuple(others)))
    if not found:
        raise next(iter(refused.values()))
    names = [one.language_pair for one in found]
    return LanguagePairs(
        sentence=_sentence(names),
        language_pairs=tuple(found),
        left_out=tuple(refused),
        signature=signature("language-pairs", pairs=",".join(names)),
        warnings=tuple(f"{name}: {error.what}. {error.fix}" for name, error in refused.items()),
    )


def _sentence(names: Sequence[str]) -> str:
    return say(
        "{pairs}, each by itself: {names} and {more:,} more."
        if len(names) > _NAMED
        else "{pairs}, each by itself: {names}.",
        pairs=count(len(names), "language pair"),
        names=", ".join(names[:_NAMED]),
        more=len(names) - _NAMED,
    )
