"""The contracts inside live and server are red when a cycle is planted, be it for types alone."""

import tomllib
from pathlib import Path
from typing import Any

import grimp
import pytest
from importlinter.contracts.layers import LayersContract

ROOT = Path(__file__).parents[1]
LINTER: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
INSIDE = {one["containers"][0]: one for one in LINTER["contracts"] if one["name"].startswith("Inside ")}


@pytest.fixture(scope="module")
def imports() -> grimp.ImportGraph:
    return grimp.build_graph(*LINTER["root_packages"], cache_dir=None)


def kept(contract: dict[str, Any], imports: grimp.ImportGraph) -> bool:
    options = {key: str(value) if isinstance(value, bool) else value for key, value in contract.items()}
    made = LayersContract(contract["name"], {"root_packages": LINTER["root_packages"]}, options)
    return bool(made.check(imports, verbose=False).kept)


def test_imports_for_types_count() -> None:
    assert not LINTER.get("exclude_type_checking_imports", False)
    assert set(INSIDE) == {"hoofspiel.live", "hoofspiel.server"}


@pytest.mark.parametrize("package", INSIDE)
def test_an_arrow_up_or_to_a_neighbour_turns_the_contract_red(package: str, imports: grimp.ImportGraph) -> None:
    contract = INSIDE[package]
    assert kept(contract, imports)
    floors = [[name.strip() for name in layer.split("|")] for layer in contract["layers"]]
    neighbours = [(floor[0], floor[-1]) for floor in floors if len(floor) > 1]
    upwards = [(low[-1], high[0]) for high, low in zip(floors, floors[1:], strict=False)]
    for importer, imported in [*upwards, *neighbours[:1], (floors[-1][0], floors[0][0])]:
        below, above = f"{package}.{importer}", f"{package}.{imported}"
        imports.add_import(importer=below, imported=above)
        assert not kept(contract, imports), f"{importer} may import {imported}"
        imports.remove_import(importer=below, imported=above)
    assert kept(contract, imports)
