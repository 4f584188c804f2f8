"""Register every clause of every document with its status in Punto."""

from punto.games.clauses import (
    mbs_electronic_7_up_2023,
    mbs_electronic_2021,
    mbs_fortune_six_2019,
    mbs_tiger_no_commission_2022,
    rws_super_six_plus_2019,
)

REGISTERS = {
    "mbs-electronic-2021": mbs_electronic_2021.REGISTER,
    "mbs-fortune-six-2019": mbs_fortune_six_2019.REGISTER,
    "mbs-tiger-no-commission-2022": mbs_tiger_no_commission_2022.REGISTER,
    "mbs-electronic-7-up-2023": mbs_electronic_7_up_2023.REGISTER,
    "rws-super-six-plus-2019": rws_super_six_plus_2019.REGISTER,
}
