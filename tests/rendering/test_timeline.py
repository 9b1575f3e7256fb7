"""The time line of an edited text."""

from xml.etree import ElementTree

from tertium.rendering.pictures.timeline import LANES, timeline_svg

NAMES = {lane: f"<{lane}>" for lane in LANES}
EVENTS = [
    {"t": 1500, "k": "cursor"},
    {"t": 1600, "k": "key", "g": "letters"},
    {"t": 1600, "k": "input", "r": [0, 0, "a"]},
    {"t": 4000, "k": "key", "g": "erasing"},
    {"t": 5000, "k": "hidden"},
    {"t": 9000, "k": "visible"},
    {"t": 9500, "k": "paste"},
    {"t": 12000, "k": "done"},
]


def drawn(events):
    return ElementTree.fromstring(timeline_svg(events, names=NAMES, title="A & B", away="away"))


def of(picture, name):
    return [one for one in picture.iter() if name in one.get("class", "").split()]


def test_every_act_has_a_mark_in_its_lane_and_absence_is_shaded():
    picture = drawn(EVENTS)
    for lane, marks in (("typing", 1), ("erasing", 1), ("moving", 1), ("whole", 1)):
        (path,) = of(picture, lane)
        assert path.get("d").count("M") == marks
    (away,) = of(picture, "away")
    scale = float(picture.get("data-right")) - float(picture.get("data-left"))
    assert abs(float(away.get("width")) - scale * 4000 / 12000) < 0.2
    assert len(of(picture, "rest")) == 3  # before the first act, and twice more than a second
    assert len(of(picture, "moment")) <= 9


def test_a_log_without_acts_and_an_endless_one_can_be_drawn():
    assert of(drawn([]), "act") == []
    long = drawn([{"t": 0, "k": "focus"}, {"t": 20 * 3600 * 1000, "k": "done"}])
    assert 2 <= len(of(long, "moment")) <= 9
