"""Scorecards for whoever has to answer for errors: a page that prints, and a workbook."""

from collections.abc import Iterator, Sequence
from typing import Any

from markupsafe import Markup

from tertium.formats.workbook import Worksheet
from tertium.rendering.errors import score_kind
from tertium.rendering.handout import handout
from tertium.rendering.numbers import interval, listed, written
from tertium.rendering.verdicts import verdict_headline, verdict_sentences
from tertium.stats.errors.card import CardError, Scorecard
from tertium.stats.errors.formulas import FORMULAS
from tertium.stats.result import Estimate
from tertium.stats.told import count

_WIDE = {"passage": 60, "note": 40, "answer": 40, "decision": 30, "value": 60, "what": 30}
_LOOKS = {"neutral": "neutral", "minor": "minor", "critical": "critical"}


def scorecard_page(cards: Sequence[Scorecard]) -> str:
    """Return the cards as one HTML file, each beginning on a page of its own."""
    first = cards[0]
    title = first.job or "Scorecard"
    return handout(
        "scorecard.html",
        title=title,
        cards=[
            {
                "card": card,
                "headline": _headline(card),
                "verdict": _verdict(card),
                "facts": _facts(card),
                "about": _about(card),
                "errors": [(one, _context(one), card.names.get(one.category, one.category))
                           for one in card.errors if not one.merit],
                "merits": [(one, _context(one), card.names.get(one.category, one.category))
                           for one in card.errors if one.merit],
            }
            for card in cards
        ],
        warnings=first.scores.warnings,
        signature=first.scores.signature,
    )  # fmt: skip


def _name(card: Scorecard) -> str:
    return card.system.system or "The translation"


def _score(card: Scorecard) -> str:
    one, kind = card.system, score_kind(card.scores)
    around = interval(Estimate(one.score, one.low, one.high), kind)
    told = written(one.score, kind)
    return f"{told} ({100 * card.scores.level:g}% CI {around})" if around else told


def _headline(card: Scorecard) -> str:
    if card.decision is not None:
        return verdict_headline([card.decision], card.scores)
    value = written(card.system.score, score_kind(card.scores))
    return f"{_name(card)}: {value}, {FORMULAS[card.scores.scoring].called}"


def _facts(card: Scorecard) -> tuple[tuple[str, str], ...]:
    one = card.system
    per_1000 = one.per_1000.value
    return (
        ("Words", written(one.words, "count") if one.words else "not known"),
        ("Errors", f"{one.errors:,}"),
        ("Penalty points", written(one.points, "number")),
        ("Points per 1,000 words", written(per_1000, "number") if per_1000 is not None else "–"),
    )


def _verdict(card: Scorecard) -> tuple[str, str]:
    """Return the kind of note a verdict is, and what it says; nothing where none was asked for."""
    if card.decision is None:
        return "", ""
    kind = {"pass": "ok", "fail": "bad", "not yet decided": "warn"}[card.decision.verdict]
    return kind, verdict_sentences(card.decision, card.scores)


def _about(card: Scorecard) -> list[tuple[str, str]]:
    """Return what was agreed and what was read, as names and values."""
    scores = card.scores
    agreed = [
        ("Job", card.job),
        ("Documents", listed(list(card.documents))),
        ("Read", f"{count(card.system.outputs, 'segment')} by "
                 f"{count(card.reviewers, 'reviewer')}"),
        ("Score", f"{_score(card)}; {FORMULAS[scores.scoring].called}"),
        ("Formula", scores.formula),
        ("Typology", scores.typology),
        ("Pass mark", "" if scores.pass_mark is None else _mark(card)),
        ("Tolerance", _borne(scores.tolerance)),
        ("Risks", f"consumer's {scores.consumer:.1%}, producer's {scores.producer:.1%}; documents "
                  f"taken to differ by {scores.spread:.0%}" if card.decision else ""),
        ("Critical rule", f"One such error fails the text: {listed(list(card.rule))}."
                          if card.rule and card.decision else ""),
    ]  # fmt: skip
    return [(name, value) for name, value in agreed if value]


def _mark(card: Scorecard) -> str:
    """Return the score from which, or up to which, a text passes."""
    way = "at least" if card.scores.higher_is_better else "at most"
    return f"{way} {written(card.scores.pass_mark, score_kind(card.scores))}"


def _borne(agreed: str) -> str:
    """Return in words what `10/1000` or `250=4,1000=10` says; nothing of nothing."""
    told = []
    for part in filter(None, agreed.split(",")):
        points, words = part.split("/") if "/" in part else reversed(part.split("="))
        told.append(f"{points} points in {float(words):,.0f} words")
    return listed(told)


def _context(one: CardError) -> Markup:
    """Return a passage in its line, marked."""
    look = "good" if one.merit else _LOOKS.get(one.severity, "bad")
    passage = one.passage or ("\u2038" if one.before or one.after else "")
    if not passage:
        return Markup("")
    return Markup('{}<mark class="m-{}">{}</mark>{}').format(one.before, look, passage, one.after)


# Workbook ------------------------------------------------------------------------------------


def scorecard_sheets(cards: Sequence[Scorecard]) -> tuple[Worksheet, ...]:
    """Return the sheets that stand before outputs and errors: score, points, and the review.

    In the review, whoever answers writes into `answer`, and an arbiter into `decision`.
    """
    several = len(cards) > 1
    facts: list[dict[str, Any]] = []
    points: list[dict[str, Any]] = []
    review: list[dict[str, Any]] = []
    for card in cards:
        system = {"system": card.system.system} if several else {}
        told = [*_about(card), ("Verdict", _verdict(card)[1])]
        facts += [system | {"what": name, "value": value} for name, value in told if value]
        facts += [
            system | {"what": name, "value": value}
            for name, value in (("Words", card.system.words), ("Errors", card.system.errors),
                                ("Points", card.system.points))
            if value is not None
        ]  # fmt: skip
        points += [system | row for row in _points(card)]
        review += [system | _reviewed(card, one) for one in card.errors]
    signed = {"what": "Signature", "value": cards[0].scores.signature}
    first = ("system",) if several else ()
    return (
        Worksheet("Scorecard", [*facts, signed], (*first, "what", "value"), _WIDE),
        Worksheet("Points", points, (*first, "category")),
        Worksheet("Review", review, (*first, "number", "segment", "passage", "category", "severity",
                                     "points", "note", "answer", "decision"), _WIDE),
    )  # fmt: skip


def _points(card: Scorecard) -> Iterator[dict[str, Any]]:
    for row in card.rows:
        numbers = dict(zip(card.severities, row.errors, strict=True))
        yield {"category": row.name, **numbers, "points": row.points}


def _reviewed(card: Scorecard, one: CardError) -> dict[str, Any]:
    return {
        "number": one.number,
        "document": one.document,
        "segment": one.segment,
        "reviewer": one.reviewer,
        "passage": f"{one.before}[{one.passage}]{one.after}",
        "category": card.names.get(one.category, one.category),
        "severity": one.severity,
        "points": one.points if one.merit else -one.points or 0.0,
        "repeated": "yes" if one.again else "",
        "note": one.note,
        "answer": one.reply.answer,
        "decision": one.reply.decision,
    }
