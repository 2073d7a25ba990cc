"""The page that tells a phone how it comes to trust this computer."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest
from cryptography import x509
from flask import Flask

from referee.app.addresses import Listening
from referee.cli.certificates import HomeCertificate
from tests.web.plain import Phone


@pytest.fixture
def home(app: Flask) -> HomeCertificate:
    made = HomeCertificate(Path(app.instance_path), "127.0.0.1")
    app.config["AUTHORITY"] = made.authority_file
    return made


def links(phone: Phone) -> list[str]:
    return [element.get("href") or "" for element in phone.all("a")]


def test_it_leads_to_the_certificate_and_to_the_secure_address(phone: Phone, home: HomeCertificate) -> None:
    assert "/https" in links(phone.open("/"))
    phone.open("/https", base_url="http://192.168.1.20:5000")
    assert "https://192.168.1.20:5000/" in links(phone)
    assert "/https/table-referee.crt" in links(phone)
    got = phone.client.get("/https/table-referee.crt")
    assert got.mimetype == "application/x-x509-ca-cert"
    authority = x509.load_der_x509_certificate(got.data)
    assert authority == x509.load_pem_x509_certificate(home.authority_file.read_bytes())
    digest = hashlib.sha256(got.data).hexdigest().upper()
    assert "".join(re.findall(r"\b[0-9A-F]{2}\b", phone.one("p", cls="fingerprint").text())) == digest
    assert home.fingerprint.replace(":", "") == digest, "as the computer prints it"


def test_a_phone_that_came_by_https_has_nothing_to_do(phone: Phone, home: HomeCertificate) -> None:
    phone.open("/https", base_url="https://192.168.1.20:5000")
    assert "You’re all set" in phone.text
    assert "/https" not in links(phone.open("/", base_url="https://192.168.1.20:5000"))


def test_a_server_without_https_says_how_it_would_speak_it(phone: Phone) -> None:
    assert "referee --https" in phone.open("/https").text
    assert phone.open("/https/table-referee.crt").status == 404
    assert "/https" not in links(phone.open("/"))


def test_a_certificate_with_a_name_is_met_at_that_name(app: Flask, phone: Phone) -> None:
    app.config["LISTENING"] = Listening("0.0.0.0", 443, "https", "cards.example.org")
    assert "https://cards.example.org/" in links(phone.open("/https"))
