"""Which source words belong to a class: the instances of a linguistic checkpoint."""

from collections.abc import Sequence
from dataclasses import dataclass

from tertium.exceptions import BadInput
from tertium.formats.checkpoint_classes import CheckpointClass
from tertium.formats.kaf import GivenInstance
from tertium.text.tagged import TaggedSentence


@dataclass(frozen=True, slots=True)
class Instance:
    """Words of one source sentence, by their places, that belong to a class (by its code)."""

    class_code: int
    segment: int
    words: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Instances:
    """All instances of some classes, class by class and in reading order.

    `groups` are the codes of classes that consist of others; `words` are the source words of each
    segment, where they are known.
    """

    classes: tuple[str, ...]
    titles: tuple[str, ...]
    groups: frozenset[int]
    found: tuple[Instance, ...]
    words: tuple[tuple[str, ...], ...]


def find_instances(
    classes: Sequence[CheckpointClass], sentences: Sequence[TaggedSentence]
) -> Instances:
    """Return what the patterns of each class find; a group has what its classes have.

    Words that several patterns of a class find alike are one instance.
    """
    own: dict[str, list[tuple[int, tuple[int, ...]]]] = {}
    for one in classes:
        places = {
            (segment, words)
            for segment, sentence in enumerate(sentences)
            for pattern in one.patterns
            for words in pattern.find(sentence)
        }
        own[one.name] = sorted(places)
    for one in classes:
        if one.of:
            own[one.name] = sorted({place for part in one.of for place in own[part]})
    return Instances(
        tuple(one.name for one in classes),
        tuple(one.title or one.name for one in classes),
        frozenset(code for code, one in enumerate(classes) if one.of),
        tuple(
            Instance(code, segment, words)
            for code, one in enumerate(classes)
            for segment, words in own[one.name]
        ),
        tuple(tuple(word.form for word in sentence.words) for sentence in sentences),
    )


def take_given(given: Sequence[GivenInstance], segments: int) -> Instances:
    """Return instances that another program extracted, its profiles being the classes.

    Of the source only the lemmas of their words are known.
    """
    names = tuple(dict.fromkeys(one.class_name for one in given))
    words: list[list[str]] = [[] for _ in range(segments)]
    for one in given:
        if one.sentence >= segments:
            raise BadInput(
                f"the instance is in sentence {one.sentence + 1:,}, and there are {segments:,} "
                "segments",
                where=one.where,
                fix="Name the texts that the instances were extracted from.",
            )
        known = words[one.sentence]
        known.extend("…" for _ in range(max(one.words) + 1 - len(known)))
        for at, lemma in zip(one.words, one.lemmas, strict=True):
            known[at] = lemma
    return Instances(
        names,
        names,
        frozenset(),
        tuple(
            Instance(code, one.sentence, one.words)
            for code, name in enumerate(names)
            for one in given
            if one.class_name == name
        ),
        tuple(map(tuple, words)),
    )
