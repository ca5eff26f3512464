"""The rows in docs/schemas, from the commands' columns: lists those that aren't current; `--write` updates them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import NoneType, UnionType
from typing import Any
from unittest.mock import Mock

from scoresheets.cli.config import SETTINGS
from scoresheets.cli.history import AGAINST, IN_ALL, OVERALL, STANDINGS, feats_of, games_of
from scoresheets.cli.house import HOUSES, OPTIONS, compared
from scoresheets.cli.library import GAMES
from scoresheets.cli.listing import Listing
from scoresheets.cli.look import SESSIONS, log_of
from scoresheets.cli.maintenance import COPY
from scoresheets.cli.players import GROUPS, PLAYERS
from scoresheets.cli.rulings import RULINGS
from scoresheets.cli.settle import PAYMENTS
from scoresheets.cli.value import POTS

FOLDER = Path(__file__).parents[1] / "docs" / "schemas"
ANYBODY = Mock()
"""A session or a career. The types of the columns are the same for all of them."""

LISTINGS: dict[str, dict[str, Listing[Any]]] = {
    "standings": {"rows": STANDINGS, "overall": OVERALL},
    "player": {"rows": games_of(ANYBODY), "overall": IN_ALL, "against": AGAINST},
    "records": {"rows": feats_of(totals=False)},
    "sessions": {"rows": SESSIONS},
    "log": {"rows": log_of(ANYBODY)},
    "games": {"rows": GAMES},
    "players-list": {"rows": PLAYERS},
    "players-groups": {"rows": GROUPS},
    "house-list": {"rows": HOUSES},
    "house-show": {"rows": OPTIONS},
    "house-diff": {"rows": compared("this", "other", ("", ""))},
    "rulings-list": {"rows": RULINGS},
    "config-show": {"rows": SETTINGS},
    "restore": {"restored": COPY},
    "settle": {"rows": PAYMENTS},
    "value": {"pots": POTS},
}
"""The columns of the rows in a schema, by its name and the property that has the rows or one of them."""

NAMES = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}


def schema(type: Any) -> dict[str, Any]:
    """The JSON schema of a column's type, which `Column` explains."""
    match type:
        case [inner]:
            return {"type": "array", "items": schema(inner)}
        case (None, other):
            return (known := schema(other)) | {"type": sorted(["null", known["type"]])}
        case set():
            return {"enum": sorted(type)}
        case dict() if str in type:
            return {"type": "object", "additionalProperties": type[str] is Any or schema(type[str])}
        case dict():
            properties = {key: schema(inner) for key, inner in type.items()}
            return {"type": "object", "properties": properties, "required": [*type], "additionalProperties": False}
        case UnionType():
            return {"type": sorted(NAMES[part] for part in type.__args__)}
    return {"type": NAMES[type]}


def current(path: Path) -> str:
    """The text of a schema with its rows as in the columns. Descriptions stay."""
    whole = json.loads(path.read_text(encoding="utf-8"))
    for name, listing in LISTINGS.get(path.stem, {}).items():
        part = whole["properties"][name]
        row = part.setdefault("items", {"type": "object"}) if part["type"] == "array" else part
        said = {key: old["description"] for key, old in row.get("properties", {}).items() if "description" in old}
        row |= schema({column.key: column.type for column in listing.columns}) | {"type": row["type"]}
        for key, description in said.items():
            row["properties"][key]["description"] = description
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"


def stale(folder: Path = FOLDER) -> list[Path]:
    return [path for path in sorted(folder.glob("*.json")) if path.read_text(encoding="utf-8") != current(path)]


if __name__ == "__main__":
    for path in stale():
        if "--write" in sys.argv[1:]:
            path.write_text(current(path), encoding="utf-8", newline="\n")
        else:
            print(f"{path} isn't current; make docs writes it", file=sys.stderr)
    sys.exit(1 if stale() else 0)
