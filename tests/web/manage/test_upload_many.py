"""More than two systems come in by upload: as files, as a table, as a zip."""

import io
import zipfile

import pytest

from tertium import protocols

ABOUT = {"title": "Forest", "source_language": "en", "target_language": "de"}
SYSTEMS = ("ash", "beech", "cedar", "human")
WORDS = ("fährt", "geht", "startet", "verlässt den Bahnhof")
DRAFT = "/manage/drafts/forest"
COMPARING = {"ab", "tournament", "ranking", "crossover"}


def lines(words, number=12):
    """Return one line of text per segment."""
    return [f"Zug {k} {words} heute um zwölf." for k in range(number)]


def sources(number=12):
    """Return one source per segment."""
    return [f"The number {k} train leaves the old station at noon." for k in range(number)]


def table(number=12):
    """Return a table with a column per system."""
    columns = [sources(number), *(lines(words, number) for words in WORDS)]
    rows = [("source", *SYSTEMS), *zip(*columns, strict=True)]
    return "\n".join("\t".join(row) for row in rows) + "\n"


def plain(text):
    """Return a file as a browser sends it."""
    return io.BytesIO(text.encode())


def several(names=SYSTEMS, **more):
    """Return a source and one text file per system, under one name of the form."""
    files = [("source", ("source.txt", plain("\n".join(sources()) + "\n")))]
    for name, words in zip(names, WORDS, strict=False):
        files.append(("outputs", (f"{name}.txt", plain("\n".join(lines(words)) + "\n"))))
    return files + list(more.items())


def left_behind(folder):
    """Return everything in the folder, drafts included."""
    return [path for path in folder.rglob("*") if path.is_file()]


@pytest.mark.parametrize("protocol", ["tournament", "ranking", "crossover"])
def test_several_files_become_a_campaign(manager, store, folder, protocol):
    """Upload, dry run, open: the way of asking is the chosen one, a reference is known by name."""
    sent = manager.send("/manage/new", {**ABOUT, "protocol": protocol}, several())
    assert sent.status_code == 303, sent.text
    assert sent.headers["location"].startswith(DRAFT)
    draft = manager.data(DRAFT)
    assert draft["protocol"] == protocol
    assert (draft["systems"], draft["translations"], draft["vertices"]) == (4, 48, 48)
    page = manager.get(DRAFT).text
    assert "Translations by 4 systems" in page
    assert not any(f">{name}<" in page for name in SYSTEMS)
    manager.post(f"{DRAFT}/open")
    campaign = store.campaigns.get("forest")
    assert campaign.protocol == f"{protocol}@1"
    assert {system.name: system.part for system in campaign.systems} == {
        "ash": "system", "beech": "system", "cedar": "system", "human": "reference",
    }  # fmt: skip
    assert manager.get("/manage/campaigns/forest").status_code == 200


@pytest.mark.parametrize(
    "protocol",
    [
        name
        for name in protocols.names()
        if name not in ("ab", "tournament", "ranking", "crossover")
    ],
)
def test_translations_one_at_a_time_become_a_campaign(manager, store, protocol):
    """Scores, marks and edits are asked for in the same way; the page can be opened at once."""
    assert f'value="{protocol}"' in manager.get("/manage/new").text
    sent = manager.send("/manage/new", {**ABOUT, "protocol": protocol}, several())
    assert sent.status_code == 303, sent.text
    draft = manager.data(DRAFT)
    assert draft["protocol"] == protocol
    assert draft["tasks"] > 0
    assert not any(f">{name}<" in manager.get(DRAFT).text for name in SYSTEMS)
    manager.post(f"{DRAFT}/open")
    assert store.campaigns.get("forest").protocol == f"{protocol}@1"
    assert manager.get("/manage/campaigns/forest").status_code == 200


def test_a_table_of_more_than_two_systems_becomes_a_tournament(manager, store):
    """Without a word about how to ask."""
    sent = manager.send("/manage/new", ABOUT, {"texts": ("texts.tsv", plain(table(120)))})
    assert sent.headers["location"].startswith(DRAFT)
    draft = manager.data(DRAFT)
    assert draft["protocol"] == "tournament"
    assert draft["later"] == sum(load["later"] for load in draft["loads"]) > 0
    assert draft["tasks"] > 0
    assert all(load["sources"] for load in draft["loads"])
    page = manager.get(DRAFT).text
    assert "Drawn later, about" in page
    assert f"about {draft['tasks'] + draft['later']:,}" in page


def test_a_zip_of_more_than_two_systems_becomes_a_tournament(manager):
    """A folder of plain files, packed."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        made.writestr("texts/source.txt", "\n".join(sources()) + "\n")
        for name, words in zip(SYSTEMS, WORDS, strict=True):
            made.writestr(f"texts/{name}.txt", "\n".join(lines(words)) + "\n")
    out.seek(0)
    manager.send("/manage/new", ABOUT, {"texts": ("texts.zip", out, "application/zip")})
    assert manager.data(DRAFT)["protocol"] == "tournament"


def test_two_of_several_systems_can_be_compared(manager, store):
    """Naming the present and the new release leaves the others out."""
    told = {**ABOUT, "present": "ash", "new": "cedar"}
    manager.send("/manage/new", told, {"texts": ("texts.tsv", plain(table()))})
    manager.post(f"{DRAFT}/open")
    campaign = store.campaigns.get("forest")
    assert campaign.protocol == "ab@1"
    assert (campaign.system("baseline").name, campaign.system("advanced").name) == ("ash", "cedar")


def test_two_releases_in_a_tournament(manager, store, text_files):
    """Whoever chose two files and then a tournament gets a tournament of two."""
    sent = manager.send("/manage/new", {**ABOUT, "protocol": "tournament"}, text_files())
    assert sent.status_code == 303, sent.text
    assert manager.data(DRAFT)["systems"] == 2


@pytest.mark.parametrize(
    ("about", "files", "sentence"),
    [
        ({"protocol": "tournament"}, several()[:1], "no file for &#39;outputs&#39;"),
        ({"protocol": "tournament"}, several()[1:], "no file for &#39;source&#39;"),
        ({}, several(("ash", "ash")), "two files are called &#39;ash&#39;"),
        ({}, several(("ash", "Ash")), "two files are called &#39;Ash&#39;"),
        ({}, several(("ash", "source", "cedar")), "two files are called &#39;source&#39;"),
    ],
)
def test_what_cannot_be_kept_is_told(manager, folder, about, files, sentence):
    """One sentence in terms of the form, and nothing is left behind."""
    for _, file in files.items() if isinstance(files, dict) else files:
        file[1].seek(0)
    sent = manager.send("/manage/new", {**ABOUT, **about}, files)
    assert sent.status_code == 422
    assert sentence.lower() in sent.text.lower()
    assert "--" not in sent.text.partition('role="alert"')[2].partition("</div>")[0]
    assert left_behind(folder) == []


@pytest.mark.parametrize(
    ("about", "files", "sentence"),
    [
        ({"protocol": "ranking"}, several(("ash",)), "one system only"),
        (
            {"protocol": "ab"},
            {"texts": ("texts.tsv", plain(table()))},
            "where a comparison needs two",
        ),
        (
            {"protocol": "tournament"},
            [*several()[:2], ("outputs", ("beech.txt", plain("Zug fährt.\n")))],
            "beech.txt",
        ),
    ],
)
def test_what_does_not_fit_is_kept_and_told(manager, about, files, sentence):
    """One sentence in terms of the form; the files and the choice are there."""
    for _, file in files.items() if isinstance(files, dict) else files:
        file[1].seek(0)
    sent = manager.send("/manage/new", {**ABOUT, **about}, files)
    assert sent.headers["location"] == f"{DRAFT}/question"
    shown = manager.get(f"{DRAFT}/question").text
    assert sentence in shown.lower()
    assert "--" not in shown.partition("<main")[2]
    chosen = about["protocol"].replace("ab", "")  # the usual one
    assert f'<option value="{chosen}" selected>' in shown


def test_an_unknown_way_of_asking_is_refused(manager, folder):
    """The form offers four; a program is told."""
    sent = manager.send("/manage/new", {**ABOUT, "protocol": "odd"}, several())
    assert sent.status_code == 422
    assert left_behind(folder) == []


def test_fifty_systems_come_in_at_once(manager):
    """Five to fifty systems are what tournaments are for."""
    files = several()[:1]
    for number in range(50):
        text = "\n".join(lines(f"wählt Weg {number}")) + "\n"
        files.append(("outputs", (f"system{number:02d}.txt", plain(text))))
    sent = manager.send("/manage/new", {**ABOUT, "protocol": "tournament"}, files)
    assert sent.status_code == 303, sent.text
    assert manager.data(DRAFT)["systems"] == 50
