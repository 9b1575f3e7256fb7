"""How hard texts are to read, why, and which of their versions is easier."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from tertium.analyses.analysis import analysis
from tertium.analyses.arguments import GivenFile, GivenPath, Help, Level
from tertium.exceptions import BadInput, NotFound

if TYPE_CHECKING:
    from tertium.formats.readable_texts import TextVersion, TextVersions
    from tertium.stats.readability.compare import Compared, Readability
    from tertium.stats.readability.explain import ReadabilityExplained
    from tertium.stats.readability.framework import ReadabilityFeatures
    from tertium.stats.readability.measured import MeasuredText
    from tertium.text.readability.formulas import Direction, Formula
    from tertium.text.readability.model import RankingModel
    from tertium.text.readability.readable import Readable

Language = Annotated[
    str, Help("Language of texts that do not name theirs. [default: recognised]", "CODE")
]
Model = Annotated[
    GivenFile | None, Help("Model that `tertium readability train` wrote. [default: formulas only]")
]
Formulas = Annotated[
    tuple[str, ...],
    Help("Formula; the first one compares. Several are possible. [default: those of the language]"),
]
Terms = Annotated[GivenFile | None, Help("Terms of the field, one in each line.")]
Norms = Annotated[
    GivenFile | None,
    Help("Numbers for words (word,concreteness,age_of_acquisition,frequency)."),
]
Familiar = Annotated[GivenFile | None, Help("Familiar words of Dale and Chall, one in each line.")]
Conllu = Annotated[
    GivenFile | None, Help("The texts parsed, in CoNLL-U with `# newdoc id = TEXT/VERSION`.")
]
Column = Annotated[str, Help("Column of a table that holds the texts.")]


@analysis
def readability(
    file_or_folder: GivenPath,
    /,
    *,
    model: Model = None,
    formula: Formulas = (),
    language: Language = "",
    reference: str | None = None,
    column: Column = "text",
    terms: Terms = None,
    norms: Norms = None,
    familiar: Familiar = None,
    conllu: Conllu = None,
    level: Level = 0.95,
) -> "Readability":
    """Measure how hard texts are to read, and compare versions of the same texts.

    FILE_OR_FOLDER is a text (.txt, .md, .html), a table text,version[,document,level], texts with
    source and systems as tertium new reads them, a folder with a subfolder per version, or a
    campaign's folder. Prints formulas made for the language, versions with confidence intervals and
    contrasts, the features that make the difference, and with a model predictions with intervals.

    Args:
        reference: Human version to which HTER is measured. [default: ref, reference or human]

    """
    from tertium.stats.readability.compare import (
        Readability,
        compare_versions,
        correlate,
        distances,
        measure_of,
        model_facts,
        readability_signature,
    )
    from tertium.stats.readability.limitations import about_model, about_texts, about_versions
    from tertium.text.readability.registry import data_features, features

    given = _given(file_or_folder, column, language, terms, norms, familiar, conllu)
    used = _measures(given, model, formula)
    measured = _measured(given, used, level)
    ours = [one for one in measured if one.language == used.language]
    found = compare_versions(
        ours,
        (*features().values(), *data_features(text for _, text in given.texts)),
        used.formula,
        modelled=used.model is not None,
        direction=used.direction,
        level=level,
    )
    human = _human(given.versions, reference)
    bodies = {(one.segment or one.document, one.version): one.body for one in given.versions.texts}
    far = distances(bodies, [one.version for one in found.versions], human) if human else {}
    found = replace(
        found,
        versions=tuple(replace(one, hter=far.get(one.version)) for one in found.versions),
    )
    values = {
        (one.document, one.version): value
        for one in ours
        if (value := measure_of(one, used.formula, modelled=used.model is not None)) is not None
    }
    named = [(_name(version), text) for version, text in given.texts]
    return Readability(
        texts=measured,
        versions=found.versions,
        contrasts=found.contrasts,
        measure=used.measure,
        direction=used.direction,
        feature_contrasts=found.features,
        correlations=correlate(values, _outcomes(Path(file_or_folder), given), level),
        model=model_facts(used.model) if used.model else None,
        estimand=found.estimand,
        level=level,
        signature=readability_signature(used.measure, used.languages, level),
        warnings=(
            *given.versions.notes,
            *about_texts(named),
            *about_model(used.model, measured, used.formula),
            *_apart(measured, used, found),
            *about_versions(found),
        ),
    )


@analysis
def readability_explain(
    file_or_folder: GivenPath,
    /,
    *,
    model: Model = None,
    formula: Formulas = (),
    text: str | None = None,
    version: str | None = None,
    language: Language = "",
    column: Column = "text",
    terms: Terms = None,
    norms: Norms = None,
    familiar: Familiar = None,
    conllu: Conllu = None,
    level: Level = 0.95,
) -> "ReadabilityExplained":
    """Explain why texts are hard to read, and mark their hardest passages.

    FILE_OR_FOLDER as in tertium readability. With a model, the features that move each
    text up or down compared with the typical text of its corpus; with and without one,
    the hardest passages of three sentences.

    Args:
        text: Explain this text only.
        version: Explain this version only.

    """
    from tertium.stats.readability.compare import model_facts, readability_signature
    from tertium.stats.readability.explain import ReadabilityExplained, explain
    from tertium.stats.readability.limitations import about_model, about_texts

    given = _given(file_or_folder, column, language, terms, norms, familiar, conllu)
    given = _chosen(given, text, version)
    used = _measures(given, model, formula)
    measured = _measured(given, used, level)
    readable = [one for _, one in given.texts]
    named = [(_name(one), two) for one, two in given.texts]
    return ReadabilityExplained(
        texts=explain(measured, readable, used.formula, used.model),
        measure=used.measure,
        direction=used.direction,
        model=model_facts(used.model) if used.model else None,
        level=level,
        signature=readability_signature(used.measure, used.languages, level),
        warnings=(
            *given.versions.notes,
            *about_texts(named),
            *about_model(used.model, measured, used.formula),
        ),
    )


@analysis
def readability_features(
    *,
    language: Annotated[str, Help("Only what is valid for this language.", "CODE")] = "",
) -> "ReadabilityFeatures":
    """List dimensions, features and formulas of readability, and what each needs.

    Those of installed packages are among them.
    """
    from tertium.stats.readability.framework import framework

    return framework(language)


@dataclass(frozen=True, slots=True)
class _Given:
    """Texts as they were given, and ready to be measured."""

    versions: "TextVersions"
    texts: "tuple[tuple[TextVersion, Readable], ...]"


@dataclass(frozen=True, slots=True)
class _Measures:
    """What texts are measured by; `language` is that of most of them."""

    model: "RankingModel | None"
    formulas: "tuple[Formula, ...]"
    formula: "Formula"
    language: str
    languages: tuple[str, ...]

    @property
    def measure(self) -> str:
        return "model" if self.model else self.formula.name

    @property
    def direction(self) -> "Direction":
        if self.model is None:
            return self.formula.direction
        return self.model.scale.direction if self.model.scale else "high is hard"


def _name(version: "TextVersion") -> str:
    return f"{version.text}/{version.version}" if version.version else version.text


def _given(
    path: GivenPath,
    column: str,
    language: str,
    terms: GivenFile | None,
    norms: GivenFile | None,
    familiar: GivenFile | None,
    conllu: GivenFile | None,
) -> _Given:
    """Read texts, whole documents where there are several."""
    from tertium.formats.readable_texts import read_text_versions
    from tertium.formats.word_knowledge import read_knowledge, read_parses
    from tertium.text.readability.readable import Readable

    versions = read_text_versions(Path(path), column=column, language=language)
    known = read_knowledge(
        **{
            name: None if one is None else Path(one)
            for name, one in (("terms", terms), ("norms", norms), ("familiar", familiar))
        }
    )
    joined = _documents(versions.texts)
    names = [_name(one) for one in joined]
    parses = {} if conllu is None else read_parses(Path(conllu), names)
    spoken = _recognised(joined)
    texts = [
        (
            one,
            Readable(
                one.body,
                one.language or spoken[one.version],
                one.layout,
                parses.get(_name(one), ()),
                one.data,
                known,
            ),
        )
        for one in joined
    ]
    return _Given(versions, tuple(texts))


def _recognised(texts: "tuple[TextVersion, ...]") -> dict[str, str]:
    """Return the language of each version; one that is not recognised has that of the others."""
    from tertium.formats.readable_texts import SOURCE
    from tertium.text.readability.languages import guess
    from tertium.text.words import words

    bodies: dict[str, list[str]] = {}
    for one in texts:
        bodies.setdefault(one.version, []).append(one.body)
    found = {
        version: guess([word.lower() for word in words(" ".join(parts))])
        for version, parts in bodies.items()
    }
    others = {language for version, language in found.items() if version != SOURCE and language}
    usual = others.pop() if len(others) == 1 else ""
    return {
        version: language or ("" if version == SOURCE else usual)
        for version, language in found.items()
    }


def _documents(texts: "tuple[TextVersion, ...]") -> "tuple[TextVersion, ...]":
    """Join the segments of a document, if there are several documents; else each is a text."""
    documents = {one.document for one in texts}
    if len(documents) < 2 or not all(one.segment for one in texts):
        return texts
    found: dict[tuple[str, str], list[TextVersion]] = {}
    for one in texts:
        found.setdefault((one.document, one.version), []).append(one)
    return tuple(
        replace(parts[0], text=document, segment="", body="\n".join(one.body for one in parts))
        for (document, _), parts in found.items()
    )


def _measures(given: _Given, model: GivenFile | None, names: tuple[str, ...]) -> _Measures:
    from collections import Counter

    from tertium.formats.readability_model import read_model
    from tertium.text.readability.formulas import BY_NAME, usual_formula

    for name in names:
        if name not in BY_NAME:
            raise NotFound.among("formula", name, BY_NAME, where="--formula")
    counted = Counter(text.language for version, text in given.texts if version.version != "source")
    counted = counted or Counter(text.language for _, text in given.texts)
    language = counted.most_common(1)[0][0]
    chosen = tuple(BY_NAME[name] for name in names)
    return _Measures(
        read_model(Path(model)) if model is not None else None,
        chosen,
        chosen[0] if chosen else usual_formula(language),
        language,
        tuple(dict.fromkeys(text.language for _, text in given.texts)),
    )


def _measured(given: _Given, used: _Measures, level: float) -> "tuple[MeasuredText, ...]":
    from tertium.stats.readability.measured import measure

    return measure(given.texts, model=used.model, formulas=used.formulas, level=level)


def _chosen(given: _Given, text: str | None, version: str | None) -> _Given:
    """Keep the texts that were asked for."""
    for kind, name in (("text", text), ("version", version)):
        known = {getattr(one, kind) for one, _ in given.texts}
        if name is not None and name not in known:
            raise NotFound.among(kind, name, known, where=f"--{kind}")
    kept = tuple(
        (one, readable)
        for one, readable in given.texts
        if text in (None, one.text) and version in (None, one.version)
    )
    if not kept:
        raise BadInput(f"there is no text {text!r} in version {version!r}", fix="Name one of both.")
    return replace(given, texts=kept)


def _human(versions: "TextVersions", reference: str | None) -> str:
    """Return the human version, if there is one."""
    names = list(dict.fromkeys(one.version for one in versions.texts))
    if reference is not None:
        if reference not in names:
            raise NotFound.among("version", reference, names, where="--reference")
        return reference
    from tertium.formats.discover import REFERENCE_NAME

    found = [*versions.references, *(name for name in names if REFERENCE_NAME.fullmatch(name))]
    return found[0] if found else ""


def _apart(
    measured: "tuple[MeasuredText, ...]", used: _Measures, found: "Compared"
) -> tuple[str, ...]:
    """Say which versions are in another language, so that they are not compared."""
    other = dict.fromkeys(one.version for one in measured if one.language != used.language)
    if not other or not found.versions:
        return ()
    return (
        f"Not compared, because in another language: {', '.join(other)}. Formulas of two "
        "languages have different scales.",
    )


def _outcomes(path: Path, given: _Given) -> Mapping[str, Mapping[tuple[str, str], float]]:
    """Return what else a campaign knows of the same texts: means by document and system."""
    from tertium.formats.campaign import CAMPAIGN_FILE

    if not path.is_dir() or not (path / CAMPAIGN_FILE).is_file():
        return {}
    from tertium.analyses.judgements import read
    from tertium.stats.readability.outcomes import mean_outcomes

    try:
        judgements = read(path)
    except BadInput:
        return {}  # no campaign is stored yet
    document = {(one.segment or one.text): one.document for one in given.versions.texts}
    several = len({*document.values()}) > 1
    return mean_outcomes(judgements.table, document if several else {})
