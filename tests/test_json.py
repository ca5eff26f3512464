"""The `--json` output of every reading command matches its schema in `docs/schemas/`."""

from __future__ import annotations

import inspect
import json
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import typer
from jsonschema import Draft202012Validator

from referee.games import ours
from scoresheets.cli.commands import COMMANDS
from tests import docs_schemas
from tests.json_runs import EVERY, Printed, printed_of_a_table, printed_of_an_evening

pytestmark = pytest.mark.no_cover  # covers output, not judging

SCHEMAS = {path.stem: path for path in sorted((Path(__file__).parents[1] / "docs" / "schemas").glob("*.json"))}


def reading() -> set[str]:
    """The commands that take `--json`; of a group with the noun before the verb."""
    names = set()
    for name, command in COMMANDS.items():
        written = getattr(import_module(command.module), command.function or name)
        commands = [(name, written)]
        if isinstance(written, typer.Typer):
            commands = [(f"{name}-{grouped.name}", grouped.callback) for grouped in written.registered_commands]
        names |= {called for called, function in commands if "json" in inspect.signature(function).parameters}
    return names


@cache
def validator(name: str) -> Draft202012Validator:
    schema = json.loads(SCHEMAS[name].read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def faults(printed: Printed) -> list[str]:
    """Output that the schema doesn't allow."""
    return [
        f"referee {' '.join(printed.words)} --json: {'.'.join(map(str, fault.path))}: {fault.message[:300]}"
        for fault in validator(printed.name).iter_errors(printed.found)
    ]


def test_every_reading_command_has_its_schema_and_prints_what_that_says(tmp_path: Path) -> None:
    every = list(printed_of_an_evening(tmp_path))
    assert set(SCHEMAS) == reading(), "each command with --json has a file in docs/schemas, and each file a command"
    assert reading() == {printed.name for printed in every}, "tests.json_runs runs each command with --json"
    assert [fault for printed in every for fault in faults(printed)] == []


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("slug", ours())
def test_of_every_game_it_prints_what_the_schema_says(tmp_path: Path, slug: str, seed: int) -> None:
    """For a table that has just begun, and late in the evening."""
    every = list(printed_of_a_table(tmp_path, slug, (16, 35)[seed]))
    assert {printed.words for printed in every} == set(EVERY)
    assert [fault for printed in every for fault in faults(printed)] == []


def test_the_rows_in_the_schemas_are_those_of_the_commands() -> None:
    assert docs_schemas.stale() == [], "`python -m tests.docs_schemas --write` writes them as they are now"


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_closed(name: str) -> None:
    """Output that isn't in the schema is an error."""

    def look(part: Any, where: str) -> None:
        if isinstance(part, dict):
            assert "properties" not in part or part.get("additionalProperties") is False, where
            for key, inner in part.items():
                look(inner, f"{where}.{key}")

    look(json.loads(SCHEMAS[name].read_text(encoding="utf-8")), name)
