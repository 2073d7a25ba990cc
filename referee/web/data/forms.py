"""What the form of a club's file may carry."""

from __future__ import annotations

from flask_wtf.file import FileField

from referee.web.shell.forms import Write


class BringIn(Write):
    file = FileField()
