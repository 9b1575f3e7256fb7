"""Published files in their original layout: a reader counts what is in them, no more and no less.

The counts were made by other means when the excerpts were cut; they stand beside the data.
"""

import gzip
import json
from collections import Counter

import pytest
from click.testing import CliRunner

from tertium.cli.main import cli
from tertium.formats.fill_texts import fill_texts
from tertium.formats.judgements import read_judgements
from tertium.formats.typology import read_typology
from tertium.stats.assessment.control import control_tests
from tertium.stats.assessment.ranking import rank_scores
from tertium.stats.errors.analyse import score_errors


def counted(rows, *names):
    """Count the combinations of values that rows have in some columns."""
    found = Counter(tuple(row[name] for name in names) for row in rows)
    return {key[0] if len(names) == 1 else key: number for key, number in found.items()}


# Rankings -----------------------------------------------------------------------------------


def shown(rows):
    """Return the outputs of each ranking, several systems behind one joined by +."""
    found = {}
    for row in rows:
        found.setdefault(row["judgement"], set()).update((row["system"], row["versus"]))
    return found


def systems(rankings):
    return {
        system for outputs in rankings.values() for name in outputs for system in name.split("+")
    }


@pytest.mark.parametrize(
    ("name", "pair", "sizes", "outputs", "users", "number", "joined"),
    [
        ("wmt16-ranking/wmt16.xml.gz", "cze", {5: 53, 4: 3}, 277, 8, 12, 39),
        ("wmt16-ranking/wmt16.xml.gz", "tur", {5: 56}, 280, 9, 8, 5),
        ("wmt15-ranking/wmt15.xml.gz", "deu", {5: 41}, 205, 6, 13, None),
    ],
)
def test_rankings_in_xml_are_counted(read, name, pair, sizes, outputs, users, number, joined):
    """Results, the outputs shown, annotators and systems, also those that share an output."""
    rows = [row for row in read(name).rows() if row["source_language"] == pair]
    rankings = shown(rows)
    assert Counter(map(len, rankings.values())) == sizes
    assert sum(map(len, rankings.values())) == outputs
    assert len(counted(rows, "annotator")) == users
    assert len(systems(rankings)) == number
    assert not any(system.endswith(".txt") for system in systems(rankings))
    if joined is not None:
        assert sum(any("+" in one for one in each) for each in rankings.values()) == joined


def test_skipped_rankings_are_told(read):
    """Four of each language pair in 2016, one in 2015."""
    told = "skipped by the annotator: nothing is compared there."
    assert read("wmt16-ranking/wmt16.xml.gz").notes == (f"8 rankings were {told}",)
    assert read("wmt15-ranking/wmt15.xml.gz").notes == (f"1 ranking was {told}",)


@pytest.mark.parametrize(
    ("name", "pairs", "ties", "joined"),
    [("wmt16.tur-eng.csv", 597, 207, 0), ("wmt16.collapsed.tur-eng.csv", 560, 195, 26)],
)
def test_pairs_of_rankings_are_counted(read, name, pairs, ties, joined):
    """Lines that end in CR CR LF are one line each; `a+b` is one output of two systems."""
    table = read(f"wmt16-ranking/{name}")
    rows = table.rows()
    assert len(rows) == pairs
    assert sum(row["value"] == 0 for row in rows) == ties
    assert len(counted(rows, "annotator")) == 9
    assert len(counted(rows, "judgement")) == 56
    assert len(counted(rows, "segment")) == 53
    assert len(systems(shown(rows))) == 8
    assert sum("+" in row["system"] + row["versus"] for row in rows) == joined
    assert table.notes == ()


def test_xml_and_pairs_of_the_same_rankings_say_the_same(read):
    """The organisers' collapsed pairs follow from their XML."""
    xml = [
        row | {"segment": row["segment"].removeprefix("tur-eng/")}
        for row in read("wmt16-ranking/wmt16.xml.gz").rows()
        if row["source_language"] == "tur"
    ]
    pairs = read("wmt16-ranking/wmt16.collapsed.tur-eng.csv").rows()
    said = ("segment", "system", "versus", "value")
    assert counted(xml, *said) == counted(pairs, *said)


# Error span annotation of WMT23, as Appraise exported it -------------------------------------

ESA = "wmt23-esa/240315rc5ESA.scores.csv"
AGAIN = "wmt23-esa/240520rc6ESA.scores.csv"
MQM = "wmt23-esa/240315rc5MQM.scores.csv"


@pytest.mark.parametrize(
    ("name", "logins", "roles", "outputs", "severities", "missing"),
    [
        (ESA, (100, 100, 101), (246, 37, 18), 13, (98, 80), 34),
        # 106 rows, of which 6 repeat others: one is a degraded item with a mark.
        (AGAIN, (100,), (82, 12, 6), 10, (7, 11), 7),
        (MQM, (100, 100), (164, 24, 12), 13, (64, 42), 13),
    ],
)
def test_exports_of_appraise_are_counted(read, name, logins, roles, outputs, severities, missing):
    """Rows by login, type of item, outputs (a tutorial is no system), and marks by severity."""
    rows = read(name).rows()
    items = [row for row in rows if row["aspect"] == "overall"]
    assert sorted(counted(items, "annotator").values()) == sorted(logins)
    assert counted(items, "role") == dict(zip(("real", "degraded", "tutorial"), roles, strict=True))
    assert len({row["system"] for row in items if row["role"] != "tutorial"}) == outputs
    marks = [row for row in rows if row["aspect"] == "error"]
    assert counted(marks, "severity") == dict(zip(("minor", "major"), severities, strict=True))
    assert sum(row["start"] is None for row in marks) == missing
    assert all(row["category"] for row in marks) == (name == MQM)


@pytest.mark.parametrize(("name", "number"), [(ESA, 37), (AGAIN, 12), (MQM, 24)])
def test_every_degraded_item_has_its_original(read, name, number):
    """Items are numbered by position in the HIT: copies are paired by order in their document."""
    items = [row for row in read(name).rows() if row["aspect"] == "overall"]
    real = {
        (row["annotator"], row["system"], row["document"], row["segment"])
        for row in items
        if row["role"] == "real"
    }
    copies = [row for row in items if row["role"] == "degraded"]
    found = [(row["annotator"], row["system"], row["document"], row["of"]) for row in copies]
    assert len(copies) == number
    assert set(found) <= real
    assert all(row["of"] != row["segment"] for row in copies)


def test_degraded_items_were_made_from_the_source_of_their_original(read, shared_data):
    """The batches of the campaign hold the texts: a pair has the same one."""
    hits = json.loads(gzip.decompress(
        (shared_data / "esa-wmt23-ende" / "batches_wmt23_en-de_esa.json.gz").read_bytes()
    ))  # fmt: skip
    sources = {
        (item["documentID"].split("#")[0], item["itemType"], str(item["itemID"]), hit): item[
            "sourceText"
        ]
        for hit, batch in enumerate(hits)
        for item in batch["items"]
    }
    whole = read_judgements(shared_data / "esa-wmt23-ende" / "ESA-IAA.csv.gz")
    pairs = 0
    for row in whole.rows():
        if row["aspect"] == "overall" and row["role"] == "degraded":
            document, place = row["of"].rsplit("/", 1)
            texts = {
                sources.get((document, "TGT", place, hit))
                for hit in range(len(hits))
                if sources.get((document, "BAD", row["segment"].rsplit("/", 1)[1], hit))
                == sources.get((document, "TGT", place, hit))
            }
            pairs += bool(texts - {None})
    assert pairs == 145


def test_rows_that_were_saved_twice_are_told(read):
    """The same row again counts once; another score for the same item is a second pass."""
    assert read(AGAIN).notes == (
        "6 rows repeat an earlier one word for word, times included, and are not counted again.",
    )
    assert read(ESA).notes == ()
    again = [row for row in read(ESA).rows() if row["pass"] and row["aspect"] == "overall"]
    assert sorted((row["pass"], row["value"]) for row in again) == [("a", 21), ("b", 44)]


def test_annotators_pass_their_control_items(read):
    """All three read what they scored; so somebody is left when others are left out."""
    tests = control_tests(read(ESA))
    assert [(one.n, one.unpaired, one.passed) for one in tests] == [
        (13, 0, True), (12, 0, True), (12, 0, True),
    ]  # fmt: skip
    ranked = rank_scores(read(ESA), passing="passed")
    assert len(ranked.systems) == 13
    assert "0 of 3 annotators did not pass their control items" in " ".join(ranked.warnings)
    assert "without a partner" not in " ".join(ranked.warnings)


def test_a_task_without_scores_has_none(read):
    """MQM asks for errors only; the 0 that Appraise writes is nobody's score."""
    assert not any(row["value"] is not None for row in read(MQM).rows())


def test_ends_of_marks_are_one_further(read, originals):
    """Appraise counts the last character in: with the texts, marks end where words end."""
    texts = read_judgements(originals / "wmt23-esa/batches_wmt23_en-de_esa.json")
    filled, _ = fill_texts(read(ESA), texts)
    targets = {
        (row["judgement"], row["system"]): row["text"]
        for row in filled.rows()
        if row["aspect"] == "target"
    }
    login = Counter(row["annotator"] for row in filled.rows() if row["aspect"] == "target")
    assert login.most_common(1)[0][1] == 100  # all items of the HIT
    placed = [
        row
        for row in filled.rows()
        if row["aspect"] == "error"
        and row["start"] is not None
        and row["annotator"] == login.most_common(1)[0][0]
    ]
    texts = [targets[row["judgement"], row["system"]] for row in placed]

    def at_word_end(shift):
        ends = [(row["end"] + shift, text) for row, text in zip(placed, texts, strict=True)]
        return sum(not text[end - 1 : end + 1].isalnum() or end >= len(text) for end, text in ends)

    assert (len(placed), at_word_end(0), at_word_end(-1)) == (58, 55, 9)


# Ratings of mt-metrics-eval -------------------------------------------------------------------

RATINGS = "mt-metrics-eval/wmt23/human-scores/en-de.mqm.merged.seg.rating"


def test_ratings_are_counted(read):
    """280 lines, 72 without a rating; 579 errors with what they cost, 29 of them nothing."""
    rows = read(RATINGS).rows()
    rated = [row for row in rows if row["aspect"] == "overall"]
    assert len(rated) == 280 - 72
    assert counted(rated, "annotator") == {"merged": 208}
    assert len(counted(rated, "system")) == 13  # nobody rated synthetic_ref
    assert {row["domain"] for row in rated} == {"news"}
    errors = [row for row in rows if row["aspect"] == "error"]
    assert counted(errors, "severity") == {"minor": 352, "major": 227}
    assert counted(errors, "value") == {-5: 221, -1: 217, -0.1: 112, 0: 29}
    free = [row for row in errors if row["value"] == 0]
    assert counted(free, "category") == {
        "accuracy/creative reinterpretation": 19,
        "source issue": 10,
    }


def test_ratings_add_up_to_the_published_scores(read, originals):
    """Minus the sum of what errors cost is the score of every rated segment."""
    lines = (originals / "mt-metrics-eval/wmt23/human-scores/en-de.mqm.seg.score").read_text()
    place, published = Counter(), {}
    for system, score in (line.split() for line in lines.splitlines()):
        place[system] += 1
        if score != "None":
            published[system, str(place[system])] = float(score)
    assert (sum(place.values()), sum(place.values()) - len(published)) == (260, 52)
    found = {
        (row["system"], row["segment"]): row["value"]
        for row in read(RATINGS).rows()
        if row["aspect"] == "overall"
    }
    assert found == pytest.approx(published)


# MQM tables of Google ----------------------------------------------------------------------------

TED = "google-mqm/ted/ende/mqm_ted_ende.tsv"
SOURCE = "google-mqm/newstest2020/ende/mqm_newstest2020_ende.source-errors.tsv"
SIDE_BY_SIDE = (
    "google-mqm/generalMT2023/ende/sxs_mqm_generalMT2023_ende.3ratingsPerSegment.tsv.tar.gz"
)


def read_outputs(rows):
    return [row for row in rows if row["aspect"] == "overall"]


def marked(rows):
    return [row for row in rows if row["aspect"] == "error"]


def test_the_table_of_ted_is_counted(read):
    """One rater for each output; 116 outputs without an error."""
    rows = read(TED).rows()
    outputs = read_outputs(rows)
    assert len(outputs) == 14 * 15
    assert len(counted(outputs, "system")) == 14
    assert len(counted(outputs, "segment")) == 15
    assert len(counted(outputs, "document")) == 1
    assert counted(marked(rows), "severity") == {"Minor": 88, "Major": 48}
    clean = {row["judgement"] for row in outputs} - {row["judgement"] for row in marked(rows)}
    assert len(clean) == 116
    lines = Counter(row["annotator"] for row in marked(rows))
    lines += Counter(row["annotator"] for row in outputs if row["judgement"] in clean)
    assert lines == {"rater1": 80, "rater2": 28, "rater3": 67, "rater4": 77}


def test_source_errors_are_counted_and_their_quotes_taken_off(read):
    """A TSV written as CSV: texts stand in quotation marks, doubled inside."""
    rows = read(SOURCE).rows()
    errors = marked(rows)
    assert counted(errors, "severity") == {"Minor": 221, "Major": 5, "Neutral": 3}
    assert sorted(counted(errors, "annotator").values()) == [30, 39, 40, 40, 40, 40]
    outputs = read_outputs(rows)
    for name, number in (("system", 10), ("segment", 48), ("document", 29)):
        assert len(counted(outputs, name)) == number
    assert sum(row["start"] is None for row in errors) == 34
    texts = [row["text"] for row in rows if row["aspect"] in ("source", "target")]
    assert texts[0].startswith("Last week, EU negotiators said")
    assert texts[0].endswith(' a "serious" proposal.')
    assert sum(text.count('""') for text in texts) == 4  # outputs in which three stand together


def test_source_errors_cost_what_they_cost_in_their_year(read):
    """Their severity until 2022, as the published tables say; nothing since."""
    spans = read(SOURCE).spans()
    then = score_errors(spans, scoring="wmt-mqm")
    assert then.typology == "wmt-mqm-2021@1"
    assert "typology:wmt-mqm-2021@1" in str(then.signature)
    assert sum(one.points for one in then.severities if one.severity == "major") > 0
    assert {one.errors for one in then.systems} != {0}
    assert all(one.score >= 1 for one in then.systems)
    assert (
        "Errors are weighed by wmt-mqm-2021 (MQM of the WMT metrics task, 2020–2022); 3 errors "
        "cost nothing: Neutral (3)." in then.warnings
    )
    now = score_errors(spans, scoring="wmt-mqm", typology=read_typology("wmt-mqm"))
    assert {one.points for one in now.systems} == {0}
    assert (
        "Errors are weighed by wmt-mqm (MQM of the WMT metrics task, since 2023); 229 errors cost "
        "nothing: Source error/- (226), Neutral (3)." in now.warnings
    )


def test_three_raters_side_by_side_are_counted(read):
    """From the archive: a remark in the header, tests of attention that are no errors."""
    rows = read(SIDE_BY_SIDE).rows()
    outputs = read_outputs(rows)
    assert len(outputs) == 3 * 10 * 3
    assert counted(marked(rows), "severity") == {"Minor": 264, "Major": 23}
    checks = [row for row in rows if row["aspect"] == "check"]
    assert counted(checks, "category") == {"Found": 9, "Missed": 1}
    read_clean = {row["judgement"] for row in outputs} - {row["judgement"] for row in marked(rows)}
    assert len(read_clean) == 30
    lines = Counter(row["annotator"] for row in (*marked(rows), *checks))
    lines += Counter(row["annotator"] for row in outputs if row["judgement"] in read_clean)
    assert lines == {"rater3": 196, "rater10": 82, "rater5": 49}
    assert {"GPT4-5shot_with_ONLINE-W", "GPT4-5shot_with_refA"} <= {
        row["system"] for row in outputs
    }


# On the command line --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "name", "said"),
    [
        (("errors", "--scoring", "wmt-mqm"), SOURCE, "by wmt-mqm-2021"),
        (("errors", "--scoring", "wmt-mqm"), SIDE_BY_SIDE, "the ten systems"),
        (("errors", "--scoring", "wmt-mqm"), RATINGS, "29\n  errors cost nothing"),
        (("agree",), TED, "agreement"),
        (("rank",), "wmt15-ranking/wmt15.xml.gz", "1 ranking was skipped"),
        (("rank", "--passing", "passed"), ESA, "0 of 3 annotators"),
        (("annotators",), ESA, "Ranking of systems"),
    ],
)
def test_commands_read_published_files(originals, command, name, said):
    """What the library reads, commands read; what a file holds besides, they say."""
    ran = CliRunner().invoke(cli, [*command, str(originals / name)])
    assert ran.exit_code == 0, ran.output
    assert said in ran.output


def test_converting_says_what_is_left_behind(originals, tmp_path):
    """The notes about a file stand on standard error."""
    arguments = [str(originals / "wmt16-ranking/wmt16.xml.gz"), str(tmp_path / "pairs.csv")]
    ran = CliRunner().invoke(cli, ["convert", *arguments, "--rankings", "wmt-pairwise"])
    assert ran.exit_code == 0, ran.output
    assert "8 rankings were skipped" in ran.stderr
