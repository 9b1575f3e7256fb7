"""`tertium readability` end to end: versions, models, explanations, and what cannot be measured."""

import csv
import json

import pytest
from click.testing import CliRunner

from tertium.cli.examples import EXAMPLES
from tertium.cli.main import cli
from tertium.exceptions import BadInput, NotFound
from tertium.text.readability.registry import features

FILE = str(EXAMPLES / "plain-language.csv")
LEVELS = ("--levels", "easy,hard")


def run(*words):
    """Return what a command prints."""
    words = ["readability", *map(str, words)]
    return CliRunner().invoke(cli, words, standalone_mode=False, catch_exceptions=False).stdout


def read(*words):
    return json.loads(run(*words, "--format", "json"))


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    """Train a model on the example."""
    path = tmp_path_factory.mktemp("model") / "model.json"
    run("train", FILE, *LEVELS, "-o", path)
    return path


def test_versions_are_compared_with_all_that_the_contract_names(model):
    """The JSON has texts, contrasts, model, sentence, signature and warnings."""
    found = read(FILE, "--model", model)
    assert {"texts", "versions", "contrasts", "model", "sentence", "signature", "warnings"} <= set(
        found
    )
    text = found["texts"][0]
    assert (text["text"], text["version"]) == ("ferry", "original")
    assert set(text["predicted"]) == {"value", "low", "high"}
    assert set(text["features"]) == set(features())
    assert text["because"][0]["adds"] > 0
    flesch = next(one for one in text["formulas"] if one["formula"] == "flesch")
    assert (flesch["direction"], flesch["made_for"]) == ("high is easy", ["en"])
    (pair,) = found["contrasts"]
    assert (pair["a"], pair["b"], pair["documents"]) == ("plain", "original", 5)
    assert pair["difference"] < 0  # a lower level is easier
    assert found["sentence"].startswith("plain is significantly easier to read than original")
    assert found["model"]["corpus"] == "plain-language.csv"


def test_without_a_model_formulas_stand_alone():
    """No prediction is made up, and it is said."""
    found = read(FILE)
    assert found["model"] is None
    assert all(one["predicted"]["value"] is None for one in found["texts"])
    assert all(one["because"] == [] for one in found["texts"])
    assert found["measure"] == "flesch"
    assert any("No model is given" in one for one in found["warnings"])
    assert found["feature_contrasts"][0]["p_adjusted"] < 0.05


def test_a_card_stands_beside_the_model(model):
    """What the model is, and what its corpus is."""
    card = model.with_suffix(".card.md").read_text("utf-8")
    assert "# Model card: plain-language.csv" in card
    assert "# Corpus card: plain-language.csv" in card
    assert "number of words" in card


def test_training_prints_how_it_was_tested():
    """Held out by document, beside formulas and length."""
    found = read("train", FILE, *LEVELS)
    assert found["by"] == "document"
    assert found["validation"]["groups"] == 5
    assert [one["what"] for one in found["compared"]][-1] == "number of words"
    assert not {one["feature"] for one in found["weights"]} & {"words", "types", "sentences"}
    there = read("train", FILE, *LEVELS, "--transfer", FILE)
    assert [one["features"] for one in there["transfers"]] == [len(found["weights"])] * 2


def test_a_corpus_is_checked(tmp_path):
    """Length goes with difficulty here, and it is the first thing said."""
    found = read("check", FILE, *LEVELS)
    assert found["questions"][0]["reading"] == "warning"
    run("check", FILE, *LEVELS, "-o", tmp_path / "card.md")
    assert "Is the corpus fit to train on?" in (tmp_path / "card.md").read_text("utf-8")


def test_an_explanation_marks_the_hardest_passages(model, tmp_path):
    """In words, and in the text of the page."""
    found = read("explain", FILE, "--text", "ferry", "--version", "original", "--model", model)
    (text,) = found["texts"]
    (passage,) = text["passages"]
    assert text["body"][passage["start"] : passage["end"]] == passage["text"]
    page = run("explain", FILE, "--text", "ferry", "--model", model, "--format", "html")
    assert "<mark>Passengers in possession" in page
    assert page.count("<mark>") == 2
    assert "harder by" in found["sentence"]
    with pytest.raises(NotFound, match="no text named 'fery'"):
        run("explain", FILE, "--text", "fery")


def test_the_framework_is_a_table_of_the_registry():
    """Each dimension, what is measured of it, and what the rest needs."""
    found = read("features")
    assert [one["dimension"] for one in found["dimensions"]] == [
        "form", "lexis", "syntax", "cohesion", "concepts", "typography", "reader", "task"
    ]  # fmt: skip
    assert {one["feature"] for one in found["features"]} == set(features())
    swedish = read("features", "--language", "sv")
    assert [one["formula"] for one in swedish["formulas"]] == ["lix", "rix"]


def test_files_with_markup_are_read(tmp_path):
    """Markdown and HTML; a folder with a subfolder per version."""
    for version, text in (("old", "# One\n\nIt is late."), ("new", "<h1>One</h1><p>It is late.")):
        folder = tmp_path / "texts" / version
        folder.mkdir(parents=True)
        ending = "md" if version == "old" else "html"
        (folder / f"a.{ending}").write_text(text, "utf-8")
    found = read(tmp_path / "texts", "--language", "en")
    assert {(one["version"], one["words"]) for one in found["texts"]} == {("old", 4), ("new", 4)}
    alone = read(tmp_path / "texts" / "old" / "a.md", "--language", "en")
    assert alone["texts"][0]["features"]["headings"] == 25


def test_texts_as_new_reads_them(tmp_path):
    """Source and systems; a version in another language is shown and not compared."""
    names = {"source": "Der Zug fährt spät ab und kommt am Abend an.",
             "mt": "The train departs late and arrives in the evening.",
             "human": "The train leaves late and gets in at night."}  # fmt: skip
    for name, line in names.items():
        code = "de" if name == "source" else "en"
        (tmp_path / f"{name}.{code}.txt").write_text(f"{line}\n" * 12, "utf-8")
    found = read(tmp_path)
    assert {one["version"] for one in found["versions"]} == {"mt", "human"}
    assert any("another language: source" in one for one in found["warnings"])
    assert next(one for one in found["versions"] if one["version"] == "mt")["hter"] > 0


def test_leaving_things_out_is_warned_of(tmp_path):
    """A version with a third of the words is easier for a bad reason."""
    path = tmp_path / "short.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["text", "version", "document"])
        for document in "abc":
            whole = "Notwithstanding the delay, the committee reached a decision. We left. " * 6
            writer.writerow([whole, "whole", document])
            writer.writerow(["We left. " * 9, "short", document])
    found = read(path)
    assert any(one.startswith("short has") and "leave things out" in one
               for one in found["warnings"])  # fmt: skip


@pytest.mark.parametrize(
    ("text", "language", "told"),
    [
        ("word", "en", "fewer than 100 words"),
        ("no end of it here " * 30, "en", "No ends of sentences"),
        ("我喜欢苹果。你呢？他也喜欢。", "zh", "Written without blanks"),
        ("The cat sat on the mat and it was glad of it. " * 9, "de", "seem to be in en"),
        ("Łódź płynie szybko. " * 9, "", "is not known"),
    ],
)
def test_strange_texts_have_a_sentence_each(tmp_path, text, language, told):
    """Measured as far as it goes, and said."""
    path = tmp_path / "a.txt"
    path.write_text(text, "utf-8")
    given = ("--language", language) if language else ()
    assert any(told in one for one in read(path, *given)["warnings"])


def test_sentences_in_several_languages_are_found(tmp_path):
    """A third of the sentences is German."""
    path = tmp_path / "a.txt"
    english = "The captain of the ferry said that it was late and we left. "
    german = "Der Kapitän der Fähre sagte dass es zu spät war und wir gingen. "
    path.write_text((english * 2 + german) * 4, "utf-8")
    warnings = read(path, "--language", "en")["warnings"]
    assert any("several languages" in one for one in warnings)


def test_a_formula_outside_of_its_language_is_warned_of():
    """Asked for by name; an unknown one has a near one."""
    found = read(FILE, "--formula", "amstad")
    assert "Made for de" in found["texts"][0]["formulas"][0]["warning"]
    with pytest.raises(NotFound, match="flesch"):
        run(FILE, "--formula", "flesh")


def test_a_model_of_another_language_is_a_guess(model, tmp_path):
    """It predicts, and says what that is worth."""
    path = tmp_path / "a.txt"
    path.write_text("Der Hund und die Katze sind in dem Haus. " * 20, "utf-8")
    warnings = read(path, "--model", model)["warnings"]
    assert any("trained on en" in one for one in warnings)


def test_parsed_texts_give_syntax(tmp_path):
    """Matched by name; a parser that cuts other sentences is said."""
    text = tmp_path / "a.txt"
    text.write_text("The ferry sank. It was old. We left. Nobody saw it.", "utf-8")
    parse = tmp_path / "a.conllu"
    parse.write_text(
        "1\tThe\tthe\tDET\t_\t_\t2\tdet\t_\t_\n2\tferry\tferry\tNOUN\t_\t_\t3\tnsubj\t_\t_\n"
        "3\tsank\tsink\tVERB\t_\t_\t0\troot\t_\t_\n", "utf-8",
    )  # fmt: skip
    found = read(text, "--conllu", parse, "--language", "en")
    assert found["texts"][0]["features"]["tree_depth"] == 2
    assert any("finds other sentences" in one for one in found["warnings"])
    parse.write_text("# newdoc id = b\n" + parse.read_text("utf-8"), "utf-8")
    with pytest.raises(BadInput, match="there is no text 'b'"):
        run(text, "--conllu", parse)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("--level-column", "lvl"), "no column 'lvl'"),
        ((), "which level is easier"),
        (("--levels", "easy"), "'hard' is not among those given"),
        ((*LEVELS, "--by", "version"), "all texts belong to 2 groups"),
        ((*LEVELS, "--by", "nothing"), "no column named 'nothing'"),
        (("--easiness", "version"), "is not a number"),
    ],
)
def test_a_corpus_that_cannot_be_trained_on(change, told):
    """One sentence: what, where, what to do."""
    with pytest.raises((BadInput, NotFound), match=told):
        run("train", FILE, *change)


def test_a_feature_from_outside_is_in_every_table(tmp_path, monkeypatch):
    """A package brings it by an entry point; it is measured, trained on, explained and listed."""
    (tmp_path / "shouting.py").write_text(
        "from tertium.text.readability.feature import Feature\n"
        "def marks(text):\n"
        "    return text.composed.count('?') / len(text.sentences)\n"
        "QUESTIONS = Feature('questions', 'task', marks, 'more questions', 'fewer questions')\n"
    )
    about = tmp_path / "shouting-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: shouting\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[tertium.features]\nquestions = shouting:QUESTIONS\n")
    from tertium.extensions import installed

    monkeypatch.syspath_prepend(tmp_path)
    installed.cache_clear()
    features.cache_clear()
    try:
        listed = read("features")
        assert "questions" in {one["feature"] for one in listed["features"]}
        task = next(one for one in listed["dimensions"] if one["dimension"] == "task")
        assert task["features"] == 1
        measured = read(FILE)
        assert "questions" in measured["texts"][0]["features"]
        trained = read("train", FILE, *LEVELS)
        assert "questions" in {one["feature"] for one in trained["weights"]}
    finally:
        installed.cache_clear()
        features.cache_clear()


def test_every_format_shows_every_result(model):
    """Text, CSV, LaTeX and a page with pictures."""
    for words in ((FILE,), ("explain", FILE, "--model", model), ("train", FILE, *LEVELS),
                  ("check", FILE, *LEVELS), ("features",)):  # fmt: skip
        for name in ("text", "csv", "latex", "html"):
            assert len(run(*words, "--format", name)) > 500
    page = run(FILE, "--format", "html")
    assert "readability-versions" in page


@pytest.mark.parametrize("name", ["versions.csv", "scores.csv"])
def test_judgements_are_no_texts(name):
    """Their columns are no versions: they are refused, with what a command needs."""
    with pytest.raises(BadInput, match="this file holds judgements"):
        run(EXAMPLES / name)
