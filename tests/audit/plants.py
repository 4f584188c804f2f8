"""Planted errors: what somebody might change in a journal, and the check that must find it."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from punto.audit import Check
from tests.audit.forger import EVENTS, TRANSFERS, Event, Forger

TIGER, LIVE, SILENT = "tiger", "tiger-no-commission-live", "super-six-plus"
"""Games whose shifts are changed: one on terminals, a dealer's, and one that leaves more open."""


@dataclass(frozen=True)
class Plant:
    """One change, the journal it is made in, and what the auditor must say of it."""

    change: Callable[[Forger], None]
    found_by: Check
    words: str
    game: str = TIGER

    @property
    def name(self) -> str:
        """What was changed, in words."""
        return self.change.__name__.replace("_", " ")


PLANTS: list[Plant] = []


def planted(found_by: Check, words: str, game: str = TIGER) -> Callable[[Any], Any]:
    """Adds a change to the list."""

    def add(change: Callable[[Forger], None]) -> Callable[[Forger], None]:
        PLANTS.append(Plant(change, found_by, words, game))
        return change

    return add


def forged(found_by: Check, words: str, game: str = TIGER) -> Callable[[Any], Any]:
    """Adds a change after which chain, transfers and balances are made to fit again."""

    def add(change: Callable[[Forger], None]) -> Callable[[Forger], None]:
        def forge(forger: Forger) -> None:
            change(forger)
            forger.write()

        forge.__name__ = change.__name__
        PLANTS.append(Plant(forge, found_by, words, game))
        return change

    return add


# The file and the chain, changed by somebody who does not mend what follows

TABLE = "stream = (SELECT stream FROM streams WHERE name = 't1')"


@planted(Check.HASH, "t1, entry 40: hash: hash ")
def a_letter_of_an_entry(forger: Forger) -> None:
    forger.sql(
        "UPDATE entries SET body = CAST(replace(CAST(body AS TEXT), 'noon', 'noom') AS BLOB) "
        f"WHERE {TABLE} AND number = 40"
    )


@planted(Check.HASH, "t1, entry 40: hash: hash 0000")
def a_hash(forger: Forger) -> None:
    forger.sql(f"UPDATE entries SET hash = zeroblob(32) WHERE {TABLE} AND number = 40")


@planted(Check.NUMBER, "t1, entry 41: number: entry 41 follows 39; expected 40")
def a_deleted_entry(forger: Forger) -> None:
    forger.sql(f"DELETE FROM entries WHERE {TABLE} AND number = 40")


@planted(Check.NUMBER, "entry 41 follows 39; expected 40")
def a_swapped_pair_of_numbers(forger: Forger) -> None:
    forger.sql(
        f"UPDATE entries SET number = -1 WHERE {TABLE} AND number = 40",
        f"UPDATE entries SET number = 40 WHERE {TABLE} AND number = 41",
        f"UPDATE entries SET number = 41 WHERE {TABLE} AND number = -1",
    )


@planted(Check.HASH, "t1, entry 40: hash: hash ")
def a_swapped_pair_of_texts(forger: Forger) -> None:
    forger.sql(
        f"CREATE TEMP TABLE two AS SELECT number, body FROM entries WHERE {TABLE} "
        "AND number IN (40, 41)",
        "UPDATE entries SET body = (SELECT body FROM two WHERE two.number = 81 - entries.number) "
        f"WHERE {TABLE} AND number IN (40, 41)",
    )


@planted(Check.HEAD, "t1: head: the stream ends at entry ")
def a_cut_tail(forger: Forger) -> None:
    forger.sql(f"DELETE FROM entries WHERE {TABLE} AND number > 200")


@planted(Check.ENTRY_ID, "t1, entry 40: entry-id: id other")
def the_id_beside_an_entry(forger: Forger) -> None:
    forger.sql(f"UPDATE entries SET id = 'other' WHERE {TABLE} AND number = 40")


@planted(Check.HEAD, "t1: head: head 0000")
def the_head_of_a_stream(forger: Forger) -> None:
    forger.sql("UPDATE streams SET head = zeroblob(32) WHERE name = 't1'")


@planted(Check.HEAD, "t1: head: the stream ends at entry ")
def the_version_of_a_stream(forger: Forger) -> None:
    forger.sql("UPDATE streams SET version = version + 1 WHERE name = 't1'")


@planted(Check.STREAM, "stream 9, entry 1: stream: an entry of a stream without a name")
def an_entry_of_no_stream(forger: Forger) -> None:
    forger.sql("INSERT INTO entries VALUES (9, 1, 'x', CAST('[]' AS BLOB), zeroblob(32))")


@planted(Check.STREAM, "an entry of a stream without a name")
def a_stream_struck_out(forger: Forger) -> None:
    forger.sql("DELETE FROM streams WHERE name = 'cage'")


@planted(Check.SCHEMA, "file: schema: there is no trigger entries_stay")
def a_dropped_trigger(forger: Forger) -> None:
    forger.db.execute("DROP TRIGGER entries_stay")


@planted(Check.SNAPSHOT, "a snapshot with rounds 3; expected ")
def a_snapshot(forger: Forger) -> None:
    told = forger.event("TableOpened")
    state = {
        "rulebook": told["rulebook"],
        "settings": told["settings"],
        "seats": {},
        "shoe": None,
        "rounds": 3,
        "events": 7,
    }
    forger.db.execute(
        "INSERT OR REPLACE INTO snapshots "
        "SELECT stream, version, 'x', ? FROM streams WHERE name = 't1'",
        (msgspec.json.encode(state),),
    )


@planted(Check.SNAPSHOT, "a snapshot of stream 1 at entry 9999; expected that entry")
def a_snapshot_of_what_never_was(forger: Forger) -> None:
    forger.db.execute("INSERT OR REPLACE INTO snapshots VALUES (1, 9999, 'x', zeroblob(2))")


# Entries that chain and do not read


@forged(Check.ENTRY, "entry: a text that does not read (")
def a_text_that_is_no_entry(forger: Forger) -> None:
    forger.texts[id(forger.body("TerminalRegained"))] = b"{"


@forged(Check.ENTRY, "entry: a text that does not read (")
def a_text_that_is_not_even_text(forger: Forger) -> None:
    forger.texts[id(forger.body("TerminalRegained"))] = b'["\xff"]'


@forged(Check.ENTRY, "entry: a text that does not read (")
def a_text_nested_without_end(forger: Forger) -> None:
    forger.texts[id(forger.body("TerminalRegained"))] = b'["x","",' + NESTED * 100_000


NESTED = b'{"kind":"staff","name":"Ann","position":null,"acting_as":null,"seconded_by":'


@forged(Check.ENTRY, "entry: no event; expected at least one")
def an_entry_without_events(forger: Forger) -> None:
    forger.body("TerminalRegained")[EVENTS] = []


@forged(Check.EVENT, "event: kind SeatSold in version 1; expected an event that the auditor knows")
def an_event_of_an_unknown_kind(forger: Forger) -> None:
    forger.body("TerminalRegained")[EVENTS][0][0] = "SeatSold"


@forged(Check.EVENT, "event: kind TerminalRegained in version 2")
def an_event_of_a_newer_version(forger: Forger) -> None:
    forger.body("TerminalRegained")[EVENTS][0][1] = 2


@forged(Check.EVENT, "event: TerminalRegained: Object contains unknown field `bonus`")
def an_event_with_a_field_too_many(forger: Forger) -> None:
    forger.event("TerminalRegained")["bonus"] = 1


@planted(Check.ID_TWICE, "id-twice: id c20 as at entry ")
def an_id_used_twice(forger: Forger) -> None:
    # The index would refuse it, so the table is made anew without one.
    forger.body("TerminalRegained")[0] = "c20"
    columns = "stream INTEGER, number INTEGER, id TEXT, body BLOB, hash BLOB"
    forger.sql(
        f"CREATE TABLE loose ({columns}) STRICT",
        "INSERT INTO loose SELECT * FROM entries",
        "DROP TABLE entries",
        "ALTER TABLE loose RENAME TO entries",
    )
    forger.write()


# Money, changed beside the entries


@planted(Check.TRANSFER_KEPT, "transfer-kept: t1/c")
def the_cents_of_a_transfer(forger: Forger) -> None:
    forger.sql("UPDATE transfers SET cents = cents + 1 WHERE why = 'paid'")


@planted(
    Check.TRANSFER_KEPT, "moves 10,000.00 from cage to credit/v9 as buy-in; expected 10,000.00"
)
def the_target_of_a_transfer(forger: Forger) -> None:
    forger.sql(
        "UPDATE transfers SET target = 'credit/v9' WHERE target = 'credit/v1' AND why = 'buy-in'"
    )


@planted(Check.TRANSFER_KEPT, "x/1 moves 5.00 from bank/t1 to credit/v1 as paid; expected no")
def an_extra_transfer(forger: Forger) -> None:
    forger.sql("INSERT INTO transfers VALUES ('x/1', 'bank/t1', 'credit/v1', 500, 'paid')")


@planted(Check.TRANSFER_KEPT, " is not kept; expected ")
def a_missing_transfer(forger: Forger) -> None:
    forger.sql("DELETE FROM transfers WHERE why = 'voucher-cashed'")


@planted(Check.BALANCE, "balance: credit/v5 holds ")
def a_balance(forger: Forger) -> None:
    forger.sql("UPDATE balances SET cents = cents + 100 WHERE account = 'credit/v5'")


@planted(Check.BALANCE, "balance: bank/t1 holds ")
def two_balances_that_still_sum_to_zero(forger: Forger) -> None:
    forger.sql(
        "UPDATE balances SET cents = cents + 100 WHERE account = 'credit/v5'",
        "UPDATE balances SET cents = cents - 100 WHERE account = 'bank/t1'",
    )


@planted(Check.SUM, "file: sum: all accounts come to 1.00; expected 0.00")
def money_out_of_nothing(forger: Forger) -> None:
    forger.sql("UPDATE balances SET cents = cents + 100 WHERE account = 'credit/v5'")


@planted(Check.BELOW_ZERO, "below-zero: credit/v1 holds -1.00; expected 0.00 or more")
def a_balance_below_zero(forger: Forger) -> None:
    forger.sql("UPDATE balances SET cents = -100 WHERE account = 'credit/v1'")


@planted(Check.BALANCE, "balance: credit/nobody holds 1.00; expected no such account")
def an_account_of_nobody(forger: Forger) -> None:
    forger.sql("INSERT INTO balances VALUES ('credit/nobody', 100)")


# Money, changed inside the entries, with everything after it made to fit


def paying(body: list[Any]) -> list[Any]:
    """The first transfer of an entry that pays a patron."""
    return next(each for each in body[TRANSFERS] if each[4] == "paid")


@planted(Check.TRANSFER, "transfer: no transfer; expected ")
def the_cents_of_a_transfer_in_its_entry(forger: Forger) -> None:
    paying(forger.body("RoundSettled", wins))[3] += 500
    forger.write(repost=False)


@planted(Check.TRANSFER, " to credit/v1 as paid; expected no such transfer")
def a_transfer_too_many_in_an_entry(forger: Forger) -> None:
    body = forger.body("RoundSettled")
    body[TRANSFERS].append([f"t1/{body[0]}/99", "bank/t1", "credit/v1", 500, "paid"])
    forger.write(repost=False)


@planted(Check.TRANSFER, "transfer: no transfer; expected ")
def a_transfer_left_out_of_its_entry(forger: Forger) -> None:
    forger.body("RoundVoided")[TRANSFERS].pop()
    forger.write(repost=False)


@planted(Check.TRANSFER, "transfer: a transfer elsewhere/1; expected one under t1/c")
def a_transfer_under_another_name(forger: Forger) -> None:
    forger.body("RoundSettled")[TRANSFERS][0][0] = "elsewhere/1"
    forger.write(repost=False)


@forged(Check.BELOW_ZERO, "below-zero: credit/v1 holds -")
def credit_that_was_never_bought(forger: Forger) -> None:
    forger.event("CreditBought")["cents"] = 1_00


@forged(Check.VOUCHER, "cage, entry 28: voucher: voucher voucher-2 spent again; expected once")
def a_photocopied_voucher(forger: Forger) -> None:
    body = forger.body("VoucherRedeemed", lambda event: event["number"] == "voucher-2")
    again = msgspec.json.decode(msgspec.json.encode(body))
    again[0] = "copy"
    again[EVENTS][0][2]["visit"] = "v5"
    forger.rows.append(("cage", again))


@forged(Check.VOUCHER, "voucher: 1.00 of voucher voucher-2; expected the whole ")
def a_part_of_a_voucher(forger: Forger) -> None:
    forger.event("VoucherRedeemed", lambda event: event["number"] == "voucher-2")["cents"] = 1_00


@forged(Check.VOUCHER, "voucher: voucher forged was never issued; expected one of the house")
def a_forged_voucher(forger: Forger) -> None:
    forger.event("VoucherRedeemed", lambda event: event["number"] == "voucher-2")["number"] = (
        "forged"
    )


@forged(Check.VOUCHER, "voucher: voucher voucher-1 issued again; expected a new number")
def a_number_given_to_two_vouchers(forger: Forger) -> None:
    forger.event("Collected", lambda event: event["visit"] == "v2")["number"] = "voucher-1"


@forged(Check.VISIT, "visit: v1 collected and left 5.00 on credit/v1; expected nothing")
def a_collection_of_less_than_all(forger: Forger) -> None:
    forger.event("Collected", lambda event: event["visit"] == "v1")["cents"] -= 5_00


@forged(Check.VISIT, "visit: 10,000.00 of credit for v9; expected a visit under way")
def credit_for_nobody(forger: Forger) -> None:
    forger.event("CreditBought", lambda event: event["visit"] == "v5")["visit"] = "v9"


@forged(Check.VISIT, "visit: v1 began again; expected a visit not under way")
def a_visit_that_begins_twice(forger: Forger) -> None:
    forger.event("VisitBegun", lambda event: event["visit"] == "v5")["visit"] = "v1"


# Wagers


def wins(event: Event) -> bool:
    """Whether somebody won something in a settled round."""
    return any(wager["line"] for wager in event["wagers"])


def moved(forger: Forger, place: int, to: int) -> None:
    """Puts an entry somewhere else in the journal."""
    forger.rows.insert(to, forger.rows.pop(place))


@forged(Check.LATE_WAGER, "late-wager: seat 3 staked while bets closed; expected bets open")
def a_wager_after_the_close(forger: Forger) -> None:
    close = forger.place("BetsClosed")
    staked = forger.place("WagersPlaced", lambda event: event["stakes"] == [])
    moved(forger, staked, close)


@forged(Check.LATE_WAGER, "late-wager: seat 3 staked while dealing; expected bets open")
def a_wager_after_the_first_card(forger: Forger) -> None:
    card = forger.place("CardDrawn")
    staked = forger.place("WagersPlaced", lambda event: event["stakes"] == [])
    moved(forger, staked, card)


@forged(Check.OTHER_ROUND, "round 1: other-round: a set of seat 1 for round 2; expected round 1")
def a_wager_for_another_round(forger: Forger) -> None:
    forger.event("WagersPlaced")["round"] = 2


@forged(Check.WAGER, " taken and 0.00 returned; expected ")
def less_taken_than_staked(forger: Forger) -> None:
    forger.event("WagersPlaced")["taken_cents"] -= 20


@forged(Check.WAGER, "wager: set 7; expected set 1")
def a_set_numbered_wrongly(forger: Forger) -> None:
    forger.event("WagersPlaced")["set"] = 7


@forged(Check.WAGER, "wager: a stake on lucky; expected a wager on offer")
def a_wager_that_is_not_on_offer(forger: Forger) -> None:
    forger.event("WagersPlaced")["stakes"][0]["wager"] = "lucky"


@forged(Check.WAGER, "at position 3, stack 1; expected a place of its own on the layout")
def a_stake_where_no_area_is(forger: Forger) -> None:
    forger.event("WagersPlaced")["stakes"][0]["position"] = 3


def staked(forger: Forger, cents: int) -> None:
    """Gives a first stake another sum, where it is placed and where it is settled."""
    placed = forger.event("WagersPlaced")
    placed["taken_cents"] += cents - placed["stakes"][0]["cents"]
    placed["stakes"][0]["cents"] = cents


@forged(Check.LIMIT, "limit: 6,000.00 on ")
def a_stake_over_the_most(forger: Forger) -> None:
    staked(forger, 6_000_00)


@forged(Check.LIMIT, "limit: 0.20 on ")
def a_stake_under_the_least(forger: Forger) -> None:
    staked(forger, 20)


@forged(Check.LIMIT, "limit: 1001 cents on ")
def a_stake_that_cannot_be_paid_to_the_cent(forger: Forger) -> None:
    staked(forger, 10_01)


@forged(Check.WHO, "who: v2 staked for v1; expected the patron, or staff under T")
def a_wager_by_another_patron(forger: Forger) -> None:
    forger.body("WagersPlaced")[2]["name"] = "v2"


@forged(Check.WHO, "who: Ann staked for v1; expected the patron, or staff under T")
def a_wager_by_staff_where_no_clause_allows_it(forger: Forger) -> None:
    forger.body("WagersPlaced")[2].update(kind="staff", name="Ann", position="dealer")


@forged(Check.SEAT, "seat: v9 staked at seat 1; expected v1")
def a_wager_of_a_visit_that_sits_elsewhere(forger: Forger) -> None:
    forger.event("WagersPlaced")["visit"] = "v9"


@forged(Check.LIMIT, "limit: 0.20 left on banker; expected its least or nothing", LIVE)
def a_share_left_under_the_least(forger: Forger) -> None:
    place = forger.place("WagersPlaced", lambda event: shares(event) and event["seat"] == 2)
    again = msgspec.json.decode(msgspec.json.encode(forger.rows[place - 1][1]))
    again[0] = "again"
    event = again[EVENTS][0][2]
    event.update(set=3, stakes=[], taken_cents=0, returned_cents=event["taken_cents"])
    forger.rows.insert(place + 1, ("t1", again))
    for event in forger.events("WagersPlaced"):
        if event["seat"] == 4 and shared_round(forger) == event["round"]:
            event["set"] = 4
    settled = forger.event("RoundSettled", lambda event: event["round"] == shared_round(forger))
    settled["wagers"] = [wager for wager in settled["wagers"] if wager["seat"] != 1]
    confirmed = forger.event("SeatsConfirmed", lambda each: each["round"] == settled["round"])
    confirmed["seats"].remove(1)


def shares(event: Event) -> bool:
    """Whether a set lies on an area that two patrons share."""
    return any(stake["stack"] == 2 for stake in event["stakes"])


def shared_round(forger: Forger) -> int:
    """The round in which two patrons share a wager."""
    return int(forger.event("WagersPlaced", shares)["round"])


# Who takes part


def leaves_out(event: Event) -> bool:
    """Whether seats are left out of a round."""
    return bool(event["returned"])


@forged(Check.TAKES_PART, "takes-part: seats [1, 2, 3, 4] take part; expected [1, 3, 4]")
def a_cut_off_seat_let_in(forger: Forger) -> None:
    event = forger.event("SeatsConfirmed", leaves_out)
    event.update(seats=[1, 2, 3, 4], returned=[], source="")


@forged(Check.TAKES_PART, "takes-part: seats [1, 3] take part; expected [1, 3, 4]")
def a_seat_left_out_against_a_ruling(forger: Forger) -> None:
    event = forger.event("SeatsConfirmed", leaves_out)
    event["seats"].remove(4)


@forged(Check.TAKES_PART, "takes-part: returned ")
def a_seat_left_out_that_gets_less_back(forger: Forger) -> None:
    forger.event("SeatsConfirmed", leaves_out)["returned"][0]["cents"] -= 20


@forged(Check.TAKES_PART, "seats left out under nothing; expected POLICY P2")
def seats_left_out_by_no_rule(forger: Forger) -> None:
    forger.event("SeatsConfirmed", leaves_out)["source"] = ""


@forged(Check.TAKES_PART, "seat 4 ruled on too late; expected before the first card")
def a_seat_ruled_on_after_the_seats_were_confirmed(forger: Forger) -> None:
    ruled = forger.place("SeatRuledOn")
    moved(forger, ruled, ruled + 1)


@forged(Check.WHO, "who: Ann ruled on seat 4; expected the Gaming Shift Manager")
def a_seat_ruled_on_by_a_dealer(forger: Forger) -> None:
    forger.body("SeatRuledOn")[2]["position"] = "dealer"


@forged(Check.TAKES_PART, "before the seats were confirmed; expected after it")
def a_card_before_the_seats_were_confirmed(forger: Forger) -> None:
    del forger.rows[forger.place("SeatsConfirmed")]


# Cards


@forged(Check.OUTCOME, "round 1: outcome: cards ")
def a_card_as_it_was_drawn(forger: Forger) -> None:
    card = forger.event("CardDrawn")
    card["card"] = "9h" if card["card"] != "9h" else "8h"


@forged(Check.LINE, " settled by line ")
def a_card_wherever_it_stands(forger: Forger) -> None:
    """A nine for a nought on the winning hand, written into the line of the round too."""
    event = forger.event("RoundSettled", wins)
    drawn = [each for each in forger.events("CardDrawn") if each["round"] == event["round"]]
    first = next(each for each in drawn if each["side"] == "player")
    hand, slash, rest = event["cards"].partition(" / ")
    cards = hand.split()
    first["card"] = cards[0] = "7h" if cards[1][0] != "7" else "8h"
    event["cards"] = " ".join(cards) + slash + rest


@forged(Check.SIDE, "on the banker hand; expected the player hand")
def a_card_on_the_other_hand(forger: Forger) -> None:
    forger.event("CardDrawn")["side"] = "banker"


@forged(Check.CARD, "card: card number 3 of the shoe; expected number 2")
def a_card_skipped(forger: Forger) -> None:
    forger.event("CardDrawn", lambda event: event["number"] == 2)["number"] = 3


@forged(Check.CARD, "card: card 1 is '1x'; expected a card")
def a_card_that_is_none(forger: Forger) -> None:
    forger.event("CardDrawn")["card"] = "1x"


@forged(Check.CARD, "card: 9s came 9 times; expected 8 from this shoe")
def a_ninth_copy_of_a_card(forger: Forger) -> None:
    for event in forger.events("CardDrawn")[:12]:
        event["card"] = "9s"


@forged(Check.CARD, " was played; expected none, the round needs no more")
def a_card_that_was_not_called_for(forger: Forger) -> None:
    body = forger.body("CardLeftOver")
    card = body[EVENTS][0][2]
    round_ = forger.event("CardDrawn", lambda event: event["number"] == card["number"] - 1)
    body[EVENTS][0] = [
        "CardDrawn",
        1,
        {**card, "round": round_["round"], "side": "player", "by_hand": False},
    ]


@forged(Check.CARD, " left over while dealing; expected to be played")
def a_card_called_for_and_not_played(forger: Forger) -> None:
    body = forger.body("CardDrawn", lambda event: event["number"] == 2)
    body[EVENTS][0] = ["CardLeftOver", 1, {"number": 2, "card": body[EVENTS][0][2]["card"]}]


@forged(Check.WHO, " by hand from Ann; expected two members of staff")
def a_card_by_hand_from_one_person(forger: Forger) -> None:
    forger.body("CardDrawn", lambda event: event["by_hand"])[2]["seconded_by"] = None


@forged(Check.CARD, "card: card number ")
def a_card_left_over_and_passed_by(forger: Forger) -> None:
    """The next round leaves a card alone that came out early, and takes the one after it."""
    number = forger.event("CardLeftOver")["number"]
    for event in forger.events("CardDrawn"):
        if event["number"] in (number, number + 1):
            event["number"] = 2 * number + 1 - event["number"]


# The shoe


def promised(event: Event) -> bool:
    """Whether a shoe came with a promise."""
    return bool(event["commitment"])


@forged(Check.COMMITMENT, "commitment: order and salt make ")
def a_promise(forger: Forger) -> None:
    forger.event("ShoeLoaded", promised)["commitment"] = "c0ffee"


@forged(Check.COMMITMENT, "commitment: order and salt make ")
def the_salt_of_a_shoe(forger: Forger) -> None:
    forger.event("ShoeEnded", lambda event: event["order"])["salt"] = "not hexadecimal"


@forged(Check.COMMITMENT, " was ")
def the_order_that_is_shown_with_its_promise(forger: Forger) -> None:
    ended = forger.event("ShoeEnded", lambda event: event["order"])
    order = ended["order"]
    ended["order"] = order[2:] + order[:2]
    salted = bytes.fromhex(ended["salt"]) + ended["order"].encode()
    forger.event("ShoeLoaded", promised)["commitment"] = hashlib.sha256(salted).hexdigest()


@forged(Check.COMMITMENT, "commitment: the order has ")
def a_stacked_shoe(forger: Forger) -> None:
    ended = forger.event("ShoeEnded", lambda event: event["order"])
    ended["order"] = ended["order"][:-2] + ("9s" if ended["order"][-2:] != "9s" else "8s")
    salted = bytes.fromhex(ended["salt"]) + ended["order"].encode()
    forger.event("ShoeLoaded", promised)["commitment"] = hashlib.sha256(salted).hexdigest()


@forged(Check.COMMITMENT, "commitment: the order has 5 of 9s; expected 4 of each card of 4 decks")
def a_shoe_with_one_card_more_than_its_decks(forger: Forger) -> None:
    ended = forger.event("ShoeEnded", lambda event: event["order"])
    ended["order"] += "9s"
    salted = bytes.fromhex(ended["salt"]) + ended["order"].encode()
    forger.event("ShoeLoaded", promised)["commitment"] = hashlib.sha256(salted).hexdigest()


@forged(Check.SHOE, "shoe: a shoe of 6 decks; expected 8")
def a_shoe_of_other_decks(forger: Forger) -> None:
    forger.event("ShoeLoaded")["decks"] = 6


@forged(Check.SHOE, "shoe: bets opened on shoe other; expected shoe-")
def a_round_on_another_shoe(forger: Forger) -> None:
    forger.event("BetsOpened")["shoe"] = "other"


@forged(Check.CUTTING_CARD, "cutting-card: a round on a shoe that has ended; expected a new shoe")
def a_round_after_the_last(forger: Forger) -> None:
    moved(
        forger,
        forger.place("CuttingCardShown"),
        forger.place("RuleOnSeat") if forger.entries("RuleOnSeat") else forger.place("SeatRuledOn"),
    )


@forged(Check.CUTTING_CARD, " with no cutting card shown; expected it before card ")
def a_cutting_card_kept_back(forger: Forger) -> None:
    place = forger.entries("CuttingCardShown")[-1]
    body = forger.rows[place][1]
    body[EVENTS] = [each for each in body[EVENTS] if each[0] != "CuttingCardShown"]
    if not body[EVENTS]:
        del forger.rows[place]
    opened = forger.place("BetsOpened")
    ended = forger.entries("ShoeEnded")[-1]
    again = msgspec.json.decode(msgspec.json.encode(forger.rows[opened][1]))
    again[0] = "again"
    last = forger.events("BetsOpened")[-1]
    again[EVENTS][0][2] = {**last, "round": last["round"] + 1}
    forger.rows.insert(ended, ("t1", again))


@forged(Check.SHOE, " burned; expected the last to be ")
def a_card_too_many_burned(forger: Forger) -> None:
    body = forger.body("CardBurned")
    last = body[EVENTS][-1][2]["number"]
    body[EVENTS].append(["CardBurned", 1, {"number": last + 1, "card": "?"}])


# The end of a round


@forged(Check.LINE, " settled by line ")
def the_line_of_a_wager(forger: Forger) -> None:
    wager = forger.event("RoundSettled", wins)["wagers"][0]
    wager["line"] += 1


@forged(Check.RETURNED, " returned ")
def the_cents_of_a_payment(forger: Forger) -> None:
    event = forger.event("RoundSettled", wins)
    next(wager for wager in event["wagers"] if wager["line"])["returned_cents"] += 1


@forged(Check.RETURNED, " returned 0.00; expected ")
def a_win_that_is_not_paid(forger: Forger) -> None:
    event = forger.event("RoundSettled", wins)
    next(wager for wager in event["wagers"] if wager["line"]).update(line=0, returned_cents=0)


@forged(Check.STAKE, " settled on ")
def a_stake_raised_at_settlement(forger: Forger) -> None:
    wager = forger.event("RoundSettled")["wagers"][0]
    wager["stake"]["cents"] += 20


@forged(Check.STAKE, " was not settled; expected ")
def a_wager_left_out_of_the_settlement(forger: Forger) -> None:
    forger.event("RoundSettled")["wagers"].pop()


@forged(Check.STAKES_LEFT, " after the round; expected 0.00")
def stakes_left_after_the_round(forger: Forger) -> None:
    forger.event("RoundSettled")["wagers"].pop()


@forged(Check.STAKE, "expected no stake there")
def a_wager_settled_twice(forger: Forger) -> None:
    event = forger.event("RoundSettled")
    event["wagers"].append(dict(event["wagers"][0]))


@forged(Check.STAKE, " of v2 settled on ")
def a_wager_paid_to_somebody_else(forger: Forger) -> None:
    event = forger.event("RoundSettled", wins)
    next(wager for wager in event["wagers"] if wager["visit"] == "v1")["visit"] = "v2"


@forged(Check.OUTCOME, "outcome: cards As Ks / ")
def the_cards_a_round_is_said_to_have(forger: Forger) -> None:
    event = forger.event("RoundSettled")
    event["cards"] = "As Ks / " + event["cards"].partition(" / ")[2]


@forged(Check.PHASE, "phase: the settlement while dealing; expected complete")
def a_round_settled_before_its_last_card(forger: Forger) -> None:
    del forger.rows[forger.place("RoundSettled") - 1]


@forged(Check.PHASE, "phase: bets opened while complete; expected between rounds")
def a_round_never_settled(forger: Forger) -> None:
    del forger.rows[forger.place("RoundSettled")]


@forged(Check.ROUND, "round: round 9; expected round 1")
def a_round_numbered_wrongly(forger: Forger) -> None:
    forger.event("BetsOpened")["round"] = 9


@forged(Check.RULEBOOK, "rulebook: a round by another; expected tiger 2021 2021-10-28 ")
def a_round_of_another_rulebook(forger: Forger) -> None:
    forger.event("BetsOpened")["rulebook"] = "another"


@forged(Check.SETTINGS, "settings: a round by none; expected ")
def a_round_under_other_settings(forger: Forger) -> None:
    forger.event("BetsOpened")["settings"] = "none"


@forged(Check.RULEBOOK, "rulebook: digest 0; expected ")
def the_digest_of_the_rulebook(forger: Forger) -> None:
    forger.event("TableOpened")["digest"] = "0"


@forged(
    Check.RULEBOOK, "rulebook: tie pays 9 to 1 by the text, not 8 to 1; expected what tiger says"
)
def a_pay_in_the_rulebook(forger: Forger) -> None:
    _other_rulebook(forger, '"win": 8', '"win": 9')


@forged(Check.RULEBOOK, " by the text in ")
def a_condition_in_the_rulebook(forger: Forger) -> None:
    _other_rulebook(forger, '"fact": "PLAYER_PAIR"', '"fact": "BANKER_PAIR"')


@forged(Check.RULEBOOK, "rulebook: a text that is no rulebook (")
def a_rulebook_that_does_not_read(forger: Forger) -> None:
    forger.event("TableOpened")["rulebook"] = "{}"


def _other_rulebook(forger: Forger, before: str, after: str) -> None:
    """Changes a rulebook and every digest of it."""
    event = forger.event("TableOpened")
    digest = event["digest"]
    event["rulebook"] = event["rulebook"].replace(before, after)
    event["digest"] = hashlib.sha256(event["rulebook"].encode()).hexdigest()
    for opened in forger.events("BetsOpened"):
        opened["rulebook"] = opened["rulebook"].replace(digest, event["digest"])


@forged(Check.SETTINGS, "settings: tie from 101 to 500000 cents; expected limits in units of 20")
def a_limit_that_breaks_the_unit(forger: Forger) -> None:
    limits = forger.event("TableOpened")["settings"]["limits"]
    next(limit for limit in limits if limit["wager"] == "tie")["minimum_cents"] = 101


@forged(Check.SETTINGS, "settings: banker is not on offer; expected every wager that ")
def a_wager_struck_from_the_layout(forger: Forger) -> None:
    settings = forger.event("TableOpened")["settings"]
    settings["limits"] = [each for each in settings["limits"] if each["wager"] != "banker"]


@forged(Check.WHO, "who: settings changed by Ann alone; expected two members of staff")
def settings_changed_by_one_person(forger: Forger) -> None:
    forger.body("SettingsChanged")[2]["seconded_by"] = None


# What goes wrong


@forged(Check.VOID, "void: returned ")
def a_void_that_returns_less(forger: Forger) -> None:
    forger.event("RoundVoided")["returned"][0]["cents"] -= 20


@forged(Check.VOID, "void: returned ")
def a_void_that_forgets_a_seat(forger: Forger) -> None:
    forger.event("RoundVoided")["returned"].pop()


@forged(Check.VOID, "without a rule or a ruling; expected something that was raised in the round")
def a_void_for_no_reason(forger: Forger) -> None:
    body = forger.body("RoundVoided")
    body[EVENTS] = [each for each in body[EVENTS] if each[0] != "IrregularityRaised"]


@forged(Check.VOID, "void: void as interrupted by ; expected as interrupted by E 5.9, 5.9.1")
def a_void_by_no_clause(forger: Forger) -> None:
    forger.event("RoundVoided")["source"] = ""


def raises(forger: Forger, circumstance: str) -> Event:
    """The first interruption with a circumstance."""
    return forger.event(
        "IrregularityRaised",
        lambda event: event["trigger"] == "interrupted" and circumstance in event["circumstances"],
    )


@forged(Check.IRREGULARITY, "irregularity: established and")
def an_outcome_both_established_and_not(forger: Forger) -> None:
    raises(forger, "not-established")["circumstances"].append("established")


@forged(Check.IRREGULARITY, "irregularity: not-established with cards ")
def a_power_cut_used_to_void_an_established_round(forger: Forger) -> None:
    """The void that a power-puller hopes for, with everything about it made to look right."""
    body = forger.body("PlayResumed", lambda event: event["source"] == "E 5.9, 5.9.2")
    raised = body[EVENTS][0][2]
    void = forger.event("RoundVoided")
    raised.update(
        circumstances=["not-established", "power-failure"],
        source=void["source"],
        steps=[{"remedy": "void", "detail": None, "position": None}],
    )
    confirmed = forger.event("SeatsConfirmed", lambda event: event["round"] == raised["round"])
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
    told = {**void, "round": raised["round"], "returned": returned}
    body[EVENTS][1] = ["RoundVoided", 1, told]
    place = forger.place("RoundSettled", lambda event: event["round"] == raised["round"])
    first = forger.rows.index(("t1", body)) + 1
    del forger.rows[first : place + 1]


@forged(
    Check.IRREGULARITY,
    "irregularity: interrupted answered by play-on under E 5.9, 5.9.1; expected void under ",
)
def an_interruption_played_on(forger: Forger) -> None:
    event = raises(forger, "not-established")
    event["steps"] = [{"remedy": "play-on", "detail": None, "position": None}]


@forged(Check.IRREGULARITY, "irregularity: void was due and did not follow; expected it at once")
def a_void_that_does_not_follow(forger: Forger) -> None:
    body = forger.body("RoundVoided")
    body[EVENTS] = [each for each in body[EVENTS] if each[0] != "RoundVoided"]


@forged(Check.WITHDRAWAL, "withdrawal: seat 1 withdrew ", LIVE)
def a_part_of_the_wagers_withdrawn(forger: Forger) -> None:
    event = forger.event("WithdrawalAnswered", lambda event: event["withdrawn"])
    event["cents"] -= event["withdrawn"].pop()["cents"]


@forged(Check.WITHDRAWAL, "withdrawal: seat 2 answered; expected only once, and to an offer", LIVE)
def an_answer_changed_afterwards(forger: Forger) -> None:
    place = forger.place("WithdrawalAnswered", lambda event: not event["withdrawn"])
    again = msgspec.json.decode(msgspec.json.encode(forger.rows[place][1]))
    again[0] = "again"
    forger.rows.insert(place + 1, ("t1", again))


@forged(Check.WITHDRAWAL, "withdrawal: seat 1 answered; expected only once, and to an offer", LIVE)
def a_withdrawal_that_was_not_offered(forger: Forger) -> None:
    answered = forger.place("WithdrawalAnswered")
    moved(forger, answered, forger.place("IrregularityRaised"))


@forged(Check.WHO, "who: Ann answered for v1; expected the patron", LIVE)
def a_withdrawal_by_somebody_else(forger: Forger) -> None:
    forger.body("WithdrawalAnswered")[2].update(kind="staff", name="Ann")


@forged(Check.IRREGULARITY, "irregularity: a card while the round waits for cause", LIVE)
def a_card_while_the_cause_is_not_known(forger: Forger) -> None:
    """The card came before, and is put behind the question whether it was the power."""
    asked = forger.place("CauseAsked") if forger.entries("CauseAsked") else 0
    moved(forger, asked, asked - 1)


@forged(Check.WHO, "who: Ann ruled void alone; expected two members of staff", SILENT)
def a_void_by_one_person(forger: Forger) -> None:
    forger.body("RulingGiven", lambda event: event["ruled"] == "void")[2]["seconded_by"] = None


@forged(Check.WHO, "who: Ann ruled void alone; expected two members of staff", SILENT)
def a_void_seconded_by_oneself(forger: Forger) -> None:
    body = forger.body("RulingGiven", lambda event: event["ruled"] == "void")
    body[2]["seconded_by"]["name"] = "Ann"


@forged(Check.WHO, "who: dealer ruled; expected pit-manager or higher", SILENT)
def a_ruling_by_a_dealer(forger: Forger) -> None:
    body = forger.body("RulingGiven")
    body[2]["position"] = body[EVENTS][0][2]["position"] = "dealer"


@forged(Check.VOID, "void as interrupted without a rule or a ruling; expected ruling", SILENT)
def a_void_that_nobody_ruled(forger: Forger) -> None:
    body = forger.body("RulingGiven", lambda event: event["ruled"] == "void")
    body[EVENTS] = [each for each in body[EVENTS] if each[0] != "RulingGiven"]


# Seats and tables


@forged(Check.SEAT, "seat: seat 1 taken by v2; expected a free seat")
def a_seat_given_twice(forger: Forger) -> None:
    forger.event("SeatTaken", lambda event: event["seat"] == 2)["seat"] = 1


@forged(Check.SEAT, "seat: v1 takes a second seat; expected one seat a visit")
def two_seats_for_one_visit(forger: Forger) -> None:
    forger.event("SeatTaken", lambda event: event["seat"] == 2)["visit"] = "v1"


@forged(Check.WHO, "who: v2 spoke for seat 1; expected the visit that has it")
def an_acknowledgement_by_somebody_else(forger: Forger) -> None:
    forger.body("ScreenAcknowledged")[2]["name"] = "v2"


@forged(Check.PHASE, "phase: the table opened while between rounds; expected a closed table")
def a_table_opened_twice(forger: Forger) -> None:
    del forger.rows[forger.place("TableClosed")]
