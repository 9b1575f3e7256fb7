"""Ways from scores to a ranking, each under its name.

Official recipes are kept as their organisers ran them, so that published tables can be
reproduced; where one is misleading, its ranking says so.
"""

from dataclasses import dataclass
from typing import Literal, get_args

from tertium.choices import ScoreRecipe as RecipeName

__all__ = ["RECIPES", "TESTS", "Cut", "Recipe", "RecipeName", "Test"]

Test = Literal["interval", "wilcoxon", "mann-whitney", "permutation", "t"]
TESTS: tuple[Test, ...] = get_args(Test)
Cut = Literal["all", "wins", "neighbours"]


@dataclass(frozen=True, slots=True)
class Recipe:
    """What is averaged, how systems are compared, and when a ranking is cut.

    `standard`: scores are standardised by annotator. `roles`: whose scores count. `latest`:
    of several scores that one annotator gives an output, only the last counts. `passes`: each
    pass over a segment is a unit of its own. `domains`: the mean over domains, not segments.
    `cut`: the rule by which the ranking falls into clusters.
    """

    name: RecipeName
    standard: bool
    test: Test
    two_sided: bool = True
    roles: tuple[str, ...] = ("real", "repeat")
    latest: bool = False
    passes: bool = False
    domains: bool = False
    cut: Cut = "all"
    note: str = ""


_ALL = (
    # Ours: people and segments vary, and intervals decide.
    Recipe("z", standard=True, test="interval"),
    Recipe("raw", standard=False, test="interval"),
    # WMT 2017 to 2022, into English: z over all items of a worker, the mean of segment means,
    # and one-sided rank-sum tests (Graham et al., 2017; Akhbardeh et al., 2021).
    Recipe(
        "wmt-z",
        standard=True,
        test="mann-whitney",
        two_sided=False,
        cut="wins",
        note="wmt-z draws a line below a system that beats as many as stand below it; the systems "
        "above need not beat them all.",
    ),
    # WMT 2024 (Kocmi et al., 2024).
    Recipe(
        "wmt24",
        standard=False,
        test="wilcoxon",
        roles=("real",),
        latest=True,
        domains=True,
        note="wmt24 combines the two-sided p of domains without their sign: where domains "
        "favour different systems, it finds differences that are not there.",
    ),
    # WMT 2025: both waves as separate observations.
    Recipe(
        "wmt25",
        standard=False,
        test="wilcoxon",
        two_sided=False,
        roles=("real",),
        passes=True,
        cut="neighbours",
        note="wmt25 takes two scores of one segment for two segments.",
    ),
    # WMT 2026, the organisers' script of August 2026.
    Recipe(
        "wmt26",
        standard=False,
        test="t",
        roles=("real",),
        note="wmt26 calls two systems different if one of two t tests does, so p is the smaller "
        "of two.",
    ),
)
RECIPES: dict[str, Recipe] = {recipe.name: recipe for recipe in _ALL}
