"""What a file asks of the TOML parser is counted before the parser sees it."""

from __future__ import annotations

import tomllib

import pytest

from referee.rulebooks import library, own
from referee.rulebooks.budget import DEEPEST, MOST_PARTS, MOST_VALUES
from referee.rulebooks.reading import Unreadable

LONG_KEY = f"{'a.' * 90_000}a = 1"
TOO_MUCH = {
    "40 KB of one dotted key": f"{'a.' * 20_000}a = 1",
    "quoted parts": '"a" . ' * 20_000 + "a = 1",
    "a table's name": f"[{'a.' * 20_000}a]",
    "a key in a value": f"x = {{ {'a.' * 20_000}a = 1 }}",
    "after a comment with quotes": f'# """\n{LONG_KEY}',
    "after a text that ends with a quote": f'x = """a""""\n{LONG_KEY}',
    "after one in the other quotes": f"x = '''a'''''\n{LONG_KEY}",
    "after an escaped quote": f'x = "\\""\n{LONG_KEY}',
    "after an empty text": f'x = ""\n{LONG_KEY}',
    "brackets": "x = " + "[" * (DEEPEST + 1),
    "braces": "x = " + "{ a = " * (DEEPEST + 1),
    "values": f"x = [{'1,' * MOST_VALUES}]",
    "keys": "".join(f"k{number} = 1\n" for number in range(MOST_VALUES + 1)),
}


@pytest.mark.parametrize("text", TOO_MUCH.values(), ids=TOO_MUCH)
def test_what_asks_too_much_never_reaches_the_parser(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(tomllib, "loads", lambda _: pytest.fail("the parser saw it"))
    assert len(text) <= own.LONGEST_FILE
    with pytest.raises(Unreadable, match=r"nested too deeply|more than 10000 values"):
        library.toml_of(text)


@pytest.mark.parametrize(
    "text",
    [
        f"{'a.' * (MOST_PARTS - 1)}a = 1",
        f"x = {'[' * DEEPEST}{']' * DEEPEST}",
        f'x = "{"a." * 1000}"',
        f"x = '''{'[' * 1000}\n{'a.' * 1000}'''",
        f'x = """{"[" * 1000}\\"""\n{"=" * 20_000}"""',
        f"x = 1 # {'[' * 1000} and so on ...............",
        "x = [1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, 10.5, 11.5, 12.5, 13.5]",
    ],
    ids=["parts", "brackets", "text", "literal text", "long text", "comment", "numbers"],
)
def test_what_asks_little_is_read(text: str) -> None:
    assert len(library.toml_of(text)) == 1


@pytest.mark.parametrize("text", ['x = "a', "x = 'a\nb'", '"' * 20_000, 'x = """' + '\\"""' * 20_000])
def test_a_text_that_never_ends_is_no_toml(text: str) -> None:
    with pytest.raises(Unreadable, match="is no TOML"):
        library.toml_of(text)
