"""Values that are computed beside what goes on."""

from threading import Event, active_count

from tertium.web.manage import recent_values
from tertium.web.manage.recent_values import BackgroundValue


def test_a_page_gets_what_is_there_and_later_what_was_found(monkeypatch):
    """Nobody waits longer than a moment, and what is computed is computed once."""
    monkeypatch.setattr(recent_values, "REST", 0)
    later, go, read, computed = BackgroundValue(), Event(), [], []

    def compute(material):
        go.wait(10)
        computed.append(material)
        return f"found in {material}"

    def ask(of, patience=0.0):
        return later.get(of, lambda: read.append(of) or of, compute, patience=patience)

    assert ask(1) is None
    assert ask(1) is None
    assert (read, computed, later.version) == ([1], [], 0)
    go.set()
    assert ask(1, patience=10) == "found in 1"
    assert (read, computed, later.version) == ([1], [1], 1)
    assert ask(2, patience=10) == "found in 2"
    assert later.version == 2


def test_what_took_long_is_kept_for_a_while(monkeypatch):
    """New judgements do not start it again at once; a reveal does."""
    passed, computed = [0.0], []

    def compute(of):
        passed[0] += 2.0
        computed.append(of)
        return of

    monkeypatch.setattr(recent_values, "monotonic", lambda: passed[0])
    later = BackgroundValue()
    assert later.due(0)
    for of in range(5):
        assert later.get(of, lambda of=of: of, compute, patience=10) == 0
        assert not later.due(of)
    assert later.get(9, lambda: 9, compute, urgent=True, patience=10) == 9
    passed[0] += 9 * 2.0
    assert later.due(10)
    assert not later.due(9)
    assert later.get(10, lambda: 10, compute, patience=10) == 10
    assert computed == [0, 9, 10]


def test_trouble_leaves_what_was_known(caplog):
    """The log has the details, and the next judgements are a new chance."""
    later, before = BackgroundValue(), active_count()
    assert later.get(1, lambda: 1, lambda of: of, patience=10) == 1
    assert later.get(2, lambda: 0, lambda of: 1 / of, urgent=True, patience=10) == 1
    assert "could not be computed" in caplog.text
    assert later.get(3, lambda: 3, lambda of: of, urgent=True, patience=10) == 3
    assert active_count() <= before + 1
