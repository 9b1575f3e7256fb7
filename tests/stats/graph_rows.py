"""Small graphs of comparisons for tests, and what a textbook says about them."""

from dataclasses import fields
from itertools import combinations

import networkx as nx
import numpy as np
from hypothesis import strategies as st

from tertium.table import Codes, Comparisons, JudgementTable

# Figure 1 of Pighin, Formiga and Màrquez (2012).
FIGURE = [
    ("LW", "Google", 1),
    ("Google", "Systran", 0),
    ("Systran", "Moses", 1),
    ("Google", "Bing", 1),
    ("Reference", "Bing", 1),
    ("LW", "Moses", 1),
]


def rows(answers, *, annotator="ann", segment="s", **more):
    """Write (system, versus, value) as rows of the table."""
    for number, (system, versus, value) in enumerate(answers):
        yield {
            "judgement": f"{annotator}-{segment}-{number}",
            "annotator": annotator,
            "segment": segment,
            "system": system,
            "versus": versus,
            "aspect": "preference",
            "value": value,
            **more,
        }


def table(*graphs):
    """Build a table from rows of several graphs."""
    return JudgementTable.from_rows(row for graph in graphs for row in graph)


def view(listed):
    """Build the view of rows without a database, for properties over many of them."""
    listed = list(listed)
    columns = {}
    for field in fields(Comparisons):
        values = [row.get(field.name.rstrip("_")) for row in listed]
        if field.type is Codes:
            columns[field.name] = Codes.of(values)
        else:
            columns[field.name] = np.array([np.nan if v is None else v for v in values], float)
    return Comparisons(**columns)


NAMES = ("a", "b", "c", "d", "e", "f", "g+h", "i+j+k")
answers = st.lists(
    st.tuples(
        st.sampled_from(NAMES), st.sampled_from(NAMES), st.sampled_from((1.0, 0.0, -1.0, np.nan))
    ).filter(lambda answer: answer[0] != answer[1]),
    max_size=12,
)
campaigns = st.dictionaries(
    st.tuples(st.sampled_from(("x", "y")), st.sampled_from(("s1", "s2", "s3"))), answers, max_size=5
)


def campaign_rows(campaign):
    return [
        row
        for (annotator, segment), said in campaign.items()
        for row in rows(said, annotator=annotator, segment=segment)
    ]


class Textbook:
    """One graph as a textbook writes it down: every definition literally, nothing fast."""

    def __init__(self, said):
        self.graph = nx.DiGraph()
        self.strict = []
        for system, versus, value in said:
            if np.isnan(value):
                continue
            for name in (system, versus):
                parts = name.split("+")
                self.graph.add_nodes_from(parts)
                for one, two in combinations(parts, 2):
                    self.graph.add_edges_from([(one, two), (two, one)])
            better, worse = (versus, system) if value < 0 else (system, versus)
            for one in better.split("+"):
                for two in worse.split("+"):
                    self.graph.add_edge(one, two)
                    if value == 0:
                        self.graph.add_edge(two, one)
                    else:
                        self.strict.append((one, two))
        self.names = sorted(self.graph)
        below = {name: nx.descendants(self.graph, name) for name in self.names}
        self.dominated = {
            v: {w for w in below[v] if v not in below[w] and w != v} for v in self.names
        }
        self.dominators = {w: {v for v in self.names if w in self.dominated[v]} for w in self.names}
        self.f = {v: len(self.dominated[v]) - len(self.dominators[v]) for v in self.names}
        values = sorted(set(self.f.values()), reverse=True)
        self.rank = {v: 1 + values.index(self.f[v]) for v in self.names}
        self.low = {v: len(self.dominators[v]) + 1 for v in self.names}
        self.high = {v: len(self.names) - len(self.dominated[v]) for v in self.names}
        self.components = [set(part) for part in nx.strongly_connected_components(self.graph)]
        self.contradictions = sorted(
            sorted(part)
            for part in self.components
            if any(one in part and two in part for one, two in self.strict)
        )
        self.unrelated = [
            (v, w)
            for v, w in combinations(self.names, 2)
            if w not in below[v] and v not in below[w]
        ]
