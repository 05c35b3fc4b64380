"""Work that nobody waits for is neither lost nor silent."""

import asyncio
import gc
import logging

import pytest

from hoofspiel.background import Background


async def test_what_runs_in_the_background_is_kept_until_it_is_done() -> None:
    background, done = Background(), []

    async def work() -> None:
        await asyncio.sleep(0)
        gc.collect()
        done.append("work")

    background.run(work())
    assert not background.idle()
    while not background.idle():
        await asyncio.sleep(0)
    assert done == ["work"]


async def test_a_failure_in_the_background_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    background = Background()

    async def work() -> None:
        raise LookupError("nothing there")

    with caplog.at_level(logging.ERROR):
        background.run(work())
        while not background.idle():
            await asyncio.sleep(0)
    assert "nothing there" in caplog.text


async def test_what_is_cancelled_ends_without_a_word(caplog: pytest.LogCaptureFixture) -> None:
    background = Background()
    background.run(asyncio.sleep(3600))
    await asyncio.sleep(0)
    background.cancel()
    while not background.idle():
        await asyncio.sleep(0)
    assert caplog.text == ""
