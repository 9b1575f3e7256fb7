"""Make the fonts that pages bring: `src/tertium/web/static/fonts/` and `fonts.css` beside it.

Noto, under the SIL Open Font License, as npm packages hold it; one file per script, only with the
characters that languages written in it need. Run it where npm is, with the two packages that it
needs and the product does not:

    pip install fonttools==4.68.0 brotli==1.2.1
    python tools/make_fonts.py

The same versions give the same bytes, so `git status` shows nothing when nothing has changed.
"""

import hashlib
import io
import re
import subprocess
import tarfile
import tempfile
from pathlib import Path
from typing import NamedTuple

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

STATIC = Path(__file__).parents[1] / "src" / "tertium" / "web" / "static"
FONTS = STATIC / "fonts"
VARIABLE = "@fontsource-variable/"
VERSION = "5.3.0"
PACKAGES = {  # with the SHA-256 of what npm packs
    "@fontsource-variable/noto-sans": (
        "2cd97f3573b6e8ceaaa54ddf5df3f8e64d89a5bb31954013700d36a7ec01dcd6"
    ),
    "@fontsource-variable/noto-serif": (
        "375a51217183452a0d26b8667d03d83448bca46bfb750c265bfc419939b4b218"
    ),
    "@fontsource-variable/noto-sans-mono": (
        "ea1483e3421f858e5c05e79966b65d6934f6a7dcee9e8f5b56acfef4c289602c"
    ),
    "@fontsource-variable/noto-naskh-arabic": (
        "f70a9e7e17937ea8d6913ec98dfd970604a202a079ac2ec7246c065a12b5e58e"
    ),
    "@fontsource-variable/noto-sans-hebrew": (
        "85bb3375f5176f977bb84349d0e3160a59e4da389caf790e63f7c16257dfe6de"
    ),
    "@fontsource-variable/noto-serif-hebrew": (
        "d7564e0e5b9592bf28ecb20dc49d5b717d1f071026b3d083d75bf6f875a387a5"
    ),
    "@fontsource/noto-sans-math": (
        "8f6894fffd5863699e279c669d6eae9d3a1218cc9e20aed84efb64a98aee03d8"
    ),
    "@fontsource/noto-sans-symbols-2": (
        "dd714f47e1ba768274c25d14ac95610ca32e416d70c5455cd11d8995042a4552"
    ),
}

SCRIPTS = {
    "latin": (
        "U+20-7E, U+A0-FF, U+131, U+152-153, U+2BB-2BC, U+2C6, U+2DA, U+2DC, U+304, U+308, U+329, "
        "U+2000-206F, U+20AC, U+2122, U+2212, U+2215, U+FEFF, U+FFFD"
    ),
    # All languages of Europe, and those of other places in letters like theirs; no phonetics.
    "latin-ext": (
        "U+100-130, U+132-151, U+154-24F, U+259, U+1E00-1E9F, U+1EF2-1EF3, U+20A0-20AB, "
        "U+20AD-20C0, U+2113"
    ),
    "vietnamese": "U+300-301, U+303, U+309, U+323, U+1EA0-1EF1, U+1EF4-1EF9",
    "greek": "U+370-377, U+37A-37F, U+384-38A, U+38C, U+38E-3A1, U+3A3-3E1, U+3F0-3FF",
    "greek-ext": "U+1F00-1FFF",
    "cyrillic": "U+400-45F, U+490-491, U+4B0-4B1, U+2116",
    "cyrillic-ext": "U+462-463, U+472-475, U+48A-48F, U+492-4AF, U+4B2-4FF, U+510-513, U+51A-51D",
    "arabic": (
        "U+600-61C, U+61E-6FF, U+750-77F, U+200C-200F, U+FD3E-FD3F, U+FDF2, U+FDFA-FDFC, "
        "U+FE70-FE74, U+FE76-FEFC"
    ),
    "hebrew": "U+591-5C7, U+5D0-5EA, U+5EF-5F4, U+20AA, U+FB1D-FB4F",
    # What pages print on keys and in formulas.
    "math": "U+302, U+2190-2193, U+21E7, U+2205, U+221A, U+2264-2265, U+2308-2309, U+25CB, U+2713",
    "symbols": "U+232B, U+2717",
}


class Cut(NamedTuple):
    """One file: what a package holds for a script, for the families that are set in it."""

    package: str
    script: str
    families: tuple[str, ...]
    held_as: str = ""  # the package's own name for the script


SANS, SERIF, MONO = "Tertium Sans", "Tertium Serif", "Tertium Mono"
# All faces of a family say the same: a browser looks for a letter only among those that match best.
WEIGHTS = {SANS: "300 700", SERIF: "400 700", MONO: "400"}
LETTERS = ("vietnamese", "latin-ext", "greek-ext", "greek", "cyrillic-ext", "cyrillic", "latin")
CUTS = (
    *(Cut(f"{VARIABLE}noto-sans", script, (SANS,)) for script in LETTERS),
    Cut(f"{VARIABLE}noto-sans-hebrew", "hebrew", (SANS,)),
    *(Cut(f"{VARIABLE}noto-serif", script, (SERIF,)) for script in LETTERS),
    Cut(f"{VARIABLE}noto-serif-hebrew", "hebrew", (SERIF,)),
    Cut(f"{VARIABLE}noto-naskh-arabic", "arabic", (SANS, SERIF)),
    Cut(f"{VARIABLE}noto-sans-mono", "latin", (MONO,)),
    Cut("@fontsource/noto-sans-math", "math", (SANS, SERIF, MONO), "latin"),
    Cut("@fontsource/noto-sans-symbols-2", "symbols", (SANS, SERIF, MONO)),
)

# Optional: a font that is not there in time waits for the next page. Nothing jumps while reading.
FACE = """\
@font-face {{ font-family: "{family}"; font-weight: {weights}; font-display: optional; \
src: url("fonts/{file}") format("woff2"); unicode-range: {ranges}; }}
"""


def unpacked(package: str, folder: Path) -> Path:
    """Fetch a package with npm and return where it lies."""
    packed = subprocess.run(
        ["npm", "pack", "--silent", f"{package}@{VERSION}"],
        cwd=folder,
        check=True,
        capture_output=True,
        text=True,
    )
    archive = folder / packed.stdout.split()[-1]
    found = hashlib.sha256(archive.read_bytes()).hexdigest()
    if found != PACKAGES[package]:
        raise SystemExit(f"{package}: {found} is not the package that this was written for")
    place = folder / package.replace("/", "-")
    with tarfile.open(archive) as tar:
        tar.extractall(place, filter="data")
    return place / "package"


def code_points(ranges: str) -> set[int]:
    """Return the code points of a CSS `unicode-range`."""
    found: set[int] = set()
    for first, last in re.findall(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?", ranges):
        found |= set(range(int(first, 16), int(last or first, 16) + 1))
    return found


def name_styles(font: TTFont) -> None:
    """Leave out styles that have no name: Firefox complains, and drops the table of all of them."""
    if "STAT" in font:
        styles = font["STAT"].table.AxisValueArray
        styles.AxisValue = [
            one for one in styles.AxisValue if font["name"].getDebugName(one.ValueNameID)
        ]


def subset(path: Path, cut: Cut) -> bytes:
    """Return the characters of a script as WOFF2, in one weight or in all."""
    font = TTFont(path, recalcTimestamp=False)
    if cut.families == (MONO,):
        font = instantiateVariableFont(font, {"wght": int(WEIGHTS[MONO])})
    name_styles(font)
    options = Options()
    options.layout_features = ["*"]
    options.hinting = False
    cutter = Subsetter(options)
    cutter.populate(unicodes=code_points(SCRIPTS[cut.script]))
    cutter.subset(font)
    font.flavor = "woff2"
    made = io.BytesIO()
    font.save(made)
    return made.getvalue()


def main() -> None:
    """Write the files, their licences and the style sheet that names them."""
    FONTS.mkdir(exist_ok=True)
    for old in FONTS.iterdir():
        old.unlink()
    rules = ["/* Made by tools/make_fonts.py: the fonts that pages bring, a file per script. */\n"]
    with tempfile.TemporaryDirectory() as folder:
        places = {package: unpacked(package, Path(folder)) for package in PACKAGES}
        for cut in CUTS:
            name = cut.package.rpartition("/")[2]
            kind = "wght" if cut.package.startswith(VARIABLE) else "400"
            held = f"{name}-{cut.held_as or cut.script}-{kind}-normal.woff2"
            made = subset(places[cut.package] / "files" / held, cut)
            file = f"{name}.{cut.script}.{hashlib.sha256(made).hexdigest()[:8]}.woff2"
            (FONTS / file).write_bytes(made)
            licence = (places[cut.package] / "LICENSE").read_text(encoding="utf-8")
            (FONTS / f"{name}.LICENSE").write_text(licence, encoding="utf-8")
            rules += [
                FACE.format(
                    family=family, weights=WEIGHTS[family], file=file, ranges=SCRIPTS[cut.script]
                )
                for family in cut.families
            ]
            print(f"{len(made):7,d} bytes  {file}")
    (STATIC / "fonts.css").write_text("".join(rules), encoding="utf-8")
    size = sum(file.stat().st_size for file in FONTS.glob("*.woff2"))
    print(f"{size:7,d} bytes in all")


if __name__ == "__main__":
    main()
