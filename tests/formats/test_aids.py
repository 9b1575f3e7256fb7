"""What lies beside texts that are edited: files that the campaign file names."""

import pytest

from tertium import protocols
from tertium.exceptions import TertiumError
from tertium.formats import aids as reader
from tertium.formats.campaign import read_campaign
from tertium.model import System

CAMPAIGN = """\
name = "pump"
protocol = "postedit@1"

[options]
glossary = "glossary.tsv"
termbase = "terms.csv"
specification = "style.txt"

[systems]
systems = ["one"]
recognised = ["scan"]

[[texts]]
source_language = "en"
target_language = "fr"
source = "source.txt"
outputs = { one = "one.txt", scan = "scan.txt" }

[design]
annotators = 1
"""


@pytest.fixture
def pump(make, tmp_path):
    """Return a function that writes the campaign, with changes to its files."""
    files = {
        "source.txt": "Open the valve.\nClose the valve.\n",
        "one.txt": "Ouvrez la valve.\nFermez la valve.\n",
        "scan.txt": "Open tlie valve.\n\n",
        "glossary.tsv": "term\tgloss\nvalve\tvanne\n",
        "terms.csv": 'term,gloss,note\n"pump, small",pompe,\nvalve,vanne,never valve\n',
        "style.txt": "Say vous.\r\n\r\nKeep numbers\nas they are.\n\n\n",
        "campaign.toml": CAMPAIGN,
    }

    def write(**changes):
        for name, text in (files | {f.replace("_", "."): t for f, t in changes.items()}).items():
            make(name, text)
        return tmp_path

    return write


def test_the_campaign_keeps_what_the_files_hold(pump):
    """Whoever serves it needs no other file, and the protocol takes it as it is."""
    campaign = read_campaign(pump())
    assert campaign.options == {
        "glossary": [{"term": "valve", "gloss": "vanne"}],
        "termbase": [
            {"term": "pump, small", "gloss": "pompe", "note": ""},
            {"term": "valve", "gloss": "vanne", "note": "never valve"},
        ],
        "specification": ["Say vous.", "Keep numbers\nas they are."],
    }
    settings = protocols.get(campaign.protocol, campaign.options).settings
    assert settings["glossary"] == campaign.options["glossary"]


def test_the_source_as_it_was_recognised_stands_beside_the_clean_one(pump):
    """It plays a part of its own, and need not be there for every segment."""
    campaign = read_campaign(pump())
    assert System("scan", "recognised") in campaign.systems
    texts = [campaign.outputs.get((one.id, "scan")) for one in campaign.segments]
    assert texts == ["Open tlie valve.", None]


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"glossary_tsv": "term\tglos\nvalve\tvanne\n"}, "glossary.tsv:1: no column named 'glos'"),
        ({"glossary_tsv": "term\nvalve\n"}, "glossary.tsv:1: no column 'gloss'"),
        ({"glossary_tsv": "term\tgloss\n\tvanne\n"}, "glossary.tsv:2: a line without a term"),
        ({"glossary_tsv": ""}, "glossary.tsv: the file is empty"),
        ({"terms_csv": "term,gloss\nvalve\n"}, "terms.csv:2: this row has 1 fields"),
        ({"campaign_toml": CAMPAIGN.replace('"style.txt"', '"stile.txt"')}, "Did you mean"),
        ({"campaign_toml": CAMPAIGN.replace('"style.txt"', '"../x"')}, "outside the campaign"),
        ({"campaign_toml": CAMPAIGN.replace('"style.txt"', "7")}, "not the name of a file"),
        (
            {"campaign_toml": CAMPAIGN + '\n[[wording.tutorial]]\nsource = "a"\ntexts = ["b"]\n'
             'answer = { edited = 3 }\nwhy = "d"\n'},
            "'edited' must be the text as it should be",
        ),
    ],
)  # fmt: skip
def test_mistakes_are_told_with_their_place(pump, changes, says):
    with pytest.raises(TertiumError) as caught:
        read_campaign(pump(**changes))
    assert says in str(caught.value)


def test_a_whole_dictionary_does_not_travel_with_a_page(pump, monkeypatch):
    monkeypatch.setattr(reader, "MOST_TERMS", 0)
    with pytest.raises(TertiumError, match="too many for a page"):
        read_campaign(pump())
