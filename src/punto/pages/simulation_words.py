"""List the phrases of simulations, card counting and bankrolls, in English and Chinese."""

from punto.core.facts import Winner
from punto.core.rulebook import Words
from punto.pages import phrases

WINNERS = {
    Winner.PLAYER: phrases.PLAYER_WINS,
    Winner.BANKER: phrases.BANKER_WINS,
    Winner.NEITHER: phrases.TIE,
}

# How shoes are played

PLAYED = Words(
    "{shoes} shoes, {rounds} rounds, {per_shoe} a shoe, seed {seed}, {stream}",
    "{shoes} 靴，{rounds} 局，每靴 {per_shoe} 局，种子 {seed}，{stream}",
)
UNTIL_CUT = Words(
    "{decks} decks, cut {cut}, {ends}, {further} further rounds{burn}",
    "{decks} 副牌，切牌 {cut} 张，{ends}，另加 {further} 局{burn}",
)
FIXED_ROUNDS = Words(
    "{decks} decks, {rounds} rounds a shoe, as many as its cards always suffice for{burn}",
    "{decks} 副牌，每靴固定 {rounds} 局，牌必足够{burn}",
)
SOME_ROUNDS = Words(
    "{decks} decks, {rounds} rounds a shoe{burn}", "{decks} 副牌，每靴固定 {rounds} 局{burn}"
)
BURNED = Words(", first card shown and as many burned", "，首张亮牌并按点数销牌")
ENDS = {
    "table": Words("ended as at a table", "按赌桌方式结束"),
    "published": Words("ended as counters publish it", "按公开算牌文献方式结束"),
}
CUT_LEANS = Words(
    "The cut ends shoes of short rounds later, so these frequencies lean away from the exact ones; "
    "--unbiased plays the same number of rounds in every shoe.",
    "切牌使短局较多的靴打得更久，因此频率会偏离精确值；--unbiased 让每靴局数相同。",
)
STOPPED = Words("Stopped early: these are the first shoes.", "提前停止：以下为最先完成的牌靴。")

# Tables of figures

OUTCOME = Words("Outcome", "结果")
TIMES = Words("Times", "次数")
SHARE = Words("Share", "比例")
EXACT = Words("Exact", "精确值")
ERROR = Words("Error", "标准误")
Z = Words("z", "z")
INTERVAL = Words("95 % interval", "95 % 区间")
RETURNS_TITLE = Words("Return of each wager, a unit a round", "各注每局一单位的回报")
LINES_TITLE = Words("Lines", "赔率项")
OUTCOMES_TITLE = Words("Outcomes", "结果")
LENGTHS_TITLE = Words("Rounds a shoe", "每靴局数")
ROUNDS = Words("Rounds", "局数")
SHOES = Words("Shoes", "靴数")
STREAKS_TITLE = Words("Streaks of wins, ties apart", "连胜（不计和局）")
LENGTH = Words("Length", "长度")
ALL_ENDINGS = Words(
    "All endings together: chi-square {chi_square} on {degrees} degrees of freedom, p = {p}",
    "全部结局合计：卡方 {chi_square}，自由度 {degrees}，p = {p}",
)

# Counting

COUNT_TITLE = Words("{game}: counting", "{game}：算牌")
COUNT = Words("Count", "算法")
FREQUENCY = Words("Bets", "下注频率")
EDGE = Words("Edge", "优势")
PER_100 = Words("Units/100", "单位/100局")
PER_SHOE = Words("Units/shoe", "单位/靴")
BETS_A_SHOE = Words("Bets/shoe", "注数/靴")
TAGS = Words("Tags, A to 9 then T: {tags}", "牌值（A 至 9，再 T）：{tags}")
PERFECT = Words("perfect play", "完美打法")

# Vulnerability

REPORT_TITLE = Words("{game}: what counting can win", "{game}：算牌可得之利")
REPORT_HEAD = Words(
    "{shoes} shoes a cut, seed {seed}; units won in 100 rounds ± standard error",
    "每种切牌 {shoes} 靴，种子 {seed}；每百局所得单位 ± 标准误差",
)
CUT = Words("Cut", "切牌")
ADVICE = Words("What an operator can do", "经营者可采取的措施")
HARMLESS = Words(
    "{wager}: no count earns a unit in a thousand rounds at any cut shown.",
    "{wager}：在所列切牌深度下，任何算法千局所得均不足一单位。",
)
TOO_FEW_SHOES = Words(
    "{wager}: too few shoes to tell; within two standard errors it may be {most} units in 100 "
    "rounds.",
    "{wager}：靴数太少，未能判断；在两倍标准误差之内，每百局可达 {most} 单位。",
)
WORTH_SOMETHING = Words(
    "{wager}: {units} units in 100 rounds at a cut of {cut}; too few shoes to tell what a deeper "
    "cut leaves.",
    "{wager}：切牌 {cut} 张时每百局可得 {units} 单位；靴数太少，未能判断更深的切牌尚余多少。",
)
WORTH_A_DEEPER_CUT = Words(
    "{wager}: {units} units in 100 rounds at a cut of {cut}; a cut of {deeper} leaves {rest}.",
    "{wager}：切牌 {cut} 张时每百局可得 {units} 单位；改为 {deeper} 张则余 {rest}。",
)
WORTH_A_LIMIT = Words(
    "{wager}: {units} units in 100 rounds even at a cut of {cut}: keep its limit low, or deal it "
    "from a continuous shuffler.",
    "{wager}：即使切牌 {cut} 张，每百局仍可得 {units} 单位：宜压低限额或使用连续洗牌机。",
)

# Bankrolls

BANKROLL_TITLE = Words("{game}: {plan}", "{game}：{plan}")
NO_PLAN_HELPS = Words(
    "No way of staking changes the edge: every unit staked on these wagers loses {edge} on "
    "average, whatever the plan. A plan only chooses how the losses are spread.",
    "任何注码法都不能改变赌场优势：在这些注上每投一单位平均损失 {edge}。注码法只决定损失如何分布。",
)
COUNT_HELPS = Words(
    "Only a count changes the edge here; the staking decides how fast it is won and how often "
    "a bankroll is lost first.",
    "此处唯有算牌改变优势；注码只决定赢得的快慢与途中破产的机会。",
)
PATRONS = Words(
    "{patrons} patrons, {rounds} rounds at most, bankroll {bankroll}, unit {unit}",
    "{patrons} 位客人，最多 {rounds} 局，本金 {bankroll}，注码单位 {unit}",
)
FIGURE = Words("Figure", "项目")
VALUE = Words("Value", "数值")
RUINED = Words("Could not place the next stake", "无力再下注")
STOPPED_LOSS = Words("Stopped at the loss set", "止损离场")
STOPPED_WIN = Words("Stopped at the win set", "止赢离场")
PLAYED_OUT = Words("Played to the end", "打满局数")
AHEAD = Words("Left with more than they brought", "离场时盈利")
MEAN_RESULT = Words("Mean result", "平均结果")
MEDIAN_RESULT = Words("Median result", "结果中位数")
DEVIATION_RESULT = Words("Standard deviation", "标准差")
STAKED = Words("Staked on average", "平均投注总额")
LOST_PER_STAKED = Words("Result per unit staked", "每单位投注的结果")
EXPECTED = Words("Exact expectation of it", "其精确期望")
MEAN_DRAWDOWN = Words("Mean drawdown", "平均回撤")
WORST_DRAWDOWN = Words("Drawdown that 1 in 20 exceeds", "二十分之一会超过的回撤")
MEAN_ROUNDS = Words("Rounds played on average", "平均局数")
QUANTILES_TITLE = Words("Results from the worst to the best", "结果由差至好")
QUANTILE = Words("Share of patrons below", "低于此者的比例")
RESULT = Words("Result", "结果")
