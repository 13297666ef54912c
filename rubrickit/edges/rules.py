"""Leaves that need no judge: CEL rules and JSON Schemas, and the conditions `when`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rubrickit.core import expressions, json_text, rule_values
from rubrickit.core.responses import Response
from rubrickit.core.rubric import Leaf, Rubric
from rubrickit.core.rule_values import EMPTY, VALUES
from rubrickit.edges import schemas
from rubrickit.edges.cel_engine import cel
from rubrickit.edges.schemas import FAILURES


class Rules:
    """Computes what a judge isn't needed for; nothing that it is given makes it raise.

    A rule sees `question_id`, `question`, `context` (the question's and the response's,
    as the judge sees them), `reference` (the response's own, else the rubric's),
    `response` (its text), `json` (that text as a JSON value, `{}` where it is none),
    `trace` (a list), `meta`, `slices`, `agent` and `sample`. Whole numbers beyond 64
    bits become floats.
    """

    def met(self, leaf: Leaf, rubric: Rubric, response: Response) -> bool | None:
        """For a `rule` or a `schema`; None is a rule error.

        A response that is no JSON value meets no schema. With `looks_at: trace` the
        schema is that of the trace.
        """
        if leaf.kind == "rule":
            program = _compiled(leaf.texts[0], expressions.RULE_VARIABLES)
            return program.holds(rubric, response)
        schema = schemas.compiled(leaf.texts[0])
        if schema.problem:
            return None
        is_outcome = leaf.looks_at == "response"
        parsed = rule_values.parsed(response.text if is_outcome else response.trace)
        return schema.fits(parsed.value) if parsed else False

    def holds(self, condition: str, rubric: Rubric, response: Response) -> bool | None:
        """A `when`, over metadata only; None where it can't be told."""
        program = _compiled(condition, expressions.WHEN_VARIABLES)
        return program.holds(rubric, response)

    def problem(self, leaf: Leaf) -> str:
        """Why a rule or schema is wrong whatever the response; "" if it isn't."""
        if leaf.kind == "rule":
            return _compiled(leaf.texts[0], expressions.RULE_VARIABLES).problem
        return schemas.compiled(leaf.texts[0]).problem if leaf.kind == "schema" else ""

    def condition_problem(self, condition: str) -> str:
        """The same for a `when`."""
        return _compiled(condition, expressions.WHEN_VARIABLES).problem


@dataclass(frozen=True, slots=True)
class _Program:
    program: Any
    names: frozenset[str]
    problem: str = ""

    def holds(self, rubric: Rubric, response: Response) -> bool | None:
        if self.problem:
            return None
        try:
            seen = {name: VALUES[name](rubric, response) for name in self.names}
            result = self.run(seen)
        except FAILURES:
            return None
        return result if isinstance(result, bool) else None

    def run(self, values: Mapping[str, Any]) -> Any:
        """Raises what the library raises, one of FAILURES."""
        if not all(map(json_text.is_shallow, values.values())):
            raise ValueError("nested too deep")  # the library would crash the process
        functions = {expressions.CODE_POINTS: rule_values.size}
        return self.program.execute(cel.Context(dict(values), functions))


@lru_cache(maxsize=4096)
def _compiled(expression: str, allowed: frozenset[str]) -> _Program:
    if len(expression) > expressions.LONGEST:
        return _wrong(f"longer than {expressions.LONGEST:,} characters")
    try:
        written = cel.compile(expression)
    except FAILURES as error:
        return _wrong(_syntax(error))
    words = expressions.tokens(expression)
    names, functions = frozenset(written.variables()), written.functions()
    problem = (
        expressions.unknown_variable(names, words, allowed)
        or expressions.unknown_function(functions)
        or expressions.too_costly(words)
        or _wrong_pattern(words)
        or _wrong_constant(words)
    )
    if problem:
        return _wrong(problem)
    program = cel.compile(expressions.runnable(expression))
    ready = _Program(program, names & allowed)
    return _Program(program, ready.names, _always_wrong(ready))


def _wrong(problem: str) -> _Program:
    return _Program(None, frozenset(), problem)


def _syntax(error: Exception) -> str:
    found = re.search(r"<input>:(\d+):(\d+): (.*)", str(error))
    if not found:
        return "can't be read as CEL"
    line, column, what = found.groups()
    inner = re.search(r'msg: "([^"]+)"', what)
    what = inner[1] if inner else what.removeprefix("Syntax error: ")
    what = what.split(" expecting {")[0]
    return f"syntax error at {line}:{column}: {what}"


def _wrong_pattern(words: tuple[expressions.Token, ...]) -> str:
    for literal in expressions.literal_patterns(words):
        problem = schemas.pattern_problem(str(cel.evaluate(literal)))
        if problem:
            return problem
    return ""


def _wrong_constant(words: tuple[expressions.Token, ...]) -> str:
    if expressions.divides_by_zero(words):
        return "divides by zero"
    for part in expressions.constant_parts(words):
        try:
            cel.evaluate(part)
        except ZeroDivisionError:
            return f"`{part}` divides by zero"
        except OverflowError:
            return f"`{part}` is beyond 64 bits"
        except FAILURES:
            continue
    return ""


def _always_wrong(program: _Program) -> str:
    """What an empty response shows: a wrong type, a result that is no yes or no."""
    is_typed = not program.names & {"json", "meta", "slices", "trace"}
    try:
        result = program.run({name: EMPTY[name] for name in program.names})
    except FAILURES as error:
        told = str(error).splitlines()[0].split(". C")[0]
        is_certain = is_typed and isinstance(error, TypeError)
        is_pattern = "not a valid regex" in told
        return told if is_certain or is_pattern or not program.names else ""
    if isinstance(result, bool) or "json" in program.names:
        return ""
    return f"gives a value of type {type(result).__name__}, not true or false"
