"""What a campaign knows of the same texts beside: scores, reading time, comprehension."""

from collections.abc import Mapping

import numpy as np

from tertium.table import JudgementTable


def mean_outcomes(
    table: JudgementTable, document: Mapping[str, str]
) -> dict[str, dict[tuple[str, str], float]]:
    """Return for each aspect the mean of each text by (document, system).

    `document` names the document of each segment; without it a segment is a text of its own.
    """
    found: dict[str, dict[tuple[str, str], float]] = {}
    for aspect in table.distinct("aspect"):
        if not table.has_scores(aspect):
            continue
        scores = table.scores(aspect)
        sums: dict[tuple[str, str], list[float]] = {}
        names, systems = scores.segment.names, scores.system.names
        rows = zip(scores.segment.codes, scores.system.codes, scores.value, strict=True)
        for segment, system, value in rows:
            if segment >= 0 and system >= 0 and not np.isnan(value):
                name = names[segment]
                key = (document.get(name, name if not document else ""), systems[system])
                sums.setdefault(key, []).append(float(value))
        if sums:
            found[aspect] = {key: float(np.mean(values)) for key, values in sums.items()}
    return found
