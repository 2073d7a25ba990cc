"""Passes on what pip says; ends with 1 where the registry has withdrawn ("yanked") what the lock file pins.

A version is withdrawn because it is broken or not safe. pip installs it all the same and only says so.

    pip install -r requirements.lock 2>&1 | python3 .ci/withdrawn.py
"""

from __future__ import annotations

import sys


def main() -> int:
    withdrawn = []
    for line in sys.stdin:
        sys.stdout.write(line)
        sys.stdout.flush()
        if "yanked version" in line:
            withdrawn.append(line.strip())
    if withdrawn:
        print(f"The lock file pins what was withdrawn; renew it: {len(withdrawn)} packages.", file=sys.stderr)
    return 1 if withdrawn else 0


if __name__ == "__main__":
    sys.exit(main())
