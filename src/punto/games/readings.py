"""List the readings of clauses that are unclear, silent or contradictory."""

from punto.core.clauses import Reading

READINGS: tuple[Reading, ...] = (
    Reading(
        number="R1",
        clauses=(("E", ("1.1.11", "1.1.19")), ("T", ("1.1.13",))),
        trouble="If cards paired by point value, a ten and a Jack would be a Pair.",
        reading=(
            "A Pair is two cards of the same rank. By point value, the wager would favour the "
            "patron by 32.34 %. F and R give examples of one rank."
        ),
    ),
    Reading(
        number="R2",
        clauses=(("E", ("1.1.19.3",)), ("T", ("1.1.13.3",))),
        trouble="If cards matched by point value, 10-10 and K-K would be a Twin.",
        reading="A Twin is four cards of the same rank.",
    ),
    Reading(
        number="R3",
        clauses=(("E", ("4.9",)), ("T", ("4.2",))),
        trouble="Every Twin is also a Double, and every Double contains a Single.",
        reading="Only the highest of the three pays.",
    ),
    Reading(
        number="R4",
        clauses=(("E", ("4.5", "4.6")),),
        trouble="The line for a Natural Tie might include a natural 9 against a natural 8.",
        reading="1.1.8 defines it: both hands are natural and have equal totals.",
    ),
    Reading(
        number="R5",
        clauses=(("E", ("4.5", "4.6")),),
        trouble=(
            "No line covers a tie without naturals, or a win by 1 to 3 points without a natural."
        ),
        reading="Such wagers lose. A hand that wins with a natural pays 1 to 1 at every margin.",
    ),
    Reading(
        number="R6",
        clauses=(("E", ("4.7",)),),
        trouble="The picture of the Tiger Baccarat layout shows the pays without commission.",
        reading="The clause decides: Banker pays 0.95 to 1.",
    ),
    Reading(
        number="R7",
        clauses=(("U", ("4.1",)),),
        trouble="The picture of the layout shows 187 % for Banker on seven.",
        reading="The clause decides: 9 to 5.",
    ),
    Reading(
        number="R8",
        clauses=(("U", ("3.7",)),),
        trouble="The heading of the Table of Play counts four cards, but three are dealt.",
        reading=(
            "The four are the three dealt cards and the printed 7, which is in no shoe. With the "
            "7, an Ace makes a natural 8 and a 2 makes a natural 9."
        ),
    ),
    Reading(
        number="R9",
        clauses=(("E", ()), ("F", ()), ("T", ()), ("U", ()), ("R", ())),
        trouble="No document states how 0.95 to 1, 1 to 2 or 9 to 5 are rounded.",
        reading=(
            "Nothing is rounded. Stakes are multiples of the game's exact unit, so every pay is in "
            "whole cents. A table does not open if its limits or steps break this rule."
        ),
    ),
    Reading(
        number="R10",
        clauses=(("E", ()), ("F", ()), ("T", ()), ("U", ()), ("R", ())),
        trouble="No document states what happens to the stakes of a void round.",
        reading=(
            "All stakes are returned in full, including those on side wagers that were already "
            "decided."
        ),
    ),
    Reading(
        number="R11",
        clauses=(("E", ("5.9", "5.10.1")), ("T", ("5.17",)), ("U", ("5.9", "5.10.1"))),
        trouble="When is it certain that an available wager has been won or lost?",
        reading=(
            "An available wager is one that the table offers, with or without a stake. It counts "
            "as won even if its amount may still grow; a push is neither won nor lost. Punto "
            "checks every completion of the round with every rank. Staff never judge this by hand, "
            "and no count of the shoe is used, because no person at the table has one."
        ),
    ),
    Reading(
        number="R12",
        clauses=(("E", ("5.10",)), ("U", ("5.10",))),
        trouble=(
            "The server may accept a wager at a terminal that did not close, or a terminal may "
            "close without an accepted wager."
        ),
        reading=(
            "The wager is valid if the server durably accepted it before the server's close. If "
            "the terminal was cut off before the close, it must also have acknowledged the "
            "acceptance before the first card; otherwise the wager is returned. A wager at a "
            "closed terminal that the server never accepted is not in the round. The Gaming Shift "
            "Manager may decide otherwise only until the first card, because a later decision "
            "would be made with knowledge of the cards."
        ),
        is_policy=True,
    ),
    Reading(
        number="R13",
        clauses=(("E", ("6.2",)), ("T", ("6.2",)), ("U", ("6.2",))),
        trouble="A higher position may act, but no document ranks the positions.",
        reading=(
            "From the lowest: Dealer, Pit Supervisor, Pit Manager, Assistant Casino Manager, "
            "Gaming Shift Manager. The operator may choose another order."
        ),
    ),
    Reading(
        number="R14",
        clauses=(("F", ()), ("R", ())),
        trouble="The document is silent on uncovered cases, higher positions and a wrong display.",
        reading="E 6.1 to 6.3 apply, shown as a rule of the house.",
        is_policy=True,
    ),
    Reading(
        number="R15",
        clauses=(("F", ()), ("R", ())),
        trouble="The document is silent on a power failure.",
        reading=(
            "The round is held. A Pit Manager or a higher position declares it void or lets it "
            "continue. Punto proposes one of the two by R11."
        ),
        is_policy=True,
    ),
    Reading(
        number="R16",
        clauses=(("F", ()),),
        trouble=(
            "The document is silent on cards drawn together in unknown order after the initial "
            "deal."
        ),
        reading="The Gaming Shift Manager rules.",
        is_policy=True,
    ),
    Reading(
        number="R17",
        clauses=(("E", ("3.10",)), ("F", ()), ("T", ("3.17",)), ("U", ("3.9",)), ("R", ())),
        trouble="What follows the round in which the cutting card appears?",
        reading=(
            "The shoe ends with that round. A table may allow a number of further rounds, normally "
            "0. The depth of the cut and the number of burned cards are settings too."
        ),
    ),
    Reading(
        number="R18",
        clauses=(("T", ("5.8.2.2", "5.17.1")),),
        trouble="Which wagers must a patron withdraw who withdraws any?",
        reading=(
            "All of them or none. Under 5.8.2.2, wagers that are already decided stay decided and "
            "cannot be withdrawn."
        ),
    ),
    Reading(
        number="R19",
        clauses=(("T", ("5.14",)),),
        trouble="A wager under the minimum is settled once. For how long is that recorded?",
        reading=(
            "Per visit, or per position for chips without a visit, and per table until the table "
            "closes. Terminals refuse such wagers; staff find them as chips on the layout."
        ),
    ),
    Reading(
        number="R20",
        clauses=(("T", ("3.9.4", "3.9.5")),),
        trouble="Who is next if patrons with equal highest wagers refuse the cards in turn?",
        reading=(
            "The patron who placed first, then counter-clockwise by position number as on the "
            "layout."
        ),
    ),
    Reading(
        number="R21",
        clauses=(("T", ("2.2",)),),
        trouble="The maximum number of positions of layout A is missing.",
        reading="The operator sets it.",
    ),
    Reading(
        number="R22",
        clauses=(("F", ("5.2",)), ("R", ("5.1.3",))),
        trouble="A wrong number of cards may be noticed after the round has been settled.",
        reading=(
            "A settled round can become void until the next round commences. The reversal is a "
            "separate event with its own transfers and changes no earlier entry."
        ),
    ),
    Reading(
        number="R23",
        clauses=(("E", ("5.9.2", "5.10.1")),),
        trouble="A picture of the layout states that a malfunction voids all pays and plays.",
        reading="Screens show it as on the layout, but it decides nothing: the clauses do.",
    ),
    Reading(
        number="R24",
        clauses=(("E", ("4.1", "4.3")),),
        trouble="Super Six and Super 6 are two games with the same main pays.",
        reading=(
            "Both are separate games. Super 6 and Fortune Six offer Dragon Bonus; Super Six does "
            "not."
        ),
    ),
    Reading(
        number="R25",
        clauses=(("E", ("5.8",)), ("F", ("5.3",)), ("T", ("5.8",)), ("U", ("5.8",)), ("R", ())),
        trouble="What happens to cards drawn beyond those that the round needs?",
        reading=(
            "Hands are read from the order in which the cards were drawn. Once the order is "
            "restored, a card that the Table of Play does not need is the first card of the next "
            "round."
        ),
    ),
    Reading(
        number="R26",
        clauses=(
            ("E", ("5.9.2",)),
            ("F", ()),
            ("T", ("5.17.1", "5.17.2")),
            ("U", ("5.9.2",)),
            ("R", ()),
        ),
        trouble=(
            "Regulation 15(1) of Singapore's Conduct of Gaming Regulations 2009 voids a game if a "
            "malfunction affects its outcome. The clause concludes an established round, or has it "
            "played to its end."
        ),
        reading=(
            "The round is concluded if its cards are known or can be recovered from the journal or "
            "the shoe. Otherwise it is void under the regulation, for any cause. Every patron is "
            "informed and every wager is refunded."
        ),
        is_policy=True,
    ),
    Reading(
        number="R27",
        clauses=(("T", ("2.2", "3.5.1", "3.6")),),
        trouble="What is a playing area, and who owns the three wagers on it?",
        reading=(
            "It is the spot of one position for one kind of wager. It holds up to three separate "
            "stakes, each of one patron or of several. Each part is in the exact unit, and limits "
            "apply per stake."
        ),
    ),
    Reading(
        number="R28",
        clauses=(("E", ()), ("F", ("3.5",)), ("T", ()), ("U", ()), ("R", ("3.3",))),
        trouble="Does a side wager need a wager on Player or Banker? Only F and R say no.",
        reading="It never needs one.",
    ),
    Reading(
        number="R29",
        clauses=(("E", ("5.9", "5.10")), ("U", ("5.9", "5.10"))),
        trouble="A power failure that turns off every terminal fits both clauses.",
        reading=(
            "5.9 applies if the table itself cannot continue: server, shoe or dealing. 5.10 "
            "applies if it can continue, even if every terminal is off."
        ),
    ),
    Reading(
        number="R30",
        clauses=(("T", ("3.10.2", "3.16")),),
        trouble=(
            "A Pit Manager may allow squeezing, but under Method B no patron touches the cards."
        ),
        reading=(
            "There is no squeezing under Method B. The method can change before the next round."
        ),
    ),
    Reading(
        number="R31",
        clauses=(("E", ("4.10",)),),
        trouble="The clause makes Tiger wagers optional and gives pays for four different wagers.",
        reading=(
            "Tiger, Small Tiger, Big Tiger, Tiger Tie, Tiger Pair and each Dragon Bonus may each "
            "be offered or not. A table always offers every other wager of its game."
        ),
    ),
    Reading(
        number="R32",
        clauses=(("E", ("3.1", "3.2")), ("U", ("3.1", "3.2")), ("R", ("3.1", "3.2"))),
        trouble=(
            "The displayed phrase opens and closes a round. The picture of Tiger in E shows "
            "another phrase, and there is none in Chinese."
        ),
        reading=(
            "Screens show the document's phrase in English in every language, with a translation."
        ),
    ),
    Reading(
        number="R33",
        clauses=(("F", ()),),
        trouble="The document is silent on who handles the cards.",
        reading="T's Method B applies: only the Dealer handles them.",
        is_policy=True,
    ),
    Reading(
        number="R34",
        clauses=(("F", ()), ("T", ())),
        trouble="Wagers at these tables are chips, and the documents are silent on terminals.",
        reading=(
            "A stake comes from a terminal, which checks it, or as chips that the Dealer, Pit "
            "Supervisor or Pit Manager enters as placed. Punto never refuses chips for their "
            "amount or their time. The clauses decide about them: T 5.4, 5.5, 5.14 to 5.16; F 5.6, "
            "5.7."
        ),
    ),
    Reading(
        number="R35",
        clauses=(("R", ("Card Shoe", "Electronic Card Shuffler", "3.4", "5.1.4")),),
        trouble="An electronic shuffler may replace the shoe.",
        reading=(
            "It is a separate dealing device: cards return after each round, and there is no "
            "cutting card. A setting decides when roads and counters begin again."
        ),
    ),
    Reading(
        number="R36",
        clauses=(("R", ("Natural", "3.5", "3.6")),),
        trouble="Read alone, 3.5 would let Banker draw against a natural of Player.",
        reading="A natural ends the deal. 3.5 is about a Player hand that stands on 6 or 7.",
    ),
)
