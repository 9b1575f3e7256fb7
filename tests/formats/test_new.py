"""A campaign from texts in a folder."""

from pathlib import Path

import pytest

from tertium.exceptions import BadInput, Conflict, NotFound, TertiumError
from tertium.formats.campaign import read_campaign
from tertium.formats.new import new_campaign

LANGUAGES = {"source_language": "en", "target_language": "de"}
HERE = Path()


def sentences(count, extra=""):
    return "".join(
        f"This is sentence number {n} of the text{extra if n % 5 else ''}.\n" for n in range(count)
    )


@pytest.fixture
def texts(make):
    """Return a function that puts source and two systems into a folder."""

    def write(folder="", count=10, names=("source.txt", "baseline.txt", "advanced.txt")):
        for name, extra in zip(names, ("", " old", " new"), strict=True):
            make(f"{folder}{name}", sentences(count, extra))

    return write


def test_a_source_and_two_systems_are_a_campaign(texts):
    """The file that is written is read back with all its texts."""
    texts()
    assert new_campaign(HERE, **LANGUAGES) == Path("campaign.toml")
    campaign = read_campaign(HERE)
    assert {s.part: s.name for s in campaign.systems} == {
        "baseline": "baseline",
        "advanced": "advanced",
    }
    assert len(campaign.segments) == 10
    assert {segment.pair for segment in campaign.segments} == {"en-de"}
    assert campaign.name == HERE.resolve().name


def test_every_setting_is_written_with_a_comment(texts):
    """Nobody has to look up what can be set."""
    texts()
    text = new_campaign(HERE, **LANGUAGES).read_text(encoding="utf-8")
    for name in ("variant", "annotators", "common", "passes", "unique", "batch", "per_task"):
        (line,) = [line for line in text.splitlines() if line.startswith(f"{name} = ")]
        assert " # " in line


@pytest.mark.parametrize(("protocol", "answer"), [("slider", "overall"), ("postedit", "edited")])
def test_an_example_to_practise_is_written_for_any_protocol(texts, protocol, answer):
    """Without its comment signs it is read."""
    texts()
    file = new_campaign(HERE, **LANGUAGES, protocol=protocol)
    head, _, example = file.read_text(encoding="utf-8").partition("# [[wording.tutorial]]")
    example = f"[[wording.tutorial]]{example}".replace("\n# ", "\n")
    file.write_text(head + example, encoding="utf-8")
    assert list(read_campaign(HERE).wording.tutorial[0].answer) == [answer]


def test_languages_are_read_from_names(texts):
    """`source.en.txt` and `release-7.pt-BR.txt` tell their languages."""
    texts(names=("source.en.txt", "release-9.pt-BR.txt", "release-10.pt-BR.txt"))
    new_campaign(HERE)
    campaign = read_campaign(HERE)
    assert campaign.segments[0].source_language == "en"
    assert campaign.segments[0].target_language == "pt-BR"
    assert campaign.system("baseline").name == "release-9"  # 9 comes before 10
    assert campaign.system("advanced").name == "release-10"


def test_several_targets_of_one_source_are_several_pairs(texts, make):
    """Outputs in two languages share their source."""
    texts(names=("source.en.txt", "old.de.txt", "new.de.txt"))
    make("old.fr.txt", sentences(10, " vieux"))
    make("new.fr.txt", sentences(10, " neuf"))
    new_campaign(HERE)
    pairs = {segment.pair for segment in read_campaign(HERE).segments}
    assert pairs == {"en-de", "en-fr"}


def test_folders_inside_are_domains_or_pairs(texts):
    """A folder called like a language pair is one; any other is a domain."""
    texts("en-de/news/")
    texts("en-de/legal/", count=5)
    texts("en-fr/news/")
    new_campaign(HERE)
    campaign = read_campaign(HERE)
    found = {(segment.pair, segment.domain) for segment in campaign.segments}
    assert found == {("en-de", "legal"), ("en-de", "news"), ("en-fr", "news")}
    assert campaign.segments[0].id == "en-de.legal.1"


@pytest.mark.parametrize("name", ["items.tsv", "items.tsv.gz", "any.jsonl"])
def test_a_table_is_a_campaign(make, name):
    """TSV and JSON lines bring their systems along."""
    if "tsv" in name:
        make(name, "source\told\tnew\nOne two three four five.\tA\tB\n")
    else:
        make(name, '{"source": "One two three four five.", "old": "A", "new": "B"}\n')
    new_campaign(HERE, **LANGUAGES)
    assert read_campaign(HERE).system("baseline").name == "old"


def test_equal_ids_in_several_files_get_prefixes(make):
    """Files that number their segments from 1 do not clash."""
    for name in ("news", "legal"):
        make(f"{name}.csv", f"segment,source,old,new\n1,{name} text,A,B\n2,more,C,D\n")
    new_campaign(HERE, **LANGUAGES)
    campaign = read_campaign(HERE)
    ids = {segment.id for segment in campaign.segments}
    assert ids == {"en-de.news.1", "en-de.news.2", "en-de.legal.1", "en-de.legal.2"}
    assert {segment.domain for segment in campaign.segments} == {"news", "legal"}


XLIFF = """<xliff version="1.2"><file original="d" source-language="en" target-language="de"><body>
<trans-unit id="1"><source>Hello</source><target>{}</target></trans-unit></body></file></xliff>"""


def test_two_xliff_files_are_two_systems(make):
    """Languages come from the files."""
    make("old.xlf", XLIFF.format("Hallo"))
    make("new.xlf", XLIFF.format("Guten Tag"))
    new_campaign(HERE)
    assert read_campaign(HERE).outputs == {("1", "old"): "Hallo", ("1", "new"): "Guten Tag"}


def test_one_xliff_file_with_alternatives(make):
    """Alternatives name the systems."""
    both = "<alt-trans origin='mt-1'><target>A</target></alt-trans>" + (
        "<alt-trans origin='mt-2'><target>B</target></alt-trans>"
    )
    make("all.xlf", XLIFF.replace("<target>{}</target>", both))
    new_campaign(HERE)
    assert read_campaign(HERE).outputs == {("1", "mt-1"): "A", ("1", "mt-2"): "B"}


def test_what_is_not_a_text_is_left_aside(texts, make):
    """Notes, judgements and hidden files are not systems."""
    texts()
    make("README.txt", "about")
    make("notes.txt", "to do")
    make(".hidden.txt", "x")
    make("judgements.csv", "annotator,segment,left,right,answer\na,1,x,y,left\n")
    make("export.jsonl", '{"judgement": "j1", "annotator": "a", "value": 1.0, "comment": null}\n')
    new_campaign(HERE, **LANGUAGES)
    assert len(read_campaign(HERE).systems) == 2


COMPANIONS = {
    "glossary.csv": "term,gloss\nBahn,train\n",
    "terms.tsv": "term\tgloss\tnote\nBahn\ttrain\tnot tram\n",
    "specification.txt": "Write for travellers.\n\nBe brief.\n",
    "chunks.tsv": "segment\tside\tsystem\tchunk\tstart\tend\ttext\n1\ttarget\told\t1\t0\t4\tThis\n",
    "scores.csv": "segment,system,score\n1,old,71\n",
    "anchors.csv": "segment,system,source,text,score\n1,old,One.,Eins.,71\n",
    "authors.csv": "segment,system,annotator\n1,old,ann-01\n",
}


@pytest.mark.parametrize("name", COMPANIONS)
def test_what_a_campaign_may_name_besides_texts_is_no_text(texts, make, name):
    """A glossary, say, lies in the folder before the campaign is made; whatever form texts have."""
    make(name, COMPANIONS[name])
    texts()
    new_campaign(HERE, **LANGUAGES)
    assert [one.name for one in read_campaign(HERE).systems] == ["baseline", "advanced"]
    make(f"table/{name}", COMPANIONS[name])
    make("table/texts.csv", "source,old,new\nOne.,Eins.,Ein.\n")
    new_campaign(HERE / "table", **LANGUAGES)
    assert [one.name for one in read_campaign(HERE / "table").systems] == ["old", "new"]


def test_the_seed_follows_from_the_texts(texts, make):
    """The same texts give the same seed, other texts another one."""
    texts()
    first = read_campaign(new_campaign(HERE, **LANGUAGES)).seed
    assert read_campaign(new_campaign(HERE, **LANGUAGES, force=True)).seed == first
    make("advanced.txt", sentences(10, " newer"))
    assert read_campaign(new_campaign(HERE, **LANGUAGES, force=True)).seed != first


def test_the_title_names_no_system(texts):
    """Even if a system is called like a word of the usual title."""
    texts(names=("source.txt", "old.txt", "translations.txt"))
    campaign = read_campaign(
        new_campaign(HERE, **LANGUAGES, baseline="old", advanced="translations")
    )
    assert "translations" not in campaign.title


@pytest.mark.parametrize(
    ("count", "annotators", "common", "passes", "unique"),
    [(20, 3, 16, 1, 0), (200, 3, 26, 2, "all"), (1000, 5, 50, 2, "all"), (5000, 5, 50, 2, 300)],
)
def test_the_design_fits_the_amount_of_text(texts, count, annotators, common, passes, unique):
    """Few texts are judged by everyone; many are dealt out, to nobody more than a few hundred.

    A fifth of the outputs is identical and not counted.
    """
    texts(count=count)
    design = read_campaign(new_campaign(HERE, **LANGUAGES)).design
    assert (design.annotators, design.common, design.passes, design.unique) == (
        annotators,
        common,
        passes,
        unique,
    )


def test_what_is_given_wins(texts):
    """Options override what the folder tells."""
    texts(names=("source.en.txt", "old.de.txt", "new.de.txt"))
    campaign = read_campaign(
        new_campaign(
            HERE,
            name="x",
            title="Which one?",
            target_language="nl",
            baseline="new",
            annotators=7,
            variant="binary",
        )
    )
    assert (campaign.name, campaign.title) == ("x", "Which one?")
    assert campaign.segments[0].pair == "en-nl"
    assert campaign.system("advanced").name == "old"
    assert campaign.design.annotators == 7
    assert campaign.options["variant"] == "binary"


def many(make, count=10, names=("first", "second", "online.b", "ref")):
    """Write a source and one file per name, all different but for every fifth line."""
    make("source.en.txt", sentences(count))
    for name in names:
        make(f"{name}.de.txt", sentences(count, f" {name}"))


def test_three_or_more_outputs_are_a_tournament(make):
    """References are told by their names, and names that TOML must quote are quoted."""
    many(make)
    campaign = read_campaign(new_campaign(HERE))
    assert campaign.protocol == "tournament@1"
    assert campaign.options == {"adequacy": False, "highlight": False, "criterion": "quality"}
    assert {(system.name, system.part) for system in campaign.systems} == {
        ("first", "system"), ("second", "system"), ("online.b", "system"), ("ref", "reference"),
    }  # fmt: skip
    assert len(campaign.outputs) == 40
    assert (campaign.design.follow_up, campaign.design.budget) == (1, 0)
    assert campaign.prices.seconds_per_task == 15


@pytest.mark.parametrize("name", ["ref", "Reference", "refA", "human", "human-2"])
def test_a_reference_is_known_by_its_name(make, name):
    """The usual names of human translations, with a number or letter."""
    many(make, names=("first", "second", name))
    systems = read_campaign(new_campaign(HERE)).systems
    assert [system.name for system in systems if system.part == "reference"] == [name]


@pytest.mark.parametrize("name", ["refined", "humanity", "nmt-ref-tuned"])
def test_other_names_are_systems(make, name):
    """A name that only begins so is no reference."""
    many(make, names=("first", "second", name))
    assert {system.part for system in read_campaign(new_campaign(HERE)).systems} == {"system"}


def test_two_of_three_outputs_can_still_be_compared(make):
    """Whoever names both wants A/B."""
    many(make)
    campaign = read_campaign(new_campaign(HERE, baseline="first", advanced="second"))
    assert campaign.protocol == "ab@1"
    assert [system.name for system in campaign.systems] == ["first", "second"]


@pytest.mark.parametrize(
    ("protocol", "options", "seconds", "batch"),
    [
        ("tournament", {"adequacy": False, "highlight": False, "criterion": "quality"}, 15, 100),
        ("ranking", {"outputs": 5, "criterion": "quality"}, 60, 25),
        ("crossover", {"outputs": 5, "highlight": False}, 20, 50),
    ],
)
def test_every_protocol_of_many_can_be_asked_for(make, protocol, options, seconds, batch):
    """Also with two systems; what the file says is what its protocol knows."""
    many(make, names=("first", "second"))
    file = new_campaign(HERE, protocol=protocol)
    campaign = read_campaign(file)
    assert campaign.protocol == f"{protocol}@1"
    assert campaign.options == options
    assert campaign.prices.seconds_per_task == seconds
    assert campaign.design.batch == batch
    text = file.read_text(encoding="utf-8")
    assert ("follow_up = " in text) == (protocol != "ranking")
    assert ("budget = " in text) == (protocol == "tournament")
    assert ("pause = 7 " in text) == (protocol == "crossover")


@pytest.mark.parametrize(("systems", "shown"), [(2, 5), (6, 6), (10, 10), (12, 10)])
@pytest.mark.parametrize("protocol", ["ranking", "crossover"])
def test_all_systems_are_put_in_order_on_one_screen(make, protocol, systems, shown):
    """Six are not split over two screens; more than ten are more than anybody puts in order."""
    many(make, names=[f"system-{n}" for n in range(systems)])
    campaign = read_campaign(new_campaign(HERE, protocol=protocol))
    assert campaign.options["outputs"] == shown


def test_a_crossover_gets_an_even_number_of_people(make):
    """Half of them begin with the one method, half with the other."""
    for count in (10, 600):
        many(make, count=count)
        design = read_campaign(new_campaign(HERE, protocol="crossover", force=True)).design
        assert design.annotators % 2 == 0
        assert design.follow_up == 0


@pytest.mark.parametrize(
    ("count", "annotators", "common", "passes", "unique"),
    [(20, 3, 16, 1, 0), (200, 5, 20, 2, "all"), (1000, 5, 20, 2, 120)],
)
def test_a_tournament_is_designed_for_the_time_it_takes(
    make, count, annotators, common, passes, unique
):
    """Four translations take about five questions of 15 seconds."""
    many(make, count=count)
    design = read_campaign(new_campaign(HERE)).design
    assert (design.annotators, design.common, design.passes, design.unique) == (
        annotators,
        common,
        passes,
        unique,
    )


def test_sixty_systems_get_a_design_too(make):
    """A source takes a quarter of an hour; a few are still judged by everyone."""
    many(make, count=100, names=[f"system-{n}" for n in range(60)])
    design = read_campaign(new_campaign(HERE)).design
    assert (design.common, design.unique) == (5, 10)


def test_outputs_to_be_edited_are_dealt_one_only(make):
    """As many editors as systems, a training set, recognised sources by their name."""
    make("source.txt", "One small sentence.\n" * 40)
    for name in ("amber", "birch", "coral", "reference", "asr"):
        make(f"{name}.txt", "".join(f"{name} {n}\n" for n in range(40)))
    new_campaign(HERE, **LANGUAGES, protocol="postedit")
    campaign = read_campaign(HERE)
    assert campaign.protocol == "postedit@1"
    assert [(one.name, one.part) for one in campaign.systems] == [
        ("amber", "system"),
        ("birch", "system"),
        ("coral", "system"),
        ("reference", "reference"),
        ("asr", "recognised"),
    ]
    design = campaign.design
    assert (design.kind, design.annotators, design.training) == ("one-only", 3, 10)
    assert campaign.title == "Editing translations (en–de)"


def test_outputs_that_differ_in_case_are_nothing_to_ask_about(make):
    """The common set is no larger than what can be asked."""
    make("source.en.txt", sentences(10))
    for name, case in (("a", str.lower), ("b", str.upper), ("c", str.title)):
        lines = [f"Satz {n} von {name if n else 'allen'}" for n in range(10)]
        make(f"{name}.de.txt", "".join(f"{case(line)}\n" for line in lines))
    assert read_campaign(new_campaign(HERE)).design.common == 9


def test_a_system_may_be_missing_in_some_folders(make):
    """Its texts are simply not named there."""
    for domain, names in (("news", "abc"), ("law", "ab")):
        make(f"{domain}/source.txt", sentences(5))
        for name in names:
            make(f"{domain}/{name}.txt", sentences(5, f" {name}"))
    campaign = read_campaign(new_campaign(HERE, **LANGUAGES))
    assert len(campaign.outputs) == 5 * 3 + 5 * 2


def test_a_table_of_many_systems_is_a_campaign(make):
    """A column per system; an empty cell is no output."""
    rows = ("source\ta\tb\thuman", "One two three four.\tA\t\tH", "Five six.\tA\tB\tH")
    make("all.tsv", "".join(f"{row}\n" for row in rows))
    campaign = read_campaign(new_campaign(HERE, **LANGUAGES))
    assert campaign.outputs == {
        ("en-de.2", "a"): "A", ("en-de.2", "human"): "H",
        ("en-de.3", "a"): "A", ("en-de.3", "b"): "B", ("en-de.3", "human"): "H",
    }  # fmt: skip


def test_an_existing_campaign_is_not_overwritten(texts, make):
    """Only `force` writes over what somebody may have edited."""
    texts()
    make("campaign.toml", "mine")
    with pytest.raises(Conflict, match=r"campaign.toml: there is a campaign already"):
        new_campaign(HERE, **LANGUAGES)
    assert Path("campaign.toml").read_text(encoding="utf-8") == "mine"
    new_campaign(HERE, **LANGUAGES, force=True)
    assert read_campaign(HERE).seed > 0


REFUSED = {
    "nothing there": ({}, {}, "there are no texts in this folder"),
    "no source": (
        {"a.txt": "x\n", "b.txt": "y\n"},
        {},
        "no source among a.txt, b.txt. Call the file with the source texts source.txt,",
    ),
    "no system": ({"source.txt": "x\n"}, {}, "a source without any system"),
    "one system": (
        {"source.txt": "x\n", "old.txt": "y\n"},
        {},
        "inside/source.txt: one system only: 'old'. Add the texts of a second system",
    ),
    "three systems, one named": (
        {"source.txt": "x\n", "a.txt": "y\n", "b.txt": "z\n", "c.txt": "w\n"},
        {"baseline": "a"},
        "inside/source.txt: 3 systems (a, b, c) where a comparison needs two. Choose two of them "
        "with --baseline and --advanced, or compare all with --protocol tournament.",
    ),
    "three systems side by side": (
        {"source.txt": "x\n", "a.txt": "y\n", "b.txt": "z\n", "c.txt": "w\n"},
        {"protocol": "ab"},
        "inside/source.txt: 3 systems (a, b, c) where a comparison needs two.",
    ),
    "a baseline among many": (
        {"source.txt": "x\n", "a.txt": "y\n", "b.txt": "z\n", "c.txt": "w\n"},
        {"baseline": "a", "protocol": "ranking"},
        "a baseline or advanced system means nothing for the protocol 'ranking'. Leave it out, or "
        "compare two systems with --protocol ab.",
    ),
    "a variant of many": (
        {"source.txt": "x\n", "a.txt": "y\n", "b.txt": "z\n", "c.txt": "w\n"},
        {"variant": "binary"},
        "a variant means nothing for the protocol 'tournament'.",
    ),
    "one system in a tournament": (
        {"source.txt": "x\n", "a.txt": "y\n"},
        {"protocol": "tournament"},
        "inside/source.txt: one system only: 'a'.",
    ),
    "a column without any output": (
        {"x.csv": "source,a,b,c\nOne,Eins,,Ein\n"},
        {},
        "inside: the texts have no output of 'b'. Name its file or column after it, or take it out",
    ),
    "a plus sign among many": (
        {"source.txt": "x\n", "a.txt": "y\n", "b.txt": "z\n", "a+b.txt": "w\n"},
        {},
        "inside/source.txt: 'a+b' cannot be the name of a system. Rename it without '+'",
    ),
    "a system twice": (
        {"source.txt": "x\n", "old.txt": "y\n", "old.txt.gz": "z\n"},
        {},
        "system 'old' is given twice, in 'old.txt' and 'old.txt.gz'",
    ),
    "the same system as both": (
        {"source.txt": "x\n", "old.txt": "y\n", "new.txt": "z\n"},
        {"baseline": "old", "advanced": "old"},
        "system 'old' is given twice",
    ),
    "a system that is not there": (
        {"source.txt": "x\n", "old.txt": "y\n", "new.txt": "z\n"},
        {"baseline": "odl"},
        "no system named 'odl'. Did you mean 'old'?",
    ),
    "unclear which is the baseline": (
        {"source.txt": "x\n", "deep.txt": "y\n", "wide.txt": "z\n"},
        {},
        "it is not clear which of 'deep' and 'wide' is the baseline. Say it, for example: "
        "--baseline deep --advanced wide.",
    ),
    "systems differ between folders": (
        {
            "n/source.txt": "x\n", "n/old.txt": "y\n", "n/new.txt": "z\n",
            "m/source.txt": "x\n", "m/old.txt": "y\n",
        },
        {},
        "inside/m/source.txt: no output of 'new' here, but in ",
    ),
    "sources without their systems": (
        {"source.en-de.txt": "x\n", "source.en-fr.txt": "x\n", "old.txt": "y\n", "new.txt": "z\n"},
        {},
        "inside: it is not clear which source belongs to 'new.txt'",
    ),
    "several forms": (
        {"source.txt": "x\n", "old.txt": "y\n", "new.txt": "z\n", "t.tsv": "source\told\nx\ty\n"},
        {},
        "texts in several forms: 'new.txt' and 't.tsv'",
    ),
    "different length": (
        {"source.txt": "x\ny\n", "old.txt": "y\nz\n", "new.txt": "z\n"},
        {},
        "new.txt:2: source.txt has 2 lines and new.txt has 1; line 2 of new.txt is missing",
    ),
    "bad name": (
        {"source.txt": "x\n", "old.txt": "y\n", "new.txt": "z\n"},
        {"name": "a/b"},
        "'a/b' cannot be the name of a campaign",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_a_campaign_is_refused(make, case):
    """One clear sentence, and no campaign file is left behind."""
    files, options, message = REFUSED[case]
    make("inside/.keep", "x")
    for name, content in files.items():
        make(f"inside/{name}", content)
    with pytest.raises(TertiumError) as error:
        new_campaign(Path("inside"), **LANGUAGES, **options)
    assert message in str(error.value)
    assert not list(Path("inside").glob("*campaign*"))


@pytest.mark.parametrize("kind", ["source", "target"])
def test_an_unknown_language_is_asked_for(texts, kind):
    """The option that answers is named."""
    texts()
    given = {key: value for key, value in LANGUAGES.items() if not key.startswith(kind)}
    with pytest.raises(
        BadInput, match=f"the {kind} language of these texts is not known.*--{kind}-"
    ):
        new_campaign(HERE, **given)


def test_a_missing_folder_is_told(make):
    """A mistyped folder is not created."""
    make("x", "")
    with pytest.raises(NotFound, match="no folder 'nowhere'"):
        new_campaign(Path("nowhere"))
    assert not Path("nowhere").exists()
