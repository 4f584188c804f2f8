"""Define names, pay-line conditions and remedies that several rule documents share."""

from punto.core.conditions import All, Either, Is, Not
from punto.core.facts import Fact, Winner
from punto.core.irregularities import Remedy, RemedyDetail, RemedyStep
from punto.core.rulebook import Words
from punto.core.staff_positions import StaffPosition

# Names of wagers

PLAYER = Words("Player", "闲")
BANKER = Words("Banker", "庄")
TIE = Words("Tie", "和")
PLAYER_PAIR = Words("Player Pair", "闲对")
BANKER_PAIR = Words("Banker Pair", "庄对")
SUPER_SIX = Words("Super Six", "超级六")
SUPER_6 = Words("Super 6", "超级 6")
FORTUNE_SIX = Words("Fortune Six", "幸运六")
SUPER_SIX_PLUS = Words("Super Six Plus", "超级六加")
PLAYER_DRAGON_BONUS = Words("Player Dragon Bonus", "闲龙宝")
BANKER_DRAGON_BONUS = Words("Banker Dragon Bonus", "庄龙宝")
TIGER = Words("Tiger", "老虎")
SMALL_TIGER = Words("Small Tiger", "小老虎")
BIG_TIGER = Words("Big Tiger", "大老虎")
TIGER_TIE = Words("Tiger Tie", "老虎和")
TIGER_PAIR = Words("Tiger Pair", "老虎对子")
SUPER_SEVENS = Words("Super 7's", "超级 7")

# Names of lines

PLAYER_ON_SEVEN = Words("Player, total of 7", "闲，7 点")
PLAYER_NOT_ON_SEVEN = Words("Player, any other total", "闲，其他点数")
BANKER_ON_SIX = Words("Banker, total of 6", "庄，6 点")
BANKER_NOT_ON_SIX = Words("Banker, any other total", "庄，其他点数")
BANKER_ON_SEVEN = Words("Banker, total of 7", "庄，7 点")
BANKER_NOT_ON_SEVEN = Words("Banker, any other total", "庄，其他点数")
TIE_RETURNS_STAKE = Words("Tie", "和局")
TIE_ON_SEVEN = Words("Tie, total of 7", "和，7 点")
TIE_NOT_ON_SEVEN = Words("Tie, any other total", "和，其他点数")
FORTUNE_SIX_ON_TWO = Words("Fortune Six, six on 2 cards", "幸运六，两张 6 点")
FORTUNE_SIX_ON_THREE = Words("Fortune Six, six on 3 cards", "幸运六，三张 6 点")
SUPER_SIX_PLUS_ON_TWO = Words("Super Six Plus, six on 2 cards", "超级六加，两张 6 点")
SUPER_SIX_PLUS_ON_THREE = Words("Super Six Plus, six on 3 cards", "超级六加，三张 6 点")
TIGER_ON_TWO = Words("Tiger, six on 2 cards", "老虎，两张 6 点")
TIGER_ON_THREE = Words("Tiger, six on 3 cards", "老虎，三张 6 点")
SINGLE_TIGER_PAIR = Words("Single Tiger Pair", "单老虎对子")
DOUBLE_TIGER_PAIR = Words("Double Tiger Pair", "双老虎对子")
TWIN_TIGER_PAIR = Words("Twin Tiger Pair", "孪生老虎对子")
PLAYER_BY_9 = Words("Player by 9", "闲赢 9 点")
PLAYER_BY_8 = Words("Player by 8", "闲赢 8 点")
PLAYER_BY_7 = Words("Player by 7", "闲赢 7 点")
PLAYER_BY_6 = Words("Player by 6", "闲赢 6 点")
PLAYER_BY_5 = Words("Player by 5", "闲赢 5 点")
PLAYER_BY_4 = Words("Player by 4", "闲赢 4 点")
PLAYER_NATURAL = Words("Player natural 8 or 9 wins", "闲天生 8 或 9 赢")
BANKER_BY_9 = Words("Banker by 9", "庄赢 9 点")
BANKER_BY_8 = Words("Banker by 8", "庄赢 8 点")
BANKER_BY_7 = Words("Banker by 7", "庄赢 7 点")
BANKER_BY_6 = Words("Banker by 6", "庄赢 6 点")
BANKER_BY_5 = Words("Banker by 5", "庄赢 5 点")
BANKER_BY_4 = Words("Banker by 4", "庄赢 4 点")
BANKER_NATURAL = Words("Banker natural 8 or 9 wins", "庄天生 8 或 9 赢")
NATURAL_TIE = Words("Natural tie", "天生和局")
TWO_SEVENS = Words("Any two 7s", "任意两张 7")
THREE_SEVENS = Words("Any three 7s", "任意三张 7")
FOUR_SEVENS = Words("Any four 7s", "任意四张 7")
FIVE_SEVENS = Words("Any five 7s", "任意五张 7")
SIX_SEVENS = Words("Six 7s", "六张 7")

# When a line holds

PLAYER_WINS = Is(Fact.WINNER, Winner.PLAYER)
BANKER_WINS = Is(Fact.WINNER, Winner.BANKER)
TIED = Is(Fact.WINNER, Winner.NEITHER)

PLAYER_WINS_ON_SEVEN = All(PLAYER_WINS, Is(Fact.PLAYER_TOTAL, 7))
PLAYER_WINS_NOT_ON_SEVEN = All(PLAYER_WINS, Not(Is(Fact.PLAYER_TOTAL, 7)))
BANKER_WINS_ON_SIX = All(BANKER_WINS, Is(Fact.BANKER_TOTAL, 6))
BANKER_WINS_NOT_ON_SIX = All(BANKER_WINS, Not(Is(Fact.BANKER_TOTAL, 6)))
BANKER_WINS_ON_SEVEN = All(BANKER_WINS, Is(Fact.BANKER_TOTAL, 7))
BANKER_WINS_NOT_ON_SEVEN = All(BANKER_WINS, Not(Is(Fact.BANKER_TOTAL, 7)))
BANKER_WINS_SIX_ON_TWO = All(BANKER_WINS_ON_SIX, Is(Fact.BANKER_CARDS, 2))
BANKER_WINS_SIX_ON_THREE = All(BANKER_WINS_ON_SIX, Is(Fact.BANKER_CARDS, 3))
TIED_ON_SIX = All(TIED, Is(Fact.PLAYER_TOTAL, 6))
TIED_ON_SEVEN = All(TIED, Is(Fact.PLAYER_TOTAL, 7))
TIED_NOT_ON_SEVEN = All(TIED, Not(Is(Fact.PLAYER_TOTAL, 7)))

PLAYER_PAIRS = Is(Fact.PLAYER_PAIR, 1)
BANKER_PAIRS = Is(Fact.BANKER_PAIR, 1)
BOTH_PAIR_ALIKE = Is(Fact.SAME_PAIR, 1)
# The three tiers exclude one another: only the highest pays (reading R3).
ONE_PAIRS = All(Either(PLAYER_PAIRS, BANKER_PAIRS), Not(All(PLAYER_PAIRS, BANKER_PAIRS)))
BOTH_PAIR_UNLIKE = All(PLAYER_PAIRS, BANKER_PAIRS, Not(BOTH_PAIR_ALIKE))

PLAYER_IS_NATURAL = Is(Fact.PLAYER_NATURAL, 1)
BANKER_IS_NATURAL = Is(Fact.BANKER_NATURAL, 1)
TIED_WITH_NATURALS = All(TIED, PLAYER_IS_NATURAL, BANKER_IS_NATURAL)
PLAYER_WINS_WITH_NATURAL = All(PLAYER_WINS, PLAYER_IS_NATURAL)
BANKER_WINS_WITH_NATURAL = All(BANKER_WINS, BANKER_IS_NATURAL)
PLAYER_WINS_WITHOUT_NATURAL = All(PLAYER_WINS, Not(PLAYER_IS_NATURAL))
BANKER_WINS_WITHOUT_NATURAL = All(BANKER_WINS, Not(BANKER_IS_NATURAL))
PLAYER_WINS_BY_9 = All(PLAYER_WINS_WITHOUT_NATURAL, Is(Fact.MARGIN, 9))
PLAYER_WINS_BY_8 = All(PLAYER_WINS_WITHOUT_NATURAL, Is(Fact.MARGIN, 8))
PLAYER_WINS_BY_7 = All(PLAYER_WINS_WITHOUT_NATURAL, Is(Fact.MARGIN, 7))
PLAYER_WINS_BY_6 = All(PLAYER_WINS_WITHOUT_NATURAL, Is(Fact.MARGIN, 6))
PLAYER_WINS_BY_5 = All(PLAYER_WINS_WITHOUT_NATURAL, Is(Fact.MARGIN, 5))
PLAYER_WINS_BY_4 = All(PLAYER_WINS_WITHOUT_NATURAL, Is(Fact.MARGIN, 4))
BANKER_WINS_BY_9 = All(BANKER_WINS_WITHOUT_NATURAL, Is(Fact.MARGIN, 9))
BANKER_WINS_BY_8 = All(BANKER_WINS_WITHOUT_NATURAL, Is(Fact.MARGIN, 8))
BANKER_WINS_BY_7 = All(BANKER_WINS_WITHOUT_NATURAL, Is(Fact.MARGIN, 7))
BANKER_WINS_BY_6 = All(BANKER_WINS_WITHOUT_NATURAL, Is(Fact.MARGIN, 6))
BANKER_WINS_BY_5 = All(BANKER_WINS_WITHOUT_NATURAL, Is(Fact.MARGIN, 5))
BANKER_WINS_BY_4 = All(BANKER_WINS_WITHOUT_NATURAL, Is(Fact.MARGIN, 4))

WITH_TWO_SEVENS = Is(Fact.SEVENS, 2)
WITH_THREE_SEVENS = Is(Fact.SEVENS, 3)
WITH_FOUR_SEVENS = Is(Fact.SEVENS, 4)
WITH_FIVE_SEVENS = Is(Fact.SEVENS, 5)
WITH_SIX_SEVENS = Is(Fact.SEVENS, 6)

# What is done about an irregularity

VOID = RemedyStep(Remedy.VOID)
PLAY_ON = RemedyStep(Remedy.PLAY_ON)
PLAY_ON_WITHOUT_SEAT = RemedyStep(Remedy.PLAY_ON, RemedyDetail.WITHOUT_SEAT)
PLAY_ON_WITHOUT_LATE_PART = RemedyStep(Remedy.PLAY_ON, RemedyDetail.WITHOUT_LATE_PART)
PLAY_ON_AS_IF_STILL_THERE = RemedyStep(Remedy.PLAY_ON, RemedyDetail.AS_IF_STILL_THERE)
OFFER_WITHDRAWAL = RemedyStep(Remedy.OFFER_WITHDRAWAL)
RECONSTRUCT = RemedyStep(Remedy.RECONSTRUCT)
SHIFT_MANAGER_RULES = RemedyStep(
    Remedy.RULING, RemedyDetail.WHATEVER_IS_NEEDED, StaffPosition.GAMING_SHIFT_MANAGER
)
