"""`punto bundle` exports or verifies the signed bundle of a round."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
from cyclopts import App, Parameter

from punto import audit as auditing
from punto.cli.console import show_record, show_text
from punto.cli.files import write_bytes
from punto.cli.floor.journal import open_journal
from punto.cli.floor.key_options import PublicKey, Unlock, open_key_ring
from punto.cli.options import Json, Language, Whole
from punto.journal.keys import signing_key
from punto.messages.message import Message, message
from punto.messages.render import render
from punto.reports.descriptions.findings import rejection_text

if TYPE_CHECKING:
    from punto.floor.plan import TablePlan

HELP = """\
Export the bundle of a round, or verify a bundle without the journal.

For example:

  punto bundle export data tiger-5 58 -o round-58.bundle
  punto bundle verify round-58.bundle --key KEY
"""

bundle = App(name="bundle", help=HELP, help_format="plaintext")


@bundle.command
def export(
    data: Annotated[Path, Parameter(help="Data folder of `punto serve`.")],
    table: Annotated[str, Parameter(help="Key of the table.")],
    round_: Annotated[
        Whole, Parameter(name="round", help="Number of the round, or of the first one.")
    ],
    /,
    *,
    output: Annotated[Path, Parameter(name=["--output", "-o"], help="File to write.")],
    to: Annotated[
        Whole | None, Parameter(help="Number of the last round. Default: one round.")
    ] = None,
    checkpoints: Annotated[
        Path | None,
        Parameter(help="Folder of exported checkpoints. Default: the one in the data folder."),
    ] = None,
    unlock: Unlock = None,
    language: Language = "en",
) -> None:
    """Write finished rounds with chain, rules, receipts and screens into one signed file.

    For example:

      punto bundle export data tiger-5 58 -o round-58.bundle
    """
    from punto.floor.audit_desk.bundle_export import BundleIssuer, export_bundle, replay_of
    from punto.floor.software_identity import software_digest

    ring = open_key_ring(data, unlock)
    if not {"sign", "house"} <= set(ring.names()):
        raise ValueError(
            f"{data} has no keys of a house; expected the data folder of `punto serve`"
        )
    if checkpoints is not None and not checkpoints.is_dir():
        raise ValueError(
            f"{checkpoints} is not a folder; expected the folder of exported checkpoints"
        )
    rounds = round_, round_ if to is None else to
    with open_journal(data / "floor.db") as reader:
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
    write_bytes(output, exported.data)
    counts = exported.counts
    written = message(
        "bundle-file.written",
        file=str(output),
        bytes=len(exported.data),
        entries=counts["entries"],
        transfers=counts["transfers"],
        receipts=counts["receipts"],
        screens=counts["screens"],
        checkpoints=counts["checkpoints"],
    )
    signed_by = message("checkpoint.key", public=house.key.public, is_given=True)
    show_text("".join(f"{render(line, language)}\n" for line in (written, signed_by)))


@bundle.command
def verify(
    file: Annotated[Path, Parameter(help="File of a bundle.")],
    /,
    *,
    key: PublicKey = None,
    as_json: Json = False,
    language: Language = "en",
) -> None:
    """List the statements that a bundle proves. A forged or damaged bundle is refused.

    Punto reads only the file: the auditor's code recomputes the settlement.

    For example:

      punto bundle verify round-58.bundle --key KEY
    """
    try:
        found = auditing.verify(file.read_bytes(), key)
    except auditing.BundleRejected as error:
        raise ValueError(f"{file} is refused: {rejection_text(error)}") from None
    if as_json:
        show_record(record_of(found))
        return
    for line in _lines(found):
        show_text(f"{render(line, language)}\n")


def _lines(found: auditing.VerifiedBundle) -> Iterator[Message]:
    """The proofs, the assumptions and the settled wagers of a bundle."""
    for proof in found.proofs:
        if proof.is_proved:
            yield message("proof-line.proved", proof=proof.message)
        else:
            yield message("proof-line.given", proof=proof.message)
    for each in found.wagers:
        yield message(
            "proof-line.wager",
            round=each.round,
            seat=each.seat,
            wager=each.wager,
            cents=each.cents,
            returned=each.returned_cents,
        )


def record_of(found: auditing.VerifiedBundle) -> dict[str, object]:
    """The statements of a bundle as a record, for other programs."""
    return {
        "table": found.bundle.table,
        "rounds": [found.bundle.first_round, found.bundle.last_round],
        "key": found.key,
        "proofs": [
            {"proved": each.is_proved, **msgspec.to_builtins(each.message)} for each in found.proofs
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
    """A plan of the table with its key only. The journal has its game and settings."""
    from punto.floor.plan import TablePlan
    from punto.games import library
    from punto.table.settings import default_settings

    book = library.GAMES[0]
    return TablePlan(table, table, 0, book, default_settings(book))
