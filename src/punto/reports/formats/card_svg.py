"""Draw cards, rounds, shoes and roads as SVG, for notebooks and files."""

from collections.abc import Iterable, Iterator
from html import escape

from punto.core.cards import Card, Rank, Suit
from punto.core.facts import Winner, point_total
from punto.core.shoe import Shoe
from punto.core.sides import Side
from punto.core.tableau import Hand, Tableau
from punto.table.roads import ROWS, AskPrediction, Bead, Mark, Ring, Roads, RoadSquare

CARD_WIDTH, CARD_HEIGHT, SPACING = 50, 70, 8
SQUARE = 20

PAPER, HAIRLINE, INK, DIM = "#F6F1E5", "#DDD5C0", "#1E2A25", "#55635B"
RED, BLUE, GREEN = "#B5241C", "#1B57B0", "#1A7340"
FACE, FELT, IVORY, GOLD = "#FDFBF6", "#182A23", "#F4F0E6", "#DFC38A"

SUIT_SYMBOLS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
WINNER_MARKS = {Winner.BANKER: ("B", RED), Winner.PLAYER: ("P", BLUE), Winner.NEITHER: ("T", GREEN)}


def card_svg(card: Card | None) -> str:
    """Draw a card, or its back if it is None."""
    return _svg(CARD_WIDTH, CARD_HEIGHT, _aria_label(card), _card(card, 0, 0))


def tableau_svg(tableau: Tableau) -> str:
    """Draw both hands side by side, each with its total."""
    width = 2 * (3 * (CARD_WIDTH + SPACING) + 70)
    hands = {Side.PLAYER: tableau.player, Side.BANKER: tableau.banker}
    title = " ".join(
        f"{side.title()} {', '.join(map(_aria_label, hand))}." for side, hand in hands.items()
    )
    shapes = [_box(0, 0, width, CARD_HEIGHT + 48, FELT)]
    for at, (side, hand) in enumerate(hands.items()):
        shapes += _hand(tableau, side, hand, at * width // 2 + 12)
    return _svg(width, CARD_HEIGHT + 48, title, *shapes)


def shoe_svg(shoe: Shoe) -> str:
    """Draw a bar with the dealt part of a shoe and the place of its cutting card."""
    width, cards = 520, len(shoe.cards)
    dealt = width * shoe.cards_dealt / cards
    cut = width * (cards - shoe.cut.cards_behind) / cards
    words = f"{shoe.cards_dealt} of {cards} cards dealt, {shoe.cut.cards_behind} behind the cut"
    return _svg(
        width,
        44,
        words,
        _box(0, 0, width, 20, HAIRLINE),
        _box(0, 0, dealt, 20, GREEN),
        _box(cut - 2, 0, 4, 20, GOLD),
        _text(0, 38, words, DIM, 13, "start"),
    )


def roads_svg(roads: Roads) -> str:
    """Draw the roads of a shoe: bead plate, big road, three derived roads, and predictions."""
    bead = _columns(each.place for each in roads.bead)
    big = _columns(each.place for each in roads.big)
    small = max(
        _columns(each.place for each in road)
        for road in (roads.big_eye, roads.small, roads.cockroach)
    )
    left, height = (bead + 1) * SQUARE, ROWS * SQUARE
    width = left + max(big * SQUARE, 3 * small * SQUARE // 2 + 2 * SQUARE) + 110
    half, bottom = SQUARE / 2, height * 3 // 2 + SQUARE
    shapes = [_box(0, 0, width, bottom, PAPER), _grid(0, 0, bead, SQUARE)]
    shapes += [_bead(each) for each in roads.bead]
    shapes += [_grid(left, 0, big, SQUARE), *_leading(roads, left)]
    shapes += [_ring(each, left) for each in roads.big]
    for at, (road, draw) in enumerate(
        ((roads.big_eye, _hollow), (roads.small, _solid), (roads.cockroach, _slash))
    ):
        x = left + at * (small * half + SQUARE)
        shapes.append(_grid(x, height + SQUARE, small, half))
        shapes += [
            draw(x + (each.place.column + 0.5) * half, _derived_y(each, half), half * 0.38, each)
            for each in road
        ]
    shapes += _answers(roads, width - 100)
    title = "Roads: " + " ".join(WINNER_MARKS[each.result.winner][0] for each in roads.bead)
    return _svg(int(width), bottom, title, *shapes)


def _derived_y(mark: Mark, half: float) -> float:
    return ROWS * SQUARE + SQUARE + (mark.place.row + 0.5) * half


def _hand(tableau: Tableau, side: Side, hand: Hand, x: float) -> Iterator[str]:
    ranks = tableau.ranks[side]
    total = "?" if None in ranks else str(point_total(*ranks)) if ranks else ""
    colour = "#8DBBF5" if side is Side.PLAYER else "#F2938B"
    yield _text(x, 24, side.upper(), colour, 15, "start")
    printed = 0
    if tableau.order.permanent is not None and side is Side.PLAYER:
        yield _printed(tableau.order.permanent, x, 36)
        printed = 1
    for at, card in enumerate(hand, start=printed):
        yield _card(card, x + at * (CARD_WIDTH + SPACING), 36)
    yield _text(x + 3 * (CARD_WIDTH + SPACING) + 18, 86, total, IVORY, 40, "middle")


def _card(card: Card | None, x: float, y: float) -> str:
    if card is None:
        return _box(x, y, CARD_WIDTH, CARD_HEIGHT, GREEN, radius=4, stroke=IVORY)
    colour = RED if card.suit in (Suit.HEARTS, Suit.DIAMONDS) else INK
    index = "10" if card.rank is Rank.TEN else card.rank.letter
    middle = x + CARD_WIDTH / 2
    return (
        _box(x, y, CARD_WIDTH, CARD_HEIGHT, FACE, radius=4, stroke=HAIRLINE)
        + _text(middle, y + 32, index, colour, 28, "middle")
        + _text(middle, y + 60, SUIT_SYMBOLS[card.suit], colour, 26, "middle")
    )


def _printed(rank: Rank, x: float, y: float) -> str:
    """A card printed on the layout: an outline without face or suit."""
    return _box(x, y, CARD_WIDTH, CARD_HEIGHT, "none", radius=4, stroke=IVORY) + _text(
        x + CARD_WIDTH / 2, y + 46, rank.letter, IVORY, 30, "middle"
    )


def _bead(bead: Bead) -> str:
    x, y = (bead.place.column + 0.5) * SQUARE, (bead.place.row + 0.5) * SQUARE
    letter, colour = WINNER_MARKS[bead.result.winner]
    disc = f'<circle cx="{_n(x)}" cy="{_n(y)}" r="8.5" fill="{colour}"/>'
    return disc + _text(x, y + 4, letter, "#FFFFFF", 11, "middle") + _dots(bead.result.pairs, x, y)


def _ring(ring: Ring, left: float) -> str:
    x, y = left + (ring.place.column + 0.5) * SQUARE, (ring.place.row + 0.5) * SQUARE
    colour = WINNER_MARKS[ring.result.winner][1]
    # The weight repeats the meaning of the colour, for readers who cannot distinguish colours.
    weight = 3 if ring.result.winner is Winner.BANKER else 1.6
    drawn = (
        f'<circle cx="{_n(x)}" cy="{_n(y)}" r="7" fill="none" stroke="{colour}" '
        f'stroke-width="{weight}"/>'
    )
    if ring.result.mark:
        drawn += _text(x, y + 3.5, ring.result.mark, INK, 9, "middle")
    return drawn + _ties(ring.ties, x, y) + _dots(ring.result.pairs, x, y)


def _ties(ties: int, x: float, y: float) -> str:
    if not ties:
        return ""
    slash = _line(x - 7, y + 7, x + 7, y - 7, GREEN, 2)
    return slash + (_text(x + 6, y + 9, str(ties), GREEN, 9, "middle") if ties > 1 else "")


def _leading(roads: Roads, left: float) -> Iterator[str]:
    yield _ties(roads.leading_ties, left + SQUARE / 2, SQUARE / 2)


def _dots(pairs: Iterable[Side], x: float, y: float) -> str:
    """Draw the dots of pairs: Banker top left, Player bottom right."""
    places = {Side.BANKER: (x - 6.5, y - 6.5, RED), Side.PLAYER: (x + 6.5, y + 6.5, BLUE)}
    return "".join(
        f'<circle cx="{_n(a)}" cy="{_n(b)}" r="2.6" fill="{colour}" stroke="{PAPER}"/>'
        for a, b, colour in (places[side] for side in pairs)
    )


def _hollow(x: float, y: float, radius: float, mark: Mark) -> str:
    colour, weight = _regular(mark)
    return (
        f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" fill="none" stroke="{colour}" '
        f'stroke-width="{weight}"/>'
    )


def _solid(x: float, y: float, radius: float, mark: Mark) -> str:
    colour, _ = _regular(mark)
    size = radius if mark.is_regular else radius * 0.75
    return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(size)}" fill="{colour}"/>'


def _slash(x: float, y: float, radius: float, mark: Mark) -> str:
    colour, weight = _regular(mark)
    return _line(x - radius, y + radius, x + radius, y - radius, colour, weight)


def _regular(mark: Mark) -> tuple[str, float]:
    return (RED, 2) if mark.is_regular else (BLUE, 1)


def _answers(roads: Roads, x: float) -> Iterator[str]:
    """The next marks if each hand won the next round."""
    for at, (letter, answer) in enumerate((("B", roads.ask.banker), ("P", roads.ask.player))):
        y = SQUARE * (1 + 2 * at)
        yield _text(x, y + 5, f"{letter}?", RED if letter == "B" else BLUE, 14, "start")
        yield from _answer(answer, x + 34, y)


def _answer(answer: AskPrediction, x: float, y: float) -> Iterator[str]:
    drawn = ((answer.big_eye, _hollow), (answer.small, _solid), (answer.cockroach, _slash))
    for at, (is_regular, draw) in enumerate(drawn):
        if is_regular is not None:
            yield draw(x + at * SQUARE, y, 6, Mark(answer.lands, is_regular))


def _columns(places: Iterable[RoadSquare]) -> int:
    return 2 + max((each.column for each in places), default=-1)


def _grid(x: float, y: float, columns: int, square: float) -> str:
    width, height = columns * square, ROWS * square
    across = "".join(
        _line(x, y + row * square, x + width, y + row * square, HAIRLINE, 1)
        for row in range(ROWS + 1)
    )
    return across + "".join(
        _line(x + column * square, y, x + column * square, y + height, HAIRLINE, 1)
        for column in range(columns + 1)
    )


def _aria_label(card: Card | None) -> str:
    return "face down" if card is None else f"{card.rank.name.title()} of {card.suit.name.title()}"


def _box(
    x: float, y: float, width: float, height: float, fill: str, radius: int = 0, stroke: str = ""
) -> str:
    outline = f' stroke="{stroke}"' if stroke else ""
    rounded = f' rx="{radius}"' if radius else ""
    return (
        f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" '
        f'fill="{fill}"{rounded}{outline}/>'
    )


def _line(x: float, y: float, to_x: float, to_y: float, colour: str, width: float) -> str:
    return (
        f'<line x1="{_n(x)}" y1="{_n(y)}" x2="{_n(to_x)}" y2="{_n(to_y)}" stroke="{colour}" '
        f'stroke-width="{width}"/>'
    )


def _text(x: float, y: float, words: str, colour: str, size: int, anchor: str) -> str:
    return (
        f'<text x="{_n(x)}" y="{_n(y)}" fill="{colour}" font-size="{size}" font-weight="700" '
        f'text-anchor="{anchor}">{escape(words)}</text>'
    )


def _svg(width: int, height: int, title: str, *shapes: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" font-family="Noto Sans, sans-serif">'
        f"<title>{escape(title)}</title>{''.join(shapes)}</svg>"
    )


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
