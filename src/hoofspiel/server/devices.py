"""What a device calls itself, in words its owner recognises; nothing more of it is kept."""

from starlette.requests import HTTPConnection

BROWSERS = (
    ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari"),
)  # fmt: skip
SYSTEMS = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("CrOS", "Chromebook"),
    ("Mac OS", "Mac"), ("Linux", "Linux"),
)  # fmt: skip
"""what stands in `User-Agent`, and how people call it; the first that fits counts"""


def device_in(connection: HTTPConnection) -> str:
    said = connection.headers.get("user-agent", "")
    browser = next((name for sign, name in BROWSERS if sign in said), "")
    system = next((name for sign, name in SYSTEMS if sign in said), "")
    if browser and system:
        return f"{browser} on {system}"
    return browser or system or "A program"
