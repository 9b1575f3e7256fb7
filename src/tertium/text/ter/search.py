"""The search for shifts that makes TER: which runs of words to move before counting edits.

TER counts insertions, deletions and substitutions of words, and shifts of runs of
words, each as one edit (Snover et al., 2006). The best set of shifts cannot be found in
reasonable time, so they are chosen greedily: try every promising shift, make the one that
saves most, repeat until none saves anything. The limits and the order among equals are
those of sacrebleu's TER, which follows Tercom: the counts are equal on any input.

This file runs as it stands, and is compiled where the installation finds a compiler
(`search.pxd` gives the types). Words are numbers here. Costs are kept for cells near the
diagonal only (the *beam*), so that a table grows with the length of a text and not with
its square. `forward` holds the cost from the beginning to a cell, `backward` from a cell
to the end: a shift changes the words between its two places, so the rows between them
are all that is computed for it.
"""

from array import array
from math import ceil, floor

__all__ = ["Search"]

BEAM = 25  # cells on either side of the diagonal
SIZE = 10  # words in a shift
DISTANCE = 50  # places between a run of words and where the reference has it
CANDIDATES = 1000  # shifts tried for a pair
INFINITE = 1 << 29


class Search:
    """A hypothesis that is shifted, step by step, towards its reference.

    After `run`, `shifts` holds (start, to, length) of each shift made: the run that began
    at `start` begins at `to` afterwards. `edits` counts the shifts and the other edits.
    """

    def __init__(self, hypothesis: list[str], reference: list[str]) -> None:
        codes: dict[str, int] = {}
        self.length = len(hypothesis)
        self.target = len(reference)
        self.words = array("i", [codes.setdefault(word, len(codes)) for word in hypothesis])
        # Cells are numbered from 1: what stands before the first word equals no word.
        wanted = [codes.setdefault(word, len(codes)) for word in reference]
        self.reference = array("i", [-1, *wanted])
        self.shifts: list[tuple[int, int, int]] = []
        self.edits = 0
        self.tried = 0
        self.lay_out()

    def lay_out(self) -> None:
        """Find the cells of the beam, row by row, and room for their costs.

        Row i has cells `low[i]` to `high[i]` - 1; cell j is kept at `base[i]` + j. The room
        around them stays infinite, so that no neighbour has to be looked for.
        """
        rows, ratio = self.length + 1, 1.0
        if self.length:
            ratio = self.target / self.length
        beam = BEAM
        if ratio / 2 > BEAM:  # else the beams of two rows would not meet
            beam = ceil(ratio / 2 + BEAM)
        low, high = [0], [self.target + 1]
        for i in range(1, rows):
            diagonal = floor(i * ratio)
            low.append(max(0, diagonal - beam))
            high.append(min(self.target + 1, diagonal + beam))
        high[-1] = self.target + 1
        if rows > 1:
            high[0] = high[1]  # the second row sees no more of the first
        before, room = 1, high[0]
        for i in range(1, rows):
            before = max(before, low[i] - low[i - 1] + 1)
            room = max(room, high[i] - low[i - 1] + 1)
        width = before + room
        self.low, self.high = array("i", low), array("i", high)
        self.base = array("i", [i * width + before - low[i] for i in range(rows)])
        empty = array("i", [INFINITE])
        self.forward = empty * (rows * width + 1)
        self.backward = empty * (rows * width + 1)
        self.scratch = empty * (rows * width + 1)
        self.hypothesis_wrong = array("i", bytes(4 * self.length))
        self.reference_wrong = array("i", bytes(4 * self.target))
        self.aligned = array("i", bytes(4 * self.target))

    def run(self) -> None:
        """Make shifts until none saves an edit, or too many have been tried."""
        self.fill()
        while self.target and self.shift():
            self.fill()
        cost = self.forward[self.base[self.length] + self.target]
        self.edits = len(self.shifts) + cost

    def fill(self) -> None:
        """Compute the costs of all cells for the words as they stand, from either end."""
        base, low, high = self.base, self.low, self.high
        forward, backward = self.forward, self.backward
        words, reference, last = self.words, self.reference, self.length
        for j in range(high[0]):
            forward[base[0] + j] = j
        for i in range(1, last + 1):
            here, above, word, left = base[i], base[i - 1], words[i - 1], INFINITE
            for j in range(low[i], high[i]):
                cost = forward[above + j - 1]
                if word != reference[j]:
                    cost += 1
                left = min(cost, forward[above + j] + 1, left + 1)
                forward[here + j] = left
        here = base[last]
        for j in range(low[last], high[last]):
            backward[here + j] = self.target - j
        for i in range(last - 1, -1, -1):
            here, below, word, left = base[i], base[i + 1], words[i], INFINITE
            for j in range(high[i] - 1, low[i] - 1, -1):
                cost = INFINITE
                if j < self.target:
                    cost = backward[below + j + 1]
                    if word != reference[j + 1]:
                        cost += 1
                left = min(cost, backward[below + j] + 1, left + 1)
                backward[here + j] = left

    def trace(self) -> str:
        """Return the edits in order: `k`eep, `s`ubstitute, `i`nsert, `d`elete.

        Of equally cheap ways the last edit is a kept or substituted word, then a deletion.
        """
        base, forward = self.base, self.forward
        i, j, found = self.length, self.target, []
        while i or j:
            same = i and j and self.words[i - 1] == self.reference[j]
            cost = forward[base[i] + j]
            if i and j and forward[base[i - 1] + j - 1] + (not same) == cost:
                found.append("k" if same else "s")
                i, j = i - 1, j - 1
            elif i and (not j or forward[base[i - 1] + j] + 1 == cost):
                found.append("d")
                i -= 1
            else:
                found.append("i")
                j -= 1
        return "".join(reversed(found))

    def align(self) -> None:
        """Note which words are wrong, and after which word each reference word stands."""
        i, j = 0, 0
        for edit in self.trace():
            wrong = edit != "k"
            if edit != "i":
                self.hypothesis_wrong[i] = wrong
                i += 1
            if edit != "d":
                self.reference_wrong[j] = wrong
                self.aligned[j] = i - 1
                j += 1

    def shift(self) -> bool:
        """Make the shift that saves most; tell whether there was one to make.

        Among equals the longest run, then the first in the hypothesis, then the first place
        to go to. When the limit of tries is reached, no further shift is made.
        """
        self.align()
        words, reference, aligned = self.words, self.reference, self.aligned
        before = self.forward[self.base[self.length] + self.target]
        best, best_length, best_start, best_place = 0, 0, 0, 0
        for start in range(self.length):
            nearest = max(0, start - DISTANCE)
            furthest = min(self.target, start + DISTANCE + 1)
            for wanted in range(nearest, furthest):
                if words[start] != reference[wanted + 1]:
                    continue
                most = min(SIZE, self.length - start, self.target - wanted)
                hypothesis_wrong, reference_wrong = 0, 0
                for length in range(1, most + 1):
                    end = length - 1
                    if words[start + end] != reference[wanted + end + 1]:
                        break
                    hypothesis_wrong |= self.hypothesis_wrong[start + end]
                    reference_wrong |= self.reference_wrong[wanted + end]
                    if not (hypothesis_wrong and reference_wrong):
                        continue  # right where it is, or nothing is missing there
                    if start <= aligned[wanted] < start + length:
                        continue  # it would move into itself
                    previous = -1
                    for offset in range(-1, length):
                        place = 0
                        if wanted + offset >= 0:
                            place = aligned[wanted + offset] + 1
                        if place == previous:
                            continue
                        previous = place
                        self.tried += 1
                        saved = before - self.cost(
                            start, self.landing(start, length, place), length
                        )
                        if saved < best or saved <= 0:
                            continue
                        better = saved > best or length > best_length
                        if not better and length == best_length:
                            better = start < best_start
                            if start == best_start:
                                better = place < best_place
                        if better:
                            best, best_length, best_start, best_place = saved, length, start, place
                    if self.tried >= CANDIDATES:
                        return False
        if best:
            self.move(best_start, self.landing(best_start, best_length, best_place), best_length)
        return best > 0

    def landing(self, start: int, length: int, place: int) -> int:
        """Return where a run begins after it went to `place`, counted before it left.

        A place inside the run or right behind it means as many places to the right, which
        is how sacrebleu reads it.
        """
        if place > start + length:
            return place - length
        if place < start:
            return place
        return min(place, self.length - length)

    def move(self, start: int, to: int, length: int) -> None:
        """Move a run of words."""
        words = self.words.tolist()
        run = words[start : start + length]
        del words[start : start + length]
        words[to:to] = run
        self.words = array("i", words)
        self.shifts.append((start, to, length))

    def cost(self, start: int, to: int, length: int) -> int:
        """Return the cost that remains if a run of words were moved."""
        base, low, high = self.base, self.low, self.high
        words, reference = self.words, self.reference
        forward, scratch = self.forward, self.scratch
        first, last = min(start, to), max(start, to) + length
        for i in range(first + 1, last + 1):
            at = i - 1
            if to <= at < to + length:
                word = words[start + at - to]
            elif to < start:
                word = words[at - length]
            else:
                word = words[at + length]
            here, above, left = base[i], base[i - 1], INFINITE
            rows = scratch if at > first else forward
            for j in range(low[i], high[i]):
                cost = rows[above + j - 1]
                if word != reference[j]:
                    cost += 1
                left = min(cost, rows[above + j] + 1, left + 1)
                scratch[here + j] = left
        here, least = base[last], INFINITE
        for j in range(low[last], high[last]):
            least = min(least, scratch[here + j] + self.backward[here + j])
        return least
