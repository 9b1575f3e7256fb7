"""KAF, the Kyoto Annotation Format: words, terms and dependencies in XML.

Its part of speech is both `tag` and `xpos` of a word; `morphofeat` is the feature of that name. A
term of several words gives all of them its lemma and tag. The same root with another name is NAF.
The extracted instances of DELiC4MT's pattern matcher (kybot) are read here too, since they name
terms of a KAF file.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from tertium.formats.given import GivenFile
from tertium.formats.xml import Node, children, local, parse
from tertium.text.tagged import TaggedSentence, TaggedWord

ROOTS = "(KAF|NAF)"
KYBOT = "kybotOut"
_EXPORT = "Write it again with the program that made it."


def read_kaf(file: GivenFile) -> tuple[TaggedSentence, ...]:
    """Return the sentences of a file, by the numbers that its words name."""
    root = parse(file)
    forms = {_named(node, "wid", "id"): node for node in children(root, "wf")}
    terms = {_named(node, "tid", "id"): node for node in children(root, "term")}
    of_word: dict[str, str] = {}
    for name, term in terms.items():
        for target in children(term, "target"):
            word = _named(target, "id")
            if word not in forms:
                raise target.where.wrong(f"there is no word {word!r}", _EXPORT)
            of_word[word] = name
    heads = {
        _named(node, "to"): (_named(node, "from"), node.get("rfunc", ""))
        for node in children(root, "dep")
    }
    sentences: dict[str, list[str]] = {}
    for word, node in forms.items():
        sentences.setdefault(_named(node, "sent"), []).append(word)
    if not sentences:
        raise file.wrong("there are no words (wf) in this file", _EXPORT)
    return tuple(_sentence(names, forms, terms, of_word, heads) for names in sentences.values())


def _sentence(
    names: list[str],
    forms: Mapping[str, Node],
    terms: Mapping[str, Node],
    of_word: Mapping[str, str],
    heads: Mapping[str, tuple[str, str]],
) -> TaggedSentence:
    first: dict[str, int] = {}  # the first word of each term
    for at, name in enumerate(names):
        if name in of_word:
            first.setdefault(of_word[name], at)
    words = []
    for name in names:
        term = terms.get(of_word.get(name, ""))
        above, relation = heads.get(of_word.get(name, ""), ("", ""))
        tag = "" if term is None else term.get("pos", "")
        morphology = None if term is None else term.get("morphofeat")
        words.append(
            TaggedWord(
                form=(forms[name].text or "").strip(),
                lemma="" if term is None else term.get("lemma", ""),
                tag=tag,
                xpos=tag,
                features={} if morphology is None else {"Morphofeat": morphology},
                head=first.get(above),
                relation=relation,
            )
        )
    return TaggedSentence(tuple(words), str(forms[names[0]].where))


@dataclass(frozen=True, slots=True)
class GivenInstance:
    """An instance that another program found: sentence and words from 0, lemmas, its class."""

    class_name: str
    sentence: int
    words: tuple[int, ...]
    lemmas: tuple[str, ...]
    where: str


def read_instances(file: GivenFile) -> tuple[GivenInstance, ...]:
    """Return the instances that DELiC4MT extracted (kybotOut): an event with its roles each.

    Terms are called t⟨sentence⟩_⟨word⟩, both from 1.
    """
    root = parse(file, KYBOT, "Name the output of DELiC4MT's kybot, or a file of patterns.")
    events: dict[str, list[Node]] = {}
    for node in children(root, "event", "role"):
        if local(node) == "event":
            events[_named(node, "eid")] = [node]
        elif (event := _named(node, "event")) in events:
            events[event].append(node)
        else:
            raise node.where.wrong(f"there is no event {event!r} before this role", _EXPORT)
    return tuple(_instance(nodes) for nodes in events.values())


def _instance(nodes: list[Node]) -> GivenInstance:
    places = {_term(node): node.get("lemma", "") for node in nodes}
    sentences = {sentence for sentence, _ in places}
    if len(sentences) > 1:
        raise nodes[0].where.wrong("this event has words of two sentences", _EXPORT)
    listed = sorted(places)
    return GivenInstance(
        nodes[0].get("profile_id", "") or "instances",
        sentences.pop(),
        tuple(word for _, word in listed),
        tuple(places[place] for place in listed),
        str(nodes[0].where),
    )


def _term(node: Node) -> tuple[int, int]:
    name = _named(node, "target")
    sentence, _, word = name.removeprefix("t").partition("_")
    if not (sentence.isdecimal() and word.isdecimal() and int(sentence) and int(word)):
        raise node.where.wrong(
            f"{name!r} is not the name of a term", "Terms are called t⟨sentence⟩_⟨word⟩: t1_24."
        )
    return int(sentence) - 1, int(word) - 1


def _named(node: Node, *names: str) -> str:
    """Return an attribute that must be there, under one of its names."""
    found = next((node.get(name) for name in names if node.get(name)), None)
    if found is None:
        raise node.where.wrong(f"<{local(node)}> has no {names[0]!r}", _EXPORT)
    return found
