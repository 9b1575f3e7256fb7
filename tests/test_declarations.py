"""A protocol is one declaration: nothing else in the house knows it by name.

Whatever belongs to one protocol alone says so in its path (`stats/square/`, `cli/chunks.py`).
Elsewhere a string equal to its name, or an import of its module, means that a new protocol
would need a change there.
"""

import ast
import re
from pathlib import Path

import tertium
from tertium import protocols

ROOT = Path(tertium.__file__).parent
NAMES = set(protocols.names())
MODULES = {f"tertium.protocols.{name}" for name in NAMES}
SCRIPTS = [*ROOT.rglob("*.js"), *ROOT.rglob("*.html")]
VENDORED = {ROOT / "web/static/vega.js"}
EFFORT = "how much work an edit was, in the editor's own opinion"
# The same word for something else: where, and what it is there.
HOMONYMS = {
    "protocols/conditions.py": "values of the column `condition`, older than the protocols",
    "protocols/scoring.py": "marks beside a slider, named after who published them",
    "formats/appraise.py": "a column of Appraise's files",
    "formats/appraise_batches.py": "a field of Appraise's files",
    "formats/appraise_spans.py": "a column of Appraise's files",
    "formats/faults.py": "a column of Appraise's files",
    "formats/error_files.py": "a layout of files with errors",
    "web/manage/export.py": "a layout of files with errors",
    "cli/former.py": "the former name of a command",
    "cli/main.py": "the name of a command",
    "__init__.py": "the name of a function",
    "analyses/measures.py": "a measure",
    "choices.py": "a measure",
    "stats/measures.py": "a measure",
    "design/rebuild.py": "a noun to be counted",
    "formats/rankings.py": "a noun to be counted",
    "rendering/rebuilt.py": "a noun to be counted",
    "rendering/measures.py": "the name of a figure",
    "rendering/pictures/bars.py": "a symbol of Vega",
    "rendering/pictures/theme.py": "a symbol of Vega",
    "web/templates/manage/campaign.html": "the name of a tab",
    "formats/shapes.py": EFFORT,
    "formats/write_edits.py": EFFORT,
    "protocols/editing.py": EFFORT,
    "protocols/postedit.py": EFFORT,
    "rendering/effort.py": EFFORT,
    "stats/effort/measured.py": EFFORT,
    "stats/effort/ways.py": EFFORT,
    "testing/editing.py": EFFORT,
    "web/static/annotate/editor.js": EFFORT,
    "web/templates/annotate/edit.html": EFFORT,
}


def belongs_to(path):
    """Return the names that a path says it belongs to; `chunk_cuts` is of `chunks`."""
    words = {path.stem, *path.relative_to(ROOT).parts, *path.stem.split("_")}
    return NAMES & (words | {f"{word}s" for word in words})


def named_in_python(path):
    """Yield the protocols that a module names in strings and imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from NAMES & {node.value, node.value.partition("@")[0]}
        elif isinstance(node, ast.ImportFrom) and node.module in MODULES:
            yield node.module.rpartition(".")[2]
        elif isinstance(node, ast.ImportFrom) and node.module == "tertium.protocols":
            yield from NAMES & {alias.name for alias in node.names}
        elif isinstance(node, ast.Import):
            yield from (a.name.rpartition(".")[2] for a in node.names if a.name in MODULES)


def named_in_script(path):
    """Yield the protocols that a script or template names in quotes."""
    text = path.read_text(encoding="utf-8")
    yield from NAMES & set(re.findall(r"""["'`]([\w-]+)["'`]""", text))


def strangers():
    """Return where protocols are named that the path does not belong to."""
    found = {}
    for path in ROOT.rglob("*.py"):
        if names := set(named_in_python(path)) - belongs_to(path):
            found[path.relative_to(ROOT).as_posix()] = names
    for path in SCRIPTS:
        if path not in VENDORED and (names := set(named_in_script(path)) - belongs_to(path)):
            found[path.relative_to(ROOT).as_posix()] = names
    return found


def test_nothing_outside_a_protocol_names_it():
    """Neither a string nor an import; a homonym is listed above with what it is."""
    found = strangers()
    assert {path: names for path, names in found.items() if path not in HOMONYMS} == {}
    assert set(HOMONYMS) <= set(found), "a homonym that is gone is taken off the list"


def test_the_check_notices_a_name(tmp_path):
    """A comparison with a name, an import, a reference with its version, a template."""
    module = tmp_path / "m.py"
    for line in ('x == "ab"', 'x = "mqm@1"', "from tertium.protocols.ab import AB",
                 "from tertium.protocols import esa", "import tertium.protocols.esa"):  # fmt: skip
        module.write_text(line)
        assert set(named_in_python(module)), line
    template = tmp_path / "t.html"
    template.write_text('{% if page.protocol == "slider" %}')
    assert set(named_in_script(template)) == {"slider"}
