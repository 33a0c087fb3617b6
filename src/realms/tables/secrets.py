"""Ids that cannot be guessed, and secrets that are kept as hashes only."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets

SECRET = re.compile(r"[\w-]{32}", re.ASCII)


def new_id() -> str:
    """A random id of a table, which cannot be guessed: whoever knows it may open the table.

    >>> any(new_id().startswith("-") for _ in range(500))  # a command would take it for an option
    False
    """
    while (made := secrets.token_urlsafe(12)).startswith("-"):
        pass
    return made


def new_secret() -> str:
    """A new secret: it proves that who has it took a seat."""
    return secrets.token_urlsafe(24)


def derived_secret(table: str, key: str) -> str:
    """The secret of a seat that was taken under a key of the client's own making.

    Who asks again with the key gets the same, though only its hash is kept. It is as hard to
    guess as the key is.
    """
    digest = hmac.digest(key.encode(), f"realms seat of {table}".encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:24]).decode()


def is_secret(text: str) -> bool:
    """Whether a text looks like a secret of ours; what people make up is easily guessed.

    >>> is_secret(new_secret()), is_secret("swordfish")
    (True, False)
    """
    return SECRET.fullmatch(text) is not None


def hash_secret(secret: str) -> str:
    """The hash of a secret, which is all that the database stores."""
    return hashlib.sha256(b"realms seat:" + secret.encode()).hexdigest()


def is_same(digest: str, kept: str) -> bool:
    """Whether a secret, given by its hash, is the one that was kept; in time that tells nothing."""
    return hmac.compare_digest(digest, kept)
