"""The codebook: what was asked, in which words, beside every export of ratings."""

from tertium import protocols
from tertium.cli.demo import write_texts
from tertium.formats.campaign import read_campaign
from tertium.formats.codebook import codebook, codebook_rows, write_codebook


def demonstrated(name, tmp_path, number=0):
    folder = tmp_path / name
    write_texts(protocols.get(name).demonstrations[number].file, folder)
    return read_campaign(folder)


def test_a_codebook_says_what_annotators_read(tmp_path):
    """Version, direction, source, and the wording of each answer in each language."""
    campaign = demonstrated("rating", tmp_path)
    text = codebook(campaign)
    assert "## fluency@1: Fluency" in text
    assert "Shown: the translation alone. Best: highest number." in text
    assert "they are not averaged" in text.partition("## turkoise@1")[2]
    assert "| 1 | 1 | incomprehensible | Incomprehensible | Unverständlich |" in text
    rows = codebook_rows(campaign)
    assert len(rows) == (5 + 5 + 4) * 6
    assert {row["scale"] for row in rows} == {"fluency@1", "adequacy@1", "turkoise@1"}


def test_categories_of_a_checklist_stand_in_each_language(tmp_path):
    """As annotators read them, with their meaning."""
    campaign = demonstrated("rating", tmp_path, 1)
    page = codebook(campaign)
    assert "| category | points | en | de | fr | es |" in page
    (terms,) = (line for line in page.splitlines() if line.startswith("| terms "))
    assert "| 1 | Terms. Not the word" in terms
    assert "| Fachwörter. Nicht das Wort" in terms
    rows = [row for row in codebook_rows(campaign) if row["label"] == "terms"]
    told = {row["language"]: row["wording"] for row in rows}
    assert told == {"en": "Terms", "de": "Fachwörter", "fr": "Termes", "es": "Términos"}


def test_where_nothing_is_rated_on_scales_there_is_none(tmp_path):
    """No empty page beside other exports."""
    campaign = demonstrated("slider", tmp_path)
    assert codebook(campaign) == ""
    assert codebook_rows(campaign) == []
    assert write_codebook(campaign, tmp_path / "out.csv") is None
    assert not list(tmp_path.glob("*codebook*"))


def test_it_lies_beside_the_exported_file(tmp_path):
    """Called after it, whatever its ending."""
    path = write_codebook(demonstrated("rating", tmp_path), tmp_path / "out.csv.gz")
    assert path == tmp_path / "out-codebook.md"
    assert path.read_text(encoding="utf-8").startswith("# Codebook of ratings")
