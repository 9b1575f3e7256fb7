"""QR codes of links: a path that readers find, with room around."""

import re

import segno

from tertium.web.manage.qr import qr_path


def test_the_path_draws_the_dark_modules_with_a_quiet_zone():
    """Four empty modules on every side; every dark module is drawn, and no light one."""
    link = "http://127.0.0.1:8421/a/qXo3r0tLZk2v8d1yQ7w5Eg"
    path, side = qr_path(link)
    assert side == 33 + 8
    dark = {(int(y) - 4, int(x) - 4) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", path)}
    whole = segno.make(link, error="m", boost_error=False).matrix
    assert dark == {(r, c) for r, row in enumerate(whole) for c, bit in enumerate(row) if bit}
    for row, column in ((0, 0), (0, 26), (26, 0)):  # the corners that readers look for
        assert all((row, column + k) in dark and (row + 6, column + k) in dark for k in range(7))


def test_long_links_are_drawn_too():
    """A link of any length that browsers take."""
    assert qr_path(f"https://judge.example.org/{'a' * 1000}")[1] > 100
