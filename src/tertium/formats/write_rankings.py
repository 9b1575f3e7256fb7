"""Writing rankings: our own narrow file, and the CSV files of the WMT organisers.

A judgement of the table can be written as a ranking if it compares every two of its
outputs and its preferences form one order. Its ranks are counted anew without gaps;
a single comparison is a ranking of two.
"""

from pathlib import Path
from typing import Literal

import duckdb

from tertium.exceptions import BadInput
from tertium.formats.rankings import RANKINGS
from tertium.model import MERGED
from tertium.table import COLUMNS

__all__ = ["TURNED", "RankingFile", "rankings_query"]

RankingFile = Literal["rankings", "wmt", "wmt-pairwise"]
# Whether `versus` was shown before `system`; in a ranking it never is.
TURNED = "slot = 2 AND condition IS DISTINCT FROM 'ranking'"
_DEFAULTS = {"role": "real", "layer": "observed"}
_EVIDENCE = "layer IN ('observed', 'consolidated') AND role IN ('real', 'repeat')"


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
        return _narrow(database)
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
            AND {"true" if shape == "rankings" else _EVIDENCE}"""
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
    found = database.execute("SELECT count(*) FROM pairs").fetchone()
    if not found or not found[0]:
        raise BadInput(
            "there are no comparisons to write", where=str(path), fix="Write the long table."
        )
    odd = database.execute(
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
        ) AS odd JOIN rows ON rows.rowid = odd.ranking"""
    ).fetchone()
    if odd is not None:
        judgement, annotator, segment = odd
        raise BadInput(
            f"judgement {judgement!r} (annotator {annotator!r}, segment {segment!r}) "
            "does not order its outputs",
            where=str(path),
            fix="Write the long table, or the narrow file of comparisons.",
        )


def _check_told_apart(database: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Refuse two rankings that a reader would take for one."""
    same = ", ".join(f'"{name}"' for name in RANKINGS.key if name != "judgement")
    twice = database.execute(
        "SELECT any_value(annotator), any_value(segment) FROM rows "
        "JOIN (SELECT DISTINCT ranking FROM pairs) ON rows.rowid = ranking "
        f"GROUP BY {same} HAVING count(*) > 1 LIMIT 1"
    ).fetchone()
    if twice is not None:
        raise BadInput(
            f"annotator {twice[0]!r} has several judgements of segment {twice[1]!r} in one pass",
            where=str(path),
            fix="Write the narrow file of comparisons, which holds them one by one.",
        )


def _narrow(database: duckdb.DuckDBPyConnection) -> str:
    """Return the query for our own file: a row per output, in the order shown."""
    left_out = (*RANKINGS.filled, *RANKINGS.required, "judgement")
    listed = [name for name in COLUMNS if name not in left_out]
    holds = ", ".join(
        f'bool_or("{name}" IS DISTINCT FROM '
        + (f"'{_DEFAULTS[name]}')" if name in _DEFAULTS else "NULL)")
        for name in listed
    )
    found = database.execute(
        f"SELECT {holds} FROM rows WHERE rowid IN (SELECT row FROM pairs)"
    ).fetchone()
    assert found is not None  # an aggregate always yields one row
    others = "".join(
        f', rows."{name}"' if name != "submitted_at" else _WHEN
        for name, held in zip(listed, found, strict=True)
        if held
    )
    return (
        f"SELECT rows.annotator, rows.segment, outputs.system, rank{others} "
        "FROM outputs JOIN rows ON rows.rowid = ranking ORDER BY ranking, position"
    )


_WHEN = ", strftime(rows.submitted_at, '%Y-%m-%dT%H:%M:%S.%fZ') AS submitted_at"
_ABOUT = (
    "source_language AS srclang, target_language AS trglang, segment AS srcIndex, {document}"
    "segment AS segmentId, annotator AS {judge}"
)


def _five_way(database: duckdb.DuckDBPyConnection) -> str:
    """Return the query for one ranking on each line, as wide as the longest ranking."""
    found = database.execute(
        "SELECT max(position), (SELECT count(document) FROM rows) FROM outputs"
    ).fetchone()
    assert found is not None  # an aggregate always yields one row
    width, documents = found
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
