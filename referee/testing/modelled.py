"""The referee and the plain model of a game agree, whatever is reported and whatever the house rules are."""

from __future__ import annotations

from referee.testing.telling import Retelling, walks
from referee.testing.tried import Tried, modelled

REACHED = "`moves` has to give it, `deal` may stack the pack, and `likely` lean that way"
FORMS = ("part", "bare", "short", "mixed", "any")


@modelled()
def the_book_has_these_numbers(tried: Tried) -> None:
    players_of = f"PLAYERS of {tried.model.path} isn't `players` of the game"
    assert [*tried.model.players] == [*tried.model.game.players], players_of
    for players in tried.model.players:
        house = {name: list(v) if isinstance(v, tuple) else v for name, v in tried.model.house(players).items()}
        game = tried.model.game.house(players, {})
        assert game.pop("without") is None
        rules = {name: list(v) if isinstance(v, tuple) else v for name, v in game.items()}
        both = {name: (house.get(name, "nothing"), rules.get(name, "nothing")) for name in {**house, **rules}}
        other = {name: pair for name, pair in both.items() if pair[0] != pair[1]}
        assert not other, f"BOOK of {tried.model.path} and the game differ for {players} players: {other}"


@modelled()
def random_hands_come_to_what_the_game_has(tried: Tried) -> None:
    """In a few evenings, or in more of them if something is rare."""
    reached: set[str] = set()
    rules: set[str] = set()
    rare = {*tried.model.reaches}
    for number, (steps, end) in enumerate(walks(tried.model, range(60))):
        if number > 4 and rare <= reached:
            break
        reached |= {*tried.model.came_to(end), *(step.move.verb for step in steps)}
        wrong = [move for step in steps for move in step.moves if move.breaks]
        reached |= {f"{move.verb} of {rule}" for move in wrong for rule in move.breaks}
        rules |= {rule for move in wrong for rule in move.breaks}
    missed = sorted(rare - reached)
    assert not missed, f"no random hand comes to {missed} of REACHES in {tried.model.path}: {REACHED}"
    strange = sorted(rules - {"impossible", "illegal", "unclear"} - {*tried.model.game.rules})
    assert not strange, f"moves in {tried.model.path} break {strange}, which are no rules of the game"


@modelled(8)
def every_move_is_judged_as_the_model_does(tried: Tried, seed: int) -> None:
    telling = Retelling(tried.model, seed, odd=(0, 0.3, 0.7)[seed % 3])
    while telling.hands < telling.model.hands and not telling.over:
        telling.in_full()
    assert telling.hands
    assert telling.tried, f"`moves` in {tried.model.path} never has one that breaks a rule"
    assert telling.compared, f"no legal move of {tried.model.path} has a verb of its LISTED, {tried.model.listed}"


@modelled(16)
def what_is_told_truly_stands(tried: Tried, seed: int) -> None:
    telling = Retelling(tried.model, 1000 + seed, odd=(0, 0.3, 0.7)[seed % 3])
    while telling.hands < telling.model.hands and not telling.over:
        form = FORMS[(seed + telling.hands) % len(FORMS)]
        form = telling.chance.choice(FORMS[:-1]) if form == "any" else form
        odds, known = telling.chance.choice([0, 0.3, 0.7, 1]), telling.chance.choice([0, 0.4, 0.8, 1])
        if form in ("short", "mixed") and telling.in_numbers(odds, known, at_once=form == "short"):
            continue
        telling.in_part(*((1, 0) if form == "bare" else (odds, known)))
    assert telling.hands


@modelled(4)
def a_hand_changes_from_full_to_short_in_the_middle(tried: Tried, seed: int) -> None:
    """Totals must agree with what was reported card by card."""
    telling = Retelling(tried.model, 2000 + seed, odd=(0, 0.5)[seed % 2])
    changed = 0
    while telling.hands < telling.model.hands and not telling.over:
        odds, known = telling.chance.choice([0, 0.5, 1]), telling.chance.choice([0, 0.5, 1])
        if telling.in_numbers_from_the_middle(odds, known):
            changed += 1
        else:
            telling.in_part(odds, known)
    assert changed or seed, f"`short` of {tried.model.path} never tells the rest of a hand"


@modelled(4)
def a_hand_goes_by_the_house_that_it_was_dealt_under(tried: Tried, seed: int) -> None:
    """Even if the table changes the rules for the next hands, between hands and during one."""
    telling = Retelling(tried.model, 5000 + seed, odd=(0.3, 0.7)[seed % 2], changing=True)
    while telling.hands < telling.model.hands and not telling.over:
        if seed % 4 == 3 and telling.in_numbers(0.5, 0.5, at_once=False):
            continue
        telling.in_full() if seed % 2 else telling.in_part(0.5, 0.5)


@modelled(8)
def what_the_book_allows_is_allowed_with_any_rules_gone(tried: Tried, seed: int) -> None:
    telling = Retelling(tried.model, 3000 + seed, odd=0, fewer_rules=True)
    telling.by_the_book()
    assert telling.hands
