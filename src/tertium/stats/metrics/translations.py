"""References studied: what metrics say of graded translations, by number and quality of references.

The design is that of Vela, Schumann and Wurm (2014) on the corpus KOPTE: of many translations of a
text the best (or worst) graded ones serve as references, the others are scored against them as
whole texts, and τ-b says whether the scores follow the grades. With a *set-up* of k references a
text counts only if four translations are left.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

import numpy as np
from scipy.stats import mannwhitneyu, wilcoxon

from tertium.exceptions import BadInput
from tertium.formats.graded_translations import GradedTranslation, Rendering
from tertium.stats.arrays import Floats, number_or_none
from tertium.stats.contrasts.separate import corrected
from tertium.stats.intervals import check_level, check_seed, t_interval
from tertium.stats.metrics.constant import ConstantShare, constant_shares
from tertium.stats.metrics.kendall import mean_tau_p, tau_b
from tertium.stats.metrics.renderings import PhraseRenderings, phrase_renderings
from tertium.stats.metrics.score import column, metric_signature
from tertium.stats.result import Estimate, Result, signature
from tertium.stats.told import some_of
from tertium.text.metrics import Metric
from tertium.text.natural import natural
from tertium.wording import say

LEAST = 4  # translations of a text beside its references
Quality = Literal["best", "worst"]


@dataclass(frozen=True, slots=True)
class Setup:
    """A choice of references, and how one metric's scores follow the grades over all texts.

    `tau` is the mean τ-b of texts with Student's interval; where grade 1 is best, a negative one
    says that better translations score higher. `p` is of a permutation test within texts.
    """

    setup: str
    metric: str
    references: int
    quality: Quality
    documents: int
    translations: int
    left_out: int
    mean: float
    tau: Estimate
    p: float | None


@dataclass(frozen=True, slots=True)
class TextStudy:
    """One text in one set-up; τ is None where grades or scores are all the same."""

    setup: str
    document: str
    metric: str
    translations: int
    median_grade: float
    mean: float
    tau: float | None


@dataclass(frozen=True, slots=True)
class MetricPair:
    """τ-b of two metrics within a text."""

    setup: str
    document: str
    metric: str
    other: str
    tau: float | None


@dataclass(frozen=True, slots=True)
class SetupTest:
    """Rank-sum test between two set-ups over single translations (Wilcoxon; Mann and Whitney).

    Most translations stand in both, so they are no independent samples: `p_paired` is of the
    signed-rank test of those that do, `shared` their number.
    """

    metric: str
    a: str
    b: str
    difference: float
    p: float | None
    p_adjusted: float | None
    shared: int
    p_paired: float | None


@dataclass(frozen=True, slots=True)
class ScoredTranslation:
    """One translation in one set-up."""

    setup: str
    document: str
    translator: str
    grade: float
    metric: str
    score: float


@dataclass(frozen=True, slots=True)
class ReferenceStudy(Result):
    """What metrics say of graded translations, by set-up."""

    setups: tuple[Setup, ...]
    documents: tuple[TextStudy, ...]
    metrics: tuple[MetricPair, ...]
    tests: tuple[SetupTest, ...]
    constants: tuple[ConstantShare, ...]
    renderings: tuple[PhraseRenderings, ...]
    translations: tuple[ScoredTranslation, ...]
    signatures: dict[str, str]
    best_grade: Literal["lowest", "highest"]
    level: float


@dataclass(frozen=True, slots=True)
class _Chosen:
    """A set-up of one text: who serves as reference, and who is scored."""

    name: str
    quality: Quality
    number: int
    document: str
    references: tuple[GradedTranslation, ...]
    scored: tuple[GradedTranslation, ...]


def study_references(
    translations: Sequence[GradedTranslation],
    metrics: Sequence[Metric],
    *,
    best: Sequence[int] = (1, 3, 5),
    worst: Sequence[int] = (3, 5),
    best_grade: Literal["lowest", "highest"] = "lowest",
    renderings: Sequence[Rendering] = (),
    level: float = 0.95,
    permutations: int = 2000,
    seed: int = 0,
) -> ReferenceStudy:
    """Score translations against the best and the worst of their text, and compare with grades."""
    check_level(level)
    check_seed(seed)
    asked: list[tuple[Quality, int]] = [
        *(("best", number) for number in best), *(("worst", number) for number in worst),
    ]  # fmt: skip
    texts = _by_document(translations)
    chosen = [
        one
        for quality, number in asked
        for document, own in texts.items()
        if len(own) - number >= LEAST
        for one in [_choose(document, own, quality, number, best_grade)]
    ]
    if not chosen:
        raise BadInput(
            f"no text has {LEAST} translations beside its references",
            where="--best",
            fix="Take fewer references, or give more translations of each text.",
        )
    scored = {
        (one.name, one.document, metric.name): _score(metric, one)
        for one in chosen
        for metric in metrics
    }
    names = list(dict.fromkeys(one.name for one in chosen))
    setups = [
        _setup(name, [one for one in chosen if one.name == name], metric, scored, len(texts),
               level, permutations, seed)
        for name in names
        for metric in metrics
    ]  # fmt: skip
    return ReferenceStudy(
        setups=tuple(setups),
        documents=tuple(_texts(chosen, metrics, scored)),
        metrics=tuple(_pairs(chosen, metrics, scored)),
        tests=tuple(_tests(names, chosen, metrics, scored)),
        constants=tuple(constant_shares(texts)),
        renderings=tuple(
            phrase_renderings(
                renderings,
                {
                    (one.name, one.document): {each.translator for each in one.references}
                    for one in chosen
                },
            )
        ),
        translations=tuple(
            ScoredTranslation(
                one.name,
                one.document,
                each.translator,
                each.grade,
                column(metric.name),
                float(score),
            )
            for one in chosen
            for metric in metrics
            for each, score in zip(
                one.scored, scored[one.name, one.document, metric.name], strict=True
            )
        ),
        signatures={column(one.name): metric_signature(one, 0) for one in metrics},
        best_grade=best_grade,
        level=level,
        signature=signature(
            "score-references",
            metrics="+".join(column(one.name) for one in metrics),
            setups="+".join(names),
            least=LEAST,
            grades=f"best-{best_grade}",
            tau="b",
            permutations=permutations,
            seed=seed,
            level=f"{level:g}",
        ),
        warnings=tuple(_warnings(asked, texts, chosen)),
    )


def _by_document(
    translations: Sequence[GradedTranslation],
) -> dict[str, list[GradedTranslation]]:
    texts: dict[str, list[GradedTranslation]] = {}
    for one in translations:
        texts.setdefault(one.document, []).append(one)
    return dict(sorted(texts.items(), key=lambda item: natural(item[0])))


def _choose(
    document: str,
    own: list[GradedTranslation],
    quality: Quality,
    number: int,
    best_grade: Literal["lowest", "highest"],
) -> _Chosen:
    """Take the best or the worst as references; of equal grades the first names."""
    ascending = (quality == "best") == (best_grade == "lowest")
    ordered = sorted(
        own, key=lambda one: (one.grade if ascending else -one.grade, natural(one.translator))
    )
    return _Chosen(
        f"{quality}-{number}", quality, number, document, tuple(ordered[:number]),
        tuple(ordered[number:]),
    )  # fmt: skip


def _score(metric: Metric, chosen: _Chosen) -> Floats:
    """Score whole texts against the references of their text."""
    references = [[one.text] * len(chosen.scored) for one in chosen.references]
    prepared = metric.prepared([[[one.text] for one in chosen.references]])
    found = prepared.statistics([[one.text for one in chosen.scored]], references)
    return prepared.score(found[0])


_Scores = dict[tuple[str, str, str], Floats]


def _grades(one: _Chosen) -> Floats:
    return np.array([each.grade for each in one.scored])


def _setup(
    name: str,
    own: list[_Chosen],
    metric: Metric,
    scored: _Scores,
    texts: int,
    level: float,
    permutations: int,
    seed: int,
) -> Setup:
    pairs = [(_grades(one), scored[name, one.document, metric.name]) for one in own]
    taus = np.array([tau_b(*pair) for pair in pairs])
    known = taus[~np.isnan(taus)]
    tau = Estimate(float(known.mean())) if len(known) else Estimate(None)
    if len(known) > 1 and known.std() > 0:
        low, high = t_interval(known, level=level)
        tau = Estimate(tau.value, max(-1.0, float(low)), min(1.0, float(high)))
    return Setup(
        name,
        column(metric.name),
        own[0].number,
        own[0].quality,
        len(own),
        sum(len(one.scored) for one in own),
        texts - len(own),
        float(np.concatenate([scores for _, scores in pairs]).mean()),
        tau,
        mean_tau_p(pairs, permutations=permutations, seed=seed),
    )


def _texts(chosen: list[_Chosen], metrics: Sequence[Metric], scored: _Scores) -> list[TextStudy]:
    found = []
    for one in chosen:
        for metric in metrics:
            scores = scored[one.name, one.document, metric.name]
            grades = _grades(one)
            found.append(
                TextStudy(
                    one.name,
                    one.document,
                    column(metric.name),
                    len(one.scored),
                    float(np.median(grades)),
                    float(scores.mean()),
                    number_or_none(tau_b(grades, scores)),
                )
            )
    return found


def _pairs(chosen: list[_Chosen], metrics: Sequence[Metric], scored: _Scores) -> list[MetricPair]:
    return [
        MetricPair(
            one.name,
            one.document,
            column(first.name),
            column(second.name),
            number_or_none(
                tau_b(
                    scored[one.name, one.document, first.name],
                    scored[one.name, one.document, second.name],
                )
            ),
        )
        for one in chosen
        for first, second in combinations(metrics, 2)
    ]


def _tests(
    names: list[str], chosen: list[_Chosen], metrics: Sequence[Metric], scored: _Scores
) -> list[SetupTest]:
    """Test every pair of set-ups, metric by metric; p is corrected for the number of pairs."""
    found: list[SetupTest] = []
    for metric in metrics:
        by_name = {
            name: {
                (one.document, each.translator): float(score)
                for one in chosen
                if one.name == name
                for each, score in zip(
                    one.scored, scored[name, one.document, metric.name], strict=True
                )
            }
            for name in names
        }
        pairs = list(combinations(names, 2))
        tested = [_rank_sum(by_name[a], by_name[b]) for a, b in pairs]
        guarded = corrected(np.array([p for _, p, _, _ in tested], dtype=float), "holm")
        found += [
            SetupTest(column(metric.name), a, b, difference, number_or_none(p),
                      number_or_none(adjusted), shared, number_or_none(paired))
            for (a, b), (difference, p, shared, paired), adjusted in zip(
                pairs, tested, guarded, strict=True
            )
        ]  # fmt: skip
    return found


def _rank_sum(
    a: dict[tuple[str, str], float], b: dict[tuple[str, str], float]
) -> tuple[float, float, int, float]:
    one, other = np.array(list(a.values())), np.array(list(b.values()))
    constant = len({*a.values(), *b.values()}) < 2
    p = float("nan") if constant else float(mannwhitneyu(one, other).pvalue)
    both = [key for key in a if key in b]
    apart = np.array([a[key] - b[key] for key in both])
    paired = float(wilcoxon(apart).pvalue) if np.any(apart) else float("nan")
    return float(one.mean() - other.mean()), p, len(both), paired


def _warnings(
    asked: list[tuple[Quality, int]],
    texts: dict[str, list[GradedTranslation]],
    chosen: list[_Chosen],
) -> list[str]:
    told: list[str] = []
    for quality, number in asked:
        short = [name for name, own in texts.items() if len(own) - number < LEAST]
        if short:
            told.append(
                say(
                    "{setup}: texts with fewer than four translations beside the references are "
                    "left out: {texts}.",
                    setup=f"{quality}-{number}",
                    texts=some_of(short),
                )
            )
    ties = [one for one in chosen if one.references[-1].grade == one.scored[0].grade]
    if ties:
        told.append(
            say(
                "Equal grades at the border between references and the others are decided by "
                "names, in {n:,} of {all:,} choices.",
                n=len(ties),
                all=len(chosen),
            )
        )
    return told
