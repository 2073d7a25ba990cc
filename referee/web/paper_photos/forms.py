"""The form of a photo of the paper that is to be kept."""

from __future__ import annotations

from flask_wtf.file import FileField

from referee.web.shell.forms import Write


class Keep(Write):
    file = FileField()

    def picture(self) -> bytes:
        """What was sent; empty where no file was chosen."""
        file = self.file.data
        return b"" if file is None else bytes(file.stream.read())
