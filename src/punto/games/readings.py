"""List the readings of clauses that are unclear, silent or contradictory."""

from punto.core.clauses import Reading

READINGS: tuple[Reading, ...] = (
    Reading(
        number="R1",
        clauses=(("E", ("1.1.11", "1.1.19")), ("T", ("1.1.13",))),
        trouble="By the words on point value a ten and a Jack would be a Pair.",
        reading=(
            "Two cards of one rank are a Pair. By point value the wager would favour the patron "
            "by 32.34 %, and F and R give examples of one rank."
        ),
    ),
    Reading(
        number="R2",
        clauses=(("E", ("1.1.19.3",)), ("T", ("1.1.13.3",))),
        trouble="By the words on value 10-10 against K-K would be a Twin.",
        reading="A Twin is four cards of one rank.",
    ),
    Reading(
        number="R3",
        clauses=(("E", ("4.9",)), ("T", ("4.2",))),
        trouble="A Twin is also a Double, and a Double holds a Single.",
        reading="Only the highest of the three is paid.",
    ),
    Reading(
        number="R4",
        clauses=(("E", ("4.5", "4.6")),),
        trouble="The line for a Natural Tie can be read to take in natural 9 against natural 8.",
        reading="As 1.1.8 defines it: both hands natural, with equal totals.",
    ),
    Reading(
        number="R5",
        clauses=(("E", ("4.5", "4.6")),),
        trouble="Ties without naturals, and wins by 1 to 3 without one, have no line.",
        reading="They lose. A hand that wins with a natural is paid 1 to 1 at any margin.",
    ),
    Reading(
        number="R6",
        clauses=(("E", ("4.7",)),),
        trouble="The picture of the Tiger Baccarat layout prints the pays without commission.",
        reading="The clause decides: Banker is paid 0.95 to 1.",
    ),
    Reading(
        number="R7",
        clauses=(("U", ("4.1",)),),
        trouble="The picture of the layout prints 187 % for Banker on seven.",
        reading="The clause decides: 9 to 5.",
    ),
    Reading(
        number="R8",
        clauses=(("U", ("3.7",)),),
        trouble="The head of the Table of Play counts four cards, though three are dealt.",
        reading=(
            "The four are three dealt cards and the printed 7, which no shoe holds: an Ace makes "
            "it a natural 8, a 2 a natural 9."
        ),
    ),
    Reading(
        number="R9",
        clauses=(("E", ()), ("F", ()), ("T", ()), ("U", ()), ("R", ())),
        trouble="No document says how 0.95 to 1, 1 to 2 or 9 to 5 are rounded.",
        reading=(
            "Nothing is rounded. Stakes are multiples of the game's exact unit, so every pay is "
            "whole cents, and a table whose limits or steps break this does not open."
        ),
    ),
    Reading(
        number="R10",
        clauses=(("E", ()), ("F", ()), ("T", ()), ("U", ()), ("R", ())),
        trouble="No document says what becomes of the stakes of a void round.",
        reading="They go back whole, those on side wagers that were already decided included.",
    ),
    Reading(
        number="R11",
        clauses=(("E", ("5.9", "5.10.1")), ("T", ("5.17",)), ("U", ("5.9", "5.10.1"))),
        trouble="When has an available wager been won or lost for certain?",
        reading=(
            "Available is what the table offers, staked on or not. Won is won though its amount "
            "may grow; a push is neither. It is computed over every completion of the round with "
            "every rank, never judged by hand and never from a count of the shoe, which nobody "
            "at the table has."
        ),
    ),
    Reading(
        number="R12",
        clauses=(("E", ("5.10",)), ("U", ("5.10",))),
        trouble="A wager may be accepted at a terminal that did not close, or the other way round.",
        reading=(
            "It stands if the server durably accepted it before the server's close; a terminal "
            "cut off before the close must also have acknowledged the acceptance before the first "
            "card, or the wager is returned. Closed but never accepted is not in the round. The "
            "Gaming Shift Manager may decide otherwise until the first card, and nobody after it: "
            "that would be a free look at the cards."
        ),
        is_policy=True,
    ),
    Reading(
        number="R13",
        clauses=(("E", ("6.2",)), ("T", ("6.2",)), ("U", ("6.2",))),
        trouble="A higher position may act, but the positions are not ranked.",
        reading=(
            "From the lowest: Dealer, Pit Supervisor, Pit Manager, Assistant Casino Manager, "
            "Gaming Shift Manager. The operator may rank them otherwise."
        ),
    ),
    Reading(
        number="R14",
        clauses=(("F", ()), ("R", ())),
        trouble="Nothing on what the rules do not cover, higher positions or a wrong display.",
        reading="As E 6.1 to 6.3, shown as the house's own rule.",
        is_policy=True,
    ),
    Reading(
        number="R15",
        clauses=(("F", ()), ("R", ())),
        trouble="Nothing on a power failure.",
        reading=(
            "The round is held. A Pit Manager or higher rules it void or lets it continue, and "
            "the system proposes which by R11."
        ),
        is_policy=True,
    ),
    Reading(
        number="R16",
        clauses=(("F", ()),),
        trouble="Nothing on cards drawn together in unknown order after the initial deal.",
        reading="The Gaming Shift Manager rules.",
        is_policy=True,
    ),
    Reading(
        number="R17",
        clauses=(("E", ("3.10",)), ("F", ()), ("T", ("3.17",)), ("U", ("3.9",)), ("R", ())),
        trouble="What follows the round in which the cutting card appears?",
        reading=(
            "The shoe ends with that round; a table may set a number of further rounds, normally "
            "0. How deep the cut is and how many cards are burned are settings too."
        ),
    ),
    Reading(
        number="R18",
        clauses=(("T", ("5.8.2.2", "5.17.1")),),
        trouble="Which wagers must a patron take back who takes any back?",
        reading=(
            "All of them or none. Under 5.8.2.2 those already decided stay decided and are not "
            "among them."
        ),
    ),
    Reading(
        number="R19",
        clauses=(("T", ("5.14",)),),
        trouble="How long is it remembered that a wager under the minimum was settled once?",
        reading=(
            "By visit, or by position for chips without a visit, and by table until the table "
            "closes. Terminals refuse such wagers; staff find them as chips on the cloth."
        ),
    ),
    Reading(
        number="R20",
        clauses=(("T", ("3.9.4", "3.9.5")),),
        trouble="Who is next when equal highest wagers are refused the cards in turn?",
        reading=(
            "Whoever placed first, then counter-clockwise by position number as the positions are "
            "laid out."
        ),
    ),
    Reading(
        number="R21",
        clauses=(("T", ("2.2",)),),
        trouble="The greatest number of positions of layout A is missing.",
        reading="The operator sets it.",
    ),
    Reading(
        number="R22",
        clauses=(("F", ("5.2",)), ("R", ("5.1.3",))),
        trouble="A wrong number of cards may be noticed when the round is settled already.",
        reading=(
            "A settled round can be void until the next one commences. The reversal is an event "
            "with transfers of its own, never an edit."
        ),
    ),
    Reading(
        number="R23",
        clauses=(("E", ("5.9.2", "5.10.1")),),
        trouble="A picture of the layout says that a malfunction voids all pays and plays.",
        reading="It is shown as the layout has it and decides nothing: the clauses conclude.",
    ),
    Reading(
        number="R24",
        clauses=(("E", ("4.1", "4.3")),),
        trouble="Super Six and Super 6 are two games with one set of main pays.",
        reading="Both are kept. Dragon Bonus goes with Super 6 and Fortune Six, not Super Six.",
    ),
    Reading(
        number="R25",
        clauses=(("E", ("5.8",)), ("F", ("5.3",)), ("T", ("5.8",)), ("U", ("5.8",)), ("R", ())),
        trouble="What becomes of cards drawn beyond those that the round needs?",
        reading=(
            "Hands are read from the order in which cards were drawn. Once that is restored, a "
            "card that the Table of Play does not need is the first of the next round."
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
            "Singapore's Conduct of Gaming Regulations 2009, reg 15(1), void a game whose outcome "
            "a malfunction affects; the clause concludes a round that is established, or has it "
            "played to its end."
        ),
        reading=(
            "The round is concluded if its cards are known or can be recovered from the journal "
            "or the shoe. If not, it is void under the regulation, whatever the cause: every "
            "patron is told and every wager refunded."
        ),
        is_policy=True,
    ),
    Reading(
        number="R27",
        clauses=(("T", ("2.2", "3.5.1", "3.6")),),
        trouble="What is a playing area, and whose are the three wagers on it?",
        reading=(
            "One position's spot for one kind of wager. Up to three separate stakes lie there, "
            "each of one patron or several, each part in the exact unit; limits hold by stake."
        ),
    ),
    Reading(
        number="R28",
        clauses=(("E", ()), ("F", ("3.5",)), ("T", ()), ("U", ()), ("R", ("3.3",))),
        trouble="Does a side wager need one on Player or Banker? Only F and R say: it does not.",
        reading="It never needs one.",
    ),
    Reading(
        number="R29",
        clauses=(("E", ("5.9", "5.10")), ("U", ("5.9", "5.10"))),
        trouble="A power cut that darkens every terminal fits both clauses.",
        reading=(
            "5.9 when the table itself cannot go on: server, shoe or dealing. 5.10 when it can, "
            "though every terminal be dark."
        ),
    ),
    Reading(
        number="R30",
        clauses=(("T", ("3.10.2", "3.16")),),
        trouble="A Pit Manager may allow squeezing, yet under Method B no patron touches cards.",
        reading="No squeezing under Method B; the method is changed before the next round.",
    ),
    Reading(
        number="R31",
        clauses=(("E", ("4.10",)),),
        trouble="The clause makes Tiger wagers optional and prices four different wagers.",
        reading=(
            "Tiger, Small Tiger, Big Tiger and Tiger Tie may each be offered or not, as may Tiger "
            "Pair and each Dragon Bonus. Every other wager of a game is always on offer."
        ),
    ),
    Reading(
        number="R32",
        clauses=(("E", ("3.1", "3.2")), ("U", ("3.1", "3.2")), ("R", ("3.1", "3.2"))),
        trouble=(
            "The phrase shown opens and closes a round, but E's Tiger picture shows another one "
            "and Chinese has none."
        ),
        reading="The document's phrase in English, whatever the language, with its translation.",
    ),
    Reading(
        number="R33",
        clauses=(("F", ()),),
        trouble="Nothing on who handles the cards.",
        reading="As T's Method B: the Dealer keeps them.",
        is_policy=True,
    ),
    Reading(
        number="R34",
        clauses=(("F", ()), ("T", ())),
        trouble="Wagers at these tables are chips; nothing is said of terminals.",
        reading=(
            "A stake comes from a terminal, which checks it, or as chips that the Dealer, Pit "
            "Supervisor or Pit Manager enters as seen. Chips are never refused for limits or "
            "lateness but judged by the clauses: T 5.4, 5.5, 5.14 to 5.16; F 5.6, 5.7."
        ),
    ),
    Reading(
        number="R35",
        clauses=(("R", ("Card Shoe", "Electronic Card Shuffler", "3.4", "5.1.4")),),
        trouble="An electronic shuffler may stand in for the shoe.",
        reading=(
            "It is a dealing device of its own: cards return after each round and there is no "
            "cutting card. When roads and counters start afresh is a setting."
        ),
    ),
    Reading(
        number="R36",
        clauses=(("R", ("Natural", "3.5", "3.6")),),
        trouble="Taken alone, 3.5 would let Banker draw against a natural of Player.",
        reading="A natural ends the deal; 3.5 speaks of a Player hand that stands on 6 or 7.",
    ),
)
