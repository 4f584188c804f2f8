"""Phrases of the PAR sheet and its charts, in English and in Chinese."""

from punto.core.rulebook import Words

PAR_LINE = Words(
    "PAR sheet with {decks} decks: {deals} ordered deals, {cards} cards a round on average.",
    "{decks} 副牌的 PAR 表：共 {deals} 种有序发牌，平均每局用 {cards} 张牌。",
)
EXACT_LINE = Words(
    "Chances and returns are counted, not simulated, and exact; figures are rounded when printed.",
    "概率与收益均为精确计数，而非模拟；仅在印出时四舍五入。",
)
PAYS_CHANGED = Words(
    "Pays changed, not those of the document: {pays}", "赔率已更改，并非文件所载：{pays}"
)
WAGERS_TITLE = Words("Every wager, per unit staked", "各项投注（每单位投注额）")
SKEWNESS = Words("Skewness", "偏度")
LINES_TITLE = Words("Every line, and what its pay does", "各条赔率及其作用")
ONE_IN = Words("One in", "每……局一次")
PART_OF_RETURN = Words("Adds to return", "对收益的贡献")
BREAK_EVEN = Words("Fair pay", "公平赔率")
LINES_NOTE = Words(
    "One unit more on a line raises the return by the line's chance. The fair pay of a line makes "
    "the wager fair, its other lines unchanged.",
    "某条赔率每增加一单位，收益即增加该条的概率。公平赔率指其他各条不变时，使该投注不赔不赚的赔率。",
)
DECKS_TITLE = Words("House edge by number of decks", "各副数下的赌场优势")
REMOVAL_TITLE = Words(
    "Change of the return when one card leaves the shoe, in thousandths of the stake",
    "从牌靴中取走一张牌时收益的变化（投注额的千分之一）",
)
CORRELATIONS_TITLE = Words("Correlation of results in one round", "同一局内各投注结果的相关系数")
FLAT_BETTING_TITLE = Words(
    "{rounds} rounds with one unit on each, every round from the full shoe",
    "连续 {rounds} 局每局投注一单位（每局均由整靴牌发出）",
)
AHEAD = Words("Ahead", "赢钱")
BEHIND = Words("Behind", "输钱")
WINS_IN_A_ROW = Words("Wins in a row", "最长连赢")
LOSSES_IN_A_ROW = Words("Losses in a row", "最长连输")
DRAWDOWN = Words("Drawdown", "最大回撤")
FLAT_BETTING_NOTE = Words(
    "The longest runs and the deepest fall from a high point: half of all stretches stay at or "
    "below the first figure, nineteen of twenty at or below the second. A push neither lengthens "
    "nor breaks a run.",
    "最长连赢、连输与自高点的最大跌幅：半数情况不超过前一数字，二十次中有十九次不超过后一数字。退回的局不计入连续局数。",
)
NO_FLAT_BETTING = Words(
    "Streaks, drawdowns and results over many rounds need NumPy: pip install 'punto[fast]'.",
    "连赢连输、回撤与多局结果需要安装 NumPy：pip install 'punto[fast]'。",
)
COUNT_TITLE = Words("Betting correlation of the count {tags}", "计牌法 {tags} 的投注相关系数")
CORRELATION = Words("Correlation", "相关系数")
EXTREMES_TITLE = Words(
    "The best and the worst shoe found with {cards} cards left",
    "剩余 {cards} 张牌时所找到的最佳与最差牌靴",
)
WORST = Words("Lowest return", "最低收益")
BEST = Words("Highest return", "最高收益")
SHOE = Words("Shoe", "牌靴")

# Charts

EDGE_CHART = Words("House edge by number of decks, per cent", "赌场优势与副数（百分比）")
EDGE_CAPTION = Words("Each wager has its own scale.", "各投注刻度不同。")
REMOVAL_CHART = Words("Effect of removing one card, thousandths", "取走一张牌的影响（千分之一）")
REMOVAL_CAPTION = Words(
    "How the return changes when one card of a rank leaves the full shoe.",
    "从整靴中取走某点数的一张牌后，收益的变化。",
)
RESULTS_CHART = Words(
    "Results of {rounds} rounds with one unit on each, chance in per cent",
    "连续 {rounds} 局每局一单位的结果（概率，百分比）",
)
RESULTS_CAPTION = Words(
    "Full colour where the patron ends ahead, faint where not.", "实色为赢钱，浅色为未赢钱。"
)
SHOE_CHART = Words("House edge through one shoe, per cent", "一靴牌中赌场优势的变化（百分比）")
SHOE_CAPTION = Words(
    "Before each round of the shoe with seed {seed}, counted exactly; below zero the edge is the "
    "patron's.",
    "种子 {seed} 的牌靴，每局开始前的精确值；低于零时优势在客人一方。",
)

# What changes, and a shoe card by card

CHANGES_TITLE = Words("What changes", "变化")
BEFORE = Words("Return before", "原收益")
AFTER = Words("Return after", "新收益")
CHANGE = Words("Change", "变化")
EDGE_AFTER = Words("House edge after", "新赌场优势")
CARDS_LEFT = Words("Left", "余牌")
UNSEEN_LINE = Words("Cards not seen: {}", "未见的牌：{}")
LAYOUT_LINE = Words("On the layout: {}", "台面上的牌：{}")
AGAINST_LINE = Words("Compared with: {}", "比较对象：{}")
LAYOUT = Words("Layout", "台面")

# Wagers placed together

SLIP_LINE = Words("Placed together: {stakes}", "同时投注：{stakes}")
SLIP_FIGURES = Words(
    "Expected {expected}, {edge} of all that is staked kept by the house; standard deviation "
    "{deviation}; ahead in {wins} of all deals.",
    "期望净收益 {expected}，庄家平均留下全部投注额的 {edge}；标准差 {deviation}；"
    "净赢的概率 {wins}。",
)
NET_RESULT = Words("Net result", "净结果")
