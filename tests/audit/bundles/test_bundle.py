"""Verify bundles of every kind of round, and forgeries that must be refused."""

from pathlib import Path

import msgspec
import pytest

from punto import audit
from punto.floor.audit_desk.bundle_export import BundleIssuer, replay_of
from punto.games.library import GAMES
from punto.journal.chain import entry_hash
from punto.journal.checkpoints import Checkpoint, encode
from punto.journal.keys import SigningKey
from punto.journal.reader import JournalReader
from punto.table.card_handling import hidden_cards
from punto.table.events import RoundSettled
from tests.audit.conftest import Whole
from tests.audit.exported_bundles import (
    body_of,
    bundle_of,
    forged_and_accepted,
    house_in,
    plan_of,
    signed,
)
from tests.audit.irregularity_shift import irregularity_shift_journal
from tests.audit.test_live_play import live_shift
from tests.texts import text


def keys(found: audit.VerifiedBundle, *, proved: bool = True) -> list[str]:
    return [
        each.message.key.removeprefix("proof.") for each in found.proofs if each.is_proved is proved
    ]


def rounds_of(reader: JournalReader) -> list[int]:
    return [n for n in range(1, 60) if reader.entries_of_round("t1", n)]


@pytest.mark.parametrize("key", [book.key for book in GAMES])
def test_every_round_of_a_shift_is_proved(key: str, whole: Whole, tmp_path: Path) -> None:
    """The shift has voids, interruptions, cards by hand and committed shoes."""
    house, journal = house_in(tmp_path), whole(key)
    reader = JournalReader(journal)
    proofs = 0
    for number in rounds_of(reader):
        bundle = bundle_of(journal, "t1", number, number, house)
        found = audit.verify(bundle.data, house.key.public)
        assert "conduct" in keys(found)
        proofs += "shown" in keys(found)
        staked, returned = paid(reader, number)
        assert sum(each.cents for each in found.wagers) == staked
        assert sum(each.returned_cents for each in found.wagers) == returned
    assert proofs, "some rounds were dealt from a shoe whose order was shown"


@pytest.mark.parametrize("key", ["tiger-no-commission-live", "seven-up", "super-six-plus"])
def test_every_round_with_an_irregularity_is_proved(key: str, tmp_path: Path) -> None:
    """Some of these rounds were corrected or reversed later."""
    house, journal = house_in(tmp_path), irregularity_shift_journal(tmp_path, key)
    ends = set()
    for number in rounds_of(JournalReader(journal)):
        bundle = bundle_of(journal, "t1", number, number, house)
        ends |= {
            each.message.key.removeprefix("proof.")
            for each in audit.verify(bundle.data, house.key.public).proofs
        }
    assert {"void", "cards", "settled"} <= ends


def test_rounds_by_every_method_are_proved_and_no_screen_showed_a_hidden_card(
    tmp_path: Path,
) -> None:
    house, journal = house_in(tmp_path), live_shift(tmp_path)
    reader, hidden_at = JournalReader(journal), 0
    for number in rounds_of(reader):
        bundle_of(journal, "t1", number, number, house)
        for step in replay_of(reader, plan_of("t1"), (number, number)).steps:
            down = hidden_cards(step.table) if step.table.round else ()
            hidden_at += bool(down)
            for side, place in down:
                assert getattr(step.display.view.hands, side).cards[place - 1] == "?"
                assert getattr(step.dealer.view["hands"], side).cards[place - 1] == "??"
            if down:
                assert "face down" in text(step.display.withheld[0])
            assert step.display.is_checked
            assert step.dealer.is_checked
    assert hidden_at > 10


def paid(reader: JournalReader, number: int) -> tuple[int, int]:
    """The stakes and payments of a settled round, according to the journal."""
    for stored in reader.read("t1"):
        for event in stored.entry.events:
            if isinstance(event, RoundSettled) and event.round == number:
                staked = sum(each.stake.cents for each in event.wagers)
                return staked, sum(each.returned_cents for each in event.wagers)
    return 0, 0


def test_several_rounds_go_into_one_bundle(whole: Whole, tmp_path: Path) -> None:
    house = house_in(tmp_path)
    bundle = bundle_of(whole("tiger"), "t1", 2, 5, house)
    found = audit.verify(bundle.data, house.key.public)
    assert keys(found).count("conduct") == 4
    assert {each.round for each in found.wagers} <= {2, 3, 4, 5}


EVERY_BYTE = 5


def test_no_changed_byte_is_accepted(whole: Whole, tmp_path: Path) -> None:
    house = house_in(tmp_path)
    data = bundle_of(whole("seven-up"), "t1", 1, 1, house).data
    # The campaign changes far more. These changes reach every part of a bundle, and every bit of a
    # byte.
    for place in range(0, len(data), EVERY_BYTE):
        forged = bytearray(data)
        forged[place] ^= 1 << (place % 8)
        with pytest.raises(audit.BundleRejected):
            audit.verify(bytes(forged), house.key.public)
    for part in (data[:-1], data + b"\n", data[:100], b"", data[209:]):
        with pytest.raises(audit.BundleRejected):
            audit.verify(part, house.key.public)


def test_no_forgery_is_accepted(whole: Whole, tmp_path: Path) -> None:
    house = house_in(tmp_path)
    data = bundle_of(whole("tiger"), "t1", 1, 1, house).data
    assert forged_and_accepted(data, house.key.public, tries=2_000, seed=1) == 0


def test_a_bundle_of_another_house_is_refused(whole: Whole, tmp_path: Path) -> None:
    house, other = house_in(tmp_path), house_in(tmp_path / "other")
    data = bundle_of(whole("tiger"), "t1", 1, 1, other).data
    with pytest.raises(audit.BundleRejected, match="signed by key"):
        audit.verify(data, house.key.public)
    # Without a published key the bundle verifies, but its key is only an assumption.
    assert "key-given" in keys(audit.verify(data), proved=False)


# Forgeries with the key of the house


class Forger:
    """An insider who can sign any content, within the limits of the chain."""

    def __init__(self, house: BundleIssuer, data: bytes) -> None:
        self.house, self.content = house, body_of(data)

    def change(self, old: str, new: str) -> None:
        """Change the text of the round's entries."""
        texts = self.content["segments"][0]["texts"]
        changed = [text.replace(old, new) for text in texts]
        assert changed != texts
        self.content["segments"][0]["texts"] = changed

    def chain_again(self) -> None:
        """Sign new checkpoints with matching heads."""
        for segment in self.content["segments"]:
            head, number = bytes.fromhex(segment["hash"]), segment["after"]
            for entry in segment["texts"]:
                number += 1
                head = entry_hash(head, number, entry.encode())
            line = self.content["checkpoints"][segment["checkpoint"]]
            old = msgspec.json.decode(line.rpartition(" ")[0], type=Checkpoint)
            heads = old.heads | {segment["stream"]: (number, head.hex())}
            plain = msgspec.structs.replace(old, heads=heads)
            self.content["checkpoints"][segment["checkpoint"]] = encode(plain, self.house.key)

    @property
    def data(self) -> bytes:
        return signed(self.content, self.house.key)

    def refusal(self) -> str:
        with pytest.raises(audit.BundleRejected) as refused:
            audit.verify(self.data, self.house.key.public)
        return str(refused.value)


@pytest.fixture
def forger(whole: Whole, tmp_path: Path) -> Forger:
    house = house_in(tmp_path)
    data = bundle_of(whole("tiger"), "t1", 1, 1, house).data
    audit.verify(Forger(house, data).data, house.key.public)
    return Forger(house, data)


def test_a_changed_entry_breaks_the_chain(forger: Forger) -> None:
    forger.change('"returned_cents":0', '"returned_cents":1')
    assert "do not chain to checkpoint" in forger.refusal()


def test_a_wrong_payment_is_found_although_everything_is_signed_again(forger: Forger) -> None:
    forger.change('"line":0,"returned_cents":0', '"line":0,"returned_cents":200')
    forger.chain_again()
    assert "the auditor disagrees with entry " in forger.refusal()


def test_transfers_without_an_event_are_found(forger: Forger) -> None:
    texts = forger.content["segments"][0]["texts"]
    place = next(i for i, text in enumerate(texts) if "WagersPlaced" in text)
    body = msgspec.json.decode(texts[place])
    body[5][0][3] += 100
    texts[place] = msgspec.json.encode(body).decode()
    forger.chain_again()
    assert "transfer" in forger.refusal()


def test_another_rulebook_is_found(forger: Forger) -> None:
    opening = forger.content["given"]
    opening["rulebook"] = opening["rulebook"].replace('"win": 8', '"win": 9', 1)
    assert "the auditor disagrees" in forger.refusal() or "rulebook" in forger.refusal()


def test_other_limits_are_found(forger: Forger) -> None:
    forger.content["given"]["settings"]["limits"][0]["maximum_cents"] += 100
    assert "settings" in forger.refusal()


def test_a_screen_with_other_cards_is_found(forger: Forger) -> None:
    last = forger.content["screens"][-1]["display"]["hands"]["player"]["cards"]
    last[0] = "As" if last[0] != "As" else "2s"
    assert "the display showed" in forger.refusal()


def test_a_screen_of_a_seat_with_other_stakes_is_found(forger: Forger) -> None:
    screens = next(each for each in forger.content["screens"] if each["seats"])
    own = next(iter(screens["seats"].values()))
    own["stakes"][0]["cents"] += 100
    assert "other stakes than its own" in forger.refusal()


def test_a_receipt_of_a_set_that_was_not_accepted_is_found(forger: Forger) -> None:
    forger.content["receipts"][0]["stakes"][0]["cents"] += 100
    assert "has a set that no entry accepted" in forger.refusal()


def test_an_incomplete_round_is_refused(forger: Forger) -> None:
    forger.content["segments"][0]["texts"] = forger.content["segments"][0]["texts"][:-1]
    forger.chain_again()
    forger.content["screens"] = forger.content["screens"][:-1]
    assert "does not end in the bundle" in forger.refusal()


def test_a_checkpoint_by_another_key_is_refused(forger: Forger) -> None:
    other = SigningKey(b"third.key".ljust(32))
    line = forger.content["checkpoints"][0]
    old = msgspec.json.decode(line.rpartition(" ")[0], type=Checkpoint)
    forger.content["checkpoints"][0] = encode(old, other)
    assert "is not signed by the key of the bundle" in forger.refusal()


def test_an_order_that_differs_from_its_commitment_is_found(whole: Whole, tmp_path: Path) -> None:
    house, journal = house_in(tmp_path), whole("tiger")
    number = max(rounds_of(JournalReader(journal)))
    forger = Forger(house, bundle_of(journal, "t1", number, number, house).data)
    segment = forger.content["segments"][-1]
    body = msgspec.json.decode(segment["texts"][0])
    event = next(each for each in body[4] if each[0] == "ShoeEnded")
    event[2]["order"] = event[2]["order"][2:] + event[2]["order"][:2]
    segment["texts"][0] = msgspec.json.encode(body).decode()
    forger.chain_again()
    assert "does not match its commitment" in forger.refusal()


def test_a_file_that_is_not_a_bundle_is_refused_with_a_reason() -> None:
    key = SigningKey(b"key".ljust(32))
    for content in ({}, {"table": "x"}, {"more": 1}):
        with pytest.raises(audit.BundleRejected, match="not a bundle"):
            audit.verify(signed(content, key), key.public)
    with pytest.raises(audit.BundleRejected, match="not a public key"):
        audit.verify(signed({}, key), "K")
