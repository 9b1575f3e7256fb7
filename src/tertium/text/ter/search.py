"""The search for shifts that makes TER: which runs of words to move before counting edits.

TER counts insertions, deletions and substitutions of words, and shifts of runs of
words, each as one edit (Snover et al., 2006). The best set of shifts cannot be found in
reasonable time, so they are chosen greedily: try every promising shift, make the one that
saves most, repeat until none saves anything. The limits and the order among equals are
those of sacrebleu's TER: the counts are equal on any input. sacrebleu follows Tercom (Snover
et al.) but for four details, in which a search may follow Tercom instead: a run that moves
into itself goes one place less far (`landing`), the distance of a shift is that to the word
aligned with its goal (`too_far`), of equals the first wins, and tries have no limit (`shift`).

This file runs as it stands, and is compiled where the installation finds a compiler
(`search.pxd` gives the types). Words are numbers here. Costs are kept for cells near the
diagonal only (the *beam*), so that a table grows with the length of a text and not with
its square. `costs` holds the cost from the beginning to a cell, `backward` from a cell to
the end: a shift changes the words between its two places, so the rows between them are all
that is computed for it, in a second table behind the first.
"""

from array import array

BEAM = 25  # cells on either side of the diagonal
SIZE = 10  # words in a shift
DISTANCE = 50  # places between a run of words and where the reference has it
CANDIDATES = 1000  # shifts tried for a pair
INFINITE = 1 << 29
NO_WORD = -1

KEEP, SUBSTITUTE, DELETE, INSERT = 0, 1, 2, 3
LETTERS = "ksdi"


class Search:
    """Hypotheses that are shifted, step by step, towards their references; one pair at a time.

    After `run`, `shifts` holds (start, to, length) of each shift made: the run that began
    at `start` begins at `to` afterwards. `edits` counts the shifts and the other edits.
    Its tables are used again for the next pair.
    """

    def __init__(self, tercom: bool = False) -> None:
        self.tercom = tercom
        self.shifts: list[tuple[int, int, int]] = []
        self.length, self.target, self.edits, self.tried, self.steps = 0, 0, 0, 0, 0
        self.room, self.cells = -1, -1

    def run(self, hypothesis: list[str], reference: list[str]) -> int:
        """Make shifts until none saves an edit or too many have been tried; count the edits."""
        self.read(hypothesis, reference)
        self.lay_out()
        self.fill_forward()
        self.align()
        while self.target and self.shift():
            self.fill_forward()
            self.align()
        self.edits = len(self.shifts) + self.costs[self.base[self.length] + self.target]
        return self.edits

    def read(self, hypothesis: list[str], reference: list[str]) -> None:
        """Turn the words of a pair into numbers.

        Cells are numbered from 1, and what stands before and after the reference equals no word.
        `first` is where a word stands first in the reference, `following` where it stands next.
        """
        self.length, self.target = len(hypothesis), len(reference)
        self.shifts, self.tried = [], 0
        both = self.length + self.target
        if both > self.room:
            self.room = both
            self.words, self.reference = _numbers(both), _numbers(both + 2)
            self.low, self.high = _numbers(both + 1), _numbers(both + 1)
            self.base = _numbers(both + 1)
            self.hypothesis_wrong, self.reference_wrong = _numbers(both), _numbers(both)
            self.aligned, self.path = _numbers(both), _numbers(both)
            self.first, self.following = _numbers(both), _numbers(both)
        codes: dict[str, int] = {}
        for i in range(self.length):
            self.words[i] = codes.setdefault(hypothesis[i], len(codes))
        for j in range(self.target):
            self.reference[j + 1] = codes.setdefault(reference[j], len(codes))
        self.reference[0] = self.reference[self.target + 1] = NO_WORD
        for code in range(len(codes)):
            self.first[code] = self.target
        for j in range(self.target - 1, -1, -1):
            code = self.reference[j + 1]
            self.following[j] = self.first[code]
            self.first[code] = j

    def lay_out(self) -> None:
        """Find the cells of the beam, row by row, and room for their costs.

        Row i has cells `low[i]` to `high[i]` - 1; cell j is kept at `base[i]` + j. The cells
        around them stay infinite, so that rows can look at neighbours outside the beam.
        """
        low, high, base, end = self.low, self.high, self.base, self.target + 1
        ratio, beam, last = 1.0, BEAM, self.length
        if last:
            ratio = self.target / float(last)
        if ratio / 2 > BEAM:  # else the beams of two rows would not meet
            beam = int(ratio / 2 + BEAM)
            if beam < ratio / 2 + BEAM:
                beam += 1
        for i in range(1, last + 1):
            diagonal = int(i * ratio)
            low[i] = max(0, diagonal - beam)
            high[i] = min(end, diagonal + beam)
        high[last] = end
        # The second row sees no more of the first one than this.
        low[0], high[0] = 0, high[min(last, 1)]
        before, after, widest = 1, 1, high[0]
        for i in range(1, last + 1):
            before = max(before, low[i] - low[i - 1])
            after = max(after, high[i] - high[i - 1])
            widest = max(widest, high[i] - low[i])
        width = before + widest + after
        if (last + 1) * width > self.cells:
            self.cells = (last + 1) * width
            self.costs, self.backward = _numbers(2 * self.cells), _numbers(self.cells)
        for i in range(last + 1):
            base[i] = i * width + before - low[i]
            for j in range(low[i] - before, low[i]):
                self.close(base[i] + j)
            for j in range(high[i], high[i] + after):
                self.close(base[i] + j)

    def close(self, cell: int) -> None:
        """Make a cell infinitely expensive in all tables."""
        self.costs[cell] = self.costs[self.cells + cell] = self.backward[cell] = INFINITE

    def fill_forward(self) -> None:
        """Compute the cost from the beginning to every cell, for the words as they stand."""
        for j in range(self.high[0]):
            self.costs[self.base[0] + j] = j
        for i in range(1, self.length + 1):
            self.fill_row(0, i, self.words[i - 1])

    def fill_row(self, table: int, i: int, word: int) -> None:
        """Compute a row from the one above, given the word before it and where its table is."""
        costs, reference = self.costs, self.reference
        here, above, left = table + self.base[i], table + self.base[i - 1], INFINITE
        for j in range(self.low[i], self.high[i]):
            cost = costs[above + j - 1] + (word != reference[j])
            left = min(cost, costs[above + j] + 1, left + 1)
            costs[here + j] = left

    def fill_backward(self) -> None:
        """Compute the cost from every cell to the end, for the words as they stand."""
        base, low, high, backward = self.base, self.low, self.high, self.backward
        reference, last = self.reference, self.length
        for j in range(low[last], high[last]):
            backward[base[last] + j] = self.target - j
        for i in range(last - 1, -1, -1):
            here, below, word, right = base[i], base[i + 1], self.words[i], INFINITE
            for j in range(high[i] - 1, low[i] - 1, -1):
                cost = backward[below + j + 1] + (word != reference[j + 1])
                right = min(cost, backward[below + j] + 1, right + 1)
                backward[here + j] = right

    def align(self) -> None:
        """Follow the cheapest path back; note wrong words, and what each reference word follows.

        Of equally cheap paths the one whose last edit keeps or substitutes a word is taken,
        then the one that deletes.
        """
        base, costs, i, j, steps = self.base, self.costs, self.length, self.target, 0
        while i or j:
            edit = INSERT
            if i:
                cost, above = costs[base[i] + j], base[i - 1] + j
                wrong = self.words[i - 1] != self.reference[j]
                if j and costs[above - 1] + wrong == cost:
                    edit = SUBSTITUTE if wrong else KEEP
                elif costs[above] + 1 == cost:
                    edit = DELETE
            self.path[steps] = edit
            steps += 1
            if edit != DELETE:
                j -= 1
                self.reference_wrong[j] = edit != KEEP
                self.aligned[j] = i - 1
            if edit != INSERT:
                i -= 1
                self.hypothesis_wrong[i] = edit != KEEP
        self.steps = steps

    def trace(self) -> str:
        """Return the edits after all shifts, in order: `k`eep, `s`ubstitute, `i`nsert, `d`elete."""
        return "".join([LETTERS[self.path[k]] for k in range(self.steps - 1, -1, -1)])

    def shift(self) -> bool:  # noqa: C901 (one loop that is compiled; calls in it would cost)
        """Make the shift that saves most; tell whether there was one to make.

        Among equals the longest run, then the first in the hypothesis, then the first place
        to go to (as in Tercom: the first place of the reference). When the limit of tries is
        reached, no further shift is made.
        """
        words, reference, aligned, ready = self.words, self.reference, self.aligned, False
        before = self.costs[self.base[self.length] + self.target]
        best, best_length, best_start, best_place = 0, 0, 0, 0
        for start in range(self.length):
            following = self.first[words[start]]
            while following < self.target:
                wanted = following
                following = self.following[wanted]
                if self.too_far(start, wanted):
                    continue
                hypothesis_wrong = reference_wrong = 0
                most = min(SIZE, self.length - start, self.target - wanted)
                for length in range(1, most + 1):
                    end = length - 1
                    if words[start + end] != reference[wanted + length]:
                        break
                    hypothesis_wrong |= self.hypothesis_wrong[start + end]
                    reference_wrong |= self.reference_wrong[wanted + end]
                    if not (hypothesis_wrong and reference_wrong):
                        continue  # right where it is, or nothing is missing there
                    if start <= aligned[wanted] < start + length:
                        continue  # it would move into itself
                    if not ready:
                        self.fill_backward()
                        ready = True
                    previous = -1
                    for offset in range(wanted - 1, wanted + length):
                        place = 0
                        if offset >= 0:
                            place = aligned[offset] + 1
                        if place == previous:
                            continue
                        previous = place
                        self.tried += 1
                        saved = before - self.cost(
                            start, length, self.landing(start, length, place)
                        )
                        if saved <= 0 or saved < best:
                            continue
                        if saved == best:
                            if length < best_length:
                                continue
                            if length == best_length and (
                                start > best_start
                                or (start == best_start and (self.tercom or place >= best_place))
                            ):
                                continue
                        best, best_length, best_start, best_place = saved, length, start, place
                    if self.tried >= CANDIDATES and not self.tercom:
                        return False
        if best:
            self.move(best_start, best_length, self.landing(best_start, best_length, best_place))
        return best > 0

    def too_far(self, start: int, wanted: int) -> bool:
        """Tell whether a run is too far from where the reference has it."""
        goal = wanted
        if self.tercom:
            goal = self.aligned[wanted]
        return goal > start + DISTANCE or goal < start - DISTANCE

    def landing(self, start: int, length: int, place: int) -> int:
        """Return where a run begins after it went to `place`, counted before it left.

        A place inside the run or right behind it means as many places to the right, which
        is how sacrebleu reads it; Tercom, which counts from the word before, reads one less.
        """
        if place > start + length:
            return place - length
        if place <= start:
            return place
        if self.tercom:
            place -= 1
        return min(place, self.length - length)

    def cost(self, start: int, length: int, to: int) -> int:
        """Return the cost that would remain if a run of words were moved."""
        scratch, first, last = self.cells, min(start, to), max(start, to) + length
        here = self.base[first]
        for j in range(self.low[first], self.high[first]):
            self.costs[scratch + here + j] = self.costs[here + j]
        for at in range(first, last):
            before = at + length  # where the word at this place stood
            if to <= at < to + length:
                before = start + at - to
            elif to < start:
                before = at - length
            self.fill_row(scratch, at + 1, self.words[before])
        here, least = self.base[last], INFINITE
        for j in range(self.low[last], self.high[last]):
            least = min(least, self.costs[scratch + here + j] + self.backward[here + j])
        return least

    def move(self, start: int, length: int, to: int) -> None:
        """Move a run of words."""
        words = [self.words[i] for i in range(self.length)]
        run = words[start : start + length]
        del words[start : start + length]
        words[to:to] = run
        for i in range(self.length):
            self.words[i] = words[i]
        self.shifts.append((start, to, length))


def _numbers(count: int) -> "array[int]":
    """Return room for so many numbers."""
    return array("i", bytes(4 * count))
