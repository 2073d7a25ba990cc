"""The Flask extensions of the pages, made once and bound to an app in ``create_app``."""

from __future__ import annotations

from flask_babel import Babel
from flask_htmx import HTMX
from flask_wtf import CSRFProtect

babel = Babel(configure_jinja=False)  # the templates get what they need of it in referee.web.shell.catalogue
csrf = CSRFProtect()
htmx = HTMX()
