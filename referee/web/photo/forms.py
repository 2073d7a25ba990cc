"""The form of a photograph. It writes nothing, and nothing of it is kept."""

from __future__ import annotations

import io
from typing import Any

from flask_wtf.file import FileField
from werkzeug.formparser import FormDataParser

from referee.web.shell.forms import Sent


class Photo(Sent):
    photo = FileField()

    def picture(self) -> bytes | None:
        """What was sent; None where no file was chosen."""
        file = self.photo.data
        return None if file is None else bytes(file.stream.read())


class InMemory(FormDataParser):
    """Reads a form without a file on the disk: what is larger than half a megabyte would become one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.stream_factory = lambda *_args, **_kwargs: io.BytesIO()
