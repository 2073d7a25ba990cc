"""A game of three under house rules of their own, opened through the pages."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Flask

from referee.rulebooks import library
from referee.services.clubs import rulebooks, seasons
from tests.services.desk import tag
from tests.web.plain import Phone

NAME = "As we play it"


def opened_by_house_rules(app: Flask, phone: Phone, house: Mapping[str, object]) -> Phone:
    """Contract Rummy with these house rules, saved in the club and chosen on the form; Anna deals first."""
    with app.app_context():
        rulebooks.save_rulebook(seasons.first_club().id, library.load("contract"), NAME, tag(), house)
    phone.open("/new")
    [ours] = [each.get("value") for each in phone.all("input", name="rulebook") if "as-we" in str(each.get("value"))]
    phone.send("/new", rulebook=ours, player=["Anna", "Otto", "Jo"], how="chosen", dealer="1")
    return phone
