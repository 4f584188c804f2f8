"""Notices: what screens are told when something closes or goes on, and why a line ends."""

from punto.core.rulebook import Words

CLOSING = Words(
    "The floor is about to close; rounds are dealt out first.", "即将关闭，进行中的牌局会先完成。"
)
TABLE_CLOSES = Words(
    "This table takes no new bets. The round is concluded, and your credit is safe.",
    "此桌不再接受新投注。本局会完成，您的余额不受影响。",
)
TABLE_CLOSES_AFTER = Words(
    "This table closes soon. Rounds still to come: {rounds}. Your credit is safe.",
    "此桌即将关闭，还有 {rounds} 局。您的余额不受影响。",
)
TABLE_STOPPED = Words(
    "This table is out of service. Your credit is safe. An attendant will help you.",
    "此桌暂停服务，您的余额不受影响，请联系服务员。",
)
TABLE_GOES_ON = Words("This table is in use again.", "此桌已恢复。")
TERMINAL_CLOSES = Words(
    "This terminal takes no new bets. An attendant will help you.",
    "此终端不再接受新投注，请联系服务员。",
)
TERMINAL_GOES_ON = Words("This terminal is in use again.", "此终端已恢复。")
PATRON_STOPS = Words(
    "No new bets are taken from you just now. An attendant will help; your credit is yours.",
    "暂不接受您的新投注，请联系服务员；您的余额仍归您所有。",
)
PATRON_GOES_ON = Words("Your bets are taken again.", "已恢复接受您的投注。")
STOPPING = Words("The floor is closed. Your credit is safe.", "现已关闭，您的余额不受影响。")
SILENT = Words("Nothing was heard from this screen.", "此屏幕没有回应。")
TOO_FAST = Words("Too many messages from this terminal.", "此终端消息过多。")
TOO_LARGE = Words("That message is too long.", "消息过长。")
NOT_UNDERSTOOD = Words("That message was not understood.", "无法理解该消息。")
HELLO_FIRST = Words("A terminal says hello first.", "终端尚未报到。")
HELLO_ONCE = Words("A terminal says hello once.", "终端已经报到。")
OTHER_PROTOCOL = Words("Please wait, updating.", "请稍候，正在更新。")
UNKNOWN_TERMINAL = Words("This terminal is not known here.", "此终端未登记。")
