"""Each control in turn: with its fault the test has to fail, without it to pass.

python -m tests.controls [NAME ...]
"""

from __future__ import annotations

import os
import sys

from tests.controls.faults import CONTROLS
from tests.controls.noticing import FAILED, ends_with


def main(names: list[str]) -> int:
    missed = 0
    for name in names or CONTROLS:
        control = CONTROLS[name]
        if control.needs and control.needs not in os.environ:
            print(f"{name} ({control.what}): not tried without {control.needs}", flush=True)
            continue
        with_it, *under_it = ends_with(name)
        without, *output = ends_with(name, fault=False)
        is_good = (with_it, without) == (FAILED, 0)
        missed += not is_good
        print(
            f"{name} ({control.what}): {'noticed' if is_good else f'{with_it} with it, {without} without'}", flush=True
        )
        if not is_good:
            print(*under_it, *output, sep="\n")
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
