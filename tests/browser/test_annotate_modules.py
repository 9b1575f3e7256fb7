"""Scripts by themselves, and browsers that can do less than others."""

import random
from itertools import product

import pytest

pytestmark = pytest.mark.browser


def longest_common(a, b):
    """Return the length of the longest common subsequence, the textbook way."""
    table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            table[i + 1][j + 1] = (
                table[i][j] + 1 if x == y else max(table[i][j + 1], table[i + 1][j])
            )
    return table[-1][-1]


def test_differences_keep_the_texts_and_mark_as_little_as_possible(serve, sit_down):
    """Runs joined are the texts again, and the words left unmarked are a longest common part."""
    hand = sit_down(serve())
    rng = random.Random(3)
    pairs = [("", ""), ("a", ""), ("", "a b"), ("same text", "same text"), ("  a", "a  ")]
    for _ in range(150):
        one = [rng.choice("abcd") for _ in range(rng.randrange(1, 12))]
        two = [rng.choice("abcd") for _ in range(rng.randrange(1, 12))]
        pairs.append((" ".join(one), " ".join(two)))
    found = hand.page.evaluate(
        """async (pairs) => {
          const { differences } = await import('/static/annotate/differences.js');
          return pairs.map(([one, two]) => differences(one, two, 'en'));
        }""",
        pairs,
    )
    for (one, two), (left, right) in zip(pairs, found, strict=True):
        assert "".join(run["text"] for run in left) == one
        assert "".join(run["text"] for run in right) == two
        common = longest_common(one.split(), two.split())
        for text, runs in ((one, left), (two, right)):
            marked = [word for run in runs if run["differs"] for word in run["text"].split()]
            assert len(marked) == len(text.split()) - common
        for run in left + right:
            assert not run["differs"] or run["text"].strip() == run["text"]


def test_changes_are_the_two_texts_and_nothing_else(serve, sit_down):
    """What is not new is the old text, what is not gone the new one, blanks included."""
    hand = sit_down(serve())
    rng = random.Random(5)
    pairs = [
        ("", ""),
        ("a", ""),
        ("", "a b"),
        ("le guardarropa.", "le  guardarropa."),
        ("a b", "ab"),
    ]
    pairs += [("a b c d", "x y c z"), ("谢谢你", "谢 谢您"), ("a\n\nb", "a\nb"), ("same", "same ")]
    for _ in range(200):
        pairs.append(
            tuple("".join(rng.choice("ab  .é") for _ in range(rng.randrange(14))) for _ in "12")
        )
    found = hand.page.evaluate(
        """async (pairs) => {
          const { changes } = await import('/static/annotate/differences.js');
          return pairs.map(([one, two]) => changes(one, two, 'en'));
        }""",
        pairs,
    )
    for (one, two), runs in zip(pairs, found, strict=True):
        assert "".join(run["text"] for run in runs if run["kind"] != "new") == one
        assert "".join(run["text"] for run in runs if run["kind"] != "gone") == two
        assert all(run["text"] for run in runs)
        assert one != two or {run["kind"] for run in runs} <= {"same"}
    gone, new, kept, *rest = found[pairs.index(("a b c d", "x y c z"))]
    assert [gone, new] == [{"kind": "gone", "text": "a b"}, {"kind": "new", "text": "x y"}]
    assert kept["text"] == " c "
    assert [run["text"] for run in rest] == ["d", "z"]


def test_a_browser_that_keeps_nothing_says_so_and_works(serve, sit_down):
    """Without IndexedDB answers are sent at once, and a note asks to leave the page open."""
    world = serve()
    hand = sit_down(world, opened=False)
    hand.page.add_init_script("indexedDB.open = () => { throw new Error('not here'); };")
    hand.open()
    assert "keeps nothing on disk" in hand.page.locator("#trouble").inner_text()
    hand.answer("1")
    hand.until_state("Saved")
    assert len(world.judgements()) == 1


def test_a_full_disk_loses_no_answer(serve, sit_down):
    """When the browser can keep no more, answers are held in memory, sent, and that is said."""
    world = serve()
    hand = sit_down(world)
    hand.page.evaluate(
        "() => { IDBObjectStore.prototype.put = () => {"
        " throw new DOMException('full', 'QuotaExceededError'); }; }"
    )
    hand.page.route("**/judgements", lambda route: route.abort())
    hand.answer("1")
    hand.until_state("Offline. 1 answer kept here")
    assert "keeps nothing on disk" in hand.page.locator("#trouble").inner_text()
    hand.page.unroute("**/judgements")
    hand.until_state("Saved")
    hand.answer("2")
    hand.until_state("Saved")
    assert [one.answer["better"] for one in world.judgements()] == ["left", "right"]


def test_an_insecure_address_lacks_a_few_things_and_still_delivers(serve, sit_down):
    """Plain http on a local network has no random UUIDs, no locks and no service worker."""
    world = serve()
    hand = sit_down(world, opened=False, service_workers="block")
    hand.page.add_init_script(
        "delete Crypto.prototype.randomUUID; delete Navigator.prototype.locks;"
        "delete Navigator.prototype.serviceWorker; delete Navigator.prototype.keyboard;"
    )
    hand.open()
    hand.answer("1")
    hand.answer("2")
    hand.until_state("Saved")
    first, second = world.judgements()
    assert first.id != second.id
    assert [len(part) for part in first.id.split("-")] == [8, 4, 4, 4, 12]


def test_a_busy_server_is_asked_again_later(serve, sit_down):
    """429 and 503 are waited out; the answer is kept meanwhile."""
    world = serve()
    hand = sit_down(world)
    refused = []

    def busy(route):
        refused.append(route.request.url)
        status = 429 if len(refused) == 1 else 503
        route.fulfill(
            status=status, headers={"retry-after": "1"}, json={"what": "busy", "fix": "-"}
        )

    hand.page.route("**/judgements", busy, times=2)
    hand.answer("1")
    hand.until_state("Offline. 1 answer kept here")
    hand.until_state("Saved")
    assert len(refused) == 2
    assert len(world.judgements()) == 1


def test_letters_go_by_what_is_printed_where_the_layout_is_not_known(serve, sit_down):
    """On a German keyboard the key marked Z stands elsewhere; both it and the place of Z undo.

    A key that is chosen there is kept by its letter, too, or by its place if it writes no letter.
    """
    hand = sit_down(serve(), opened=False)
    hand.page.add_init_script("delete Navigator.prototype.keyboard;")
    hand.open()
    told = hand.page.evaluate(
        """async () => {
          const { actOf, codeFor } = await import('/static/annotate/key-bindings.js');
          const key = (key, code, more = {}) => actOf({ key, code, ...more });
          return [
            key('z', 'KeyY'), key('я', 'KeyZ'), key('?', 'Minus'), key('x', 'KeyX'),
            key('c', 'KeyC', { ctrlKey: true }),
            codeFor('undo', { key: 'a', code: 'KeyQ' }),
            codeFor('undo', { key: 'ю', code: 'Period' }),
            codeFor('undo', { key: '1', code: 'Digit1' }),
          ];
        }"""
    )
    assert told == ["undo", "undo", "help", None, None, "KeyA", "Period", None]


def test_only_one_persons_page_is_ever_kept(serve, sit_down):
    """A second link in the same browser drives the first out of the service worker's cache."""
    world = serve()
    hand = sit_down(world)
    kept = (
        "home => caches.keys().then((all) => all.length === 1 && all[0] === `tertium ${home}`"
        " && caches.match(`${home}/tasks`).then(Boolean))"
    )
    hand.until(kept, f"/a/{world.tokens[0]}")
    hand.page.goto(world.link(1))
    hand.page.locator("#item").wait_for()
    hand.until(kept, f"/a/{world.tokens[1]}")
    assert (
        hand.page.evaluate("home => caches.match(`${home}/tasks`)", f"/a/{world.tokens[0]}") is None
    )


def slow_groups(places):
    """Return the sets of slots in order, the textbook way."""
    given = sorted({place for place in places if place is not None})
    return [{slot for slot, place in enumerate(places) if place == one} for one in given]


def test_places_keep_their_order_whatever_is_done(serve, sit_down):
    """Closing gaps, inserting and moving, against slow versions for all small cases."""
    hand = sit_down(serve())
    cases = [list(case) for n in (1, 2, 3) for case in product([None, *range(1, n + 1)], repeat=n)]
    rng = random.Random(2)
    cases += [[rng.choice([None, *range(1, 7)]) for _ in range(6)] for _ in range(60)]
    told = hand.page.evaluate(
        """async (cases) => {
          const { dense, inserted, moved } = await import('/static/annotate/ranks.js');
          return cases.map((places) => ({
            dense: dense(places),
            moved: places.map((_, slot) => [-1, 1].map((step) => moved(places, slot, step))),
            inserted: places.map((_, slot) =>
              [...places, null].map((_, place) => inserted(places, slot, place + 1))),
          }));
        }""",
        cases,
    )
    for places, found in zip(cases, told, strict=True):
        groups = slow_groups(places)
        assert slow_groups(found["dense"]) == groups
        assert sorted({one for one in found["dense"] if one}) == list(range(1, len(groups) + 1))
        for slot, both in enumerate(found["moved"]):
            for step, after in zip((-1, 1), both, strict=True):
                assert slow_groups(after) == slow_moved(groups, slot, step)
        for slot, row in enumerate(found["inserted"]):
            others = [None if one == slot else place for one, place in enumerate(places)]
            for place, after in enumerate(row, 1):
                assert all(one is None or 1 <= one <= len(places) for one in after)
                before = slow_groups(others)
                cut = len({one for one in others if one is not None and one < place})
                assert slow_groups(after) == [*before[:cut], {slot}, *before[cut:]]


def slow_moved(groups, slot, step):
    """Return the groups after a step up or down, the textbook way."""
    at = next((n for n, group in enumerate(groups) if slot in group), None)
    if at is None:
        return [*groups, {slot}]
    rest = [group - {slot} for group in groups]
    if len(groups[at]) > 1:
        cut = at if step < 0 else at + 1
        return [*rest[:cut], {slot}, *rest[cut:]]
    if not 0 <= at + step < len(groups):
        return groups
    rest[at + step] = rest[at + step] | {slot}
    return [group for group in rest if group]
