"""Metrics: what a floor counts, in the form that Prometheus reads."""

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge
from prometheus_client.exposition import generate_latest

from punto.floor.floor import Floor
from punto.table.state import IN_ROUND

REGISTRY = CollectorRegistry()
UNFORESEEN = Counter("punto_unforeseen_errors", "Errors that nobody foresaw.", registry=REGISTRY)
MESSAGES = Counter("punto_messages", "Messages heard, by kind.", ["kind"], registry=REGISTRY)
REFUSALS = Counter("punto_refusals", "Things not done, by code.", ["code"], registry=REGISTRY)
ENDED = Counter("punto_ended", "Connections ended by us, by code.", ["code"], registry=REGISTRY)
_CONNECTIONS = Gauge("punto_connections", "Browsers that are connected.", registry=REGISTRY)
_TERMINALS = Gauge("punto_terminals_connected", "Terminals connected.", registry=REGISTRY)
_VISITS = Gauge("punto_visits", "Visits under way.", registry=REGISTRY)
_COMMITS = Gauge("punto_commits", "Transactions of the journal since start.", registry=REGISTRY)
_READY = Gauge("punto_ready", "Whether the floor takes commands.", registry=REGISTRY)
_ROUNDS = Gauge("punto_rounds", "Rounds begun at a table.", ["table", "game"], registry=REGISTRY)
_SEATS = Gauge("punto_seats_taken", "Seats taken at a table.", ["table"], registry=REGISTRY)
_RUNNING = Gauge("punto_round_running", "Whether a round runs.", ["table"], registry=REGISTRY)
_DISPLAYS = Gauge("punto_displays", "Public displays connected.", ["table"], registry=REGISTRY)
_OLD_DISPLAYS = Gauge(
    "punto_displays_old",
    "Public displays that show an old picture, or not what was dealt.",
    ["table"],
    registry=REGISTRY,
)
_FAULTS = Gauge("punto_fault", "A part of the floor that has failed.", ["part"], registry=REGISTRY)
_TASK_FAILURES = Gauge(
    "punto_task_failures",
    "Failures of a background task since start.",
    ["task"],
    registry=REGISTRY,
)
_RETRIES = Gauge("punto_steps_retried", "Steps tried again.", ["table"], registry=REGISTRY)
_HELD = Gauge("punto_round_held", "Whether a round is held.", ["table"], registry=REGISTRY)


def page(floor: Floor) -> tuple[bytes, str]:
    """All figures as of now."""
    _CONNECTIONS.set(len(floor.hub.connections))
    _TERMINALS.set(len(floor.hub.by_terminal))
    _VISITS.set(len(floor.history.visits))
    _COMMITS.set(floor.writer.commits)
    _READY.set(floor.is_ready and floor.writer.failure is None)
    _FAULTS.clear()
    for part in floor.faults():
        _FAULTS.labels(part).set(1)
    for task, failures in floor.tasks.failures.items():
        _TASK_FAILURES.labels(task).set(failures)
    for name, live in floor.tables.items():
        _ROUNDS.labels(name, live.as_run.book.key).set(live.state.rounds)
        _SEATS.labels(name).set(len(live.state.seats))
        _RUNNING.labels(name).set(live.state.phase in IN_ROUND)
        connected, old = floor.displays.count(live)
        _DISPLAYS.labels(name).set(connected)
        _OLD_DISPLAYS.labels(name).set(old)
        _RETRIES.labels(name).set(live.retries)
        _HELD.labels(name).set(bool(live.state.agenda))
    return generate_latest(REGISTRY), CONTENT_TYPE_LATEST
