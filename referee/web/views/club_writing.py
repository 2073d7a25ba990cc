"""One way for every change in a club: read the form, ask the service, show what came of it."""

from __future__ import annotations

from collections.abc import Callable

from werkzeug.wrappers import Response

from referee import errors
from referee.web.forms import Write
from referee.web.forms_season import Sure
from referee.web.frame import Trouble
from referee.web.writing import Shown, show_again

NOT_TICKED = "Tick the box to say that you mean it."


def change(form: Write, do: Callable[[], Response], shown: Shown) -> Response:
    """Do one thing; where it is refused, the page ``shown`` comes again with the reason and what was typed."""
    faults = form.faults()
    if not faults and isinstance(form, Sure) and not form.sure.data:
        faults = {"sure": NOT_TICKED}
    if faults:
        return show_again(shown, Trouble(tuple(dict.fromkeys(faults.values())), faults, form.typed()))
    try:
        return do()
    except errors.Rejected as refused:
        return show_again(shown, Trouble((str(refused),), {refused.field: str(refused)}, form.typed()))
