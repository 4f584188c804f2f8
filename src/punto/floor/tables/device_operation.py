"""Let a dealer operate the dealing device: draw or report cards, load or end a shoe."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Protocol

from msgspec.structs import replace

from punto.core.irregularities import Circumstance
from punto.floor.plan import TablePlan
from punto.floor.refusals import FloorRefusal
from punto.floor.streams.command_queue import CommandQueue
from punto.floor.streams.owner import CommandAnswer, CommandRequest
from punto.floor.tables.house_dealer import HouseDealer
from punto.table.actors import DEVICE, Actor, has_second
from punto.table.commands import EndShoe, LoadShoe, ReportIrregularity
from punto.table.decide import decide
from punto.table.events import RoundVoided
from punto.table.next_step import NextStep, next_step
from punto.table.refusals import No, Refusal
from punto.table.state import Table


def several_cards_report(
    dealer: HouseDealer, count: int, saw: tuple[Circumstance, ...], evidence: str, by: Actor
) -> tuple[Actor, ReportIrregularity]:
    """The report of several cards, with its actor: the device, unless the round would be void.

    A void needs two people and evidence, so a person must report it.
    """
    read = dealer.several_cards_report(count, saw)
    if has_second(by) or _voids(dealer, read):
        return by, replace(read, evidence=evidence)
    words = (evidence, f"told by {by}", read.evidence)
    return DEVICE, replace(read, evidence="; ".join(each for each in words if each))


def _voids(dealer: HouseDealer, read: ReportIrregularity) -> bool:
    decision = decide(dealer.owner.state, read, DEVICE)
    if isinstance(decision, Refusal):
        return False
    return any(isinstance(event, RoundVoided) for event in decision)


NO_DEVICE = FloorRefusal.NO_DEVICE.at()
FROM_SHOE = FloorRefusal.FROM_SHOE.at()


class OperatedTable(Protocol):
    """The part of a table that the operation of its device uses."""

    state: Table
    queue: CommandQueue
    dealer: HouseDealer
    sealing: Executor

    @property
    def plan(self) -> TablePlan:
        """The plan in force."""
        ...


class DeviceOperation:
    """The dealing device of one table, operated by a dealer."""

    def __init__(self, table: OperatedTable) -> None:
        self._table = table
        self._loading = asyncio.Lock()

    async def draw(self, id_: str) -> CommandAnswer:
        """Let the device deal the next card."""
        state = self._table.state
        if next_step(state) not in (NextStep.BURN, NextStep.DRAW):
            return (No.HELD if state.pending_steps else No.NO_CARD_DUE).at(state.book)
        if self._table.plan.shoe:
            return FROM_SHOE
        if not self._table.dealer.has_cards:
            return NO_DEVICE
        return await self._answered(lambda: replace(self._table.dealer.draw_command(), id=id_))

    async def draw_several(
        self, count: int, saw: tuple[Circumstance, ...], evidence: str, by: Actor, id_: str
    ) -> CommandAnswer:
        """Report cards that left the device together, as the device read them."""
        if self._table.plan.shoe:
            return FROM_SHOE
        if self._table.state.shoe is None or not self._table.dealer.has_cards:
            return NO_DEVICE
        return await self._answered(
            lambda: CommandRequest(
                id_, *several_cards_report(self._table.dealer, count, saw, evidence, by)
            )
        )

    async def load_shoe(self, by: Actor, id_: str, *, is_promised: bool) -> CommandAnswer:
        """Load a shoe that the house makes."""
        # One at a time, so that no load overwrites the sealed order of another.
        async with self._loading:
            return await self._load(by, id_, is_promised=is_promised)

    async def _load(self, by: Actor, id_: str, *, is_promised: bool) -> CommandAnswer:
        first = decide(self._table.state, LoadShoe("new"), by)
        if isinstance(first, Refusal):
            return first
        if self._table.plan.shoe:
            key = f"{self._table.plan.key}-{self._table.queue.owner.version}"
            return await self._answered(lambda: CommandRequest(id_, by, LoadShoe(key)))
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._table.sealing, self._table.dealer.prepare)

        def due() -> CommandRequest:
            request = self._table.dealer.load_command()
            assert isinstance(request.command, LoadShoe), "a shoe is loaded"
            command = request.command if is_promised else LoadShoe(request.command.shoe)
            return CommandRequest(id_, by, command)

        return await self._answered(due)

    async def end_shoe(self, by: Actor, id_: str) -> CommandAnswer:
        """End the shoe, and reveal the order of a committed one."""
        shoe = self._table.state.shoe
        if shoe is None or not shoe.is_committed:
            return await self._answered(lambda: CommandRequest(id_, by, EndShoe()))
        return await self._answered(
            lambda: replace(self._table.dealer.end_shoe_command(), id=id_, by=by)
        )

    async def _answered(self, due: Callable[[], CommandRequest]) -> CommandAnswer:
        answer = await self._table.queue.submit_when_due(due)
        assert answer is not None, "what is asked is answered"
        return answer
