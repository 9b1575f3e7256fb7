"""The campaign file of direct assessment."""

import pytest

from tertium.design import build_plan, check
from tertium.exceptions import BadInput, TertiumError
from tertium.formats.campaign import read_campaign
from tertium.formats.new import new_campaign
from tertium.model import Anchor, Design, System

SCORES = """\
name = "scores"
protocol = "slider@1"

[systems]
systems = ["one"]
references = ["human"]

[[texts]]
source_language = "en"
target_language = "de"
source = "source.txt"
outputs = { one = "one.txt", human = "human.txt" }

[design]
annotators = 2
"""


@pytest.fixture
def scores(make, tmp_path):
    """Return a function that writes the campaign with changes and gives its folder."""
    make("source.txt", "".join(f"Source {n} here.\n" for n in range(30)))
    make("one.txt", "".join(f"Text {n} da und dort.\n" for n in range(30)))
    make("human.txt", "".join(f"Ein Text {n}.\n" for n in range(30)))

    def write(*changes):
        text = SCORES
        for before, after in changes:
            assert before in text
            text = text.replace(before, after)
        make("campaign.toml", text)
        return tmp_path

    return write


def test_one_system_can_be_scored(scores):
    """HITs are the design, and sources of any length are asked about."""
    campaign = read_campaign(scores())
    assert campaign.systems == (System("one", "system"), System("human", "reference"))
    assert campaign.design == Design(
        kind="hits", annotators=2, min_words=1, max_words=1000, follow_up=0
    )
    plan = build_plan(campaign)
    assert {slot for one in plan.assignments for slot in one.slots} == {
        "one",
        "human",
        "one~degraded",
    }


def test_sizes_of_hits_are_settings(scores):
    """By the roles of items."""
    more = """annotators = 2
judges = 2
real = 20
degraded = 4
references = 0
repeats = 3
apart = 15
degrading = "appraise"
"""
    design = read_campaign(scores(("annotators = 2\n", more))).design
    assert (design.judges, design.real, design.degraded) == (2, 20, 4)
    assert (design.references, design.repeats, design.apart) == (0, 3, 15)
    assert design.degrading == "appraise"


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (("annotators = 2", "annotators = 2\ncommon = 10"), "common means nothing"),
        (("annotators = 2", "annotators = 2\nunique = 10"), "unique means nothing"),
        (("annotators = 2", 'kind = "by-two"'), "'by-two' is not known"),
        (("annotators = 2", "real = 20"), "real = 20 outputs cannot have 30 control items"),
        (("annotators = 2", "judges = 0"), "judges = 0 is too small"),
        (("annotators = 2", 'degrading = "half"'), "'half' is not known"),
        (('systems = ["one"]', "systems = []"), "no system to judge"),
        (('"one"]', '"one~degraded"]'), "'one~degraded' cannot be the name of a system"),
    ],
)
def test_mistakes_are_told(scores, change, what):
    """With their line."""
    with pytest.raises(TertiumError, match=what) as caught:
        read_campaign(scores(change))
    assert "campaign.toml:" in caught.value.where


ANCHORED = ("annotators = 2", 'annotators = 2\nanchors = "known.csv"\nanchored = 3')


def test_anchors_come_from_a_table(scores, make):
    """They keep the names they had, and are asked about like outputs."""
    make("known.csv", "segment,source,system,text,score\nen-de.1,Old one.,x,Das alte.,71.5\n"
         "en-de.1,Old one.,one,Das Alte!,30\n7,Old two.,x,Zwei.,0\n")  # fmt: skip
    campaign = read_campaign(scores(ANCHORED))
    assert campaign.anchors == (
        Anchor("anchor.en-de.1", "x", 71.5),
        Anchor("anchor.en-de.1", "one", 30.0),
        Anchor("anchor.7", "x", 0.0),
    )
    assert campaign.outputs["anchor.en-de.1", "one"] == "Das Alte!"
    assert campaign.systems[-1] == System("x", "anchor")
    known = {
        (one.of, *one.slots) for one in build_plan(campaign).assignments if one.role == "anchor"
    }
    assert known <= {("en-de.1", "x"), ("en-de.1", "one"), ("7", "x")}
    assert known


@pytest.mark.parametrize(
    ("lines", "what"),
    [
        ("segment,source,system,text,score\n1,A.,x,B.,101\n", "'101' is not a score"),
        ("segment,source,system,text,score\n1,A.,x,B.,nan\n", "'nan' is not a score"),
        ("segment,source,system,text,score\n1,A.,x,,10\n", "an anchor without 'text'"),
        ("segment,source,system,text\n1,A.,x,B.\n", "an anchor without 'score'"),
        ("segment,source,system,text,score\n1,A.,x+y,B.,10\n", "'x\\+y' cannot be the name"),
        ("source,system,text,score\nA.,x,B.,10\n", "needs a segment"),
        ("segment,source,system,text,score,z\n1,A.,x,B.,10,5\n", "unknown column 'z'"),
        ("segment,source,system,text,score\n1,A.,x,B.,9\n1,A.,x,B.,9\n", "is given twice"),
        ("segment,source,system,text,score\n1,A.,x,B.,9\n1,C.,y,B.,9\n", "has two sources"),
        (
            "segment,source,system,text,score,source_language,target_language\n1,A.,x,B.,9,en,fr\n",
            "it is not said to which language pair",
        ),
    ],
)
def test_mistakes_in_anchors_are_told(scores, make, lines, what):
    """With file and line."""
    make("known.csv", lines)
    with pytest.raises(BadInput, match=what) as caught:
        read_campaign(scores(ANCHORED))
    assert "known.csv:" in caught.value.where


def test_other_protocols_do_not_know_hits(scores):
    """A setting that means nothing is refused."""
    with pytest.raises(BadInput, match="judges means nothing for the protocol 'tournament'"):
        read_campaign(scores(("slider@1", "tournament@1"), ("annotators = 2", "judges = 2")))


@pytest.mark.parametrize(("systems", "people", "judges"), [(1, 3, 3), (3, 3, 2), (12, 5, 2)])
def test_new_writes_hits(make, tmp_path, systems, people, judges):
    """Every setting with its value; where there are fewer HITs than people they share."""
    for name in ("source", "ref", *(f"sys{n}" for n in range(systems))):
        make(f"{name}.txt", "".join(f"Line {n} of {name} is here.\n" for n in range(50)))
    file = new_campaign(tmp_path, source_language="en", target_language="de", protocol="slider")
    campaign = read_campaign(file)
    assert campaign.design.kind == "hits"
    assert (campaign.design.annotators, campaign.design.judges) == (people, judges)
    assert [one.name for one in campaign.systems if one.part == "reference"] == ["ref"]
    assert {one.annotator for one in build_plan(campaign).assignments} == {
        f"ann-{n + 1:02d}" for n in range(people)
    }


@pytest.mark.parametrize("people", [None, 2, 4, 7])
@pytest.mark.parametrize("systems", [1, 4])
def test_what_new_writes_connects_all_annotators(make, tmp_path, systems, people):
    """A default design is none that the check warns of: a chain of shared outputs."""
    for name in ("source", "ref", *(f"sys{n}" for n in range(systems))):
        make(f"{name}.txt", "".join(f"Line {n} of {name} is here now.\n" for n in range(60)))
    file = new_campaign(
        tmp_path,
        source_language="en",
        target_language="de",
        protocol="slider",
        annotators=people,
    )
    campaign = read_campaign(file)
    report = check(campaign, build_plan(campaign)).hits
    assert report.components == 1


def test_looks_are_planned_for_two_systems(scores):
    """Of more, pairs looked at one by one would find too many differences."""
    with pytest.raises(BadInput, match="looks are planned for two systems, and here are"):
        read_campaign(scores(("annotators = 2", "annotators = 2\nlooks = 4")))
