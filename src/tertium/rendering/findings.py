"""Findings as sentences, computed from the numbers: none says more than is true.

They count judgements; the confidence intervals beside the sentence say how sure that is.
"""

from collections.abc import Sequence

from tertium.rendering.numbers import natural, spelled
from tertium.stats.comparison.comments import Comments
from tertium.stats.comparison.compare import Comparison
from tertium.stats.comparison.parts import ByAnnotator, ByDomain, ByLength
from tertium.stats.comparison.scores_of_wins import ScoresOfWins
from tertium.stats.result import Estimate
from tertium.wording import listed, name, say, term

_ALIKE = 0.1  # shares of one answer within this range count as alike
REASONS = {
    "context": "missing context",
    "source": "error in the source",
    "segmentation": "bad segmentation",
    "near_identical": "hardly any difference",
    "language": "wrong language",
    "error": "a kind of error",
    "other": "other",
    "uncoded": "not coded",
}
_ANSWERS = {
    "both_good": "both good",
    "both_bad": "neither good",
    "tie": "equal",
    "neither": "neither",
    "other": "other",
    "problem": "could not judge",
}


def words_of(label: str, result: Comparison) -> str:
    """Return a label in words: the name of the release, or the answer."""
    releases = {"advanced": name(result.advanced), "baseline": name(result.baseline)}
    return releases.get(label) or term(_ANSWERS.get(label, label))


def annotators_in_order(result: Comparison) -> list[ByAnnotator]:
    """Return the annotators as people would list them."""
    return sorted(result.by_annotator, key=lambda part: natural(part.annotator))


def preferred(part: Comparison | ByDomain | ByAnnotator | ByLength) -> int:
    """Return 1 where the advanced release won more judgements, −1 the baseline, 0 neither."""
    return (part.wins > part.losses) - (part.wins < part.losses)


def _decided(part: ByDomain | ByAnnotator | ByLength) -> bool:
    return part.wins + part.losses > 0


def preference_finding(result: Comparison) -> str:
    """Say in how many domains, and with how many annotators, the preferred release won more."""
    overall = preferred(result)
    if not overall:
        return say("Overall, neither release won more judgements.")
    towards = result.advanced if overall > 0 else result.baseline
    groups = [
        ("in", "domain", [preferred(part) for part in result.by_domain if _decided(part)]),
        ("with", "annotator", [preferred(part) for part in result.by_annotator if _decided(part)]),
    ]
    several = [group for group in groups if len(group[-1]) > 1]
    if not several:
        return say("More judgements were won by {a}.", a=towards)
    where: list[str] = [
        _share(noun, preposition, [side == overall for side in parts])
        for preposition, noun, parts in several
    ]
    return say("{a} won more judgements {where}.", a=towards, where=listed(where))


def length_finding(result: Comparison) -> str:
    """Say whether the preference holds for short and for long sources.

    A range of lengths in which nothing was decided is not named.
    """
    overall = preferred(result)
    decided = [part for part in result.by_length if _decided(part)]
    other = [part.words for part in decided if preferred(part) != overall]
    if not overall:
        return say("Length does not explain a preference: overall there is none.")
    towards = result.advanced if overall > 0 else result.baseline
    if not other:
        return say("{a} won more judgements in short and in long sentences.", a=towards)
    if len(other) == len(decided):
        return say("{a} did not win more judgements in any range of lengths.", a=towards)
    return say(
        "{a} did not win more judgements in sentences of {lengths} words.",
        a=towards,
        lengths=listed(other),
    )


def shares_finding(result: Comparison) -> str:
    """Say in which answer annotators differ most."""
    people = [part for part in result.by_annotator if part.judgements]
    if len(people) < 2:
        return say("How often each answer was given.")
    widest, low, high = "", 0.0, 0.0
    for label in result.counts:
        shares = [part.counts[label] / part.judgements for part in people]
        if max(shares) - min(shares) > high - low:
            widest, low, high = label, min(shares), max(shares)
    if high - low < _ALIKE:
        return say("Annotators use the answers alike.")
    return say(
        "Annotators differ most in how often they choose {answer}: {low:.0%} to {high:.0%}."
        if widest in ("advanced", "baseline")
        else "Annotators differ most in how often they answer “{answer}”: {low:.0%} to {high:.0%}.",
        answer=words_of(widest, result),
        low=low,
        high=high,
    )


def reasons(comments: Comments) -> dict[str, int]:
    """Count comments by reason over all labels, the commonest first."""
    total = dict.fromkeys(REASONS, 0)
    for entry in comments.by_label:
        for code, n in entry.reasons.items():
            total[code] = total.get(code, 0) + n
    found = [(code, n) for code, n in total.items() if n]
    return dict(sorted(found, key=lambda pair: -pair[1]))


def comments_finding(comments: Comments) -> str:
    """Say what most comments are about, if one reason stands out."""
    coded = {code: n for code, n in reasons(comments).items() if code not in ("other", "uncoded")}
    if not coded:
        return say("The comments name no common reason.")
    (first, n), *rest = coded.items()
    if rest and rest[0][1] == n:
        return say("No reason stands out in the comments.")
    if 2 * n > comments.total:
        return say("Most comments are about {reason}.", reason=say(_about(first)))
    return say("The most frequent reason in comments is {reason}.", reason=say(REASONS[first]))


def scores_of_wins_finding(caution: ScoresOfWins, result: Comparison) -> str:
    """Say whether the new release wins where it is poor anyway."""
    if caution.applies:
        return say("{a} wins where its outputs are poor.", a=result.advanced)
    if caution.difference.low is not None and caution.difference.low > 0:
        return say("{a} wins where its outputs are good.", a=result.advanced)
    return say("{a} does not win mainly where its outputs are poor.", a=result.advanced)


def crossing(ratios: Sequence[Estimate]) -> int:
    """Count the intervals that contain 1, so that their direction is not certain."""
    drawn = [one for one in ratios if one.low is not None or one.high is not None]
    return sum((one.low or 0.0) <= 1 and (one.high is None or one.high >= 1) for one in drawn)


def _share(noun: str, preposition: str, agree: Sequence[bool]) -> str:
    """Say in how many it holds: `in every domain`, `with four of five annotators`."""
    if all(agree):
        return say(f"{preposition} every {noun}")
    return say(
        f"{preposition} {{some}} of {{number}} {noun}s",
        some=spelled(sum(agree)),
        number=spelled(len(agree)),
    )


def _about(code: str) -> str:
    return {"error": "kinds of error", "source": "errors in the source"}.get(code, REASONS[code])
