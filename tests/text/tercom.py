"""TER by the rules of Tercom 0.7, told plainly: slow, and in no hurry to share code with ours.

An alignment prefers a match or a substitution, then a superfluous word, then a missing one.
A run of hypothesis words may move if the reference has the same run elsewhere, one of its words
is wrong where it stands, and one is missing where it goes. It may land behind the word that
is aligned before its goal, or behind any word aligned with its goal. Of all moves the one that
saves most is made, the longest and then the first of equals, as long as it costs nothing.
"""

LONGEST, FARTHEST = 10, 50


def tercom(hypothesis: list[str], reference: list[str]) -> int:
    """Return the number of edits."""
    edits, path = align(hypothesis, reference)
    moves = 0
    while True:
        best = None
        for length, words in candidates(hypothesis, reference, path):
            saved = edits - align(words, reference)[0]
            if saved >= 1 and (best is None or (saved, length) > best[:2]):
                best = saved, length, words
        if best is None:
            return edits + moves
        hypothesis = best[2]
        moves += 1
        edits, path = align(hypothesis, reference)


def align(hypothesis, reference):
    """Return the least number of edits without moves, and the path as pairs of places."""
    table = [list(range(len(reference) + 1))]
    for i, word in enumerate(hypothesis, 1):
        table.append([i])
        for j, other in enumerate(reference, 1):
            table[i].append(
                min(table[i - 1][j - 1] + (word != other), table[i - 1][j] + 1, table[i][j - 1] + 1)
            )
    i, j, path = len(hypothesis), len(reference), []
    while i or j:
        if i and j and table[i][j] == table[i - 1][j - 1] + (hypothesis[i - 1] != reference[j - 1]):
            i, j = i - 1, j - 1
            path.append((i, j))
        elif i and table[i][j] == table[i - 1][j] + 1:
            i -= 1
            path.append((i, None))
        else:
            j -= 1
            path.append((None, j))
    return table[-1][-1], path[::-1]


def candidates(hypothesis, reference, path):
    """Yield every move that is allowed, in Tercom's order: its length, and the words after it."""
    right = {
        pair for pair in path if None not in pair and hypothesis[pair[0]] == reference[pair[1]]
    }
    kept, met = {i for i, _ in right}, {j for _, j in right}
    before, aligned = -1, {}  # of a reference word: the hypothesis word it belongs to, or follows
    for i, j in path:
        before = before if i is None else i
        if j is not None:
            aligned[j] = before
    for start in range(len(hypothesis)):
        for end in range(start, min(start + LONGEST, len(hypothesis))):
            run = hypothesis[start : end + 1]
            if all(i in kept for i in range(start, end + 1)):
                continue
            for goal in range(len(reference) - len(run) + 1):
                places = range(goal, goal + len(run))
                if (
                    reference[goal : goal + len(run)] != run
                    or start <= aligned[goal] <= end
                    or abs(aligned[goal] - start) > FARTHEST
                    or all(j in met for j in places)
                ):
                    continue
                for behind in [aligned.get(goal - 1, -1), *(aligned[j] for j in places)]:
                    yield len(run), moved(hypothesis, start, end, behind)


def moved(words, start, end, behind):
    """Return the words with a run behind another word; behind one of its own: so many to the right.

    >>> "".join(moved("abcdefg", 0, 2, 4)), "".join(moved("abcdefg", 0, 2, 1))
    ('deabcfg', 'dabcefg')
    """
    run, rest = list(words[start : end + 1]), [*words[:start], *words[end + 1 :]]
    if behind > end:
        to = behind - len(run) + 1
    elif behind < start:
        to = behind + 1
    else:
        to = min(behind, len(rest))
    return [*rest[:to], *run, *rest[to:]]
