"""Direct assessments, reviews and biomedical MQM in their original layout: what is in them."""

from collections import Counter

import pytest
from click.testing import CliRunner

from tertium.cli.main import cli
from tertium.exceptions import BadInput
from tertium.formats.judgements import read_judgements
from tests.formats.test_originals import counted

TO_ENGLISH = "wmt21-da/newstest2021-toen/ad-csen-good-stnd.csv"
RAW = "wmt21-da/facebook-wikipedia-2021/ad-latest.csv"
CROWD = "hume/round_1/data/direct-assessment/ad-good-raw.csv"
CROWD_Z = "hume/round_1/data/direct-assessment/ad-ende-good-stnd.csv"
ROLES = ("real", "repeat", "degraded", "reference")


@pytest.mark.parametrize(
    ("name", "roles", "workers", "systems", "pairs"),
    [
        (TO_ENGLISH, (258, 33, 31, 36), (90, 96, 172), 8, {"cs-en"}),
        (RAW, (270,), (45,) * 6, 14, {"hi-bn", "bn-hi", "xh-zu"}),
        (CROWD, (210, 30, 30, 30), (100, 200), 1, {"en-de"}),
        (CROWD_Z, (210, 30, 30, 30), (100, 200), 1, {"en-de"}),
    ],
)
def test_direct_assessments_are_counted(read, name, roles, workers, systems, pairs):
    """Items by type, scores by worker, systems (the reference is none of them), languages."""
    rows = read(name).rows()
    assert counted(rows, "role") == dict(zip(ROLES, roles, strict=False))
    assert sorted(counted(rows, "annotator").values()) == sorted(workers)
    assert len({row["system"] for row in rows if row["role"] != "reference"}) == systems
    assert {f"{row['source_language']}-{row['target_language']}" for row in rows} == pairs


def test_control_items_of_direct_assessments_have_their_original(read):
    """In the same HIT, of the same worker; all hundred of them."""
    rows = read(TO_ENGLISH).rows()
    scored = {
        (row["group"], row["annotator"], row["system"], row["segment"])
        for row in rows
        if row["role"] == "real"
    }
    copies = [row for row in rows if row["role"] in ("repeat", "degraded")]
    assert len(copies) == 64
    assert {(r["group"], r["annotator"], r["system"], r["of"]) for r in copies} <= scored
    references = [row for row in rows if row["role"] == "reference"]
    segments = {key[::3] for key in scored}
    assert {(row["group"], row["segment"]) for row in references} <= segments


def test_raw_scores_follow_from_the_means_beside_them(read, tmp_path, originals):
    """Whole numbers from 0 to 100 again; without that file they stay z scores, and this is said."""
    table = read(TO_ENGLISH)
    values = [row["value"] for row in table.rows()]
    assert all(value == int(value) and 0 <= value <= 100 for value in values)
    assert sum(values) / len(values) == pytest.approx(73.263, abs=5e-4)
    assert "raw scores follow from the workers' means" in table.notes[0]
    alone = tmp_path / "ad-csen-good-stnd.csv"
    alone.write_bytes((originals / TO_ENGLISH).read_bytes())
    table = read_judgements(alone)
    assert min(row["value"] for row in table.rows()) < 0
    assert "Scores are z scores" in table.notes[0]


def test_scores_of_the_crowd_are_the_same_raw_and_standardised(read):
    """Row by row in the same order; a higher raw score of a worker is a higher z score."""
    raw, z = read(CROWD).rows(), read(CROWD_Z).rows()
    key = ("annotator", "segment", "role", "group")
    assert [[row[name] for name in key] for row in raw] == [
        [row[name] for name in key] for row in z
    ]
    for worker in {row["annotator"] for row in raw}:
        own = sorted((a["value"], b["value"]) for a, b in zip(raw, z, strict=True)
                     if a["annotator"] == worker)  # fmt: skip
        assert [b for _, b in own] == sorted(b for _, b in own)


def test_a_file_of_documents_without_a_row_has_no_judgements(read):
    """No error: it was published so."""
    table = read("wmt21-da/facebook-wikipedia-2021/ad-latest-doc.csv")
    assert (len(table), table.notes) == (0, ("The file has a header and no scores.",))


def test_a_release_with_a_field_too_many_is_told(make):
    """With its line."""
    header = "HITId WorkerId Input.src Input.trg sys_id type sid score time\n"
    path = make("ad-raw.csv", header + "h\tw\tcs\ten\ts\tSYSTEM\t1\t50\t9\t9\n")
    with pytest.raises(BadInput, match=r"ad-raw.csv:2: this row has 10 fields, the header has 9"):
        read_judgements(path)
    path = make("ad-raw.csv", header + "h w cs en s SYSTM 1 50 9\n")
    with pytest.raises(BadInput, match=r"ad-raw.csv:2: 'SYSTM' is not a known type"):
        read_judgements(path)


# Reviews -----------------------------------------------------------------------------------------

# Minor and major words of e1, e2 and e3; five XXX in a row, all major, are one gap here.
MARKED = {
    ("amazon", "adequacy"): ((63, 17), (70, 28), (76, 55)),
    ("amazon", "comprehensibility"): ((49, 35), (55, 42), (43, 90)),
    ("google", "adequacy"): ((35, 17), (62, 16), (53, 38)),
    ("google", "comprehensibility"): ((41, 18), (36, 48), (23, 49)),
}


@pytest.mark.parametrize(("system", "criterion"), MARKED)
def test_words_marked_in_reviews_are_counted(originals, tmp_path, system, criterion):
    """Words by severity, read alone: beside others, marks move to the words of the first."""
    for number, (minor, major) in enumerate(MARKED[system, criterion], start=1):
        name = f"R1_en-hr_{system}_{criterion}-issue-types_e{number}.txt"
        alone = tmp_path / str(number) / name
        alone.parent.mkdir()
        alone.write_bytes((originals / "qrev/first-round" / name).read_bytes())
        rows = read_judgements(alone).rows()
        words: Counter[str] = Counter()
        for row in rows:
            if row["aspect"] == "error":
                words[row["severity"]] += max(1, len((row["text"] or "").split()))
        assert words == {"Minor": minor, "Major": major}
        assert {row["annotator"] for row in rows} == {f"e{number}"}


def test_readings_of_one_output_have_one_text(read):
    """Split into other words by each evaluator; sources and names come from the files beside."""
    tables = [
        read(f"qrev/first-round/R1_en-hr_amazon_adequacy-issue-types_e{number}.txt").rows()
        for number in (1, 2, 3)
    ]
    for aspect in ("target", "source"):
        texts = [{r["segment"]: r["text"] for r in t if r["aspect"] == aspect} for t in tables]
        assert len(texts[0]) == 43
        assert sum(texts[0][name] == texts[2][name] for name in texts[0]) >= 42
        assert "imdb_1414_10_111_1" in texts[0]


# Biomedical MQM ----------------------------------------------------------------------------------

BIO = (
    "bio-mqm/data/v1/target/main_phase/round_one/batch1/medline_en2de/v1_20230620/"
    "HuaweiTSC_run1_abstract_en2de_de"
)


def test_biomedical_mqm_says_the_same_in_both_layouts(read):
    """Errors and their places; JSON names no document, and no group of a category."""
    said = ("annotator", "document", "side", "start", "end", "category", "severity")
    found = []
    for ending in (".tsv", ".json"):
        rows = read(BIO + ending).rows()
        order = {name: at for at, name in enumerate(dict.fromkeys(r["document"] for r in rows))}
        assert len(order) == 18
        errors = [
            row
            | {
                "document": order[row["document"]],
                "category": (row["category"] or "").rpartition("/")[2],
            }
            for row in rows
            if row["aspect"] == "error"
        ]
        found.append(counted(errors, *said))
    assert sum(found[1].values()) == 55
    assert sum((Counter(found[0]) & Counter(found[1])).values()) == 54  # one lacks its category


# Pearmut, before it kept texts -------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "records", "marks"), [("esa", 3, 1), ("mqm", 2, 2), ("da", 2, 0)])
def test_demonstrations_of_pearmut_are_counted(read, kind, records, marks):
    """Two models each; comments, seconds and places, though there are no texts."""
    rows = read(f"pearmut/data/outputs/annotation_demo_{kind}.jsonl").rows()
    overall = [row for row in rows if row["aspect"] == "overall"]
    assert (len(overall), len(rows) - len(overall)) == (2 * records, marks)
    assert len(counted(overall, "annotator")) == 2
    assert all(row["value"] >= 78 for row in overall)
    assert {row["segment"] for row in overall} <= {"0", "1"}


@pytest.mark.parametrize(
    ("command", "name", "said"),
    [
        (("rank",), TO_ENGLISH, "raw scores follow"),
        (("agree",), "qrev/first-round/R1_en-hr_google_adequacy-issue-types_e1.txt", "agreement"),
    ],
)
def test_commands_read_releases(originals, command, name, said):
    """What the library reads, commands read; what is to know about it, they say."""
    ran = CliRunner().invoke(cli, [*command, str(originals / name)])
    assert ran.exit_code == 0, ran.output
    assert said in " ".join(ran.output.split())
