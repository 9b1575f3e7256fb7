"""What a phrase-based engine considered: Moses search graphs and n-best lists.

A search graph (`-output-search-graph`, plain or extended) has a line per hypothesis:

    0 hyp=5 stack=1 back=0 score=-1.2 transition=-1.2 … covered=2-3 out=the house

Each is a *transition*: the source words `covered` rendered by `out`, with a logarithmic
score. An n-best list has a line per translation, its fields separated by `|||`: sentence,
translation, scores by feature, total score and, if asked for, how phrases or words
correspond (`0-1=0-2 2=3` or `0-0 1-2`):

    0 ||| the house ||| lm: -3.1 tm: -0.2 ||| -1.7 ||| 0=0 1=1

Sentences are numbered from 0, as in the input of the engine.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from tertium.formats.files import read_bytes, read_head
from tertium.formats.given import GivenFile, Place
from tertium.formats.sheets import as_number
from tertium.text.align import Link
from tertium.text.entropy import Options
from tertium.text.renderings import JOINER, render

_NODE = re.compile(r"(\d+) hyp=(\d+) ")
_TRANSITION = re.compile(
    r"(?P<sentence>\d+) hyp=(?P<hypothesis>\d+) .*?\bback=(?P<back>\d+) .*?"
    r"\btransition=(?P<score>\S+) .*?"
    r"\bcovered=(?P<first>\d+)-(?P<last>\d+) (?:scores=\".*\" )?out=(?P<out>.*)"
)
_PHRASE = re.compile(r"(\d+)(?:-(\d+))?=(\d+)(?:-(\d+))?")
_LINK = re.compile(r"(\d+)-(\d+)")
_SEPARATOR = "|||"


def is_moses(path: Path) -> bool:
    """Tell whether a file begins like a search graph or an n-best list."""
    first = _first_line(path)
    return bool(_NODE.match(first) or re.match(rf"\d+ {re.escape(_SEPARATOR)} ", first))


def read_moses(path: Path) -> Options:
    """Return the options of a search graph or an n-best list, whichever the file is."""
    first = _first_line(path)
    if _NODE.match(first):
        return read_search_graph(path)
    if _SEPARATOR in first:
        return read_n_best(path)
    read_bytes(path)  # an empty or damaged file has its own words
    raise Place(f"{path}:1").wrong(
        "this is neither a Moses search graph nor an n-best list",
        "Name a file written by -output-search-graph or -n-best-list.",
    )


@dataclass(slots=True)
class _Rows:
    """Options as they are read, sentence by sentence."""

    kind: str
    sentence: list[int] = field(default_factory=list)
    position: list[int] = field(default_factory=list)
    rendering: list[str] = field(default_factory=list)
    score: list[float] = field(default_factory=list)
    before: list[str] = field(default_factory=list)
    path: list[float] = field(default_factory=list)
    lengths: dict[int, int] = field(default_factory=dict)
    words: dict[int, dict[int, str]] = field(default_factory=dict)
    where: dict[int, str] = field(default_factory=dict)

    def begin(self, sentence: int, where: Place) -> None:
        """Note where a sentence is first mentioned."""
        self.where.setdefault(sentence, where)
        self.lengths.setdefault(sentence, 0)

    def add(self, sentence: int, position: int, rendering: str, score: float) -> None:
        """Add how one option renders one source word."""
        self.sentence.append(sentence)
        self.position.append(position)
        self.rendering.append(rendering)
        self.score.append(score)
        self.lengths[sentence] = max(self.lengths[sentence], position + 1)

    def options(self, path: Path) -> Options:
        """Return all of it; sentences that are missing have no words."""
        if not self.sentence:
            raise Place(path).wrong(
                f"the {self.kind} has no options", "Name the complete file of the engine."
            )
        number = max(self.lengths) + 1
        lengths = tuple(self.lengths.get(at, 0) for at in range(number))
        return Options(
            kind=self.kind,
            sentence=np.array(self.sentence, dtype=np.int64),
            position=np.array(self.position, dtype=np.int64),
            rendering=tuple(self.rendering),
            score=np.array(self.score),
            lengths=lengths,
            words=tuple(
                tuple(self.words.get(at, {}).get(place, "") for place in range(length))
                for at, length in enumerate(lengths)
            ),
            where=tuple(self.where.get(at, str(path)) for at in range(number)),
            before=tuple(self.before),
            path=np.array(self.path) if self.path else None,
        )


def read_search_graph(path: Path) -> Options:
    """Return every transition of a search graph as an option of the words it covers.

    Moses writes a hypothesis after the one it comes from (`back`).
    """
    rows = _Rows("search graph")
    reached: dict[tuple[int, int], tuple[str, float]] = {}  # the last word, and the score so far
    for where, text in _lines(path):
        node = _NODE.match(text)
        if node is None:
            raise where.wrong(
                "this line is not a hypothesis of a search graph",
                "Every line begins with the sentence and hyp=…, as Moses writes them.",
            )
        rows.begin(int(node[1]), where)
        if int(node[2]) == 0:
            continue  # the empty hypothesis, where all paths begin
        found = _TRANSITION.fullmatch(text)
        if found is None:
            raise where.wrong(
                "this hypothesis lacks transition=, covered= or out=",
                "Write the graph with -output-search-graph or -output-search-graph-extended.",
            )
        sentence, first, last = (int(found[name]) for name in ("sentence", "first", "last"))
        if last < first:
            raise where.wrong(
                f"covered={first}-{last} ends before it begins", "Name the file as Moses wrote it."
            )
        out, source = _phrases(found["out"], last - first + 1)
        score = _number(found["score"], "transition", where)
        before, so_far = reached.get((sentence, int(found["back"])), ("", 0.0))
        last_word = out.split(JOINER)[-1] or before
        reached[sentence, int(found["hypothesis"])] = last_word, so_far + score
        for at in range(first, last + 1):
            rows.add(sentence, at, out, score)
            rows.before.append(before)
            rows.path.append(so_far)
            if source:
                rows.words.setdefault(sentence, {})[at] = source[at - first]
    return rows.options(path)


def read_n_best(path: Path) -> Options:
    """Return every translation of an n-best list as an option of each source word."""
    rows = _Rows("n-best list")
    hypotheses: dict[int, list[tuple[float, dict[int, str]]]] = {}
    for where, text in _lines(path):
        fields = [part.strip() for part in text.split(_SEPARATOR)]
        if len(fields) < 4 or not fields[0].isdigit():
            raise where.wrong(
                "this translation has no total score, so it has no probability"
                if fields[0].isdigit() and len(fields) > 1
                else "this line is not a translation of an n-best list",
                "Every line has sentence ||| translation ||| feature scores ||| total score, "
                "and then how the words correspond.",
            )
        sentence = int(fields[0])
        score = _number(fields[3], "total score", where)
        if len(fields) < 5 or not any(fields[4:]):
            raise where.wrong(
                "this translation has no word alignment",
                "Let Moses write it: -print-alignment-info-in-n-best, or "
                "-include-segmentation-in-n-best.",
            )
        target = fields[1].split()
        links = _links(fields[4:], len(target), where)
        rows.begin(sentence, where)
        length = 1 + max((s for s, _ in links), default=-1)
        rendered = render(length, target, frozenset(links))
        hypotheses.setdefault(sentence, []).append(
            (score, {at: word.text for at, word in enumerate(rendered)})
        )
    for sentence, listed in hypotheses.items():
        length = max((len(words) for _, words in listed), default=0)
        for score, words in listed:
            for at in range(length):  # a word that one translation leaves out is an option too
                rows.add(sentence, at, words.get(at, ""), score)
    return rows.options(path)


def _first_line(path: Path) -> str:
    """Return how a file begins; graphs are large, so only that is read."""
    return read_head(path).decode("utf-8", errors="replace").lstrip().split("\n")[0]


def _lines(path: Path) -> Iterator[tuple[Place, str]]:
    file = GivenFile(path)
    for number, line in file.lines():
        yield file.place(number), line.strip()


def _phrases(out: str, covered: int) -> tuple[str, list[str]]:
    """Return the rendering and, from an extended graph, the source words it covers."""
    source: list[str] = []
    if len(out) > 1 and out[0] == out[-1] == '"':
        before, _, out = out[1:-1].partition("|")
        source = before.split()
    return JOINER.join(out.split()), source if len(source) == covered else []


def _links(fields: Sequence[str], targets: int, where: Place) -> set[Link]:
    """Return links from phrases (`0-1=0-2`) or, where they are given, from words (`0-0`)."""
    links: set[Link] = set()
    for part in fields:
        words: set[Link] = set()
        phrases: set[Link] = set()
        for piece in part.split():
            if found := _PHRASE.fullmatch(piece):
                source = range(int(found[1]), int(found[2] or found[1]) + 1)
                target = range(int(found[3]), int(found[4] or found[3]) + 1)
                phrases |= {(s, t) for s in source for t in target}
            elif found := _LINK.fullmatch(piece):
                words.add((int(found[1]), int(found[2])))
            else:
                raise where.wrong(
                    f"{piece!r} is not a word alignment",
                    "Write phrases as 0-1=0-2, or words as 0-0.",
                )
        links = words or links or phrases
    outside = next((t for _, t in sorted(links) if t >= targets), None)
    if outside is not None:
        raise where.wrong(
            f"the alignment points to target word {outside}, but the translation has "
            f"{targets} words",
            "Name the file as Moses wrote it; words count from 0.",
        )
    return links


def _number(text: str, what: str, where: Place) -> float:
    number = as_number(text.split()[0] if text else "")
    if not np.isfinite(number):
        raise where.wrong(
            f"the {what} {text!r} is not a number",
            "Every option needs a logarithmic score, from which its probability follows.",
        )
    return number
