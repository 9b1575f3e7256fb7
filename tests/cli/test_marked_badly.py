"""What can be wrong with files of marks and typologies: one sentence each, from real commands."""

import pytest
from click.testing import CliRunner

from tertium.cli.main import cli
from tertium.exceptions import TertiumError

HEADER = "annotator,segment,system,side,start,end,category,severity,text,source,target,hash\n"
MARK = "a,1,x,target,0,2,accuracy,minor,Ha,Hi,Hallo,\n"
TYPOLOGY = """name: o
severities:
  - {id: minor, weight: 1}
  - {id: major, weight: 5}
nodes:
  - {id: accuracy}
  - {id: style}
"""


def run(*words):
    """Run a command and return what it printed, in both streams."""
    result = CliRunner().invoke(cli, [str(word) for word in words], standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    return " ".join((result.stdout + result.stderr).split())


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Work in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("a,1,x,target,0,99,accuracy,minor,,Hi,Hallo,",
         "e.csv:2:16: the passage ends at 99, after the end of the target"),
        ("a,1,x,target,4,2,accuracy,minor,,Hi,Hallo,",
         "e.csv:2:16: the span ends at 2 before it starts"),
        ("a,1,x,target,0,2,accuracy,minor,zz,Hi,Hallo,",
         "e.csv:2:33: 'zz' is not what the target says at this place"),
        (f"a,1,x,target,0,2,accuracy,minor,Ha,Hi,Hallo,{'0' * 64}",
         "e.csv:2:45: the target is not the text in which the passage was marked"),
        ("a,1,x,target,2,4,accuracy,minor,Ha,Hi,😀Hallo,",  # counted as UTF-16 counts
         "e.csv:2:33: 'Ha' is not what the target says at this place"),
        ("a,1,x,target,0,2,acuracy,minor,,Hi,Hallo,",
         "judgement row-1, typology mqm-core: no category named 'acuracy'"),
        ("a,1,x,target,0,2,accuracy,huge,,Hi,Hallo,",
         "judgement row-1, typology mqm-core: no severity named 'huge'"),
        ("a,1,x,target,0,2,accuracy,,,Hi,Hallo,", "judgement row-1: an error has no severity"),
        ("a,1,x,target,0,2,,,,Hi,Hallo,",
         "e.csv:2:19: the passage has neither category nor severity"),
    ],
)  # fmt: skip
def test_a_mark_that_cannot_be_is_told_with_its_place(folder, row, said):
    """What, where, and what to do."""
    (folder / "e.csv").write_text(HEADER + row + "\n", encoding="utf-8")
    with pytest.raises(TertiumError) as caught:
        run("errors", "e.csv", "--typology", "mqm-core")
    assert f"{caught.value.where}: {caught.value.what}" == said
    assert caught.value.fix


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("a,1,x,target,0,1,accuracy,minor,,Hi there,e\u0301a b,", "inside a character"),
        ("a,1,x,target,0,1,accuracy,minor,👩,Hi,👩‍👩‍👧!,", "inside a character"),
        ("a,1,x,target,0,5,accuracy,minor,👩‍👩‍👧,Hi,👩‍👩‍👧!,", ""),
        ("a,1,x,target,1,2,accuracy,minor,\u200b,Hi,a\u200bb,", ""),
        ("a,1,x,target,2,4,accuracy,minor,馆九,Hi,图书馆九点,", ""),
        ("a,1,x,target,0,5,accuracy,minor,مرحبا,Hi,مرحبا بك,", ""),
        ("a,1,x,target,0,2,magic,minor,Ha,Hi,Hallo,", "1 error has a category that mqm-core"),
    ],
)
def test_any_script_is_scored_and_what_is_odd_is_told(folder, row, said):
    """A file of others may cut characters; it is counted, and said."""
    (folder / "e.csv").write_text(HEADER + row + "\n", encoding="utf-8")
    told = run("errors", "e.csv")
    assert said in told
    assert ("inside a character" in told) == (said == "inside a character")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{id: minor}", "o.yaml:3: no key 'weight' in severities"),
        ("{id: minor, wieght: 1}", "o.yaml:3: no key 'weight' in severities"),
        ("{id: minor, weight: -1}", "o.yaml:3: weight: -1 is not possible"),
        ("{id: minor, weight: .inf}", "o.yaml:3: weight: inf is not possible"),
        ("{id: minor, weight: much}", "o.yaml:3: weight: 'much' is not a number"),
    ],
)
def test_a_weight_that_is_none_is_told_with_its_line(folder, line, said):
    """And a mistyped name is offered."""
    (folder / "o.yaml").write_text(TYPOLOGY.replace("{id: minor, weight: 1}", line))
    (folder / "e.csv").write_text(HEADER + MARK)
    with pytest.raises(TertiumError) as caught:
        run("errors", "e.csv", "--typology", "o.yaml")
    assert f"{caught.value.where}: {caught.value.what}" == said
    assert ("'wieght' meant?" in caught.value.fix) == ("wieght" in line)


def test_weights_of_nothing_are_told(folder):
    """A score of 100 by them means nothing."""
    (folder / "o.yaml").write_text(TYPOLOGY.replace("weight: 1", "weight: 0"))
    (folder / "e.csv").write_text(HEADER + MARK)
    assert "No error costs points" in run("errors", "e.csv", "--typology", "o.yaml")


def test_a_typology_that_is_edited_while_people_mark(folder):
    """What was marked is weighed as it was agreed, and nobody goes on with other names."""
    campaign = folder / "c"
    campaign.mkdir()
    texts = "source\tx\ty\nHello you\tHallo du\tHallo\nBye\tTschüss\tAde\n"
    (campaign / "texts.tsv").write_text(texts, encoding="utf-8")
    own = campaign / "o.yaml"
    own.write_text(TYPOLOGY)
    run("new", "c", "--protocol", "mqm", "--typology", "o.yaml",
        "--source-language", "en", "--target-language", "de")  # fmt: skip
    run("simulate", "campaign", "c")
    scores = run("errors", "c").partition("Scores")[2]
    for edit in (lambda: own.write_text(TYPOLOGY.replace("weight: 5", "weight: 50")), own.unlink):
        edit()
        told = run("errors", "c")
        assert "was changed after annotation began; errors are weighed by the one" in told
        assert told.partition("Scores")[2] == scores
    own.write_text(TYPOLOGY.replace("id: style", "id: manner"))
    with pytest.raises(TertiumError, match="typology of campaign 'c' was changed after") as caught:
        run("simulate", "campaign", "c")
    assert "tertium errors FOLDER --typology FILE" in caught.value.fix
    own.write_text(TYPOLOGY)
    assert "was changed" not in run("errors", "c")
