"""Load the certificate and key of the floor, and the certificate expected of a device."""

import socket
import ssl
from dataclasses import dataclass
from pathlib import Path

SUITES = "ECDHE+AESGCM:ECDHE+CHACHA20"
"""Cipher suites of TLS 1.2 with forward secrecy. All suites of TLS 1.3 have it."""

STRICT_TRANSPORT_SECONDS = 365 * 24 * 60 * 60
STRICT_TRANSPORT = (b"strict-transport-security", f"max-age={STRICT_TRANSPORT_SECONDS}".encode())
"""The header that makes a browser use only TLS for this host from now on."""


@dataclass(frozen=True, slots=True)
class CertificatePair:
    """The files of a certificate chain and its private key."""

    certificate: Path
    key: Path

    def context(self) -> ssl.SSLContext:
        """Load the pair for a server of TLS 1.2 and 1.3; the error explains an unusable pair."""
        found = _context(ssl.PROTOCOL_TLS_SERVER)
        for path in (self.certificate, self.key):
            if not path.is_file():
                raise ValueError(f"{path} is not a file; --certificate and --key need PEM files")
        try:
            # For a key with a password, OpenSSL would ask on the terminal; a service has none.
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
    """The file of the certificate that a device must present, or of its issuer."""

    certificate: Path

    def context(self) -> ssl.SSLContext:
        """Build the TLS settings for a device. Only certificates in the file are trusted."""
        found = _context(ssl.PROTOCOL_TLS_CLIENT)
        # The file may contain the device's own certificate without its issuer.
        found.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
        try:
            found.load_verify_locations(self.certificate)
        except (ssl.SSLError, OSError) as error:
            why = "no certificate in it" if isinstance(error, ssl.SSLError) else error.strerror
            raise ValueError(f"{self.certificate} cannot be used: {why}") from None
        return found

    def expected_name(self, host: str, port: int, seconds: float) -> ssl.SSLSocket:
        """Connect to a device that presents the trusted certificate for this host, or raise."""
        try:
            # Read the file each time, so that a new certificate is used from the next call.
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
