"""Move the fragments of `changelog.d` into the section of this version in CHANGELOG.md."""

import re
from collections.abc import Mapping
from pathlib import Path

import tertium

ROOT = Path(__file__).parents[1]
KINDS = ("removed", "changed", "added", "fixed")  # what readers must act on comes first
NAME = re.compile(rf"[a-z0-9-]+\.({'|'.join(KINDS)})\.md")
ITEM = re.compile(r"- \S.*\n(  \S.*\n)*")


def fragments() -> dict[Path, str]:
    """Return the files that wait, with their texts."""
    paths = sorted((ROOT / "changelog.d").iterdir())
    return {path: path.read_text(encoding="utf-8") for path in paths if path.name != "README.md"}


def entries(texts: Mapping[str, str]) -> str:
    """Return the texts of fragments in the order of their kinds; say what is wrong with one."""
    kinds: dict[str, str] = dict.fromkeys(KINDS, "")
    for name, text in texts.items():
        called = NAME.fullmatch(name)
        if called is None:
            raise SystemExit(f"{name}: call it NAME.KIND.md, with a KIND of {', '.join(KINDS)}.")
        if not ITEM.fullmatch(text):
            raise SystemExit(f"{name}: write one item, '- ' first, further lines indented by two.")
        kinds[called[1]] += text
    return "".join(kinds.values())


def joined(changes: str, new: str, version: str) -> str:
    """Return the changelog with new entries first in the section of a version, made if need be."""
    heading = re.search(rf"^## {re.escape(version)}\b.*\n\n", changes, re.M)
    if heading:
        return changes[: heading.end()] + new + changes[heading.end() :]
    before, newest, after = changes.partition("## ")
    return f"{before}## {version} (unreleased)\n\n{new}\n{newest}{after}"


if __name__ == "__main__":
    waiting = fragments()
    new = entries({path.name: text for path, text in waiting.items()})
    page = ROOT / "CHANGELOG.md"
    changes = joined(page.read_text(encoding="utf-8"), new, tertium.__version__)
    page.write_text(changes, encoding="utf-8")
    for path in waiting:
        path.unlink()
    print(f"Moved {len(waiting)} entries into CHANGELOG.md.")
