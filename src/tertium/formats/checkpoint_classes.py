"""Classes of linguistic checkpoints: a TOML file with a pattern for each.

[[class]]
name = "VER"
title = "verbs"
pattern = '[tag="VERB|AUX"]'

[[class]]
name = "NOU"
title = "nouns"
of = ["NOC", "NOP"]
"""

from dataclasses import dataclass
from pathlib import Path

from tertium.exceptions import NotFound
from tertium.formats.settings import Table, read_settings
from tertium.text.patterns import Pattern, PatternError, read_pattern


@dataclass(frozen=True, slots=True)
class CheckpointClass:
    """A class of source words: patterns of its own, or the classes `of` which it consists."""

    name: str
    title: str = ""
    patterns: tuple[Pattern, ...] = ()
    of: tuple[str, ...] = ()


def read_classes(path: Path) -> tuple[CheckpointClass, ...]:
    """Return the classes of a file, in their order."""
    table = read_settings(path)
    found: dict[str, CheckpointClass] = {}
    groups: dict[str, Table] = {}
    for one in table.tables("class"):
        name = one.text("name")
        if not name.strip():
            raise one.bad("name", "the name of a class is empty", 'Write for example name = "VER".')
        if name in found:
            raise one.bad("name", f"class {name!r} is given twice", "Give each its own name.")
        found[name] = _class(one, name)
        if found[name].of:
            groups[name] = one
    table.close()
    if not found:
        raise table.bad(
            "", "there are no classes", 'Begin with [[class]], name = "VER" and a pattern.'
        )
    for name, one in groups.items():
        for part in found[name].of:
            if part not in found or part in groups:
                known = [known for known in found if known not in groups]
                raise NotFound.among("class with a pattern", part, known, where=one.where("of"))
    return tuple(found.values())


def _class(table: Table, name: str) -> CheckpointClass:
    title = table.text("title", "")
    of = table.texts("of")
    given = table.anything("pattern", "")
    texts = (given,) if isinstance(given, str) else tuple(given)
    table.close()
    if bool(of) == any(texts) or not all(isinstance(text, str) for text in texts):
        raise table.bad(
            "pattern" if "pattern" in table else "",
            f"class {name!r} needs either a pattern or the classes it consists of",
            'Write pattern = \'[tag="VERB"]\', or of = ["NOC", "NOP"].',
        )
    try:
        patterns = tuple(read_pattern(text) for text in texts if text)
    except PatternError as error:
        raise table.bad("pattern", error.what, error.fix) from None
    return CheckpointClass(name, title, patterns, of)
