"""Where this server is: from this computer, from other devices on its network, and by which names it may be called."""

import ipaddress
import socket

from .settings import Settings

HERE = "127.0.0.1"
EVERYWHERE = ("0.0.0.0", "::")
ROUTES = ("203.0.113.1", "10.255.255.255", "172.31.255.255", "192.168.255.255")
"""Places whose way there goes through an address of ours: first the way out, then the usual home networks."""
HOME_ENDINGS = ("", ".local", ".lan", ".home", ".home.arpa", ".internal", ".fritz.box")
"""What a home network may put after the name of a computer."""


def listens_on(settings: Settings) -> str:
    """The address to bind: `lan` widens the default, but never an address that somebody chose."""
    return EVERYWHERE[0] if settings.lan and settings.host == HERE else settings.host


def is_loopback(host: str) -> bool:
    """Does this name or address mean the very computer it is used on?"""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


def network_addresses() -> list[str]:
    """The addresses of this computer on its networks, the one towards the Internet first. Sends nothing."""
    found: list[str] = []
    for place in ROUTES:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
            try:
                way.connect((place, 9))
            except OSError:  # no way there
                continue
            mine = way.getsockname()[0]
        address = ipaddress.ip_address(mine)
        if mine not in found and not (address.is_loopback or address.is_unspecified or address.is_link_local):
            found.append(mine)
    return found


def reachable(host: str, port: int) -> tuple[str, list[str]]:
    """For a server bound to this address: how this computer calls it, and how others on the network do."""

    def link(address: str) -> str:
        return f"http://[{address}]:{port}" if ":" in address else f"http://{address}:{port}"

    if host in EVERYWHERE:
        return link(HERE), [link(address) for address in network_addresses()]
    return link(host), [] if is_loopback(host) else [link(host)]


def greeting(host: str, port: int) -> list[str]:
    """What a server says when it is up: where it is, and who can come."""
    here, others = reachable(host, port)
    lines = [f"Hoofspiel is at {here}"]
    if others and others != [here]:
        lines.append(f"Phones and computers on your network: {' or '.join(others)}")
    elif not others and is_loopback(host):
        lines.append("Only this computer can join. For phones on your Wi-Fi: make play LAN=1, or hoofspiel serve --lan")
    elif not others:
        lines.append("This computer is on no network just now, so other devices cannot join.")
    return lines


def name_in(header: str) -> str:
    """The host a request names, without its port, in small letters."""
    name = header.strip().lower()
    if name.startswith("["):
        address, _, rest = name.partition("]")
        return f"{address}]" if not rest or rest.startswith(":") else name
    return name.partition(":")[0].rstrip(".")


def at_home(host: str) -> bool:
    """A name by which this computer or its network calls this computer.

    A page of a foreign site can make its own name point to an address at home and then talk to what is there as if
    it were its own server (DNS rebinding). It cannot do so with a bare address, with this computer's own name, nor
    with a name without a dot, which no site on the Internet has.
    """
    own = socket.gethostname().partition(".")[0].lower()
    return "." not in host or is_address(host) or is_loopback(host) or host in {own + end for end in HOME_ENDINGS}
