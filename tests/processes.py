"""Processes as somebody starts them by hand."""

from __future__ import annotations

import signal
import socket


def hearing_ctrl_c() -> None:
    """For ``preexec_fn``: what a script has put into the background is deaf to Ctrl-C, and so are its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def free_port() -> int:
    """A port of this computer on which nobody listens yet."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
