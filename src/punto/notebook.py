"""Draw cards, rounds, shoes and roads as SVG in notebooks.

Their classes do not import the drawing code, so this module adds the drawings to them.
"""

from punto.core.cards import Card
from punto.core.shoe import Shoe
from punto.core.tableau import Tableau
from punto.reports.formats.card_svg import card_svg, roads_svg, shoe_svg, tableau_svg
from punto.table.roads import Roads

for _kind, _draw in (
    (Card, card_svg),
    (Tableau, tableau_svg),
    (Shoe, shoe_svg),
    (Roads, roads_svg),
):
    setattr(_kind, "_repr_svg_", _draw)  # noqa: B010  what notebooks look for, unknown to core
