"""Jobs and results of PET: read, written, and read again the same."""

import math

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tertium.cli.main import cli
from tertium.exceptions import BadInput
from tertium.formats.judgements import read_judgements
from tertium.formats.pet import duration, pet_results, write_pet, written_duration
from tertium.formats.recognise import read_texts
from tertium.table import JudgementTable

JOB = """<?xml version="1.0" encoding="UTF-8"?>
<job id="demo">
  <unit id="1" type="pe">
    <S producer="wmt12">Das Haus</S>
    <R producer="human">The house</R>
    <MT producer="online-b">The home</MT>
    <MT producer="jhu">That house</MT>
  </unit>
  <unit id="2" type="ht"><S>Die Brücke</S></unit>
</job>
"""
RESULT = """<?xml version="1.0" encoding="UTF-8"?>
<job id="demo" status="STARTED" progress="2/3">
  <unit id="1" type="pe" status="FINISHED">
    <S producer="wmt12">Das  Haus</S>
    <MT producer="online-b">The home</MT>
    <annotations revisions="2">
      <annotation r="1">
        <PE producer="ana">The hous</PE>
        <assessment id="effort"><score>3. a little post-editing</score></assessment>
        <indicator id="editing" type="time">1m12s,875</indicator>
        <indicator id="letter-keys" type="count">5</indicator>
        <indicator id="erase-keys" type="count">4</indicator>
        <indicator id="substitution" type="wrap">
          <action elapsed=",0" id="deletion" length="1" offset="4" t0=",0" type="change"> </action>
          <action elapsed=",0" id="insertion" length="1" offset="4" t0=",0" type="change">h</action>
        </indicator>
        <events>
          <flow t="0">EDITING_START</flow>
          <keystroke t="812" offset="4">h</keystroke>
          <change offset="4" t="813"><in>h</in><out> </out></change>
          <cursor dot="5" mark="5" t="900"/>
        </events>
      </annotation>
      <annotation r="2">
        <PE producer="ana">The house</PE>
        <assessment id="effort"><score>2</score></assessment>
        <indicator id="editing" type="time">6s,5</indicator>
        <indicator id="letter-keys" type="count">1</indicator>
        <indicator id="copy-keys" type="count">1</indicator>
        <indicator id="do-keys" type="count">2</indicator>
      </annotation>
    </annotations>
  </unit>
  <unit id="2" type="ht"><S>Die Brücke</S>
    <annotations revisions="1"><annotation r="1"><HT producer="ana">The bridge</HT>
      <indicator id="editing" type="time">20s,0</indicator></annotation></annotations>
  </unit>
  <unit id="3" type="pe"><S>Offen</S><MT producer="jhu">Open</MT></unit>
</job>
"""


@pytest.fixture
def result(tmp_path):
    """Return a result file in which one unit was revised, one translated, one not begun."""
    path = tmp_path / "demo.per"
    path.write_text(RESULT, encoding="utf-8")
    return path


def test_a_result_becomes_judgements(result):
    """The last text counts; times and keys of all revisions add up."""
    edits = read_judgements(result).edits()
    assert edits.segment.values() == ["1", "2"]
    assert edits.annotator.values() == ["ana", "ana"]
    assert edits.system.values() == ["online-b", "scratch"]
    assert edits.condition.values() == ["postedit", "scratch"]
    assert edits.edited.tolist() == ["The house", "The bridge"]
    assert edits.mt.tolist() == ["The home", ""]
    assert edits.source.tolist() == ["Das  Haus", "Die Brücke"]
    assert edits.seconds.tolist() == pytest.approx([78.88, 20.0])
    assert edits.keystrokes[0] == 13  # 6 letters, 4 erased, 3 commands
    assert edits.indicators["letters"][0] == 6
    assert edits.indicators["commands"][0] == 3
    assert math.isnan(edits.keystrokes[1])
    assert edits.rating[0] == 2


def test_the_producer_of_an_edited_text_names_editor_and_engine(tmp_path):
    """As PET writes it; the engine tells which of several outputs was edited."""
    unit = """<unit id="{n}" type="pe"><S>Das Haus</S>
      <MT producer="online-b">The home</MT><MT producer="jhu.2">That house</MT>
      <annotations revisions="1"><annotation r="1"><PE producer="{producer}">The house</PE>
      </annotation></annotations></unit>"""
    producers = ["ana.jhu.2", "ana.online-b", "online-b", "ana"]
    units = [unit.format(n=n, producer=producer) for n, producer in enumerate(producers)]
    path = tmp_path / "two.per"
    path.write_text(f"<job id='two'>{''.join(units)}</job>", encoding="utf-8")
    edits = read_judgements(path).in_time().edits()
    assert edits.annotator.values() == ["ana", "ana", "online-b", "ana"]
    assert edits.system.values() == ["jhu.2", "online-b", "online-b", "online-b"]
    assert edits.mt.tolist() == ["That house", "The home", "The home", "The home"]


def test_units_were_called_tasks_at_first(tmp_path):
    path = tmp_path / "old.pej"
    path.write_text(JOB.replace("<unit ", "<task ").replace("</unit>", "</task>"), "utf-8")
    assert [entry.segment for entry in read_texts(path).entries] == ["1", "2"]


def test_a_job_gives_the_texts_of_a_campaign(tmp_path):
    """Machine translations and references stand under their producers."""
    path = tmp_path / "demo.pej"
    path.write_text(JOB, encoding="utf-8")
    texts = read_texts(path)
    assert texts.systems == ("human", "online-b", "jhu")
    assert texts.entries[0].outputs["jhu"] == "That house"
    assert texts.entries[1].outputs == {}
    assert [entry.segment for entry in texts.entries] == ["1", "2"]


words = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], include_characters="\n\t"), max_size=12
)


@given(texts=st.lists(st.tuples(words, words, words), min_size=1, max_size=4))
@settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_writing_and_reading_gives_the_same_texts(texts, tmp_path):
    """Any marks and blanks survive."""
    about = {"annotator": "ana", "system": "x"}
    rows = [
        about | {"judgement": str(at), "segment": str(at), "aspect": aspect, "text": text}
        for at, one in enumerate(texts)
        for aspect, text in zip(("source", "mt", "edited"), one, strict=True)
    ]
    before = JudgementTable.from_rows(rows).edits()
    path = tmp_path / "job.per"
    write_pet(pet_results(before)["ana"], path)
    after = read_judgements(path).edits()
    for name in ("source", "mt", "edited"):
        assert getattr(after, name).tolist() == getattr(before, name).tolist()


@given(st.integers(0, 10**8))
def test_durations_keep_their_milliseconds(thousandths):
    """What is written is read again to the millisecond."""
    seconds = thousandths / 1000
    assert duration(written_duration(seconds)) == pytest.approx(seconds, abs=1e-9)


def test_edits_go_to_pet_and_come_back(tmp_path):
    """One result per editor; seconds, keys, rating and texts are the same."""
    file = tmp_path / "edits.csv"
    file.write_text(
        "annotator,segment,system,source,mt,edited,seconds,keystrokes,rating,letters,erasing\n"
        "ana,1,x,Das Haus,The home,The house,12.345,9,3,5,4\n"
        "ana,2,scratch,Offen,,Open,7,4,,4,0\n"
        "ben,1,y,Das Haus,House,House,3,0,4,0,0\n",
        encoding="utf-8",
    )
    before = read_judgements(file).edits()
    results = pet_results(before)
    assert set(results) == {"ana", "ben"}
    path = tmp_path / "ana.per"
    write_pet(results["ana"], path)
    after = read_judgements(path).edits()
    own = before.take(before.annotator.codes == 0)
    assert after.edited.tolist() == own.edited.tolist()
    assert after.seconds.tolist() == own.seconds.tolist()
    assert after.keystrokes.tolist() == own.keystrokes.tolist()
    assert after.system.values() == own.system.values()
    assert after.rating[0] == 3
    assert math.isnan(after.rating[1])


def test_convert_writes_a_file_for_each_editor(result, tmp_path):
    """`tertium convert` ends in results that PET reads."""
    out = tmp_path / "again.per"
    cli(["convert", str(result), str(out)], standalone_mode=False)
    assert read_judgements(out).edits().edited.tolist() == ["The house", "The bridge"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("<jobs><job id='1'/></jobs>", "the root element is 'jobs', not 'job'"),
        ("<job id='1'/>", "the job has no units"),
        ("<job id='1'><unit id='1'><MT>a</MT></unit></job>", "this unit has no source (S)"),
        ("<job><unit><S>a</S></unit></job>", "this unit has no id"),
        ("<job><unit id='1'><S>a</S></unit><unit id='1'><S>b</S></unit></job>", "given twice"),
        ("<job><unit id='1'><S>a</S></unit></job>", "nothing was edited in this job"),
        (RESULT.replace("1m12s,875", "soon"), "'soon' is not a duration"),
        (RESULT.replace('count">5<', 'count">many<'), "is 'many', not a count"),
    ],
)
def test_what_is_wrong_is_told(tmp_path, text, told):
    """A damaged result is refused with a place and a remedy."""
    path = tmp_path / "bad.per"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput) as error:
        read_judgements(path)
    assert told in str(error.value)
    assert "bad.per" in error.value.where
    assert error.value.fix
