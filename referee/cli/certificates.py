"""https at home: an authority of this house, made once, and the certificate that it gives this computer.

A phone that trusts the authority trusts every later certificate of it, so the address of the computer may change. The
authority is good for addresses and names of a home network alone: whoever got hold of its key could not pretend to be
anybody else on the internet. One that is not valid by the clock (it was made while the clock was wrong, or it is over)
stays in the folder for the day on which it is, and another one is made beside it. Of several that are valid the one
serves that has served most often.
"""

from __future__ import annotations

import ipaddress
import itertools
import json
import os
import socket
import ssl
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from referee.app import addresses
from referee.days import clock
from referee.errors import RefereeError

if TYPE_CHECKING:
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

AUTHORITY_DAYS = 3650
CERTIFICATE_DAYS = 397
"""Phones refuse a certificate that lasts longer."""
RENEWED_DAYS = 60
"""So many days before its end a certificate is made again, when the server starts."""
STARTS = "starts.json"
"""The file in which is kept how often each authority has served."""
ALWAYS = ("localhost", "referee.local", "127.0.0.1", "::1")
HOME_NETWORKS = (
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "::1/128",
    "fc00::/7",
    "fe80::/10",
)


class NoHttps(RefereeError):
    """What https needs is not there, or not usable; the message is a sentence for the person at the keyboard."""


def given(certificate: Path, key: Path | None) -> ssl.SSLContext:
    """To serve with a certificate of somebody else's, and the key in a file of its own or in the same.

    Raises NoHttps with a sentence.
    """
    context = _context()
    files = f"{certificate} and {key}" if key else str(certificate)
    try:
        context.load_cert_chain(certificate, key, _no_password)
    except (OSError, ssl.SSLError, ValueError) as failed:
        raise NoHttps(f"The certificate in {files} can’t be used: {failed}") from None
    return context


class _Authority(NamedTuple):
    """One that is kept, or was made now."""

    file: Path
    certificate: x509.Certificate
    key: EllipticCurvePrivateKey


class HomeCertificate:
    """The authority in a data folder, and a certificate of it for the names by which this computer is found."""

    def __init__(self, folder: Path, address: str) -> None:
        """``address``: what the server listens on. Raises NoHttps where a package or the folder is missing."""
        try:
            import cryptography  # noqa: F401 - whether it is there
        except ImportError:
            raise NoHttps(
                'https needs one more package: pip install "table-referee[https]", or pip install cryptography.'
            ) from None
        self._folder = folder / "https"
        self._address = address
        self._names: tuple[str, ...] = ()
        self.context = _context()
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            kept = [*self._kept_authorities()]
            valid = [its for its in kept if _is_valid(its.certificate)]
            its = self._most_served(valid) if valid else self._new_authority(len(kept) + 1)
            self._count_start(its)
            self.authority_file, self._authority, self._key = its
            self.follows_another = bool(kept) and not valid
            """Whether the authority was made now although there were some: phones have to install it once more."""
            self.renew()
        except (OSError, ValueError) as failed:
            raise NoHttps(f"The certificates in {self._folder} can’t be used: {failed}") from None

    @property
    def fingerprint(self) -> str:
        """Of the authority, as phones show it."""
        from cryptography.hazmat.primitives import hashes

        return self._authority.fingerprint(hashes.SHA256()).hex(":").upper()

    def renew(self) -> None:
        """Make another certificate where this computer has got a name or address that the last one lacks.

        Connections that are open keep theirs.
        """
        candidates = dict.fromkeys([*ALWAYS, *_own_names(), *addresses.current(self._address)])
        names = tuple(name for name in candidates if _is_good_for(self._authority, name))
        if names == self._names:
            return
        file = self._folder / "server.pem"
        if not _still_good(file, names, self._authority):
            _write_secret(file, self._made(names))
        self.context.load_cert_chain(file)
        self._names = names

    def _kept_authorities(self) -> Iterator[_Authority]:
        """In the order in which they were made."""
        from cryptography import x509
        from cryptography.hazmat.primitives import serialization
        from cryptography.hazmat.primitives.asymmetric import ec

        for number in itertools.count(1):
            file, key_file = self._files(number)
            if not (key_file.exists() and file.exists()):
                return
            key = serialization.load_pem_private_key(key_file.read_bytes(), None)
            authority = x509.load_pem_x509_certificate(file.read_bytes())
            if not isinstance(key, ec.EllipticCurvePrivateKey) or key.public_key() != authority.public_key():
                raise ValueError(f"{key_file.name} does not belong to {file.name}")
            yield _Authority(file, authority, key)

    def _most_served(self, valid: Sequence[_Authority]) -> _Authority:
        """The one that most phones have by now: which of them was made by a wrong clock nothing else tells."""
        starts = self._starts()
        return max(valid, key=lambda its: starts.get(its.file.name, 1))

    def _count_start(self, served: _Authority) -> None:
        starts = self._starts()
        starts[served.file.name] = starts.get(served.file.name, 0) + 1
        (self._folder / STARTS).write_text(json.dumps(starts), "utf-8")

    def _starts(self) -> dict[str, int]:
        """How often the app has started with each authority, by the name of its file."""
        try:
            starts = json.loads((self._folder / STARTS).read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return {name: count for name, count in starts.items() if type(count) is int} if type(starts) is dict else {}

    def _new_authority(self, number: int) -> _Authority:
        from cryptography.hazmat.primitives import serialization
        from cryptography.hazmat.primitives.asymmetric import ec

        file, key_file = self._files(number)
        key = ec.generate_private_key(ec.SECP256R1())
        authority = _authority(key)
        _write_secret(key_file, _as_text(key))
        file.write_bytes(authority.public_bytes(serialization.Encoding.PEM))
        return _Authority(file, authority, key)

    def _files(self, number: int) -> tuple[Path, Path]:
        """Where the certificate and the key of an authority stand."""
        name = f"authority-{number}" if number > 1 else "authority"
        return self._folder / f"{name}.crt", self._folder / f"{name}.key"

    def _made(self, names: Iterable[str]) -> bytes:
        from cryptography import x509
        from cryptography.hazmat.primitives import hashes, serialization
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.x509.oid import ExtendedKeyUsageOID

        key = ec.generate_private_key(ec.SECP256R1())
        issuer = self._authority
        certificate = (
            _begun(_name("Table Referee"), issuer.subject, key, CERTIFICATE_DAYS)
            .add_extension(x509.SubjectAlternativeName([_general(name) for name in names]), critical=False)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(_usage(signs_certificates=False), critical=True)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
            .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(issuer.public_key()), critical=False)  # type: ignore[arg-type]
            .sign(self._key, hashes.SHA256())
        )
        pem = serialization.Encoding.PEM
        return _as_text(key) + certificate.public_bytes(pem) + issuer.public_bytes(pem)


def _no_password() -> str:
    raise ValueError("its key needs a password; use one without")


def _context() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.options |= ssl.OP_NO_RENEGOTIATION
    context.set_alpn_protocols(["http/1.1"])
    return context


def _own_names() -> list[str]:
    """What this computer calls itself, where that is a name of a home network."""
    name = socket.gethostname().lower().rstrip(".")
    return [addresses.local_name(), *([name] if name and "." not in name else [])]


def _authority(key: EllipticCurvePrivateKey) -> x509.Certificate:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes

    name = _name(f"Table Referee at {socket.gethostname()}")
    names = [x509.DNSName(name) for name in dict.fromkeys(["local", "localhost", *_own_names()])]
    networks = [x509.IPAddress(ipaddress.ip_network(network)) for network in HOME_NETWORKS]
    return (
        _begun(name, name, key, AUTHORITY_DAYS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs_certificates=True), critical=True)
        .add_extension(x509.NameConstraints([*names, *networks], None), critical=True)
        .sign(key, hashes.SHA256())
    )


def _is_good_for(authority: x509.Certificate, name: str) -> bool:
    """Whether an authority may vouch for a name or address: one that it may not would spoil the whole certificate."""
    from cryptography import x509

    allowed = authority.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees or []
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        domains = [domain.value for domain in allowed if isinstance(domain, x509.DNSName)]
        return any(name == domain or name.endswith(f".{domain}") for domain in domains)
    networks = [ipaddress.ip_network(str(subtree.value)) for subtree in allowed if isinstance(subtree, x509.IPAddress)]
    return any(address in network for network in networks)


def _begun(subject: x509.Name, issuer: x509.Name, key: EllipticCurvePrivateKey, days: int) -> x509.CertificateBuilder:
    from cryptography import x509

    now = clock()
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))  # the clock of a phone may be behind
        .not_valid_after(now + timedelta(days=days - 1))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def _name(common_name: str) -> x509.Name:
    from cryptography import x509
    from cryptography.x509.oid import NameOID

    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common_name[:64])])


def _general(name: str) -> x509.GeneralName:
    from cryptography import x509

    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _usage(signs_certificates: bool) -> x509.KeyUsage:
    from cryptography import x509

    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _still_good(file: Path, names: Iterable[str], authority: x509.Certificate) -> bool:
    """Whether the certificate kept in a file names all of them, lasts, and is of this authority."""
    from cryptography import x509

    try:
        kept = x509.load_pem_x509_certificate(file.read_bytes())
        kept.verify_directly_issued_by(authority)
        named = kept.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except Exception:  # whatever is wrong with the file, another one is made
        return False
    return _is_valid(kept, RENEWED_DAYS) and {_general(name) for name in names} <= set(named)


def _is_valid(certificate: x509.Certificate, days: int = 0) -> bool:
    """Whether it is now, by the clock, and for so many days more."""
    return certificate.not_valid_before_utc <= clock() < certificate.not_valid_after_utc - timedelta(days=days)


def _as_text(key: EllipticCurvePrivateKey) -> bytes:
    from cryptography.hazmat.primitives import serialization

    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def _write_secret(file: Path, content: bytes) -> None:
    """Whole or not at all, for its owner alone."""
    draft = file.with_suffix(".new")
    draft.unlink(missing_ok=True)
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
        out.write(content)
    draft.replace(file)
