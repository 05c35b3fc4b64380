"""People: guests at once, accounts for those who want to come back. No e-mail; a token is known by its hash alone."""

import contextlib
import hashlib
import hmac
import secrets
from base64 import b64decode
from typing import NamedTuple

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError, VerifyMismatchError
from starlette.requests import HTTPConnection

from hoofspiel.live.host import new_id
from hoofspiel.live.ports import Time
from hoofspiel.live.seats import like_a_bot
from hoofspiel.live.talk import clean
from hoofspiel.store.looks import folded, look_of
from hoofspiel.store.port import Conflict, Person, Session, Store

from .devices import device_in
from .hashing import KNOWN, Hashing
from .limits import Limits
from .refusals import HttpRefused

COOKIE = "hoofspiel"
HOST_COOKIE = "__Host-hoofspiel"
"""a browser takes it from this very host over HTTPS alone: nobody can plant one"""
COOKIE_SECONDS = 400 * 86_400
SEEN_MS = 3_600_000
"""how exactly we know when a device was here last"""
DEVICE = "hoofspiel-device"
HOST_DEVICE = "__Host-hoofspiel-device"
"""says that somebody has signed in on this browser before: wrong tries elsewhere do not keep it waiting"""
MOST_FOLDED = 80
"""signs that the store keeps of a name to sign in with; some signs are compared as many"""
TOO_OFTEN = "Too many tries; wait a little."
NAME_TAKEN = (
    "Somebody has an account of that name, or of one that looks like it. "
    "If it is yours, sign in; otherwise choose another name."
)


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def token_in(connection: HTTPConnection) -> str | None:
    """What the visitor shows: a bearer token, else the cookie."""
    given = connection.headers.get("authorization", "")
    if given[:7].lower() == "bearer ":
        return given[7:].strip() or None
    return connection.cookies.get(HOST_COOKIE) or connection.cookies.get(COOKIE)


def by_old_cookie(connection: HTTPConnection) -> bool:
    """Does the visitor show nothing but a cookie that any page below our domain could have set?"""
    return "authorization" not in connection.headers and not connection.cookies.get(HOST_COOKIE)


def session_in(connection: HTTPConnection) -> str | None:
    """The session that the visitor claims to have."""
    token = token_in(connection)
    return None if token is None or len(token) > 200 else hash_of(token)


class SignedIn(NamedTuple):
    """Somebody has proven who they are."""

    person: Person
    token: str
    mark: str
    """for the device, see DEVICE"""


def mark_for(password_hash: str) -> str:
    """Worth something for this account alone, and until its password changes; nobody can make one without its salt."""
    nonce = secrets.token_hex(8)
    return f"{nonce}.{_signed(password_hash, nonce)}"


def _signed(password_hash: str, nonce: str) -> str:
    return hmac.digest(_salt(password_hash).encode(), b"device " + nonce.encode(), "sha256").hex()


def _salt(password_hash: str) -> str:
    """In base64, as it stands in the hash: every password has its own, and keeps it where it is hashed anew."""
    return password_hash.rpartition("$")[0].rpartition("$")[2]


def device_known(connection: HTTPConnection, password_hash: str) -> str | None:
    """The device, if it was signed in to the account of this hash before."""
    nonce, _, sign = (connection.cookies.get(HOST_DEVICE) or connection.cookies.get(DEVICE) or "").partition(".")
    fits = len(nonce) == 16 and hmac.compare_digest(sign.encode(), _signed(password_hash, nonce).encode())
    return nonce if fits else None


class Accounts:
    """Who somebody is, and how they prove it."""

    def __init__(self, store: Store, time: Time, limits: Limits, *, secure: bool = False) -> None:
        self.store = store
        self.time = time
        self.secure = secure
        """only HTTPS: cookies are bound to this host, those of before are taken once"""
        self.limits = limits
        self._hasher = PasswordHasher(parallelism=1)  # how many cores passwords may have, Hashing decides
        self._nobody = self._hasher.hash(secrets.token_hex())
        self._hashing = Hashing()

    async def person(self, connection: HTTPConnection) -> Person | None:
        session = session_in(connection)
        if session is None:
            return None
        if self.secure and by_old_cookie(connection):
            kept = await self.store.session(session)
            if kept is None or kept.host_only:
                return None
        return await self.store.person_of(session)

    async def seen(self, connection: HTTPConnection) -> str | None:
        """Note that a device is here; its token, where that has to move into the cookie of the safer name."""
        session = session_in(connection)
        kept = None if session is None else await self.store.session(session)
        if session is None or kept is None:
            return None
        now, device = self.time.now(), device_in(connection)
        moves = self.secure and by_old_cookie(connection) and not kept.host_only
        if moves or kept.seen is None or now - kept.seen > SEEN_MS or kept.device != device:
            await self.store.saw_session(session, now, device, host_only=moves)
        return token_in(connection) if moves else None

    async def comes(self, connection: HTTPConnection) -> Person | None:
        """Who it is that asks for nothing but a socket; that their device is here is noted."""
        session = session_in(connection)
        found = None if session is None else await self.store.visitor(session)
        if session is None or found is None:
            return None
        person, kept = found
        if self.secure and by_old_cookie(connection) and kept.host_only:
            return None
        now = self.time.now()
        if kept.seen is None or now - kept.seen > SEEN_MS:
            await self.store.saw_session(session, now, kept.device, host_only=False)
        return person

    def _session(self, connection: HTTPConnection) -> tuple[str, Session]:
        """A token that nobody has seen yet, and how it is kept."""
        token, now = secrets.token_urlsafe(32), self.time.now()
        return token, Session(hash_of(token), now, device_in(connection), now, self.secure)

    async def guest(self, name: str, origin: str, connection: HTTPConnection) -> tuple[Person, str]:
        shown = await self.own_name(name)
        if not self.limits.guests.take(origin, self.time.now()):
            raise HttpRefused(429, "too_many", "Too many new guests from your address.", 60)
        person = Person(new_id(10), shown)
        token, session = self._session(connection)
        await self.store.add_person(person, session)
        return person, token

    async def rename(self, person: Person, name: str) -> Person:
        shown = await self.own_name(name, person)
        await self.store.rename(person.id, shown)
        return Person(person.id, shown, person.account)

    async def own_name(self, name: str, person: Person | None = None) -> str:
        """A name as it is shown; HttpRefused for one that somebody else's account has, to the eye."""
        shown = proper(name)
        alike = await self.store.looks_like(shown)
        if any(other != (person and person.id) for other in alike):
            raise HttpRefused(409, "name_taken", NAME_TAKEN)
        return shown

    async def claim(
        self, person: Person, name: str, password: str, origin: str, connection: HTTPConnection
    ) -> SignedIn:
        """An account, and a fresh token: somebody else may know those of before."""
        if person.account is not None:
            raise HttpRefused(409, "has_account", "You have an account already.")
        shown, now = proper(name), self.time.now()
        if not self.limits.claims.take(person.id, now):
            raise HttpRefused(429, "too_many", TOO_OFTEN, self.limits.claims.wait_seconds(person.id, now))
        claimed = Person(person.id, shown, folded(shown))
        token, session = self._session(connection)
        hashed = await self._hash(password, origin)
        try:
            await self.store.claim(claimed, hashed, session)
        except Conflict:
            raise HttpRefused(409, "name_taken", NAME_TAKEN) from None
        return SignedIn(claimed, token, mark_for(hashed))

    async def sign_in(
        self, name: str, password: str, origin: str, instead_of: str | None, connection: HTTPConnection
    ) -> SignedIn:
        """A fresh token; the session there was before has ended, so none can be planted on somebody."""
        person, hashed = await self._proven(folded(proper_account(name)), password, origin, connection)
        token, session = self._session(connection)
        await self.store.add_session(person.id, session, instead_of)
        if self._hasher.check_needs_rehash(hashed):
            await self._rehash(person, hashed, password)
        return SignedIn(person, token, mark_for(hashed))

    async def change_password(
        self, person: Person, old: str, new: str, origin: str, connection: HTTPConnection
    ) -> SignedIn:
        """All devices are signed out but this one, which has a fresh token."""
        if person.account is None:
            raise HttpRefused(409, "no_account", "A guest has no password: create an account first.")
        await self._proven(person.account, old, origin, connection, device=session_in(connection))
        token, session = self._session(connection)
        hashed = await self._hash(new, KNOWN)
        await self.store.set_password(person.id, hashed, session)
        return SignedIn(person, token, mark_for(hashed))

    async def reset_password(self, account: str) -> tuple[Person, str] | None:
        """A password nobody has had before, for an account that lost its own; all devices are signed out."""
        known = await self.store.account(folded(account))
        if known is None:
            return None
        password = "-".join(new_id(4) for _ in range(4))
        await self.store.set_password(known[0].id, await self._hash(password, KNOWN), None)
        return known[0], password

    async def _proven(
        self, account: str, password: str, origin: str, connection: HTTPConnection, device: str | None = None
    ) -> tuple[Person, str]:
        """The person behind an account and the hash of its password, if that is the password.

        Wrong tries delay further ones from the same origin, or on the same device where that was signed in before:
        nobody can lock others out. What must wait is refused before anything is hashed.
        """
        limits, now = self.limits, self.time.now()
        known = await self.store.account(account)
        hashed = known[1] if known else self._nobody
        device = device or device_known(connection, hashed)
        key = (account, origin if device is None else f"device {device}")
        if wait := limits.passwords.wait_seconds(key, now):
            raise HttpRefused(429, "too_many", TOO_OFTEN, wait)
        if device is None and not limits.wrong_passwords.take(origin, now):
            raise HttpRefused(429, "too_many", TOO_OFTEN, limits.wrong_passwords.wait_seconds(origin, now))
        limits.passwords.tried(key, now)
        right = await self._fits(hashed, password, KNOWN if device else origin)
        if known is None or not right:
            raise HttpRefused(401, "wrong", "This name and this password do not belong together.")
        limits.passwords.right(key)
        if device is None:
            limits.wrong_passwords.give_back(origin, now)
        return known

    async def _rehash(self, person: Person, before: str, password: str) -> None:
        """As passwords are hashed today, which only those who have just shown theirs allow."""
        salt = b64decode(_salt(before) + "==")
        with contextlib.suppress(HttpRefused):  # many sign in just now: the next time will do
            hashed = await self._hashing.run(KNOWN, lambda: self._hasher.hash(password, salt=salt))
            await self.store.rehash(person.id, before, hashed)

    async def _hash(self, password: str, origin: str) -> str:
        return await self._hashing.run(origin, lambda: self._hasher.hash(password))

    async def _fits(self, known: str, password: str, origin: str) -> bool:
        def verify() -> bool:
            try:
                return self._hasher.verify(known, password)
            except (VerifyMismatchError, VerificationError, InvalidHashError):
                return False

        return await self._hashing.run(origin, verify)


def proper_account(name: str) -> str:
    """A name as it may belong to an account; HttpRefused for one that is nothing but air."""
    shown = clean(name)[:24]
    if not 0 < len(folded(shown)) <= MOST_FOLDED or len(look_of(shown)) > MOST_FOLDED:
        raise HttpRefused(400, "bad_name", "A name needs a letter or two.")
    return shown


def proper(name: str) -> str:
    """A name as a person may be shown; HttpRefused for one that is nothing but air, or a bot's."""
    shown = proper_account(name)
    if like_a_bot(shown):
        raise HttpRefused(400, "bots_name", "That looks like the name of a bot: choose one that tells you apart.")
    return shown
