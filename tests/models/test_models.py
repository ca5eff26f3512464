"""The referee and the plain model of each game rule alike, whatever is told and by whatever rules of the house."""

import pytest

from referee.games import games
from tests.models.telling import MODELS, Telling, model, walks
from tests.often import times

REACHED = "`moves` has to give it, `deal` may stack the pack, and `likely` lean that way"
FORMS = ("part", "bare", "short", "mixed", "any")


@pytest.mark.parametrize("slug", games())
def test_every_game_has_a_model(slug: str) -> None:
    place = f"tests/models/{slug.replace('-', '_')}.py"
    assert slug in MODELS, f"a plain model belongs into {place}; tests/models/__init__.py says what it has"


def test_every_model_is_of_a_game() -> None:
    assert {*MODELS} <= {*games()}


@pytest.mark.parametrize("slug", MODELS)
def test_the_book_has_these_numbers(slug: str) -> None:
    players_of = f"PLAYERS of {model(slug).path} isn't `players` of the game"
    assert [*model(slug).players] == [*model(slug).game.players], players_of
    for players in model(slug).players:
        house = {name: list(v) if isinstance(v, tuple) else v for name, v in model(slug).house(players).items()}
        game = model(slug).game.house(players, {})
        assert game.pop("without") is None
        rules = {name: list(v) if isinstance(v, tuple) else v for name, v in game.items()}
        both = {name: (house.get(name, "nothing"), rules.get(name, "nothing")) for name in {**house, **rules}}
        other = {name: pair for name, pair in both.items() if pair[0] != pair[1]}
        assert not other, f"BOOK of {model(slug).path} and the game differ for {players} players: {other}"


@pytest.mark.parametrize("slug", MODELS)
def test_random_hands_come_to_what_the_game_has(slug: str) -> None:
    """In a few evenings, or in some more where something is rare."""
    reached, rules, rare = set(), set(), {*model(slug).reaches}
    for number, (steps, end) in enumerate(walks(slug, range(60))):
        if number > 4 and rare <= reached:
            break
        reached |= {*model(slug).came_to(end), *(step.move.verb for step in steps)}
        wrong = [move for step in steps for move in step.moves if move.breaks]
        reached |= {f"{move.verb} of {rule}" for move in wrong for rule in move.breaks}
        rules |= {rule for move in wrong for rule in move.breaks}
    missed = sorted(rare - reached)
    assert not missed, f"no random hand comes to {missed} of REACHES in {model(slug).path}: {REACHED}"
    strange = sorted(rules - {"impossible", "illegal", "unclear"} - {*model(slug).game.rules})
    assert not strange, f"moves in {model(slug).path} break {strange}, which are no rules of the game"


@pytest.mark.parametrize("seed", range(times(8)))
@pytest.mark.parametrize("slug", MODELS)
def test_every_move_is_judged_as_the_model_does(slug: str, seed: int) -> None:
    telling = Telling(slug, seed, odd=(0, 0.3, 0.7)[seed % 3])
    while telling.hands < telling.model.hands and not telling.over:
        telling.in_full()
    assert telling.hands
    assert telling.tried, f"`moves` in {model(slug).path} never has one that breaks a rule"
    assert telling.compared, f"no legal move of {model(slug).path} has a verb of its LISTED, {model(slug).listed}"


@pytest.mark.parametrize("seed", range(times(16)))
@pytest.mark.parametrize("slug", MODELS)
def test_what_is_told_truly_stands(slug: str, seed: int) -> None:
    telling = Telling(slug, 1000 + seed, odd=(0, 0.3, 0.7)[seed % 3])
    while telling.hands < telling.model.hands and not telling.over:
        form = FORMS[(seed + telling.hands) % len(FORMS)]
        form = telling.chance.choice(FORMS[:-1]) if form == "any" else form
        odds, known = telling.chance.choice([0, 0.3, 0.7, 1]), telling.chance.choice([0, 0.4, 0.8, 1])
        if form in ("short", "mixed") and telling.in_numbers(odds, known, at_once=form == "short"):
            continue
        telling.in_part(*((1, 0) if form == "bare" else (odds, known)))
    assert telling.hands


@pytest.mark.parametrize("seed", range(times(4)))
@pytest.mark.parametrize("slug", MODELS)
def test_a_hand_changes_from_full_to_short_in_the_middle(slug: str, seed: int) -> None:
    """What was told card by card binds the numbers."""
    telling = Telling(slug, 2000 + seed, odd=(0, 0.5)[seed % 2])
    changed = 0
    while telling.hands < telling.model.hands and not telling.over:
        odds, known = telling.chance.choice([0, 0.5, 1]), telling.chance.choice([0, 0.5, 1])
        if telling.in_numbers_from_the_middle(odds, known):
            changed += 1
        else:
            telling.in_part(odds, known)
    assert changed or seed, f"`short` of {model(slug).path} never tells the rest of a hand"


@pytest.mark.parametrize("seed", range(times(8)))
@pytest.mark.parametrize("slug", MODELS)
def test_what_the_book_allows_is_allowed_with_any_rules_gone(slug: str, seed: int) -> None:
    telling = Telling(slug, 3000 + seed, odd=0, fewer_rules=True)
    telling.by_the_book()
    assert telling.hands
