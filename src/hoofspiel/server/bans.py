"""Who may not come: kept in memory, because every request asks."""

import ipaddress

from hoofspiel.store.port import Ban

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


WIDEST = {4: 8, 6: 20}
"""the shortest prefix of a network that can be banned: what is wider is a slip, and would shut everybody out"""


def network_of(said: str) -> Network:
    """ValueError for what is none. An IPv4 address is one also where IPv6 carries it: a server on `::` sees them so."""
    network = ipaddress.ip_network(said, strict=False)
    carried = network.network_address.ipv4_mapped if isinstance(network, ipaddress.IPv6Network) else None
    if carried is not None and network.prefixlen >= 96:
        return ipaddress.ip_network((carried, network.prefixlen - 96))
    return network


class Bans:
    """The bans of the store, as they were read last."""

    def __init__(self) -> None:
        self._people: dict[str, Ban] = {}
        self._networks: list[tuple[Network, Ban]] = []

    def read(self, bans: list[Ban]) -> None:
        split = [(*ban.whom.partition(":")[::2], ban) for ban in bans]
        self._people = {what: ban for kind, what, ban in split if kind == "person"}
        self._networks = [(network_of(what), ban) for kind, what, ban in split if kind == "address"]

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
        found = getattr(found, "ipv4_mapped", None) or found
        return next((ban for network, ban in self._networks if found in network and _holds(ban, now)), None)


def _holds(ban: Ban, now: int) -> bool:
    return ban.until is None or now < ban.until


def why(ban: Ban) -> str:
    """What somebody who is banned reads."""
    return f"You may not play here{f': {ban.reason}' if ban.reason else ''}. Ask the people who run this server."
