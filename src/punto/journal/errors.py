"""Define the errors of a journal.

They are in a module of their own, so that the command line can import them quickly.
"""


class JournalError(Exception):
    """A journal, a key or an export cannot be used; the text is for the operator."""


class Fenced(JournalError):
    """Another writer has acquired the stream; this writer must stop."""


class JournalCorrupted(JournalError):
    """Stored entries are corrupted: their chain, their text or their balances are wrong."""


class StorageFailed(JournalError):
    """A write to the store failed.

    The store holds the whole transaction or nothing of it; the next start shows which.
    """
