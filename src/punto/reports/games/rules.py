"""Format a game's rules page, with its play, its pays and its irregularities."""

from collections.abc import Iterator, Sequence

from punto.core.conditions import facts_used
from punto.core.drawing_rules import BANKER_ON_TOTAL, PLAYER_ON_TOTAL, STOOD
from punto.core.facts import Fact
from punto.core.irregularities import Irregularity
from punto.core.rulebook import CUSTOM_DOCUMENT, Document, Rulebook, WagerRule
from punto.core.rules import Rule
from punto.messages.message import Message, message
from punto.odds.measures import PayLineOdds, WagerOdds
from punto.reports.descriptions.names import game_message, wager_message
from punto.reports.formats.fields import (
    LINE_FIELDS,
    Fields,
    NamedLine,
    field_table,
    figure,
    named_lines,
    text,
)
from punto.reports.formats.sheet import (
    CellFormat,
    Paragraph,
    Part,
    Sheet,
    SheetColumn,
    SheetTable,
    Text,
    percent,
    sheet_table,
    text_columns,
)
from punto.reports.games.explanation import draws_against
from punto.reports.games.game_list import game_list_record
from punto.reports.games.irregularities import describe_remedies, irregularities_record
from punto.reports.games.odds import odds_record, wager_table


def rules_sheet(book: Rulebook, odds: Sequence[WagerOdds], decks: int) -> Sheet:
    """Everything that a patron may want to know of a game, each part with its clause."""
    parts: list[Part] = [
        Paragraph(tuple(_head(book))),
        Paragraph(tuple(_points(book)), message("rules-page.points")),
        Paragraph(tuple(_deal(book)), message("rules-page.deal")),
        _table_of_play(book),
        _pays(book, odds),
    ]
    if any(wager.wager.optional for wager in odds):
        parts.append(Paragraph((message("rules-page.optional-note"),)))
    parts.append(wager_table(odds, decks))
    if book.document.irregularities:
        parts.append(_irregularities(book))
    parts.append(Paragraph((message("rules-page.silent"),)))
    if book.document.authorities:
        parts.append(_authorities(book))
    return Sheet(game_message(book), tuple(parts))


def document_line(document: Document) -> Message:
    """A document by its casino, title, version and date."""
    if document == CUSTOM_DOCUMENT:
        return message("rules-page.custom")
    return message(
        "rules-page.document",
        casino=document.casino,
        title=document.title,
        version=document.version,
        effective=document.effective,
    )


def key_line(book: Rulebook) -> Message:
    """A game by its key and the beginning of its digest."""
    return message("rules-page.key", game=book.key, digest=book.digest[:16])


def _head(book: Rulebook) -> Iterator[Message]:
    document = book.document
    yield document_line(document)
    yield key_line(book)
    yield message(
        "rules-page.decks",
        minimum=document.decks.minimum,
        maximum=document.decks.maximum,
        clause=book.cite(Rule.DECKS),
    )
    yield message(
        "rules-page.calls",
        opening=_calls(document.opening),
        closing=_calls(document.closing),
        clauses=(book.cite(Rule.BETS_OPEN), book.cite(Rule.BETS_CLOSED)),
    )
    yield message("rules-page.unit", unit=book.unit_cents)


def _calls(calls: Sequence[str]) -> tuple[Message, ...]:
    return tuple(message("rules-page.call", call=call) for call in calls)


def _points(book: Rulebook) -> Iterator[Message]:
    yield message("rules-page.point-value", clause=book.cite(Rule.POINT_VALUE))
    yield message("rules-page.point-total", clause=book.cite(Rule.POINT_TOTAL))
    yield message("rules-page.highest", clause=book.cite(Rule.HIGHEST_TOTAL_WINS))
    yield message("rules-page.tie", clause=book.cite(Rule.TIE))
    for wager in [wager for wager in book.wagers if _depends_on_pair(wager)][:1]:
        yield message("rules-page.pair", clause=book.cite_clause(wager.clause))


def _depends_on_pair(wager: WagerRule) -> bool:
    return any(Fact.PLAYER_PAIR in facts_used(line.when) for line in wager.lines)


def _deal(book: Rulebook) -> Iterator[Message]:
    clause = book.cite(Rule.INITIAL_DEAL)
    yield message("rules-page.initial-deal", hands=tuple(book.order.initial), clause=clause)
    if book.order.permanent is not None:
        yield message("rules-page.permanent", rank=book.order.permanent.letter)
    yield message("rules-page.natural", clause=book.cite(Rule.NATURAL))
    yield message(
        "rules-page.player",
        draws=_totals("D", PLAYER_ON_TOTAL),
        stands=_totals(".", PLAYER_ON_TOTAL[:8]),
        clause=book.cite(Rule.PLAYER_THIRD_CARD),
    )
    after_stand = "".join(row[STOOD] for row in BANKER_ON_TOTAL)
    yield message(
        "rules-page.banker-after-stand",
        draws=_totals("D", after_stand),
        clause=book.cite(Rule.BANKER_WHEN_PLAYER_STANDS),
    )


def _totals(mark: str, row: str) -> tuple[int, ...]:
    return tuple(total for total, decision in enumerate(row) if decision == mark)


def _table_of_play(book: Rulebook) -> SheetTable:
    return sheet_table(
        columns=(
            SheetColumn(message("column.banker-total"), CellFormat.FIGURE),
            SheetColumn(message("column.player-third")),
        ),
        rows=tuple((str(total), _third_cards(draws_against(total))) for total in range(8)),
        title=message("rules-page.table-of-play", clause=book.cite(Rule.BANKER_THIRD_CARD)),
    )


def _third_cards(values: tuple[int, ...]) -> Message:
    """The values of the Player hand's third card against which Banker draws."""
    if len(values) == 10:
        return message("rules-page.draws-on-any")
    if not values:
        return message("rules-page.draws-on-none")
    return message("rules-page.draws-on", values=values)


def _pays(book: Rulebook, odds: Sequence[WagerOdds]) -> SheetTable:
    fields: Fields[NamedLine[PayLineOdds]] = (
        *LINE_FIELDS,
        figure("chance", lambda each: percent(each[2].chance)),
        text("clause", lambda each: book.cite_clause(each[1].clause)),
    )
    wagers = ((_label(each), each.lines) for each in odds)
    lines = named_lines(wagers, lambda odds: odds.line)
    return field_table(fields, lines, message("rules-page.pays"))


def _label(odds: WagerOdds) -> Text:
    name = wager_message(odds.wager)
    return message("rules-page.optional-wager", wager=name) if odds.wager.optional else name


def _irregularities(book: Rulebook) -> SheetTable:
    return sheet_table(
        columns=text_columns(
            message("column.trigger"), message("column.remedy"), message("column.clause")
        ),
        rows=tuple(_irregularity(book, row) for row in book.document.irregularities),
        title=message("rules-page.irregularities"),
    )


def _irregularity(book: Rulebook, row: Irregularity) -> tuple[Text, ...]:
    trigger = Message(f"trigger.{row.trigger}")
    if row.when:
        trigger = message("rules-page.trigger-when", trigger=row.trigger, when=row.when)
    return trigger, describe_remedies(row.steps), book.cite_clause(_clauses(row.clauses))


def _clauses(numbers: Sequence[str]) -> str:
    """A few clauses one by one, many as a range."""
    return ", ".join(numbers) if len(numbers) < 4 else f"{numbers[0]} - {numbers[-1]}"


def _authorities(book: Rulebook) -> SheetTable:
    return sheet_table(
        columns=text_columns(
            message("column.position"), message("column.may"), message("column.clause")
        ),
        rows=tuple(
            (
                Message(f"position.{authority.position}"),
                Message(f"permission.{authority.act}"),
                book.cite_clause(authority.clause),
            )
            for authority in book.document.authorities
        ),
        title=message("rules-page.authorities"),
    )


def rules_record(book: Rulebook, odds: Sequence[WagerOdds], decks: int) -> dict[str, object]:
    """The rules of a game for a program."""
    (record,) = game_list_record((book,))
    return {
        **record,
        "odds": odds_record(book, odds, decks),
        "irregularities": irregularities_record(book),
        "authorities": [
            {
                "position": authority.position,
                "may": authority.act,
                "clause": authority.clause,
            }
            for authority in book.document.authorities
        ],
    }
