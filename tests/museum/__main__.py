"""Makes the exhibits that are missing: ``python -m tests.museum``.

Each is played by the code of its own time (``evening.py``), taken out of the history into a folder that is deleted
afterwards; the last one by the code of this checkout. An exhibit that is there stays as it is for ever: what it holds
cannot be made again once its code no longer runs.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from tests.museum import exhibits

ROOT = Path(__file__).parents[2]


def make(number: int, tree: Path) -> bytes:
    """An exhibit played by the code in ``tree``, packed."""
    with tempfile.TemporaryDirectory() as name:
        data, out = Path(name, "data"), Path(name, "out")
        out.mkdir()
        script = Path(__file__).with_name("evening.py")
        environment = {**os.environ, "PYTHONPATH": str(tree), "TZ": "UTC"}
        command = [sys.executable, str(script), str(data), str(out), str(number)]
        subprocess.run(command, cwd=tree, env=environment, check=True)
        packed = io.BytesIO()
        with tarfile.open(fileobj=packed, mode="w:xz", preset=9, format=tarfile.USTAR_FORMAT) as archive:
            for path in sorted(out.iterdir()):
                info = tarfile.TarInfo(path.name)
                info.size = path.stat().st_size
                with path.open("rb") as file:
                    archive.addfile(info, file)
        return packed.getvalue()


def of_the_past(number: int, commit: str) -> bytes:
    with tempfile.TemporaryDirectory() as name:
        source = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, capture_output=True).stdout
        with tarfile.open(fileobj=io.BytesIO(source)) as archive:
            archive.extractall(name, filter="data")
        return make(number, Path(name))


def main() -> None:
    made = 0
    for number, version in enumerate(exhibits.VERSIONS, start=1):
        path = exhibits.KEPT / f"{number:02}-{version.commit}.tar.xz"
        if not path.exists():
            path.write_bytes(of_the_past(number, version.commit))
            print(f"{path.name}: {version.why}")
            made += 1
    if exhibits.of_today() is None:
        number = len(exhibits.names()) + 1
        path = exhibits.KEPT / f"{number:02}-landed.tar.xz"
        path.write_bytes(make(number, ROOT))
        print(f"{path.name}: what this checkout writes")
        made += 1
    print(f"{made} exhibits made, {len(exhibits.names())} in all")


if __name__ == "__main__":
    main()
