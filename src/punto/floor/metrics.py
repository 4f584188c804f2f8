"""Define the metrics of a floor in the format of Prometheus."""

from prometheus_client import CollectorRegistry, Counter, Gauge

REGISTRY = CollectorRegistry()
UNFORESEEN = Counter("punto_unforeseen_errors", "Errors that nobody foresaw.", registry=REGISTRY)
MESSAGES = Counter("punto_messages", "Messages heard, by kind.", ["kind"], registry=REGISTRY)
REFUSALS = Counter("punto_refusals", "Things not done, by code.", ["code"], registry=REGISTRY)
ENDED = Counter("punto_ended", "Connections ended by us, by code.", ["code"], registry=REGISTRY)
CONNECTIONS = Gauge("punto_connections", "Browsers that are connected.", registry=REGISTRY)
TERMINALS = Gauge("punto_terminals_connected", "Terminals connected.", registry=REGISTRY)
VISITS = Gauge("punto_visits", "Visits under way.", registry=REGISTRY)
COMMITS = Gauge("punto_commits", "Transactions of the journal since start.", registry=REGISTRY)
READY = Gauge("punto_ready", "Whether the floor takes commands.", registry=REGISTRY)
ROUNDS = Gauge("punto_rounds", "Rounds begun at a table.", ["table", "game"], registry=REGISTRY)
SEATS = Gauge("punto_seats_taken", "Seats taken at a table.", ["table"], registry=REGISTRY)
RUNNING = Gauge("punto_round_running", "Whether a round runs.", ["table"], registry=REGISTRY)
DISPLAYS = Gauge("punto_displays", "Public displays connected.", ["table"], registry=REGISTRY)
OLD_DISPLAYS = Gauge(
    "punto_displays_old",
    "Public displays that show an old picture, or not what was dealt.",
    ["table"],
    registry=REGISTRY,
)
FAULTS = Gauge("punto_fault", "A part of the floor that has failed.", ["part"], registry=REGISTRY)
TASK_FAILURES = Gauge(
    "punto_task_failures",
    "Failures of a background task since start.",
    ["task"],
    registry=REGISTRY,
)
RETRIES = Gauge("punto_steps_retried", "Steps tried again.", ["table"], registry=REGISTRY)
HELD = Gauge("punto_round_held", "Whether a round is held.", ["table"], registry=REGISTRY)
