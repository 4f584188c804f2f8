"""Define the metrics of a floor in the format of Prometheus."""

from prometheus_client import CollectorRegistry, Counter, Gauge

REGISTRY = CollectorRegistry()
UNEXPECTED_ERRORS = Counter("punto_unexpected_errors", "Unexpected errors.", registry=REGISTRY)
MESSAGES = Counter("punto_messages", "Messages received, by kind.", ["kind"], registry=REGISTRY)
REFUSALS = Counter("punto_refusals", "Refused commands, by code.", ["code"], registry=REGISTRY)
ENDED = Counter(
    "punto_ended", "Connections that the floor ended, by code.", ["code"], registry=REGISTRY
)
CONNECTIONS = Gauge("punto_connections", "Browsers connected.", registry=REGISTRY)
TERMINALS = Gauge("punto_terminals_connected", "Terminals connected.", registry=REGISTRY)
VISITS = Gauge("punto_visits", "Visits in progress.", registry=REGISTRY)
COMMITS = Gauge("punto_commits", "Transactions of the journal since the start.", registry=REGISTRY)
READY = Gauge("punto_ready", "Whether the floor accepts commands.", registry=REGISTRY)
ROUNDS = Gauge("punto_rounds", "Rounds opened at a table.", ["table", "game"], registry=REGISTRY)
SEATS = Gauge("punto_seats_taken", "Seats taken at a table.", ["table"], registry=REGISTRY)
RUNNING = Gauge(
    "punto_round_running", "Whether a round is in progress.", ["table"], registry=REGISTRY
)
DISPLAYS = Gauge("punto_displays", "Public displays connected.", ["table"], registry=REGISTRY)
OLD_DISPLAYS = Gauge(
    "punto_displays_old",
    "Public displays that show an old view, or cards that were not dealt.",
    ["table"],
    registry=REGISTRY,
)
FAULTS = Gauge("punto_fault", "Parts of the floor that have failed.", ["part"], registry=REGISTRY)
TASK_FAILURES = Gauge(
    "punto_task_failures",
    "Failures of a background task since the start.",
    ["task"],
    registry=REGISTRY,
)
RETRIES = Gauge("punto_steps_retried", "Retried table steps.", ["table"], registry=REGISTRY)
HELD = Gauge("punto_round_held", "Whether a round is on hold.", ["table"], registry=REGISTRY)
