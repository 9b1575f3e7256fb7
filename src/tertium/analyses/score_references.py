"""References studied: graded translations scored against the best and the worst of them."""

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from tertium.analyses.analysis import analysis
from tertium.analyses.arguments import GivenFile, Level, Seed
from tertium.choices import Tokeniser
from tertium.exceptions import BadInput

if TYPE_CHECKING:
    from tertium.stats.metrics.translations import ReferenceStudy


@analysis
def score_references(
    file: GivenFile,
    /,
    *,
    best: str = "1,3,5",
    worst: str = "3,5",
    metrics: str = "bleu,meteor",
    best_grade: Literal["lowest", "highest"] = "lowest",
    renderings: GivenFile | None = None,
    language: str | None = None,
    tokeniser: Tokeniser | None = None,
    lowercase: bool = False,
    level: Level = 0.95,
    resamples: int = 2000,
    seed: Seed = 0,
) -> "ReferenceStudy":
    """Study references: how metrics follow grades, by number and quality of references.

    FILE holds translations of the same texts by many translators (document,translator,grade,text).
    Of each text the best or worst graded ones are references, and the others are scored against
    them; Kendall's τ-b compares scores with grades. A text needs four translations beside its
    references.

    Args:
        best (LIST): Numbers of best translations to take as references.
        worst (LIST): Numbers of worst translations to take as references.
        metrics (LIST): Metrics: bleu, chrf, chrf++, ter, nist, wer, per, meteor.
        best_grade: Which grade is best.
        renderings: Renderings of phrases (phrase,rendering,translator,valid): how many of the
            valid ones do references have?
        language: Language of the translations, such as de.
        tokeniser: Tokeniser. [default: that of the language, 13a for most]
        lowercase: Ignore letter case, in BLEU, chrF, NIST, WER and PER.
        resamples: Permutations of grades.

    """
    from tertium.analyses.score import built_metrics, chosen_metrics
    from tertium.formats.graded_translations import read_renderings, read_translations
    from tertium.stats.metrics.translations import study_references

    numbers = {"--best": _numbers(best, "--best"), "--worst": _numbers(worst, "--worst")}
    translations = read_translations(Path(file))
    built, _ = built_metrics(
        chosen_metrics(metrics), language or "", tokeniser, lowercase=lowercase
    )
    return study_references(
        translations,
        built,
        best=numbers["--best"],
        worst=numbers["--worst"],
        best_grade=best_grade,
        renderings=read_renderings(Path(renderings), translations) if renderings else (),
        level=level,
        permutations=resamples,
        seed=seed,
    )


def _numbers(text: str, option: str) -> tuple[int, ...]:
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not all(part.isdecimal() and int(part) > 0 for part in parts):
        raise BadInput(
            f"{text!r} is not a list of numbers",
            where=option,
            fix=f"Write numbers of references, such as {option} 1,3.",
        )
    return tuple(dict.fromkeys(map(int, parts)))
