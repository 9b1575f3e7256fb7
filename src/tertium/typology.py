"""Typologies of errors: categories in a tree, severities, and what each costs.

A *node* is a category; its id is its path (`accuracy/mistranslation`), its place in the list
matters: where several fit, the first is taken unless a more specific one applies. A *severity*
says how much an error matters. An error costs severity weight × category weight points, unless
the category or one above it has points of its own for this severity.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import sha256
from typing import TypeVar

from tertium.exceptions import NotFound

Texts = Mapping[str, str]  # by language; no part of what a fingerprint vouches for


@lru_cache(maxsize=4096)  # a typology's own names come again and again
def canonical(name: str) -> str:
    """Return the id that a category's or severity's name stands for.

    A dash for a part that was not chosen is left out.

    >>> canonical("Terminology/Inappropriate for context"), canonical("Non-translation!/-")
    ('terminology/inappropriate-for-context', 'non-translation')
    """
    parts = [part.strip() for part in name.lower().replace("_", "-").split("/")]
    return "/".join("-".join(part.rstrip("!").split()) for part in parts if part != "-")


@dataclass(frozen=True, slots=True)
class Severity:
    """How much an error matters: a weight in points, and the key that chooses it.

    A `merit` is not an error but something done well; its points are counted apart. `also` are
    names that other typologies have for it, `names` and `helps` say the same in other languages.
    """

    id: str
    name: str
    weight: float
    key: str = ""
    help: str = ""
    merit: bool = False
    also: tuple[str, ...] = ()
    names: Texts = field(default_factory=dict, repr=False, hash=False)
    helps: Texts = field(default_factory=dict, repr=False, hash=False)


@dataclass(frozen=True, slots=True)
class Node:
    """A category. `points` override weight × severity, by severity; `also` are other names.

    `names` and `helps` say the same in other languages.
    """

    id: str
    name: str
    parent: str = ""
    weight: float = 1.0
    points: Mapping[str, float] = field(default_factory=dict)
    help: str = ""
    shortcut: str = ""
    also: tuple[str, ...] = ()
    merit: bool = False
    names: Texts = field(default_factory=dict, repr=False, hash=False)
    helps: Texts = field(default_factory=dict, repr=False, hash=False)


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer of a decision tree: it leads to a category or to another question."""

    label: str
    category: str = ""
    question: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """One question of a decision tree; the first in the typology is asked first."""

    id: str
    ask: str
    answers: tuple[Answer, ...]


_Named = TypeVar("_Named", Severity, Node)


def _said(one: _Named, language: str) -> _Named:
    name, meaning = one.names.get(language, one.name), one.helps.get(language, one.help)
    return replace(one, name=name, help=meaning)


@dataclass(frozen=True, slots=True)
class Typology:
    """Categories and severities in their order, with rules for annotators.

    `critical` names the severities and categories of which one error fails a text.
    Without nodes (as in ESA) every error has a severity only.
    """

    name: str
    title: str
    severities: tuple[Severity, ...]
    nodes: tuple[Node, ...] = ()
    rules: tuple[str, ...] = ()
    tree: tuple[Question, ...] = ()
    critical: tuple[str, ...] = ()
    cite: str = ""
    version: int = 1

    @property
    def fingerprint(self) -> str:
        """Eight digits that change with whatever is changed in the typology but translations."""
        nodes = [replace(node, points=dict(sorted(node.points.items()))) for node in self.nodes]
        content = repr(replace(self, nodes=tuple(nodes)))
        return sha256(content.encode()).hexdigest()[:8]

    @property
    def languages(self) -> tuple[str, ...]:
        """English, and the languages into which names or meanings are translated."""
        named: list[Severity | Node] = [*self.severities, *self.nodes]
        said = (language for one in named for texts in (one.names, one.helps) for language in texts)
        return tuple(dict.fromkeys(["en", *said]))

    def in_language(self, language: str) -> "Typology":
        """Return the typology with names and meanings in a language, as far as it has them."""
        return replace(
            self,
            severities=tuple(_said(one, language) for one in self.severities),
            nodes=tuple(_said(one, language) for one in self.nodes),
        )

    def node(self, category: str) -> Node | None:
        """Return the node that a category's id or name stands for, in any letter case."""
        wanted = canonical(category)
        for node in self.nodes:
            if wanted == node.id or wanted in node.also:
                return node
        return None

    def severity(self, name: str) -> Severity:
        """Return a severity by id or name, or offer the nearest."""
        wanted = canonical(name)
        for severity in self.severities:
            if wanted in (severity.id, canonical(severity.name), *severity.also):
                return severity
        known = [severity.id for severity in self.severities]
        raise NotFound.among("severity", name, known, where=f"typology {self.name}")

    def category(self, name: str) -> Node:
        """Return a node by id or name, or offer the nearest."""
        node = self.node(name)
        if node is None:
            known = [node.id for node in self.nodes]
            raise NotFound.among("category", name, known, where=f"typology {self.name}")
        return node

    def above(self, node: Node) -> Iterator[Node]:
        """Yield a node and those above it, the most specific first."""
        known = {one.id: one for one in self.nodes}
        at: Node | None = node
        while at is not None:
            yield at
            at = known.get(at.parent)

    def children(self, parent: str = "") -> tuple[Node, ...]:
        """Return the nodes right below one, or the outermost ones."""
        return tuple(node for node in self.nodes if node.parent == parent)

    def depth(self, node: Node) -> int:
        """Return how many nodes stand above one."""
        return sum(1 for _ in self.above(node)) - 1

    def points(self, category: str, severity: str) -> float:
        """Return what an error costs; a category that is not known costs its severity.

        The most specific rule wins: points of the category for this severity, of the one above
        it, and so on; else severity weight × category weight.
        """
        level = self.severity(severity)
        node = self.node(category) if category else None
        if node is None:
            return level.weight
        for one in self.above(node):
            if level.id in one.points:
                return one.points[level.id]
        return level.weight * node.weight

    def is_critical(self, category: str, severity: str) -> bool:
        """Tell whether one such error fails a text by itself."""
        if self.severity(severity).id in self.critical:
            return True
        node = self.node(category) if category else None
        return node is not None and any(one.id in self.critical for one in self.above(node))

    def is_merit(self, category: str, severity: str) -> bool:
        """Tell whether such a mark is something done well."""
        node = self.node(category) if category else None
        return self.severity(severity).merit or (node is not None and node.merit)

    def costs(self, *, critical: bool = True) -> tuple[float, ...]:
        """Return what single errors can cost, each sum once, the smallest first.

        Without `critical`, those of errors that do not fail a text by themselves.
        """
        named = [node.id for node in self.nodes] or [""]
        found = {
            self.points(category, level.id)
            for category in ("", *named)
            for level in self.severities
            if not self.is_merit(category, level.id)
            and (critical or not self.is_critical(category, level.id))
        }
        return tuple(sorted(cost for cost in found if cost > 0))

    def largest(self) -> float:
        """Return the most points that one error which does not fail a text by itself costs."""
        return max(self.costs(critical=False), default=0.0)
