"""Ids that cannot be guessed, and secrets that are kept as hashes only."""

from __future__ import annotations

import hashlib
import hmac
import secrets


def new_id() -> str:
    """The id of a table: who knows it may come."""
    return secrets.token_urlsafe(12)


def new_secret() -> str:
    """What proves that somebody is who took a seat."""
    return secrets.token_urlsafe(24)


def hashed(secret: str) -> str:
    """A secret as it is kept: nobody can turn it back."""
    return hashlib.sha256(b"realms seat:" + secret.encode()).hexdigest()


def is_same(secret: str, kept: str) -> bool:
    """Whether a secret is the one that was kept, in time that tells nothing."""
    return hmac.compare_digest(hashed(secret), kept)
