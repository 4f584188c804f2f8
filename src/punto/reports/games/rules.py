"""Format a game's rules page, with its play, its pays and its irregularities."""

from collections.abc import Iterator, Sequence

from punto.core import money
from punto.core.conditions import facts_used
from punto.core.drawing_rules import BANKER_ON_TOTAL, PLAYER_ON_TOTAL, STOOD
from punto.core.facts import Fact
from punto.core.irregularities import Irregularity
from punto.core.rulebook import CUSTOM_DOCUMENT, Rulebook, WagerRule
from punto.core.rules import Rule
from punto.messages.render import render
from punto.odds.measures import WagerOdds
from punto.pages import phrases
from punto.reports.descriptions.situations import describe_remedy
from punto.reports.formats.sheet import Paragraph, Part, Sheet, SheetColumn, SheetTable
from punto.reports.games.explanation import HANDS, draws_against, join_listed
from punto.reports.games.game_list import game_list_record
from punto.reports.games.irregularities import irregularities_record
from punto.reports.games.odds import odds_record, percent, wager_table


def rules_sheet(
    book: Rulebook, odds: Sequence[WagerOdds], decks: int, language: str = "en"
) -> Sheet:
    """Everything a patron may want to know of a game, each part with its clause."""
    parts: list[Part] = [
        Paragraph(tuple(_head(book, language))),
        Paragraph(tuple(_points(book, language)), phrases.POINTS_TITLE.in_(language)),
        Paragraph(tuple(_deal(book, language)), phrases.DEAL_TITLE.in_(language)),
        _table_of_play(book, language),
        _pays(book, odds, language),
        wager_table(odds, decks, language),
    ]
    if any(each.wager.optional for each in odds):
        parts.insert(5, Paragraph((phrases.MAY_BE_OFFERED_NOTE.in_(language),)))
    if book.document.irregularities:
        parts += [_irregularities(book, language)]
    parts += [Paragraph((phrases.SILENT_NOTE.in_(language),))]
    if book.document.authorities:
        parts += [_authorities(book, language)]
    return Sheet(book.name.in_(language), tuple(parts))


def _head(book: Rulebook, language: str) -> Iterator[str]:
    document = book.document
    if document == CUSTOM_DOCUMENT:
        yield document.title
    else:
        yield phrases.DOCUMENT_LINE.in_(language).format(
            casino=document.casino,
            title=document.title,
            version=document.version,
            effective=document.effective,
        )
    yield phrases.KEY_LINE.in_(language).format(key=book.key, digest=book.digest[:16])
    yield phrases.DECKS_LINE.in_(language).format(
        decks=str(document.decks).replace(phrases.TO.en, phrases.TO.in_(language)),
        clause=book.cite(Rule.DECKS),
    )
    yield phrases.CALLS_LINE.in_(language).format(
        opening=phrases.OR_CALL.in_(language).join(document.opening),
        closing=phrases.OR_CALL.in_(language).join(document.closing),
        clauses=f"{book.cite(Rule.BETS_OPEN)}, {book.cite(Rule.BETS_CLOSED)}",
    )
    yield phrases.UNIT_LINE.in_(language).format(unit=money.format_cents(book.unit_cents))


def _points(book: Rulebook, language: str) -> Iterator[str]:
    yield phrases.POINT_VALUE_LINE.in_(language).format(clause=book.cite(Rule.POINT_VALUE))
    yield phrases.POINT_TOTAL_LINE.in_(language).format(clause=book.cite(Rule.POINT_TOTAL))
    yield phrases.HIGHEST_LINE.in_(language).format(clause=book.cite(Rule.HIGHEST_TOTAL_WINS))
    yield phrases.TIE_LINE.in_(language).format(clause=book.cite(Rule.TIE))
    for wager in [each for each in book.wagers if _asks_for_pair(each)][:1]:
        yield phrases.PAIR_LINE.in_(language).format(clause=book.cite_clause(wager.clause))


def _asks_for_pair(wager: WagerRule) -> bool:
    return any(Fact.PLAYER_PAIR in facts_used(line.when) for line in wager.lines)


def _deal(book: Rulebook, language: str) -> Iterator[str]:
    hands = phrases.COMMA.in_(language).join(
        HANDS[side].in_(language) for side in book.order.initial
    )
    yield phrases.DEAL_LINE.in_(language).format(hands=hands, clause=book.cite(Rule.INITIAL_DEAL))
    if book.order.permanent is not None:
        yield phrases.PERMANENT_LINE.in_(language).format(rank=book.order.permanent.letter)
    yield phrases.NATURAL_LINE.in_(language).format(clause=book.cite(Rule.NATURAL))
    yield phrases.PLAYER_LINE.in_(language).format(
        draws=_totals("D", PLAYER_ON_TOTAL, language),
        stands=_totals(".", PLAYER_ON_TOTAL[:8], language),
        clause=book.cite(Rule.PLAYER_THIRD_CARD),
    )
    after_stand = "".join(row[STOOD] for row in BANKER_ON_TOTAL)
    yield phrases.BANKER_STOOD_LINE.in_(language).format(
        draws=_totals("D", after_stand, language), clause=book.cite(Rule.BANKER_WHEN_PLAYER_STANDS)
    )


def _totals(mark: str, row: str, language: str) -> str:
    return join_listed([str(total) for total, each in enumerate(row) if each == mark], language)


def _table_of_play(book: Rulebook, language: str) -> SheetTable:
    def draws(total: int) -> str:
        against = draws_against(total)
        if len(against) == 10:
            return phrases.ALWAYS.in_(language)
        return join_listed([str(value) for value in against], language) or phrases.NEVER.in_(
            language
        )

    return SheetTable(
        columns=(
            SheetColumn(phrases.BANKER_HAS.in_(language), is_figure=True),
            SheetColumn(phrases.DRAWS_WHEN_THIRD.in_(language)),
        ),
        rows=tuple((str(total), draws(total)) for total in range(8)),
        title=phrases.TABLE_OF_PLAY_TITLE.in_(language).format(
            clause=book.cite(Rule.BANKER_THIRD_CARD)
        ),
    )


def _pays(book: Rulebook, odds: Sequence[WagerOdds], language: str) -> SheetTable:
    rows = []
    for each in odds:
        name = each.wager.label.in_(language)
        if each.wager.optional:
            name = phrases.MAY_BE_OFFERED.in_(language).format(wager=name)
        for line in each.lines:
            rows.append(
                (
                    name,
                    line.line.label.in_(language),
                    phrases.PUSHES.in_(language)
                    if line.line.pays.is_push
                    else line.line.pays.printed,
                    percent(line.chance),
                    book.cite_clause(line.line.clause),
                )
            )
            name = ""
    return SheetTable(
        columns=(
            SheetColumn(phrases.WAGER.in_(language)),
            SheetColumn(phrases.LINE.in_(language)),
            SheetColumn(phrases.PAYS.in_(language), is_figure=True),
            SheetColumn(phrases.CHANCE.in_(language), is_figure=True),
            SheetColumn(phrases.CLAUSE.in_(language)),
        ),
        rows=tuple(rows),
        title=phrases.PAYS_TITLE.in_(language),
    )


def _irregularities(book: Rulebook, language: str) -> SheetTable:
    return SheetTable(
        columns=(
            SheetColumn(phrases.TRIGGER_HEADING.in_(language)),
            SheetColumn(phrases.WHAT_FOLLOWS.in_(language)),
            SheetColumn(phrases.CLAUSE.in_(language)),
        ),
        rows=tuple(_irregularity(book, row, language) for row in book.document.irregularities),
        title=phrases.IRREGULARITIES_TITLE.in_(language),
    )


def _irregularity(book: Rulebook, row: Irregularity, language: str) -> tuple[str, str, str]:
    trigger_text = phrases.TRIGGERS[row.trigger].in_(language)
    if row.when:
        when = [phrases.CIRCUMSTANCES[each].in_(language) for each in row.when]
        trigger_text = f"{trigger_text} ({phrases.COMMA.in_(language).join(when)})"
    steps = "; ".join(render(describe_remedy(each), language) for each in row.steps)
    return trigger_text, steps, book.cite_clause(_clauses(row.clauses))


def _clauses(numbers: Sequence[str]) -> str:
    """A few clauses one by one, many as a range."""
    return ", ".join(numbers) if len(numbers) < 4 else f"{numbers[0]} - {numbers[-1]}"


def _authorities(book: Rulebook, language: str) -> SheetTable:
    return SheetTable(
        columns=(
            SheetColumn(phrases.POSITION.in_(language)),
            SheetColumn(phrases.MAY.in_(language)),
            SheetColumn(phrases.CLAUSE.in_(language)),
        ),
        rows=tuple(
            (
                phrases.POSITIONS[each.position].in_(language),
                phrases.ACTS[each.act].in_(language),
                book.cite_clause(each.clause),
            )
            for each in book.document.authorities
        ),
        title=phrases.AUTHORITIES_TITLE.in_(language),
    )


def rules_record(book: Rulebook, odds: Sequence[WagerOdds], decks: int) -> dict[str, object]:
    """What the rules page says, as values."""
    (record,) = game_list_record((book,))
    return {
        **record,
        "odds": odds_record(book, odds, decks),
        "irregularities": irregularities_record(book),
        "authorities": [
            {"position": each.position, "may": each.act, "clause": each.clause}
            for each in book.document.authorities
        ],
    }
