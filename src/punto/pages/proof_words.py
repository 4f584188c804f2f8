"""What a bundle proves, said to people in Chinese beside the auditor's own English."""

from punto.core.rulebook import Words

CHINESE = {
    "signature": "每个字节都与密钥{0}签名时相同",
    "key-given": "此密钥是否属于本场：请与公布的公钥核对",
    "checkpoints": "{0}个检查点由同一密钥签名，最后一个为{1}",
    "chain": "{1}的{0}个条目（{2}至{3}）连接到检查点{4}的链首",
    "rulebook": "第{0}局按{1}进行，其文本摘要与该局所记相同",
    "paytable": "文本赔率与审计员自备的{0}赔率表一致",
    "settings": "限额与可用注项的摘要与第{0}局所记相同",
    "conduct": "第{0}局每一步皆由前一步而来，且由有权者提出",
    "cards": "第{0}局按博牌规则发牌：{1}",
    "settled": "{0}注均按其赔项结算：下注{1}，派回{2}",
    "void": "第{0}局作废，所有注码退回：{1}",
    "transfers": "{0}笔转账与条目所述相符，无注码遗留",
    "promised": "牌靴{0}的牌序在本局首注之前已作承诺",
    "shown": "其后公开的牌序与盐值符合承诺；第{0}至{1}张为本局之牌",
    "not-shown": "牌是否为所承诺者：该牌靴的牌序尚未公开",
    "no-promise": "牌的来源：人手发牌，未作承诺",
    "receipts": "{0}张收据与已接受的注单条目及注码相符",
    "screens": "{1}个屏幕的{0}幅画面只显示明牌与本座注码",
    "given-table": "第{0}局开始时各座位的客人及已出的牌",
}


def proof_words(key: str, english: str, values: tuple[str, ...]) -> Words:
    """A proof in both languages."""
    return Words(english, CHINESE[key].format(*values))
