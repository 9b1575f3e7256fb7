"""The campaign file of many systems: lists, gaps, and settings of their own."""

import pytest

from tertium.exceptions import BadInput, TertiumError
from tertium.formats.campaign import read_campaign
from tertium.model import Design, System

MANY = """\
name = "five"
protocol = "tournament@1"

[systems]
systems = ["one", "two", "three"]
references = ["human"]

[[texts]]
source_language = "en"
target_language = "de"
source = "source.txt"
outputs = { one = "old.txt", two = "new.txt", three = "c.txt", human = "h.txt" }

[design]
common = 1
"""


@pytest.fixture
def five(make, tmp_path):
    """Return a function that writes the campaign with changes and gives its folder."""
    make("source.txt", "One two three.\n\nFour five.\n")
    make("old.txt", "Eins zwei drei.\n\nVier.\n")
    make("new.txt", "Eins, zwei, drei.\n\nVier fünf.\n")
    make("c.txt", "Eins.\n\n\n")
    make("h.txt", "Eins zwei drei.\n\n \n")

    def write(*changes):
        text = MANY
        for before, after in changes:
            assert before in text
            text = text.replace(before, after)
        make("campaign.toml", text)
        return tmp_path

    return write


def test_many_systems_are_read_from_lists(five):
    """Each plays its part; an empty line is no output."""
    campaign = read_campaign(five())
    assert campaign.systems == (
        System("one", "system"),
        System("two", "system"),
        System("three", "system"),
        System("human", "reference"),
    )
    assert set(campaign.outputs) == {
        ("en-de.1", "one"), ("en-de.1", "two"), ("en-de.1", "three"), ("en-de.1", "human"),
        ("en-de.3", "one"), ("en-de.3", "two"),
    }  # fmt: skip


def test_the_number_of_annotators_has_its_default(five):
    """Three, as the manual says, where the file says nothing."""
    assert read_campaign(five()).design.annotators == Design().annotators == 3


def test_references_may_be_left_out(five):
    """Then all that are compared are systems."""
    folder = five(('references = ["human"]\n', ""), (', human = "h.txt"', ""))
    assert {system.part for system in read_campaign(folder).systems} == {"system"}


def test_many_systems_in_a_table(five, make):
    """Columns and JSON keys are called after systems, never after parts; some may be missing."""
    files = MANY[MANY.index("source = ") : MANY.index("[design]")]
    folder = five((files, 'file = "t.tsv"\n\n'))
    make("t.tsv", "source\tone\ttwo\tthree\thuman\treference\nA\t1\t2\t3\t\tR\nB\t1\t2\t3\t4\tR\n")
    campaign = read_campaign(folder)
    assert len(campaign.outputs) == 7
    assert "R" not in campaign.outputs.values()
    folder = five((files, 'file = "t.jsonl"\n\n'))
    rows = [
        '{"source": "A", "one": "1", "two": "2"}',
        '{"source": "B", "one": "1", "three": "3", "human": "4"}',
    ]
    make("t.jsonl", "\n".join(rows))
    assert set(read_campaign(folder).outputs.values()) == {"1", "2", "3", "4"}


XLIFF = """<xliff version="1.2"><file original="d" source-language="en" target-language="de"><body>
<trans-unit id="1"><source>Hello</source><target>{}</target></trans-unit></body></file></xliff>"""


def test_one_file_per_system_may_leave_units_untranslated(five, make):
    """A unit without a target is no output; the other systems have theirs."""
    for name, text in (("one", "Hallo"), ("two", "Guten Tag"), ("three", "Servus"), ("human", "")):
        make(f"{name}.xlf", XLIFF.format(text))
    make("human.xlf", XLIFF.replace("<target>{}</target>", ""))
    files = ", ".join(f'{name} = "{name}.xlf"' for name in ("one", "two", "three"))
    old = MANY[MANY.index("source = ") : MANY.index("[design]")]
    folder = five((old, f"outputs = {{ {files} }}\n\n"), ('references = ["human"]\n', ""))
    assert len(read_campaign(folder).outputs) == 3
    folder = five((old, f'outputs = {{ {files}, human = "human.xlf" }}\n\n'))
    with pytest.raises(BadInput, match="the texts have no output of 'human'"):
        read_campaign(folder)
    make("two.xlf", XLIFF.replace("<target>{}</target>", ""))
    make("human.xlf", XLIFF.format("Grüß Gott"))
    with pytest.raises(BadInput, match="the texts have no output of 'two'"):
        read_campaign(folder)


TMX = """<tmx version="1.4"><header srclang="en"/><body>
<tu tuid="1"><tuv xml:lang="en"><seg>Hello</seg></tuv>
<tuv xml:lang="de" creationid="one"><seg>Hallo</seg></tuv>
<tuv xml:lang="de" creationid="two"><seg>Guten Tag</seg></tuv></tu>
<tu tuid="2"><tuv xml:lang="en"><seg>Good night</seg></tuv>
<tuv xml:lang="de" creationid="two"><seg>Gute Nacht</seg></tuv></tu></body></tmx>"""


def test_one_file_of_alternatives_may_have_gaps(five, make):
    """A unit with one translation only still says whose it is."""
    make("t.tmx", TMX)
    files = MANY[MANY.index("source = ") : MANY.index("[design]")]
    folder = five(
        (files, 'file = "t.tmx"\n\n'), (', "three"]', "]"), ('references = ["human"]\n', "")
    )
    assert read_campaign(folder).outputs == {
        ("1", "one"): "Hallo",
        ("1", "two"): "Guten Tag",
        ("2", "two"): "Gute Nacht",
    }


def test_a_withdrawn_system_among_many_is_kept(five):
    """Whether it is still listed or not; its texts are not needed."""
    folder = five(("references", 'withdrawn = ["two", "zero"]\nreferences'))
    systems = read_campaign(folder).systems
    assert systems[1] == System("two", "system", withdrawn=True)
    assert systems[-1] == System("zero", "", withdrawn=True)


@pytest.mark.parametrize(
    ("protocol", "settings", "found"),
    [
        ("tournament", "", (1, 0, 0.0)),
        ("tournament", "follow_up = 3\n", (3, 0, 0.0)),
        ("tournament", "budget = 8\n", (1, 8, 0.0)),
        ("ranking", "", (0, 0, 0.0)),
        ("crossover", "pause = 7\n", (0, 0, 7.0)),
        ("crossover", "pause = 0.5\nfollow_up = 1\n", (1, 0, 0.5)),
    ],
)
def test_a_design_says_how_tournaments_go_on(five, protocol, settings, found):
    """Follow-ups by default in tournaments only, so that a crossover compares like with like."""
    folder = five(("tournament@1", f"{protocol}@1"), ("common = 1\n", f"common = 1\n{settings}"))
    design = read_campaign(folder).design
    assert (design.follow_up, design.budget, design.pause) == found


MISTAKES = {
    "a plus sign": (
        ('"three"]', '"a+b"]'),
        "campaign.toml:5: 'a+b' cannot be the name of a system. Use any letters, but no '+': ",
    ),
    "no name": (
        ('"three"]', '""]'),
        "campaign.toml:5: '' cannot be the name of a system.",
    ),
    "a system twice": (
        ('"three"]', '"two"]'),
        "campaign.toml:5: system 'two' is given twice. Give every system its own name.",
    ),
    "a system and a reference": (
        ('["human"]', '["two"]'),
        "campaign.toml:6: system 'two' is given twice.",
    ),
    "one system": (
        ('systems = ["one", "two", "three"]', "systems = []"),
        "campaign.toml:5: fewer than two systems to compare. Write for example: systems = [",
    ),
    "a text where a list belongs": (
        ('systems = ["one", "two", "three"]', 'systems = "one"'),
        "campaign.toml:5: systems = 'one' is not a list of texts.",
    ),
    "parts of another protocol": (
        ('references = ["human"]', 'baseline = "human"'),
        "campaign.toml:6: unknown setting 'baseline' in [systems]. Known: ",
    ),
    "a part instead of a name": (
        ('human = "h.txt"', 'reference = "h.txt"'),
        "campaign.toml:12: no system named 'reference'.",
    ),
    "a system without any text": (
        (', three = "c.txt"', ""),
        "campaign.toml:5: the texts have no output of 'three'. Name its file or column after it",
    ),
    "a reference without any text": (
        (', human = "h.txt"', ""),
        "campaign.toml:6: the texts have no output of 'human'.",
    ),
    "negative follow-ups": (
        ("common = 1", "follow_up = -1"),
        "campaign.toml:15: follow_up = -1 is too small. Write at least 0.",
    ),
    "half a question": (
        ("common = 1", "budget = 2.5"),
        "campaign.toml:15: budget = 2.5 is not a whole number.",
    ),
    "a pause in a tournament": (
        ("common = 1", "pause = 3"),
        "campaign.toml:15: pause means nothing for the protocol 'tournament'. Take the line out; "
        "it belongs to crossover.",
    ),
}


@pytest.mark.parametrize("case", MISTAKES)
def test_a_mistake_about_many_systems_is_told_with_its_line(five, case):
    """File, line, what, and what to do."""
    change, message = MISTAKES[case]
    folder = five(change)
    with pytest.raises(TertiumError) as error:
        read_campaign(folder)
    assert str(error.value).startswith(f"{folder}/{message}")


@pytest.mark.parametrize(
    ("protocol", "setting"),
    [("ranking", "budget = 4"), ("ranking", "follow_up = 1"), ("crossover", "budget = 4")],
)
def test_settings_of_another_protocol_are_refused(five, protocol, setting):
    """A setting without effect would make somebody believe in it."""
    folder = five(("tournament@1", f"{protocol}@1"), ("common = 1", setting))
    name = setting.partition(" ")[0]
    with pytest.raises(BadInput, match=f"15: {name} means nothing for the protocol '{protocol}'"):
        read_campaign(folder)


EXAMPLE = """
[[wording.tutorial]]
source = "Hi"
texts = ["Ho", "Hallo"]
answer = "right"
why = "because"
"""


@pytest.mark.parametrize("protocol", ["tournament", "crossover"])
def test_a_tutorial_for_many_systems_compares_two(five, protocol):
    """However many outputs a ranking shows."""
    folder = five(("tournament@1", f"{protocol}@1"), ("common = 1\n", f"common = 1\n{EXAMPLE}"))
    assert read_campaign(folder).wording.tutorial[0].answer == "right"


def test_a_tutorial_of_a_ranking_has_ranks(five):
    """A label is none; the message says what is."""
    folder = five(("tournament@1", "ranking@1"), ("common = 1\n", f"common = 1\n{EXAMPLE}"))
    with pytest.raises(BadInput, match="'ranks' must be one rank for every translation"):
        read_campaign(folder)
    file = folder / "campaign.toml"
    said = file.read_text(encoding="utf-8").replace(
        'answer = "right"', "answer = { ranks = [2, 1] }"
    )
    file.write_text(said, encoding="utf-8")
    assert read_campaign(folder).wording.tutorial[0].answer == {"ranks": [2, 1]}
