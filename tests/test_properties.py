"""`make properties`: every property, with every seed of the rounds, and not more examples."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]

PROPERTIES = """
import json
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies

def tell(name, value):
    with Path(__file__).with_name("drawn.jsonl").open("a") as file:
        print(json.dumps([name, value]), file=file)

@given(strategies.integers(0, 2**30))
def test_usual(value):
    tell("usual", value)

@pytest.mark.parametrize("letter", ["a", "b"])
@settings(max_examples=100)
@given(strategies.integers(0, 2**30))
def test_many(letter, value):
    tell(letter, value)

@settings(max_examples=2)
@given(strategies.integers(0, 2**30))
def test_few(value):
    tell("few", value)
"""


def _rounds(folder: Path, seeds: str) -> dict[str, list[int]]:
    """Run the properties once for each seed; return the values that each was tried with."""
    (folder / "test_drawn.py").write_text(PROPERTIES, encoding="utf-8")
    (folder / "drawn.jsonl").unlink(missing_ok=True)
    subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-p", "tests.rounds", "-p", "no:cacheprovider"),
            *("-p", "no:xdist", "-c", str(folder / "none.ini"), f"--rootdir={folder}"),
            *(f"--seeds={seeds}", "--examples=3", str(folder / "test_drawn.py")),
        ],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    drawn: dict[str, list[int]] = {}
    for line in (folder / "drawn.jsonl").read_text(encoding="utf-8").splitlines():
        name, value = json.loads(line)
        drawn.setdefault(name, []).append(value)
    return drawn


def test_every_round_has_its_seed_and_as_many_examples_as_asked(tmp_path: Path) -> None:
    """A plug-in that is loaded and does nothing would let two hundred rounds be one."""
    (tmp_path / "none.ini").write_text("[pytest]\n", encoding="utf-8")
    once, two = (_rounds(tmp_path, seeds) for seeds in ("1", "1,2"))
    counts = {name: len(values) for name, values in once.items()}
    assert counts == {"usual": 3, "a": 3, "b": 3, "few": 2}
    for name, values in once.items():
        assert two[name][: len(values)] == values
        assert two[name][len(values) :] != values
        assert len(two[name]) == 2 * len(values)
