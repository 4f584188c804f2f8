from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from punto.core.shoe import cards_of_decks
from punto.devices.continuous_shuffler import ContinuousShuffler
from punto.devices.virtual_shoe import VirtualShoe, below_from, check_shoe
from punto.games.library import game
from punto.table.commands import EndShoe, LoadShoe, OpenBets
from punto.table.events import CuttingCardReached, RoundSettled, ShoeEnded, ShoeLoaded
from punto.table.next_step import NextStep, next_step
from punto.table.settings import default_settings
from punto.table.state import Phase
from tests.irregularities import dealt
from tests.one_table import Floor


def test_cards_return_and_their_number_stays_the_same() -> None:
    shuffler = ContinuousShuffler(8, below_from(b"seed"))
    for _ in range(2_000):
        drawn = [shuffler.draw() for _ in range(6)]
        assert shuffler.cards_out == 6
        shuffler.give_back(drawn)
    assert shuffler.cards_out == 0
    all_cards = Counter(shuffler.draw() for _ in range(416))
    assert all_cards == Counter(map(str, cards_of_decks(8)))
    with pytest.raises(ValueError, match="the shuffler is empty"):
        shuffler.draw()


def test_every_card_is_equally_likely_in_every_round() -> None:
    shuffler = ContinuousShuffler(1, below_from(b"another"))
    counts: Counter[str] = Counter()
    for _ in range(52_000):
        text = shuffler.draw()
        counts[text] += 1
        shuffler.give_back([text])
    # 51 degrees of freedom: 87.97 is exceeded once in a thousand.
    assert sum((count - 1_000) ** 2 / 1_000 for count in counts.values()) < 87.97
    assert len(counts) == 52


def test_a_card_that_is_not_out_cannot_return() -> None:
    shuffler = ContinuousShuffler(1, below_from(b"seed"))
    drawn = shuffler.draw()
    with pytest.raises(ValueError, match="did not come out of this shuffler"):
        shuffler.give_back([drawn, drawn])
    assert shuffler.cards_out == 1


def test_r35_a_table_with_a_shuffler_deals_every_round_from_all_cards(tmp_path: Path) -> None:
    floor = Floor(tmp_path)
    book = game("super-six-plus")
    floor.open(book, settings=replace(default_settings(book), shuffles_each_round=True))
    for _ in range(25):
        floor.until(Phase.BETS_OPEN)
        assert floor.desk.state.device.cards_out == 0
        floor.bet(1, "banker", 10_00)
        floor.until(Phase.SETTLED)
        assert next_step(floor.desk.state) is NextStep.END_SHOE
    events = [event for stored in floor.journal.read("t1") for event in stored.entry.events]
    assert not any(isinstance(event, CuttingCardReached) for event in events)
    assert sum(isinstance(event, RoundSettled) for event in events) == 25
    loaded = [event for event in events if isinstance(event, ShoeLoaded)]
    ended = [event for event in events if isinstance(event, ShoeEnded)]
    assert (len(loaded), len(ended)) == (25, 24)
    for before, end in zip(loaded, ended, strict=False):
        check_shoe(VirtualShoe(end.order, end.salt), before.commitment, 8)


def test_r35_a_round_begins_only_after_the_cards_have_returned() -> None:
    play = dealt(game("super-six-plus"), shuffles_each_round=True)
    play.finish("9s", "Kc", "Kd", "6h")
    assert next_step(play.table) is NextStep.END_SHOE
    assert play.refused(OpenBets()) == "cards-return"
    play.done(EndShoe())
    assert next_step(play.table) is NextStep.LOAD_SHOE
    play.done(LoadShoe("shuffled"))
    play.done(OpenBets())


def test_r35_copies_are_counted_within_a_round_because_cards_return_after_it() -> None:
    plus = game("super-six-plus")
    play = dealt(plus, *["Ks"] * 4, decks=4, shuffles_each_round=True)
    play.finish("2d", "3d")
    for _ in range(3):
        assert next_step(play.table) is NextStep.END_SHOE
        play.done(EndShoe())
        play.done(LoadShoe(f"shuffler-{play.table.events}"))
        play.done(OpenBets())
        play.close()
        # The same four kings come again, because they returned into the device.
        play.draw(*["Ks"] * 4)
        assert play.table.pending_steps == ()
        play.finish("2d", "3d")
    play.done(EndShoe())
    play.done(LoadShoe("shuffler"))
    play.done(OpenBets())
    play.close()
    play.draw(*["Ks"] * 5)
    assert play.table.phase is Phase.VOID, "a fifth in one round is a copy too many"
