"""The Flask extensions of the pages, made once and bound to an app in ``create_app``."""

from __future__ import annotations

from flask_htmx import HTMX
from flask_wtf import CSRFProtect

csrf = CSRFProtect()
htmx = HTMX()
