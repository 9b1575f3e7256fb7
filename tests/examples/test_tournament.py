"""Many systems ranked as an organiser would do it: from text files to a report."""

import json

import pytest

SYSTEMS = ("amber", "birch", "coral", "delta", "ember")
SOURCES = [f"Notice number {k} tells every visitor what is shown in the hall." for k in range(60)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory, tertium):
    """Make a tournament with adequacy from six text files, and let simulated people judge."""
    folder = tmp_path_factory.mktemp("tournament")
    texts = {"source": SOURCES, "reference": [f"Hinweis {k}." for k in range(60)]}
    for place, name in enumerate(SYSTEMS):  # every seventh output of two systems is the same
        texts[name] = [
            f"{'HINWEIS' if place == 1 else 'Hinweis'} {k} von {k if k % 7 == 0 else name}."
            if place < 2
            else f"Hinweis {k} ist {name}."
            for k in range(60)
        ]
    for name, lines in texts.items():
        (folder / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    tertium(
        "new", ".", "--name", "hall", "--source-language", "en", "--target-language", "de",
        cwd=folder,
    )  # fmt: skip
    file = folder / "campaign.toml"
    written = file.read_text(encoding="utf-8")
    assert 'protocol = "tournament@1"' in written
    assert "adequacy = false" in written
    file.write_text(written.replace("adequacy = false", "adequacy = true"), encoding="utf-8")
    tertium("simulate", "campaign", ".", cwd=folder)
    return folder


def test_from_text_files_to_systems_sources_and_adequacy(tertium, folder):
    checked = json.loads(tertium("check", ".", "--format", "json", cwd=folder))
    assert checked["signature"].startswith("check|protocol:tournament@1")

    ranked = json.loads(tertium("rank", ".", "--format", "json", cwd=folder))
    order = [one["system"] for one in ranked["systems"]]
    assert set(order) == {*SYSTEMS, "reference"}
    assert order.index("amber") < order.index("ember")
    for one in ranked["systems"]:
        assert one["low"] < one["score"] < one["high"]
        assert one["rank_low"] <= one["rank"] <= one["rank_high"]
    assert any("simulated" in warning for warning in ranked["warnings"])

    graphs = json.loads(tertium("graph", ".", "--format", "json", cwd=folder))
    assert {"graphs", "translations"} <= set(graphs["consistency"])
    for one in graphs["segments"]:
        assert set(one["ranks"]) == set(one["dominance"])
        assert sum(one["dominance"].values()) == 0
    assert {one["system"] for one in graphs["systems"]} == set(order)

    adequate = json.loads(tertium("adequacy", ".", "--format", "json", cwd=folder))
    effort = adequate["effort"]
    assert effort["asked"] < effort["translations"]
    inferred = [one for one in adequate["labels"] if one["layer"] == "inferred"]
    assert inferred
    assert all(one["path"] for one in inferred)

    agreed = json.loads(tertium("agree", ".", "--format", "json", cwd=folder))
    assert agreed["ranks"]["kendall"]["value"] > 0


def test_the_report_tells_the_whole_story_in_one_file(tertium, folder):
    tertium("report", ".", "--output", "report.html", cwd=folder)
    page = (folder / "report.html").read_text(encoding="utf-8")
    for analysis in ("rank|", "dominance|", "adequacy|", "agree|"):
        assert analysis in page
    assert "<svg" in page
    assert 'src="http' not in page


@pytest.mark.parametrize("method", ["wins", "dominance", "expected-wins", "trueskill"])
def test_every_method_ranks_the_same_campaign(tertium, folder, method):
    ranked = json.loads(tertium("rank", ".", "--method", method, "--format", "json", cwd=folder))
    order = [one["system"] for one in ranked["systems"]]
    assert order.index("amber") < order.index("ember")


def test_a_comparison_of_two_is_not_made_of_many(tertium, folder):
    tertium("compare", ".", cwd=folder, code=1)
