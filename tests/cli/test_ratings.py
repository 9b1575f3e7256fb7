"""`tertium ratings` on the example file, and `rank` that points to it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tertium.cli.examples import EXAMPLES
from tertium.cli.main import cli
from tertium.exceptions import BadInput, NotFound

FILE = str(EXAMPLES / "ratings.csv")


def run(*words):
    """Return what a command prints."""
    return CliRunner().invoke(cli, words, standalone_mode=False, catch_exceptions=False).stdout


def test_every_aspect_is_analysed_by_tag():
    """The JSON of the example has both aspects, groups and tags."""
    found = json.loads(run("ratings", FILE, "--by", "level", "--format", "json"))
    assert [one["aspect"] for one in found["aspects"]] == ["adequacy", "fluency"]
    first = found["aspects"][0]
    assert [one["tag"] for one in first["tags"]] == ["easy", "hard"]
    assert [one["group"] for one in first["groups"]] == ["crowd", "expert"]
    assert found["signature"].startswith("ratings|aspect:adequacy+fluency|")


def test_a_column_that_is_not_there_is_named():
    """One sentence each."""
    with pytest.raises(NotFound, match="no column named 'levle'"):
        run("ratings", FILE, "--by", "levle")
    with pytest.raises(BadInput, match="the column 'domain' is empty"):
        run("ratings", FILE, "--by", "domain")
    with pytest.raises(NotFound, match="no aspect named 'style'"):
        run("ratings", FILE, "--aspect", "style")
    with pytest.raises(BadInput, match="--steps 5"):
        run("ratings", str(EXAMPLES / "scores.csv"))


def test_results_by_any_column_of_a_file(tmp_path):
    """A column of one's own is a tag; others beside it do no harm, a mistyped one is refused."""
    lines = Path(FILE).read_text(encoding="utf-8").splitlines()
    at = lines[0].split(",").index("level")
    longer = [f"{line},{line.split(',')[at]},{n}" for n, line in enumerate(lines[1:])]
    path = tmp_path / "tagged.csv"
    path.write_text("\n".join([f"{lines[0]},how hard,number", *longer]) + "\n", encoding="utf-8")
    known = json.loads(run("ratings", FILE, "--by", "level", "--format", "json"))
    found = json.loads(run("ratings", str(path), "--by", "how hard", "--format", "json"))
    assert found["aspects"] == known["aspects"]
    with pytest.raises(BadInput, match=r"unknown column 'how hard'.*name one as --by"):
        run("ratings", str(path))
    with pytest.raises(NotFound, match=r"no column named 'how har'. Did you mean 'how hard'"):
        run("ratings", str(path), "--by", "how har")
    mistyped = [lines[0].replace("document", "documnet") + ",topic", *(f"{n},x" for n in lines[1:])]
    path.write_text("\n".join(mistyped) + "\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"unknown column 'documnet'. Did you mean 'document'"):
        run("ratings", str(path), "--by", "topic")


def test_results_by_a_tag_of_a_campaign(tmp_path):
    """`new --tag` keeps a column of the texts for analyses; it is no system."""
    folder = tmp_path / "notices"
    folder.mkdir()
    rows = [f"s{n},Text {n} here.,Eins {n}.,Zwei {n}.,{'law' if n < 4 else 'news'}"
            for n in range(8)]  # fmt: skip
    text = "\n".join(["segment,source,one,two,topic", *rows]) + "\n"
    (folder / "texts.csv").write_text(text, encoding="utf-8")
    new = ("new", str(folder), "--protocol", "rating", "--scale", "adequacy",
           "--source-language", "en", "--target-language", "de", "--annotators", "2")  # fmt: skip
    with pytest.raises(NotFound, match="no column named 'genre'"):
        run(*new, "--tag", "genre")
    said = run(*new, "--tag", "topic")
    assert "system: two" in said
    assert "system: topic" not in said
    run("simulate", "campaign", str(folder))
    (found,) = json.loads(run("ratings", str(folder), "--by", "topic", "--format", "json"))[
        "aspects"
    ]
    assert [one["tag"] for one in found["tags"]] == ["law", "news"]
    assert sum(one["judgements"] for one in found["tags"]) == found["judgements"] > 24
    agreed = json.loads(run("agree", str(folder), "--by", "topic", "--format", "json"))
    assert [one["name"] for one in agreed["by"]] == ["law", "news"]
    with pytest.raises(NotFound, match=r"no column named 'topics'. Did you mean 'topic'"):
        run("ratings", str(folder), "--by", "topics")
    file = folder / "campaign.toml"
    file.write_text(file.read_text().replace('["topic"]', '["theme"]'), encoding="utf-8")
    with pytest.raises(BadInput, match=r"no column 'theme' in .*texts.csv"):
        run("check", str(folder))


def test_fine_scores_are_cut():
    """Scores from 0 to 100 in five steps."""
    found = json.loads(
        run("ratings", str(EXAMPLES / "scores.csv"), "--steps", "5", "--format", "json")
    )
    assert found["aspects"][0]["labels"][-1] == "80–100"


def test_rank_points_to_ratings():
    """Few ordered categories have an analysis of their own."""
    said = run("rank", FILE, "--aspect", "adequacy")
    assert "tertium ratings" in " ".join(said.split())
    assert "tertium ratings" not in run("rank", str(EXAMPLES / "scores.csv"))


def test_a_ranking_says_that_it_averages_what_should_not_be(tmp_path):
    """TURKOISE is ordered by danger: ratings has no mean, and rank says that it has one."""
    file = tmp_path / "turkoise.csv"
    rows = [
        f"a{j},{s},y{k},{1 + (j + s * k) % 4}" for j in range(3) for s in range(6) for k in (1, 2)
    ]
    file.write_text("\n".join(["annotator,segment,system,score", *rows]) + "\n", encoding="utf-8")
    said = " ".join(run("rank", str(file), "--scale", "turkoise").split())
    assert "this ranking averages them" in said
    found = json.loads(run("ratings", str(file), "--scale", "turkoise", "--format", "json"))
    assert found["aspects"][0]["labels"] == ["DANG", "NONS", "MEAN", "CCOR"]
    assert found["aspects"][0]["systems"][0]["mean"] is None


def test_labels_are_rated_on_the_scale_that_orders_them(tmp_path):
    """A file of labels says what its numbers say; without a scale it is refused."""
    labels = ("DANG", "NONS", "MEAN", "CCOR")
    rows = [(f"e{who}", f"s{item}", system, (item + who * (system == "b")) % 4)
            for who in range(3) for item in range(12) for system in "ab"]  # fmt: skip
    said, scored = tmp_path / "labels.csv", tmp_path / "scores.csv"
    for path, column, words in (
        (said, "label", labels),
        (scored, "score", ("1", "2", "3", "4")),
    ):
        lines = [f"{who},{item},{system},{words[step]}" for who, item, system, step in rows]
        path.write_text("\n".join([f"annotator,segment,system,{column}", *lines]) + "\n")
    found, numbers = (
        json.loads(run("ratings", str(path), "--scale", "turkoise", "--format", "json"))["aspects"]
        for path in (said, scored)
    )
    assert found == numbers
    assert found[0]["labels"] == list(labels)
    with pytest.raises(BadInput, match="name a scale that has them"):
        run("ratings", str(said))
    with pytest.raises(NotFound, match="no answer named 'CCOR'"):
        run("ratings", str(said), "--scale", "fluency")
    ranked = json.loads(run("rank", str(said), "--scale", "turkoise", "--format", "json"))
    assert [one["system"] for one in ranked["systems"]]
