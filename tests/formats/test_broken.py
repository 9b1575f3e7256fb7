"""Broken files, made at random: always a sentence, never a traceback."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tertium.exceptions import TertiumError
from tertium.formats.campaign import read_campaign
from tertium.formats.judgements import read_judgements
from tertium.formats.recognise import read_texts

JUDGEMENTS = {
    "j.csv": 'annotator,segment,left,right,answer,comment\na,1,x,y,left,"oh ""no""\nyes"\n'
    "b,2,y,x,tie,\n",
    "j.jsonl": '{"annotator":"a","segment":1,"left":"x","right":"y","answer":"left"}\n',
    "j.tsv": "annotator\tsegment\tsystem\tscore\na\t1\tx\t3\nb\t2\ty\t4\n",
}
TEXTS = {
    "t.csv": 'source,old,new\n"a, b",A,"B\nC"\nd,e,f\n',
    "t.jsonl": '{"segment":"1","source":"a","outputs":{"x":"y","z":"w"}}\n',
    "t.xlf": '<xliff version="1.2"><file original="d" source-language="en"><body><trans-unit '
    'id="1"><source>a<g id="1">b</g></source><target>c</target></trans-unit></body></file></xliff>',
    "t.tmx": '<tmx version="1.4"><header srclang="en"/><body><tu><tuv xml:lang="en"><seg>a</seg>'
    '</tuv><tuv xml:lang="de"><seg>b</seg></tuv></tu></body></tmx>',
}
CAMPAIGN = """\
name = "x"
protocol = "ab@1"
[systems]
baseline = "old"
advanced = "new"
[[texts]]
source_language = "en"
target_language = "de"
file = "t.csv"
[design]
annotators = { en-de = ["a", "b"] }
unique = "all"
[wording]
deadline = 2030-01-01
"""
ODD = st.sampled_from([bytes([byte]) for byte in b"\",;\n\r\t\\{}[]:<>&=#'\0\x1f\xe9\xff 1a"])


@st.composite
def broken(draw, text):
    """Take a good file and put odd bytes in, or take some out, at a few places."""
    content = text.encode()
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(content)))
        out = draw(st.integers(0, 5))
        content = (
            content[:at] + draw(ODD | st.just(b"") | st.binary(max_size=3)) + content[at + out :]
        )
    return content


def check_never_a_traceback(reader, path, content):
    path.write_bytes(content)
    told = None
    try:
        reader(path)
    except TertiumError as error:
        told = error
    if told is not None:
        assert told.what
        assert told.fix
        assert str(path.parent) in told.where or not told.where.startswith("/")


quickly = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.mark.parametrize("name", JUDGEMENTS)
@quickly
@given(data=st.data())
def test_broken_judgements_get_a_sentence(tmp_path, name, data):
    """Whatever is wrong in a file of judgements."""
    content = data.draw(broken(JUDGEMENTS[name]))
    check_never_a_traceback(read_judgements, tmp_path / name, content)


@pytest.mark.parametrize("name", TEXTS)
@quickly
@given(data=st.data())
def test_broken_texts_get_a_sentence(tmp_path, name, data):
    """Whatever is wrong in a file of texts."""
    check_never_a_traceback(read_texts, tmp_path / name, data.draw(broken(TEXTS[name])))


@settings(parent=quickly, max_examples=150)
@given(content=broken(CAMPAIGN))
def test_broken_campaigns_get_a_sentence(tmp_path, content):
    """Whatever is wrong in a campaign file."""
    (tmp_path / "t.csv").write_text(TEXTS["t.csv"], encoding="utf-8")
    check_never_a_traceback(read_campaign, tmp_path / "campaign.toml", content)
