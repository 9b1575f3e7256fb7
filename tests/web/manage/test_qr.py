"""QR codes of links can be read by others."""

import hashlib

import pytest

from tertium.web.manage.qr import LONGEST, qr_modules, qr_path


@pytest.mark.parametrize(
    ("text", "size", "digest"),
    [
        ("T", 21, "2dc40d8835aa5c0b4c56b5fd7af7d02bb6edde71a7bbaa58fc879c5741c89a91"),
        (
            "http://127.0.0.1:8421/a/qXo3r0tLZk2v8d1yQ7w5Eg",
            33,
            "2a108cc1a7b8c21a9686de9a0c07f212ed78d5b701d0db4ec7c2109d94ca7800",
        ),
        (
            "https://judge.example.org/a/qXo3r0tLZk2v8d1yQ7w5Eg"
            "?language=de&then=thanks-and-see-you-again-soon-ok",
            41,
            "b102da8fa252a53f5256c9f9bd8e9f932c1bcd7be1e91fdcebe17778f4127dfa",
        ),
    ],
)
def test_a_code_is_the_one_another_program_draws(text, size, digest):
    """The digests were made with the Python library `qrcode` 8 with the same mask."""
    modules = qr_modules(text.encode())
    assert len(modules) == size
    drawn = "\n".join("".join(map(str, row)) for row in modules)
    assert hashlib.sha256(drawn.encode()).hexdigest() == digest


@pytest.mark.parametrize("length", [1, 14, 15, 26, 42, 62, 84, LONGEST])
def test_every_length_has_its_finders_and_timing(length):
    """Three corners to find it by and the dotted lines between them, at every size."""
    modules = qr_modules(b"x" * length)
    size = len(modules)
    for row, column in ((0, 0), (0, size - 7), (size - 7, 0)):
        square = [line[column : column + 7] for line in modules[row : row + 7]]
        assert square[0] == square[6] == [1] * 7
        assert [line[3] for line in square] == [1, 0, 1, 1, 1, 0, 1]
    assert [modules[6][k] for k in range(8, size - 8)] == [1 - k % 2 for k in range(8, size - 8)]


def test_the_picture_has_a_quiet_zone():
    """Four empty modules on every side, as readers need."""
    path, side = qr_path("T")
    assert side == 21 + 8
    assert path.startswith("M4 4h1v1h-1z")
