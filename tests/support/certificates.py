"""Certificates that vouch for themselves."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from tests.support.need import unavailable


def certificate(host: str, file: Path, key: Path) -> tuple[Path, Path]:
    """Write a certificate for a host, and its key, into these files.

    Skips the test (in CI: fails it) where there is no openssl.
    """
    if not shutil.which("openssl"):
        unavailable("openssl")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
         "-nodes", "-days", "2", "-subj", f"/CN={host}", "-addext", f"subjectAltName=DNS:{host}",
         "-keyout", key, "-out", file],
        check=True,
        capture_output=True,
    )  # fmt: skip
    return file, key
