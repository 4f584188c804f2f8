"""Find each wager's pay line by the auditor's paytable, and compare it with the stored text."""

import hashlib
from collections.abc import Collection, Iterator, Mapping
from math import gcd, lcm
from typing import TypeAlias

from punto.audit.rules.deal import Deal, Outcome, completions
from punto.audit.rules.paytables import TEN, PayLine, Paytable
from punto.audit.rules.rulebook_text import Decks, decode
from punto.messages.message import Message, message

Held: TypeAlias = Mapping[str, tuple[int, int, int]]
"""For each wager its pay line, counted from 1 or 0 for none, and what it wins for which stake."""

LOST = (0, 0, 1)


class Game:
    """One rulebook, and the pay line of each wager for any outcome."""

    def __init__(self, text: str) -> None:
        found = decode(text)
        document = found.document
        known = TEN.get(found.key)
        self.key, self.text = found.key, text
        self.is_known = known is not None
        self.digest = hashlib.sha256(text.encode()).hexdigest()
        self.identity = f"{found.key} {document.version} {document.effective} {self.digest}"
        self.document = known.document if known else document.letter
        self.is_live = known.document in ("F", "T") if known else document.placement == "TABLE"
        self.deal: Deal = known.deal if known else found.deal()
        self.decks = range(4, known.max_decks + 1) if known else _decks(document.decks)
        self.stacks = known.stacks if known else document.wagers_per_area
        self.wagers: Paytable = known.wagers if known else found.paytable()
        self.optional = (
            known.optional if known else {each.key for each in found.wagers if each.optional}
        )
        self.unit_cents = lcm(*(each.per // gcd(each.win, each.per) for each in self._lines()))
        self.disputes: list[Message] = []
        """The differences between text and paytable that are not reported yet."""

        self._disputed: set[str] = set()
        self._text: Paytable = found.paytable()
        self._held: dict[Outcome, Held] = {}
        self._standings: dict[tuple[tuple[int, ...], str], dict[str, str]] = {}
        self._established: dict[tuple[tuple[int, ...], frozenset[str]], bool] = {}
        if known:
            self._compare(found.deal())

    def held(self, outcome: Outcome) -> Held:
        """The pay line of each wager for an outcome."""
        found = self._held.get(outcome)
        if found is None:
            found = {wager: self._line(self.wagers, wager, outcome) for wager in self.wagers}
            self._held[outcome] = found
            for wager in self.wagers:
                by_text = self._line(self._text, wager, outcome)
                if by_text[0] != found[wager][0]:
                    self._dispute(
                        wager,
                        message(
                            "finding.line-by-text",
                            wager=wager,
                            figure=by_text[0],
                            outcome=outcome.description,
                            game=self.key,
                        ),
                    )
        return found

    def is_established(self, drawn: Collection[int], offered: Collection[str]) -> bool:
        """Whether a wager on offer has certainly won or lost, for any remaining cards."""
        key = tuple(drawn), frozenset(offered)
        if key not in self._established:
            self._established[key] = self._decided(*key)
        return self._established[key]

    def standings(self, drawn: Collection[int], fifth: str) -> dict[str, str]:
        """Whether each wager is won, lost, pushed or still open.

        A face-down card has rank 0. The hand of the fifth card is visible even if its rank is not.
        """
        key = tuple(drawn), fifth
        if key not in self._standings:
            self._standings[key] = self._standing_at(*key)
        return self._standings[key]

    def _standing_at(self, ranks: tuple[int, ...], fifth: str) -> dict[str, str]:
        found: dict[str, str] = {}
        undecided = list(self.wagers)
        for outcome in completions(self.deal, ranks, fifth):
            held = self.held(outcome)
            for wager in undecided:
                if found.setdefault(wager, _standing(held[wager])) != _standing(held[wager]):
                    found[wager] = "open"
            undecided = [wager for wager in undecided if found[wager] != "open"]
            if not undecided:
                break
        return found

    def _decided(self, drawn: tuple[int, ...], offered: frozenset[str]) -> bool:
        standing: dict[str, str] = {}
        wagers = [wager for wager in offered if wager in self.wagers]
        for outcome in completions(self.deal, drawn):
            held = self.held(outcome)
            wagers = [
                wager
                for wager in wagers
                if standing.setdefault(wager, _standing(held[wager])) == _standing(held[wager])
                and standing[wager] != "pushed"
            ]
            if not wagers:
                return False
        return True

    def _line(self, table: Paytable, wager: str, outcome: Outcome) -> tuple[int, int, int]:
        lines = table.get(wager, ())
        holding = [place for place, line in enumerate(lines) if line.holds(outcome)]
        if len(holding) > 1:
            self._dispute(
                wager,
                message(
                    "finding.several-lines",
                    wager=wager,
                    figure=len(holding),
                    outcome=outcome.description,
                    game=self.key,
                ),
            )
        if not holding:
            return LOST
        line = lines[holding[0]]
        return holding[0] + 1, line.win, line.per

    def _dispute(self, wager: str, dispute: Message) -> None:
        if wager not in self._disputed:
            self._disputed.add(wager)
            self.disputes.append(dispute)

    def _lines(self) -> Iterator[PayLine]:
        for lines in self.wagers.values():
            yield from lines

    def _compare(self, deal: Deal) -> None:
        """Record where the text of one of the ten games differs from the auditor's paytable."""
        if deal != self.deal:
            self.disputes.append(message("finding.deal-by-text", game=self.key))
        for wager in self.wagers.keys() | self._text.keys():
            by_text = [each[1:] for each in self._text.get(wager, ())]
            known = [each[1:] for each in self.wagers.get(wager, ())]
            if by_text != known:
                self.disputes.append(
                    message(
                        "finding.pays-by-text",
                        wager=wager,
                        pays=_pays(by_text),
                        expected=_pays(known),
                    )
                )


def _decks(decks: Decks) -> range:
    return range(decks.minimum, decks.maximum + 1)


def _standing(held: tuple[int, int, int]) -> str:
    line, win, _ = held
    if not line:
        return "lost"
    return "won" if win else "pushed"


def _pays(lines: list[tuple[int, int]]) -> tuple[str, ...]:
    return tuple(f"{win}:{per}" for win, per in lines)
