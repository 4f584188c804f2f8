"""Test roads by published examples, exhaustive digests, laws and a second reading."""

import hashlib
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.core import notation
from punto.core.facts import Winner
from punto.core.sides import Side
from punto.core.tableau import ending
from punto.games import library
from punto.table.roads import (
    DragonTail,
    Result,
    Roads,
    RoadSquare,
    place_marks,
    regularities,
    result_of,
    roads_of,
)

WINNERS = {"B": Winner.BANKER, "P": Winner.PLAYER, "T": Winner.NEITHER}


def played(text: str) -> list[Result]:
    return [Result(WINNERS[each], at) for at, each in enumerate(text)]


def derived(text: str, behind: int) -> str:
    winners = [WINNERS[each] for each in text if each != "T"]
    return "".join("R" if each else "B" for each in regularities(winners, behind))


def drawn(text: str) -> tuple[str, str, str]:
    roads = roads_of(played(text))
    eye, small, cockroach = (
        "".join("R" if each.is_regular else "B" for each in road)
        for road in (roads.big_eye, roads.small, roads.cockroach)
    )
    return eye, small, cockroach


V10 = "PBPPBPPPPBPPBPTBPPPP"
V12 = (
    "PPBBPBPPPTPPTBPPBBTPPPPPPPBBBPPTTPPBPPPTPPBBTPPBTPBPPPBPBBTPPPPPPBBPBBBBBTPBPBPBBBPBBPPPBT"
    "BBBBBBPBPB"
)
V13 = (
    "PPTPBTBBTPPPBPBTBPPPPPPPPBBPBTBTBBPPPTPPPBBBBPBBBPPPPBPBPTPBBPBBBBPBPPPPPPPBPBBBBBBBPPBBPT"
    "PBPPPBPPPPB"
)
V14 = (
    "BPBPBBPBBPPPBTBBBPTPPPBPBPPBBTPBPBBPBPBPTPPBPTBPPPBBPBPBPBPBBPBPPBBPPPBBPPBPPPTPPBBTPPBPBT"
    "BTBPBBPPBP"
)
V15 = "BBPBPBBPBBBBBPBBPTPBTBPBBBBPBPPBPBBBPBBPBBPPBPPPPBTBBPBPBPPPPBPPPBPTPPBP"
V16 = "PTPBBPBPBBBPBBBPBBPPPPBBBPTBBBBPPBBBBPTPPPPBPPPPBBBPBBBBBBBBBBBPPBBBBBPT"


@pytest.mark.parametrize(
    ("text", "eye", "small", "cockroach"),
    [
        ("BPB", "R", "", ""),
        ("BBPP", "R", "", ""),
        ("BBPPP", "RB", "", ""),
        ("BBPPPP", "RBR", "", ""),
        ("BBPPPBPBB", "RBBBRB", "BBB", "BR"),
        ("BPPPB", "BRB", "", ""),
        ("BBPPB", "RR", "", ""),
        ("BPBPBPBP", "RRRRRR", "RRRRR", "RRRR"),
        ("BBBBPBBBBBB", "BBRRRR", "RRRBR", ""),
        (V10, "RBBBBRRBBBBBRRBRR", "BBRRBRBRRBRBRBRR", "RBRRBBBBBRBBRR"),
        ("TTBTP", "", "", ""),
        ("B" * 8 + "P" * 7 + "B", "RRRRRRB", "", ""),
        ("B" * 7 + "P" * 9, "RRRRRRBR", "", ""),
        ("BTBPTPB", "RR", "", ""),
        (
            V15,
            "BRRBBBBRRRBBBBRRRRBBRRBBRBBBRBRBBBBBBBRRBBRRBRRBBRRRBRRBBBRBBBRBB",
            "BRBBRRBRRBRRBBBRRBRBRBRBBBRBBRBRRBRRRBBBRBRBBRBBBRRBRRBRRRBRRRRR",
            "BBBRBRRRBBBBRBBBBRBRBBRRBRRRBBRBBBBBRRRRBRBRBBRBBRBRRBRBRBBBRBB",
        ),
        (
            V16,
            "RRBRRBRBBBRBBBBRBRBRRBBBRRBRBRBRBRRRBBBBRRBRRBBBRRRRRRRRRBRBRBRRB",
            "BBRBRBRRRRRRBBRRBRBBBRRBBBBRRRRRBRRBBRRRBBRBBRRBRRRRRRRBBBRRRRB",
            "BBBRBRBRBBBBRRBBBRBBRRRRRBBRRBRRRBBBRRRRRRBRRRRBRRRRRRBRBBRRRB",
        ),
    ],
)
def test_derived_roads_equal_published_examples(
    text: str, eye: str, small: str, cockroach: str
) -> None:
    assert drawn(text) == (eye, small, cockroach)


def digest(lines: list[str]) -> str:
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def test_all_shoes_of_nine_rounds_have_the_reviewed_digest() -> None:
    lines = [
        "|".join((text, *(derived(text, behind) for behind in (1, 2, 3))))
        for text in map("".join, product("BPT", repeat=9))
    ]
    assert "BBPPPBTPB|RBBBR|BB|B" in lines
    assert digest(lines) == "05cbcc4e070a4b349c68b80e8f78e625c5fc142ffa7e402a81a45c2e4c38c452"


def test_all_shoes_of_fourteen_rounds_without_ties_have_the_reviewed_digest() -> None:
    lines = [
        "|".join((text, *(derived(text, behind) for behind in (1, 2, 3))))
        for text in map("".join, product("BP", repeat=14))
    ]
    assert digest(lines) == "45e074d8fbe5ea0982bab9dc1678b504aa1c2dca58aa4c4a7c6ffb3fa9b06627"


@pytest.mark.parametrize(
    ("tail", "expected"),
    [
        (DragonTail.STICKY, "2a7876944bb482d1fa3cb038c6577b8bbdbedbfe035301e67dd548fe9da40372"),
        (DragonTail.RETRY_DOWN, "b1363c35216d594c6f6d3f914431857808d4b141c965206a0e46882f11e642b7"),
    ],
)
def test_all_placements_in_three_rows_have_the_reviewed_digest(
    tail: DragonTail, expected: str
) -> None:
    lines = [f"{text}|{written(place_marks(text, tail, rows=3))}" for text in BP_FOURTEEN]
    assert lines[0].endswith("2,10 2,11")
    assert digest(lines) == expected


BP_FOURTEEN = ["".join(each) for each in product("BP", repeat=14)]


def written(places: list[RoadSquare]) -> str:
    return " ".join(f"{each.row},{each.column}" for each in places)


def down(column: int, upto: int) -> str:
    return " ".join(f"{row},{column}" for row in range(upto + 1))


@pytest.mark.parametrize(
    ("text", "tail", "ends"),
    [
        ("B" * 8, DragonTail.STICKY, f"{down(0, 5)} 5,1 5,2"),
        ("B" * 9 + "P" * 10, DragonTail.STICKY, f"{down(1, 4)} 4,2 4,3 4,4 4,5 4,6"),
        ("B" * 9 + "P" * 10, DragonTail.RETRY_DOWN, f"{down(1, 4)} 4,2 4,3 4,4 5,4 5,5"),
        ("B" * 9 + "P" + "B" * 7, DragonTail.STICKY, f"0,1 {down(2, 4)} 4,3 4,4"),
        ("B" * 9 + "P" + "B" * 7, DragonTail.RETRY_DOWN, f"0,1 {down(2, 4)} 4,3 4,4"),
        ("B" * 8 + "PBP" + "B" * 7, DragonTail.STICKY, f"{down(4, 5)} 5,5"),
        ("B" * 7 + "P" * 6 + "BBB", DragonTail.STICKY, f"{down(1, 4)} 4,2 0,2 1,2 2,2"),
        (
            "B" * 12 + "P" * 11 + "B" * 10 + "P" * 9 + "B" * 8 + "P" * 7 + "BB",
            DragonTail.STICKY,
            "0,5 0,6 0,7 0,8 0,9 0,10 0,11 0,12 1,12",
        ),
    ],
)
def test_long_runs_turn_and_keep_apart(text: str, tail: DragonTail, ends: str) -> None:
    assert written(place_marks(text, tail)).endswith(ends)


def test_derived_marks_lie_in_runs_of_their_own_colour() -> None:
    roads = roads_of(played("BBPPPBPBB"))
    assert written([each.place for each in roads.big_eye]) == "0,0 0,1 1,1 2,1 0,2 0,3"


@pytest.mark.parametrize(
    ("text", "rings", "leading"),
    [
        ("TTT", [], 3),
        ("TTBTP", [(0, 0, 3), (0, 1, 0)], 0),
        ("BTTB", [(0, 0, 2), (1, 0, 0)], 0),
        ("BTP", [(0, 0, 1), (0, 1, 0)], 0),
    ],
)
def test_a_tie_is_counted_on_the_ring_before_it(
    text: str, rings: list[tuple[int, int, int]], leading: int
) -> None:
    roads = roads_of(played(text))
    found = [(each.place.row, each.place.column, each.ties) for each in roads.big]
    assert (found, roads.leading_ties) == (rings, leading)
    assert len(roads.bead) == len(text)


def test_a_bead_never_changes_its_row() -> None:
    beads = roads_of(played("B" * 14)).bead
    assert [each.place for each in beads] == [RoadSquare(at % 6, at // 6) for at in range(14)]


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("", "-/- -/- -/-"),
        ("T", "-/- -/- -/-"),
        ("B", "-/- -/- -/-"),
        ("BBBBBB", "-/- -/- -/-"),
        ("BP", "R/B -/- -/-"),
        ("BPB", "B/R B/R -/-"),
        ("BBPPPP", "B/R -/- -/-"),
        ("BBPPPBPBB", "R/B R/B R/B"),
        ("BPPPB", "R/B B/R -/-"),
        ("BPBPBPBP", "R/B R/B R/B"),
        ("BBBBPBBBBBB", "R/B R/B -/-"),
        (V10, "B/R B/R B/R"),
        ("BBPPBBPPBB", "B/R B/R B/R"),
        (V12, "B/R B/R B/R"),
        (V13, "R/B B/R R/B"),
        (V14, "R/B B/R B/R"),
        (V15, "R/B B/R R/B"),
        (V16, "B/R B/R B/R"),
    ],
)
def test_the_prediction_shows_the_marks_of_one_more_win(text: str, answers: str) -> None:
    ask = roads_of(played(text)).ask
    letters = {None: "-", True: "R", False: "B"}
    assert answers == " ".join(
        f"{letters[banker]}/{letters[player]}"
        for banker, player in (
            (ask.banker.big_eye, ask.player.big_eye),
            (ask.banker.small, ask.player.small),
            (ask.banker.cockroach, ask.player.cockroach),
        )
    )


shoes = st.one_of(
    st.text("BPT", max_size=100),
    st.lists(st.tuples(st.sampled_from("BPT"), st.integers(1, 14)), max_size=14).map(
        lambda runs: "".join(each * length for each, length in runs)[:100]
    ),
)
tails = st.sampled_from(DragonTail)


def marks(roads: Roads) -> list[list[bool]]:
    return [
        [each.is_regular for each in road] for road in (roads.big_eye, roads.small, roads.cockroach)
    ]


@given(text=shoes, tail=tails)
def test_ties_and_names_of_hands_do_not_move_marks(text: str, tail: DragonTail) -> None:
    roads = roads_of(played(text), tail)
    swapped = roads_of(played(text.translate(str.maketrans("BP", "PB"))), tail)
    plain = roads_of(played(text.replace("T", "")), tail)
    for other in (swapped, plain):
        assert other.big_eye == roads.big_eye
        assert other.small == roads.small
        assert other.cockroach == roads.cockroach
        assert [each.place for each in other.big] == [each.place for each in roads.big]


@given(text=shoes, more=st.sampled_from("BPT"), tail=tails)
def test_a_further_round_never_changes_earlier_marks(
    text: str, more: str, tail: DragonTail
) -> None:
    before, after = roads_of(played(text), tail), roads_of(played(text + more), tail)
    for old, new in (
        (before.big_eye, after.big_eye),
        (before.small, after.small),
        (before.cockroach, after.cockroach),
    ):
        assert new[: len(old)] == old
        assert len(new) - len(old) <= (more != "T")
    assert after.bead[:-1] == before.bead
    if more != "T":
        side = Side.BANKER if more == "B" else Side.PLAYER
        assert after.big[-1].place == before.ask[side].lands
        answers = before.ask[side]
        for road, new_marks, answer in zip(
            marks(before),
            marks(after),
            (answers.big_eye, answers.small, answers.cockroach),
            strict=True,
        ):
            assert new_marks == (road if answer is None else [*road, answer])


@given(text=shoes)
def test_the_two_predictions_are_opposite_or_both_absent(text: str) -> None:
    ask = roads_of(played(text)).ask
    for banker, player in (
        (ask.banker.big_eye, ask.player.big_eye),
        (ask.banker.small, ask.player.small),
        (ask.banker.cockroach, ask.player.cockroach),
    ):
        assert (banker is None) == (player is None)
        assert banker is None or banker != player


@given(text=shoes)
def test_a_derived_road_has_one_mark_per_win_after_its_start(text: str) -> None:
    lengths = runs_of(text)
    for behind, road in zip((1, 2, 3), marks(roads_of(played(text))), strict=True):
        expected = sum(lengths) - sum(lengths[:behind]) - 1 if len(lengths) > behind else 0
        assert len(road) == expected


def runs_of(text: str) -> list[int]:
    lengths: list[int] = []
    before = ""
    for each in text.replace("T", ""):
        if each == before:
            lengths[-1] += 1
        else:
            lengths.append(1)
        before = each
    return lengths


@given(text=shoes, tail=tails)
def test_runs_start_on_top_and_never_cross(text: str, tail: DragonTail) -> None:
    winners = text.replace("T", "")
    places = place_marks(winners, tail)
    assert len(set(places)) == len(places)
    starts: list[int] = []
    for at, place in enumerate(places):
        if at == 0 or winners[at] != winners[at - 1]:
            assert place.row == 0
            starts.append(place.column)
            continue
        step = place.row - places[at - 1].row, place.column - places[at - 1].column
        assert step == (1, 0) or (step[0] == 0 and step[1] >= 1)
        assert tail is DragonTail.RETRY_DOWN or step[1] <= 1
    assert starts == sorted(set(starts))


@given(text=shoes)
def test_rings_and_ties_account_for_every_round(text: str) -> None:
    roads = roads_of(played(text))
    assert len(roads.bead) == len(text)
    assert len(roads.big) == len(text.replace("T", ""))
    assert sum(each.ties for each in roads.big) + roads.leading_ties == text.count("T")


@given(text=shoes)
def test_reading_the_grid_gives_the_same_marks(text: str) -> None:
    """The second reading compares the new cell with its neighbour in endless columns."""
    for behind, road in zip((1, 2, 3), marks(roads_of(played(text))), strict=True):
        assert road == list(by_picture(text.replace("T", ""), behind))


def by_picture(winners: str, behind: int) -> list[bool]:
    filled: set[tuple[int, int]] = set()
    found: list[bool] = []
    row = column = 0
    for at, each in enumerate(winners):
        if at and each == winners[at - 1]:
            row += 1
        elif at:
            row, column = 0, column + 1
        filled.add((row, column))
        if row:
            if column >= behind:
                beside = (row, column - behind) in filled, (row - 1, column - behind) in filled
                found.append(beside[0] == beside[1])
        elif column - 1 - behind >= 0:
            deep = [sum(c == at_column for _, c in filled) for at_column in range(column)]
            found.append(deep[column - 1] == deep[column - 1 - behind])
    return found


@pytest.mark.parametrize(
    ("game", "cards", "winner", "pairs", "natural", "mark"),
    [
        ("tiger", "Kc 2d 3h / 6h Ks", Winner.BANKER, (), False, "2"),
        ("tiger", "2c 2d Kh / Ks Kd 6c", Winner.BANKER, (Side.PLAYER, Side.BANKER), False, "3"),
        ("super-six", "4s 4d / Kc 9h", Winner.BANKER, (Side.PLAYER,), True, ""),
        ("super-six", "9s Kd / 4h 5c", Winner.NEITHER, (), True, ""),
        ("seven-up", "7h / Kc 8d", Winner.BANKER, (Side.PLAYER,), True, "2"),
    ],
)
def test_a_result_has_winner_pairs_natural_and_mark(
    game: str, cards: str, winner: Winner, pairs: tuple[Side, ...], natural: bool, mark: str
) -> None:
    book = library.game(game)
    tableau = notation.parse_round(cards, book.order)
    assert result_of(book, ending(tableau), 7) == Result(winner, 7, pairs, natural, mark)
