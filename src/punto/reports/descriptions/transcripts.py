"""Write events and refusals as the lines of a transcript, with details below them."""

from collections.abc import Iterable

from punto.core.irregularities import Circumstance, RemedyStep
from punto.journal.entry import AnyEvent
from punto.messages.message import Message, message
from punto.messages.render import render
from punto.reports.descriptions.events import (
    DIGEST_DIGITS,
    describe,
    face,
    stake_message,
    stake_messages,
)
from punto.reports.descriptions.names import wager_name
from punto.reports.descriptions.situations import describe_remedy
from punto.table import events
from punto.table.refusals import Refusal
from punto.table.settings import Settings
from punto.table.stakes import position_of


def transcript_lines(event: AnyEvent, language: str) -> tuple[str, ...]:
    """An event in a transcript: its sentence, and its details in lines that are indented."""
    details = (f"    {render(detail, language)}" for detail in event_details(event))
    return (render(describe(event), language), *details)


def refusal_line(refusal: Refusal) -> str:
    """A refusal in a transcript."""
    return f"not done: {refusal.code} ({refusal.clause}) {render(refusal.message, 'en')}"


def event_details(event: AnyEvent) -> tuple[Message, ...]:  # noqa: C901  one case per event
    """The facts that a transcript prints below the sentence of an event."""
    match event:
        case events.TableOpened() | events.SettingsChanged():
            return (_settings(event.settings),)
        case events.BetsOpened():
            # A custom rulebook has neither a version nor a date.
            *rules, digest = event.rulebook.split()
            return (
                message(
                    "event-detail.round",
                    shoe=event.shoe,
                    rules=" ".join((*rules, digest[:DIGEST_DIGITS])),
                    settings=event.settings[:DIGEST_DIGITS],
                ),
            )
        case events.WagersPlaced():
            return (
                message(
                    "event-detail.set",
                    visit=event.visit,
                    set=event.set,
                    debited=event.debited_cents,
                ),
            )
        case events.ParticipantsConfirmed() | events.RoundVoided():
            return tuple(_returned(each) for each in event.returned)
        case events.RoundSettled() | events.RoundCorrected():
            cards = message("event-detail.cards", cards=event.cards)
            return (cards, *(line for each in event.wagers for line in _settled(each)))
        case events.IrregularityRaised():
            return (*_facts(event.circumstances), *_steps(event.steps))
        case events.FactsCorrected():
            facts = _facts(event.circumstances)
            return (*facts, *_steps(event.steps), *_typed(event.reason))
        case events.RulingGiven():
            return (*_steps(event.steps), *_typed(event.reason))
        case events.DecisionReferred():
            return _typed(event.reason)
        case events.WithdrawalAnswered() if event.withdrawn:
            stakes = stake_messages(event.seat, event.withdrawn)
            return (message("event-detail.stakes", stakes=stakes),)
        case events.WagersRemoved():
            stakes = stake_messages(event.seat, event.removed)
            return (message("event-detail.stakes", stakes=stakes), *_typed(event.reason))
        case (
            events.CardsMisplaced()
            | events.CardsReconstructed()
            | events.CardsSetAside()
            | events.SetAsideCardsInspected()
            | events.MissingCardsReplaced()
        ) if event.cards:
            numbered = tuple(
                message("event-part.numbered-card", number=number, card=face(card))
                for number, card in event.cards
            )
            return (message("event-detail.cards-known", cards=numbered),)
        case _:
            return ()


def _settings(settings: Settings) -> Message:
    limits = tuple(
        message(
            "event-detail.limit",
            wager=wager_name(limit.wager),
            low=limit.minimum_cents,
            high=limit.maximum_cents,
        )
        for limit in settings.limits
    )
    decks, cut = settings.decks, settings.cards_behind_cut
    return message("event-detail.settings", decks=decks, cut=cut, limits=limits)


def _returned(stakes: events.ReturnedStakes) -> Message:
    seat = position_of(stakes.seat)
    return message("event-detail.returned", seat=seat, cents=stakes.cents)


def _settled(wager: events.WagerSettled) -> Iterable[Message]:
    seat, stake = position_of(wager.seat), stake_message(wager.seat, wager.stake)
    if wager.uncounted_cents:
        cents = wager.uncounted_cents
        yield message("event-detail.uncounted", seat=seat, stake=stake, cents=cents)
        if cents == wager.stake.cents:
            return
    returned = wager.returned_cents
    if wager.line:
        line = wager.line
        yield message("event-detail.won", seat=seat, stake=stake, line=line, returned=returned)
    else:
        yield message("event-detail.lost", seat=seat, stake=stake, returned=returned)


def _facts(circumstances: tuple[Circumstance, ...]) -> tuple[Message, ...]:
    if not circumstances:
        return ()
    return (message("event-detail.circumstances", circumstances=circumstances),)


def _steps(steps: tuple[RemedyStep, ...]) -> tuple[Message, ...]:
    if not steps:
        return ()
    return (message("event-detail.steps", steps=tuple(map(describe_remedy, steps))),)


def _typed(reason: str) -> tuple[Message, ...]:
    """The reason that a person typed."""
    return (message("event-detail.reason", reason=reason),) if reason else ()
