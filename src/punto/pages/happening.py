"""Happenings: the events of a round as a patron may read them, nobody's money told."""

from punto.core.cards import card
from punto.core.rulebook import Words
from punto.core.sides import BySide
from punto.pages import phrases
from punto.pages.pictures import SUITS
from punto.table.events import play as events
from punto.table.events.irregularities import BetsReopened, CardsReconstructed

HANDS = BySide(phrases.PLAYER_HAND, phrases.BANKER_HAND)

OPENED = Words("Bets opened.", "开放下注。")
CLOSED = Words("Bets closed.", "停止下注。")
CONFIRMED = Words("Who takes part was settled.", "已确定参与的座位。")
CARD = Words("{hand}: {card}", "{hand}：{card}")
CUT = Words("The cutting card came out. ({source})", "切牌卡出现。（{source}）")
RAISED = Words("{what} ({source})", "{what}（{source}）")
ASKED = Words("The round was interrupted; the cause was asked for.", "该局中断，正在查明原因。")
WITHDRAWAL_ENDED = Words("The time to withdraw ended.", "撤回时间结束。")
RULED = Words("{position} ruled.", "{position}作出裁定。")
REFERRED = Words("{position} left it to: {to}. ({source})", "{position}呈{to}裁定。（{source}）")
CHANGED = Words("What was seen was told anew. ({source})", "所见情况更正。（{source}）")
RESUMED = Words("The round went on. ({source})", "该局继续。（{source}）")
SETTLED = Words("The outcome was announced and wagers were settled.", "已宣布结果并结算。")
REVERSED = Words(
    "The round has no result after all: {what} ({source})", "该局结果取消：{what}（{source}）"
)
CORRECTED = Words(
    "The cards decide: the round was settled anew. ({source})",
    "以牌为准，该局重新结算。（{source}）",
)
RECONSTRUCTED = Words("The cards were put in order. ({source})", "已按次序复原。（{source}）")
REOPENED = Words("Bets opened again. ({source})", "重新开放下注。（{source}）")
VOIDED = Words("The round was void: {what} ({source})", "该局作废：{what}（{source}）")


def happening(event: object) -> Words | None:  # noqa: C901  one match
    """What happened, None where it is nobody else's business."""
    match event:
        case events.BetsOpened():
            return OPENED
        case events.BetsClosed():
            return CLOSED
        case events.SeatsConfirmed():
            return CONFIRMED
        case events.CardDrawn():
            return _fill(CARD, hand=HANDS[event.side], card=_card(event.card))
        case events.CuttingCardShown():
            return _fill(CUT, source=event.source)
        case events.IrregularityRaised():
            return _fill(RAISED, what=phrases.TRIGGERS[event.trigger], source=event.source)
        case events.CauseAsked():
            return ASKED
        case events.WithdrawalEnded():
            return WITHDRAWAL_ENDED
        case events.RulingGiven():
            return _fill(RULED, position=phrases.POSITIONS[event.position])
        case events.DecisionReferred():
            by, to = phrases.POSITIONS[event.position], phrases.POSITIONS[event.to]
            return _fill(REFERRED, position=by, to=to, source=event.source)
        case events.FactsChanged():
            return _fill(CHANGED, source=event.source)
        case events.PlayResumed():
            return _fill(RESUMED, source=event.source)
        case events.RoundSettled():
            return SETTLED
        case events.RoundCorrected():
            return _fill(CORRECTED, source=event.source)
        case CardsReconstructed():
            return _fill(RECONSTRUCTED, source=event.source)
        case BetsReopened():
            return _fill(REOPENED, source=event.source)
        case events.RoundReversed():
            return _fill(REVERSED, what=phrases.TRIGGERS[event.trigger], source=event.source)
        case events.RoundVoided():
            return _fill(VOIDED, what=phrases.TRIGGERS[event.trigger], source=event.source)
        case _:
            return None


def _card(text: str) -> str:
    """A card as it is printed on its face: 10♦, not Td."""
    drawn = card(text)
    return f"{drawn.rank.letter.replace('T', '10')}{SUITS[drawn.suit]}"


def _fill(words: Words, **values: Words | str) -> Words:
    def filled(language: str) -> str:
        given = {
            name: value.in_(language) if isinstance(value, Words) else value
            for name, value in values.items()
        }
        return words.in_(language).format(**given)

    return Words(filled("en"), filled("zh"))
