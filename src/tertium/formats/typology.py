"""Typologies as YAML files: those that ship by name, and people's own by path.

```yaml
name: mine
title: My own list
severities:
  - {id: minor, name: Minor, weight: 1, key: "1"}
  - {id: major, name: Major, weight: 5, key: "2"}
nodes:
  - id: accuracy
    name: Accuracy
    nodes:
      - {id: accuracy/omission, name: {en: Omission, de: Auslassung}, weight: 1, shortcut: o}
```

Names and `help` are English, or have a text for each language. A node may hold further `nodes`,
or name its `parent`. Everything is checked when the file is read, and told with its line.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from tertium.exceptions import NotFound
from tertium.formats.by_language import by_language
from tertium.formats.settings import Table
from tertium.formats.shipped import ShippedFiles
from tertium.typology import Answer, Node, Question, Severity, Typology, canonical


def typology_names() -> tuple[str, ...]:
    """Return the names of the typologies that ship."""
    return _FILES.names()


def read_typology(name: str | Path) -> Typology:
    """Return a typology that ships, by name, or the one in a file, by path."""
    return _FILES.read(name)


def _typology(top: Table) -> Typology:
    name, title = top.text("name"), top.text("title", "")
    severities = tuple(_severity(entry) for entry in top.tables("severities"))
    if not severities:
        raise top.bad(
            "severities",
            "there are no severities",
            "Add a list of severities: each has an id and a weight.",
        )
    levels = _unique([(one.id, "severity") for one in severities], top.tables("severities"))
    found = list(_nodes(top, "", levels))
    nodes, entries = tuple(node for node, _ in found), [entry for _, entry in found]
    _unique([(node.id, "category") for node in nodes], entries)
    _check_parents(nodes, entries)
    _check_aliases(severities, top.tables("severities"))
    _check_aliases(nodes, entries)
    _check_keys(severities, nodes, top.tables("severities"), entries)
    known = {node.id for node in nodes}
    tree = _tree(top, known)
    critical = tuple(canonical(one) for one in top.texts("critical"))
    for one in critical:
        if one not in known and one not in levels:
            raise NotFound.among(
                "severity or category", one, [*levels, *known], where=top.where("critical")
            )
    typology = Typology(
        name=name,
        title=title or name,
        severities=severities,
        nodes=nodes,
        rules=top.texts("rules"),
        tree=tree,
        critical=critical,
        cite=top.text("cite", ""),
        version=int(top.amount("version", 1.0)),
    )
    top.close()
    return typology


def _severity(entry: Table) -> Severity:
    given = entry.text("id")
    names, helps = by_language(entry, "name", given), by_language(entry, "help")
    found = Severity(
        id=_id(entry, given),
        name=names["en"],
        weight=entry.amount("weight"),
        key=_key(entry, "key"),
        help=helps.get("en", ""),
        merit=entry.switch("merit"),
        also=tuple(canonical(name) for name in entry.texts("also")),
        names=_others(names),
        helps=_others(helps),
    )
    entry.close()
    return found


def _nodes(entry: Table, parent: str, levels: set[str]) -> list[tuple[Node, Table]]:
    """Return the nodes below an entry in the order of the file, each before what is below it."""
    found: list[tuple[Node, Table]] = []
    for one in entry.tables("nodes"):
        given = one.text("id")
        named = canonical(one.text("parent", ""))
        if named and parent:
            raise one.bad(
                "parent",
                f"category {given!r} stands below {parent!r} and names a parent too",
                "Leave one of the two out.",
            )
        names = by_language(one, "name", given.rsplit("/", 1)[-1])
        helps = by_language(one, "help")
        node = Node(
            id=_id(one, given),
            name=names["en"],
            parent=parent or named,
            weight=one.amount("weight", 1.0),
            points=_points(one, levels),
            help=helps.get("en", ""),
            shortcut=_key(one, "shortcut"),
            also=tuple(canonical(name) for name in one.texts("also")),
            merit=one.switch("merit"),
            names=_others(names),
            helps=_others(helps),
        )
        below = _nodes(one, node.id, levels)
        one.close()
        found += [(node, one), *below]
    return found


def _others(texts: Mapping[str, str]) -> dict[str, str]:
    """Return the texts in other languages than English."""
    return {language: text for language, text in texts.items() if language != "en"}


def _id(entry: Table, given: str) -> str:
    found = canonical(given)
    if not found or found != given:
        raise entry.bad(
            "id",
            f"the id {given!r} is not in lower case without blanks",
            f"Write id: {found or 'other'}; the name may be written as you like.",
        )
    return found


def _points(entry: Table, levels: set[str]) -> dict[str, float]:
    given = entry.table("points")
    for name in given.names():
        if name not in levels:
            raise NotFound.among("severity", name, levels, where=given.where(name))
    return {name: given.amount(name) for name in given.names()}


def _key(entry: Table, name: str) -> str:
    key = entry.text(name, "").lower()
    if len(key) > 2:
        raise entry.bad(name, f"the {name} {key!r} is too long", "Write one or two characters.")
    return key


def _unique(ids: list[tuple[str, str]], entries: list[Table]) -> set[str]:
    seen: dict[str, str] = {}
    for (name, kind), entry in zip(ids, entries, strict=True):
        if name in seen:
            raise entry.bad(
                "id",
                f"{kind} {name!r} is there twice, first in line {seen[name]}",
                "Give each an id of its own.",
            )
        seen[name] = entry.where("id").rsplit(":", 1)[-1]
    return set(seen)


def _check_parents(nodes: tuple[Node, ...], entries: list[Table]) -> None:
    known = {node.id: node for node in nodes}
    for node, entry in zip(nodes, entries, strict=True):
        if node.parent and node.parent not in known:
            raise NotFound.among("parent category", node.parent, known, where=entry.where("parent"))
        seen, at = {node.id}, known.get(node.parent)
        while at is not None:
            if at.id in seen:
                raise entry.bad(
                    "parent",
                    f"category {node.id!r} stands below itself",
                    "Let one of the categories in this circle have no parent.",
                )
            seen.add(at.id)
            at = known.get(at.parent)


def _check_aliases(named: Sequence[Node | Severity], entries: list[Table]) -> None:
    taken = {one.id: one.id for one in named}
    for one, entry in zip(named, entries, strict=True):
        for name in one.also:
            if name in taken:
                raise entry.bad(
                    "also",
                    f"{name!r} stands for {taken[name]!r} already",
                    "A name can stand for one thing only.",
                )
            taken[name] = one.id


def _check_keys(
    severities: tuple[Severity, ...],
    nodes: tuple[Node, ...],
    levels: list[Table],
    entries: list[Table],
) -> None:
    taken: dict[str, str] = {}
    keys = [(one.key, one.id, entry, "key") for one, entry in zip(severities, levels, strict=True)]
    keys += [
        (one.shortcut, one.id, entry, "shortcut") for one, entry in zip(nodes, entries, strict=True)
    ]
    for key, name, entry, field in keys:
        if key and key in taken:
            raise entry.bad(
                field,
                f"{taken[key]!r} and {name!r} have the same {field} {key!r}",
                "Give each a key of its own.",
            )
        if key:
            taken[key] = name


def _tree(top: Table, known: set[str]) -> tuple[Question, ...]:
    """Read the decision tree; every answer leads on, and no path runs in a circle."""
    entries = top.tables("tree")
    questions = []
    for entry in entries:
        answers = []
        for answer in entry.tables("answers"):
            category, question = answer.text("category", ""), answer.text("question", "")
            if bool(category) == bool(question):
                raise answer.bad(
                    "", "an answer leads to a category or to a question", "Write one of the two."
                )
            if category and category not in known:
                raise NotFound.among("category", category, known, where=answer.where("category"))
            answers.append(Answer(answer.text("label"), category, question))
            answer.close()
        questions.append(Question(entry.text("id"), entry.text("ask"), tuple(answers)))
        entry.close()
    _unique([(one.id, "question") for one in questions], entries)
    place = {one.id: at for at, one in enumerate(questions)}
    for at, (one, entry) in enumerate(zip(questions, entries, strict=True)):
        for given in one.answers:
            if given.question and given.question not in place:
                raise NotFound.among("question", given.question, place, where=entry.where())
            if given.question and place[given.question] <= at:
                raise entry.bad(
                    "",
                    f"question {one.id!r} leads back to {given.question!r}",
                    "An answer may only lead to a question further down.",
                )
    return tuple(questions)


_FILES = ShippedFiles("typologies", "typology", _typology)
