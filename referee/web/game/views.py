"""The Now page and the cut."""

from __future__ import annotations

from flask import Blueprint, after_this_request, request
from werkzeug.wrappers import Response

from referee.services.clubs import rulebooks
from referee.web.game.page import now as now_view
from referee.web.parts.round_in_play import irregularities
from referee.web.result.page import shown
from referee.web.round import news
from referee.web.score.forms import Cut
from referee.web.score.page import score_page
from referee.web.shell import access, screens
from referee.web.shell.hands import hands_here
from referee.web.shell.live_parts import DESK_COOKIE, keep_cookie
from referee.web.shell.screens import Page, Visit, screen
from referee.web.shell.writing import write

pages = Blueprint("game", __name__)


@screen(pages, "/g/<code>")
def now(visit: Visit) -> Page:
    """The round in play; before it, once, the news of the one before. The result where there is none."""
    running, been = visit.state.running, news.been(visit.code, visit.state, visit.value("read"))
    kept = news.kept(visit.code, been)
    if running is None:
        return shown(visit, revealed=been.sees_end)._replace(been=kept)
    if been.reads:
        return screens.page("round/news.html", been=kept, view=news.news_page(visit.code, visit.state, running))
    hands = hands_here(visit.code, running.seats)
    asks = rulebooks.is_to_agree(visit.code, visit.state)
    view = now_view(visit.code, visit.state, visit.value("taken"), visit.value("same"), hands)
    if not (view.closed and _at_desk(visit)):
        return screens.page("game/now.html", been=kept, view=view, asks=asks, club=access.club_of_game_here())
    sheet, wrong = score_page(visit.code, visit.state, hands), irregularities(visit.state)
    return screens.page(
        "game/now.html", been=kept, view=view, asks=asks, sheet=sheet, wrong=wrong, club=access.club_of_game_here()
    )


def _at_desk(visit: Visit) -> bool:
    """Whether the browser stands at a desk: a screen wide enough for *Now* and the score sheet side by side.

    No server knows how wide a screen is. The style sheet does: only there a part of *Now* is displayed that asks for
    the page once more, with ``desk=1``. From then on this browser gets both in one page and in one answer to news; a
    phone gets nothing of the sheet.
    """
    if visit.value("desk") == "1":
        after_this_request(_desk_kept)
        return True
    return request.cookies.get(DESK_COOKIE) == "1"


def _desk_kept(response: Response) -> Response:
    keep_cookie(response, DESK_COOKIE, "1")
    return response


@pages.post("/g/<code>/cut")
def cut(code: str) -> Response:
    form = Cut()
    return write(form, form.command, now.at(code=code), now.at(code=code))
