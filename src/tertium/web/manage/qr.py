"""A link as a QR code: byte mode, error correction M, versions 1 to 6 (ISO/IEC 18004).

Enough for a personal link of 106 bytes, and nothing else. The picture is one
SVG path, so it needs no script and no image file.
"""

import re
from collections.abc import Callable
from itertools import pairwise

__all__ = ["LONGEST", "qr_modules", "qr_path"]

Grid = list[list[int]]

# Version → correction bytes per block, number of blocks, data bytes per block.
_BLOCKS = {1: (10, 1, 16), 2: (16, 1, 28), 3: (26, 1, 44), 4: (18, 2, 32), 5: (24, 2, 43),
           6: (16, 4, 27)}  # fmt: skip
LONGEST = 4 * 27 - 2
_MASKS: tuple[Callable[[int, int], bool], ...] = (
    lambda r, c: (r + c) % 2 == 0,
    lambda r, c: r % 2 == 0,
    lambda r, c: c % 3 == 0,
    lambda r, c: (r + c) % 3 == 0,
    lambda r, c: (r // 2 + c // 3) % 2 == 0,
    lambda r, c: r * c % 2 + r * c % 3 == 0,
    lambda r, c: (r * c % 2 + r * c % 3) % 2 == 0,
    lambda r, c: ((r + c) % 2 + r * c % 3) % 2 == 0,
)


# The powers of 2 in GF(256) with x⁸+x⁴+x³+x²+1, and their logarithms.
_POWERS = [1]
for _ in range(254):
    _POWERS.append(_POWERS[-1] << 1 ^ (0x11D if _POWERS[-1] > 127 else 0))
_LOGS = {value: exponent for exponent, value in enumerate(_POWERS)}


def _times(a: int, b: int) -> int:
    return _POWERS[(_LOGS[a] + _LOGS[b]) % 255] if a and b else 0


def _correction(data: list[int], count: int) -> list[int]:
    """Return the Reed–Solomon bytes of a block: the remainder of a division."""
    divisor = [1]
    for power in _POWERS[:count]:
        pairs = zip([*divisor, 0], [0, *divisor], strict=True)
        divisor = [a ^ _times(b, power) for a, b in pairs]
    rest = [*data, *[0] * count]
    for start in range(len(data)):
        lead = rest[start]
        for k, coefficient in enumerate(divisor):
            rest[start + k] ^= _times(coefficient, lead)
    return rest[len(data) :]


def _bits(text: bytes, version: int) -> str:
    """Return data and correction bytes of all blocks, interleaved, as bits."""
    count, blocks, size = _BLOCKS[version]
    head = f"0100{len(text):08b}" + "".join(f"{byte:08b}" for byte in text) + "0000"
    data = [int(head[k : k + 8], 2) for k in range(0, len(head), 8)]
    data = (data + [0xEC, 0x11] * size * blocks)[: size * blocks]
    parts = [data[k * size : (k + 1) * size] for k in range(blocks)]
    checks = [_correction(part, count) for part in parts]
    mixed = [part[k] for k in range(size) for part in parts]
    mixed += [check[k] for k in range(count) for check in checks]
    return "".join(f"{byte:08b}" for byte in mixed)


def _patterns(size: int) -> tuple[Grid, Grid]:
    """Return a grid with timing, finder and alignment patterns, and which places are taken."""
    grid = [[0] * size for _ in range(size)]
    taken = [[0] * size for _ in range(size)]

    def put(row: int, column: int, dark: bool) -> None:
        if 0 <= row < size and 0 <= column < size:
            grid[row][column], taken[row][column] = int(dark), 1

    def square(row: int, column: int, reach: int, light: tuple[int, ...]) -> None:
        for r in range(-reach, reach + 1):
            for c in range(-reach, reach + 1):
                put(row + r, column + c, max(abs(r), abs(c)) not in light)

    for k in range(size):
        put(6, k, k % 2 == 0)
        put(k, 6, k % 2 == 0)
    for row, column in ((3, 3), (3, size - 4), (size - 4, 3)):
        square(row, column, 4, (2, 4))
    if size > 21:
        square(size - 7, size - 7, 2, (1,))
    return grid, taken


def _put_format(grid: Grid, taken: Grid, mask: int) -> None:
    """Write the level (M is 00) and the mask twice, with their BCH check."""
    size = len(grid)
    check = mask << 10
    while check.bit_length() > 10:
        check ^= 0x537 << (check.bit_length() - 11)
    word = (mask << 10 | check) ^ 0x5412
    first = [(8, k) for k in (0, 1, 2, 3, 4, 5, 7, 8)] + [(k, 8) for k in (7, 5, 4, 3, 2, 1, 0)]
    second = [(size - 1 - k, 8) for k in range(7)] + [(8, size - 8 + k) for k in range(8)]
    for places in (first, second):
        for k, (row, column) in enumerate(places):
            grid[row][column], taken[row][column] = word >> (14 - k) & 1, 1
    grid[size - 8][8], taken[size - 8][8] = 1, 1


def _penalty(grid: Grid) -> int:
    """Return how hard a grid is to read: long runs, false finders, blocks, uneven darkness."""
    rows = ["".join(map(str, row)) for row in grid]
    score = 0
    for line in rows + ["".join(column) for column in zip(*rows, strict=True)]:
        score += sum(len(run) - 2 for run in re.findall("0{5,}|1{5,}", line))
        score += 40 * len(re.findall("(?=10111010000|00001011101)", f"0000{line}0000"))
    for above, below in pairwise(rows):
        pairs = [a + b for a, b in zip(above, below, strict=True)]
        score += 3 * sum(a == b in ("00", "11") for a, b in pairwise(pairs))
    share = sum(row.count("1") for row in rows) / len(rows) ** 2
    return score + 10 * int(abs(share - 0.5) * 20)


def qr_modules(text: bytes) -> Grid:
    """Return the code of at most `LONGEST` bytes as rows of 0 and 1, without the quiet zone."""
    version = next(v for v, (_, n, size) in _BLOCKS.items() if len(text) + 2 <= n * size)
    bits = _bits(text, version)
    grid, taken = _patterns(17 + 4 * version)
    _put_format(grid, taken, 0)
    size = len(grid)
    places = []  # in pairs of columns from the right, up and down in turn, around column 6
    for turn, column in enumerate([*range(size - 1, 7, -2), 5, 3, 1]):
        for row in range(size) if turn % 2 else range(size - 1, -1, -1):
            places += [(row, c) for c in (column, column - 1) if not taken[row][c]]
    drawn = []
    for mask, inverts in enumerate(_MASKS):
        tried = [row[:] for row in grid]
        for (row, column), bit in zip(places, bits.ljust(len(places), "0"), strict=True):
            tried[row][column] = int(bit) ^ inverts(row, column)
        _put_format(tried, taken, mask)
        drawn.append((_penalty(tried), mask, tried))
    return min(drawn)[2]


def qr_path(text: str) -> tuple[str, int]:
    """Return an SVG path of one unit per module and the side with its quiet zone."""
    modules = qr_modules(text.encode())
    dark = [(r, c) for r, row in enumerate(modules) for c, bit in enumerate(row) if bit]
    return "".join(f"M{c + 4} {r + 4}h1v1h-1z" for r, c in dark), len(modules) + 8
