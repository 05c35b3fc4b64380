"""How a program plays where nobody cares what: the first move that is offered."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from hoofspiel.client import Client, Table


async def play_out(table: Table) -> None:
    """Every answer counts, whoever else answers at the same time and wherever."""
    async for question in table.questions():
        await table.play(question["moves"][0])


@asynccontextmanager
async def played_out(ada: Client) -> AsyncIterator[Table]:
    """A short match against a bot is over, and who played is still at the table."""
    options = {"cards": 3, "rounds": 1, "bonus": False}
    async with ada.table(await ada.make("goats", 2, options=options, bots="casual", start=True)) as table:
        await play_out(table)
        yield table
