"""How good are the two aligners beside alignments made by hand, and what does it do to HH?

Both align the 1,002 sentence pairs of LeConTra, and nothing else, from scratch: that is what
`tertium entropy` does with raw texts. All links made by hand are sure, and groups of words
are linked each with each, as in the TPR-DB; nobody reaches all of those. The constants of
the built-in aligner were chosen on this corpus, at first on all of it, then on texts 01 to
12, which flatters it a little; eflomal runs with its defaults. HH from found links is
compared with HH from those made by hand, word by word.
"""

import shutil
import time
from collections.abc import Sequence

import numpy as np

from studies import Evidence
from studies._lecontra import DATA, Aligned, aligned
from tertium.stats.result import signature
from tertium.text.align import ALIGNERS, PROGRAM, Aligner, Links, align, score_alignment
from tertium.text.entropy import folded, variety
from tertium.text.renderings import Translation, collect, jumps, render

CHOSEN = 12  # texts on which constants were chosen
HEAD = (
    "| aligner | texts | precision | recall | error rate | words rendered exactly | "
    "mean HH | by hand | r | mean difference | seconds |\n"
    "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
)


def human_entropy(pairs: Aligned, links: Sequence[Links]) -> tuple[np.ndarray, list[str]]:
    """Return HH of all words with these links, and the renderings of all rows."""
    translations = []
    for segment, translator, source, target, own in zip(
        pairs.segment, pairs.translator, pairs.source, pairs.target, links, strict=True
    ):
        rendered = render(len(source), target, own)
        translations.append(
            Translation(segment, translator, tuple(source), rendered, jumps(rendered))
        )
    found = collect(translations)
    _, text = np.unique([folded(text) for text in found.texts], return_inverse=True)
    entropy = variety(found.word, text[found.rendering], len(found.words)).plain
    return entropy, [folded(found.texts[code]) for code in found.rendering]


def measure(pairs: Aligned, links: Sequence[Links], label: str, seconds: float) -> list[str]:
    """Return the rows of one aligner: all texts, and those on which nothing was chosen."""
    late = [int(name.split(".")[0]) > CHOSEN for name in pairs.segment]
    rows = []
    for texts, kept in (("all", [True] * len(late)), (f"from {CHOSEN + 1}", late)):
        some = Aligned(
            *(
                [one for one, there in zip(column, kept, strict=True) if there]
                for column in (
                    pairs.segment, pairs.translator, pairs.source, pairs.target, pairs.links,
                )
            )
        )  # fmt: skip
        own = [one for one, there in zip(links, kept, strict=True) if there]
        score = score_alignment(own, some.links)
        (hh, texts_found), (given, texts_given) = (
            human_entropy(some, one) for one in (own, some.links)
        )
        same = np.mean([a == b for a, b in zip(texts_found, texts_given, strict=True)])
        rows.append(
            f"| {label} | {texts} | {score.precision:.3f} | {score.recall:.3f} | "
            f"{score.error_rate:.3f} | {same:.1%} | {hh.mean():.2f} | {given.mean():.2f} | "
            f"{np.corrcoef(hh, given)[0, 1]:.2f} | {np.abs(hh - given).mean():.2f} | "
            f"{seconds:.1f} |"
        )
    return rows


def _measured(pairs: Aligned, aligner: Aligner) -> list[str]:
    start = time.perf_counter()
    links = align(pairs.source, pairs.target, aligner=aligner)
    return measure(pairs, links, aligner, time.perf_counter() - start)


def run() -> Evidence:
    """Measure the aligners that are installed."""
    if not DATA.is_dir():
        raise SystemExit("LeConTra is not beside this checkout; nothing was measured.")
    pairs = aligned()
    rows = [HEAD]
    for aligner in ALIGNERS:
        if aligner == "builtin" or shutil.which(PROGRAM):
            rows += _measured(pairs, aligner)
        else:
            rows.append(f"| {aligner} | – | not installed | | | | | | | | |")
    table = "\n".join(rows)
    print(table)
    body = (
        f"{__doc__.partition(chr(10))[2].strip()}\n\n{table}\n\n"
        "Wrong links look like further renderings and raise HH; missing ones look like words that "
        "everybody left out and lower it. The mean over a text stays near that by hand, but the HH "
        "of a single word is off by the mean difference given. eflomal draws at random: its "
        "numbers change a little from run to run. Seconds are of one run on the same machine, "
        "while it was busy with other things too."
    )
    return Evidence(
        "Aligners beside alignments made by hand",
        body,
        signature("study-alignment", pairs=len(pairs.segment), symmetrised="grow-diag-final-and"),
    )
