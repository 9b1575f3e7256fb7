"""Files of rankings: several outputs ordered at once, read as comparisons of every two.

A *ranking* is one act of judging: an annotator gives each output of a segment a rank,
1 for the best; only the order counts, so ranks may have gaps. It becomes one row of the
table per pair of outputs, in display order, all with the same judgement. Outputs that
were the same text and shown once stand in one field, joined by `+`.

An output with the rank −1 was shown and not ranked: it is compared with nothing, counted and
told, in every kind of file.

Four kinds of files are known beside our own: the CSV of the WMT organisers with a
ranking or a pair of outputs on each line, the flat list of the outputs shown, and the
pairs of a ranking by document. XML of the organisers is read as a flat list.
"""

import re

import duckdb

from tertium.exceptions import BadInput
from tertium.formats.about import OWN, About
from tertium.formats.places import Places
from tertium.formats.queries import listed, one_row, scoped
from tertium.formats.shapes import Shape
from tertium.model import MERGED
from tertium.table import COLUMNS, JudgementTable
from tertium.text.told import count

# Columns of the table that may stand beside a ranking of any kind.
_BESIDE = (
    "campaign", "protocol", "group", "batch", "order", "pass", "submitted_at", "seconds",
    "domain", "set", "role", "of", "comment", "layer", "propensity",
)  # fmt: skip
_FOREIGN = tuple(name for name in COLUMNS if name not in _BESIDE)
_ON_A_LINE = About("2012–2016", written="--rankings wmt", lossless=True, published="WMT16")
_PAIRWISE = About("2015, 2016", written="--rankings wmt-pairwise", published="WMT16 tr-en")
_SYSTEM = re.compile(r"system([1-9]\d{0,3})(?:Id|rank)")


def every_ranking_shape() -> tuple[Shape, ...]:
    """Return the shapes of all kinds of rankings, with two systems on a line."""
    return (*ranking_shapes(()), _wmt(("rankingID",)))


def ranking_shapes(header: tuple[str, ...]) -> tuple[Shape, ...]:
    """Return the shapes that a file of rankings with this header could have."""
    return (RANKINGS, _wmt(header), _FLAT, _BY_DOCUMENT)


def _wmt(header: tuple[str, ...]) -> Shape:
    """Return the shape of a WMT file: so many systems on a line as its header names.

    With a column `rankingID` several lines are one ranking, such as its pairs; without
    it every line is one.
    """
    named = (_SYSTEM.fullmatch(name) for name in header)
    systems = range(1, max([2, *(int(found[1]) for found in named if found)]) + 1)
    judge = "judgeID" if "judgeID" in header else "judgeId"
    ranks = tuple((f"system{n}Id", f"system{n}rank") for n in systems)
    joins = "rankingID" in header
    columns = {
        "annotator": f'"{judge}"',
        "segment": '"srcIndex"',
        "document": "nullif(\"documentId\", '-1')",
        "source_language": '"srclang"',
        "target_language": '"trglang"',
    }
    if joins:
        columns["judgement"] = '"rankingID"'
    names = tuple(name for rank in ranks for name in rank)
    return Shape(
        name="WMT rankings, pairwise" if joins else "WMT rankings",
        about=_PAIRWISE if joins else _ON_A_LINE,
        required=(
            *("srclang", "trglang", "srcIndex", judge),
            *names,
            *(("rankingID",) if joins else ()),
        ),
        optional=("documentId", "segmentId", *(f"system{n}Number" for n in systems)),
        filled=_FOREIGN,
        key=("rankingID",) if joins else (),
        rows=(columns,),
        may_be_empty=("srclang", "trglang", *names),
        joins=joins,
        ranks=ranks,
        read=read_rankings,
    )


def read_rankings(
    database: duckdb.DuckDBPyConnection, shape: Shape, places: Places
) -> JudgementTable:
    """Return the table of a file of rankings (the view `given`): a row per pair of outputs."""
    _list_outputs(database, shape)
    _check(database, shape, places)
    _list_rankings(database, shape, places.header)
    pairs = _given_pairs() if _has_pairs(shape) else _all_pairs()
    table = JudgementTable.from_query(
        database,
        f"""
        SELECT about.* EXCLUDE (ranking, comment), system, versus, slot,
            CASE WHEN number = 1 THEN comment END AS comment,
            'ranking' AS condition, 'preference' AS aspect, sign(worse - better) AS value,
            CASE sign(worse - better) WHEN 1 THEN 'left' WHEN -1 THEN 'right' ELSE 'tie' END
                AS label
        FROM (
            SELECT *, row_number() OVER (PARTITION BY ranking ORDER BY first, second) AS number
            FROM ({pairs})
        ) JOIN about USING (ranking) ORDER BY ranking, first, second""",
    )
    notes = _unranked(database)
    database.execute("DROP TABLE outputs")
    database.execute("DROP TABLE about")
    return table.noted(*notes)


def _unranked(database: duckdb.DuckDBPyConnection) -> tuple[str, ...]:
    """Say how many outputs have no rank, and how many rankings therefore compare nothing."""
    outputs, rankings, alone = one_row(
        database,
        """
        SELECT count(*) FILTER (WHERE rank IS NULL), count(DISTINCT ranking) FILTER
            (WHERE rank IS NULL), count(DISTINCT ranking) FILTER (WHERE ranked < 2)
        FROM (
            SELECT *, count(rank) OVER (PARTITION BY ranking) AS ranked FROM (
                SELECT ranking, system, max(rank) FILTER (WHERE rank > 0) AS rank
                FROM outputs GROUP BY ranking, system
            )
        )""",
    )
    notes = []
    if outputs:
        within = count(rankings, "ranking")
        them = "it" if outputs == 1 else "them"
        notes.append(
            f"{count(outputs, 'output')} in {within} {'has' if outputs == 1 else 'have'} no rank "
            f"(−1): nothing is compared with {them}."
        )
    if alone:
        few = count(alone, "ranking has", "rankings have")
        notes.append(f"{few} fewer than two ranked outputs, and so no comparison.")
    return tuple(notes)


def _has_pairs(shape: Shape) -> bool:
    """Tell whether a line holds one pair of a ranking, the others standing on other lines."""
    return shape.joins and len(shape.ranks) == 2


def _list_outputs(database: duckdb.DuckDBPyConnection, shape: Shape) -> None:
    """Make `outputs`: one row per output named in the file, with its ranking and rank.

    A ranking is called by its first row.
    """
    ranking = f"min(row) OVER (PARTITION BY {listed(shape.key)})" if shape.joins else "row"
    position = 'CAST("position" AS DOUBLE)' if "position" in shape.required else "NULL"
    named = ", ".join(
        f"{{'place': {place}, 'system': {_sorted_name(system)}, "
        f"'rank': CAST(\"{rank}\" AS DOUBLE)}}"
        for place, (system, rank) in enumerate(shape.ranks)
    )
    query = (
        f"SELECT * FROM (SELECT row, {ranking} AS ranking, {position} AS position, "
        f"unnest([{named}], recursive := true) FROM given) WHERE system IS NOT NULL"
    )
    if not _has_pairs(shape):
        query = (
            "SELECT * REPLACE (coalesce(position, row_number() OVER "
            f"(PARTITION BY ranking ORDER BY row, place)) AS position) FROM ({query})"
        )
    database.execute(f"CREATE TEMP TABLE outputs AS {query}")


def _sorted_name(column: str) -> str:
    """Return SQL for a name with the systems behind it in order, so that `b+a` is `a+b`."""
    parts = rf"""string_split(regexp_replace("{column}", ' *[{MERGED}] *', '{MERGED}', 'g'),
        '{MERGED}')"""
    return (
        f"CASE WHEN contains(\"{column}\", '{MERGED}') "
        f"THEN array_to_string(list_sort({parts}), '{MERGED}') ELSE \"{column}\" END"
    )


def _all_pairs() -> str:
    """Return the query for every pair of ranked outputs of a ranking, in display order."""
    return """
        SELECT one.ranking, one.position AS first, two.position AS second, one.system,
            two.system AS versus, one.position AS slot, one.rank AS better, two.rank AS worse
        FROM outputs AS one JOIN outputs AS two
            ON one.ranking = two.ranking AND one.position < two.position
        WHERE one.rank > 0 AND two.rank > 0"""


def _given_pairs() -> str:
    """Return the query for the pairs that stand in the file.

    What stands second in fewer pairs was shown earlier.
    """
    return """
        SELECT one.ranking, one.row AS first, 0 AS second, one.system, two.system AS versus,
            shown.position AS slot, one.rank AS better, two.rank AS worse
        FROM outputs AS one JOIN outputs AS two ON one.row = two.row
        JOIN (
            SELECT ranking, system, row_number() OVER (
                PARTITION BY ranking ORDER BY sum(place), min(row), min(place)
            ) AS position FROM outputs GROUP BY ranking, system
        ) AS shown ON one.ranking = shown.ranking AND one.system = shown.system
        WHERE one.place = 0 AND two.place = 1 AND one.rank > 0 AND two.rank > 0"""


def _list_rankings(
    database: duckdb.DuckDBPyConnection, shape: Shape, header: tuple[str, ...]
) -> None:
    """Make `about`: one row per ranking of two or more outputs, with what the file says of it.

    Where somebody ranks outputs of the same segment several times, the first rankings of
    everybody are pass a, the second ones b, and so on in the order of the file, unless
    the file names the passes.
    """
    values = {
        name: f'"{name}"' for name in header if name in COLUMNS and name not in shape.filled
    } | dict(shape.rows[0])
    for name, _ in shape.ranks:
        values.pop(name, None)
    if "submitted_at" in values:
        values["submitted_at"] = 'CAST("submitted_at" AS TIMESTAMPTZ)::TIMESTAMP'
    values.pop("comment", None)
    columns = ", ".join(
        f'first({value} ORDER BY row) FILTER (WHERE {value} IS NOT NULL) AS "{name}"'
        for name, value in values.items()
        if name not in ("judgement", "pass", "segment")
    )
    judgement = values.get("judgement", "CAST(NULL AS VARCHAR)")
    database.execute(
        f"""
        CREATE TEMP TABLE about AS
        SELECT * EXCLUDE (number, given_pass), CASE
            WHEN count(given_pass) OVER () > 0 THEN given_pass
            WHEN max(number) OVER () > 1 THEN
                repeat('z', (number - 1) // 25) || chr((97 + (number - 1) % 25)::INTEGER)
            END AS pass
        FROM (
            SELECT *, row_number() OVER (PARTITION BY annotator, segment ORDER BY ranking) AS number
            FROM (
                SELECT ranking, {columns}, first("pass") AS given_pass,
                    first({_scoped_segment(database, shape)}) AS segment,
                    coalesce(first({judgement}), 'row-' || (ranking + 1)) AS judgement,
                    string_agg(DISTINCT "comment", chr(10) ORDER BY "comment") AS comment
                FROM given JOIN (
                    SELECT DISTINCT ranking, row FROM outputs WHERE ranking IN (
                        SELECT ranking FROM outputs WHERE rank > 0
                        GROUP BY ranking HAVING count(DISTINCT system) > 1
                    )
                ) USING (row) GROUP BY ranking
            )
        )"""
    )


def _scoped_segment(database: duckdb.DuckDBPyConnection, shape: Shape) -> str:
    """Return SQL for the segment, with what it is numbered within where a file has several.

    Segments are numbered anew in every language pair, and in some files in every document.
    """
    columns = shape.rows[0]
    scopes = []
    if "source_language" in columns:
        languages = (columns["source_language"], columns["target_language"])
        scopes.append(f"concat_ws('-', {', '.join(languages)})")
    if shape is _BY_DOCUMENT:
        scopes.append('"doc"')
    return scoped(database, columns.get("segment", '"segment"'), scopes)


# Are the rankings in order? ------------------------------------------------------------


def _check(database: duckdb.DuckDBPyConnection, shape: Shape, places: Places) -> None:
    """Refuse the first ranking that says two things at once."""
    _check_same_act(database, shape, places)
    if _has_pairs(shape):
        _check_pairs(database, shape, places)
    else:
        _check_once(database, shape, places)


def _check_same_act(database: duckdb.DuckDBPyConnection, shape: Shape, places: Places) -> None:
    """Refuse rows of one ranking that name two people, two segments or two times."""
    if not shape.joins:
        return
    number = "Give every ranking a number of its own."
    time = "Write the time of the whole ranking into each of its rows."
    for name, many, fix in (
        ("annotator", "annotators", number),
        ("segment", "segments", number),
        ("seconds", "times", time),
    ):
        value = shape.rows[0].get(name, f'"{name}"')
        places.refuse(
            database,
            value.strip('"'),
            f"SELECT row, value, before FROM (SELECT row, {value} AS value, "
            f"first_value({value} IGNORE NULLS) OVER (PARTITION BY ranking ORDER BY row) AS before "
            "FROM given JOIN (SELECT DISTINCT ranking, row FROM outputs) USING (row)) "
            "WHERE value <> before ORDER BY row LIMIT 1",
            f"one ranking has two {many}, {{2!r}} and {{1!r}}",
            fix,
        )


def _check_once(database: duckdb.DuckDBPyConnection, shape: Shape, places: Places) -> None:
    """Refuse a system that stands twice in one ranking, and a position filled twice."""
    twice = database.execute(
        f"""
        SELECT row, place, part, ranking FROM (
            SELECT *, row_number() OVER (PARTITION BY ranking, part ORDER BY row, place) AS number
            FROM (SELECT row, place, ranking, unnest(string_split(system, '{MERGED}')) AS part
                  FROM outputs)
        ) WHERE number > 1 ORDER BY row, place LIMIT 1"""
    ).fetchone()
    if twice is not None:
        row, place, system, first = twice
        remedy = "Remove one of them"
        if shape is RANKINGS:
            remedy += ", or distinguish two rankings of a segment by a column 'pass' (a, b)"
        begins = f", which begins in {places.line_name(first)}" if first != row else ""
        raise BadInput(
            f"system {system!r} stands twice in one ranking{begins}",
            where=places.place(row, shape.ranks[place][0]),
            fix=f"{remedy}.",
        )
    if "position" in shape.required:
        places.refuse(
            database,
            "position",
            "SELECT row, position FROM (SELECT *, row_number() OVER "
            "(PARTITION BY ranking, position ORDER BY row) AS number FROM outputs) "
            "WHERE number > 1 ORDER BY row LIMIT 1",
            "two outputs of one ranking stand at position {1:g}",
            "Give every output of a ranking a position of its own.",
        )


def _check_pairs(database: duckdb.DuckDBPyConnection, shape: Shape, places: Places) -> None:
    """Refuse a pair that is given twice, and a system with two ranks in one ranking."""
    twice = database.execute(
        """
        SELECT row, one, two, earlier FROM (
            SELECT row, one, two, min(row) OVER (PARTITION BY ranking, least(one, two),
                greatest(one, two)) AS earlier
            FROM (SELECT ranking, row, min(system) FILTER (WHERE place = 0) AS one,
                      min(system) FILTER (WHERE place = 1) AS two
                  FROM outputs GROUP BY ranking, row)
        ) WHERE row <> earlier OR one = two ORDER BY row LIMIT 1"""
    ).fetchone()
    if twice is not None:
        row, one, two, earlier = twice
        what = (
            f"system {one!r} is compared with itself"
            if one == two
            else f"{one!r} and {two!r} are compared twice in one ranking, "
            f"first in {places.line_name(earlier)}"
        )
        raise BadInput(
            what,
            where=places.place(row, shape.ranks[1][0]),
            fix="Give every pair of a ranking once, with two different systems.",
        )
    places.refuse(
        database,
        [rank for _, rank in shape.ranks],
        "SELECT row, place, system, rank, before FROM (SELECT *, first_value(rank) OVER "
        "(PARTITION BY ranking, system ORDER BY row, place) AS before FROM outputs WHERE rank > 0) "
        "WHERE rank <> before ORDER BY row, place LIMIT 1",
        "system {2!r} has the ranks {4:g} and {3:g} in one ranking",
        "Give a system the same rank in every pair of a ranking.",
    )


RANKINGS = Shape(
    name="rankings",
    required=("annotator", "segment", "system", "rank"),
    optional=("pass", "domain", "seconds", "comment"),
    filled=("versus", "slot", "condition", "aspect", "value", "label", "unit"),
    key=("annotator", "segment", "pass", "judgement", "role", "of", "layer"),
    rows=({},),
    joins=True,
    ranks=(("system", "rank"),),
    read=read_rankings,
    about=About(OWN, written="--rankings narrow", lossless=True),
)
_FLAT = Shape(
    name="rankings by output shown",
    required=("ranking_id", "segment", "judge", "position", "systems", "rank"),
    optional=("hit_id", "block_id", "src", "tgt", "duration_s"),
    filled=(*(name for name in _FOREIGN if name != "segment"), "seconds"),
    key=("ranking_id",),
    rows=(
        {
            "judgement": '"ranking_id"',
            "annotator": '"judge"',
            "segment": '"segment"',
            "source_language": '"src"',
            "target_language": '"tgt"',
            "seconds": '"duration_s"',
        },
    ),
    joins=True,
    ranks=(("systems", "rank"),),
    read=read_rankings,
    about=About("WMT 2013–2016", published="WMT13 fr-en, outputs shown"),
)
_BY_DOCUMENT = Shape(
    name="pairs of a ranking",
    required=("segment", "judge", "system1", "rank1", "system2", "rank2"),
    optional=("doc",),
    filled=tuple(name for name in _FOREIGN if name != "segment"),
    key=("judge", "doc", "segment", "pass"),
    rows=({"annotator": '"judge"', "document": '"doc"', "segment": '"segment"'},),
    joins=True,
    ranks=(("system1", "rank1"), ("system2", "rank2")),
    read=read_rankings,
    about=About("2018", published="Toral et al., 2018"),
)
