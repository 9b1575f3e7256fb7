"""`tertium new`, `check` and `convert` as a person types them."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tertium.cli.main import cli
from tertium.exceptions import BadInput, Conflict, TertiumError
from tertium.formats.campaign import read_campaign
from tertium.formats.judgements import read_judgements

SOURCES = [f"This is sentence number {n} of the text." for n in range(120)]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Write a source and two releases, work beside them, and return the folder's name."""
    inside = tmp_path / "spring"
    inside.mkdir()
    for name, ending in (("source.en", ""), ("release-6.de", " 6"), ("release-7.de", " 7")):
        text = "".join(f"{line}{ending}\n" for line in SOURCES)
        (inside / f"{name}.txt").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return "spring"


def tertium(*words):
    """Run a command; trouble is raised as `main` would meet it."""
    result = CliRunner().invoke(cli, list(words), standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    return result


def test_new_writes_a_campaign_and_says_what_it_found(folder):
    """The folder is enough; the summary names segments, languages and parts."""
    printed = tertium("new", folder).stdout
    assert printed == (
        "Wrote spring/campaign.toml: 120 segments, en-de.\n"
        "  baseline: release-6\n  advanced: release-7\n"
    )
    assert read_campaign(Path(folder)).name == "spring"


def test_new_takes_its_options(folder):
    """What is typed ends up in the file."""
    tertium(
        "new", folder, "--name", "x", "--title", "Which?", "--variant", "binary",
        "--baseline", "release-7", "--annotators", "4", "--target-language", "nl",
    )  # fmt: skip
    campaign = read_campaign(Path(folder))
    assert (campaign.name, campaign.title) == ("x", "Which?")
    assert campaign.options["variant"] == "binary"
    assert campaign.system("baseline").name == "release-7"
    assert campaign.design.annotators == 4
    assert campaign.segments[0].pair == "en-nl"


def test_new_works_where_one_stands(folder, monkeypatch):
    """Without a folder the current one is meant."""
    monkeypatch.chdir(folder)
    tertium("new")
    assert Path("campaign.toml").exists()
    assert json.loads(tertium("check", "--format", "json").stdout)["tasks"] > 0


def test_new_does_not_overwrite(folder):
    """The second time needs --force."""
    tertium("new", folder)
    with pytest.raises(Conflict, match="--force"):
        tertium("new", folder)
    tertium("new", folder, "--force")


def test_check_prints_the_dry_run(folder):
    """Every annotator with work and hours, then what weakens the conclusion."""
    tertium("new", folder)
    printed = tertium("check", folder).stdout
    for part in ("ann-01", "ann-03", "3 annotators limit precision", "check|protocol:ab@1"):
        assert part in printed
    assert "release-7" not in printed  # the plan can be shown to whoever annotates


@pytest.mark.parametrize("fmt", ["text", "json", "csv", "latex", "html"])
def test_check_speaks_every_format(folder, fmt):
    """With the signature in each."""
    tertium("new", folder)
    assert "unicode-words@1" in tertium("check", folder, "--format", fmt).stdout.replace("\\", "")


def test_check_as_json_has_all_fields(folder):
    """Annotators with their work, identical shares, expectations, warnings."""
    tertium("new", folder)
    result = json.loads(tertium("check", folder, "--format", "json").stdout)
    assert result["segments"] == 120
    assert sum(person["tasks"] for person in result["annotators"]) == result["tasks"]
    assert result["identical"][0]["within_segments"] == 120
    assert set(result["expectations"][0]["ratio"]) == {"value", "low", "high"}
    assert result["warnings"]


def test_check_takes_likeness_within_documents_from_a_pilot(folder, tmp_path):
    """Its judgements tell the intraclass correlation; without documents it is refused."""
    tertium("new", folder)
    rows = [f"a{who},d{text},s{text}-{at},old,new,{('left', 'right')[(at + who > 6) ^ text % 2]}"
            for text in range(12) for at in range(6) for who in (1, 2)]  # fmt: skip
    pilot = tmp_path / "pilot.csv"
    pilot.write_text("\n".join(["annotator,document,segment,left,right,answer", *rows]))
    (expected,) = json.loads(
        tertium("check", folder, "--pilot", str(pilot), "--format", "json").stdout
    )["expectations"]
    assert 0.05 < expected["rho"] < 1
    pilot.write_text(pilot.read_text().replace("document", "comment"))
    with pytest.raises(BadInput, match="does not show how similar"):
        tertium("check", folder, "--pilot", str(pilot))


@pytest.mark.parametrize(
    ("example", "says"),
    [
        ("", "no setting 'source' in [wording.tutorial]. Add the line source = …"),
        ("answer = {}", "no answer is expected. Write what most people answer."),
        ('answer = "lft"', "'lft' is not an answer to 'better'. Allowed: left, right, both_good"),
        ("answer = { ranks = [1, 2] }", "no question named 'ranks'. Known: better."),
    ],
)
def test_check_refuses_an_example_that_cannot_be_practised(folder, example, says):
    """One sentence with its line, before anybody meets it."""
    tertium("new", folder)
    file = Path(folder, "campaign.toml")
    rest = 'source = "a"\ntexts = ["b", "c"]\nwhy = "d"\n' if example else ""
    text = f"{file.read_text(encoding='utf-8')}[[wording.tutorial]]\n{rest}{example}\n"
    file.write_text(text, encoding="utf-8")
    line = text.splitlines().index(example or "[[wording.tutorial]]") + 1
    with pytest.raises(TertiumError) as met:
        tertium("check", folder)
    assert str(met.value).startswith(f"{file}:{line}: {says}")


def test_check_refuses_what_cannot_run(folder):
    """A common set larger than the text is an error, not a warning."""
    tertium("new", folder)
    file = Path(folder) / "campaign.toml"
    text = file.read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.startswith("common = "))
    file.write_text(text.replace(line, "common = 500"), encoding="utf-8")
    with pytest.raises(BadInput, match="needs 500 segments, but only 120 can be asked about"):
        tertium("check", folder)


@pytest.fixture
def five(folder):
    """Put three more outputs beside the two releases."""
    for name in ("online.de", "rules.de", "ref.de"):
        text = "".join(f"{line} {name}\n" for line in SOURCES)
        (Path(folder) / f"{name}.txt").write_text(text, encoding="utf-8")
    return folder


def test_new_ranks_more_than_two_systems(five):
    """Every system is printed with its part."""
    printed = tertium("new", five).stdout
    assert printed == (
        "Wrote spring/campaign.toml: 120 segments, en-de.\n"
        "  system: online\n  system: release-6\n  system: release-7\n  system: rules\n"
        "  reference: ref\n"
    )
    assert read_campaign(Path(five)).protocol == "tournament@1"


@pytest.mark.parametrize("protocol", ["tournament", "ranking", "crossover"])
def test_check_explains_every_protocol_of_many_systems(five, protocol):
    """Questions, sources and collapsed outputs; no system is named, no ratio expected."""
    tertium("new", five, "--protocol", protocol)
    result = json.loads(tertium("check", five, "--format", "json").stdout)
    assert result["tasks"] == sum(person["tasks"] for person in result["annotators"])
    assert result["collapsed"]["translations"] == result["collapsed"]["vertices"] == 600
    assert result["expectations"] == []
    assert (result["later"] > 0) == (protocol == "tournament")
    printed = tertium("check", five).stdout
    assert f"check|protocol:{protocol}@1" in printed
    assert "Left to compare" in printed
    assert not any(name in printed for name in ("release-7", "online", "rules"))


@pytest.mark.parametrize("fmt", ["csv", "latex", "html"])
def test_check_of_many_systems_speaks_every_format(five, fmt):
    """With the signature in each."""
    tertium("new", five)
    assert "unicode-words@1" in tertium("check", five, "--format", fmt).stdout.replace("\\", "")


def test_two_of_many_systems_can_be_compared(five):
    """Both are named, or the remedy is."""
    with pytest.raises(BadInput, match=r"5 systems .* --protocol tournament"):
        tertium("new", five, "--baseline", "release-6")
    tertium("new", five, "--baseline", "release-6", "--advanced", "release-7")
    assert read_campaign(Path(five)).protocol == "ab@1"


def test_convert_turns_one_format_into_another(tmp_path, monkeypatch):
    """Narrow CSV to JSON lines to narrow CSV gives the same file."""
    monkeypatch.chdir(tmp_path)
    text = (
        "annotator,segment,left,right,answer,domain\na,1,old,new,left,news\nb,1,new,old,tie,news\n"
    )
    Path("a.csv").write_text(text, encoding="utf-8")
    assert "Wrote 2 rows to b.jsonl.gz." in tertium("convert", "a.csv", "b.jsonl.gz").stderr
    tertium("convert", "b.jsonl.gz", "c.csv", "--narrow")
    assert read_judgements(Path("c.csv")) == read_judgements(Path("a.csv"))
    assert Path("c.csv").read_text(encoding="utf-8") == text


def test_convert_does_not_overwrite(tmp_path, monkeypatch):
    """An existing file stays unless --force is given; a failed conversion leaves it too."""
    monkeypatch.chdir(tmp_path)
    Path("a.csv").write_text("annotator,segment,left,right,answer\na,1,x,y,lft\n", encoding="utf-8")
    Path("b.csv").write_text("mine", encoding="utf-8")
    with pytest.raises(Conflict, match=r"b.csv: the file exists"):
        tertium("convert", "a.csv", "b.csv")
    with pytest.raises(TertiumError, match="'lft' is not a known answer"):
        tertium("convert", "a.csv", "b.csv", "--force")
    assert Path("b.csv").read_text(encoding="utf-8") == "mine"
