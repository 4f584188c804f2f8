"""Plant invalid wagers, and seats that wrongly take part or are left out."""

import msgspec

from punto.audit import Check
from tests.audit.forger import EVENTS, Event, Forger
from tests.audit.plants.plant import LIVE, forged, moved

# Wagers


@forged(Check.LATE_WAGER, "late-wager: a set of wagers while bets closed; expected bets open")
def a_wager_after_the_close(forger: Forger) -> None:
    close = forger.place("BetsClosed")
    staked = forger.place("WagersPlaced", lambda event: event["stakes"] == [])
    moved(forger, staked, close)


@forged(Check.LATE_WAGER, "late-wager: a set of wagers while dealing; expected bets open")
def a_wager_after_the_first_card(forger: Forger) -> None:
    card = forger.place("CardDrawn")
    staked = forger.place("WagersPlaced", lambda event: event["stakes"] == [])
    moved(forger, staked, card)


@forged(Check.OTHER_ROUND, "round 1: other-round: a set of wagers for round 2; expected round 1")
def a_wager_for_another_round(forger: Forger) -> None:
    forger.event("WagersPlaced")["round"] = 2


@forged(Check.WAGER, " taken and $0.00 returned; expected ")
def less_collected_than_staked(forger: Forger) -> None:
    forger.event("WagersPlaced")["debited_cents"] -= 20


@forged(Check.WAGER, "wager: set 7; expected 1")
def a_set_numbered_wrongly(forger: Forger) -> None:
    forger.event("WagersPlaced")["set"] = 7


@forged(Check.WAGER, "wager: wager lucky; expected one on offer")
def a_wager_that_is_not_on_offer(forger: Forger) -> None:
    forger.event("WagersPlaced")["stakes"][0]["wager"] = "lucky"


@forged(Check.WAGER, "at position 3, stack 1; expected its own place on the layout")
def a_stake_outside_the_areas(forger: Forger) -> None:
    forger.event("WagersPlaced")["stakes"][0]["position"] = 3


def staked(forger: Forger, cents: int) -> None:
    """Change the amount of a first stake, both when placed and when settled."""
    placed = forger.event("WagersPlaced")
    placed["debited_cents"] += cents - placed["stakes"][0]["cents"]
    placed["stakes"][0]["cents"] = cents


@forged(Check.LIMIT, "limit: $6,000.00 on ")
def a_stake_over_the_maximum(forger: Forger) -> None:
    staked(forger, 6_000_00)


@forged(Check.LIMIT, "limit: $0.20 on ")
def a_stake_under_the_minimum(forger: Forger) -> None:
    staked(forger, 20)


@forged(Check.LIMIT, "limit: $10.01 on ")
def a_stake_that_cannot_be_paid_to_the_cent(forger: Forger) -> None:
    staked(forger, 10_01)


@forged(Check.WHO, "who: v2 acted for v1; expected that patron, or staff")
def a_wager_by_another_patron(forger: Forger) -> None:
    forger.body("WagersPlaced")[2]["name"] = "v2"


@forged(Check.WHO, "who: Ann acted for v1; expected that patron, or staff")
def a_wager_by_staff_where_no_clause_allows_it(forger: Forger) -> None:
    forger.body("WagersPlaced")[2].update(kind="staff", name="Ann", position="dealer")


@forged(Check.SEAT, "seat: a set of wagers by v9 at seat 1; expected v1")
def a_wager_of_a_visit_that_sits_elsewhere(forger: Forger) -> None:
    forger.event("WagersPlaced")["visit"] = "v9"


@forged(Check.LIMIT, "limit: $0.20 left on Banker; expected its minimum or nothing", LIVE)
def a_share_left_under_the_minimum(forger: Forger) -> None:
    place = forger.place("WagersPlaced", lambda event: shares(event) and event["seat"] == 2)
    again = msgspec.json.decode(msgspec.json.encode(forger.rows[place - 1][1]))
    again[0] = "again"
    event = again[EVENTS][0][2]
    event.update(set=3, stakes=[], debited_cents=0, returned_cents=event["debited_cents"])
    forger.rows.insert(place + 1, ("t1", again))
    for event in forger.events("WagersPlaced"):
        if event["seat"] == 4 and shared_round(forger) == event["round"]:
            event["set"] = 4
    settled = forger.event("RoundSettled", lambda event: event["round"] == shared_round(forger))
    settled["wagers"] = [wager for wager in settled["wagers"] if wager["seat"] != 1]
    confirmed = forger.event(
        "ParticipantsConfirmed", lambda each: each["round"] == settled["round"]
    )
    confirmed["seats"].remove(1)


def shares(event: Event) -> bool:
    """Whether a set is on an area that two patrons share."""
    return any(stake["stack"] == 2 for stake in event["stakes"])


def shared_round(forger: Forger) -> int:
    """The round in which two patrons share a wager."""
    return int(forger.event("WagersPlaced", shares)["round"])


# Seats that take part


def leaves_out(event: Event) -> bool:
    """Whether an event leaves out seats of a round."""
    return bool(event["returned"])


@forged(Check.TAKES_PART, "takes-part: seats 1, 2, 3, 4 take part; expected 1, 3, 4")
def a_disconnected_seat_that_takes_part(forger: Forger) -> None:
    event = forger.event("ParticipantsConfirmed", leaves_out)
    event.update(seats=[1, 2, 3, 4], returned=[], source="")


@forged(Check.TAKES_PART, "takes-part: seats 1, 3 take part; expected 1, 3, 4")
def a_seat_left_out_against_a_ruling(forger: Forger) -> None:
    event = forger.event("ParticipantsConfirmed", leaves_out)
    event["seats"].remove(4)


@forged(Check.TAKES_PART, "takes-part: returned: ")
def a_seat_left_out_that_gets_less_back(forger: Forger) -> None:
    forger.event("ParticipantsConfirmed", leaves_out)["returned"][0]["cents"] -= 20


@forged(Check.TAKES_PART, "seats left out under –; expected POLICY P2")
def seats_left_out_without_a_rule(forger: Forger) -> None:
    forger.event("ParticipantsConfirmed", leaves_out)["source"] = ""


@forged(Check.TAKES_PART, "seat 4 ruled on too late; expected before the first card")
def a_seat_ruled_on_after_the_seats_were_confirmed(forger: Forger) -> None:
    ruled = forger.place("ParticipationDecided")
    moved(forger, ruled, ruled + 1)


@forged(Check.TAKES_PART, "seat 1 ruled on; expected a terminal whose display is in doubt")
def a_ruling_on_a_certain_wager(forger: Forger) -> None:
    forger.event("ParticipationDecided")["seat"] = 1


@forged(Check.WHO, "who: a ruling on a seat by Ann; expected Gaming Shift Manager")
def a_seat_ruled_on_by_a_dealer(forger: Forger) -> None:
    forger.body("ParticipationDecided")[2]["position"] = "dealer"


@forged(Check.TAKES_PART, "before the seats were confirmed; expected after it")
def a_card_before_the_seats_were_confirmed(forger: Forger) -> None:
    del forger.rows[forger.place("ParticipantsConfirmed")]


# Seats and tables


@forged(Check.SEAT, "seat: seat 1 taken by v2; expected a free seat")
def a_seat_of_two_visits(forger: Forger) -> None:
    forger.event("SeatTaken", lambda event: event["seat"] == 2)["seat"] = 1


@forged(Check.SEAT, "seat: v1 takes a second seat; expected one seat per visit")
def two_seats_for_one_visit(forger: Forger) -> None:
    forger.event("SeatTaken", lambda event: event["seat"] == 2)["visit"] = "v1"


@forged(Check.WHO, "who: v2 acted for v1; expected that patron, or staff")
def an_acknowledgement_by_another_patron(forger: Forger) -> None:
    forger.body("ScreenAcknowledged")[2]["name"] = "v2"


@forged(Check.PHASE, "phase: the table opened while between rounds; expected closed")
def a_table_opened_twice(forger: Forger) -> None:
    del forger.rows[forger.place("TableClosed")]
