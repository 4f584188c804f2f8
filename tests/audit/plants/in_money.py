"""Plant errors in money, beside the entries or inside them with matching hashes."""

from typing import Any

import msgspec

from punto.audit import Check
from tests.audit.forger import EVENTS, TRANSFERS, Body, Forger
from tests.audit.plants.plant import forged, planted, wins

# Money beside the entries


@planted(Check.STORED_TRANSFER, "transfer-kept: t1/c")
def the_cents_of_a_transfer(forger: Forger) -> None:
    forger.sql("UPDATE transfers SET cents = cents + 1 WHERE reason = 'paid'")


@planted(Check.STORED_TRANSFER, "$10,000.00 from cage to credit/v9 as buy-in; expected $10,000.00")
def the_target_of_a_transfer(forger: Forger) -> None:
    forger.sql(
        "UPDATE transfers SET target = 'credit/v9' WHERE target = 'credit/v1' AND reason = 'buy-in'"
    )


@planted(Check.STORED_TRANSFER, "x/1: $5.00 from bank/t1 to credit/v1 as paid; expected none")
def an_extra_transfer(forger: Forger) -> None:
    forger.sql("INSERT INTO transfers VALUES ('x/1', 'bank/t1', 'credit/v1', 500, 'paid')")


@planted(Check.STORED_TRANSFER, ": none; expected $")
def a_missing_transfer(forger: Forger) -> None:
    forger.sql("DELETE FROM transfers WHERE reason = 'voucher-cashed'")


@planted(Check.BALANCE, "balance: credit/v5 holds ")
def a_balance(forger: Forger) -> None:
    forger.sql("UPDATE balances SET cents = cents + 100 WHERE account = 'credit/v5'")


@planted(Check.BALANCE, "balance: bank/t1 holds ")
def two_balances_that_still_sum_to_zero(forger: Forger) -> None:
    forger.sql(
        "UPDATE balances SET cents = cents + 100 WHERE account = 'credit/v5'",
        "UPDATE balances SET cents = cents - 100 WHERE account = 'bank/t1'",
    )


@planted(Check.SUM, "file: sum: all accounts add up to $1.00; expected zero")
def money_out_of_nothing(forger: Forger) -> None:
    forger.sql("UPDATE balances SET cents = cents + 100 WHERE account = 'credit/v5'")


@planted(Check.BELOW_ZERO, "below-zero: credit/v1 holds \u2212$1.00; expected zero or more")
def a_balance_below_zero(forger: Forger) -> None:
    forger.sql("UPDATE balances SET cents = -100 WHERE account = 'credit/v1'")


@planted(Check.BALANCE, "balance: credit/nobody holds $1.00; expected no such account")
def an_account_without_a_visit(forger: Forger) -> None:
    forger.sql("INSERT INTO balances VALUES ('credit/nobody', 100)")


# Money inside the entries, with everything after it made to match


def paying(body: list[Any]) -> list[Any]:
    """The first transfer of an entry that pays a patron."""
    return next(each for each in body[TRANSFERS] if each[4] == "paid")


@planted(Check.TRANSFER, "transfer: none; expected $")
def the_cents_of_a_transfer_in_its_entry(forger: Forger) -> None:
    paying(forger.body("RoundSettled", wins))[3] += 500
    forger.write(repost=False)


@planted(Check.TRANSFER, " to credit/v1 as paid; expected none")
def an_extra_transfer_in_an_entry(forger: Forger) -> None:
    body = forger.body("RoundSettled")
    body[TRANSFERS].append([f"t1/{body[0]}/99", "bank/t1", "credit/v1", 500, "paid"])
    forger.write(repost=False)


@planted(Check.TRANSFER, "transfer: none; expected $")
def a_transfer_left_out_of_its_entry(forger: Forger) -> None:
    forger.body("RoundVoided")[TRANSFERS].pop()
    forger.write(repost=False)


@planted(Check.TRANSFER, "transfer: a transfer elsewhere/1; expected one under t1/c")
def a_transfer_under_another_name(forger: Forger) -> None:
    forger.body("RoundSettled")[TRANSFERS][0][0] = "elsewhere/1"
    forger.write(repost=False)


@forged(Check.BELOW_ZERO, "below-zero: credit/v1 holds \u2212$")
def credit_that_was_never_bought(forger: Forger) -> None:
    forger.event("CreditBought")["cents"] = 1_00


@forged(Check.VOUCHER, "cage, entry 30: voucher: voucher voucher-2 redeemed again; expected once")
def a_photocopied_voucher(forger: Forger) -> None:
    body = forger.body("VoucherRedeemed", lambda event: event["number"] == "voucher-2")
    again = msgspec.json.decode(msgspec.json.encode(body))
    again[0] = "copy"
    again[EVENTS][0][2]["visit"] = "v5"
    forger.rows.append(("cage", again))


@forged(Check.VOUCHER, "voucher: $1.00 of voucher voucher-2; expected the full ")
def a_part_of_a_voucher(forger: Forger) -> None:
    forger.event("VoucherRedeemed", lambda event: event["number"] == "voucher-2")["cents"] = 1_00


@forged(Check.VOUCHER, "voucher: voucher forged was never issued; expected one of the house")
def a_forged_voucher(forger: Forger) -> None:
    forger.event("VoucherRedeemed", lambda event: event["number"] == "voucher-2")["number"] = (
        "forged"
    )


@forged(Check.VOUCHER, "voucher: voucher voucher-1 issued again; expected a new number")
def a_number_of_two_vouchers(forger: Forger) -> None:
    forger.event("CreditCollected", lambda event: event["visit"] == "v2")["number"] = "voucher-1"


@forged(Check.VISIT, "visit: credit/v1 holds $5.00; expected $0.00")
def a_collection_of_less_than_all(forger: Forger) -> None:
    forger.event("CreditCollected", lambda event: event["visit"] == "v1")["cents"] -= 5_00


@forged(Check.VISIT, "visit: credit bought for v9; expected a visit in progress")
def credit_without_a_visit(forger: Forger) -> None:
    forger.event("CreditBought", lambda event: event["visit"] == "v5")["visit"] = "v9"


@forged(Check.VISIT, "visit: the end of a visit for v9; expected a visit in progress")
def an_end_of_a_visit_that_never_was(forger: Forger) -> None:
    forger.event("VisitEnded")["visit"] = "v9"


@forged(Check.VISIT, "visit: credit/v5 holds $")
def an_end_of_a_visit_that_has_credit(forger: Forger) -> None:
    forger.event("VisitEnded")["visit"] = "v5"


@forged(Check.WHO, "who: VisitEnded by the house; expected a cashier with an open shift")
def an_end_of_a_visit_by_the_house(forger: Forger) -> None:
    by = forger.body("VisitEnded")[2]
    by["kind"], by["name"] = "house", "the house"


@forged(Check.VISIT, "visit: v1 began again; expected a visit that is not in progress")
def a_visit_that_begins_twice(forger: Forger) -> None:
    forger.event("VisitBegun", lambda event: event["visit"] == "v5")["visit"] = "v1"


# The kind of the floor, which the first entry of the cage records


def recorded(forger: Forger, *, is_demo: bool) -> Body:
    """Record a kind of floor before all other entries."""
    body = msgspec.json.decode(msgspec.json.encode(forger.body("VisitBegun")))
    body[0], body[EVENTS] = "floor-kind", [["FloorKindRecorded", 1, {"is_demo": is_demo}]]
    forger.rows.insert(0, ("cage", body))
    return list(body)


def sold_at_a_terminal(forger: Forger) -> None:
    by = forger.body("CreditBought")[2]
    by["kind"], by["name"] = "patron", "x1"


@forged(Check.FLOOR_KIND, "10,000.00 of credit sold to x1 at a terminal; expected a demo floor")
def demo_credit_on_a_real_money_floor(forger: Forger) -> None:
    recorded(forger, is_demo=False)
    sold_at_a_terminal(forger)


@forged(Check.FLOOR_KIND, "10,000.00 of credit sold to x1 at a terminal; expected a demo floor")
def demo_credit_on_a_floor_of_no_kind(forger: Forger) -> None:
    sold_at_a_terminal(forger)


@forged(Check.FLOOR_KIND, "floor-kind: CreditBought by house dealer; expected a cashier")
def credit_that_the_house_sold_for_real_money(forger: Forger) -> None:
    recorded(forger, is_demo=False)


@forged(Check.TRANSFER, "$10,000.00 from cage to credit/v1 as buy-in; expected none")
def demo_credit_from_the_account_of_the_cage(forger: Forger) -> None:
    recorded(forger, is_demo=True)


@forged(Check.FLOOR_KIND, "voucher voucher-1; expected a number of this kind of floor")
def a_plain_voucher_of_a_demo_floor(forger: Forger) -> None:
    recorded(forger, is_demo=True)


@forged(Check.FLOOR_KIND, "voucher demo-1; expected a number of this kind of floor")
def a_demo_voucher_of_a_real_money_floor(forger: Forger) -> None:
    recorded(forger, is_demo=False)
    for kind in ("CreditCollected", "VoucherRedeemed"):
        forger.event(kind, lambda event: event["number"] == "voucher-1")["number"] = "demo-1"


@forged(Check.FLOOR_KIND, "a kind recorded by house dealer as event 2; expected the house's first")
def a_kind_that_is_recorded_again(forger: Forger) -> None:
    again = recorded(forger, is_demo=False)
    again[0] = "again"
    forger.rows.insert(1, ("cage", again))


@forged(Check.FLOOR_KIND, "a kind recorded by Cat as event 1; expected the house's first")
def a_kind_that_a_person_records(forger: Forger) -> None:
    recorded(forger, is_demo=True)[2].update(kind="staff", name="Cat")
