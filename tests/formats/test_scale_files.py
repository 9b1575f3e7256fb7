"""Scales of answers as files."""

import pytest

from tertium.exceptions import BadInput, NotFound
from tertium.formats.judgements import read_judgements
from tertium.formats.scale_files import read_answers, read_scale, scale_names
from tertium.web.languages import LANGUAGES

START = "name: own\nanswers:\n"


@pytest.mark.parametrize("name", scale_names("answers"))
def test_a_shipped_scale_speaks_every_language_of_the_pages(name):
    """Titles, questions and all wordings, so that no annotator reads two languages at once."""
    scale = read_answers(name)
    texts = [scale.title, scale.question]
    texts += [said for one in scale.answers for said in (one.wording, one.help) if said]
    assert all(set(said) == set(LANGUAGES) for said in texts)
    assert scale.cite
    ends = scale.answers[0], scale.answers[-1]
    assert all(one.wording for one in ends)


def test_the_published_wordings():
    """Fluency, both adequacies, and the scale on which gibberish is better than a false sense."""
    fluency = read_answers("fluency")
    assert fluency.labels == ("incomprehensible", "disfluent", "non-native", "good", "flawless")
    assert (fluency.id, fluency.against) == ("fluency@1", "none")
    assert read_answers("adequacy").labels == ("none", "a-little", "a-lot", "almost-all", "all")
    assert read_answers("adequacy-ldc").labels == ("none", "little", "much", "most", "all")
    turkoise = read_answers("turkoise")
    assert [(one.label, one.value) for one in turkoise.answers] == [
        ("DANG", 1), ("NONS", 2), ("MEAN", 3), ("CCOR", 4),
    ]  # fmt: skip
    assert not turkoise.average
    assert not turkoise.scale.average


def test_on_a_scale_whose_lowest_number_is_best_the_number_is_turned():
    """Higher is better in the table, whatever annotators type."""
    bands = read_answers("bands-edits")
    assert [bands.counted(label) for label in ("perfect", "near-miss", "bad")] == [3, 2, 1]
    assert str(bands.scale) == "3..1"


def test_a_range_is_a_scale():
    """A spreadsheet with numbers from 1 to 5 needs no file."""
    assert read_answers("1..5").labels == ("1", "2", "3", "4", "5")
    assert read_answers("5..1").counted("1") == 5
    assert read_scale("0..100").highest == 100
    with pytest.raises(BadInput, match="slider"):
        read_answers("0..100")
    with pytest.raises(BadInput, match="whole numbers"):
        read_answers("0..1.5")


def test_the_scale_of_an_analysis_is_a_range_a_name_or_a_file(tmp_path):
    """`--scale` means one thing everywhere."""
    file = tmp_path / "own.yaml"
    file.write_text(START + "  - {value: 1, label: no}\n  - {value: 4, label: yes}\n")
    own = read_scale(file)
    assert (own.lowest, own.highest, own.labels, own.name) == (1, 4, ("no", "yes"), "own@1")
    assert read_scale("turkoise").labels[-1] == "CCOR"
    with pytest.raises(BadInput, match="scale of grades"):
        read_scale("german")
    with pytest.raises(NotFound, match=r"Did you mean 'fluency'.*or a range such as 1\.\.5"):
        read_scale("fluensy")


def test_numbers_at_unequal_distances_keep_their_labels(tmp_path):
    """Nobody said that steps are equal."""
    file = tmp_path / "own.yaml"
    lines = [f"  - {{value: {value}, label: l{value}}}" for value in (0, 1, 5, 10)]
    file.write_text(START + "\n".join(lines))
    assert read_scale(file).named == {0: "l0", 1: "l1", 5: "l5", 10: "l10"}


@pytest.mark.parametrize(
    ("text", "what", "line"),
    [
        ("  - {value: 1, label: a}\n  - {value: 2, label: a}\n", "'a' is there twice", 4),
        ("  - {value: 1, label: a}\n  - {value: 3, label: b}\n  - {value: 2, label: c}\n",
         "not in order: 2 comes after 3", 5),
        ("  - {value: 1, label: a}\n  - {value: 1, label: b}\n", "not in order", 4),
        ("  - {value: 1, label: a}\n", "1 answers", 2),
        ("  - {label: a}\n  - {value: 2, label: b}\n", "no key 'value'", 3),
        ("  - {value: many, label: a}\n  - {value: 2, label: b}\n", "not a number", 3),
        ("  - {value: 1, wording: {de: ja}}\n  - {value: 2}\n", "no English text", 3),
        ("  - {value: 1, wording: {EN!: ja}}\n  - {value: 2}\n", "not a language", 3),
        ("  - {value: 1}\n  - {value: 2}\nbest: last\n", "not an end of a scale", 5),
        ("  - {value: 1}\n  - {value: 2}\nreasons: ['3']\n", "no label named '3'", 5),
        ("  - {value: 1}\n  - {value: 2}\nordered: true\n", "unknown key 'ordered'", 5),
    ],
)  # fmt: skip
def test_mistakes_are_told_with_their_line(text, what, line, tmp_path):
    """The maker of a scale finds the place."""
    file = tmp_path / "own.yaml"
    file.write_text(START + text)
    with pytest.raises((BadInput, NotFound), match=what) as error:
        read_answers(file)
    assert f"own.yaml:{line}" in str(error.value)


def test_a_change_shows_in_the_fingerprint(tmp_path):
    """Eight digits tell whether two campaigns asked the same."""
    file = tmp_path / "own.yaml"
    file.write_text(START + "  - {value: 1, label: no}\n  - {value: 2, label: yes}\n")
    before = read_answers(file).fingerprint
    file.write_text(START + "  - {value: 1, label: no}\n  - {value: 2, label: yes, help: sure}\n")
    assert read_answers(file).fingerprint != before


def test_ratings_that_leave_come_back_with_their_scale(tmp_path):
    """A row names its scale, so a file of ratings is read as the campaign is."""
    file = tmp_path / "ratings.csv"
    rows = ["annotator,segment,system,aspect,value,label,scale"]
    rows += [
        f"a{n},s{n},x,bands-edits,{3 - n % 2},{'near-miss' if n % 2 else 'perfect'},bands-edits@1"
        for n in range(6)
    ]
    file.write_text("\n".join(rows))
    table = read_judgements(file)
    assert table.scale("bands-edits") == read_answers("bands-edits").scale
    assert table.notes == ()
    file.write_text("\n".join(rows).replace("bands-edits@1", "bands-edits@9"))
    other = read_judgements(file)
    assert other.scale("bands-edits").source != "declared"
    assert other.notes == ("The scale bands-edits@9 is not built in: name its file with --scale.",)
