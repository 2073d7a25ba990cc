"""The fonts of the drawn cards: which Debian packages they come from, and their letters as masks."""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from fontTools.ttLib import TTFont, TTLibError
from PIL import Image, ImageDraw, ImageFont

PACKAGES = {
    "OFL-1.1": (
        "averia-sans-gwf averia-serif-gwf bebas-neue cabin cantarell cardo comfortaa courier-prime croscore "
        "crosextra-caladea crosextra-carlito dosis ebgaramond firacode gfs-artemisia gfs-bodoni-classic gfs- "
        "didot gfs-neohellenic hosny-amiri inconsolata inter junction junicode jura karla lato league-mono "
        "league-spartan liberation liberation2 lobster lobstertwo monofur mononoki noto-mono oldstandard play "
        "quicksand sil-andika sil-charis sil-doulos sil-gentium sil-gentium-basic stix vollkorn yanone- "
        "kaffeesatz"
    ),
    "Apache-2.0": "clear-sans jetbrains-mono open-sans roboto-slab roboto-unhinted wqy-microhei",
    "GPL-2 with the font exception": (
        "adf-accanthis adf-baskervald adf-berenis adf-gillius adf-ikarius adf-irianis adf-libris adf-mekanus "
        "adf-romande adf-switzera adf-tribun adf-universalis adf-verana linuxlibertine tlwg-norasi-ttf tlwg- "
        "umpush-ttf"
    ),
    "GPL-3 with the font exception": "freefont-ttf",
    "Bitstream Vera": "arkpandora dejavu-core dejavu-extra hack",
    "GUST Font License": "lmodern texgyre",
    "MIT or public domain": "fanwood goudybookletter lindenhill prociono",
}
"""By licence, the packages ``fonts-NAME`` of Debian 12."""

LETTERS = set("A234567890JQKOERLYjoker")
SUIT_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_UNFIT = re.compile(
    r"math|symbol|dingbat|script|italic|oblique|slant|thin|hairline|extralight|keyboard|initial|lmodern|"
    r"lm(?!roman|sans)|(?:^|[-_])i\b|cjk|chorus|it\.|it[-_]|io\.",
    re.I,
)
HELD_OUT = 8
"""One family in so many is kept for the scenes that measure, and is in no scene that trains."""


@dataclass(frozen=True)
class Fonts:
    ranks: tuple[Path, ...]
    suits: tuple[Path, ...]


def find(folder: Path, held_out: bool) -> Fonts:
    """The fonts below a folder that can draw an index, at most four of a family."""
    families: dict[str, list[Path]] = {}
    suits = []
    for path in sorted(folder.rglob("*.[to]tf"), key=lambda path: path.name):
        family = re.split(r"[-_\d]", path.stem)[0].lower()[:9]
        if (zlib.crc32(family.encode()) % HELD_OUT == 0) != held_out or _UNFIT.search(path.name):
            continue
        try:
            has = {chr(code) for code in TTFont(path, lazy=True).getBestCmap() or {}}
        except (TTLibError, AttributeError, KeyError):
            continue
        if set(SUIT_SIGNS.values()) <= has:
            suits.append(path)
        if has >= LETTERS:
            families.setdefault(family, []).append(path)
    ranks = [path for paths in families.values() for path in sorted(paths, key=lambda p: len(p.name))[:4]]
    if not ranks or not suits:
        raise SystemExit(f"{folder} holds too few fonts. README.md beside this file names their packages.")
    return Fonts(tuple(ranks), tuple(suits))


@lru_cache(maxsize=4000)
def mask(text: str, font: Path, height: int = 120) -> np.ndarray:
    """The letters as an opacity of 0 to 255, cut to their edges."""
    drawn = ImageFont.truetype(str(font), height)
    left, top, right, bottom = drawn.getbbox(text)
    sheet = Image.new("L", (int(right - left) + 20, int(bottom - top) + 20))
    ImageDraw.Draw(sheet).text((10 - left, 10 - top), text, font=drawn, fill=255)
    pixels = np.asarray(sheet)
    rows, columns = np.where(pixels > 40)
    if len(rows) < 100:
        raise ValueError(f"{font.name} draws nothing for {text!r}")
    return pixels[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
