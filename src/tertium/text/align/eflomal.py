"""eflomal (Östling and Tiedemann, 2016), run as a program where it is installed.

It aligns by sampling, so two runs differ a little. Its licence is the GPL; Tertium neither
contains nor imports it.
"""

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tertium.exceptions import BadInput
from tertium.text.align.corpus import Sentence
from tertium.text.align.pharaoh import read_links
from tertium.text.align.symmetrise import Links, grow_diag_final_and

PROGRAM = "eflomal-align"


def align_eflomal(sources: Sequence[Sentence], targets: Sequence[Sentence]) -> list[Links]:
    """Return the links of every sentence pair, symmetrised as those of the built-in aligner."""
    program = shutil.which(PROGRAM)
    if program is None:
        raise BadInput(
            f"the program {PROGRAM} is not installed",
            fix="Install it (pip install eflomal), or choose the aligner 'builtin'.",
        )
    kept = [at for at, (s, t) in enumerate(zip(sources, targets, strict=True)) if s and t]
    found: list[Links] = [frozenset()] * len(sources)
    if not kept:
        return found
    with TemporaryDirectory(prefix="tertium-align-") as name:
        folder = Path(name)
        _write(folder / "source", [sources[at] for at in kept])
        _write(folder / "target", [targets[at] for at in kept])
        options = {"-s": "source", "-t": "target", "-f": "forward", "-r": "backward"}
        told = [word for option, file in options.items() for word in (option, str(folder / file))]
        ran = subprocess.run([program, *told], capture_output=True, text=True, check=False)
        if ran.returncode:
            reason = (ran.stderr.strip().splitlines() or ["no reason given"])[-1]
            raise BadInput(
                f"{PROGRAM} stopped with exit code {ran.returncode} ({reason})",
                fix="Run it on the same texts by hand, or choose the aligner 'builtin'.",
            )
        both = [
            (folder / file).read_text(encoding="utf-8").splitlines()
            for file in ("forward", "backward")
        ]
    if {len(lines) for lines in both} != {len(kept)}:
        raise BadInput(
            f"{PROGRAM} aligned {len(both[0])} of {len(kept)} sentence pairs",
            fix="Use another version of it, or choose the aligner 'builtin'.",
        )
    for at, forward, backward in zip(kept, *both, strict=True):
        sizes = len(sources[at]), len(targets[at])
        found[at] = grow_diag_final_and(
            read_links(forward, *sizes, where=PROGRAM), read_links(backward, *sizes, where=PROGRAM)
        )
    return found


def _write(path: Path, sentences: Sequence[Sentence]) -> None:
    """Write a sentence a line; a word that holds white space must not become two."""
    lines = (" ".join("_".join(word.split()) for word in words) for words in sentences)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
