"""Published files in their original layout: a reader counts what is in them, no more and no less.

The counts were made by other means when the excerpts were cut; they stand beside the data.
"""

from collections import Counter

import pytest

from tertium.formats import read_judgements


@pytest.fixture(scope="module")
def originals(shared_data):
    """Return the folder of excerpts, or skip where it is not there."""
    folder = shared_data / "originals"
    if not folder.is_dir():
        pytest.skip("the excerpts in original layout are not beside this checkout")
    return folder


@pytest.fixture(scope="module")
def read(originals):
    """Return a function that reads an excerpt once."""
    known = {}

    def table(name):
        if name not in known:
            known[name] = read_judgements(originals / name)
        return known[name]

    return table


def counted(rows, *names):
    """Count the combinations of values that rows have in some columns."""
    found = Counter(tuple(row[name] for name in names) for row in rows)
    return {key[0] if len(names) == 1 else key: number for key, number in found.items()}


# Rankings -----------------------------------------------------------------------------------


def shown(rows):
    """Return the outputs of each ranking, several systems behind one joined by +."""
    found = {}
    for row in rows:
        found.setdefault(row["judgement"], set()).update((row["system"], row["versus"]))
    return found


def systems(rankings):
    return {
        system for outputs in rankings.values() for name in outputs for system in name.split("+")
    }


@pytest.mark.parametrize(
    ("name", "pair", "sizes", "outputs", "users", "number", "joined"),
    [
        ("wmt16-ranking/wmt16.xml.gz", "cze", {5: 53, 4: 3}, 277, 8, 12, 39),
        ("wmt16-ranking/wmt16.xml.gz", "tur", {5: 56}, 280, 9, 8, 5),
        ("wmt15-ranking/wmt15.xml.gz", "deu", {5: 41}, 205, 6, 13, None),
    ],
)
def test_rankings_in_xml_are_counted(read, name, pair, sizes, outputs, users, number, joined):
    """Results, the outputs shown, annotators and systems, also those that share an output."""
    rows = [row for row in read(name).rows() if row["source_language"] == pair]
    rankings = shown(rows)
    assert Counter(map(len, rankings.values())) == sizes
    assert sum(map(len, rankings.values())) == outputs
    assert len(counted(rows, "annotator")) == users
    assert len(systems(rankings)) == number
    assert not any(system.endswith(".txt") for system in systems(rankings))
    if joined is not None:
        assert sum(any("+" in one for one in each) for each in rankings.values()) == joined


def test_skipped_rankings_are_told(read):
    """Four of each language pair in 2016, one in 2015."""
    told = "skipped by the annotator: nothing is compared there."
    assert read("wmt16-ranking/wmt16.xml.gz").notes == (f"8 rankings were {told}",)
    assert read("wmt15-ranking/wmt15.xml.gz").notes == (f"1 ranking was {told}",)


@pytest.mark.parametrize(
    ("name", "pairs", "ties", "joined"),
    [("wmt16.tur-eng.csv", 597, 207, 0), ("wmt16.collapsed.tur-eng.csv", 560, 195, 26)],
)
def test_pairs_of_rankings_are_counted(read, name, pairs, ties, joined):
    """Lines that end in CR CR LF are one line each; `a+b` is one output of two systems."""
    table = read(f"wmt16-ranking/{name}")
    rows = table.rows()
    assert len(rows) == pairs
    assert sum(row["value"] == 0 for row in rows) == ties
    assert len(counted(rows, "annotator")) == 9
    assert len(counted(rows, "judgement")) == 56
    assert len(counted(rows, "segment")) == 53
    assert len(systems(shown(rows))) == 8
    assert sum("+" in row["system"] + row["versus"] for row in rows) == joined
    assert table.notes == ()


def test_xml_and_pairs_of_the_same_rankings_say_the_same(read):
    """The organisers' collapsed pairs follow from their XML."""
    xml = [
        row | {"segment": row["segment"].removeprefix("tur-eng/")}
        for row in read("wmt16-ranking/wmt16.xml.gz").rows()
        if row["source_language"] == "tur"
    ]
    pairs = read("wmt16-ranking/wmt16.collapsed.tur-eng.csv").rows()
    said = ("segment", "system", "versus", "value")
    assert counted(xml, *said) == counted(pairs, *said)
