"""Check a stream for consecutive entry numbers and for hashes that continue its chain."""

import hashlib

from punto.audit.findings import Check, Findings
from punto.audit.store.journal_file import StreamRow, readable


def digest_of(data: bytes) -> bytes:
    """The SHA-256 digest of some bytes, which version 1 of the journal file stands for."""
    return hashlib.sha256(data).digest()


class Chain:
    """One stream, followed entry by entry."""

    def __init__(self, stream: StreamRow, findings: Findings) -> None:
        self.stream = stream
        self.number = 0
        self.exported: dict[bytes, int] = {}
        """The heads that were exported, each with the entry it was found at, -1 until it is."""

        self._findings = findings
        self._computed = self._stored = digest_of(stream.name.encode())
        self._ids: dict[bytes, int] = {}

    def begin_at(self, number: int, hash_: bytes) -> None:
        """Takes the stream up after an entry whose hash is given."""
        self.number, self._computed, self._stored = number, hash_, hash_

    def expect(self, head: bytes) -> None:
        """Looks out for a head that was exported; the empty stream has one too."""
        self.exported[head] = 0 if head == self._stored else -1

    def follow(self, number: int, id_: bytes, body: bytes, hash_: bytes) -> None:
        """Takes the next entry and reports what does not follow."""
        if number == self.number + 1:
            self._follow_hash(number.to_bytes(8, "big") + body, hash_)
        else:
            self._findings.add(
                Check.NUMBER, f"entry {number} follows {self.number}", f"{self.number + 1}"
            )
            # What was here before is not known, so the chain is taken up again from here.
            self._computed = self._stored = hash_
        self.number = number
        before = self._ids.setdefault(id_, number)
        if before != number:
            self._findings.add(
                Check.ID_TWICE, f"id {readable(id_)} as at entry {before}", "an id of its own"
            )
        if self.exported and hash_ in self.exported:
            self.exported[hash_] = number

    def close(self) -> None:
        """Compares the end of the stream with what is kept of it, and with exported heads."""
        findings, row = self._findings, self.stream
        findings.at(row.name)
        if row.version != self.number:
            findings.add(
                Check.HEAD, f"the stream ends at entry {self.number}", f"entry {row.version}"
            )
        if row.head not in (self._computed, self._stored):
            findings.add(Check.HEAD, f"head {row.head.hex()}", self._stored.hex())
        for head, number in self.exported.items():
            if number < 0:
                findings.add(
                    Check.EXPORTED_HEAD, f"no entry has the exported head {head.hex()}", "one"
                )

    def _follow_hash(self, rest: bytes, hash_: bytes) -> None:
        computed = digest_of(self._computed + rest)
        if computed != hash_:
            # If only the hash before was changed, that entry was reported and this one is sound.
            if self._stored != self._computed:
                computed = digest_of(self._stored + rest)
            if computed != hash_:
                self._findings.add(Check.HASH, f"hash {hash_.hex()}", computed.hex())
        self._computed, self._stored = computed, hash_

    def head(self) -> tuple[str, int, str]:
        """The stream, its last entry and its hash."""
        return self.stream.name, self.number, self._stored.hex()
