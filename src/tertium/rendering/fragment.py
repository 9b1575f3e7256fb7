"""The part of a report that a page of any kind can hold: headline, doubts, pictures, numbers.

It has no script and no style of its own, only data blocks that the module
`charts.js` draws, so it stands in a page with the strictest policy as well as
in a file of its own.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

from markupsafe import Markup, escape

from tertium.rendering.about import About
from tertium.rendering.arrange import facts, figures, headline, methods, tables
from tertium.rendering.numbers import written
from tertium.rendering.shapes import MOST_ROWS, Figure, Table
from tertium.stats.result import LanguagePairs, PairResult, Result
from tertium.wording import phrases

if TYPE_CHECKING:
    from markupsafe import Markup


class _SplitText(NamedTuple):
    """A text whose first sentence is set apart from the rest."""

    first: str
    rest: str


def fragment(
    results: Sequence[Result],
    *,
    about: About | None = None,
    public: bool = False,
    annex: bool = False,
    language: str = "en",
) -> str:
    """Return the body of a report as HTML; the first result gives headline and facts.

    It belongs into `<main class="report">`. A page that holds it loads `tertium.css`,
    `report.css` and the module `charts.js`. `public`, `annex` and `language` as in `page`.
    """
    if public:
        # It knows the records of many analyses, so it is imported when asked for.
        from tertium.rendering.public import without_people

        results = without_people(results)
    main = results[0]
    if isinstance(main, LanguagePairs):
        first, *others = main.language_pairs
        doubts = (*main.warnings, *first.result.warnings)
        first = replace(first, result=replace(first.result, warnings=doubts))
        pairs = (first, *others)
        return "\n".join(_of_pair(one, about, annex=annex, language=language) for one in pairs)
    return _body(results, about, annex=annex, language=language)


def _of_pair(one: PairResult, about: About | None, *, annex: bool, language: str) -> str:
    """Return the part of one language pair: its languages stand above its headline."""
    source, _, target = one.language_pair.partition("-")
    own = replace(about or About(), pairs=((source, target),))
    results = (one.result, *one.others)
    return _body(results, own, f"{one.language_pair}-", annex=annex, language=language)


def _body(
    results: Sequence[Result], about: About | None, prefix: str = "", *, annex: bool, language: str
) -> str:
    """Return the body of one report; names of pictures begin with `prefix`."""
    main = results[0]
    told = headline(main)
    (first, spoken), *more = phrases(told, language)
    found = _large_and_small(first)
    # A comparison may hold the agreement that is also given beside it: show it once.
    named = {one.name: one for result in results for one in figures(result)}
    drawn = [
        replace(one, name=f"{prefix}{name}")
        for name, one in named.items()
        if annex or not one.annex
    ]
    twins = {figure.table.title for figure in drawn}
    listed = [table for result in results for table in tables(result) if annex or not table.annex]
    html: str = template("body.html").render(
        language=language,
        about=about.told() if about else "",
        headline=_emphasised(found.first),
        headline_language=spoken,
        further=[(text, own) for text, own in ((found.rest, spoken), *more) if text],
        told=told,  # a picture that shows just that needs no heading of its own
        facts=facts(main),
        doubts=_doubts(results, language),
        figures=_in_rows(drawn),
        tables=[table for table in _once(listed) if table.rows and table.title not in twins],
        methods=[text for text in (methods(result) for result in results) if text],
        signatures=[result.signature for result in results],
    )
    return html


def drawn_figure(figure: Figure, language: str = "en") -> "Markup":
    """Return one picture with its title and its table, outside a report."""
    from markupsafe import Markup

    return Markup(template("parts.html").make_module({"language": language}).figure_of(figure))


@cache
def template(name: str) -> Any:
    """Return one of the room's own templates."""
    # Imported here, because text, JSON and CSV need no templates.
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    from tertium.rendering.translated import FILTERS

    folder = files("tertium.rendering") / "templates"
    environment = Environment(
        loader=FunctionLoader(lambda wanted: (folder / wanted).read_text(encoding="utf-8")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["written"] = written
    environment.filters.update(FILTERS)
    environment.globals["most_rows"] = MOST_ROWS
    environment.filters["data_block"] = _data_block
    return environment.get_template(name)


def _data_block(spec: Mapping[str, Any]) -> Markup:
    """Write JSON that cannot end the script element it stands in."""
    text = json.dumps(spec, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return Markup(text.replace("<", "\\u003c"))  # the escape is the same text to a JSON reader


def _emphasised(sentence: str) -> Markup:
    """Set the ratio of a headline in bold, and keep it and its interval on one line each."""
    bold = re.sub(
        r"(\d[\d.,]* (?:to|zu|contre|a) 1)\b", r"<b>\1</b>", str(escape(sentence)), count=1
    )
    return Markup(re.sub(r"(\d[\d.,]*–\d[\d.,]*\d)", r'<span class="nb">\1</span>', bold))


def _large_and_small(sentence: str) -> _SplitText:
    """Part a headline: its first sentence stays large, an aside in brackets and the rest do not.

    The aside is what follows a semicolon inside the brackets: it explains the interval.
    """
    first, *rest = re.split(r"(?<=[.!?]) (?=[^\W\d_])", sentence, maxsplit=1)
    aside = re.search(r"\(([^();]*); ([^();]*)\)", first)
    if aside:
        first = first.replace(aside[0], f"({aside[1]})")
        rest.insert(0, f"{aside[2][:1].upper()}{aside[2][1:]}.")
    return _SplitText(first, " ".join(rest))


def _doubts(results: Sequence[Result], language: str) -> list[tuple[_SplitText, str]]:
    """Return each doubt once with its language, its first sentence apart to be set in bold."""
    told = dict.fromkeys(doubt for result in results for doubt in result.warnings)
    return [(_parted(text), own) for doubt in told for text, own in phrases(doubt, language)]


def _parted(text: str) -> _SplitText:
    """Cut a doubt after its first clause, which is set in bold; options keep together."""
    first, _, rest = re.sub(r"(?<=[.!?:;,]) (?=[^\W\d_])", "\n", text, count=1).partition("\n")
    return _SplitText(_kept_together(first), _kept_together(rest))


def _kept_together(text: str) -> Markup:
    return Markup(re.sub(r"(--[a-z-]+)", r'<code class="nb">\1</code>', str(escape(text))))


def _in_rows(drawn: Sequence[Figure]) -> list[list[Figure]]:
    """Put two half-wide figures that follow each other into one row."""
    rows: list[list[Figure]] = []
    for figure in drawn:
        if rows and figure.half and rows[-1][-1].half and len(rows[-1]) == 1:
            rows[-1].append(figure)
        else:
            rows.append([figure])
    return rows


def _once(listed: Sequence[Table]) -> list[Table]:
    return list({table.title: table for table in listed}.values())
