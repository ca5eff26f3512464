"""Dataclasses that are compiled when the first is made are the same as those that are compiled at once."""

from __future__ import annotations

import dataclasses
import subprocess
import sys

import pytest

from referee import lazy
from referee.lazy import compiled
from referee.notation import Report


@lazy.dataclass(frozen=True)
class Card:
    """A card, for trying it out."""

    rank: str
    suit: str = "S"
    seen: list[int] = dataclasses.field(default_factory=list, compare=False)


@dataclasses.dataclass(frozen=True)
class AtOnce:
    """The same, compiled at once."""

    rank: str
    suit: str = "S"
    seen: list[int] = dataclasses.field(default_factory=list, compare=False)


class Trump(Card):
    """A card that has no fields of its own."""


def test_it_is_compiled_by_whoever_makes_the_first() -> None:
    late = Card("K", seen=[4])
    once = AtOnce("K", seen=[4])
    assert dataclasses.asdict(late) == dataclasses.asdict(once)
    assert repr(late) == repr(once).replace("AtOnce", "Card")
    assert late == Card("K", "S") and hash(late) == hash(Card("K", "S", [1]))
    assert dataclasses.replace(late, rank="Q") == Card("Q")
    with pytest.raises(dataclasses.FrozenInstanceError):
        late.rank = "A"  # type: ignore[misc]
    with pytest.raises(TypeError, match="rank"):
        Card()  # type: ignore[call-arg]


def test_a_class_derived_from_it_has_its_fields() -> None:
    assert Trump("7").rank == "7" and [field.name for field in dataclasses.fields(Trump)] == ["rank", "suit", "seen"]


@lazy.base
class Held:
    """What somebody holds, for classes derived from it."""

    cards: list[str] = dataclasses.field(default_factory=list)
    said: str = dataclasses.field(default="", kw_only=True)


@dataclasses.dataclass
class Told(Held):
    """The same with a number."""

    number: int = 0


def test_a_class_that_others_are_derived_from_is_compiled_when_one_is_made() -> None:
    assert repr(Told(number=3)) == "Told(cards=[], said='', number=3)" and Told(said="so") != Told()
    assert "__eq__" not in vars(Held)
    first, second = Held(), Held(["QS"], said="so")
    assert (first.cards, second.cards, second.said) == ([], ["QS"], "so") and first.cards is not Held().cards
    assert second == Held(["QS"], said="so") and repr(second) == "Held(cards=['QS'], said='so')"


def test_a_report_is_compiled_with_what_it_is_derived_from() -> None:
    class Leads(Report):
        """a lead"""

        card: str

    class LeadsTrump(Leads):
        """a lead of a trump"""

        why: str = ""

    assert [field.name for field in dataclasses.fields(compiled(LeadsTrump))] == ["who", "line", "card", "why"]
    assert LeadsTrump("QS", "it is high") == LeadsTrump("QS", "it is high", line=3)
    assert Leads("QS") != LeadsTrump("QS")


def test_importing_a_game_compiles_no_report() -> None:
    code = "import sys, referee.games.oh_hell as game; sys.exit('__dataclass_fields__' in game.Bids.__dict__)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
