"""PostgreSQL servers of our own: made in a temporary folder, on a free port of this computer alone, gone in the end.

``python -m tests.cluster pytest tests/storage tests/services`` runs a command on one: it stands in TEST_DATABASE_URL.
The programs of PostgreSQL come from Debian's folder or from the path.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.processes import free_port

USER = "referee"
UNHURRIED = 60
"""Seconds that a server may take to start or to stop."""
THROWN_AWAY = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
"""Settings of a server whose data nobody needs after a crash."""


class NoPostgres(Exception):
    """There are no programs of PostgreSQL here."""


def programs() -> Path:
    """The folder of initdb and pg_ctl, of the newest version that Debian put beside the path; raises NoPostgres."""
    there = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda found: float(found.parts[-3]))
    if found := there[-1] if there else shutil.which("initdb"):
        return Path(found).resolve().parent
    raise NoPostgres("There is no initdb here. On Debian it is in the package postgresql.")


def is_here() -> bool:
    """Whether PostgreSQL is installed."""
    try:
        return bool(programs())
    except NoPostgres:
        return False


class Cluster:
    """One server with its data; PostgreSQL refuses to be root, so root starts it as somebody else."""

    def __init__(self, folder: Path, *settings: str) -> None:
        self.data, self.settings = folder / "data", settings
        self.log = folder / "log"
        self.port = free_port()
        self._as = _somebody_else()
        if self._as:
            shutil.chown(folder, self._as["user"], self._as["group"])

    def make(self) -> None:
        """An empty one."""
        self.run(
            "initdb", "--pgdata", self.data, "--username", USER, "--auth", "trust", "--no-sync", "--no-locale", "-EUTF8"
        )

    def start(self) -> None:
        options = [f"port={self.port}", "listen_addresses=127.0.0.1", "unix_socket_directories=", *self.settings]
        line = " ".join(f"-c {setting}" for setting in options)
        self.run("pg_ctl", "start", "--wait", f"--timeout={UNHURRIED}", "-D", self.data, "-l", self.log, "-o", line)

    def follow(self, primary: Cluster, name: str) -> None:
        """Make it a copy of another one that runs, and a standby of it by this name."""
        source = f"host=127.0.0.1 port={primary.port} user={USER} application_name={name}"
        self.run(
            "pg_basebackup", "--pgdata", self.data, "--dbname", source, "--checkpoint=fast", "--write-recovery-conf"
        )

    def promote(self) -> None:
        """From standby to primary."""
        self.run("pg_ctl", "promote", "--wait", f"--timeout={UNHURRIED}", "-D", self.data)

    def stop(self) -> None:
        """At once; nothing where it does not run."""
        if (self.data / "postmaster.pid").exists():
            self.run("pg_ctl", "stop", "--mode=immediate", f"--timeout={UNHURRIED}", "-D", self.data, check=False)

    def kill(self) -> None:
        """As a machine dies: the server and all its processes with SIGKILL, none of them told."""
        number = int((self.data / "postmaster.pid").read_text().split()[0])
        children = Path(f"/proc/{number}/task/{number}/children").read_text().split()
        for each in (number, *map(int, children)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)

    def run(self, program: str, *arguments: str | Path, check: bool = True) -> str:
        """What one of PostgreSQL's programs says."""
        done = subprocess.run(
            [programs() / program, *arguments],
            cwd=self.data.parent,
            stdin=subprocess.DEVNULL,
            # a file and no pipe: the server that pg_ctl leaves behind would hold it open
            stdout=subprocess.PIPE if program != "pg_ctl" else subprocess.DEVNULL,
            stderr=subprocess.STDOUT if program != "pg_ctl" else subprocess.DEVNULL,
            text=True,
            check=False,
            **self._as,
        )
        if check and done.returncode:
            said = self.log.read_text() if self.log.exists() else ""
            raise RuntimeError(f"{program} {arguments} ended with {done.returncode}: {done.stdout or ''}{said}")
        return done.stdout or ""

    @property
    def url(self) -> str:
        """Its first database, as ``DATABASE_URL`` names one."""
        return f"postgresql://{USER}@127.0.0.1:{self.port}/postgres"


@contextlib.contextmanager
def running(*settings: str) -> Iterator[Cluster]:
    """A server for as long as the block runs."""
    with tempfile.TemporaryDirectory(prefix="referee-cluster-") as folder:
        cluster = Cluster(Path(folder), *settings)
        cluster.make()
        try:
            cluster.start()
            yield cluster
        finally:
            cluster.stop()


def _somebody_else() -> dict[str, Any]:
    """For ``subprocess``: who is to run PostgreSQL where this is root."""
    if os.getuid() != 0:
        return {}
    import pwd  # which Windows does not have

    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            found = pwd.getpwnam(name)
            return {"user": found.pw_uid, "group": found.pw_gid, "extra_groups": ()}
    raise NoPostgres("PostgreSQL does not run as root, and there is no user postgres or nobody.")


def main(command: list[str]) -> int:
    """Run a command on a server of its own; returns its exit status."""
    with running(*THROWN_AWAY, "max_connections=400") as cluster:
        return subprocess.run(command, env={**os.environ, "TEST_DATABASE_URL": cluster.url}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
