"""What changed is written down in fragments, which a release joins."""

import runpy

import pytest

from tests.test_docs import ROOT, links

MAKE = runpy.run_path(str(ROOT / "docs" / "make_changelog.py"))
entries, fragments, joined = MAKE["entries"], MAKE["fragments"], MAKE["joined"]


def test_fragments_are_well_formed():
    """Each is one item of a list, of a known kind, whose links lead somewhere from the root."""
    texts = {path.name: text for path, text in fragments().items()}
    assert all(text in entries(texts) for text in texts.values())
    for path in fragments():
        assert [target for target, _ in links(path) if not (ROOT / target).is_file()] == []


def test_entries_stand_in_the_order_of_their_kinds():
    """What readers must act on comes first."""
    texts = {"a.fixed.md": "- F.\n", "b.added.md": "- A,\n  twice.\n", "c.removed.md": "- R.\n"}
    assert entries(texts) == "- R.\n- A,\n  twice.\n- F.\n"


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("faster.md", "- Faster.\n", "call it"),
        ("faster.better.md", "- Faster.\n", "call it"),
        ("faster.changed.md", "Faster.\n", "one item"),
        ("faster.changed.md", "- Faster.\n- Smaller.\n", "one item"),
        ("faster.changed.md", "- Faster\nthan before.\n", "one item"),
    ],
)
def test_a_fragment_that_is_not_well_formed_is_refused(name, text, told):
    """The message names the file and what to write."""
    with pytest.raises(SystemExit, match=f"{name}: .*{told}"):
        entries({name: text})


def test_entries_go_first_in_the_section_of_the_version():
    """Entries that stand there stay."""
    changes = "# Changes\n\n## 0.2.0 (unreleased)\n\n- Old.\n\n## 0.1.0\n\n- Earlier.\n"
    assert joined(changes, "- New.\n", "0.2.0") == changes.replace("- Old", "- New.\n- Old")


def test_a_new_version_gets_a_section_above_the_others():
    """The newest release stands first."""
    changes = "# Changes\n\n## 0.1.0\n\n- Old.\n"
    added = "## 0.2.0 (unreleased)\n\n- New.\n\n## 0.1.0"
    assert joined(changes, "- New.\n", "0.2.0") == changes.replace("## 0.1.0", added)
