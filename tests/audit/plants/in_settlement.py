"""Plant errors in the settlement, in cards, rulebooks, settings and payments."""

import hashlib

from punto.audit import Check
from tests.audit.forger import Forger
from tests.audit.plants.plant import forged, wins


@forged(Check.LINE, " settled by line ")
def the_line_of_a_wager(forger: Forger) -> None:
    wager = forger.event("RoundSettled", wins)["wagers"][0]
    wager["line"] += 1


@forged(Check.RETURNED, " returned ")
def the_cents_of_a_payment(forger: Forger) -> None:
    event = forger.event("RoundSettled", wins)
    next(wager for wager in event["wagers"] if wager["line"])["returned_cents"] += 1


@forged(Check.RETURNED, " returned $0.00; expected ")
def a_win_that_is_not_paid(forger: Forger) -> None:
    event = forger.event("RoundSettled", wins)
    next(wager for wager in event["wagers"] if wager["line"]).update(line=0, returned_cents=0)


@forged(Check.STAKE, " settled; expected ")
def a_stake_raised_at_settlement(forger: Forger) -> None:
    wager = forger.event("RoundSettled")["wagers"][0]
    wager["stake"]["cents"] += 20


@forged(Check.STAKE, ": none settled; expected ")
def a_wager_left_out_of_the_settlement(forger: Forger) -> None:
    forger.event("RoundSettled")["wagers"].pop()


@forged(Check.STAKES_LEFT, "; expected $0.00")
def stakes_left_after_the_round(forger: Forger) -> None:
    forger.event("RoundSettled")["wagers"].pop()


@forged(Check.STAKE, "expected none")
def a_wager_settled_twice(forger: Forger) -> None:
    event = forger.event("RoundSettled")
    event["wagers"].append(dict(event["wagers"][0]))


@forged(Check.STAKE, " of v2 settled; expected ")
def a_wager_paid_to_another_visit(forger: Forger) -> None:
    event = forger.event("RoundSettled", wins)
    next(wager for wager in event["wagers"] if wager["visit"] == "v1")["visit"] = "v2"


@forged(Check.OUTCOME, "settlement: cards As Ks / ")
def the_cards_of_a_round(forger: Forger) -> None:
    event = forger.event("RoundSettled")
    event["cards"] = "As Ks / " + event["cards"].partition(" / ")[2]


@forged(Check.PHASE, "phase: the settlement while dealing; expected complete")
def a_round_settled_before_its_last_card(forger: Forger) -> None:
    del forger.rows[forger.place("RoundSettled") - 1]


@forged(Check.PHASE, "phase: bets opened while complete; expected between rounds")
def a_round_never_settled(forger: Forger) -> None:
    del forger.rows[forger.place("RoundSettled")]


@forged(Check.ROUND, "round: bets opened for round 9; expected round 1")
def a_round_numbered_wrongly(forger: Forger) -> None:
    forger.event("BetsOpened")["round"] = 9


@forged(Check.RULEBOOK, "rulebook of the round another; expected tiger 2021 2021-10-28 ")
def a_round_of_another_rulebook(forger: Forger) -> None:
    forger.event("BetsOpened")["rulebook"] = "another"


@forged(Check.SETTINGS, "settings of the round none; expected ")
def a_round_under_other_settings(forger: Forger) -> None:
    forger.event("BetsOpened")["settings"] = "none"


@forged(Check.RULEBOOK, "rulebook: digest 0; expected ")
def the_digest_of_the_rulebook(forger: Forger) -> None:
    forger.event("TableOpened")["digest"] = "0"


@forged(Check.RULEBOOK, "rulebook: Tie pays 9 to 1 by the text; expected 8 to 1")
def a_pay_in_the_rulebook(forger: Forger) -> None:
    _other_rulebook(forger, '"win": 8', '"win": 9')


@forged(Check.RULEBOOK, " by the text in ")
def a_condition_in_the_rulebook(forger: Forger) -> None:
    _other_rulebook(forger, '"fact": "PLAYER_PAIR"', '"fact": "BANKER_PAIR"')


@forged(Check.RULEBOOK, "rulebook: an unreadable rulebook (")
def an_unreadable_rulebook(forger: Forger) -> None:
    forger.event("TableOpened")["rulebook"] = "{}"


def _other_rulebook(forger: Forger, before: str, after: str) -> None:
    """Change a rulebook and all its digests."""
    event = forger.event("TableOpened")
    digest = event["digest"]
    event["rulebook"] = event["rulebook"].replace(before, after)
    event["digest"] = hashlib.sha256(event["rulebook"].encode()).hexdigest()
    for opened in forger.events("BetsOpened"):
        opened["rulebook"] = opened["rulebook"].replace(digest, event["digest"])


@forged(Check.SETTINGS, "settings: Tie from $1.01 to $5,000.00; expected limits in units of $0.20")
def a_limit_that_breaks_the_unit(forger: Forger) -> None:
    limits = forger.event("TableOpened")["settings"]["limits"]
    next(limit for limit in limits if limit["wager"] == "tie")["minimum_cents"] = 101


@forged(Check.SETTINGS, "settings: Banker is not on offer; expected every wager that ")
def a_wager_struck_from_the_layout(forger: Forger) -> None:
    settings = forger.event("TableOpened")["settings"]
    settings["limits"] = [each for each in settings["limits"] if each["wager"] != "banker"]


@forged(Check.WHO, "who: settings changed by Ann alone; expected two people")
def settings_changed_by_one_person(forger: Forger) -> None:
    forger.body("SettingsChanged")[2]["seconded_by"] = None
