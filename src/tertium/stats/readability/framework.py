"""The survey's framework as a map: which dimensions are measured, and what the others need."""

from dataclasses import dataclass

from tertium.stats.result import Result, signature
from tertium.text.readability.feature import DIMENSIONS, NEEDS
from tertium.text.readability.formulas import FORMULAS
from tertium.text.readability.languages import primary
from tertium.text.readability.registry import features


@dataclass(frozen=True, slots=True)
class FeatureRow:
    """One feature: what it means, the languages it is valid for, and what it needs."""

    feature: str
    dimension: str
    meaning: str
    languages: str
    needs: str
    grows: bool
    reference: str


@dataclass(frozen=True, slots=True)
class DimensionRow:
    """One dimension of the framework: what is measured of it, and what the rest needs."""

    dimension: str
    what: str
    features: int
    from_the_text: int
    needs: str


@dataclass(frozen=True, slots=True)
class FormulaRow:
    """One formula: what it was made for."""

    formula: str
    title: str
    languages: str
    direction: str
    reference: str
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadabilityFeatures(Result):
    """All features and formulas that are installed, by dimension."""

    dimensions: tuple[DimensionRow, ...]
    features: tuple[FeatureRow, ...]
    formulas: tuple[FormulaRow, ...]
    language: str


def framework(language: str = "") -> ReadabilityFeatures:
    """List what can be measured, of texts in a language if one is named."""
    code = primary(language)
    known = [
        one for one in features().values() if not code or not one.languages or code in one.languages
    ]
    formulas = [one for one in FORMULAS if not code or one.made_for(code)]
    rows = []
    for dimension, what in DIMENSIONS.items():
        own = [one for one in known if one.dimension == dimension]
        needs = dict.fromkeys(NEEDS[one.needs] for one in own if one.needs)
        if dimension in ("reader", "task") and not own:
            needs = {NEEDS["data"]: None}
        rows.append(
            DimensionRow(
                dimension, what, len(own), sum(not one.needs for one in own), "; ".join(needs)
            )
        )
    return ReadabilityFeatures(
        dimensions=tuple(rows),
        features=tuple(
            FeatureRow(
                one.name,
                one.dimension,
                one.more,
                ", ".join(one.languages) or "any",
                NEEDS[one.needs] if one.needs else "",
                one.grows,
                one.reference,
            )
            for one in known
        ),
        formulas=tuple(
            FormulaRow(
                one.name,
                one.title,
                ", ".join(one.languages) or "any",
                one.direction,
                one.reference,
                one.note,
            )
            for one in formulas
        ),
        language=language,
        signature=signature("readability-features", language=language or "all"),
    )
