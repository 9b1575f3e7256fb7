"""Imports point one way: each room rests on the ones before it."""

import ast
from pathlib import Path

import tertium

ROOT = Path(tertium.__file__).parent
ROOMS = [
    "exceptions", "extensions", "wording", "choices", "memory_database", "settings", "model",
    "scale", "typology", "table_views", "table_edits", "table_spans", "table_rows", "table",
    "text", "formats", "protocols", "stats", "judges", "design", "store", "rendering", "web",
    "analyses", "cli",
]  # fmt: skip
# The formats read answers, so they may know the protocols' list of them.
ALLOWED = {("formats", "protocols")}
FILES = sorted(ROOT.rglob("*.py"))


def room_of(path):
    relative = path.relative_to(ROOT)
    return relative.parts[0].removesuffix(".py")


def imported_rooms(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            parts = name.split(".")
            if parts[0] == "tertium" and len(parts) > 1 and parts[1] in ROOMS:
                yield parts[1]


def test_a_room_imports_only_from_rooms_before_it():
    """A newcomer can read the rooms in order."""
    early = [
        f"{path.relative_to(ROOT)} imports tertium.{other}, which comes after {room}"
        for path in FILES
        if (room := room_of(path)) not in ("__init__", "__main__", "testing")  # beside them all
        for other in imported_rooms(path)
        if ROOMS.index(other) > ROOMS.index(room) and (room, other) not in ALLOWED
    ]
    assert not early


def test_every_room_is_in_the_list():
    """A new room must find its place in the order."""
    found = {room_of(path) for path in FILES} - {"__init__", "__main__", "testing"}
    assert found == set(ROOMS)


def test_a_file_can_be_read_in_one_sitting():
    """A file that attracts everything is split by meaning before it is too long."""
    lines = {path: path.read_text(encoding="utf-8").count("\n") for path in FILES}
    assert [str(path.relative_to(ROOT)) for path, number in lines.items() if number > 500] == []


def folders_of_stats():
    """Return which folders of `stats` each of them imports, also inside functions."""
    stats = ROOT / "stats"
    folders = {folder.name for folder in stats.iterdir() if (folder / "__init__.py").exists()}
    found = {folder: set() for folder in folders}
    for folder in folders:
        for path in (stats / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                names = []
                if isinstance(node, ast.Import):
                    names = [alias.name for alias in node.names]
                elif isinstance(node, ast.ImportFrom) and node.module:
                    names = [f"{node.module}.{alias.name}" for alias in node.names]
                parts = [name.split(".") for name in names]
                found[folder] |= {
                    part[2] for part in parts if part[:2] == ["tertium", "stats"] and len(part) > 2
                } & (folders - {folder})
    return found


def test_folders_of_stats_import_each_other_in_no_circle():
    """Every analysis can be read before those that rest on it."""
    waiting = folders_of_stats()
    while free := {folder for folder, needs in waiting.items() if not needs & set(waiting)}:
        waiting = {folder: needs for folder, needs in waiting.items() if folder not in free}
    assert waiting == {}
