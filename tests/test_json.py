"""What every reading command prints with `--json` is what its schema in `docs/schemas/` says."""

from __future__ import annotations

import inspect
import json
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import typer
from jsonschema import Draft202012Validator

from scoresheets.cli import COMMANDS
from tests.json_runs import Printed, printed

SCHEMAS = {path.stem: path for path in sorted((Path(__file__).parents[1] / "docs" / "schemas").glob("*.json"))}


def reading() -> set[str]:
    """The commands that take `--json`; of a group with the noun before the verb."""
    found = set()
    for name, command in COMMANDS.items():
        written = getattr(import_module(command.module), command.function or name)
        some = [(name, written)]
        if isinstance(written, typer.Typer):
            some = [(f"{name}-{one.name}", one.callback) for one in written.registered_commands]
        found |= {called for called, function in some if "json" in inspect.signature(function).parameters}
    return found


@pytest.fixture(scope="module")
def every(tmp_path_factory: pytest.TempPathFactory) -> list[Printed]:
    return list(printed(tmp_path_factory.mktemp("tables")))


def test_every_reading_command_has_its_schema_and_is_run(every: list[Printed]) -> None:
    assert set(SCHEMAS) == reading() == {one.name for one in every}


@pytest.mark.parametrize("name", SCHEMAS)
def test_what_is_printed_is_what_the_schema_says(every: list[Printed], name: str) -> None:
    schema = json.loads(SCHEMAS[name].read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    some = [one for one in every if one.name == name]
    assert some
    for one in some:
        faults = [
            f"{'.'.join(map(str, fault.path))}: {fault.message[:300]}" for fault in validator.iter_errors(one.found)
        ]
        assert not faults, f"referee {' '.join(one.words)} --json\n" + "\n".join(faults)


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_closed(name: str) -> None:
    """Nothing may be printed that no schema speaks of."""

    def look(part: Any, where: str) -> None:
        if isinstance(part, dict):
            assert "properties" not in part or part.get("additionalProperties") is False, where
            for key, one in part.items():
                look(one, f"{where}.{key}")

    look(json.loads(SCHEMAS[name].read_text(encoding="utf-8")), name)
