"""Notices: what every screen is told when something of the floor closes or goes on."""

from punto.core.rulebook import Words

CLOSING = Words(
    "The floor is about to close; rounds are dealt out first.", "即将关闭，进行中的局会先完成。"
)
TABLE_CLOSES = Words(
    "This table takes no new bets. The round is concluded, and your credit is safe.",
    "此台不再接受新投注，本局会完成，您的信用额安全无虞。",
)
TABLE_GOES_ON = Words("This table is in use again.", "此台已恢复。")
TERMINAL_CLOSES = Words(
    "This terminal takes no new bets. An attendant will help you.",
    "此终端不再接受新投注，请找服务员。",
)
TERMINAL_GOES_ON = Words("This terminal is in use again.", "此终端已恢复。")
PATRON_STOPS = Words(
    "No new bets are taken from you just now. An attendant will help; your credit is yours.",
    "暂不接受您的新投注，请找服务员；您的信用额仍归您所有。",
)
PATRON_GOES_ON = Words("Your bets are taken again.", "已恢复接受您的投注。")
STOPPING = Words("The floor is closed. Your credit is safe.", "已关闭，您的信用额安全无虞。")
SILENT = Words("Nothing was heard from this screen.", "此屏幕没有回应。")
