"""Ids that cannot be guessed, and secrets that are kept as hashes only."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets

SECRET = re.compile(r"[\w-]{32}", re.ASCII)


def new_id() -> str:
    """The id of a table: who knows it may come."""
    return secrets.token_urlsafe(12)


def new_secret() -> str:
    """What proves that somebody is who took a seat."""
    return secrets.token_urlsafe(24)


def is_secret(text: str) -> bool:
    """Whether a text looks like a secret of ours; what people make up is easily guessed.

    >>> is_secret(new_secret()), is_secret("swordfish")
    (True, False)
    """
    return SECRET.fullmatch(text) is not None


def hash_secret(secret: str) -> str:
    """A secret as it is kept: nobody can turn it back."""
    return hashlib.sha256(b"realms seat:" + secret.encode()).hexdigest()


def is_same(digest: str, kept: str) -> bool:
    """Whether a secret, given by its hash, is the one that was kept; in time that tells nothing."""
    return hmac.compare_digest(digest, kept)
