"""What operators copy is true: commands, settings, paths, ports and queries exist; versions are those of the lock."""

import asyncio
import json
import re
import shlex
from collections.abc import Iterator
from configparser import ConfigParser
from dataclasses import fields
from pathlib import Path
from typing import Any

import promql_parser as promql
import pytest
import yaml

from hoofspiel.cli import main
from hoofspiel.server.app import make_app
from hoofspiel.server.settings import OTHERS, PREFIX, Settings, load
from tools.chaos.people import LOOK_PATIENCE_SECONDS, LOOK_SECONDS

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
FILES = sorted(path for path in [*DEPLOY.rglob("*"), ROOT / "Dockerfile"] if path.is_file())
SETTINGS = {PREFIX + f.name.upper() for f in fields(Settings)} | OTHERS
FROM_PROMETHEUS = {"job", "instance"}
"""labels that whoever scrapes adds"""


def documents(path: Path) -> list[Any]:
    return [document for document in yaml.safe_load_all(path.read_text()) if document is not None]


def compose() -> dict[str, Any]:
    (found,) = documents(DEPLOY / "compose.yaml")
    assert isinstance(found, dict)
    return found


def example() -> dict[str, str]:
    lines = [line for line in (DEPLOY / "example.env").read_text().splitlines() if line and line[0] != "#"]
    return dict(line.split("=", 1) for line in lines)


def filled(text: str) -> str:
    """As Compose does it: ${NAME:?why} and ${NAME:-else} from .env."""
    known = {name: value or "a-long-random-word" for name, value in example().items()}
    return re.sub(r"\$\{(\w+)(?::[?-][^}]*)?\}", lambda found: known[found[1]], text)


def unit(name: str) -> ConfigParser:
    class Twice(dict[str, Any]):
        """systemd lets a key come several times."""

        def __setitem__(self, key: str, value: Any) -> None:
            old = self.get(key)
            several = isinstance(value, list) and isinstance(old, list)
            super().__setitem__(key, [*old, *value] if several and old is not None else value)

    parser = ConfigParser(strict=False, interpolation=None, dict_type=Twice, comment_prefixes=("#",))
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read_string((DEPLOY / "systemd" / name).read_text())
    return parser


def containers() -> Iterator[dict[str, Any]]:
    for path in (DEPLOY / "kubernetes").glob("*.yaml"):
        for document in documents(path):
            if document["kind"] == "Deployment":
                yield from document["spec"]["template"]["spec"]["containers"]


# --- what everything shares ---


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_setting_that_is_named_exists(path: Path) -> None:
    assert set(re.findall(rf"\b{PREFIX}[A-Z_]+\b", path.read_text())) - SETTINGS == set()


def commands() -> list[list[str]]:
    found = [service["command"] for service in compose()["services"].values() if "command" in service]
    found += [container["command"] for container in containers()]
    found += [json.loads(line[4:]) for line in (ROOT / "Dockerfile").read_text().splitlines() if line[:4] == "CMD "]
    for path in (DEPLOY / "systemd").glob("*.service"):
        for line in re.findall(r"^ExecStart(?:Pre)?=(.*)$", path.read_text(), re.M):
            found.append(["hoofspiel", *shlex.split(line)[1:]])
    return [[filled(word) for word in words] for words in found if words[0] == "hoofspiel"]


def test_every_command_exists_with_its_flags(capsys: pytest.CaptureFixture[str]) -> None:
    found = commands()
    assert {words[1] for words in found} == {"serve", "think"}
    for words in found:
        with pytest.raises(SystemExit) as ended:
            main([*words[1:], "--help"])
        assert ended.value.code == 0
    capsys.readouterr()


def test_check_says_whether_the_settings_are_right(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOOFSPIEL_ADMIN_TOKEN", "a-very-secret-token")
    assert main(["serve", "--check"]) == 0
    assert capsys.readouterr().out == "The settings are right: admin_token.\n"
    assert main(["serve", "--check", "--bus", "here"]) == 2
    assert "bus is nats://... or nothing" in capsys.readouterr().err


# --- the image ---


def test_the_image_installs_the_locked_versions_and_runs_as_nobody_special() -> None:
    text = (ROOT / "Dockerfile").read_text()
    assert "--require-hashes -r server.lock" in text
    installs = re.findall(r"pip install ([^\\\n]*)", text)
    assert all("--require-hashes" in words or "--no-deps" in words for words in installs), installs
    assert re.search(r"^USER hoofspiel$", text, re.M)
    assert re.search(r"^HEALTHCHECK ", text, re.M)
    for line in re.findall(r"^COPY (?!--from)(.*)$", text, re.M):
        for name in line.split()[:-1]:
            assert (ROOT / name).exists(), name


def pins(name: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for package, version in re.findall(r"^([a-z0-9.-]+)==(\S+)", (ROOT / name).read_text(), re.M):
        found.setdefault(package, set()).add(version)
    return found


@pytest.mark.parametrize("lock", ["play.lock", "server.lock"])
def test_every_lock_pins_the_same_versions(lock: str) -> None:
    everything = pins("requirements.lock")
    assert {name: found for name, found in pins(lock).items() if not found <= everything[name]} == {}


def test_the_servers_lock_has_what_servers_need() -> None:
    assert {"psycopg", "nats-py", "numba", "prometheus-client", "opentelemetry-sdk"} <= set(pins("server.lock"))


# --- Compose and Caddy ---


def test_compose_has_two_servers_that_share_everything_behind_tls() -> None:
    services = compose()["services"]
    assert {"postgres", "nats", "server1", "server2", "think", "caddy"} <= set(services)
    for name in ("server1", "server2"):
        given = {key: filled(str(value)) for key, value in services[name]["environment"].items()}
        settings = load({}, given)
        assert settings.store.startswith("postgresql://hoofspiel:")
        assert settings.bus.endswith("@nats:4222")
        assert settings.secure_cookies
        assert settings.trust_proxy
        assert "ports" not in services[name], "only Caddy can be reached from outside"
        assert services[name]["image"] == "hoofspiel"
    volumes = {volume.partition(":")[0] for service in services.values() for volume in service.get("volumes", ())}
    mounted = {volume for volume in volumes if volume.startswith(".")}
    assert [volume for volume in mounted if not (DEPLOY / volume).is_file()] == []
    assert volumes - mounted == set(compose()["volumes"])
    assert (DEPLOY / services["server1"]["build"]["context"] / "Dockerfile").is_file()
    assert all(re.search(r":v?\d", service["image"]) for service in services.values() if "build" not in service)


def test_the_one_file_of_values_holds_no_secret_and_everything_that_is_asked_for() -> None:
    asked = set(re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yaml").read_text()))
    assert asked == set(example())
    assert [name for name, value in example().items() if value and ("PASSWORD" in name or "TOKEN" in name)] == []


def test_caddy_sends_people_to_the_servers_of_compose() -> None:
    text = (DEPLOY / "Caddyfile").read_text()
    targets = set(re.findall(r"(\w+):(\d+)", text))
    assert targets == {("server1", "8000"), ("server2", "8000")}
    assert text.count("{") == text.count("}")
    assert set(re.findall(r"health_uri (\S+)", text)) == {"/healthz"}
    assert set(re.findall(r"health_interval (\S+)s", text)) == {f"{LOOK_SECONDS:g}"}
    assert set(re.findall(r"health_timeout (\S+)s", text)) == {f"{LOOK_PATIENCE_SECONDS:g}"}


# --- systemd ---


@pytest.mark.parametrize("name", ["hoofspiel.service", "hoofspiel-think.service"])
def test_units_are_hardened_and_leave_the_compiler_alone(name: str) -> None:
    service = unit(name)["Service"]
    assert int(service["LimitNOFILE"]) >= 4096
    for key in ("DynamicUser", "NoNewPrivileges", "PrivateTmp", "ProtectHome", "RestrictNamespaces"):
        assert service[key] == "yes", key
    assert service["ProtectSystem"] == "strict"
    assert service["CapabilityBoundingSet"] == ""
    assert "MemoryDenyWriteExecute" not in service


def test_the_units_folders_are_those_of_its_settings() -> None:
    text = (DEPLOY / "systemd/hoofspiel.service").read_text()
    service = unit("hoofspiel.service")["Service"]
    folders = dict(re.findall(r"^Environment=(\w+)=(\S+)$", text, re.M))
    assert folders["HOOFSPIEL_DATA"] == f"/var/lib/{service['StateDirectory']}"
    assert folders["HOOFSPIEL_CACHE"] == f"/var/cache/{service['CacheDirectory']}"


# --- Kubernetes ---


def test_kubernetes_knows_readiness_by_drain() -> None:
    (kustomization,) = documents(DEPLOY / "kubernetes/kustomization.yaml")
    listed = {path.name for path in (DEPLOY / "kubernetes").glob("*.yaml")} - {"kustomization.yaml"}
    assert set(kustomization["resources"]) == listed
    (server,) = [container for container in containers() if container["command"][1] == "serve"]
    _, told = make_app(Settings(store="memory:", bot_workers=0, metrics_listen=""))
    ports = {port["name"]: port["containerPort"] for port in server["ports"]}
    for probe, path in (("readinessProbe", "/readyz"), ("livenessProbe", "/livez"), ("startupProbe", "/livez")):
        assert server[probe]["httpGet"]["path"] == path
        assert server[probe]["httpGet"]["port"] == "figures"
    assert asyncio.run(told._ready()).status == 200
    told.draining = True
    assert asyncio.run(told._ready()).status == 503
    configured = documents(DEPLOY / "kubernetes/servers.yaml")[0]["data"]
    settings = load({}, configured)
    assert ports == {"pages": settings.port, "figures": int(settings.metrics_listen.rpartition(":")[2])}
    assert all(container["securityContext"]["readOnlyRootFilesystem"] for container in containers())


def test_no_service_of_kubernetes_shows_the_figures() -> None:
    services = [d for d in documents(DEPLOY / "kubernetes/servers.yaml") if d["kind"] == "Service"]
    assert [port["targetPort"] for service in services for port in service["spec"]["ports"]] == ["pages"]


# --- what Prometheus and Grafana ask ---


def queries() -> dict[str, str]:
    (rules,) = documents(DEPLOY / "watch/alerts.yaml")
    found = {rule["alert"]: rule["expr"] for group in rules["groups"] for rule in group["rules"]}
    for panel in json.loads((DEPLOY / "watch/dashboard.json").read_text())["panels"]:
        for target in panel.get("targets", ()):
            found[f"{panel['title']} {target['refId']}"] = target["expr"]
    return found


def parts(expression: Any) -> Iterator[Any]:
    """A query and everything inside it."""
    yield expression
    inside = [getattr(expression, name, None) for name in ("lhs", "rhs", "expr", "vector_selector")]
    for part in [*inside, *getattr(expression, "args", ())]:
        if part is not None:
            yield from parts(part)


@pytest.fixture(scope="module")
def scraped() -> dict[str, set[str]]:
    """The figures of a real server: each name with its labels."""
    _, server = make_app(Settings(store="memory:", bot_workers=0, metrics_listen=""))
    text = asyncio.run(server._figures()).body
    found: dict[str, set[str]] = {"up": set()}
    for name, labels in re.findall(r"^([a-z_]+)(?:\{(.*?)\})? ", text, re.M):
        found.setdefault(name, set()).update(re.findall(r"(\w+)=", labels))
    return found


@pytest.mark.parametrize("asks", queries())
def test_every_query_asks_for_figures_that_a_server_has(asks: str, scraped: dict[str, set[str]]) -> None:
    named: set[str] = set()
    labels: set[str] = set()
    for part in parts(promql.parse(queries()[asks])):
        if isinstance(part, promql.VectorSelector):
            named.add(str(part.name))
            labels |= {matcher.name for matcher in part.matchers.matchers}
        if isinstance(part, promql.AggregateExpr) and part.modifier is not None:
            labels |= set(part.modifier.labels)
    assert named
    assert named - set(scraped) == set()
    assert labels - FROM_PROMETHEUS - set().union(*(scraped[name] for name in named)) == set()


def test_a_query_for_what_does_not_exist_is_found(scraped: dict[str, set[str]]) -> None:
    asked = promql.parse("sum by (seat) (rate(hoofspiel_hands_total[5m]))")
    (name,) = [part.name for part in parts(asked) if isinstance(part, promql.VectorSelector)]
    assert name not in scraped
    with pytest.raises(ValueError, match="."):
        promql.parse("sum by (instance (rate(")


def test_prometheus_scrapes_the_servers_of_compose_at_their_private_address() -> None:
    (settings,) = documents(DEPLOY / "watch/prometheus.yaml")
    services = compose()["services"]
    (job,) = settings["scrape_configs"]
    assert job["job_name"] == "hoofspiel"
    for target in job["static_configs"][0]["targets"]:
        name, _, port = target.partition(":")
        assert services[name]["environment"]["HOOFSPIEL_METRICS_LISTEN"].endswith(f":{port}")
