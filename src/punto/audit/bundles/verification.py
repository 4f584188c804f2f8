"""Verify the round in a bundle with the auditor's own code, and list the proofs."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec

from punto.audit.auditor import AuditRun
from punto.audit.bundles.bundle import (
    Bundle,
    BundleEntry,
    BundleRejected,
    Checkpoint,
    checkpoint_of,
    entries_of,
    open_bundle,
)
from punto.audit.checks.card_handling import hidden
from punto.audit.checks.ledger import Ledger
from punto.audit.checks.settlement import expected_line
from punto.audit.events.table import ShoeLoaded, Stake
from punto.audit.findings import Findings
from punto.audit.rules.deal import BANKER, NAMES, PLAYER, RANK_OF, Deal, Outcome, outcome_of
from punto.audit.rules.game import Game
from punto.audit.rules.rulebook_text import NotARulebook
from punto.audit.rules.settings import faults, settings_of
from punto.audit.rules.shoe import Shoe, commitment_of
from punto.audit.state import Phase, Seat, SettledRound, Table
from punto.audit.store.entry import Body, body_of
from punto.audit.store.journal_file import EntryRow, JournalFile, StreamRow
from punto.audit.store.snapshot import DeviceState, TableSnapshot
from punto.messages.message import Message, Value


@dataclass(frozen=True, slots=True)
class Proof:
    """Something that the bundle proves, or an assumption that it cannot prove."""

    message: Message
    is_proved: bool = True


@dataclass(slots=True)
class Wager:
    """One stake of the round, the amount returned and the amount that the auditor expects."""

    round: int
    seat: int
    visit: str
    wager: str
    cents: int
    line: int
    returned_cents: int
    expected_cents: int


@dataclass(slots=True)
class VerifiedBundle:
    """The contents of a bundle, its proofs and its settled wagers."""

    bundle: Bundle
    key: str
    proofs: list[Proof] = field(default_factory=list)
    wagers: list[Wager] = field(default_factory=list)
    cards: dict[int, str] = field(default_factory=dict)

    def prove(self, key: str, /, **values: Value) -> None:
        """Record a proof."""
        self.proofs.append(Proof(Message(key, values)))

    def add_assumption(self, key: str, /, **values: Value) -> None:
        """Record an assumption."""
        self.proofs.append(Proof(Message(key, values), is_proved=False))


def verify(data: bytes, key: str | None = None) -> VerifiedBundle:
    """Return everything that a bundle proves; raise `BundleRejected` if it proves nothing."""
    bundle, public = open_bundle(data, key)
    found = VerifiedBundle(bundle, public)
    found.prove("proof.signature", key=public)
    if key is None:
        found.add_assumption("proof.key-given")
    checkpoints = [checkpoint_of(line, public) for line in bundle.checkpoints]
    if not checkpoints or not bundle.segments:
        raise BundleRejected("it lacks entries or a checkpoint")
    last = max(each.at for each in checkpoints)
    found.prove("proof.checkpoints", checkpoints=len(checkpoints), last=last)
    chains = [_chain(found, place, checkpoints) for place in range(len(bundle.segments))]
    _Round(found, chains).check()
    return found


def _chain(found: VerifiedBundle, place: int, checkpoints: list[Checkpoint]) -> list[BundleEntry]:
    segment = found.bundle.segments[place]
    if not 0 <= segment.checkpoint < len(checkpoints):
        raise BundleRejected("a segment of entries names a checkpoint that is not in the bundle")
    if segment.stream != found.bundle.table:
        raise BundleRejected(
            f"it has entries of {segment.stream}, but is about {found.bundle.table}"
        )
    checkpoint = checkpoints[segment.checkpoint]
    links = entries_of(segment, checkpoint)
    found.prove(
        "proof.chain",
        entries=len(links),
        stream=segment.stream,
        first=links[0].number,
        last=links[-1].number,
        checkpoint=str(checkpoint.sequence or checkpoint.at),
    )
    return links


class _Pages(JournalFile):
    """The one stream of a bundle, used instead of a journal file."""

    def __init__(self, row: StreamRow) -> None:
        self._row = row

    def streams(self) -> list[StreamRow]:
        """The stream of the table."""
        return [self._row]

    def snapshots(self) -> dict[tuple[int, int], bytes]:
        """A bundle contains no snapshots."""
        return {}


class _Ledger(Ledger):
    """The transfers of one round. A bundle does not contain the patrons' earlier credit."""

    def _check_owing(self, account: str, cents: int) -> None:
        """Accept every balance: the amount before the round is unknown."""


STREAM = 1


class _Round:
    """The rounds of a bundle, checked entry by entry."""

    def __init__(self, found: VerifiedBundle, chains: list[list[BundleEntry]]) -> None:
        self._found, self._links, self._chains = found, chains[0], chains
        self._bundle = found.bundle
        self._shoe = _Shoe(chains)
        last = self._links[-1]
        row = StreamRow(STREAM, self._bundle.table, last.number, last.hash)
        self._walk = AuditRun(_Pages(row), {})
        self._walk.ledger = _Ledger(self._walk.findings)
        self._walk.cage.ledger = self._walk.ledger
        name, segment = self._bundle.table, self._bundle.segments[0]
        findings: Findings = self._walk.findings
        commitment = self._shoe.promise_of(_shoe_of(self._links))
        self._table: Table = table_of(name, self._bundle.given, commitment, findings)
        self._walk.start_at_snapshot(
            STREAM, segment.after, bytes.fromhex(segment.hash), self._table
        )
        self._screens = {each.entry: each for each in self._bundle.screens}
        self._placed: dict[int, tuple[Any, ...]] = {}
        self._views = 0
        self._drawn: dict[int, str] = {}
        self._void_rounds: set[int] = set()

    def check(self) -> None:
        """Check every entry, and record each proof."""
        for link in self._links:
            body = body_of(link.text)
            if isinstance(body, str):
                raise BundleRejected(f"entry {link.number} cannot be read: {body}")
            row: EntryRow = (STREAM, link.number, body.id.encode(), link.text, link.hash)
            self._walk.add_entry(row)
            self._check_findings()
            for title, _, text in body.events:
                self._take(link, body, title, msgspec.json.decode(text))
            if link.number in self._screens:
                self._check_screens(link.number)
        self._say_round()
        self._say_shoe()
        self._say_rest()

    def _check_findings(self) -> None:
        for finding in self._walk.findings.all:
            raise BundleRejected(
                f"the auditor disagrees with entry {finding.entry}: {finding.check}",
                finding.message,
            )

    # The events of the rounds

    def _take(self, link: BundleEntry, body: Body, title: str, event: Any) -> None:
        found, game = self._found, self._table.game
        assert game is not None, "the opening state of a table has a game"
        own = self._bundle.first_round <= event.get("round", 0) <= self._bundle.last_round
        if title == "BetsOpened" and own:
            rulebook = " ".join(event["rulebook"].split()[:3])
            found.prove("proof.rulebook", round=event["round"], rulebook=rulebook)
            if game.is_known:
                found.prove("proof.paytable", game=game.key)
            found.prove("proof.settings", round=event["round"])
        if title == "WagersPlaced" and own:
            # A visit is named after its terminal.
            terminal = event["visit"].rpartition("-")[0]
            accepted = (event["round"], event["set"], body.at, event["stakes"])
            self._placed[link.number] = (terminal, *accepted)
        if title == "CardDrawn" and own and event["card"] in NAMES:
            self._drawn[event["number"]] = NAMES[event["card"]]
        if title == "RoundSettled" and own:
            self._settled(event)
        if title in ("RoundCorrected", "RoundReversed") and own:
            self._found.wagers = [w for w in found.wagers if w.round != event["round"]]
            if title == "RoundReversed":
                found.cards.pop(event["round"], None)
                self._void(event["round"], sum(w["stake"]["cents"] for w in event["wagers"]))
            else:
                self._settled(event)
        if title == "RoundVoided" and own:
            self._void(event["round"], sum(each["cents"] for each in event["returned"]))

    def _void(self, number: int, cents: int) -> None:
        self._void_rounds.add(number)
        self._found.prove("proof.void", round=number, returned=cents)

    def _settled(self, event: Any) -> None:
        game = self._table.game
        assert game is not None, "the opening state of a table has a game"
        outcome = _outcome(game.deal, event["cards"])
        for each in event["wagers"]:
            stake, expected = each["stake"], each["returned_cents"]
            if outcome is not None:
                settled = msgspec.convert(stake, type=Stake)
                uncounted = each.get("uncounted_cents", 0)
                expected = expected_line(self._table, game.held(outcome), settled, uncounted)[1]
            if expected != each["returned_cents"]:
                raise BundleRejected(
                    f"{stake['wager']} at seat {each['seat']} was not paid by its pay line"
                )
            self._found.wagers.append(
                Wager(
                    event["round"],
                    each["seat"],
                    each["visit"],
                    stake["wager"],
                    stake["cents"],
                    each["line"],
                    each["returned_cents"],
                    expected,
                )
            )
        self._found.cards[event["round"]] = event["cards"]

    def _say_round(self) -> None:
        bundle, found = self._bundle, self._found
        if self._table.rounds_opened < bundle.last_round:
            raise BundleRejected(f"it has no entry of round {bundle.last_round}")
        for number in range(bundle.first_round, bundle.last_round + 1):
            is_void = number in self._void_rounds
            if number not in found.cards and not is_void:
                raise BundleRejected(f"round {number} does not end in the bundle")
            found.prove("proof.conduct", round=number)
            if number in found.cards:
                found.prove("proof.cards", round=number, cards=found.cards[number])
        staked = sum(each.cents for each in found.wagers)
        returned = sum(each.returned_cents for each in found.wagers)
        found.prove("proof.settled", wagers=len(found.wagers), staked=staked, returned=returned)
        found.prove("proof.transfers", transfers=self._walk.ledger.transfers)

    # The source of the cards

    def _say_shoe(self) -> None:
        found, key = self._found, _shoe_of(self._links)
        promise = self._shoe.promise_of(key)
        if not promise:
            found.add_assumption("proof.no-promise")
            return
        if self._shoe.loaded_at[key] >= self._links[0].number:
            raise BundleRejected(f"shoe {key} was committed after the bets of the round opened")
        found.prove("proof.promised", shoe=key)
        order, salt = self._shoe.revealed.get(key, ("", ""))
        if not order:
            found.add_assumption("proof.not-shown")
            return
        if commitment_of(salt, order) != promise:
            raise BundleRejected(f"the revealed order of shoe {key} does not match its commitment")
        for number, name in self._drawn.items():
            if order[2 * number - 2 : 2 * number] != name:
                raise BundleRejected(
                    f"card {number} of the round is {name}, but the revealed order has another"
                )
        if self._drawn:
            found.prove("proof.shown", first=min(self._drawn), last=max(self._drawn))

    # Receipts and screens

    def _say_rest(self) -> None:
        for receipt in self._bundle.receipts:
            stored = self._placed.get(receipt.number)
            stakes = [msgspec.to_builtins(each) for each in receipt.stakes]
            claims = receipt.round, receipt.set, receipt.at, stakes
            place = receipt.table, receipt.terminal
            if stored is None or claims != stored[1:] or place != (self._bundle.table, stored[0]):
                raise BundleRejected(f"receipt {receipt.number} has a set that no entry accepted")
        if self._bundle.receipts:
            self._found.prove("proof.receipts", receipts=len(self._bundle.receipts))
        unseen = self._screens.keys() - {link.number for link in self._links}
        if unseen:
            raise BundleRejected(f"it has screens of entry {min(unseen)}, but not the entry itself")
        if self._screens:
            last = self._bundle.screens[-1]
            self._found.prove("proof.screens", views=self._views, screens=2 + len(last.seats))
        self._found.add_assumption("proof.given-table", round=self._bundle.first_round)

    def _check_screens(self, number: int) -> None:
        screens = self._screens[number]
        expected = _face_up(self._table)
        for name, text in (("display", screens.display), ("dealer", screens.dealer)):
            hands = _hands_of(text)
            self._views += 1
            if hands is not None and hands != expected:
                raise BundleRejected(
                    f"the {name} showed {hands} at entry {number}; expected {expected}"
                )
        round_ = self._table.round
        for seat, text in screens.seats.items():
            self._views += 1
            own = msgspec.json.decode(text)
            placed = round_.sets.get(seat) if round_ else None
            due = {(s.wager, s.cents) for s in placed.stakes} if placed else set()
            stakes = {(each["wager"], each["cents"]) for each in own["stakes"]}
            if own["seat"] != seat or (round_ is not None and stakes != due):
                raise BundleRejected(
                    f"the screen of seat {seat} showed other stakes than its own at entry {number}"
                )
            in_hand = own.get("squeeze")
            if in_hand is not None and in_hand["cards"] and not _holds(self._table, seat):
                raise BundleRejected(
                    f"the screen of seat {seat} showed cards that it did not hold at entry {number}"
                )


class _Shoe:
    """The committed and revealed orders of the shoes in a bundle's entries."""

    def __init__(self, chains: list[list[BundleEntry]]) -> None:
        self.loaded_at: dict[str, int] = {}
        self.revealed: dict[str, tuple[str, str]] = {}
        self._promises: dict[str, str] = {}
        for link, title, event in _events(chains):
            if title == "ShoeLoaded":
                self._promises[event["shoe"]] = event["commitment"]
                self.loaded_at[event["shoe"]] = link.number
            if title == "ShoeEnded":
                self.revealed[event["shoe"]] = (event["order"], event["salt"])

    def promise_of(self, shoe: str) -> str:
        """The committed digest of a shoe's order, empty if it has none."""
        return self._promises.get(shoe, "")


def _events(chains: list[list[BundleEntry]]) -> Iterator[tuple[BundleEntry, str, Any]]:
    for links in chains:
        for link in links:
            body = body_of(link.text)
            if isinstance(body, Body):
                for title, _, text in body.events:
                    yield link, title, msgspec.json.decode(text)


def _shoe_of(links: list[BundleEntry]) -> str:
    """The key of the shoe of the first round in some entries."""
    for _, title, event in _events([links]):
        if title == "BetsOpened":
            return str(event["shoe"])
    raise BundleRejected("it has no entry that opens a round")


def _outcome(deal: Deal, line: str) -> Outcome | None:
    """The outcome of a line of cards; None if a card was not read or a hand is incomplete."""
    player, _, banker = line.partition("/")
    hands = [[RANK_OF.get(name, 0) for name in hand.split()] for hand in (player, banker)]
    if deal.printed:
        hands[0].insert(0, deal.printed)
    if 0 in (*hands[0], *hands[1]) or min(map(len, hands)) < 2:
        return None
    return outcome_of(*hands)


def _face_up(table: Table) -> dict[str, list[str]]:
    """The cards of both hands, with a question mark for each face-down card."""
    round_ = table.current
    if round_ is None:
        return {PLAYER: [], BANKER: []}
    down = hidden(round_)
    return {
        side: [
            "?" if (side, place) in down else name
            for place, name in enumerate(round_.hands.names[side], start=1)
        ]
        for side in (PLAYER, BANKER)
    }


def _holds(table: Table, seat: int) -> bool:
    """Whether a patron holds face-down cards."""
    round_ = table.round
    if round_ is None or not hidden(round_):
        return False
    handling = round_.handling
    draws = table.patron_draws and table.device == seat
    return draws or seat in handling.holders.values() or seat in handling.squeezers.values()


def _hands_of(text: msgspec.Raw) -> dict[str, list[str]] | None:
    view = msgspec.json.decode(text)
    hands = view.get("hands") if isinstance(view, dict) else None
    if hands is None:
        return None
    # The dealer's console marks a face-down card with two question marks; keep one.
    return {
        side: ["?" if card.startswith("?") else card for card in hands[side]["cards"]]
        for side in (PLAYER, BANKER)
    }


def table_of(name: str, text: msgspec.Raw, commitment: str, findings: Findings) -> Table:
    """Build the auditor's table from a bundle's opening state; reject invalid settings."""
    try:
        opening = msgspec.json.decode(text, type=TableSnapshot)
        game, settings = Game(opening.rulebook), settings_of(opening.settings)
    except (msgspec.MsgspecError, NotARulebook, UnicodeError, RecursionError) as error:
        raise BundleRejected(f"its opening state cannot be read: {error}") from None
    for fault in faults(game, settings):
        raise BundleRejected("its table has invalid settings", fault)
    table = Table(name, findings, Phase.BETWEEN_ROUNDS, game, settings)
    table.seats = {
        number: Seat(each.visit, each.is_cut_off) for number, each in opening.seats.items()
    }
    table.rounds_opened, table.is_void = opening.rounds, opening.phase == "void"
    table.device, table.may_draw = opening.kept.device, list(opening.kept.may_draw)
    table.under_minimum = set(opening.kept.under_minimum)
    table.past = {
        each.number: SettledRound(each.wagers, each.is_committed) for each in opening.past
    }
    if opening.shoe is not None:
        table.shoe = _shoe(opening.shoe, commitment, findings)
    return table


def _shoe(device: DeviceState, commitment: str, findings: Findings) -> Shoe:
    shoe = Shoe(ShoeLoaded(device.key, device.decks, commitment), findings)
    shoe.cards_out, shoe.is_burned = device.cards_out, device.cards_out > 0
    shoe.last_to_burn = 0
    shoe.left_over = {number: NAMES.get(card, card) for number, card in device.left_over}
    shoe.rounds_left, shoe.replace_by = device.rounds_left, device.replace_by
    shoe.add_card(Counter(device.copies))
    return shoe
