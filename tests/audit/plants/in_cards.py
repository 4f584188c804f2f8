"""Plant errors in cards and shoes."""

import hashlib

import msgspec

from punto.audit import Check
from tests.audit.forger import EVENTS, Event, Forger
from tests.audit.plants.plant import forged, moved, wins

# Cards


@forged(Check.OUTCOME, "round 1: outcome: the settlement: cards ")
def a_card_as_it_was_drawn(forger: Forger) -> None:
    card = forger.event("CardDrawn")
    card["card"] = "9h" if card["card"] != "9h" else "8h"


@forged(Check.LINE, " settled by line ")
def a_card_wherever_it_stands(forger: Forger) -> None:
    """Replace a card of value 0 by a nine, also in the stored line of the round."""
    event = forger.event("RoundSettled", wins)
    drawn = [each for each in forger.events("CardDrawn") if each["round"] == event["round"]]
    first = next(each for each in drawn if each["side"] == "player")
    hand, slash, rest = event["cards"].partition(" / ")
    cards = hand.split()
    first["card"] = cards[0] = "7h" if cards[1][0] != "7" else "8h"
    event["cards"] = " ".join(cards) + slash + rest


@forged(Check.SIDE, "on the Banker hand; expected the Player hand")
def a_card_on_the_other_hand(forger: Forger) -> None:
    forger.event("CardDrawn")["side"] = "banker"


@forged(Check.CARD, "card: card number 3; expected 2")
def a_card_skipped(forger: Forger) -> None:
    forger.event("CardDrawn", lambda event: event["number"] == 2)["number"] = 3


@forged(Check.CARD, "card: card 1 is '1x'; expected a card")
def a_card_that_does_not_exist(forger: Forger) -> None:
    forger.event("CardDrawn")["card"] = "1x"


@forged(Check.CARD, "card: 9s came 9 times; expected 8 from this shoe")
def a_ninth_copy_of_a_card(forger: Forger) -> None:
    for event in forger.events("CardDrawn")[:12]:
        event["card"] = "9s"


@forged(Check.CARD, " was played; expected none because the round")
def a_card_that_was_not_called_for(forger: Forger) -> None:
    body = forger.body("ExcessCardDrawn")
    card = body[EVENTS][0][2]
    round_ = forger.event("CardDrawn", lambda event: event["number"] == card["number"] - 1)
    body[EVENTS][0] = [
        "CardDrawn",
        1,
        {**card, "round": round_["round"], "side": "player", "by_hand": False},
    ]


@forged(Check.CARD, " left over while dealing; expected between rounds or complete")
def a_card_called_for_and_not_played(forger: Forger) -> None:
    body = forger.body("CardDrawn", lambda event: event["number"] == 2)
    body[EVENTS][0] = ["ExcessCardDrawn", 1, {"number": 2, "card": body[EVENTS][0][2]["card"]}]


@forged(Check.WHO, "a card by hand by Ann alone; expected two people")
def a_card_by_hand_from_one_person(forger: Forger) -> None:
    forger.body("CardDrawn", lambda event: event["by_hand"])[2]["seconded_by"] = None


@forged(Check.COMMITMENT, "card by hand at a committed shoe; expected the order on record")
def a_card_by_hand_from_a_committed_shoe(forger: Forger) -> None:
    _, body = forger.rows[forger.entries("CardDrawn")[-1]]
    body[2] = forger.body("CardDrawn", lambda event: event["by_hand"])[2]
    body[EVENTS][-1][2]["by_hand"] = True


@forged(Check.COMMITMENT, "card by hand at a committed shoe; expected the order on record")
def a_card_of_a_committed_shoe_burned_by_hand(forger: Forger) -> None:
    by = forger.body("CardDrawn", lambda event: event["by_hand"])[2]
    forger.body("CardBurned")[2] = by


@forged(Check.CARD, "card: card number ")
def a_left_over_card_that_is_skipped(forger: Forger) -> None:
    """Skip a left-over card in the next round, and use the card after it."""
    number = forger.event("ExcessCardDrawn")["number"]
    for event in forger.events("CardDrawn"):
        if event["number"] in (number, number + 1):
            event["number"] = 2 * number + 1 - event["number"]


# The shoe


def is_committed(event: Event) -> bool:
    """Whether a shoe has a commitment."""
    return bool(event["commitment"])


@forged(Check.COMMITMENT, "commitment: digest of order and salt ")
def a_commitment(forger: Forger) -> None:
    forger.event("ShoeLoaded", is_committed)["commitment"] = "c0ffee"


@forged(Check.COMMITMENT, "commitment: digest of order and salt ")
def the_salt_of_a_shoe(forger: Forger) -> None:
    forger.event("ShoeEnded", lambda event: event["order"])["salt"] = "not hexadecimal"


@forged(Check.COMMITMENT, "commitment: card 1 is ")
def a_revealed_order_with_a_matching_commitment(forger: Forger) -> None:
    ended = forger.event("ShoeEnded", lambda event: event["order"])
    order = ended["order"]
    ended["order"] = order[2:] + order[:2]
    salted = bytes.fromhex(ended["salt"]) + ended["order"].encode()
    forger.event("ShoeLoaded", is_committed)["commitment"] = hashlib.sha256(salted).hexdigest()


@forged(Check.COMMITMENT, "commitment: the order has ")
def a_stacked_shoe(forger: Forger) -> None:
    ended = forger.event("ShoeEnded", lambda event: event["order"])
    ended["order"] = ended["order"][:-2] + ("9s" if ended["order"][-2:] != "9s" else "8s")
    salted = bytes.fromhex(ended["salt"]) + ended["order"].encode()
    forger.event("ShoeLoaded", is_committed)["commitment"] = hashlib.sha256(salted).hexdigest()


@forged(Check.COMMITMENT, "commitment: the order has 5 of 9s; expected 4 of each card of 4 decks")
def a_shoe_with_one_card_more_than_its_decks(forger: Forger) -> None:
    ended = forger.event("ShoeEnded", lambda event: event["order"])
    ended["order"] += "9s"
    salted = bytes.fromhex(ended["salt"]) + ended["order"].encode()
    forger.event("ShoeLoaded", is_committed)["commitment"] = hashlib.sha256(salted).hexdigest()


@forged(Check.SHOE, "shoe: decks 6; expected 8")
def a_shoe_of_other_decks(forger: Forger) -> None:
    forger.event("ShoeLoaded")["decks"] = 6


@forged(Check.SHOE, "shoe: shoe other; expected shoe-")
def a_round_on_another_shoe(forger: Forger) -> None:
    forger.event("BetsOpened")["shoe"] = "other"


@forged(Check.CUTTING_CARD, "cutting-card: a round on a shoe that has ended; expected a new shoe")
def a_round_after_the_last(forger: Forger) -> None:
    moved(
        forger,
        forger.place("CuttingCardReached"),
        forger.place("DecideParticipation")
        if forger.entries("DecideParticipation")
        else forger.place("ParticipationDecided"),
    )


@forged(Check.CUTTING_CARD, " without the cutting card; expected it before card ")
def a_cutting_card_held_back(forger: Forger) -> None:
    place = forger.entries("CuttingCardReached")[-1]
    body = forger.rows[place][1]
    body[EVENTS] = [each for each in body[EVENTS] if each[0] != "CuttingCardReached"]
    if not body[EVENTS]:
        del forger.rows[place]
    opened = forger.place("BetsOpened")
    ended = forger.entries("ShoeEnded")[-1]
    again = msgspec.json.decode(msgspec.json.encode(forger.rows[opened][1]))
    again[0] = "again"
    last = forger.events("BetsOpened")[-1]
    again[EVENTS][0][2] = {**last, "round": last["round"] + 1}
    forger.rows.insert(ended, ("t1", again))


@forged(Check.SHOE, "last burned card 3; expected 2")
def an_extra_burned_card(forger: Forger) -> None:
    body = forger.body("CardBurned")
    last = body[EVENTS][-1][2]["number"]
    body[EVENTS].append(["CardBurned", 1, {"number": last + 1, "card": "?"}])
