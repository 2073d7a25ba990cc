"""The Now page and the cut."""

from __future__ import annotations

from flask import Blueprint
from werkzeug.wrappers import Response

from referee.services.clubs import rulebooks
from referee.web.game import forms
from referee.web.game.page import now as now_view
from referee.web.parts.round_in_play import irregularities
from referee.web.result.page import shown
from referee.web.round import news
from referee.web.score.page import score_page
from referee.web.shell import desk, screens
from referee.web.shell.hands import hands_here
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
    if not (view.closed and desk.is_here(visit.value("desk"))):
        return screens.page("game/now.html", been=kept, view=view, asks=asks)
    sheet, wrong = score_page(visit.code, visit.state, hands), irregularities(visit.state)
    return screens.page("game/now.html", been=kept, view=view, asks=asks, sheet=sheet, wrong=wrong)


@pages.post("/g/<code>/cut")
def cut(code: str) -> Response:
    form = forms.Cut()
    return write(form, form.command, now.at(code=code), now.at(code=code))
