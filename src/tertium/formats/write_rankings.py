"""Writing rankings: our own narrow file, and the CSV files of the WMT organisers.

A judgement of the table can be written as a ranking if it compares every two of its
outputs and its preferences form one order. Its ranks are counted anew without gaps;
a single comparison is a ranking of two.
"""

from pathlib import Path
from typing import Literal

import duckdb

from tertium.formats.given import Place
from tertium.formats.queries import listed, one_row, refuse
from tertium.formats.rankings import RANKINGS
from tertium.formats.writing import narrow_query
from tertium.model import MERGED
from tertium.table import EVIDENCE

RankingFile = Literal["rankings", "wmt", "wmt-pairwise"]
# Whether `versus` was shown before `system`; in a ranking it never is.
TURNED = "slot = 2 AND condition IS DISTINCT FROM 'ranking'"


def rankings_query(database: duckdb.DuckDBPyConnection, shape: RankingFile, path: Path) -> str:
    """Return the query for a file of rankings, made from the table `rows`.

    `wmt` has a ranking on each line, `wmt-pairwise` a pair of systems: there the systems
    behind one output are listed one by one, as the organisers do, so that the same
    output appears as a tie. Both hold real judgements only.
    """
    _list_pairs(database, shape)
    _list_outputs(database)
    _check(database, path)
    if shape == "rankings":
        _check_told_apart(database, path)
        return narrow_query(
            database,
            RANKINGS,
            {"system": "outputs.system"},
            "outputs JOIN rows ON rows.rowid = ranking ORDER BY ranking, position",
            rows="rows WHERE rowid IN (SELECT row FROM pairs)",
        )
    return _five_way(database) if shape == "wmt" else _pairwise()


def _list_pairs(database: duckdb.DuckDBPyConnection, shape: RankingFile) -> None:
    """Make `pairs`: the preferences as they were shown, `one` before `two`."""
    database.execute(
        f"""
        CREATE TEMP TABLE pairs AS
        SELECT rowid AS row, min(rowid) OVER (PARTITION BY coalesce(judgement, 'row-' || rowid))
                AS ranking,
            CASE WHEN {TURNED} THEN versus ELSE system END AS one,
            CASE WHEN {TURNED} THEN system ELSE versus END AS two,
            CASE WHEN {TURNED} THEN -value ELSE value END AS value
        FROM rows WHERE aspect = 'preference' AND value IS NOT NULL
            AND {"true" if shape == "rankings" else EVIDENCE}"""
    )


def _list_outputs(database: duckdb.DuckDBPyConnection) -> None:
    """Make `outputs`: every output of a ranking with its position and its rank.

    In an order the balance of wins and losses grows strictly from one rank to the next.
    """
    database.execute(
        """
        CREATE TEMP TABLE outputs AS
        SELECT ranking, system,
            dense_rank() OVER (PARTITION BY ranking ORDER BY sum(won) DESC) AS rank,
            row_number() OVER (PARTITION BY ranking ORDER BY sum(place), min(row), min(place))
                AS position
        FROM (
            SELECT ranking, row, 0 AS place, one AS system, value AS won FROM pairs
            UNION ALL SELECT ranking, row, 1, two, -value FROM pairs
        ) GROUP BY ranking, system"""
    )


def _check(database: duckdb.DuckDBPyConnection, path: Path) -> None:
    (pairs,) = one_row(database, "SELECT count(*) FROM pairs")
    if not pairs:
        raise Place(path).wrong("there are no comparisons to write", "Write the long table.")
    refuse(
        database,
        path,
        """
        SELECT rows.judgement, rows.annotator, rows.segment FROM (
            SELECT pairs.ranking FROM pairs
            JOIN outputs AS a ON pairs.ranking = a.ranking AND one = a.system
            JOIN outputs AS b ON pairs.ranking = b.ranking AND two = b.system
            GROUP BY pairs.ranking
            HAVING count(*) FILTER (WHERE value <> sign(b.rank - a.rank)) > 0
                OR 2 * count(*) <> greatest(max(a.position), max(b.position))
                    * (greatest(max(a.position), max(b.position)) - 1)
                OR count(DISTINCT least(one, two) || chr(31) || greatest(one, two)) < count(*)
            ORDER BY 1 LIMIT 1
        ) AS odd JOIN rows ON rows.rowid = odd.ranking""",
        "judgement {0!r} (annotator {1!r}, segment {2!r}) does not order its outputs",
        "Write the long table, or the narrow file of comparisons.",
    )


def _check_told_apart(database: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Refuse two rankings that a reader would take for one."""
    refuse(
        database,
        path,
        "SELECT any_value(annotator), any_value(segment) FROM rows "
        "JOIN (SELECT DISTINCT ranking FROM pairs) ON rows.rowid = ranking "
        f"GROUP BY {listed(name for name in RANKINGS.key if name != 'judgement')} "
        "HAVING count(*) > 1",
        "annotator {0!r} has several judgements of segment {1!r} in one pass",
        "Write the narrow file of comparisons, which holds them one by one.",
    )


_ABOUT = (
    "source_language AS srclang, target_language AS trglang, segment AS srcIndex, {document}"
    "segment AS segmentId, annotator AS {judge}"
)


def _five_way(database: duckdb.DuckDBPyConnection) -> str:
    """Return the query for one ranking on each line, as wide as the longest ranking."""
    width, documents = one_row(
        database, "SELECT max(position), (SELECT count(document) FROM rows) FROM outputs"
    )
    places = range(1, width + 1)
    ids = ", ".join(
        f'-1 AS "system{n}Number", max(outputs.system) FILTER (WHERE position = {n}) '
        f'AS "system{n}Id"'
        for n in places
    )
    ranks = ", ".join(
        f'coalesce(max(rank) FILTER (WHERE position = {n}), -1) AS "system{n}rank"' for n in places
    )
    document = "document AS documentId, " if documents else "-1 AS documentId, "
    about = _ABOUT.format(document=document, judge="judgeId")
    return (
        f"SELECT {about}, shown.* EXCLUDE (ranking) FROM "
        f"(SELECT ranking, {ids}, {ranks} FROM outputs GROUP BY ranking) AS shown "
        "JOIN rows ON rows.rowid = ranking ORDER BY ranking"
    )


def _pairwise() -> str:
    """Return the query for every two systems of a ranking, in the order shown.

    Systems behind one output follow the alphabet without regard to letter case.
    """
    about = _ABOUT.format(document="", judge="judgeID")
    systems = (
        "SELECT ranking, rank, position, system, row_number() OVER "
        "(PARTITION BY ranking ORDER BY position, lower(system), system) AS number FROM "
        f"(SELECT * REPLACE (unnest(string_split(system, '{MERGED}')) AS system) FROM outputs)"
    )
    return (
        f"WITH systems AS ({systems}) "
        f"SELECT {about}, one.system AS system1Id, one.rank AS system1rank, "
        "two.system AS system2Id, two.rank AS system2rank, "
        "coalesce(judgement, 'row-' || (rows.rowid + 1)) AS rankingID FROM systems AS one "
        "JOIN systems AS two ON one.ranking = two.ranking AND one.number < two.number "
        "JOIN rows ON rows.rowid = one.ranking ORDER BY one.ranking, one.number, two.number"
    )
