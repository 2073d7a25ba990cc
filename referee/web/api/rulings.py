"""A ruling as programs read it: what ``referee.rules.speech.rulings.as_json`` writes, as types."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from msgspec import Meta

from referee.rules.rulings import Reason
from referee.rules.schema import LONGEST_LIST
from referee.web.api.shapes import about, component

Texts = Annotated[list[str], Meta(max_length=LONGEST_LIST)]


class Citation(TypedDict):
    """A clause that decided."""

    clause: Annotated[str, about("Its address: the page `/rulebooks/<rulebook>#<topic>` shows it.")]
    basis: Annotated[str, about("", "stated", "inherited", "house default", "house rule")]
    source: Annotated[str, about("Where it is written; `no source says` of a house default.")]
    text: Annotated[str, about("What it says.")]
    passages: NotRequired[
        Annotated[
            Texts,
            about(
                "Only where the source contradicts itself or can be read two ways: both passages; the clause follows "
                "one. With the basis `house default` the whole clause is such a reading."
            ),
        ]
    ]


class Finding(TypedDict):
    """One thing that is wrong."""

    reason: Reason
    clause: str
    says: str
    cards: Annotated[Texts, about("The cards at fault.")]


class Need(TypedDict):
    """A fact that was not given and would decide."""

    field: Annotated[str, about("The field to send with it.")]
    question: Annotated[str, about("What to ask at the table.")]


class Ruling(TypedDict):
    """What every ruling has; each question adds its own."""

    legal: Annotated[
        bool | None, about("Null where the question only computes, and where `needs` names what is missing.")
    ]
    ruling: Annotated[str, about("One plain sentence for the table.")]
    because: Annotated[list[Annotated[Citation, component("Citation")]], about("The deciding clause first.")]
    along: NotRequired[
        Annotated[
            Texts,
            about(
                "Only with house rules that leave another value no choice: what follows from them, as a sentence each."
            ),
        ]
    ]
    needs: NotRequired[
        Annotated[list[Annotated[Need, component("Need")]], about("Only where a deciding fact is missing.")]
    ]
    fault: NotRequired[Annotated[Texts, about("Only with a no: the cards at fault.")]]
    makes_legal: NotRequired[Annotated[Texts, about("Only with a no: what would make it a yes.")]]
    findings: NotRequired[
        Annotated[list[Annotated[Finding, component("Finding")]], about("Only with a no: all that is wrong.")]
    ]


class Fault(TypedDict):
    field: str
    message: str


class Error(TypedDict):
    """Why a question cannot be read."""

    error: Fault
