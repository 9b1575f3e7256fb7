"""Reviews into four values for every text: the whole analysis."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from tertium.exceptions import BadInput
from tertium.formats.square_model import Corner, CornerName, Kind, Scope, SquareModel, read_model
from tertium.model import Campaign
from tertium.protocols.conditions import ADEQUACY, READABILITY
from tertium.stats.campaign import segment_lengths
from tertium.stats.codes import coded
from tertium.stats.contrasts.answer import answer
from tertium.stats.contrasts.outputs import Outputs
from tertium.stats.contrasts.record import Contrast, Estimand, Standing
from tertium.stats.errors.decision import Verdict
from tertium.stats.intervals import check_level
from tertium.stats.order import by_value
from tertium.stats.result import Result, signature
from tertium.stats.square.reviews import Amount, Reviews, Text, gather_reviews, given_values
from tertium.stats.square.verdicts import (
    PRIOR,
    CornerValue,
    combine,
    judge_count,
    judge_rating,
    unseen,
)
from tertium.table import JudgementTable
from tertium.text import WORD_RULE
from tertium.text.natural import natural

_NOT_WEIGHED = "not weighed: another corner fails"
Pooled = Mapping[str, tuple[float, int]]


@dataclass(frozen=True, slots=True)
class SquareText:
    """One text: its four corners, whether its technical errors were weighed, and the verdict."""

    document: str
    system: str
    words: float | None
    adequacy: CornerValue
    readability: CornerValue
    major: CornerValue
    technical: CornerValue
    gate: Verdict
    verdict: Verdict

    @property
    def corners(self) -> tuple[CornerValue, ...]:
        """The four corners in their order."""
        return self.adequacy, self.readability, self.major, self.technical


@dataclass(frozen=True, slots=True)
class CriterionSpread:
    """One criterion: what it is, and how far reviewers of the same text are apart.

    `sd` is that of one reviewer, pooled within texts; `relative` is its part of the scale, or of
    the mean for counts.
    """

    criterion: str
    ask: str
    corner: CornerName
    scope: Scope
    kind: Kind
    reviews: int
    mean: float | None
    sd: float | None
    relative: float | None


@dataclass(frozen=True, slots=True)
class CriterionContrasts:
    """All systems by one criterion, and their contrasts; criteria are never added up."""

    criterion: str
    ask: str
    corner: CornerName
    higher_is_better: bool
    systems: tuple[Standing, ...]
    contrasts: tuple[Contrast, ...]
    estimand: Estimand


@dataclass(frozen=True, slots=True)
class ReviewerLean:
    """By how much a reviewer's values lie above those of others on the same texts."""

    annotator: str
    criterion: str
    texts: int
    difference: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Square(Result):
    """Four values for every text."""

    model: str
    title: str
    logic: str
    gate: tuple[CornerName, ...]
    gate_logic: str
    texts: tuple[SquareText, ...]
    criteria: tuple[CriterionSpread, ...]
    reviewers: tuple[ReviewerLean, ...]
    by_criterion: tuple[CriterionContrasts, ...]
    risk: float
    level: float


def square(
    reviews: Reviews,
    *,
    model: SquareModel | None = None,
    risk: float = 0.05,
    level: float = 0.95,
) -> Square:
    """Return adequacy, readability, major and technical errors of every text, each by itself.

    Technical errors are weighed only in texts that pass the corners of the gate (Glazychev,
    2014). Every verdict holds with `risk` on either side; between them lies the guard band.
    Systems are contrasted criterion by criterion, with intervals of this `level`.
    """
    check_level(level)
    if not 0 < risk < 0.5:
        raise BadInput(
            f"the risk {risk:g} is not between 0 and 0.5", where="risk", fix="Write 0.05 for 5%."
        )
    model = model or read_model()
    pooled = {name: _pooled(reviews, name) for name in model.criteria}
    texts = [_text(one, reviews, model, pooled, risk) for one in reviews.texts]
    criteria = tuple(contrast_criteria(reviews, model, level=level))
    return Square(
        model=model.name,
        title=model.title,
        logic=model.logic,
        gate=model.gate,
        gate_logic=model.gate_logic,
        texts=tuple(sorted(texts, key=lambda one: (natural(one.document), natural(one.system)))),
        criteria=tuple(_spreads(reviews, model, pooled)),
        reviewers=tuple(_leans(reviews, model)),
        by_criterion=criteria,
        risk=risk,
        level=level,
        signature=signature(
            "square",
            model=f"{model.name}#{model.fingerprint}",
            text="document" if reviews.by_document else "segment",
            words=WORD_RULE,
            bounds=f"t(guard:{PRIOR}df),fay-feuer",
            risk=f"{risk:g}",
            contrasts="crossed",
            **({"units": criteria[0].estimand.sampled} if criteria else {}),
            level=f"{level:g}",
        ),
        warnings=tuple(_warnings(texts, model)),
    )


def _pooled(reviews: Reviews, name: str) -> tuple[float, int]:
    """Return squares and degrees of freedom of reviewers around the mean of their text."""
    squares, freedom = 0.0, 0
    for _, people in given_values(reviews, name):
        given = np.array(list(people.values()))
        squares += float(((given - given.mean()) ** 2).sum())
        freedom += len(given) - 1
    return squares, freedom


def _text(
    text: Text, reviews: Reviews, model: SquareModel, pooled: Pooled, risk: float
) -> SquareText:
    words = reviews.words.get(text)
    found: dict[str, CornerValue] = {}
    for corner in model.corners:
        if corner.rated:
            found[corner.name] = _rated(text, corner, reviews, pooled, risk)
        else:
            found[corner.name] = _counted(text, corner, reviews, words, risk)
    gate = combine([found[name].verdict or "not yet decided" for name in model.gate],
                   model.gate_logic) if model.gate else "pass"  # fmt: skip
    if gate == "fail":
        found["technical"] = unseen(model.corner("technical"), _NOT_WEIGHED)
    verdicts = [one.verdict for one in found.values() if one.verdict is not None]
    return SquareText(
        document=text[0],
        system=text[1],
        words=words,
        adequacy=found["adequacy"],
        readability=found["readability"],
        major=found["major"],
        technical=found["technical"],
        gate=gate,
        verdict="fail" if gate == "fail" else combine(verdicts, model.logic),
    )


def _rated(
    text: Text, corner: Corner, reviews: Reviews, pooled: Pooled, risk: float
) -> CornerValue:
    """Judge each criterion by itself; the one that decides gives the corner its value."""
    judged = []
    for criterion in corner.criteria:
        values = reviews.ratings.get((text, criterion.id))
        if not values:
            continue
        squares, freedom = pooled[criterion.id]
        judged.append(
            judge_rating(values, corner, criterion.id, squares=squares, freedom=freedom, risk=risk)
        )
    if len(judged) < len(corner.criteria):
        return unseen(corner, "not reviewed", "not yet decided")
    verdict = combine([one.verdict or "not yet decided" for one in judged], corner.logic)
    mine = [one for one in judged if one.verdict == verdict]
    return by_value(mine, lambda one: one.value, lowest_first=corner.logic != "any")[0]


def _counted(
    text: Text, corner: Corner, reviews: Reviews, words: float | None, risk: float
) -> CornerValue:
    """Add up the criteria of a corner, reviewer by reviewer."""
    amounts: dict[str, Amount] = defaultdict(Amount)
    for criterion in corner.criteria:
        for who, one in reviews.counts.get((text, criterion.id), {}).items():
            amounts[who] += one
    if not amounts:
        return unseen(corner, "not reviewed", "not yet decided")
    return judge_count(amounts, corner, words, risk=risk)


def _spreads(reviews: Reviews, model: SquareModel, pooled: Pooled) -> Iterator[CriterionSpread]:
    for name, (corner, criterion) in model.criteria.items():
        given = [value for _, people in given_values(reviews, name) for value in people.values()]
        squares, freedom = pooled[name]
        sd = float(np.sqrt(squares / freedom)) if freedom else None
        mean = float(np.mean(given)) if given else None
        whole = corner.highest - corner.lowest if corner.rated else mean
        yield CriterionSpread(
            criterion=name,
            ask=criterion.ask,
            corner=corner.name,
            scope=criterion.scope,
            kind=criterion.kind,
            reviews=len(given),
            mean=mean,
            sd=sd,
            relative=sd / whole if sd is not None and whole else None,
        )


def _leans(reviews: Reviews, model: SquareModel) -> Iterator[ReviewerLean]:
    for name in model.criteria:
        apart: dict[str, list[float]] = defaultdict(list)
        for _, people in given_values(reviews, name):
            total, number = sum(people.values()), len(people)
            for who, value in people.items() if number > 1 else ():
                apart[who].append(value - (total - value) / (number - 1))
        for who in sorted(apart, key=natural):
            yield ReviewerLean(who, name, len(apart[who]), float(np.mean(apart[who])))


def _warnings(texts: list[SquareText], model: SquareModel) -> Iterator[str]:
    """Tell what weakens the values."""
    alone = sum(max(one.adequacy.reviewers, one.readability.reviewers) == 1 for one in texts)
    if alone:
        guard = all(model.corner(name).guard for name in ("adequacy", "readability"))
        yield (
            f"{alone:,} of {len(texts):,} texts have one reviewer; how much reviewers differ is "
            + ("assumed from the model." if guard else "unknown.")
        )
    if any(one.verdict == "not yet decided" for one in texts):
        yield "Not yet decided: these reviews are too few; it is neither pass nor fail."
    if any(one.gate == "not yet decided" and one.technical.value is not None for one in texts):
        yield (
            "Technical errors of texts whose other corners are not yet decided are weighed for "
            "now; they count if the text passes."
        )
    if any(one.technical.reason == "the words are not known" for one in texts):
        yield (
            "Technical errors cannot be weighed where the words are not known: give --lengths FILE "
            "(segment,words)."
        )


def contrast_criteria(
    reviews: Reviews, model: SquareModel, *, level: float
) -> Iterator[CriterionContrasts]:
    """Contrast all pairs of systems by each criterion; every text counts the same."""
    if len({system for _, system in reviews.texts}) < 2:
        return
    for name, (corner, criterion) in model.criteria.items():
        rows = [
            (document, system, who, value)
            for (document, system), people in given_values(reviews, name)
            for who, value in people.items()
        ]
        if len({system for _, system, *_ in rows}) < 2:
            continue
        system, systems = coded([row[1] for row in rows])
        text, _ = coded([row[0] for row in rows])
        person, _ = coded([row[2] for row in rows])
        value = np.array([row[3] for row in rows])
        # A text counts once for its system, however many reviewed it.
        _, pair, number = np.unique(
            np.stack([system, text]), axis=1, return_inverse=True, return_counts=True
        )
        share = 1.0 / number[pair]
        weight = share / np.bincount(system, share)[system]
        found = answer(
            Outputs(
                systems,
                system,
                person,
                text,
                np.full(len(rows), -1),
                value,
                weight,
                np.asarray(np.bincount(system, weight * value)[system], dtype=float),
            ),
            quantity=f"mean of {name} over texts",
            unit=corner.unit,
            level=level,
            better="higher" if corner.rated else "lower",
        )
        yield CriterionContrasts(
            criterion=name,
            ask=criterion.ask,
            corner=corner.name,
            higher_is_better=corner.rated,
            systems=found.systems,
            contrasts=found.contrasts,
            estimand=found.estimand,
        )


def results(
    table: JudgementTable, campaign: Campaign, *, level: float, seed: int
) -> tuple[Square, ...]:
    """Return one square for every text; its values have no level and nothing random."""
    model = read_model(str(campaign.options.get("model", "light")))
    lengths = {name: float(words) for name, words in segment_lengths(campaign).items()}
    if ADEQUACY in table.distinct("condition") or READABILITY in table.distinct("condition"):
        lengths = _of_documents(campaign, lengths)
    return (square(gather_reviews(table, model, lengths=lengths), model=model),)


def _of_documents(campaign: Campaign, lengths: Mapping[str, float]) -> dict[str, float]:
    """Return the words of its whole text for every segment: it is reviewed under one of them."""
    words: dict[tuple[str, str], float] = defaultdict(float)
    home = {one.id: (one.domain, one.document or f"\0{one.id}") for one in campaign.segments}
    for segment, number in lengths.items():
        words[home[segment]] += number
    return {segment: words[home[segment]] for segment in lengths}
