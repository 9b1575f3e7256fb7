"""Files of direct assessment: one number from 0 to 100 for one output.

People are given work in *HITs* of about a hundred outputs. Some of them are *control
items*: an output once more (`repeat`), an output with words of another text in it
(`degraded`), or the reference as if it were an output. A control item keeps the system and
the segment of the output it was made from, with its own `role`, and names that segment in
`of`; so it finds its partner among what the same person scored in the same HIT (`group`,
or `batch` where HITs are numbered). References belong to the system `reference`.

Known are the CSV files of the WMT organisers, of the HUME study, of Microsoft's
campaigns and of MLQE; what Appraise exports is read by `appraise`.
"""

from collections.abc import Mapping
from dataclasses import replace

from tertium.formats.about import About
from tertium.formats.shapes import Shape
from tertium.model import UNNAMED
from tertium.table import COLUMNS

# Columns of the table that may stand beside a score of any kind.
BESIDE = (
    "campaign", "protocol", "order", "pass", "submitted_at", "source_language",
    "target_language", "domain", "document", "set", "comment", "layer",
)  # fmt: skip
FILLED = tuple(name for name in COLUMNS if name not in BESIDE)
REFERENCE = "reference"


def pass_letter(number: str) -> str:
    """Return SQL for the pass: a for the first time, b for the second, and so on."""
    return f"chr((96 + least({number}, 26))::INTEGER)"


def _hits(name: str, hit: str, types: Mapping[str, str], about: About) -> Shape:
    """Return the shape of a file with a score on each line and the time of the whole HIT.

    `types` tells which role each type of item plays.
    """
    roles = " ".join(f"WHEN '{given}' THEN '{role}'" for given, role in types.items())
    kinds = {role: given for given, role in types.items()}
    copies = f"('{kinds['repeat']}', '{kinds['degraded']}')"
    # A HIT may show the same reference beside the outputs of two systems.
    again = f'OVER (PARTITION BY "{hit}", "worker", "segment", "type"'
    letter = pass_letter(f"row_number() {again} ORDER BY row)")
    return Shape(
        name=name,
        required=(hit, "worker", "system", "type", "segment", "raw_score"),
        optional=("hit_no", "rid", "z_score", "hit_seconds"),
        filled=tuple(name for name in FILLED if name not in ("system", "segment")),
        key=(hit, "worker", "system", "segment", "type", "pass"),
        rows=(
            {
                "annotator": '"worker"',
                "group": f'"{hit}"',
                "system": f"CASE \"type\" WHEN '{kinds['reference']}' THEN '{REFERENCE}' "
                'ELSE "system" END',
                "role": f'CASE "type" {roles} END',
                "of": f'CASE WHEN "type" IN {copies} THEN "segment" END',
                "pass": f'coalesce("pass", CASE WHEN "type" = \'{kinds["reference"]}\' AND '
                f"count(*) {again}) > 1 THEN {letter} END)",
                "aspect": "'overall'",
                "value": '"raw_score"',
                # The file gives the time of the whole HIT; its items share it.
                "seconds": 'CAST("hit_seconds" AS DOUBLE) '
                f'/ count(*) OVER (PARTITION BY "{hit}", "worker")',
            },
        ),
        bounded=("raw_score",),
        listed={"type": tuple(types)},
        about=about,
    )


WMT = _hits(
    "WMT direct assessments",
    "hit_id",
    {"SYSTEM": "real", "REPEAT": "repeat", "BAD_REF": "degraded", "REF": "reference"},
    About("tables made of ad-*", published="WMT21 to English"),
)
# The same with z scores, where raw ones are not known.
WMT_STANDARDISED = replace(
    WMT,
    name="WMT direct assessments, standardised",
    required=(*WMT.required[:-1], "z_score"),
    rows=tuple({**row, "value": '"z_score"'} for row in WMT.rows),
    bounded=(),
    without=("raw_score",),
)
HUME = _hits(
    "HUME direct assessments",
    "hit",
    {"system": "real", "repeat": "repeat", "cal": "degraded", "ref": "reference"},
    About("2016", published="HUME en-de"),
)
# People and segments are numbered anew in every campaign; some people score an output again.
_SAME = 'OVER (PARTITION BY "campaign", "user", "system", "segment"'
_PASS = pass_letter(f"row_number() {_SAME} ORDER BY row)")
CAMPAIGNS = Shape(
    name="assessments by campaign",
    required=("campaign", "system", "src", "tgt", "user", "segment", "score"),
    optional=("valid_line",),
    filled=tuple(name for name in FILLED if name not in ("system", "segment")),
    key=(),
    rows=(
        {
            "annotator": 'concat_ws(\'/\', "campaign", "user")',
            "segment": 'concat_ws(\'/\', "campaign", "segment")',
            "source_language": '"src"',
            "target_language": '"tgt"',
            "pass": f'coalesce("pass", CASE WHEN count(*) {_SAME}) > 1 THEN {_PASS} END)',
            "aspect": "'overall'",
            "value": '"score"',
        },
    ),
    bounded=("score",),
    about=About("2021", published="ToShipOrNotToShip (Kocmi et al., 2021)"),
)


def _listed(column: str, aspect: str) -> dict[str, str]:
    """Return the row of each number in a list; its place stands for the person."""
    numbers = f'CAST("{column}" AS DOUBLE[])'
    place = f"unnest(generate_series(1, len({numbers})))"
    return {
        "judgement": f"'row-' || (row + 1) || '-' || {place}",
        "annotator": f"'{UNNAMED}' || {place}",
        "segment": '"index"',
        "system": "'mt'",
        "aspect": f"'{aspect}'",
        "value": f"unnest({numbers})",
    }


MLQE = Shape(
    name="MLQE direct assessments",
    required=("index", "original", "translation", "scores"),
    optional=("mean", "z_scores", "z_mean", "model_scores"),
    filled=FILLED,
    key=("index",),
    rows=(_listed("scores", "overall"), _listed("z_scores", "z")),
    when=("true", '"z_scores" IS NOT NULL'),
    may_be_empty=("original", "translation"),
    bounded=("scores",),
    about=About("MLQE, MLQE-PE", published="MLQE-PE et-en, en-de"),
)
ASSESSMENTS: tuple[Shape, ...] = (WMT, WMT_STANDARDISED, HUME, CAMPAIGNS, MLQE)
