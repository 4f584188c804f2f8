"""List the refusals of the floor, which come before or after the decision of a stream."""

from punto.table.refusals import HouseRefusal


class FloorRefusal(HouseRefusal):
    """Why the floor refuses a request."""

    # Requests
    NOT_A_COMMAND = "not-a-command"
    NOT_UNDERSTOOD = "not-understood"
    NOT_A_NUMBER = "not-a-number"
    NO_TRANSFERS = "not-done"
    BUSY = "busy"
    TOO_FAST = "too-fast"
    FLOOR_UNAVAILABLE = "floor-unavailable"
    OUT_OF_SERVICE = "out-of-service"

    # Sign-in
    NOT_SIGNED_IN = "not-signed-in"
    NOT_FROM_HERE = "not-from-here"
    WRONG_PASSWORD = "wrong-password"
    CODE_DUE = "code-due"
    WRONG_CODE = "wrong-code"
    FACTOR_DUE = "factor-due"
    MUST_CHANGE = "must-change"
    TOO_SHORT = "too-short"
    COMMON_PASSWORD = "usual-password"

    # Approvals
    NOT_ANOTHER = "not-another"
    LAPSED = "lapsed"
    DETAILS_CHANGED = "details-changed"
    NEEDS_NO_SECOND = "needs-no-second"

    # Tables
    NO_TABLE = "no-such-table"
    NO_CALL = "no-such-call"
    NOT_ATTENDING = "not-attending"
    OTHER_DEALER = "other-dealer"
    TABLE_DISABLED = "table-disabled"
    TERMINAL_DISABLED = "terminal-disabled"
    PATRON_DISABLED = "patron-disabled"
    NEEDS_DEALER = "needs-dealer"
    NO_DEVICE = "no-device"
    FROM_SHOE = "from-shoe"
    NONE_BACK = "none-back"

    # Patrons
    NOT_SEATED = "not-seated"
    NO_FREE_SEAT = "no-free-seat"
    NOT_A_VIEWER = "not-a-viewer"
    LOSS_LIMIT = "loss-limit"
    TIME_LIMIT = "time-limit"
    VISIT_OVER = "visit-over"
    CREDIT_LEFT = "credit-left"
    WAGER_OPEN = "wager-open"
    CLAIM_OWED = "claim-owed"
    CLAIM_OPEN = "claim-open"
    NO_VOUCHER = "no-voucher"
    NOT_A_VOUCHER = "not-a-voucher"
    VOUCHER_EXPIRED = "voucher-expired"

    # Audit and reports
    NOT_HERE = "not-here"
    NOT_OVER = "not-over"
    TOO_MANY = "too-many"
    JOURNAL = "journal"
    NO_REPORT = "no-such-report"
    NOT_A_PERIOD = "not-a-period"
    UNKNOWN_PARAMETER = "unknown-parameter"
    REPORTS_BUSY = "reports-busy"
    REPORT_TOO_LONG = "report-too-long"
    REPORT_FAILED = "report-failed"
    NO_PDF = "no-pdf"
