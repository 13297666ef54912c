"""One browser for all tests of pages; they skip aloud where there is none."""

from collections.abc import Iterator

import pytest
from support.browser import CHROMIUM, Browser, browser


@pytest.fixture(scope="session")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    if not CHROMIUM:
        pytest.skip("Chromium is not here: `apt-get install chromium`")
    with browser(tmp_path_factory.mktemp("browser")) as opened:
        yield opened
