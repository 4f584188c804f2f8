"""Check a stream for consecutive entry numbers and for hashes that continue its chain."""

import hashlib

from punto.audit.findings import Check, Findings
from punto.audit.store.journal_file import StreamRow, readable


def digest_of(data: bytes) -> bytes:
    """The SHA-256 digest of some bytes, which version 1 of the journal file stands for."""
    return hashlib.sha256(data).digest()


class Chain:
    """One stream, checked entry by entry."""

    def __init__(self, stream: StreamRow, findings: Findings) -> None:
        self.stream = stream
        self.number = 0
        self.exported: dict[bytes, int] = {}
        """The exported heads, each with the number of its entry, -1 until one has it."""

        self._findings = findings
        self._computed = self._stored = digest_of(stream.name.encode())
        self._ids: dict[bytes, int] = {}

    def begin_at(self, number: int, hash_: bytes) -> None:
        """Start after an entry whose hash is known."""
        self.number, self._computed, self._stored = number, hash_, hash_

    def expect(self, head: bytes) -> None:
        """Look for an exported head. The empty stream has one too."""
        self.exported[head] = 0 if head == self._stored else -1

    def follow(self, number: int, id_: bytes, body: bytes, hash_: bytes) -> None:
        """Check the next entry of the stream."""
        self._findings.compare(Check.NUMBER, "entry", number, self.number + 1)
        if number == self.number + 1:
            self._follow_hash(number.to_bytes(8, "big") + body, hash_)
        else:
            # The missing entries are unknown, so the chain continues from this hash.
            self._computed = self._stored = hash_
        self.number = number
        before = self._ids.setdefault(id_, number)
        if before != number:
            self._findings.add_finding(
                Check.ID_TWICE, "finding.id-twice", id=readable(id_), entry=before
            )
        if self.exported and hash_ in self.exported:
            self.exported[hash_] = number

    def close(self) -> None:
        """Compare the stream's end with its stored version and head, and with exported heads."""
        findings, row = self._findings, self.stream
        findings.at(row.name)
        findings.compare(Check.HEAD, "last-entry", self.number, row.version)
        if row.head != self._computed:
            findings.compare(Check.HEAD, "head", row.head.hex(), self._stored.hex())
        for head, number in self.exported.items():
            if number < 0:
                findings.add_finding(Check.EXPORTED_HEAD, "finding.exported-head", head=head.hex())

    def _follow_hash(self, rest: bytes, hash_: bytes) -> None:
        computed = digest_of(self._computed + rest)
        if computed != hash_:
            # If only the hash before was changed, that entry was reported and this one is sound.
            if self._stored != self._computed:
                computed = digest_of(self._stored + rest)
            self._findings.compare(Check.HASH, "hash", hash_.hex(), computed.hex())
        self._computed, self._stored = computed, hash_

    def head(self) -> tuple[str, int, str]:
        """The stream, its last entry and its hash."""
        return self.stream.name, self.number, self._stored.hex()
