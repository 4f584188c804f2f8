"""Render a message in the words of a language.

The browser has the same renderer in `floor/web/static/shared/render.js`. A test compares the two.
"""

from collections.abc import Callable, Mapping

from punto.messages.catalogue import CURRENCY, Catalogue, Placeholder, catalogue
from punto.messages.message import Message, Value

MINUS = "\u2212"
NAMED_IN_FILES = frozenset(
    {"circumstance", "hand", "position", "remedy", "remedy-detail", "ruling", "trigger", "wager"}
)
"""Closed sets whose members a rulebook or a damaged journal names: one without a text appears by
its name, and a custom wager travels with its names."""

SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


def render(message: Message, language: str, currency: str = CURRENCY) -> str:
    """The text of a message. An unknown key or a wrong value fails an assertion."""
    return render_with(message, catalogue(language, currency))


def render_with(message: Message, words: Catalogue) -> str:
    """The text of a message by a catalogue."""
    assert message.key in words.patterns, f"{words.language} has no text for {message.key}"
    parts = words.patterns[message.key]
    return "".join(part if isinstance(part, str) else _fill(part, message, words) for part in parts)


def has_text(key: str) -> bool:
    """Whether the catalogues have a text for a key."""
    return key in catalogue("en").patterns


def _fill(place: Placeholder, message: Message, words: Catalogue) -> str:
    assert place.name in message.values, f"{message.key} needs the value {place.name}"
    value = message.values[place.name]
    if place.mark == "?" and value is None:
        return ""
    if place.forms:
        return _form(place, value, words)
    if place.mark.startswith("*"):
        assert isinstance(value, tuple | list), f"{message.key}: {place.name} is not a list"
        return _join([_write(place.kind, item, words) for item in value], place.mark[1:], words)
    return _write(place.kind, value, words)


def _form(place: Placeholder, value: Value, words: Catalogue) -> str:
    """The form for a plural category, for yes or no, or for a case by its name."""
    if isinstance(value, bool):
        return place.forms["yes" if value else "no"]
    if isinstance(value, int):
        exact = place.forms.get(str(value))
        text = place.forms[plural(value, words)] if exact is None else exact
        return text.replace("#", _number(value, words))
    case = place.forms.get(str(value))
    return place.forms["other"] if case is None else case


def _join(items: list[str], name: str, words: Catalogue) -> str:
    between, last = words.grammar.lists[name]
    if len(items) < 2:
        return "".join(items)
    return between.join(items[:-1]) + last + items[-1]


def _write(kind: str, value: Value, words: Catalogue) -> str:
    writer = _KINDS.get(kind)
    if writer is not None:
        return writer(value, words)
    # Any other kind is a closed set, such as a phase or a position. Its members have keys.
    key = f"{kind}.{value}"
    if kind in NAMED_IN_FILES and key not in words.patterns:
        return _name(value, words)
    return render_with(Message(key), words)


def plural(count: int, words: Catalogue) -> str:
    """The plural category of a whole number."""
    rules = words.grammar.plural.items()
    return next((name for name, numbers in rules if count in numbers), "other")


def _number(value: Value, words: Catalogue) -> str:
    assert isinstance(value, int), f"{value!r} is not a whole number"
    return f"{value:,}".replace("-", MINUS).replace(",", words.grammar.thousands)


def _money(value: Value, words: Catalogue) -> str:
    assert isinstance(value, int), f"{value!r} is not a whole number of cents"
    dollars, cents = divmod(abs(value), 100)
    return _sum(value, f"{_number(dollars, words)}{words.grammar.point}{cents:02d}", words)


def _short_money(value: Value, words: Catalogue) -> str:
    """A sum without its cents where they are zero."""
    assert isinstance(value, int), f"{value!r} is not a whole number of cents"
    if value % 100:
        return _money(value, words)
    return _sum(value, _number(abs(value) // 100, words), words)


def _signed_money(value: Value, words: Catalogue) -> str:
    assert isinstance(value, int), f"{value!r} is not a whole number of cents"
    return ("+" if value > 0 else "") + _money(value, words)


def _sum(cents: int, figures: str, words: Catalogue) -> str:
    return (MINUS if cents < 0 else "") + words.grammar.money.replace("#", figures)


def _pays(value: Value, words: Catalogue) -> str:
    """Odds such as 11:1."""
    win, _, per = str(value).partition(":")
    return words.grammar.pays.replace("#win", win).replace("#per", per)


def _card(value: Value, words: Catalogue) -> str:
    """A card such as Ts or 10s, with the sign of its suit."""
    rank, suit = str(value)[:-1], str(value)[-1]
    card = words.grammar.card.replace("#rank", "10" if rank == "T" else rank)
    return card.replace("#suit", SUITS[suit])


def _percent(value: Value, words: Catalogue) -> str:
    """A share of a hundred as decimal text: the maths chose its digits."""
    figures = str(value).replace(".", words.grammar.point).replace("-", MINUS)
    return words.grammar.percent.replace("#", figures)


def _clause(value: Value, words: Catalogue) -> str:
    """A clause by document and number, or the house's policy."""
    return words.grammar.policy if value == "POLICY" else str(value)


def _date(value: Value, words: Catalogue) -> str:
    """The day of a local time such as 2026-11-18T13:05:09+08:00."""
    year, month, day = str(value).partition("T")[0].split("-")
    name = words.grammar.months[int(month) - 1]
    text = words.grammar.date.replace("#year", year).replace("#month", name)
    return text.replace("#day", str(int(day)))


def _moment(value: Value, words: Catalogue) -> str:
    """A local time to the minute."""
    text = words.grammar.moment.replace("#date", _date(value, words))
    return text.replace("#time", str(value).partition("T")[2][:5])


def _time(value: Value, _: Catalogue) -> str:
    """The time of day of a local time, to the second."""
    return str(value).partition("T")[2][:8]


def _name(value: Value, words: Catalogue) -> str:
    """A name as it is, or by language: a custom rulebook brings its own names."""
    if isinstance(value, Mapping):
        return value.get(words.language) or value["en"]
    return str(value)


def _message(value: Value, words: Catalogue) -> str:
    assert isinstance(value, Message), f"{value!r} is not a message"
    return render_with(value, words)


_KINDS: Mapping[str, Callable[[Value, Catalogue], str]] = {
    "": _name,
    "name": _name,
    "number": _number,
    "money": _money,
    "short-money": _short_money,
    "signed-money": _signed_money,
    "pays": _pays,
    "card": _card,
    "percent": _percent,
    "clause": _clause,
    "date": _date,
    "moment": _moment,
    "time": _time,
    "message": _message,
}
KINDS = frozenset(_KINDS)
