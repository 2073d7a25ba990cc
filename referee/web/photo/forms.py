"""The form of a photograph. It writes nothing, and nothing of it is kept."""

from __future__ import annotations

from flask_wtf.file import FileField

from referee.web.shell.forms import InMemory as InMemory
from referee.web.shell.forms import Sent


class Photo(Sent):
    photo = FileField()

    def picture(self) -> bytes | None:
        """What was sent; None where no file was chosen."""
        file = self.photo.data
        return None if file is None else bytes(file.stream.read())
