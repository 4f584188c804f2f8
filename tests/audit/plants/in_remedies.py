"""Plant voids, rulings and withdrawals that follow from no row."""

import msgspec

from punto.audit import Check
from tests.audit.forger import EVENTS, Event, Forger
from tests.audit.plants.plant import LIVE, SILENT, forged, moved


@forged(Check.VOID, "void: returned: ")
def a_void_that_returns_less(forger: Forger) -> None:
    forger.event("RoundVoided")["returned"][0]["cents"] -= 20


@forged(Check.VOID, "void: returned: ")
def a_void_that_forgets_a_seat(forger: Forger) -> None:
    forger.event("RoundVoided")["returned"].pop()


@forged(Check.VOID, "void: a void; expected the next remedy: “none”")
def a_void_for_no_reason(forger: Forger) -> None:
    body = forger.body("RoundVoided")
    body[EVENTS] = [each for each in body[EVENTS] if each[0] != "IrregularityRaised"]


@forged(Check.VOID, "is interrupted” by –; expected as “The round is interrupted” by E 5.9, 5.9.1")
def a_void_by_no_clause(forger: Forger) -> None:
    forger.event("RoundVoided")["source"] = ""


def raises(forger: Forger, circumstance: str) -> Event:
    """The first interruption with a circumstance."""
    return forger.event(
        "IrregularityRaised",
        lambda event: event["trigger"] == "interrupted" and circumstance in event["circumstances"],
    )


@forged(Check.IRREGULARITY, "irregularity: “some wager on offer is decided; ")
def an_outcome_both_established_and_not(forger: Forger) -> None:
    raises(forger, "not-established")["circumstances"].append("established")


@forged(Check.IRREGULARITY, "irregularity: “no wager on offer is decided”; expected “some wager")
def a_power_cut_used_to_void_an_established_round(forger: Forger) -> None:
    """Someone cuts the power for a void, and forges everything about it to match."""
    body = forger.body("PlayResumed", lambda event: event["source"] == "E 5.9, 5.9.2")
    raised = body[EVENTS][0][2]
    void = forger.event("RoundVoided")
    raised.update(
        circumstances=["not-established", "power-failure"],
        source=void["source"],
        steps=[{"remedy": "void", "detail": None, "position": None}],
    )
    confirmed = forger.event(
        "ParticipantsConfirmed", lambda event: event["round"] == raised["round"]
    )
    sets = {
        event["seat"]: event
        for event in forger.events("WagersPlaced")
        if event["round"] == raised["round"] and event["seat"] in confirmed["seats"]
    }
    returned = [
        {
            "seat": seat,
            "visit": event["visit"],
            "cents": sum(stake["cents"] for stake in event["stakes"]),
        }
        for seat, event in sets.items()
    ]
    voided = {**void, "round": raised["round"], "returned": returned}
    body[EVENTS][1] = ["RoundVoided", 1, voided]
    place = forger.place("RoundSettled", lambda event: event["round"] == raised["round"])
    first = forger.rows.index(("t1", body)) + 1
    del forger.rows[first : place + 1]


@forged(
    Check.IRREGULARITY,
    "answered by “play on” under E 5.9, 5.9.1; expected “void, all stakes back” under ",
)
def an_interruption_played_on(forger: Forger) -> None:
    event = raises(forger, "not-established")
    event["steps"] = [{"remedy": "play-on", "detail": None, "position": None}]


@forged(
    Check.IRREGULARITY,
    "irregularity: “void, all stakes back” was due and did not follow; expected it at once",
)
def a_void_that_does_not_follow(forger: Forger) -> None:
    body = forger.body("RoundVoided")
    body[EVENTS] = [each for each in body[EVENTS] if each[0] != "RoundVoided"]


@forged(Check.WITHDRAWAL, "withdrawal: seat 1 withdrew ", LIVE)
def a_part_of_the_wagers_withdrawn(forger: Forger) -> None:
    event = forger.event("WithdrawalAnswered", lambda event: event["withdrawn"])
    event["cents"] -= event["withdrawn"].pop()["cents"]


@forged(Check.WITHDRAWAL, "withdrawal: seat 2 answered; expected one answer, to an offer", LIVE)
def an_answer_changed_afterwards(forger: Forger) -> None:
    place = forger.place("WithdrawalAnswered", lambda event: not event["withdrawn"])
    again = msgspec.json.decode(msgspec.json.encode(forger.rows[place][1]))
    again[0] = "again"
    forger.rows.insert(place + 1, ("t1", again))


@forged(
    Check.IRREGULARITY,
    "irregularity: an irregularity again; expected once",
    LIVE,
)
def an_interruption_offered_twice(forger: Forger) -> None:
    """A patron who stayed in could change their mind."""
    offer = forger.place(
        "IrregularityRaised",
        lambda event: event["trigger"] == "interrupted" and "T 5.17, 5.17.1" in event["source"],
    )
    again = msgspec.json.decode(msgspec.json.encode(forger.rows[offer][1]))
    again[0] = "again"
    forger.rows.insert(offer + 1, ("t1", again))


@forged(Check.WITHDRAWAL, "withdrawal: seat 1 answered; expected one answer, to an offer", LIVE)
def a_withdrawal_that_was_not_offered(forger: Forger) -> None:
    answered = forger.place("WithdrawalAnswered")
    moved(forger, answered, forger.place("IrregularityRaised"))


@forged(Check.WHO, "who: Ann acted for v1; expected that patron", LIVE)
def a_withdrawal_by_another_patron(forger: Forger) -> None:
    forger.body("WithdrawalAnswered")[2].update(kind="staff", name="Ann")


@forged(
    Check.IRREGULARITY,
    "irregularity: a card while the round waits for “the cause of the interruption”",
    LIVE,
)
def a_card_while_the_cause_is_not_known(forger: Forger) -> None:
    """The card came earlier. The forger moves it after the request for the cause."""
    cause = forger.place("CauseRequested") if forger.entries("CauseRequested") else 0
    moved(forger, cause, cause - 1)


@forged(Check.WHO, "lost cards detected by Ann; expected a report by two people, with evidence")
def lost_cards_on_one_dealers_word(forger: Forger) -> None:
    body = forger.body("RoundVoided", lambda event: event["source"] == "E 5.9, 5.9.1")
    body[EVENTS][0][2]["circumstances"].insert(0, "cards-beyond-recovery")
    body[2].update(kind="staff", name="Ann", position="dealer")


@forged(Check.IRREGULARITY, "irregularity: lost cards with ")
def lost_cards_of_a_round_that_has_them_all(forger: Forger) -> None:
    """The forger moves the interruption after the last card and reports the shoe as lost."""
    body = forger.body("PlayResumed", lambda event: event["source"] == "E 5.9, 5.9.2")
    raised = body[EVENTS][0][2]
    raised["circumstances"].insert(0, "cards-beyond-recovery")
    settled = forger.place("RoundSettled", lambda event: event["round"] == raised["round"])
    moved(forger, forger.rows.index(("t1", body)), settled - 1)


@forged(Check.IRREGULARITY, "the cause requested again; expected once", LIVE)
def a_cause_that_is_requested_twice(forger: Forger) -> None:
    place = forger.place("CauseRequested")
    again = msgspec.json.decode(msgspec.json.encode(forger.rows[place][1]))
    again[0] = "again"
    forger.rows.insert(place + 1, ("t1", again))


@forged(Check.WHO, "who: a ruling of void by Ann alone; expected two people", SILENT)
def a_void_by_one_person(forger: Forger) -> None:
    forger.body("RulingGiven", lambda event: event["outcome"] == "void")[2]["seconded_by"] = None


@forged(Check.WHO, "who: a ruling of void by Ann alone; expected two people", SILENT)
def a_void_approved_by_the_same_person(forger: Forger) -> None:
    body = forger.body("RulingGiven", lambda event: event["outcome"] == "void")
    body[2]["seconded_by"]["name"] = "Ann"


@forged(Check.WHO, "who: a ruling by Ann; expected Pit Manager or higher", SILENT)
def a_ruling_by_a_dealer(forger: Forger) -> None:
    body = forger.body("RulingGiven")
    body[2]["position"] = body[EVENTS][0][2]["position"] = "dealer"


@forged(
    Check.VOID,
    "void: a void; expected the next remedy: “a ruling”",
    SILENT,
)
def a_void_without_a_ruling(forger: Forger) -> None:
    body = forger.body("RulingGiven", lambda event: event["outcome"] == "void")
    body[EVENTS] = [each for each in body[EVENTS] if each[0] != "RulingGiven"]
