"""A file of several language pairs: each by itself, one by name, and the shape of one stays."""

import gzip
import json

import pytest
from click.testing import CliRunner

from tertium.cli.main import cli
from tertium.exceptions import GateNotMet, NotFound

PAIRS = {"de-en": ("a", "b"), "en-fr": ("a", "c")}
SYSTEMS = ("--baseline", "a", "--advanced")


def scores(folder, pairs=PAIRS, people=3):
    """Write scores: in de-en b is better than a, in en-fr c is worse."""
    rows = ["annotator,segment,system,score,source_language,target_language"]
    for pair, systems in pairs.items():
        gain = {"b": 15, "c": -15}
        rows += [
            f"{pair}-p{who},{pair}-s{n},{system},{50 + gain.get(system, 0) + noise % 20},"
            + pair.replace("-", ",")
            for n in range(20)
            for who in range(people)
            for system in systems
            for noise in [7 * n + who * (3 if system == "a" else 5)]
        ]
    return written(folder / "scores.csv", rows)


def comparisons(folder, pairs=PAIRS):
    """Write preferences: in de-en b wins, in en-fr a does."""
    rows = ["annotator,segment,left,right,answer,source_language,target_language"]
    for pair, (one, two) in pairs.items():
        often, rarely = ("right", "left") if two == "b" else ("left", "right")
        rows += [
            f"{pair}-p{who},{pair}-s{n},{one},{two},{rarely if (n + who) % 4 == 0 else often},"
            + pair.replace("-", ",")
            for n in range(24)
            for who in range(3)
        ]
    return written(folder / "comparisons.csv", rows)


def errors(folder, pairs=PAIRS):
    """Write marked errors: fewer in b than in a, more in c."""
    rows = [
        "annotator,segment,system,side,start,end,category,severity,source,target,"
        "source_language,target_language"
    ]
    for pair, systems in pairs.items():
        often = {"a": 2, "b": 4, "c": 1}
        rows += [
            f"{pair}-p{who},{pair}-s{n},{system},"
            + ("target,0,3,Mistranslation,major" if n % often[system] == 0 else ",,,,")
            + f",ein Satz,one two three {n},"
            + pair.replace("-", ",")
            for n in range(12)
            for who in range(2)
            for system in systems
        ]
    return written(folder / "errors.csv", rows)


def edits(folder, pairs=PAIRS):
    """Write edited texts."""
    rows = [
        "annotator,segment,system,source,mt,edited,seconds,keystrokes,"
        "source_language,target_language"
    ]
    for pair, systems in pairs.items():
        rows += [
            f"{pair}-p{who},{pair}-s{n},{system},ein Satz,one two three,one two four,"
            f"{20 + n % 5 + (6 if system == 'a' else 0)},{9 + n % 3}," + pair.replace("-", ",")
            for n in range(12)
            for who in range(2)
            for system in systems
            if (n + who) % 2 == (system == "a")
        ]
    return written(folder / "edits.csv", rows)


def written(file, rows):
    """Write lines."""
    file.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return file


def tertium(*words):
    """Run a command; trouble is raised as `main` would meet it."""
    done = CliRunner().invoke(cli, [str(word) for word in words], standalone_mode=False)
    if done.exception is not None:
        raise done.exception
    return done.stdout


def told(*words):
    """Return the JSON of a command."""
    return json.loads(tertium(*words, "--format", "json"))


def nearly(one, two):
    """Tell whether two JSON values are equal but for rounding."""
    if isinstance(one, dict):
        return one.keys() == two.keys() and all(nearly(one[name], two[name]) for name in one)
    if isinstance(one, list):
        return len(one) == len(two) and all(map(nearly, one, two))
    return one == (pytest.approx(two, rel=1e-9, abs=1e-12) if isinstance(two, float) else two)


COMMANDS = {
    "rank": (scores, ()),
    "rank-comparisons": (comparisons, ()),
    "rank-errors": (errors, ("--measure", "errors")),
    "annotators": (scores, ()),
    "agree": (scores, ()),
    "agree-comparisons": (comparisons, ()),
    "agree-errors": (errors, ()),
    "errors": (errors, ()),
    "effort": (edits, ()),
    "graph": (comparisons, ()),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_each_pair_is_analysed_by_itself(name, tmp_path):
    """The results of a file of two pairs are those of two files; one pair keeps its shape."""
    make, options = COMMANDS[name]
    command = name.partition("-")[0]
    both = told(command, make(tmp_path), *options)
    listed = both["language_pairs"]
    assert [one["language_pair"] for one in listed] == ["de-en", "en-fr"]
    for one in listed:
        pair = one.pop("language_pair")
        alone = told(command, make(tmp_path, {pair: PAIRS[pair]}), *options)
        assert "language_pairs" not in alone
        assert nearly(one, alone)
    chosen = told(command, make(tmp_path), *options, "--language-pair", "en-fr")
    assert chosen == listed[1]


def test_comparing_two_releases_keeps_pairs_apart(tmp_path):
    """In one pair the new release wins, in the other the old one; the gate wants both."""
    rows = comparisons(tmp_path, {"de-en": ("a", "b")}).read_text().splitlines()
    turned = [row.replace("de-en", "en-fr").replace("de,en", "en,fr") for row in rows[1:]]
    turned = [row.replace("right", "x").replace("left", "right") for row in turned]
    file = written(tmp_path / "both.csv", [*rows, *(row.replace("x", "left") for row in turned)])
    asked = ("compare", file, "--baseline", "a", "--advanced", "b")
    both = told(*asked)["language_pairs"]
    assert [one["improvement_ratio"]["value"] for one in both] == [
        pytest.approx(3),
        pytest.approx(1 / 3),
    ]
    tertium(*asked, "--require", "improvement_ratio.value > 0.3")
    with pytest.raises(GateNotMet, match="en-fr: improvement_ratio"):
        tertium(*asked, "--require", "improvement_ratio.value > 1")


def test_monitoring_keeps_pairs_apart(tmp_path):
    """Two running campaigns in one file have each their own evidence."""
    file = scores(tmp_path, {"de-en": ("a", "b"), "en-fr": ("a", "b")})
    both = told("monitor", file, *SYSTEMS, "b", "--rule", "anytime-valid")["language_pairs"]
    assert [one["judgements"] for one in both] == [120, 120]


def test_text_has_a_section_for_each_pair(tmp_path):
    """With its name as heading, its own headline and signature."""
    text = tertium("rank", scores(tmp_path))
    assert text.startswith("2 language pairs, each by itself: de-en, en-fr.")
    first, second = text.index("\nde-en\n"), text.index("\nen-fr\n")
    assert "\nb has a significantly higher" in text[first:second]
    assert "\na has a significantly higher" in text[second:]
    assert text.count("assess|") == 2


@pytest.mark.parametrize("fmt", ["csv", "latex", "html"])
def test_other_formats_name_the_pair(fmt, tmp_path):
    """Numbers of two pairs are never mixed up."""
    text = tertium("rank", scores(tmp_path), "--format", fmt)
    for name in ("German to English", "English to French") if fmt == "html" else PAIRS:
        assert name in text
    if fmt == "csv":
        header, *rows = text.splitlines()
        assert header.startswith("language_pair,table,")
        assert {row.partition(",")[0] for row in rows} == {"de-en", "en-fr"}


def test_an_unknown_pair_is_refused_with_those_there_are(tmp_path):
    """One sentence that can be acted on; upper case is no other pair."""
    file = scores(tmp_path)
    with pytest.raises(NotFound, match=r"no language pair named 'de-fr'.*de-en, en-fr"):
        tertium("rank", file, "--language-pair", "de-fr")
    assert told("rank", file, "--language-pair", "DE-EN")["systems"][0]["system"] == "b"


def test_a_pair_that_cannot_be_analysed_does_not_take_the_others_along(tmp_path):
    """It is named with the reason."""
    file = scores(tmp_path)
    with file.open("a") as out:
        out.write("x,x-s1,d,50,cs,en\n")
    found = told("annotators", file)
    assert [one["language_pair"] for one in found["language_pairs"]] == ["de-en", "en-fr"]
    assert any(note.startswith("cs-en: one score: too few") for note in found["warnings"])
    for fmt in ("text", "csv", "latex", "html"):
        assert "one score: too few for the annotator model" in " ".join(
            tertium("annotators", file, "--format", fmt).split()
        )


def test_one_scale_holds_for_all_pairs(tmp_path):
    """It is recognised from all scores, not from those of one pair."""
    file = scores(tmp_path)
    with file.open("a") as out:
        out.write("x,x-s1,d,2,cs,en\nx,x-s2,d,3,cs,en\nx,x-s2,e,1,cs,en\n")
    found = told("rank", file)["language_pairs"]
    assert {one["scale"]["highest"] for one in found} == {100}


def test_a_report_tells_each_pair(tmp_path):
    """One file, a part for each pair; one pair by name is a report as before."""
    out = tmp_path / "report.html"
    file = scores(tmp_path, people=2)  # too few for the figures that take long
    tertium("report", file, "--output", out)
    text = out.read_text(encoding="utf-8")
    assert text.count('<h1 class="headline">') == 2
    assert "German to English" in text
    assert "English to French" in text
    ids = [part.partition('"')[0] for part in text.split(' id="')[1:]]
    assert len(ids) == len(set(ids))
    tertium("report", file, "--language-pair", "de-en", "--output", out)
    assert out.read_text(encoding="utf-8").count('<h1 class="headline">') == 1


def test_published_rankings_of_two_pairs(shared_data, tmp_path):
    """The rankings of two pairs in one file give what each gives alone."""
    files = [
        shared_data / "wmt16-rr" / f"rankings.{pair}.csv.gz" for pair in ("eng-tur", "tur-eng")
    ]
    lines = [gzip.decompress(file.read_bytes()).decode().splitlines() for file in files]
    both = written(tmp_path / "both.csv", [*lines[0], *lines[1][1:]])
    found = told("rank", both, "--method", "wins")["language_pairs"]
    assert [one.pop("language_pair") for one in found] == ["eng-tur", "tur-eng"]
    for one, file in zip(found, files, strict=True):
        assert nearly(one, told("rank", file, "--method", "wins"))


def test_published_assessments_of_many_pairs(shared_data, tmp_path):
    """A file with many pairs gives no ranking of all its systems; every tenth row will do."""
    packed = shared_data / "toship-da" / "judgements.csv.gz"
    lines = gzip.decompress(packed.read_bytes()).decode().splitlines()
    file = written(tmp_path / "many.csv", [lines[0], *lines[1::10]])
    found = told("rank", file, "--method", "raw")["language_pairs"]
    assert len(found) > 8
    names = [one["language_pair"] for one in found]
    assert names == sorted(names)
    assert all(one["signature"].startswith("assess|") for one in found)
