"""Ways to write down small campaigns as they unfolded."""

from datetime import datetime, timedelta

import numpy as np
from scipy.special import expit

from tertium.table import JudgementTable

START = datetime(2024, 5, 1, 9)


def preferences(rows, *, timed=True):
    """Build a table from (annotator, segment, value) in the order of answers, base against adv."""
    listed = list(rows)
    columns = {
        "annotator": [who for who, _, _ in listed],
        "segment": [what for _, what, _ in listed],
        "system": ["adv"] * len(listed),
        "versus": ["base"] * len(listed),
        "slot": [1] * len(listed),
        "aspect": ["preference"] * len(listed),
        "value": np.array([np.nan if v is None else v for _, _, v in listed], dtype=float),
        "label": ["other" if v is None else "tie" if v == 0 else "left" for _, _, v in listed],
    }
    if timed:
        columns["submitted_at"] = [START + timedelta(seconds=at) for at in range(len(listed))]
    return JudgementTable.from_columns(columns)


def drawn(people=5, each=60, ratio=1.0, spread=0.15, ties=0.2, seed=0):
    """Return judgements of fresh segments in which people take turns."""
    rng = np.random.default_rng(seed)
    won = expit(rng.normal(np.log(ratio), spread, people))
    rows = []
    for at in range(each):
        for who in range(people):
            value = 1.0 if rng.random() < won[who] else -1.0
            value = 0.0 if rng.random() < ties else value
            rows.append((f"ann-{who + 1}", f"s{at}-{who}", value))
    return rows


def counted(wins, losses):
    """Return decided judgements of fresh segments, so many by each annotator."""
    rows = []
    for who, (won, lost) in enumerate(zip(wins, losses, strict=True)):
        rows += [(f"ann-{who + 1}", f"s{who}-{at}", 1.0) for at in range(won)]
        rows += [(f"ann-{who + 1}", f"s{who}-{won + at}", -1.0) for at in range(lost)]
    return rows


def scored(rows, *, timed=True):
    """Build a table of scores from (annotator, document, segment, system, score)."""
    listed = list(rows)
    names = ("annotator", "document", "segment", "system", "value")
    columns = dict(zip(names, map(list, zip(*listed, strict=True)), strict=True))
    columns["value"] = np.array(columns["value"], dtype=float)
    columns["aspect"] = ["overall"] * len(listed)
    if timed:
        columns["submitted_at"] = [START + timedelta(seconds=at) for at in range(len(listed))]
    return JudgementTable.from_columns(columns)


def side_by_side(people=4, documents=12, segments=3, difference=0.0, spread=1.5, seed=0):
    """Return scores in which everybody scores both systems of documents of their own."""
    rng = np.random.default_rng(seed)
    rows = []
    for document in range(documents):
        for who in range(people):
            lean = np.random.default_rng([seed, who]).normal(difference, spread)
            for segment in range(segments):
                level = 60 + 10 * rng.standard_normal()
                for system, better in (("base", -0.5), ("adv", 0.5)):
                    score = level + better * lean + 8 * rng.standard_normal()
                    place = f"d{document}-{who}"
                    rows.append((f"ann-{who + 1}", place, f"{place}-{segment}", system, score))
    return rows


def hits(people=6, each=40, difference=0.0, seed=0):
    """Return scores of segments that were seen of one system only, as in HITs."""
    rng = np.random.default_rng(seed)
    rows = []
    for at in range(each):
        for who in range(people):
            system = "adv" if rng.random() < 0.5 else "base"
            score = 60 + 6 * who + 15 * rng.standard_normal()
            score += difference / 2 if system == "adv" else -difference / 2
            rows.append((f"ann-{who + 1}", None, f"s{at * people + who}", system, score))
    return rows
