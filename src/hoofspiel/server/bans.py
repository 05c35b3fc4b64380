"""Who may not come: kept in memory, because every request asks."""

import ipaddress

from hoofspiel.store.port import Ban

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Bans:
    """The bans of the store, as they were read last."""

    def __init__(self) -> None:
        self._people: dict[str, Ban] = {}
        self._networks: list[tuple[Network, Ban]] = []

    def read(self, bans: list[Ban]) -> None:
        split = [(*ban.whom.partition(":")[::2], ban) for ban in bans]
        self._people = {what: ban for kind, what, ban in split if kind == "person"}
        self._networks = [(ipaddress.ip_network(what), ban) for kind, what, ban in split if kind == "address"]

    def person(self, person_id: str, now: int) -> Ban | None:
        ban = self._people.get(person_id)
        return ban if ban is not None and _holds(ban, now) else None

    def address(self, address: str, now: int) -> Ban | None:
        if not self._networks:
            return None
        try:
            found = ipaddress.ip_address(address)
        except ValueError:  # no address: a proxy's word, or a test's
            return None
        return next((ban for network, ban in self._networks if found in network and _holds(ban, now)), None)


def _holds(ban: Ban, now: int) -> bool:
    return ban.until is None or now < ban.until


def why(ban: Ban) -> str:
    """What somebody who is banned reads."""
    return f"You may not play here{f': {ban.reason}' if ban.reason else ''}. Ask the people who run this server."
