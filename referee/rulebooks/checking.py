"""Faults of rulebook files: the library's own by its own rules, a club's as it is brought in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from referee.rulebooks import library, own
from referee.rulebooks.reading import Unreadable


class FileProblem(NamedTuple):
    """One thing wrong with a rulebook file: its name, the key and what is wrong there."""

    file: str
    key: str
    message: str

    def __str__(self) -> str:
        return f"{self.file}: {self.key}: {self.message}"


def check_all(paths: Iterable[Path] | None = None) -> list[FileProblem]:
    """Everything wrong with these rulebook files, or with the library's own; empty if all are sound.

    Every problem is an error. A file that lies elsewhere is checked as it would be brought in, so that whatever the
    app writes is sound here, and whatever is sound here can be brought in.
    """
    if paths is not None:
        return [problem for path in paths for problem in _check(path)]
    files = {path.stem: path for path in sorted(library.folder().glob("*.toml"))}
    problems = [
        FileProblem(f"{missing}.toml", "file", "is missing") for missing in library.ids() if missing not in files
    ]
    for stem, path in files.items():
        if stem not in library.ids():
            problems.append(FileProblem(path.name, "id", f"{stem!r} is not listed in the library"))
        else:
            problems += _check(path, stem)
    return problems


def _check(path: Path, expected_id: str = "") -> Iterator[FileProblem]:
    try:
        with path.open("rb") as file:
            text = own.file_text(file.read(own.MOST_BYTES + 1))
        ours = path.resolve().parent == library.folder().resolve()
        book = library.read_rulebook(text) if ours else own.brought_in(text)
    except OSError as wrong:
        yield FileProblem(path.name, "file", f"cannot be read: {wrong.strerror}")
    except Unreadable as wrong:
        yield from (FileProblem(path.name, *problem) for problem in wrong.problems)
    else:
        if expected_id and book.id != expected_id:
            yield FileProblem(path.name, "id", f"must be {expected_id!r}, the name of the file, not {book.id!r}")
