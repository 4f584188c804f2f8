"""Draw cards, rounds, shoes and roads as SVG in notebooks.

Their classes are in packages that may not import the drawing code. So this module adds the
method `_repr_svg_`, which notebooks call, to each class.
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
    setattr(_kind, "_repr_svg_", _draw)  # noqa: B010  the type checker does not know this method
