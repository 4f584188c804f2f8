"""List planted bugs of live tables, in control of the device, offers and ranks."""

from campaigns.planted_bug import Bug, row

LIVE_PLAY_BUGS = (
    Bug(
        "a card is dealt although no patron draws",
        row(9),
        "table/decide/play/dealing.py",
        """    if is_drawer_missing(table):
        return No.DEVICE_NOT_HELD
    laid = """,
        "    laid = ",
        ("table/decide/live/test_device_control.py",),
    ),
    Bug(
        "an offer to withdraw reveals face-down cards",
        "remedy offer-withdrawal",
        "table/decide/irregularities/withdrawal.py",
        "standings(table.game, public_tableau(table))",
        "standings(table.game, table.current.tableau)",
        ("table/decide/irregularities/test_withdrawal.py",),
    ),
    Bug(
        "a change of settings changes the order of positions",
        row(17),
        "table/decide/play/opening.py",
        "    if command.settings.ladder != table.settings_in_force.ladder:\n",
        "    if command.settings.ladder == ():\n",
        ("table/test_actors.py",),
    ),
    Bug(
        "control of the device passes to the next patron at the seat",
        row(16),
        "table/decide/play/seating.py",
        "return (*end_control_with_visit(table, command.seat), SeatLeft(command.seat, visit))",
        "return (SeatLeft(command.seat, visit),)",
        ("table/decide/live/test_device_control.py",),
    ),
    Bug(
        "a card typed in two ways is two cards",
        row(10),
        "table/decide/__init__.py",
        "normalise_cards(command)",
        "command",
        ("table/decide/test_card_names.py",),
    ),
    Bug(
        "a round begins before the shuffler has all cards",
        row(10),
        "table/decide/play/wagering.py",
        "    if must_return_cards(table):\n        return No.CARDS_RETURN\n",
        "",
        ("devices/test_continuous_shuffler.py",),
    ),
    Bug(
        "a table gets stuck after a reset",
        "remedy reopen-bets",
        "table/decide/irregularities/remedies.py",
        "return carry_out_steps(table, (BetsReopened(item.round, item.source),))",
        "return (BetsReopened(item.round, item.source),)",
        ("table/decide/irregularities/test_reopening.py",),
    ),
)
