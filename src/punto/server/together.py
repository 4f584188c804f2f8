"""Cards that left the device together: it says which they are, a person that they came."""

from dataclasses import replace

from punto.core.irregularities import Circumstance
from punto.server.house_dealer import HouseDealer
from punto.table.actors import DEVICE, Actor, has_second
from punto.table.commands.irregularities import Report
from punto.table.decide import decide
from punto.table.events.play import RoundVoided
from punto.table.refusals import Refusal


def told(
    dealer: HouseDealer, count: int, saw: tuple[Circumstance, ...], evidence: str, by: Actor
) -> tuple[Actor, Report]:
    """Who tells the table of it, and what: the device alone wherever no round is void by it.

    A void is never one person's, so there it is theirs to prove, and a second stands by it.
    """
    read = dealer.together(count, saw)
    if has_second(by) or _voids(dealer, read):
        return by, replace(read, evidence=evidence)
    words = (evidence, f"told by {by}", read.evidence)
    return DEVICE, replace(read, evidence="; ".join(each for each in words if each))


def _voids(dealer: HouseDealer, read: Report) -> bool:
    decision = decide(dealer.desk.state, read, DEVICE)
    if isinstance(decision, Refusal):
        return False
    return any(isinstance(event, RoundVoided) for event in decision)
