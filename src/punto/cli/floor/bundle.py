"""`punto bundle`: one round in one signed file, exported, and verified without the journal."""

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from punto import audit as auditing
from punto.cli.console import show_record, show_text
from punto.cli.files import write_bytes
from punto.cli.floor.master_key import Unlock, open_key_ring
from punto.cli.options import Json, Whole
from punto.core.money import format_cents
from punto.journal.encoding import DecodeError
from punto.journal.errors import JournalError
from punto.journal.keys.signing import PUBLIC_KEY, signing_key

if TYPE_CHECKING:
    from punto.floor.plan import TablePlan

HELP = """\
Exports the bundle of a round, or verifies one without the journal it came from.

For example:

  punto bundle export data tiger-5 58 -o round-58.bundle
  punto bundle verify round-58.bundle --key KEY
"""

bundle = App(name="bundle", help=HELP, help_format="plaintext")


@bundle.command
def export(
    data: Annotated[Path, Parameter(help="The folder that `punto serve` uses.")],
    table: Annotated[str, Parameter(help="The table, by its key.")],
    round_: Annotated[Whole, Parameter(name="round", help="The round, or the first of several.")],
    /,
    *,
    output: Annotated[Path, Parameter(name=["--output", "-o"], help="The file to write.")],
    to: Annotated[Whole | None, Parameter(help="The last of several rounds.")] = None,
    checkpoints: Annotated[
        Path | None, Parameter(help="Where checkpoints were exported to, if elsewhere.")
    ] = None,
    unlock: Unlock = None,
) -> None:
    """Writes rounds that are over, their chain, rules, receipts and screens into one signed file.

    For example:

      punto bundle export data tiger-5 58 -o round-58.bundle
    """
    from punto.floor.audit_desk.bundle_export import BundleIssuer, export_bundle, replay_of
    from punto.floor.software_identity import software_digest
    from punto.journal.reader import JournalReader

    ring = open_key_ring(data, unlock)
    if not {"sign", "house"} <= set(ring.names()):
        raise ValueError(f"{data} has no keys of a house; expected the folder of `punto serve`")
    if checkpoints is not None and not checkpoints.is_dir():
        raise ValueError(f"{checkpoints} is no folder; expected where checkpoints were exported to")
    rounds = round_, round_ if to is None else to
    try:
        reader = JournalReader(data / "floor.db")
        try:
            house = BundleIssuer(
                signing_key(ring),
                ring.existing_key("house"),
                checkpoints or data / "checkpoints",
                "$",
                software_digest(),
            )
            replay = replay_of(reader, _plan(table), rounds)
            at = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
            exported = export_bundle(
                reader, _plan(table), rounds, replay, house, "punto bundle export", at
            )
        finally:
            reader.close()
    except (JournalError, DecodeError) as error:
        raise ValueError(str(error)) from None
    write_bytes(output, exported.data)
    counts = ", ".join(f"{count:,} {name}" for name, count in exported.counts.items())
    show_text(f"{output}: {len(exported.data):,} bytes; {counts}\nKey: {house.key.public}\n")


@bundle.command
def verify(
    file: Annotated[Path, Parameter(help="A bundle.")],
    /,
    *,
    key: Annotated[str | None, Parameter(help="The public key of the house.")] = None,
    as_json: Json = False,
) -> None:
    """Says line by line what a bundle proves; one that does not hold is refused.

    Nothing but the file is read: the settlement is worked out again by the auditor's own code.

    For example:

      punto bundle verify round-58.bundle --key KEY
    """
    if key is not None and not PUBLIC_KEY.fullmatch(key):
        raise ValueError(f"{key!r:.80} is no public key; expected 64 digits, in small letters")
    try:
        found = auditing.verify(file.read_bytes(), key)
    except OSError as error:
        raise ValueError(f"{file} cannot be read: {error.strerror}") from None
    except auditing.BundleRejected as error:
        raise ValueError(f"{file} is refused: {error}") from None
    if as_json:
        show_record(record_of(found))
        return
    for proof in found.proofs:
        show_text(f"{'proved' if proof.is_proved else 'given '}  {proof}\n")
    for each in found.wagers:
        show_text(
            f"        round {each.round}, seat {each.seat}, {each.wager} "
            f"{format_cents(each.cents)}: returned {format_cents(each.returned_cents)}\n"
        )


def record_of(found: auditing.VerifiedBundle) -> dict[str, object]:
    """What a bundle proves, for other programs."""
    return {
        "table": found.bundle.table,
        "rounds": [found.bundle.first_round, found.bundle.last_round],
        "key": found.key,
        "proofs": [
            {"key": each.key, "proved": each.is_proved, "words": str(each)} for each in found.proofs
        ],
        "cards": {str(number): cards for number, cards in found.cards.items()},
        "wagers": [
            {
                "round": each.round,
                "seat": each.seat,
                "visit": each.visit,
                "wager": each.wager,
                "cents": each.cents,
                "line": each.line,
                "returned_cents": each.returned_cents,
            }
            for each in found.wagers
        ],
    }


def _plan(table: str) -> "TablePlan":
    """A table of which only its journal is known; its game and settings stand there."""
    from punto.floor.plan import TablePlan
    from punto.games import library
    from punto.table.settings import default_settings

    book = library.GAMES[0]
    return TablePlan(table, table, 0, book, default_settings(book))
