from msgspec.structs import replace

from punto.core.rulebook import DealingMethod
from punto.core.staff_positions import Permission
from punto.games.library import game
from punto.table import rules
from punto.table.rules import Rules, positions_for, rules_of
from punto.table.settings import default_settings
from tests.tables import LIVE, opened

TIGER = game("tiger")


def test_a_table_has_the_rules_of_its_book_and_settings() -> None:
    table = opened(LIVE).table
    assert table.rules is rules_of(table.game, table.settings_in_force)
    assert table.rules.limits["banker"] == table.settings_in_force.limit("banker")
    assert table.rules.wagers["tie"] == LIVE.wager("tie")


def test_other_settings_have_other_rules() -> None:
    table = opened(LIVE).table
    changed = replace(table.settings_in_force, method=DealingMethod.A)
    handled = replace(table, settings=changed).rules
    assert handled.patrons_handle_cards
    assert not handled.patron_draws
    assert not table.rules.patrons_handle_cards


def test_a_game_without_methods_has_no_method() -> None:
    found = rules_of(TIGER, default_settings(TIGER))
    assert found.method is None
    assert not found.patrons_handle_cards
    assert not found.patron_draws
    assert found.is_on_terminals


def test_positions_are_those_of_the_document() -> None:
    found = Rules(LIVE, default_settings(LIVE))
    assert set(found.positions) == set(Permission)
    for act, positions in found.positions.items():
        assert positions == positions_for(act, LIVE.document)


def test_the_cache_of_rules_drops_old_rules() -> None:
    first = default_settings(TIGER)
    found = rules_of(TIGER, first)
    assert rules_of(TIGER, first) is found
    others = [default_settings(TIGER) for _ in range(rules.MAX_CACHED_RULES)]
    for each in others:
        rules_of(TIGER, each)
    assert rules_of(TIGER, first) is not found
