"""`tertium agree` on rating scales from the command line: labels, groups, gold, bad input."""

import csv
import json

import pytest
from click.testing import CliRunner

from tertium.cli.examples import EXAMPLES
from tertium.cli.main import cli
from tertium.exceptions import TertiumError

RATINGS = EXAMPLES / "simulated-turkoise.csv"
GOLD = EXAMPLES / "simulated-turkoise-gold.csv"


def agreed(*words, file=RATINGS):
    """Return the JSON of the command, or the sentence with which it refuses."""
    arguments = ["agree", str(file), *map(str, words), "--format", "json"]
    done = CliRunner().invoke(cli, arguments, standalone_mode=False)
    if isinstance(done.exception, TertiumError):
        return str(done.exception)
    if done.exception is not None:
        raise done.exception
    return json.loads(done.stdout)


@pytest.mark.parametrize("method", ["majority", "dawid-skene", "mace"])
def test_labels_are_written_beside_the_result(tmp_path, method):
    """A row for each output, under the declared columns."""
    path = tmp_path / "out.csv"
    found = agreed("--consensus", method, "--labels", path, "--gold", GOLD)
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == ["segment", "system", "aspect", "label", "probability", "votes"]
    assert len(rows) == found["consensus"]["items"] == 60
    assert {row["votes"] for row in rows} == {"8"}
    accuracy = found["consensus"]["accuracy"]
    assert accuracy["items"] == 20
    assert 0.6 < accuracy["accuracy"]["low"] < accuracy["accuracy"]["value"] <= 1
    ties = [row for row in rows if not row["label"]]
    assert len(ties) == found["consensus"]["tied"]
    assert [one["annotators"] for one in found["consensus"]["smaller"]] == [1, 3, 5, 7]


def test_everything_is_in_the_result():
    """The fields of the scale's part, by their names."""
    found = agreed("--by", "group", "--growth", "3,5,8", "--merge", "good=CCOR+MEAN,bad=NONS+DANG")
    assert [one["name"] for one in found["by"]] == ["crowd", "translators"]
    assert [one["annotators"] for one in found["growth"]] == [3, 5, 8]
    assert [one["category"] for one in found["by_category"]] == ["good", "bad"]
    assert found["most_disputed"][0]["answers"].keys() == {
        *(f"crowd-{n}" for n in range(1, 6)),
        *(f"translator-{n}" for n in range(1, 4)),
    }
    assert found["consensus"] is None


def test_a_scale_gives_labels_their_order():
    """Ordinal α with nominal beside it, distances, ordinal consensus; numbers are not averaged."""
    found = agreed("--scale", "turkoise", "--consensus", "ordinal", "--gold", GOLD)
    assert (found["metric"], found["icc"]) == ("ordinal", [])
    assert found["categories"] == ["DANG", "NONS", "MEAN", "CCOR"]
    nominal = agreed()
    assert found["krippendorff_nominal"] == nominal["krippendorff"]
    assert found["krippendorff"]["value"] != nominal["krippendorff"]["value"]
    assert sum(one["pairs"] for one in found["distances"]) == 60 * 28
    assert found["consensus"]["accuracy"]["accuracy"]["value"] > 0.8
    flags = [{one["annotator"]: one["flag"] for one in some["by_annotator"]}
             for some in (found, nominal)]  # fmt: skip
    assert flags[0] == flags[1]
    assert flags[0]["crowd-5"] == "careless"


def test_a_campaign_of_ratings_is_measured_on_its_first_scale(tmp_path):
    """The names of the scale are its categories, and disputed items have their texts."""
    folder = tmp_path / "island"
    folder.mkdir()
    (folder / "source.txt").write_text("He called her.\nThe cat sat.\nIt rains.\n")
    (folder / "acme.txt").write_text("Er rief sie an.\nDie Katze saß.\nEs regnet.\n")
    for words in (
        ("new", str(folder), "--source-language", "en", "--target-language", "de",
         "--protocol", "rating", "--annotators", "3"),
        ("simulate", "campaign", str(folder)),
    ):  # fmt: skip
        assert CliRunner().invoke(cli, words, standalone_mode=False).exception is None
    found = agreed("--consensus", "ordinal", file=folder)
    assert found["metric"] == "ordinal"
    assert found["categories"][0] == "incomprehensible"
    assert found["categories"][-1] == "flawless"
    texts = {(one["source"], one["output"]) for one in found["most_disputed"]}
    assert texts <= {("He called her.", "Er rief sie an."), ("The cat sat.", "Die Katze saß."),
                     ("It rains.", "Es regnet.")}  # fmt: skip
    assert len(texts) > 0
    assert {one["aspect"] for one in found["consensus"]["labels"]} == {"fluency"}


def test_language_pairs_are_groups_too(tmp_path):
    """All pairs together, and each by itself."""
    path = tmp_path / "two.csv"
    rows = ["annotator,segment,system,label,source_language,target_language"]
    rows += [f"{w},{target}{n},sys,{'good' if n % 2 else 'bad'},en,{target}"
             for w in "ab" for n in range(12) for target in ("de", "fr")]  # fmt: skip
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    found = agreed("--by", "language-pair", file=path)
    assert [(one["name"], one["items"]) for one in found["by"]] == [("en-de", 12), ("en-fr", 12)]
    assert found["items"] == 24


def test_any_column_makes_groups(tmp_path):
    """Of segments or of annotators; a column with several values for all of them is refused."""
    path = tmp_path / "labels.csv"
    rows = ["annotator,segment,system,label,topic,pace,mood"]
    rows += [
        f"{who},s{n},sys,{'good' if n % 3 else 'bad'},{'law' if n < 4 else 'news'},"
        f"{'slow' if who == 'c' else 'quick'},{'up' if (n + (who == 'b')) % 2 else 'down'}"
        for who in "abc"
        for n in range(12)
    ]
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    by_topic = agreed("--by", "topic", file=path)["by"]
    assert [(one["name"], one["items"]) for one in by_topic] == [("law", 4), ("news", 8)]
    by_pace = agreed("--by", "pace", file=path)["by"]
    assert [(one["name"], one["annotators"]) for one in by_pace] == [("quick", 2), ("slow", 1)]
    assert "'mood' has several values for one segment" in agreed("--by", "mood", file=path)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--merge", "good=FINE"), "no label named 'FINE'"),
        (("--merge", "good=CCOR,bad=CCOR"), "the label 'CCOR' is in 'good' and in 'bad'"),
        (("--growth", "9"), "no item was rated by more than 8"),
        (("--growth", "many"), "'many' is not a list of numbers"),
        (("--by", "level"), "the column 'level' is empty"),
        (("--by", "genre"), "no column named 'genre'"),
        (("--labels", "out.csv"), "there are no consensus labels to write"),
        (("--labels", "out.pdf", "--consensus", "mace"), "are not written as .pdf"),
        (("--gold", GOLD), "gold labels are compared with a consensus"),
        (("--consensus", "ordinal"), "these labels have no order that is known"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(words, sentence):
    """What, where, and what to do."""
    assert sentence in agreed(*words)


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ("t999,CCOR", "no segment named 't999'"),
        ("t001,FINE", "no label named 'FINE'"),
        ("t001,", "the label is empty"),
    ],
)
def test_gold_that_fits_nothing_is_said_with_its_line(tmp_path, row, sentence):
    """File and line of the row."""
    path = tmp_path / "gold.csv"
    path.write_text(f"segment,label\nt002,MEAN\n{row}\n", encoding="utf-8")
    said = agreed("--consensus", "majority", "--gold", path)
    assert sentence in said
    assert "gold.csv:3" in said
