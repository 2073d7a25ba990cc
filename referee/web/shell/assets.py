"""Static files: an address that changes with their content.

Scripts are modules that import each other by relative addresses. All of them carry one version in their path,
``/static/v-3f2a.../pad.js``, so whatever a module imports comes in the same version. Those that are always needed
together go out as one (bundles.py). ``cards.js`` is no file: it holds what the engine knows of cards, made here. Nor is
``styles-3f2a....css``: it is the style sheets in one, because each that a page waits for keeps it white for longer.
``later-3f2a....css`` is those that a first page has no use for.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from flask import Flask, Response, abort, current_app, g, request
from rcssmin import cssmin
from rjsmin import jsmin

from referee.messages import in_force, translated
from referee.rules import packs
from referee.rules.cards import (
    JOKER_NAME,
    JOKER_SPELLINGS,
    NEAR_A_JACK,
    ONE_CARD,
    ONE_STARRED,
    RANK_SPELLINGS,
    RANKS,
    SEVERAL_CARDS,
    SEVERAL_STARRED,
    SUIT_SIGNS,
    SUIT_SPELLINGS,
    SUITS,
)
from referee.web.shell import words
from referee.web.shell.bundles import bundled

_FONT = ".woff2"
"""Its name carries its version: the styles that ask for it cannot add one."""
_NO_MODULES = ("gate.js", "alone.js")
"""Scripts of ours that begin before any module, or where none comes."""
_SCRIPT = "text/javascript"
"""Of modules and beside pages in UTF-8 always UTF-8: a header that says so in each of twenty answers is only weight."""
_OF_CHANGES = ("ETag", "Last-Modified", "Content-Disposition", "Accept-Ranges")
"""Headers that an address of one version has no use for; of what goes out compressed nobody asks for ranges."""
_FOR_EVER = f"max-age={365 * 24 * 3600}, immutable"
_OF_EVERY_PAGE = ("start",)
_LAYERS = ("frame", "pages", "sizes")
"""Of the styles. What a later one says counts, however exact a selector of an earlier one is."""
_SHEETS: dict[str, dict[str, tuple[str, ...]]] = {
    "styles": {"frame": ("referee",), "pages": ("pages-referee", "pages-table"), "sizes": ("sizes",)},
    "later": {"pages": ("pages-season",)},
}
"""The style sheets of every page, and those of pages that name them (base.html); parts.js fetches them for the others
when all else is done."""
BUNDLES = ("start", "faces")
"""Modules that bring what they import: that of every page, and that of every page with cards."""
LOOKED_AT_EVERY = 2.0
"""Seconds from one look at the static files to the next: a page would ask for forty of them."""
_MESSAGE = re.compile(r'\b_\("([^"\\]+)"')


def asset(name: str) -> str:
    """The address of a static file; it may be kept for ever, because other content has another address."""
    seen = _seen()
    address = seen.addresses.get(name)
    if address is None:
        address = seen.addresses[name] = f"{seen.root}/{name}{_version(name)}"
    return address


def _version(name: str) -> str:
    if name.endswith(_FONT):
        return ""
    path = os.path.join(_folder(), name)
    return f"?v={_digest(path, os.stat(path).st_mtime_ns)}"


def scripts(names: str) -> tuple[list[str], list[str]]:
    """The addresses of the scripts of a page, whose modules are named, and of what these import."""
    pages = _seen().scripts_of_pages
    if names not in pages:
        every = _scripts()
        modules, imported = _with_imports(every, names)
        pages[names] = _addresses(modules, every.version), _addresses(imported, every.version)
    return pages[names]


def _with_imports(every: Scripts, names: str) -> tuple[list[str], list[str]]:
    modules = [*_OF_EVERY_PAGE, *names.split()]
    imported: dict[str, None] = {}
    waiting = list(modules)
    while waiting:
        for name in every.imports[waiting.pop(0)]:
            if name not in imported and name not in modules:
                imported[name] = None
                waiting.append(name)
    return modules, [*imported]


def of_every_page() -> list[str]:
    """The addresses of all that any page is drawn with: styles, letters, scripts and icons."""
    every, names = _scripts(), sorted(file.name for file in os.scandir(_folder()))
    files = [
        name
        for name in names
        if name.endswith((".svg", _FONT)) or name.startswith(("htmx", "noscript.")) or name in _NO_MODULES
    ]
    return [*map(styles, _SHEETS), *map(asset, files), *_addresses(sorted(every.sources), every.version)]


def _addresses(modules: Iterable[str], version: str) -> list[str]:
    root = _seen().root
    return [f"{root}/v-{version}/{name}.js" for name in modules]


def styles(which: str = "styles") -> str:
    """The address of the style sheets of every page in one; ``which``: "later" for the others."""
    return f"{_seen().root}/{which}-{_styles(which).version}.css"


def script_version() -> str:
    """The version that the addresses of all modules carry."""
    return _scripts().version


def script_words() -> str:
    """What the scripts say in the language of the page, as JSON by what they say in English; empty in English."""
    if in_force.get() is None:
        return ""
    translations = {message: translated(message) for message in _scripts().messages}
    other = {message: words for message, words in translations.items() if words != message}
    return json.dumps(other, ensure_ascii=False) if other else ""


def _folder() -> str:
    return str(current_app.static_folder)


class Scripts(NamedTuple):
    """Every module that goes out, by its name, and the version of them all."""

    sources: dict[str, str]
    """As they go out: without what is for readers of the source, a third of what a phone would load."""
    imports: dict[str, list[str]]
    messages: tuple[str, ...]
    """Of the catalogue."""
    version: str


@dataclass
class _Seen:
    """The static files as they were when they were looked at, each as soon as somebody asks."""

    at: float
    root: str
    """Where their addresses begin."""
    scripts: Scripts | None = None
    scripts_of_pages: dict[str, tuple[list[str], list[str]]] = field(default_factory=dict)
    styles: dict[str, Styles] = field(default_factory=dict)
    addresses: dict[str, str] = field(default_factory=dict)


_seen_in: dict[tuple[str, str], _Seen] = {}
"""By folder and by where addresses begin; two threads may look at once, and each sees files of today."""


def _seen() -> _Seen:
    """The static files, looked at once in a page, and in a house that serves once in a while."""
    if "static_files" not in g:
        root, now = f"{request.script_root}{current_app.static_url_path}", time.monotonic()
        place = _folder(), root
        seen = None if current_app.testing or current_app.debug else _seen_in.get(place)
        if seen is None or now - seen.at > LOOKED_AT_EVERY:
            seen = _seen_in[place] = _Seen(now, root)
        g.static_files = seen
    files: _Seen = g.static_files
    return files


def _scripts() -> Scripts:
    seen = _seen()
    if seen.scripts is None:
        seen.scripts = _scripts_of_now()
    return seen.scripts


def _scripts_of_now() -> Scripts:
    with os.scandir(_folder()) as files:
        modules = [
            file
            for file in files
            if file.name.endswith(".js") and not file.name.startswith("htmx") and file.name not in _NO_MODULES
        ]
        return _read(tuple(sorted((file.path, file.stat().st_mtime_ns) for file in modules)))


@lru_cache(maxsize=4)
def _read(files: tuple[tuple[str, int], ...]) -> Scripts:
    paths = [Path(path) for path, _ in files]
    texts = {path.stem: path.read_text(encoding="utf-8") for path in paths}
    texts["cards"] = _cards()
    joined = bundled(texts, BUNDLES)
    sources = {name: jsmin(text) for name, text in sorted(joined.sources.items())}
    messages = tuple(sorted({message for text in texts.values() for message in _MESSAGE.findall(text)}))
    return Scripts(sources, joined.imports, messages, hashlib.sha256(json.dumps(sources).encode()).hexdigest()[:10])


class Styles(NamedTuple):
    source: str
    """As it goes out: without what is for readers of the source."""
    version: str


def _styles(which: str) -> Styles:
    seen = _seen().styles
    if which not in seen:
        seen[which] = _styles_of_now(which)
    return seen[which]


def _styles_of_now(which: str) -> Styles:
    layers = _SHEETS[which].items()
    paths = [(layer, os.path.join(_folder(), f"{name}.css")) for layer, names in layers for name in names]
    return _joined(tuple((layer, path, os.stat(path).st_mtime_ns) for layer, path in paths))


@lru_cache(maxsize=4)
def _joined(files: tuple[tuple[str, str, int], ...]) -> Styles:
    sheets: dict[str, str] = {}
    for layer, path, _ in files:
        sheets[layer] = sheets.get(layer, "") + cssmin(Path(path).read_text(encoding="utf-8"))
    source = f"@layer {','.join(_LAYERS)};" + "".join(f"@layer {name}{{{sheet}}}" for name, sheet in sheets.items())
    return Styles(source, hashlib.sha256(source.encode()).hexdigest()[:10])


@lru_cache(maxsize=64)
def _digest(path: str, _changed: int) -> str:
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()[:10]


_CARDS = """
export const CARDS = {};
for (const { ranks, said, spoken, suits, signs, css, colours, of } of DRAWN) {
  const add = (name, says, face, ...parts) => {
    CARDS[name] = { face: parts.reduce((html, part, at) => html.replace(`{${at}}`, part), face), spoken: says };
  };
  ranks.forEach((rank, r) => {
    add(rank, said[r], FACES[rank] ?? FACES.plain, spoken[r], rank);
    for (const [s, suit] of [...suits].entries()) {
      const name = (words) => of ? `${words[r]} of ${colours[s]}` : `${colours[s]} ${words[r]}`;
      add(rank + suit, name(said), FACES.suited, css[s], name(spoken), rank, signs[s]);
    }
  });
}
const PACKS = { NUMBERS, STARS: { ...STANDARD, ...STARS } };
export const pack = () => PACKS[document.querySelector("[data-pack]")?.dataset.pack] ?? STANDARD;
"""
"""How every card is drawn and said, put together by the phone: written out they are five times as long."""


def _cards() -> str:
    """The module of the cards: how each is drawn and said, and which spellings are read."""
    draw = current_app.jinja_env.get_template("macros/cards.html").module.face  # type: ignore[attr-defined]
    star = str(draw(words.Face(JOKER_NAME, "", "", "{0}")))
    standard, numbers, starred = packs.STANDARD, packs.NUMBERS, packs.WITH_STARS
    others = dict.fromkeys([JOKER_NAME, *map(str.upper, JOKER_SPELLINGS)], JOKER_NAME)
    tables = {
        "FACES": {
            "plain": str(draw(words.Face("{1}", "", "", "{0}"))),
            "suited": str(draw(words.Face("{2}", "{3}", "{0}", "{1}"))),
            JOKER_NAME: star,
            numbers.joker: star,
            _JOKER_AMONG_STARS: str(draw(words.Face(JOKER_NAME, "", "jk", "{0}"))),
        },
        "DRAWN": [
            _drawn(standard),
            _drawn(numbers),
            _stars(),
            _alone(standard),
            _alone(numbers),
            _alone(starred) | {"ranks": [_JOKER_AMONG_STARS]},
        ],
        "STANDARD": {
            "RANKS": {typed: RANKS[number - 1] for typed, number in RANK_SPELLINGS.items()},
            "SUITS": {typed: SUITS[number] for typed, number in SUIT_SPELLINGS.items()},
            "SIGNS": dict(zip(SUITS, SUIT_SIGNS, strict=True)),
            "OTHERS": others,
            "ONE_CARD": ONE_CARD,
            "SEVERAL_CARDS": SEVERAL_CARDS,
            "NEAR_A_JACK": NEAR_A_JACK,
            "CSS": ("hscd", "shdc"),
        },
        "NUMBERS": {
            "RANKS": {name: name for name in numbers.ranks[: numbers.highest]},
            "SUITS": {name: name for name in numbers.suits},
            "SIGNS": dict(zip(numbers.suits, numbers.signs, strict=True)),
            "OTHERS": {"W": "W", "WILD": "W", "★": "W", "*": "W", "S": "S", "SKIP": "S"},
            "ONE_CARD": packs.ONE_NUMBER,
            "SEVERAL_CARDS": "[]",
            "NEAR_A_JACK": (),
            "CSS": ("rybg", "yrbg"),
        },
        "STARS": {
            "RANKS": {typed: RANKS[n - 1] for typed, n in RANK_SPELLINGS.items() if n >= starred.lowest},
            "SUITS": {typed: SUITS[number] for typed, number in SUIT_SPELLINGS.items()} | {"*": "*", "★": "*"},
            "SIGNS": dict(zip(starred.suits, starred.signs, strict=True)),
            "OTHERS": dict.fromkeys([JOKER_NAME, "JOKER", "JOKERS", "🃏"], _JOKER_AMONG_STARS),
            "ONE_CARD": ONE_STARRED,
            "SEVERAL_CARDS": SEVERAL_STARRED,
        },
    }
    made = "".join(f"const {name} = {json.dumps(value, ensure_ascii=False)};\n" for name, value in tables.items())
    return made + _CARDS


def _drawn(pack: packs.Pack) -> dict[str, Any]:
    """What the drawings of a pack are made of; cards without a suit come in rows of their own."""
    return {
        "ranks": [*pack.ranks[: pack.highest]],
        "said": pack.names,
        "spoken": pack.spoken,
        "suits": pack.suits,
        "signs": pack.signs,
        "css": pack.classes,
        "colours": pack.suit_words,
        "of": not pack.in_colours,
    }


def _stars() -> dict[str, Any]:
    """The cards of the fifth suit; the others of its pack are drawn as in one of 52."""
    pack, ranks = packs.WITH_STARS, slice(packs.WITH_STARS.lowest - 1, None)
    last = {name: getattr(pack, of)[-1:] for name, of in _OF_SUITS.items()}
    return _drawn(pack) | last | {name: getattr(pack, of)[ranks] for name, of in _OF_RANKS.items()}


_OF_SUITS = {"suits": "suits", "signs": "signs", "css": "classes", "colours": "suit_words"}
_OF_RANKS = {"ranks": "ranks", "said": "names", "spoken": "spoken"}
_JOKER_AMONG_STARS = "JOKER"


def _alone(pack: packs.Pack) -> dict[str, Any]:
    """The same of the cards that have no suit: the wild card, and a skip."""
    names = (*pack.names[pack.highest :], pack.joker_said)
    return {"ranks": (*pack.ranks[pack.highest :], pack.joker), "said": names, "spoken": names, "suits": ""}


def _send_script(version: str, name: str) -> Response:
    source = _scripts().sources.get(name)
    if source is None:
        abort(404)
    return _sent(source, _SCRIPT, is_of_today=version == script_version())


def _send_styles(which: str, version: str) -> Response:
    today = _styles(which)
    return _sent(today.source, "text/css", is_of_today=version == today.version)


def _sent(source: str, kind: str, is_of_today: bool) -> Response:
    """A phone that asks for an older version gets the one of today, and does not keep it."""
    return Response(source, mimetype=kind, headers={"Cache-Control": _FOR_EVER if is_of_today else "no-store"})


def init_app(app: Flask) -> None:
    app.add_template_global(asset)
    app.add_template_global(scripts)
    app.add_template_global(styles)
    app.add_template_global(script_version)
    app.add_template_global(script_words)
    app.jinja_env.globals.update(
        suit_keys=words.suit_keys,
        has_colours=words.has_colours,
        script_pack=words.script_pack,
        example_cards=words.example_cards,
    )
    app.add_url_rule(f"{app.static_url_path}/v-<version>/<name>.js", "script", _send_script)
    app.add_url_rule(f"{app.static_url_path}/<any({', '.join(_SHEETS)}):which>-<version>.css", "styles", _send_styles)

    @app.after_request
    def keep(response: Response) -> Response:
        """For as long as an address means the same content."""
        if response.mimetype == _SCRIPT:
            response.content_type = _SCRIPT
        if request.endpoint == "static" and response.status_code == 200:
            if "v" in request.args or request.path.endswith(_FONT):
                response.headers["Cache-Control"] = _FOR_EVER
                for name in _OF_CHANGES:
                    response.headers.pop(name, None)
            if request.path.rpartition("/")[2] in _NO_MODULES:
                response.direct_passthrough = False
                response.set_data(jsmin(response.get_data(as_text=True)))
        return response
