"""People: guests at once, accounts for those who want to come back. No e-mail; a token is known by its hash alone."""

import asyncio
import hashlib
import secrets
import unicodedata

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError, VerifyMismatchError
from starlette.requests import HTTPConnection

from hoofspiel.live.desk import clean
from hoofspiel.live.host import new_id
from hoofspiel.live.time import Time
from hoofspiel.store.port import Conflict, Person, Store

from .limits import Limit

COOKIE = "hoofspiel"
COOKIE_SECONDS = 400 * 86_400
MOST_FOLDED = 80
"""signs that the store keeps of a name to sign in with; some signs are compared as many"""
BLANKS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""letters and marks by their kind, but nothing is to be seen of them"""


class Refusal(Exception):
    """An HTTP answer that says no."""

    def __init__(self, status: int, error: str, reason: str, retry_after: int = 0) -> None:
        self.status = status
        self.error = error
        self.reason = reason
        self.retry_after = retry_after
        super().__init__(reason)


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def token_in(connection: HTTPConnection) -> str | None:
    """What the visitor shows: a bearer token, else the cookie."""
    given = connection.headers.get("authorization", "")
    if given[:7].lower() == "bearer ":
        return given[7:].strip() or None
    return connection.cookies.get(COOKIE)


def session_in(connection: HTTPConnection) -> str | None:
    """The session that the visitor claims to have."""
    token = token_in(connection)
    return None if token is None or len(token) > 200 else hash_of(token)


class Accounts:
    """Who somebody is, and how they prove it."""

    def __init__(self, store: Store, time: Time, guests: int) -> None:
        self.store = store
        self.time = time
        self.guests = Limit(guests, 600)
        self.tries = Limit(8, 300)
        self.tries_from = Limit(40, 300)
        self._hasher = PasswordHasher()
        self._nobody = self._hasher.hash(secrets.token_hex())
        self._at_once = asyncio.Semaphore(2)

    async def person(self, connection: HTTPConnection) -> Person | None:
        session = session_in(connection)
        return None if session is None else await self.store.person_of(session)

    async def guest(self, name: str, address: str) -> tuple[Person, str]:
        if not self.guests.take(address, self.time.now()):
            raise Refusal(429, "too_many", "Too many new guests from your address.", 60)
        person = Person(new_id(10), proper(name))
        token = secrets.token_urlsafe(32)
        await self.store.add_person(person, hash_of(token), self.time.now())
        return person, token

    async def rename(self, person: Person, name: str) -> Person:
        await self.store.rename(person.id, proper(name))
        return Person(person.id, proper(name), person.account)

    async def claim(self, person: Person, name: str, password: str, address: str) -> Person:
        if person.account is not None:
            raise Refusal(409, "has_account", "You have an account already.")
        shown = proper(name)
        self._try(self.tries_from, address)
        try:
            await self.store.claim(person.id, folded(shown), await self._hash(password))
        except Conflict:
            raise Refusal(409, "name_taken", "Somebody has an account of that name.") from None
        await self.store.rename(person.id, shown)
        return Person(person.id, shown, folded(shown))

    async def sign_in(self, name: str, password: str, address: str, instead_of: str | None) -> tuple[Person, str]:
        """A fresh token; the session there was before has ended, so none can be planted on somebody."""
        account = folded(proper(name))
        self._try(self.tries_from, address)  # first: who has none left must not use up those of an account
        self._try(self.tries, account)
        known = await self.store.account(account)
        right = await self._fits(known[1] if known else self._nobody, password)
        if known is None or not right:
            raise Refusal(401, "wrong", "This name and this password do not belong together.")
        token = secrets.token_urlsafe(32)
        await self.store.add_session(known[0].id, hash_of(token), self.time.now(), instead_of)
        return known[0], token

    def _try(self, limit: Limit, key: str) -> None:
        now = self.time.now()
        if not limit.take(key, now):
            raise Refusal(429, "too_many", "Too many tries; wait a little.", limit.wait_seconds(key, now))

    async def _hash(self, password: str) -> str:
        async with self._at_once:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def _fits(self, known: str, password: str) -> bool:
        def verify() -> bool:
            try:
                return self._hasher.verify(known, password)
            except (VerifyMismatchError, VerificationError, InvalidHashError):
                return False

        async with self._at_once:
            return await asyncio.to_thread(verify)


def proper(name: str) -> str:
    """A name as it is shown; Refusal for one that is nothing but air."""
    shown = clean(name)[:24]
    if not 0 < len(folded(shown)) <= MOST_FOLDED:
        raise Refusal(400, "bad_name", "A name needs a letter or two.")
    return shown


def folded(name: str) -> str:
    """A name as it is compared: `Ada`, `ADA` and `ada` are one, whatever stands between the letters unseen."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    seen = [sign for sign in plain if sign not in BLANKS and unicodedata.category(sign) != "Cf"]
    return " ".join("".join(seen).split())
