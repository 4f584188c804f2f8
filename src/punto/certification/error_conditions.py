"""List the error conditions with their messages, effects, causes and tests."""

from dataclasses import dataclass

from punto.devices.fault_script import InjectedFault


@dataclass(frozen=True, slots=True)
class ErrorCondition:
    """An error condition: its message, its effect on play, how to cause it, and its test."""

    name: str
    message: str
    play: str
    reproduce: str
    test: str


EMULATE = 'punto emulate tiger --faults "{}"'

CONDITIONS = (
    ErrorCondition(
        "The power fails or the process is killed",
        "at the next start, the floor reports the interruption with its clause",
        "the rulebook's own rows decide: void, conclude, or each patron may withdraw",
        "kill -9 the process of `punto serve` in a round, start it again on the same data",
        "tests/powercut/test_kills.py::test_a_kill_loses_no_answered_command_and_leaves_no_half_move",
    ),
    ErrorCondition(
        "The disk is full, or a write or sync fails",
        "one line that names the file; terminals show that bets are refused",
        "stops at all tables; every accepted command is on disk",
        "scripts/campaign faults --size small, or fill the disk of the data folder",
        "tests/powercut/test_failing.py::test_a_disk_that_fails_anywhere_stops_bets_and_loses_nothing",
    ),
    ErrorCondition(
        "Another program holds the journal",
        "FILE is locked by another program; nothing was stored",
        "stops until the file is unlocked and the floor restarts",
        "open the journal with any SQLite shell and BEGIN EXCLUSIVE",
        "tests/powercut/test_failing.py::test_a_database_that_another_program_locks_stops_bets",
    ),
    ErrorCondition(
        "A bit of the journal has changed",
        "FILE is damaged, or STREAM does not chain at entry N",
        "the floor does not use the journal",
        "change one byte of floor.db with any editor, start the floor",
        "tests/powercut/test_failing.py::test_a_damaged_page_is_reported_and_not_served",
    ),
    ErrorCondition(
        "An old copy replaces the journal",
        "the exported head is not in the copy",
        "the floor refuses the copy",
        "punto backup, play on, put the copy back, punto checkpoint verify",
        "tests/cli/floor/test_checkpoint.py::test_an_old_backup_is_refused_in_one_line",
    ),
    ErrorCondition(
        "A terminal loses its connection",
        "the table names the seat; the terminal shows which wagers are accepted",
        "an accepted wager counts if the terminal displayed it (E and U 5.10, else policies)",
        "close the browser, or cut its network, while bets are open and after they closed",
        "tests/floor/tables/test_seat_presence.py::test_a_terminal_that_saw_its_wager_accepted_is_settled_in_its_absence",
    ),
    ErrorCondition(
        "The exported checkpoint cannot be written",
        "the log and the pit report it",
        "continues; the journal itself is intact",
        "remove the folder of exports while the floor runs",
        "tests/floor/operations/test_checkpoint_export.py::test_tables_continue_without_the_folder_of_checkpoints",
    ),
    ErrorCondition(
        "A key of the floor is missing",
        "FOLDER lacks keys of this journal, each by name and version",
        "does not start, and changes nothing, until the keys are restored",
        "remove keys/house.key of the data folder, start again",
        "tests/cli/floor/test_serve.py::test_a_floor_whose_keys_are_missing_does_not_start",
    ),
    ErrorCondition(
        "The order of a sealed shoe cannot be opened",
        "the round is void by its clause",
        "a new shoe is loaded",
        "write 32 other bytes into keys/seal.key in a round, start again",
        "tests/floor/tables/test_house_dealer.py::test_without_its_key_a_round_is_void_and_a_new_shoe_is_loaded",
    ),
    ErrorCondition(
        "The cards of the shoe run out in a round",
        "too few cards to finish the round",
        "by the clause of the document: void",
        "punto table tiger, a cut of six cards, deal to the end",
        "tests/floor/tables/test_house_dealer.py::test_a_shoe_that_runs_out_voids_the_round",
    ),
    ErrorCondition(
        "A voucher is forged or copied",
        "this is not a voucher of the house; or, it was redeemed already",
        "no voucher is paid twice",
        "change one letter of a voucher, or redeem one twice at two terminals",
        "tests/ledger/test_vouchers.py::test_a_voucher_with_one_letter_changed_is_refused",
    ),
    ErrorCondition(
        "Wrong passwords",
        "three in thirty minutes lock the name",
        "not affected",
        "sign in three times with a wrong password",
        "tests/floor/access/test_staff_access.py::test_three_wrong_passwords_lock_a_name_until_an_administrator_helps",
    ),
    ErrorCondition(
        "A client sends too many or too large messages",
        "slow down; then the server closes the connection",
        "other clients are not affected",
        "scripts/campaign fuzz --size small",
        "tests/floor/terminals/test_connection.py::test_a_flooding_browser_is_slowed_and_then_disconnected",
    ),
    ErrorCondition(
        "A report does not reconcile",
        "the report shows the difference in its column and exits with 1",
        "not affected; audit the journal",
        "change a payment in a copy of a journal, punto report COPY performance",
        "tests/cli/floor/test_report.py::test_books_that_differ_exit_with_code_1",
    ),
)

DEVICE_TEST = (
    "tests/devices/test_shoe_emulator.py::test_every_fault_in_every_state_has_its_reviewed_effect"
)
DEVICE_WORDS = {
    InjectedFault.UNREAD: "a card that the device did not read: two people enter it",
    InjectedFault.MISREAD: "a card read as another: the card count detects it",
    InjectedFault.SEVERAL: "two or more cards at once",
    InjectedFault.BUTTON: "the button at the wrong time",
    InjectedFault.REVERSE_EXIT: "a card goes back after it came out",
    InjectedFault.REVERSE_WAY: "a card goes back on its way",
    InjectedFault.CARD_CODE: "a code of no known card",
    InjectedFault.TIME_OUT: "no card in time",
    InjectedFault.LOCK: "the shoe is locked",
    InjectedFault.PRESET: "a preset that differs from the table's",
    InjectedFault.WRONG_SIDE: "the device names another hand",
    InjectedFault.WRONG_VERDICT: "the device names another winner",
    InjectedFault.REVOKE: "the device revokes cards",
    InjectedFault.RESET: "the device restarts",
    InjectedFault.LOST: "a message is lost: the round stops",
    InjectedFault.DOUBLED: "a message comes twice: the floor applies it once",
    InjectedFault.GARBLED: "a message is garbled: the floor ignores it",
    InjectedFault.SPOOFED: "a message from another sender: the floor ignores it",
    InjectedFault.REPLAYED: "an old message again: the floor ignores it",
    InjectedFault.OTHERWISE: "the same number with other content: an alarm",
}
"""The effect of each fault of a card-reading shoe. A script can inject all of them."""


def injected_faults(fault: InjectedFault) -> str:
    """The command that injects a fault of the shoe at the fifth card."""
    words = {
        InjectedFault.MISREAD: " 9s",
        InjectedFault.SPOOFED: " 9s",
        InjectedFault.OTHERWISE: " 9s",
        InjectedFault.SEVERAL: " 2 unknown",
        InjectedFault.REVERSE_EXIT: " unknown",
        InjectedFault.REVERSE_WAY: " unknown",
        InjectedFault.PRESET: " 6 PBPB",
        InjectedFault.REVOKE: " 1 same",
    }
    return EMULATE.format(f"5 {fault}{words.get(fault, '')}")
