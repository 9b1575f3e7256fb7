"""From answers about left and right to labels about two releases.

A *label* says what a judgement means for the comparison: `advanced`, `baseline`,
or one of the answers that favour neither. A segment judged several times gets
one label, so that the overall table counts segments.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tertium.exceptions import BadInput, NotFound
from tertium.protocols.conditions import ORDERING
from tertium.stats.arrays import Bools, Floats, Ints
from tertium.table import Codes, Comparisons

DECIDED = ("advanced", "baseline")
# In this order one of several equally frequent neutral labels is chosen.
NEUTRAL = ("both_good", "both_bad", "tie", "neither", "other")
LABELS = (*DECIDED, *NEUTRAL)
_BOTH_GOOD = LABELS.index("both_good")
_OLD = re.compile(r"base|old|prev|current|prod|before|control|former", re.IGNORECASE)
_NEW = re.compile(r"adv|new|next|cand|after|treat|release|challenger", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class LabelledJudgements:
    """Judgements of one pair of systems, with their labels.

    `label` indexes LABELS; `value` is +1 for advanced, −1 for baseline, 0 otherwise;
    `left` is 1 when the left translation was preferred, 0 the right one, NaN neither.
    """

    baseline: str
    advanced: str
    rows: Comparisons
    label: Ints
    value: Floats
    left: Floats

    def __len__(self) -> int:
        return len(self.value)

    def take(self, rows: Bools) -> "LabelledJudgements":
        """Keep some judgements."""
        return LabelledJudgements(
            self.baseline,
            self.advanced,
            self.rows.take(rows),
            self.label[rows],
            self.value[rows],
            self.left[rows],
        )


def choose_systems(
    names: tuple[str, ...], baseline: str | None, advanced: str | None
) -> tuple[str, str, tuple[str, ...]]:
    """Return which system is the baseline and which the advanced one, and why if guessed.

    Names are guessed only when exactly two systems were judged; a wrong guess would
    turn the conclusion round, so it is always said.
    """
    for given in (baseline, advanced):
        if given is not None and names and given not in names:
            raise NotFound.among("system", given, names)
    if baseline is not None and advanced is not None:
        if baseline == advanced:
            raise BadInput(
                f"baseline and advanced are both {baseline!r}",
                fix="Name two different systems.",
            )
        return baseline, advanced, ()
    if not names:
        return baseline or "baseline", advanced or "advanced", ()
    if len(names) != 2:
        raise BadInput(
            f"which two of {len(names)} systems to compare is not said",
            where="baseline, advanced",
            fix=f"Give --baseline and --advanced; the systems are {', '.join(names)}.",
        )
    if baseline is None and advanced is None:
        guessed = _guess(*names)
        if guessed is None:
            raise BadInput(
                f"the names {names[0]!r} and {names[1]!r} do not show which release is new",
                where="baseline, advanced",
                fix="Say it with --baseline and --advanced.",
            )
        baseline, advanced = guessed
        note = (
            f"By their names “{baseline}” was taken for the baseline and “{advanced}” "
            "for the new release."
        )
        return baseline, advanced, (note,)
    other = {names[0]: names[1], names[1]: names[0]}
    if baseline is None:
        assert advanced is not None
        return other[advanced], advanced, ()
    return baseline, other[baseline], ()


def _guess(first: str, second: str) -> tuple[str, str] | None:
    """Return (baseline, advanced) where the names tell, by a word or by a version number."""
    for old, new in ((first, second), (second, first)):
        is_old = bool(_OLD.search(old)) and not _OLD.search(new)
        is_new = bool(_NEW.search(new)) and not _NEW.search(old)
        if (is_old or is_new) and not (_NEW.search(old) or _OLD.search(new)):
            return old, new
    if re.sub(r"\d+", "#", first) == re.sub(r"\d+", "#", second):
        versions = sorted((first, second), key=lambda n: [int(d) for d in re.findall(r"\d+", n)])
        return versions[0], versions[1]
    return None


def label_judgements(data: Comparisons, baseline: str, advanced: str) -> LabelledJudgements:
    """Label every judgement of the two systems, whichever stood left.

    Judgements of other systems are left out.
    """
    old = _code(data.system.names, baseline), _code(data.versus.names, baseline)
    new = _code(data.system.names, advanced), _code(data.versus.names, advanced)
    forward = (data.system.codes == new[0]) & (data.versus.codes == old[1])
    backward = (data.system.codes == old[0]) & (data.versus.codes == new[1])
    chosen = forward | backward
    rows = data.take(chosen)
    value = np.where(forward[chosen], rows.value, -rows.value)
    first = shown_first(rows)
    shown_left = np.where(first, rows.value, -rows.value)
    left = np.where(
        (np.abs(shown_left) > 0) & (first | (rows.slot == 2)),
        (shown_left > 0).astype(float),
        np.nan,
    )
    return LabelledJudgements(
        baseline,
        advanced,
        rows,
        label_answers(rows.label, value),
        np.sign(np.nan_to_num(value)),
        left,
    )


def shown_first(data: Comparisons) -> Bools:
    """Return where `system` was shown before `versus`.

    Of two outputs the second one stands in slot 2; in a ranking `slot` counts all
    outputs on the screen, and `system` is always the earlier of a pair.
    """
    ranked = (*(name == ORDERING for name in data.condition.names), False)
    return np.asarray((data.slot == 1) | np.array(ranked)[data.condition.codes], dtype=bool)


def label_answers(answer: Codes, value: Floats) -> Ints:
    """Return the label of each answer; `value` is +1 where the advanced system is preferred.

    Whether a system won is read from the value; the raw answer tells which kind of
    no preference it was. An unknown answer without preference is a `tie`.
    """
    neutral = {name: len(DECIDED) + code for code, name in enumerate(NEUTRAL)}
    kinds = np.array([neutral.get(n, neutral["tie"]) for n in answer.names] + [neutral["tie"]])
    kind = np.where(np.isnan(value), neutral["other"], kinds[answer.codes])  # −1 is the last
    return np.where(value > 0, 0, np.where(value < 0, 1, kind)).astype(np.int64)


def _code(names: tuple[str, ...], name: str) -> int:
    return names.index(name) if name in names else -2  # −1 would match “no system”


def refuse_repeats(annotator: Codes, item: Ints, names: Sequence[str], pass_: Codes) -> None:
    """Refuse a table in which somebody judged a segment twice in the same pass.

    Two different answers without an order would make the result depend on chance.
    """
    keys = np.stack([annotator.codes, item, pass_.codes], axis=1)
    order = np.lexsort(keys.T)
    same = (np.diff(keys[order], axis=0) == 0).all(axis=1)
    if same.any():
        who, what, when = keys[order[int(np.argmax(same))]]
        person = annotator.names[who] if who >= 0 else ""
        during = f" in pass {pass_.names[when]!r}" if when >= 0 else " without a pass"
        raise BadInput(
            f"annotator {person!r} judged segment {names[what]!r} twice{during}",
            fix="Name the pass of each judgement in a column `pass`, or keep only one of them.",
        )


def label_segments(data: LabelledJudgements) -> tuple[Ints, Ints]:
    """Return the segments judged and one label each.

    The most frequent label wins. Where baseline and advanced are equally frequent it
    is `both_good`, as in the report; any other draw goes to the label that favours
    neither system (the first of NEUTRAL if there are several).
    """
    segments, codes = np.unique(data.rows.segment.codes, return_inverse=True)
    number = np.zeros((len(segments), len(LABELS)), dtype=np.int64)
    np.add.at(number, (codes, data.label), 1)
    top = number == number.max(axis=1, keepdims=True)
    neutral = top[:, len(DECIDED) :]
    first_neutral = neutral.argmax(axis=1) + len(DECIDED)
    drawn = top[:, : len(DECIDED)].all(axis=1)
    label = np.where(neutral.any(axis=1), first_neutral, top.argmax(axis=1))
    label = np.where(drawn & ~neutral.any(axis=1), _BOTH_GOOD, label)
    return segments, label.astype(np.int64)
