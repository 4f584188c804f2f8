"""What was entered for a second person, called as people call it."""

from collections.abc import Mapping
from typing import Any

from punto.core.rulebook import Words

CALLED = {
    "ChangeSettings": Words("New limits", "更改限额"),
    "EnterCard": Words("A card entered by hand", "人工录入牌"),
    "GiveRuling": Words("A ruling", "裁定"),
    "Report": Words("Something that went wrong", "异常报告"),
    "ChangeFacts": Words("A fact told anew", "更正所见情况"),
    "RemoveWagers": Words("Wagers to be removed", "移除投注"),
    "RuleOnSeat": Words("A ruling on a seat", "座位裁定"),
    "ReplaceCards": Words("New cards", "换新牌"),
    "ChooseMethod": Words("Another method", "改换方式"),
    "RestrictWagers": Words("Fewer wagers an area", "减少每区投注数"),
    "CloseTable": Words("The table is to be closed", "关台"),
    "BuyCredit": Words("A large sale of credit", "大额售出信用"),
    "HandPay": Words("A large hand pay", "大额人工支付"),
    "PayClaim": Words("A large claim to be paid", "大额补付"),
    "TakeClaim": Words("A large claim to be taken", "大额收回"),
    "RedeemVoucher": Words("A large voucher to be paid", "大额兑换券兑付"),
    "CancelVoucher": Words("A voucher to be voided", "兑换券作废"),
    "FillDrawer": Words("A drawer to be filled or emptied", "钱箱增减"),
    "CloseShift": Words("A shift to be closed", "结束班次"),
    "ReplaceMissingCards": Words("Missing cards replaced", "补足缺牌"),
}
VOID = Words("A void", "作废")
OTHER = Words("Something", "事项")


def approval_title(command: str, fields: Mapping[str, Any]) -> Words:
    """What a command with its fields is called."""
    if command == "GiveRuling" and fields.get("ruled") == "void":
        return VOID
    return CALLED.get(command, OTHER)
