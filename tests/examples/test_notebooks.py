"""The notebooks run from top to bottom, and show what they speak about."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[2] / "examples" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
WRITTEN = {
    "compare-two-releases": {"release-7.html"},
    "mqm-from-marking-to-report": {"report.html", "scorecard.html"},
    "rank-a-shared-task": set(),
}


def test_there_are_three():
    """Compare, rank, and mark."""
    assert {path.stem for path in NOTEBOOKS} == set(WRITTEN)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path, tmp_path):
    """No cell fails, pictures are drawn, and files are written; it is kept without output."""
    notebook = nbformat.read(path, as_version=4)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert not any(cell.outputs for cell in cells)
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": tmp_path}}).execute()
    shown = [kind for cell in cells for one in cell.outputs for kind in one.get("data", {})]
    assert {"text/plain", "text/html", "image/svg+xml"} <= set(shown)
    assert {file.name for file in tmp_path.iterdir()} == WRITTEN[path.stem]
