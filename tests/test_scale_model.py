"""The model of many machines behaves: it plays what is asked, notices when it is too much, and says the same twice."""

import dataclasses

import pytest

from benchmarks.scale_model import Costs, Model, World, failover, most_tables

SMALL = World(tables=400, processes=2)


def test_a_world_that_holds_plays_what_is_asked_of_it() -> None:
    told = Model(SMALL).run(4.0)
    assert told.moves == pytest.approx(SMALL.tables * SMALL.rate, rel=0.15)
    assert told.holds
    assert told.p50_ms >= 1000 * SMALL.costs.commit_wait, "nobody hears of a move that is not stored"
    assert told == Model(SMALL).run(4.0), "the same seed says the same"


def test_the_bus_is_silent_where_everybody_meets_at_the_owner() -> None:
    together = Model(dataclasses.replace(SMALL, spread=False)).run(2.0)
    spread = Model(SMALL).run(2.0)
    assert together.messages == 0
    assert 0 < spread.messages / spread.moves < 2 + SMALL.seats
    assert spread.p50_ms >= together.p50_ms


def test_too_much_for_a_process_is_noticed() -> None:
    dear = dataclasses.replace(Costs(), move=0.02)
    told = Model(dataclasses.replace(SMALL, costs=dear)).run(3.0)
    assert not told.holds
    assert told.busy > 0.95
    assert told.moves < SMALL.tables * SMALL.rate


def test_too_much_for_the_database_is_noticed() -> None:
    weak = dataclasses.replace(SMALL, base_cores=1, costs=dataclasses.replace(Costs(), base_commit=0.03))
    told = Model(weak).run(3.0)
    assert not told.holds
    assert told.base_busy > 0.95


def test_more_processes_carry_more_tables() -> None:
    dear = dataclasses.replace(Costs(), move=0.01)
    world = World(processes=1, spread=False, costs=dear, base_cores=8)
    one = most_tables(world, 1.0)
    two = most_tables(dataclasses.replace(world, processes=2), 1.0)
    assert 1.4 * one < two < 2.6 * one


def test_tables_of_a_dead_process_go_on_after_the_lease_and_later_where_one_has_many() -> None:
    few = failover(World(tables=1000, processes=10))
    many = failover(World(tables=10_000, processes=2))
    assert few.tables == 100
    assert World().lease - World().renew <= few.median_s <= few.p99_s <= World().lease + 2 * World().renew
    assert many.p99_s > 3 * few.p99_s
    assert many.busy > few.busy
