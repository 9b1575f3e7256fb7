"""Scores from a crowd as an organiser would collect them: from text files to who is reliable."""

import json

import pytest

SYSTEMS = ("amber", "birch", "coral", "delta")
WORDS = ("river", "garden", "window", "quiet", "letter", "painting", "museum", "bridge")
SOURCES = [
    " ".join(WORDS[(k + step) % len(WORDS)] for step in range(6 + k % 9)) + f" {k}."
    for k in range(70)
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory, tertium):
    """Make HITs with control items from six text files, and let simulated people score."""
    folder = tmp_path_factory.mktemp("crowd")
    texts = {"source": SOURCES, "reference": [f"Gut: {text}" for text in SOURCES]}
    texts |= {name: [f"{name[0]}: {text}" for text in SOURCES] for name in SYSTEMS}
    for name, lines in texts.items():
        (folder / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    tertium(
        "new", ".", "--name", "crowd", "--protocol", "slider",
        "--source-language", "en", "--target-language", "de", cwd=folder,
    )  # fmt: skip
    assert "judges = 2" in (folder / "campaign.toml").read_text(encoding="utf-8")
    tertium("simulate", "campaign", ".", cwd=folder)
    return folder


def test_the_built_hits_prove_what_they_keep(tertium, folder):
    checked = json.loads(tertium("check", ".", "--format", "json", cwd=folder))
    assert checked["signature"].startswith("check|protocol:slider@1|design:hits")
    full = [hit for hit in checked["hits"]["hits"] if hit["real"] == 70]
    assert full
    for hit in full:
        assert (hit["degraded"], hit["references"], hit["repeats"]) == (10, 10, 10)
        assert hit["nearest"] >= 40


def test_from_scores_to_systems_annotators_and_when_to_stop(tertium, folder):
    ranked = json.loads(tertium("rank", ".", "--format", "json", cwd=folder))
    assert ranked["systems"][0]["system"] == "amber"
    for one in ranked["systems"]:
        assert one["low"] < one["score"] < one["high"]

    official = json.loads(tertium("rank", ".", "--method", "wmt-z", "--format", "json", cwd=folder))
    assert all({"score", "raw", "cluster"} <= set(one) for one in official["systems"])

    model = json.loads(tertium("annotators", ".", "--format", "json", cwd=folder))
    assert model["converged"]
    assert {one["system"] for one in model["systems"]} == set(SYSTEMS)
    assert {"segment", "system", "mean", "sd", "score", "low", "high", "n"} <= set(
        model["items"][0]
    )
    assert {
        "annotator", "offset", "precision", "sd_offset", "sd_precision", "n", "control_p",
        "repeat_p", "flags",
    } <= set(model["annotators"][0])  # fmt: skip

    looked = json.loads(
        tertium(
            "monitor", ".", "--baseline", "delta", "--advanced", "amber", "--format", "json",
            cwd=folder,
        )
    )  # fmt: skip
    assert looked["signature"].startswith("monitor|")


def test_scores_leave_in_other_peoples_formats_and_come_back(tertium, folder):
    """What the organisers' tools read ranks the same as the campaign itself."""
    tertium("export", ".", "scores.csv", cwd=folder)
    tertium("convert", "scores.csv", "appraise.csv", "--scores", "appraise", cwd=folder)
    scores = [
        json.loads(tertium("rank", file, "--method", "raw", "--format", "json", cwd=folder))
        for file in (".", "scores.csv", "appraise.csv")
    ]
    tables = [
        {one["system"]: round(one["score"], 6) for one in result["systems"]} for result in scores
    ]
    assert tables[0] == tables[1] == tables[2]


def test_the_report_tells_scores_annotators_and_agreement(tertium, folder):
    tertium("report", ".", "--output", "report.html", cwd=folder)
    page = (folder / "report.html").read_text(encoding="utf-8")
    for analysis in ("assess|", "annotators|"):
        assert analysis in page
    assert 'src="http' not in page
