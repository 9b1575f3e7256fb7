"""What weakens a measurement of readability, one sentence each."""

from collections.abc import Iterator, Sequence

from tertium.stats.readability.compare import Compared
from tertium.stats.readability.measured import MeasuredText
from tertium.stats.told import coefficient, count, percent, some_of
from tertium.text.readability.formulas import LEAST_SENTENCES, LEAST_WORDS, Formula
from tertium.text.readability.languages import guess, primary
from tertium.text.readability.model import RankingModel
from tertium.text.readability.readable import Readable
from tertium.text.readability.registry import features

_MIXED = 0.2  # of the longer sentences, in another language
_LONG = 8  # words of a sentence whose language can be guessed
_SHORTER = 0.9  # length ratio below which a version may leave things out
_PARSED = 0.2  # by how many sentences parser and rule may differ


def about_texts(texts: Sequence[tuple[str, Readable]]) -> Iterator[str]:
    """Say what is unusual about the texts themselves."""
    short = [
        name
        for name, text in texts
        if len(text.words) < LEAST_WORDS or len(text.sentences) < LEAST_SENTENCES
    ]
    if short:
        yield (
            f"{count(len(short), 'text has', 'texts have')} fewer than "
            f"{LEAST_WORDS:,} words or {LEAST_SENTENCES:,} sentences, so formulas "
            f"are unsteady: {some_of(short)}."
        )
    endless = [
        name
        for name, text in texts
        if len(text.sentences) == 1 and len(text.words) >= LEAST_WORDS / 2
    ]
    if endless:
        yield (
            f"No ends of sentences were found in {some_of(endless)}: measures of "
            "sentence length mean nothing there."
        )
    unspaced = [name for name, text in texts if text.unspaced]
    if unspaced:
        yield (
            f"Written without blanks between words: {some_of(unspaced)}. Formulas "
            "and most features are not valid; characters stand for words."
        )
    yield from _languages(texts)
    yield from _parsers(texts)


def _languages(texts: Sequence[tuple[str, Readable]]) -> Iterator[str]:
    unknown = [name for name, text in texts if not text.language and not text.unspaced]
    if unknown:
        yield (
            f"The language of {some_of(unknown)} is not known, so only what holds "
            "for all languages is measured: name it with --language."
        )
    other: dict[str, list[str]] = {}
    mixed = []
    for name, text in texts:
        found = guess(text.words)
        if found and text.language and found != text.primary:
            other.setdefault(found, []).append(name)
        elif text.language and _mixed(text):
            mixed.append(name)
    for language, names in other.items():
        yield (
            f"These texts seem to be in {language}, not in the language given: {some_of(names)}."
        )
    if mixed:
        yield f"Sentences in several languages: {some_of(mixed)}."


def _mixed(text: Readable) -> bool:
    known = [guess(words) for words in text.sentences if len(words) >= _LONG]
    other = sum(bool(found) and found != text.primary for found in known)
    return len(known) >= 3 and other / len(known) >= _MIXED


def _parsers(texts: Sequence[tuple[str, Readable]]) -> Iterator[str]:
    apart = [
        name
        for name, text in texts
        if text.trees and abs(len(text.trees) - len(text.sentences)) > _PARSED * len(text.sentences)
    ]
    if apart:
        yield (
            f"The parser finds other sentences than the rule {'sentences@1'} in "
            f"{some_of(apart)}: features of syntax use those of the parser."
        )


def about_model(
    model: RankingModel | None, texts: Sequence[MeasuredText], formula: Formula
) -> Iterator[str]:
    """Say what a prediction cannot know; without a model, that there is none."""
    if model is None:
        yield (
            "No model is given, so there are no predictions: texts are compared by "
            f"{formula.title}. Train one with `tertium readability train`."
        )
        return
    strange = [one for one in texts if primary(one.language) != primary(model.language)]
    if strange:
        yield (
            f"The model was trained on {model.language or 'an unknown language'}; "
            f"for {some_of([_named(one) for one in strange])} it is a guess."
        )
    empty = [one for one in texts if one.predicted.value is None]
    if empty:
        missing = model.missing(empty[0].features)
        needs = {features()[name].needs for name in missing if name in features()} - {""}
        yield (
            f"No prediction for {some_of([_named(one) for one in empty])}: "
            f"{some_of(missing)} cannot be measured"
            f"{f' without {some_of(sorted(needs))}' if needs else ''}."
        )


def about_versions(found: Compared) -> Iterator[str]:
    """Warn where a version is easier because it leaves things out."""
    yield from found.notes
    if not found.versions:
        return
    easiest = found.versions[0]
    for one in found.versions[:-1]:  # the hardest is not easier than any
        if one.length_ratio is None or one.length_ratio >= _SHORTER:
            continue
        further = f", HTER {coefficient(one.hter)}" if one.hter is not None else ""
        yield (
            f"{one.version} has {percent(one.length_ratio)} of the words of the "
            f"other versions{further}: "
            f"{'it may be easier because ' if one is easiest else ''}it may leave "
            "things out."
        )


def _named(text: MeasuredText) -> str:
    return f"{text.text} ({text.version})" if text.version else text.text
