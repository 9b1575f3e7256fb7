"""Style sheets of annotators' pages: what a state changes is named, not searched for."""

import re
from importlib.resources import files

STATIC = files("tertium.web") / "static"
SHEETS = sorted(name.name for name in STATIC.iterdir() if name.name.endswith(".css"))
# An ancestor whose state changes while somebody works, and below it, at any depth, every `span`.
ALL_SPANS = re.compile(r"(:has\(|\[data-).*[^>+~ ] span(:[\w-]+)?$")


def test_no_state_reaches_for_all_spans():
    """Each mark of a text is a span: such a rule makes a browser style all of them at every key."""
    found = {sheet: _selectors((STATIC / sheet).read_text(encoding="utf-8")) for sheet in SHEETS}
    assert sum(map(len, found.values())) > 1_000
    assert [(s, one) for s, all_ in found.items() for one in all_ if ALL_SPANS.search(one)] == []


def test_such_rules_are_found():
    """Those that cost half of every key press before they were mended."""
    assert ALL_SPANS.search("[data-row] dd:has(output:not(:empty)) span")
    assert ALL_SPANS.search('[data-layout="rows"] .anchors span')
    assert not ALL_SPANS.search("[data-row] output:not(:empty) + span")


def _selectors(sheet: str) -> list[str]:
    """Return the selectors of a style sheet, one by one."""
    plain = re.sub(r"/\*.*?\*/", "", sheet, flags=re.S)
    rules = re.findall(r"([^{}]+)\{", plain)
    return [one.strip() for rule in rules for one in re.split(r",(?![^(]*\))", rule)]
