"""Audit a journal with independent code. Of Punto it imports only the record of a message."""

from punto.audit.auditor import audit
from punto.audit.bundles.bundle import BundleRejected
from punto.audit.bundles.verification import Proof, VerifiedBundle, verify
from punto.audit.findings import Check, Finding, Report
from punto.audit.store.journal_file import UnreadableFile

__all__ = [
    "BundleRejected",
    "Check",
    "Finding",
    "Proof",
    "Report",
    "UnreadableFile",
    "VerifiedBundle",
    "audit",
    "verify",
]
