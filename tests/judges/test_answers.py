"""What a judge may answer, and what is refused."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.exceptions import BadInput, NotFound
from tertium.judges.answers import Refused, read_answer
from tertium.judges.prompts import read_prompt

DA, ESA, PAIRS = (read_prompt(name) for name in ("da", "esa", "pairwise"))
TEXTS = {"source": "Die Katze schläft.", "output": "The cat the cat sleeps 𝔸 well."}


@pytest.mark.parametrize(
    "text", ['{"score": 71}', ' {"score": 71.0}\n', '```json\n{"score": 71}\n```',
             '{"score": 71, "why": "good"}']
)  # fmt: skip
def test_a_score_is_read(text):
    """Alone, or as the only thing in a fenced block."""
    assert read_answer(text, DA, {}).score == 71


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("I would say 71.", "no JSON"),
        ('The score is {"score": 71}', "no JSON"),
        ('{"score": 71} because it is good', "broken JSON"),
        ('{"score": 71', "broken JSON"),
        ('```json\n{"score": 71}\n```\nI hope this helps!', "broken JSON"),
        ("[71]", "no JSON object"),
        ("71", "no JSON object"),
        ('{"score": "71"}', "no score"),
        ('{"score": true}', "no score"),
        ('{"score": null}', "no score"),
        ('{"score": NaN}', "not a number"),
        ('{"score": 1e999}', "outside the scale"),
        ('{"score": 101}', "outside the scale"),
        ('{"score": -1}', "outside the scale"),
        ('{"score": 3, "score": 90}', "given twice"),
        ("", "no JSON"),
        ("[" * 100_000, "no JSON|broken"),
        ("x" * 200_000, "too long"),
    ],
)
def test_anything_else_is_refused(text, why):
    """Nothing is guessed from prose, halves, or numbers that are none."""
    with pytest.raises(Refused, match=why):
        read_answer(text, DA, {})


@given(st.text(alphabet='{}[]":,.0175abenrtu score`\n', max_size=60))
def test_no_text_does_harm(text):
    """Whatever comes is read or refused."""
    for prompt in (DA, ESA, PAIRS):
        with suppress(Refused):
            read_answer(text, prompt, TEXTS)


def test_marked_passages_are_found_where_they_stand():
    """By what they quote; of several, by number. Positions count code points."""
    text = (
        '{"errors": [{"quote": "well", "severity": "minor", "category": "style"},'
        '{"quote": "cat", "severity": "major", "occurrence": 2},'
        '{"quote": "Katze", "severity": "major", "side": "source"}], "score": 60}'
    )
    one, two, three = read_answer(text, ESA, TEXTS).errors
    assert (one.start, one.end, one.side, one.category) == (25, 29, "target", "style")
    assert TEXTS["output"][one.start : one.end] == "well"
    assert (two.start, two.severity) == (12, "major")
    assert (three.side, three.start) == ("source", 4)


@pytest.mark.parametrize(
    ("error", "why"),
    [
        ('{"quote": "dog", "severity": "minor"}', "not in the text"),
        ('{"quote": "cat", "severity": "minor"}', "occurs several times"),
        ('{"quote": "cat", "severity": "minor", "occurrence": 3}', "no such occurrence"),
        ('{"quote": "cat", "severity": "minor", "occurrence": "first"}', "no number of"),
        ('{"quote": "well", "severity": "awful"}', "unknown severity"),
        ('{"quote": "well", "severity": ["minor"]}', "unknown severity"),
        ('{"quote": "well", "severity": "minor", "side": "left"}', "unknown side"),
        ('{"quote": "", "severity": "minor"}', "quotes nothing"),
        ('{"severity": "minor"}', "quotes nothing"),
        ('"well"', "no object"),
    ],
)
def test_a_passage_that_is_not_there_is_refused(error, why):
    """The whole answer is: half an answer would be another one."""
    with pytest.raises(Refused, match=why):
        read_answer(f'{{"errors": [{error}], "score": 60}}', ESA, TEXTS)


def test_a_choice_is_read():
    """A, B or tie."""
    given = [f'{{"better": "{one}"}}' for one in ("A", "b", "tie")]
    assert [read_answer(one, PAIRS, {}).better for one in given] == ["left", "right", "tie"]
    with pytest.raises(Refused, match="no choice"):
        read_answer('{"better": "both"}', PAIRS, {})


def test_a_prompt_is_filled_once():
    """Braces of JSON stay; a text that looks like a place is not filled again."""
    _, text = DA.filled({"source": "{output} {x}", "output": "fine", "source_language": "de"})
    assert "Source: {output} {x}\n" in text
    assert '{"score": 75}' in text
    assert DA.digest != ESA.digest


def test_a_prompt_file_is_checked(tmp_path):
    """Its kind, its places and its severities."""
    path = tmp_path / "own.toml"
    path.write_text('kind = "score"\ntext = "Rate {output}"\nscale = "1..5"\n', "utf-8")
    own = read_prompt(str(path))
    assert (own.name, own.scale.highest, own.needs) == ("own", 5, {"output"})
    for text, error in (
        ('kind = "pairwise"\ntext = "Rate {output_a}"\n', "does not show {output_b}"),
        ('kind = "spans"\ntext = "{output}"\nseverities = ["awful"]\n', "no severity"),
        ('kind = "scores"\ntext = "{output}"\n', "is not known"),
    ):
        path.write_text(text, "utf-8")
        with pytest.raises((BadInput, NotFound), match=error):
            read_prompt(str(path))
    with pytest.raises(NotFound, match="no prompt named 'das'"):
        read_prompt("das")
