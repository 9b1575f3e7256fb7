"""Post-editing as a quality manager would run it: from text files to what engines cost."""

import json

import pytest

SYSTEMS = ("amber", "birch", "coral")
SOURCES = [
    f"Notice number {k} tells every visitor what is shown in hall {k % 7}." for k in range(48)
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory, tertium):
    """Make a post-editing job from five text files, and let simulated people edit."""
    folder = tmp_path_factory.mktemp("editing")
    texts = {
        "source": SOURCES,
        "reference": [f"Hinweis {k} sagt allen Besuchern, was zu sehen ist." for k in range(48)],
    }
    for place, name in enumerate(SYSTEMS):
        words = ("sagt allen Besuchern", "sagt die Besucher alle", "tut Besucher es sagen")[place]
        texts[name] = [f"Hinweis {k} {words}, was {name} ist zu sehen." for k in range(48)]
    for name, lines in texts.items():
        (folder / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    tertium(
        "new", ".", "--name", "hall", "--protocol", "postedit",
        "--source-language", "en", "--target-language", "de", cwd=folder,
    )  # fmt: skip
    file = folder / "campaign.toml"
    written = file.read_text(encoding="utf-8")
    assert "scratch = false" in written
    file.write_text(
        written.replace("scratch = false", "scratch = true").replace(
            "annotators = 3", "annotators = 4"
        ),
        encoding="utf-8",
    )
    tertium("simulate", "campaign", ".", cwd=folder)
    return folder


def test_nobody_meets_a_source_twice(tertium, folder):
    checked = json.loads(tertium("check", ".", "--format", "json", cwd=folder))
    assert checked["signature"].startswith("check|protocol:postedit@1|design:one-only")
    assert checked["edits"]["treatments"] == 4
    assert checked["edits"]["wanted"] == checked["edits"]["dealt"]
    for editor in checked["edits"]["editors"]:
        assert editor["twice"] == 0
        assert editor["most"] - editor["fewest"] <= 1


def test_from_edited_texts_to_what_systems_cost(tertium, folder):
    found = json.loads(tertium("effort", ".", "--format", "json", cwd=folder))
    assert {(one["system"], one["measure"]) for one in found["systems"]} == {
        (name, measure) for name in SYSTEMS for measure in ("time", "keys", "hter")
    }
    assert "as fast as translating from scratch" in found["sentence"]
    assert {one["condition"] for one in found["productivity"]} == {"postedit", "scratch"}
    assert len(found["annotators"]) == 4

    tertium("report", ".", "--output", "report.html", cwd=folder)
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert "effort|" in page
    assert 'src="http' not in page


def test_what_was_edited_is_revised_by_others_and_judged_blind(tertium, folder):
    """Both stages are campaigns of their own, made of the edited texts."""
    for name, words in (("revision", ["--protocol", "postedit"]), ("quality", [])):
        tertium("new", f"../{name}", "--after", ".", *words, cwd=folder)
        tertium("simulate", "campaign", f"../{name}", cwd=folder)
    revised = json.loads(tertium("effort", "../revision", "--format", "json", cwd=folder))
    assert {one["system"] for one in revised["systems"]} == {*SYSTEMS, "scratch"}
    # What was revised had been written before: no annotator translated from scratch here.
    conditions = ["revision of postedit", "revision of scratch"]
    assert [one["condition"] for one in revised["productivity"]] == conditions
    assert revised["productivity"][0]["against"] == "revision of scratch"
    assert "translating from scratch" not in revised["sentence"]
    assert "Revision of post-edited texts is " in revised["sentence"]
    tertium("export", "../revision", "revised.csv", "--what", "edits", cwd=folder)
    assert ",revision of postedit," in (folder / "revised.csv").read_text("utf-8")
    assert revised["sentence"].lower().startswith(("revising", "revision", "no significant"))
    told = json.loads(
        tertium("entropy", ".", "--revised", "../revision", "--format", "json", cwd=folder)
    )
    steps = {one["step"]: one for one in told["stages"]["steps"]}
    first, second = steps["MT → post-edited"], steps["post-edited → revised"]
    assert 0 < second["segments"] <= first["segments"]
    assert second["seconds_per_word"]["value"] > 0
    ranked = json.loads(tertium("rank", "../quality", "--format", "json", cwd=folder))
    assert {one["system"] for one in ranked["systems"]} == {*SYSTEMS, "scratch"}


def test_what_was_collected_is_analysed_from_one_file_too(tertium, folder):
    """The narrow file holds sources, outputs and indicators: the same numbers come out."""
    tertium("export", ".", "edits.csv", "--what", "edits", cwd=folder)
    told = [
        json.loads(tertium("effort", given, "--format", "json", cwd=folder))
        for given in (".", "edits.csv")
    ]
    assert told[0]["systems"] == told[1]["systems"]
    assert told[0]["productivity"] == told[1]["productivity"]
