"""A second opinion on a journal, with code of its own: it imports no other part of Punto."""

from punto.audit.auditor import audit
from punto.audit.bundle import Refused
from punto.audit.findings import Check, Finding
from punto.audit.proofs import Proof, Verified
from punto.audit.proving import verify
from punto.audit.report import Report
from punto.audit.store import Unreadable

__all__ = [
    "Check",
    "Finding",
    "Proof",
    "Refused",
    "Report",
    "Unreadable",
    "Verified",
    "audit",
    "verify",
]
