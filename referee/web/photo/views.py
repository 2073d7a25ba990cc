"""Cards left from a photograph: one picture in, the cards in it out. Nothing is written, and nothing of it is kept."""

from __future__ import annotations

from dataclasses import asdict

from flask import Blueprint, abort, jsonify, request
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response

from referee import errors, vision
from referee.app.extensions import csrf
from referee.game.state import GameState
from referee.messages import gettext as _
from referee.services.games import games
from referee.services.games.pictures import TURNS
from referee.vision import UnreadablePicture, Why
from referee.web.parts.pad import PHOTO
from referee.web.photo.forms import InMemory, Photo
from referee.web.photo.page import PhotoRead, photo_read, why_not
from referee.web.shell import frame, screens
from referee.web.shell.by_rules import only_by_rules
from referee.web.shell.errors import LOST_SIGHT
from referee.web.shell.frame import Trouble
from referee.web.shell.screens import Address

pages = Blueprint("photo", __name__)
only_by_rules(pages)
JSON = "application/json"


class Unread(errors.RefereeError):
    """Why the picture gave no cards, and with which status."""

    def __init__(self, sentence: str, status: int = 422) -> None:
        super().__init__(sentence)
        self.status = status


@pages.post("/g/<code>/photo/<int:number>/<int:seat>")
def read(code: str, number: int, seat: int) -> Response:
    """The cards in a picture, as those of a seat in a round: as JSON for a script, else as the pad filled with them."""
    request.form_data_parser_class = InMemory
    if not vision.installed():
        abort(404)
    state = games.game(code)
    here = _pad(state, code, number, seat)
    by_script = request.headers.get("Accept") == JSON
    try:
        cards_read = _read(state, number, seat)
    except errors.RefereeError as unread:
        return _refused(unread, None if by_script else here)
    if by_script:
        return _answer(asdict(cards_read) | {"cards": [card._asdict() for card in cards_read.cards]})
    values = {**here.values, "cards": cards_read.typed, "unsure": cards_read.unsure}
    return screens.proceed(Address(here.screen, values))


csrf.exempt(read)  # the form itself asks for the token: before that, a large picture would be refused as too much


def _pad(state: GameState, code: str, number: int, seat: int) -> Address:
    """The page whose pad is to be filled."""
    running = state.running
    if running is not None and running.number == number and seat in running.seats:
        return screens.at("round.page", code=code, seat=seat, round=number)
    if not 1 <= number <= len(state.rounds) or seat not in state.rounds[number - 1].cells:
        abort(404)
    return screens.at("score.cell", code=code, number=number, seat=seat)


def _read(state: GameState, number: int, seat: int) -> PhotoRead:
    """Raises Unread, and ManyPictures."""
    try:
        form = Photo()
        if not form.validate_on_submit():
            raise Unread(str(LOST_SIGHT), 400)
        picture = form.picture()
    except RequestEntityTooLarge:
        raise Unread(why_not(Why.TOO_MANY_BYTES), 413) from None
    if picture is None:
        raise Unread(_("Choose a picture first."))
    try:
        reading = TURNS.read(vision.read, picture)
    except UnreadablePicture as unreadable:
        raise Unread(why_not(unreadable.why), 413 if unreadable.why is Why.TOO_MANY_BYTES else 422) from None
    if not reading.cards:
        raise Unread(_("No cards were found in this picture. Take another one, or type the cards."))
    return photo_read(state, number, seat, reading)


def _refused(unread: errors.RefereeError, here: Address | None) -> Response:
    """The sentence alone for a script, else the pad with it; the cards are as they were."""
    if here is None:
        response = _answer({"why": str(unread)}, unread.status)
    else:
        response = screens.show_again(here, Trouble.at({PHOTO: str(unread)}))
        response.status_code = unread.status if response.status_code == 422 else response.status_code
    if unread.wait:
        frame.log_refusal(str(unread))
        response.headers["Retry-After"] = str(unread.wait)
    return response


def _answer(data: object, status: int = 200) -> Response:
    response = jsonify(data)
    response.status_code = status
    response.headers["Cache-Control"] = "no-store"
    return response
