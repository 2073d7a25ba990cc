"""Processes as somebody starts them by hand."""

from __future__ import annotations

import signal


def hearing_ctrl_c() -> None:
    """For ``preexec_fn``: what a script has put into the background is deaf to Ctrl-C, and so are its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
