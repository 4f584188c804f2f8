"""Make self-signed certificates for a host of this machine."""

from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from punto.floor.network.tls import CertificatePair

PLAIN = serialization.NoEncryption()


def a_pair(
    folder: Path,
    name: str = "floor",
    password: bytes = b"",
    *,
    host: str = "127.0.0.1",
    days: int = 36_500,
) -> CertificatePair:
    """Write a certificate for a host, valid from the first day of 2026, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    who = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
    now = datetime(2026, 1, 1, tzinfo=UTC)
    paper = (
        x509.CertificateBuilder()
        .subject_name(who)
        .issuer_name(who)
        .public_key(key.public_key())
        .serial_number(7)
        .not_valid_before(now)
        .not_valid_after(now + timedelta(days=days))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ip_address(host))]), critical=False
        )
        .sign(key, hashes.SHA256())
    )
    pair = CertificatePair(folder / f"{name}.pem", folder / f"{name}.key")
    pair.certificate.write_bytes(paper.public_bytes(serialization.Encoding.PEM))
    closed = serialization.BestAvailableEncryption(password) if password else PLAIN
    form = serialization.PrivateFormat.PKCS8
    pair.key.write_bytes(key.private_bytes(serialization.Encoding.PEM, form, closed))
    return pair
