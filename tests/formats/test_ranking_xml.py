"""Rankings in the XML of WMT15 and WMT16: what is read, counted and refused."""

import pytest

from tertium.exceptions import BadInput
from tertium.formats.judgements import read_judgements

RESULT = """
  <ranking-result duration="00:01:02.500" user="{user}">
    <translation system="news.B.1.tr-en{ending}" rank="2" />
    <translation system="news.C.2.tr-en{ending},news.A.3.tr-en{ending}" rank="1" />
    <translation system="news.D.4.tr-en{ending}" rank="-1" />
  </ranking-result>"""
SKIPPED = '<ranking-result duration="00:00:05" user="ann2" skipped="true" />'


def xml(root="wmt16-results", ending="", results=None):
    """Return a file with one segment, ranked by one annotator and skipped by another."""
    inside = results or RESULT.format(user="ann1", ending=ending) + SKIPPED
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<{root}>
<HIT hit-id="ef4b" source-language="tur" block-id="-1" target-language="eng">
<ranking-task id="779">{inside}
</ranking-task>
</HIT>
</{root}>
"""


@pytest.mark.parametrize(
    ("name", "root", "ending"),
    [("wmt16.xml.gz", "wmt16-results", ""), ("wmt15.xml", "WMT15-results", ".txt")],
)
def test_a_published_ranking_is_read_in_display_order(make, name, root, ending):
    """Systems with the same output are one output; the ending of a file is no part of a name."""
    table = read_judgements(make(name, xml(root, ending)))
    (row,) = table.rows()
    assert (row["system"], row["versus"], row["slot"], row["value"]) == (
        "news.B.1.tr-en",
        "news.A.3.tr-en+news.C.2.tr-en",
        1,
        -1.0,
    )
    assert (row["annotator"], row["segment"], row["seconds"]) == ("ann1", "779", 62.5)
    assert (row["source_language"], row["target_language"]) == ("tur", "eng")


def test_skipped_results_and_unranked_outputs_are_told(make):
    """Neither refuses the file, and neither is passed over in silence."""
    assert read_judgements(make("r.xml", xml())).notes == (
        "1 output in 1 ranking has no rank (−1): nothing is compared with it.",
        "1 ranking was skipped by the annotator: nothing is compared there.",
    )


@pytest.mark.parametrize(
    ("results", "where", "what"),
    [
        (SKIPPED, "r.xml", "nothing is ranked"),
        (RESULT.format(user="a", ending="").replace('"2"', '"0"'), "r.xml:6", "'0' is not a rank"),
        (RESULT.format(user="", ending=""), "r.xml:6", "the judge is empty"),
        (RESULT.format(user="a", ending="").replace("C.2", "B.1"), "r.xml:7", "stands twice"),
        (RESULT.format(user="a", ending="").replace("00:01", "1 min"), "r.xml:5", "duration"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(make, results, where, what):
    """The same checks hold as for tables."""
    with pytest.raises(BadInput) as caught:
        read_judgements(make("r.xml", xml(results=results)))
    assert caught.value.where == where
    assert what in caught.value.what
