"""Campaigns in which errors are marked: their files, their typologies, their samples."""

import pytest

from tertium import protocols
from tertium.design import build_plan
from tertium.exceptions import BadInput, Conflict, NotFound, TertiumError
from tertium.formats.campaign import read_campaign
from tertium.formats.new import new_campaign
from tertium.store import Store
from tertium.testing import simulate
from tests.protocols.test_marks import NOW

TEXTS = """document\tsegment\tsource\talpha\tbeta
d1\t1\tThe cat sat on the mat.\tDie Katze saß auf der Matte.\tDie Katze sass auf die Matte.
d1\t2\tIt was 3.5 metres wide.\tSie war 3,5 Meter breit.\tSie war 35 Meter breit.
d2\t3\tPress the red button.\tDrücken Sie den roten Knopf.\tDrücke rote Taste.
"""
OWN = """name: mine
title: My own list
severities:
  - {id: minor, name: Minor, weight: 1}
nodes:
  - {id: wrong, name: Wrong}
"""


@pytest.fixture
def folder(tmp_path):
    """Return a folder with texts."""
    where = tmp_path / "texts"
    where.mkdir()
    (where / "texts.tsv").write_text(TEXTS, encoding="utf-8")
    return where


def made(folder, protocol="mqm", **more):
    """Write a campaign and read it."""
    languages = {"source_language": "en", "target_language": "de"}
    return read_campaign(new_campaign(folder, protocol=protocol, force=True, **languages, **more))


MARKING = [name for name in protocols.names() if protocols.get(name).marks]


@pytest.mark.parametrize("protocol", MARKING)
def test_a_new_campaign_can_be_run(folder, protocol):
    """It is read, planned and answered as it was written."""
    campaign = made(folder, protocol)
    assert campaign.design.kind == "documents"
    assert campaign.design.common == 3
    configured = protocols.get(campaign.protocol, campaign.options)
    assert configured.asks[0].typology.name == campaign.options["typology"]["name"]
    plan = build_plan(campaign)
    judgements = simulate(campaign, plan, configured)
    assert len(judgements) == len(plan.assignments) == 18 * (1 + (protocol == "two_step"))
    text = (folder / "campaign.toml").read_text(encoding="utf-8")
    assert f'protocol = "{protocol}@1"' in text
    assert 'hints = ["tags", "numbers", "terms", "consistency"]' in text


def test_a_typology_is_named_or_lies_in_the_folder(folder):
    """Its whole content becomes part of the campaign."""
    assert len(made(folder, typology="list-20").options["typology"]["nodes"]) == 20
    (folder / "mine.yaml").write_text(OWN, encoding="utf-8")
    kept = made(folder, "esa", typology="mine.yaml").options["typology"]
    assert (kept["name"], kept["nodes"][0]["id"]) == ("mine", "wrong")


@pytest.mark.parametrize(
    ("typology", "said"),
    [
        ("mqm-cor", "Did you mean 'mqm-core'?"),
        ("nowhere.yaml", "no file named 'nowhere.yaml'"),
        ("../mine.yaml", "outside the campaign's folder"),
    ],
)
def test_a_typology_that_is_not_there_is_told(folder, typology, said):
    """With the nearest name, and never from outside."""
    (folder.parent / "mine.yaml").write_text(OWN, encoding="utf-8")
    with pytest.raises(TertiumError) as caught:
        made(folder, typology=typology)
    assert said in str(caught.value)
    assert not (folder / "campaign.toml").exists()


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("weight: 1", "weight: -1", 4, "weight"),
        ("weight: 1", "heavy: 1", 4, "weight"),
        ("id: wrong", "id: Wrong One", 6, "lower case"),
        ("nodes:", "nodes: [", 6, "not YAML"),
    ],
)
def test_what_is_wrong_in_a_typology_is_told_with_its_line(folder, old, new, line, said):
    """File and line, however deep it lies."""
    made(folder)
    (folder / "mine.yaml").write_text(OWN.replace(old, new), encoding="utf-8")
    file = folder / "campaign.toml"
    described = file.read_text(encoding="utf-8").replace('"mqm-core"', '"mine.yaml"')
    file.write_text(described, encoding="utf-8")
    with pytest.raises(TertiumError) as caught:
        read_campaign(folder)
    assert f"mine.yaml:{line}" in caught.value.where
    assert said in str(caught.value)


def test_a_typology_means_nothing_where_nothing_is_marked(folder):
    """It is refused, rather than left aside."""
    with pytest.raises(BadInput, match="a typology means nothing"):
        made(folder, "slider", typology="mqm-core")
    made(folder, "slider")
    file = folder / "campaign.toml"
    described = file.read_text(encoding="utf-8")
    file.write_text(described.replace("[options]", '[options]\ntypology = "esa"'), encoding="utf-8")
    with pytest.raises(NotFound, match="no option named 'typology'"):
        read_campaign(folder)


def test_a_typology_edited_during_annotation_is_refused(folder, tmp_path):
    """With the first answer the campaign is frozen, and its typology is part of it."""
    (folder / "mine.yaml").write_text(OWN, encoding="utf-8")
    campaign = made(folder, typology="mine.yaml")
    plan = build_plan(campaign)
    with Store.open(tmp_path / "store.db") as store:
        store.campaigns.put(campaign, plan, at=NOW)
        configured = protocols.get(campaign.protocol, campaign.options)
        store.judgements.append(simulate(campaign, plan, configured, share=0.2), received_at=NOW)
        same = read_campaign(folder)
        store.campaigns.put(same, build_plan(same), at=NOW)
        changed = OWN.replace("name: Wrong", "name: Other")
        (folder / "mine.yaml").write_text(changed, encoding="utf-8")
        edited = read_campaign(folder)
        with pytest.raises(Conflict):
            store.campaigns.put(edited, build_plan(edited), at=NOW)
        assert store.campaigns.get(campaign.name).options == campaign.options


def test_aids_lie_beside_what_is_marked(folder):
    """Termbase and specification are read as in editing."""
    made(folder)
    (folder / "terms.csv").write_text("term,gloss\nbutton,Knopf\n", encoding="utf-8")
    (folder / "brief.txt").write_text("Be kind.\n\nBe short.\n", encoding="utf-8")
    file = folder / "campaign.toml"
    aids = '[options]\ntermbase = "terms.csv"\nspecification = "brief.txt"'
    described = file.read_text(encoding="utf-8").replace("[options]", aids)
    file.write_text(described, encoding="utf-8")
    options = read_campaign(folder).options
    assert options["termbase"] == [{"term": "button", "gloss": "Knopf"}]
    assert options["specification"] == ["Be kind.", "Be short."]


def test_terms_say_their_language_where_texts_have_several(folder):
    """A gloss that could be German or French would make every hint a guess."""
    made(folder)
    (folder / "terms.csv").write_text("term,gloss\nbutton,Knopf\n", encoding="utf-8")
    file = folder / "campaign.toml"
    described = file.read_text(encoding="utf-8")
    described = described.replace("[options]", '[options]\ntermbase = "terms.csv"')
    texts = described[described.index("[[texts]]") :].split("\n[", 1)[0].rstrip()
    other = texts.replace('target_language = "de"', 'target_language = "fr"')
    assert other != texts
    file.write_text(f'{described}\n{other}\nprefix = "fr-"\n', encoding="utf-8")
    with pytest.raises(BadInput, match=r"termbase does not say of which language each gloss is"):
        read_campaign(folder)
    (folder / "terms.csv").write_text(
        "term,gloss,language\nbutton,Knopf,de\nbutton,bouton,fr\n", encoding="utf-8"
    )
    assert [one["gloss"] for one in read_campaign(folder).options["termbase"]] == [
        "Knopf",
        "bouton",
    ]


def test_how_a_sample_was_drawn_is_part_of_a_scorecard(folder):
    """It is frozen with the campaign, like the rule."""
    assert made(folder, "scorecard").options["sample"] == ""
    drawn = (
        'method = "sample"\nunit = "passage"\nseed = 3\nwords = 8\nshare = 0.5\nsegments = ["1"]\n'
    )
    (folder / "selection.toml").write_text(drawn, encoding="utf-8")
    kept = made(folder, "scorecard").options["sample"]
    assert kept == {"method": "sample", "unit": "passage", "seed": 3, "words": 8, "share": 0.5}
    (folder / "selection.toml").write_text("= 3", encoding="utf-8")
    with pytest.raises(BadInput, match=r"selection\.toml:1:1: invalid statement"):
        read_campaign(folder)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("passes = 2", "passes means nothing"),
        ("real = 70", "real means nothing"),
        ('kind = "hits"', "hits"),
    ],
)
def test_a_design_that_means_nothing_is_refused(folder, line, said):
    """Only what plans of documents know."""
    made(folder)
    file = folder / "campaign.toml"
    described = file.read_text(encoding="utf-8")
    if line.startswith("kind"):
        described = described.replace('kind = "documents"', line)
    else:
        described = described.replace("[design]", f"[design]\n{line}")
    file.write_text(described, encoding="utf-8")
    with pytest.raises(TertiumError, match=said):
        read_campaign(folder)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ('"c"', "'errors' must be a list of marks"),
        ('{ errors = [{ quote = "z" }] }', "mark 1: 'z' does not stand in the translation"),
        ('{ errors = [{ quote = "b", category = "nonsense" }] }', "nonsense"),
    ],
)
def test_a_mistake_in_the_marks_of_a_tutorial_is_told_with_its_line(folder, answer, said):
    """They quote what stands in the text, and have a category of the typology."""
    made(folder)
    file = folder / "campaign.toml"
    text = file.read_text(encoding="utf-8")
    item = f'\n[[wording.tutorial]]\nsource = "a"\ntexts = ["b"]\nanswer = {answer}\nwhy = "d"\n'
    file.write_text(text + item, encoding="utf-8")
    line = text.count("\n") + 5
    with pytest.raises(BadInput, match=rf"campaign.toml:{line}: .*{said}"):
        read_campaign(folder)
