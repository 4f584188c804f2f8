"""Failures of a journal, apart from it so that the command line knows them at no cost."""


class JournalError(Exception):
    """Why a journal cannot be used, in words for whoever runs it."""


class Fenced(JournalError):
    """Somebody else has taken the stream; this writer is stale and must stop."""


class JournalCorrupted(JournalError):
    """What is kept does not chain, does not read, or does not add up."""


class StorageFailed(JournalError):
    """The store did not take what was to be kept; it is wholly there or not at all, and which of
    the two shows when it is opened again."""
