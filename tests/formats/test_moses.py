"""Search graphs and n-best lists of Moses, whole and broken."""

import gzip

import numpy as np
import pytest

from tertium.exceptions import BadInput
from tertium.formats.moses import is_moses, read_moses
from tertium.text.entropy import entropy, machine_entropy

# After figure 4 of the paper (Och et al., 2003): "was hast du gesagt ?"
GRAPH = """\
0 hyp=0 stack=0 forward=1 fscore=-2.0
0 hyp=1 stack=1 back=0 score=-0.3 transition=-0.3 forward=3 fscore=-2.0 covered=0-0 out=what
0 hyp=2 stack=1 back=0 score=-1.2 transition=-1.2 forward=4 fscore=-2.9 covered=0-0 out=how
0 hyp=3 stack=2 back=1 score=-1.0 transition=-0.7 forward=6 fscore=-2.0 covered=1-1 out=have
0 hyp=4 stack=2 back=1 score=-1.1 transition=-0.8 forward=6 fscore=-2.1 covered=1-1 out=did
0 hyp=5 stack=2 back=2 score=-2.4 transition=-1.2 recombined=4 forward=6 fscore=-3.4 covered=1-1 out=do
0 hyp=6 stack=2 back=2 score=-2.6 transition=-1.4 forward=7 fscore=-3.6 covered=1-1 out=are
0 hyp=7 stack=3 back=3 score=-1.2 transition=-0.2 forward=8 fscore=-2.0 covered=2-2 out=you
0 hyp=8 stack=3 back=4 score=-1.4 transition=-0.3 forward=9 fscore=-2.1 covered=2-2 out=you
0 hyp=9 stack=5 back=7 score=-2.0 transition=-0.8 forward=-1 fscore=-2.0 covered=3-4 out=said ?
1 hyp=0 stack=0 forward=1 fscore=-7
1 hyp=1 stack=1 back=0 score=-7 transition=-7.0 forward=-1 fscore=-7 covered=0-0 out=Krzyszowski
"""  # noqa: E501
EXTENDED = (
    "0 hyp=3 stack=1 back=0 score=-1.5 transition=-1.5 forward=-1 fscore=-1.5 covered=0-1 "
    'scores="d: 0, lm: -3.1, tm: -0.2 out=" out="guten Tag|hello there"\n'
)
N_BEST = """\
0 ||| the house  ||| d: 0 lm: -3 ||| -1.0 ||| 0=0 1=1
0 ||| the home  ||| d: 0 lm: -3 ||| -2.0 ||| 0=0 1=1
0 ||| house ||| d: 0 lm: -3 ||| -3.0 ||| 1=0
1 ||| of course ||| lm0= -1 ||| -0.5 ||| 0=0-1 ||| 0-0 0-1
"""


@pytest.fixture
def file(tmp_path):
    """Return a function that writes a text to a file."""

    def write(text, name="moses.txt"):
        path = tmp_path / name
        content = text.encode()
        path.write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
        return path

    return write


def test_a_graph_renders_each_source_word(file):
    """Four renderings of "hast", one of "du": MH(hast) is higher than MH(du), as the paper says."""
    path = file(GRAPH)
    assert is_moses(path)
    options = read_moses(path)
    assert options.kind == "search graph"
    assert options.lengths == (5, 1)
    found = machine_entropy(options)
    what, how = np.exp([-0.7, -0.8]), np.exp([-1.2, -1.4])  # after these words
    likely = np.exp([-0.3, -1.2]) * [what.sum(), how.sum()]
    hast = np.average([entropy(what), entropy(how)], weights=likely)
    assert found.entropy[1] == pytest.approx(hast)
    assert found.entropy[2:6].tolist() == [0, 0, 0, 0]
    assert found.kinds[:3].tolist() == [2, 4, 1]
    assert "said_?" in options.rendering


def test_an_extended_graph_tells_source_words(file):
    """What stands in quotation marks, even out=, is not mistaken for a field."""
    options = read_moses(file(EXTENDED))
    assert options.words == (("guten", "Tag"),)
    assert set(options.rendering) == {"hello_there"}


def test_an_n_best_list_is_weighed_by_its_scores(file):
    """Every translation renders every word, also by leaving it out."""
    options = read_moses(file(N_BEST, "list.gz"))
    assert options.kind == "n-best list"
    found = machine_entropy(options)
    first, second, third = np.exp([-1.0, -2.0, -3.0])
    assert found.entropy[0] == pytest.approx(entropy([first + second, third]))
    assert found.entropy[1] == pytest.approx(entropy([first + third, second]))
    assert found.entropy[2] == 0
    assert options.rendering[-1] == "of_course"


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        (N_BEST + "1 ||| so ||| lm: -1\n", 5, "has no total score, so it has no probability"),
        (N_BEST + "1 ||| so ||| lm: -1 ||| ||| 0=0\n", 5, "total score '' is not a number"),
        (N_BEST + "1 ||| so ||| lm: -1 ||| high ||| 0=0\n", 5, "'high' is not a number"),
        (N_BEST + "1 ||| so ||| lm: -1 ||| -1\n", 5, "has no word alignment"),
        (N_BEST + "1 ||| so ||| lm: -1 ||| -1 ||| 0=1\n", 5, "points to target word 1, but"),
        (N_BEST + "1 ||| so ||| lm: -1 ||| -1 ||| 0/1\n", 5, "'0/1' is not a word alignment"),
        (N_BEST + "so\n", 5, "not a translation of an n-best list"),
        (GRAPH + "so\n", 13, "not a hypothesis of a search graph"),
        (GRAPH + "1 hyp=2 stack=1 back=0 covered=0-0 out=x\n", 13, "lacks transition="),
        (GRAPH + GRAPH.splitlines()[1].replace("0-0", "3-1"), 13, "ends before it begins"),
        (GRAPH + GRAPH.splitlines()[1].replace("n=-0.3", "n=nan"), 13, "'nan' is not a number"),
        ("just text\n", 1, "neither a Moses search graph nor an n-best list"),
    ],
)
def test_broken_files_are_told_with_their_line(file, text, line, told):
    """One clear sentence with file and line."""
    path = file(text)
    with pytest.raises(BadInput, match=told) as caught:
        read_moses(path)
    assert str(caught.value).startswith(f"{path}:{line}: ")


def test_empty_and_damaged_files_are_told(file):
    """They are not taken for something else."""
    with pytest.raises(BadInput, match="the file is empty"):
        read_moses(file("\n"))
    path = file(GRAPH, "graph.gz")
    path.write_bytes(path.read_bytes()[:30])
    assert not is_moses(path)
    with pytest.raises(BadInput, match="the gzip archive is damaged"):
        read_moses(path)


def test_a_graph_without_options_is_refused(file):
    """Only empty hypotheses are nothing."""
    with pytest.raises(BadInput, match="the search graph has no options"):
        read_moses(file(GRAPH.splitlines()[0] + "\n"))


def test_transitions_of_different_words_before_are_not_pooled(tmp_path):
    """Figure 4 of Carl and Schaeffer (2014): “hast” has two ways to go on, “du” has one."""
    path = tmp_path / "graph"
    half = -0.6931471805599453
    lines = [(1, 0, half, 0, "what"), (2, 0, half, 0, "how"),
             (3, 1, half, 1, "have"), (4, 1, half, 1, "did"),
             (5, 2, half, 1, "do"), (6, 2, half, 1, "are"),
             *((7 + at, 3 + at, 0.0, 2, "you") for at in range(4))]  # fmt: skip
    path.write_text(
        "0 hyp=0 stack=0 forward=1 fscore=0\n"
        + "\n".join(
            f"0 hyp={hyp} stack=1 back={back} score=0 transition={score} forward=-1 fscore=0 "
            f"covered={at}-{at} out={out}"
            for hyp, back, score, at, out in lines
        ),
        encoding="utf-8",
    )
    found = machine_entropy(read_moses(path), drop=0)
    np.testing.assert_allclose(found.entropy, [1.0, 1.0, 0.0], atol=1e-9)
    assert found.kinds.tolist() == [2, 4, 1]
