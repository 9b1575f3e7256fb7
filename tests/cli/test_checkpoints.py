"""`tertium checkpoints` on the example, on published data, and on bad input."""

import gzip
import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from tertium.cli.main import cli
from tertium.exceptions import BadInput, Misused, NotFound
from tests.prepare import PUBLISHED

EXAMPLE = Path(__file__).parents[2] / "src" / "tertium" / "examples" / "checkpoints"
TAGGED = ("--conllu", EXAMPLE / "source.conllu", "--classes", EXAMPLE / "classes.toml")
GIVEN = ("--alignment", EXAMPLE / "es-en.alignment")
BANDS = ("--bands", EXAMPLE / "bands.csv")
DELIC = PUBLISHED / "delic4mt-enit"
TED = PUBLISHED / "mqm-ted-ende" / "mqm_ted_ende.tsv.gz"


def run(*words, fmt="json"):
    """Run the command and return what it printed; trouble is raised."""
    asked = ["checkpoints", *map(str, words), "--resamples", "100", "--format", fmt]
    result = CliRunner().invoke(cli, asked, standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    return json.loads(result.stdout) if fmt == "json" else result.stdout


@pytest.fixture
def folder(tmp_path):
    """Return a copy of the example that can be changed."""
    return Path(shutil.copytree(EXAMPLE, tmp_path / "texts"))


def test_the_contract_of_json():
    """Records have the names that programs rely on."""
    found = run(EXAMPLE, *TAGGED, *GIVEN, *BANDS)
    first = found["classes"][0]
    assert {"class", "system", "band", "matched", "total", "score", "instances"} <= set(first)
    assert (first["class"], first["system"], first["band"]) == ("VER", "atlas", "all")
    assert (first["matched"], first["total"], first["instances"]) == (13, 26, 13)
    assert {one["over"] for one in found["correlations"]} == {"sentence", "cell"}
    assert {"class", "system", "segment", "words", "aligned"} <= set(found["examples"][0])
    assert "|aligner:given|words:spaces|bands:given|" in found["signature"]


def test_a_page_shows_alignment_and_bands():
    """HTML has the pictures: classes, lines over bands, examples."""
    page = run(EXAMPLE, *TAGGED, *GIVEN, *BANDS, fmt="html")
    assert 'class="checkpoint-match"' in page
    assert 'class="checkpoint-word"' in page
    assert "falls most from the best band to the last" in page


def test_words_are_aligned_where_no_alignment_is_given():
    """The built-in aligner is named in the signature, further texts too; links can be measured."""
    found = run(EXAMPLE, *TAGGED, "--gold", EXAMPLE / "es-en.alignment")
    assert "|aligner:builtin|words:spaces|" in found["signature"]
    assert 0 < found["alignment"]["recall"] <= 1


def test_a_corpus_makes_the_alignment_better(folder):
    """Its own links are dropped; a small dictionary leads to fewer errors."""
    gold = ("--gold", EXAMPLE / "es-en.alignment")
    words = "sale leaves duermen asleep viejos old roja red frío cold norte north conoce knows"
    pairs = list(zip(words.split()[::2], words.split()[1::2], strict=True))
    corpus = folder.parent / "corpus.tsv"
    corpus.write_text("source\ttarget\n" + "".join(f"{s}\t{t}\n" for s, t in 3 * pairs), "utf-8")
    alone = run(folder, *TAGGED, *gold)["alignment"]
    found = run(folder, *TAGGED, "--corpus", corpus, *gold)
    assert "|aligner:builtin+corpus|" in found["signature"]
    assert found["alignment"]["segments"] == 12
    assert found["alignment"]["error_rate"] < alone["error_rate"]


def test_native_segments_by_a_comment_of_the_tagged_source(folder):
    """Segments that were written in another language are left out."""
    tagged = (folder / "source.conllu").read_text("utf-8").replace(
        "# sent_id = 1\n", "# sent_id = 1\n# original = es\n"
    )  # fmt: skip
    (folder / "source.conllu").write_text(tagged, "utf-8")
    own = ("--conllu", folder / "source.conllu", "--classes", EXAMPLE / "classes.toml")
    found = run(folder, *own, *GIVEN, "--native", "original")
    assert found["classes"][0]["instances"] == 1
    with pytest.raises(NotFound, match="have 'origin'"):
        run(folder, *own, *GIVEN, "--native", "origin")


def test_a_campaign_with_marked_errors(folder):
    """Bands by the number of errors, and the share of words that lie in them."""
    marks = folder.parent / "marks.csv"
    marks.write_text(
        "annotator,segment,system,side,start,end,category,severity\n"
        "p,1,atlas,,,,,\np,1,boreas,target,9,17,verb,minor\n"
        "p,3,boreas,target,16,25,order,minor\np,3,boreas,target,0,4,name,minor\n"
        "p,3,boreas,target,16,25,style,minor\n",
        "utf-8",
    )
    found = run(folder, *TAGGED, "--bands", "errors", "--errors", marks, *GIVEN)
    verbs = {(one["system"], one["band"]): one["instances"] for one in found["classes"]
             if one["class"] == "VER"}  # fmt: skip
    assert (verbs["atlas", "good"], verbs["boreas", "near miss"], verbs["boreas", "poor"]) == (
        1, 1, 1,
    )  # fmt: skip
    every = {(one["class"], one["system"], one["category"]): one for one in found["marked"]}
    assert every["all words", "atlas", "any error"]["marked"] == 0
    assert every["NOP", "boreas", "name"]["share"] == 1.0


@pytest.mark.parametrize(
    ("words", "error", "what"),
    [
        ((), Misused, "the source must be tagged"),
        (TAGGED[:2], Misused, "no classes of source words"),
        ((*TAGGED, "--bands", "errors"), BadInput, "no marked errors to make bands of"),
        ((*TAGGED, "--bands", "nothing.csv"), NotFound, "no file named 'nothing.csv'"),
        ((*TAGGED, "--reference", "human"), NotFound, "no text named 'human'"),
        (("--tagger", "spacy", "--classes", EXAMPLE / "classes.toml"), BadInput, "spacy"),
    ],
)
def test_what_is_missing_is_told(words, error, what, monkeypatch):
    """Each with what to do."""
    monkeypatch.setitem(__import__("sys").modules, "spacy", None)
    result = CliRunner().invoke(cli, ["checkpoints", str(EXAMPLE), *map(str, words)],
                                standalone_mode=False)  # fmt: skip
    told = str(result.exception) + getattr(result.exception, "message", "")
    assert what in told
    assert error is Misused or isinstance(result.exception, error)


def test_texts_without_reference_or_with_a_line_too_few(folder):
    """The file and the line are named."""
    (folder / "atlas.en.txt").write_text("only one\n", "utf-8")
    with pytest.raises(BadInput, match=r"line 2 of atlas\.en\.txt is missing"):
        run(folder, *TAGGED)
    (folder / "atlas.en.txt").unlink()
    (folder / "reference.en.txt").unlink()
    with pytest.raises(BadInput, match="there is no reference"):
        run(folder, *TAGGED)


def test_empty_outputs_and_references_are_told(folder):
    """An empty output matches nothing; a segment without reference is not aligned."""
    for name, line in (("atlas.en.txt", 0), ("reference.en.txt", 1)):
        lines = (folder / name).read_text("utf-8").splitlines()
        lines[line] = ""
        (folder / name).write_text("\n".join(lines) + "\n", "utf-8")
    found = run(folder, *TAGGED)
    told = " ".join(found["warnings"])
    assert "1 output is empty" in told
    assert "1 segment has no reference" in told


def test_published_instances_of_delic4mt(tmp_path):
    """The sample of DELiC4MT: 1,203 instances, 141 of them without aligned words."""
    if not DELIC.is_dir():
        pytest.skip(f"no published data in {DELIC}")
    for name, copy in (
        ("en-it.it.test", "source.it"),
        ("it-en.en.mt1", "mt1.en"),
        ("it-en.en.mt2", "mt2.en"),
    ):
        text = gzip.decompress((DELIC / f"{name}.gz").read_bytes())
        (tmp_path / f"{copy}.txt").write_bytes(text)
    found = run(
        tmp_path, "--instances", DELIC / "out_n_a_it.xml.gz",
        "--reference", DELIC / "en-it.en.test.kaf.gz", "--alignment", DELIC / "it-en.alignment.gz",
    )  # fmt: skip
    told = {one["system"]: (one["matched"], one["total"]) for one in found["classes"]}
    assert told == {"mt1": (2257, 5496), "mt2": (1683, 5496)}
    assert (found["alignment"]["instances"], found["alignment"]["unaligned"]) == (1203, 141)


def test_published_bands_by_errors():
    """TED talks of MQM: outputs without error, with one or two, with three or more."""
    if not TED.exists():
        pytest.skip(f"no published data in {TED.parent}")
    from tertium.analyses.judgements import read
    from tertium.stats.checkpoints.prepare import error_numbers
    from tertium.stats.checkpoints.units import band_of
    from tertium.stats.errors.collected import collected_spans

    numbers = error_numbers(collected_spans(read(TED).table))
    told = {name: [0, 0, 0] for name in ("Facebook-AI", "Nemo")}
    for (_, system), number in numbers.items():
        if system in told:
            told[system][band_of(number)] += 1
    assert told == {"Facebook-AI": [375, 148, 6], "Nemo": [266, 242, 21]}
