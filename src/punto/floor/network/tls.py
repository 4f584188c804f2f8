"""Load the certificate and key of the floor, and the certificate expected of a device."""

import socket
import ssl
from dataclasses import dataclass
from pathlib import Path

SUITES = "ECDHE+AESGCM:ECDHE+CHACHA20"
"""Suites of TLS 1.2, each with forward secrecy; those of TLS 1.3 are all of this kind."""

STRICT_TRANSPORT_SECONDS = 365 * 24 * 60 * 60
STRICT_TRANSPORT = (b"strict-transport-security", f"max-age={STRICT_TRANSPORT_SECONDS}".encode())
"""Has a browser come back by TLS only."""


@dataclass(frozen=True, slots=True)
class CertificatePair:
    """A certificate, with those above it, and its key, as two files."""

    certificate: Path
    key: Path

    def context(self) -> ssl.SSLContext:
        """What the server speaks: TLS 1.2 and 1.3; a pair that does not fit raises in words."""
        found = _context(ssl.PROTOCOL_TLS_SERVER)
        for path in (self.certificate, self.key):
            if not path.is_file():
                raise ValueError(f"{path} is no file; expected a certificate and its key")
        try:
            # A key under a password would ask for it where nobody is there to type it.
            found.load_cert_chain(self.certificate, self.key, password=_no_password)
        except (ssl.SSLError, OSError, ValueError) as error:
            why = getattr(error, "reason", None) or getattr(error, "strerror", None) or error
            words = str(why).lower().replace("_", " ")
            raise ValueError(
                f"{self.certificate} and {self.key} do not go together: {words}"
            ) from None
        return found


@dataclass(frozen=True, slots=True)
class TrustedCertificate:
    """The certificate that a device must show, or that of whoever signed it, as a file."""

    certificate: Path

    def context(self) -> ssl.SSLContext:
        """What is spoken to a device; nobody is believed but who stands in the file."""
        found = _context(ssl.PROTOCOL_TLS_CLIENT)
        # The device's own certificate may stand there, whoever signed it.
        found.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
        try:
            found.load_verify_locations(self.certificate)
        except (ssl.SSLError, OSError) as error:
            why = "no certificate in it" if isinstance(error, ssl.SSLError) else error.strerror
            raise ValueError(f"{self.certificate} cannot be used: {why}") from None
        return found

    def expected_name(self, host: str, port: int, seconds: float) -> ssl.SSLSocket:
        """A line to a device that has shown its certificate, for this host; else says why not."""
        try:
            # Read anew, so that a certificate that is exchanged holds from the next call on.
            context = self.context()
        except ValueError as error:
            raise ConnectionError(str(error)) from None
        line = socket.create_connection((host, port), seconds)
        try:
            return context.wrap_socket(line, server_hostname=host)
        except ssl.SSLCertVerificationError as error:
            why = error.verify_message.rstrip(".")
            raise ConnectionError(f"its certificate is not the one expected: {why}") from None
        except (ssl.SSLError, ConnectionError, TimeoutError):
            raise ConnectionError("it does not answer by TLS") from None


def _context(side: int) -> ssl.SSLContext:
    """TLS 1.2 and 1.3 with forward secrecy, on either side."""
    found = ssl.SSLContext(side)
    found.minimum_version = ssl.TLSVersion.TLSv1_2
    found.set_ciphers(SUITES)
    return found


def _no_password() -> str:
    raise ValueError("the key has a password; expected one without")
