"""Lasting powers that act when somebody performs Pirate, or say what may be pirated."""

from __future__ import annotations

from typing import Any

from explorer.language import events as ev
from explorer.language.abilities import ANYONE, OTHERS, YOU, Answers, Entry, When, power
from explorer.language.checks import Ctx
from explorer.language.events import relied
from explorer.language.moves import gain, pay, take_top, to_island
from explorer.language.questions import HANDS, OTHER_HARBORS, TOP_OF_DECK, by_crew_only, once_a_turn
from explorer.language.stepper import ask, done, go
from explorer.language.verbs import OF_OTHERS, RANDOM, YOURS, Check, Draw, Move, Seq, Steps, gives, prompt
from explorer.rules.perform import came_within_action
from explorer.rules.pirate import ISLAND, PIRATED, pirating, prepare_pirating, take_one
from explorer.rules.windows import before_taking
from explorer.state import SEA, Frame, State
from explorer.terms import AGRICULTURE, PIRATE

SOURCE = ev.FIELDS + 1  # of ContainerPirated


def _mark(f: Frame) -> str:
    """What is noted of a power that counts once a turn: it goes with its card."""
    return f"{f.by} {f.card}"


# Big Ammunition: from whose ship at sea you pirate, from that hand you take a card at random


def _from_anothers_ship(s: State, owner: int, card: int, event: tuple[Any, ...]) -> bool:
    """The container comes from another player's ship at sea."""
    source = event[SOURCE]
    if source < 0 or s.ships[source].at != SEA or s.ships[source].owner == owner:
        return False
    return s.rulings["big-ammunition-unit"] == "per-container" or (owner, f"Big Ammunition {card}") not in s.once


def _robbed(s: State, f: Frame) -> int:
    return int(s.ships[f.x[SOURCE]].owner)


def _rob(s: State, f: Frame) -> None:
    if (f.who, _mark(f)) in s.once:
        relied(s, f, "big-ammunition-unit")
    s.once.append((f.who, _mark(f)))
    gives(s, f, _robbed(s, f), 1, RANDOM)


power(
    "Big Ammunition",
    When(
        ev.ContainerPirated,
        by=YOU,
        given=_from_anothers_ship,
        do=Steps(before_taking(_robbed), _rob, touches=frozenset({"hand"}), emits=(ev.CardGiven,), asks=False),
    ),
)


# Contraband: once a turn one more container from a ship at sea, within a Pirate action


def _another_open(s: State, owner: int, card: int, event: tuple[Any, ...]) -> bool:
    """The power was there when the action began, and has not been used in this turn."""
    if (owner, f"Contraband {card}") in s.once or not once_a_turn(s, owner):
        return False
    return not came_within_action(s, card)


def _ask_another(s: State, f: Frame) -> None:
    ask(s, f.who, "contraband")


def _take_another(s: State, f: Frame) -> None:
    if f.r is not None and f.r[0] == "pirate":
        s.once.append((f.who, _mark(f)))
        take_one(s, f, f.r, f.card)


def _lies_at_sea(ctx: Ctx, card: int) -> bool:
    source = ctx.source_of[card]
    return bool(source >= 0 and ctx.s.ships[source].at == SEA)


prompt(
    "contraband",
    Move("pirate", pirating(Check("from-a-ship-at-sea", "power contraband", _lies_at_sea)), prepare=prepare_pirating),
    Move("pass"),
)
power(
    "Contraband",
    When(
        ev.ActionDone,
        by=YOU,
        action=PIRATE,
        given=_another_open,
        do=Steps(
            _ask_another,
            _take_another,
            emits=(ev.ContainerPirated, ev.ContainerRemoved, ev.ContainerLoaded, ev.CardDiscarded),
        ),
    ),
)


# Mini Van: further places to pirate from

power(
    "Mini Van",
    Answers("pirate_places", by=lambda s, entry, value, p: value | OTHER_HARBORS | TOP_OF_DECK | HANDS),
)


# Poison Bottles: every other player who performs Pirate pays you, once a turn


def _pays_yet(s: State, owner: int, card: int, event: tuple[Any, ...]) -> bool:
    """The player has not paid for this power in this turn."""
    if not once_a_turn(s, owner) or by_crew_only(s, event[ev.SEAT]):
        return False
    seats = {seat for seat, mark in s.once if mark == f"Poison Bottles {card}"}
    return event[ev.SEAT] not in seats and (not seats or s.rulings["poison-bottles-cap"] == "each-player-pays-once")


def _pay_toll(s: State, f: Frame) -> None:
    if any(mark == _mark(f) for _seat, mark in s.once):
        relied(s, f, "poison-bottles-cap")
    s.once.append((f.x[ev.SEAT], _mark(f)))
    pay(s, f, f.x[ev.SEAT], 2, f.who, "power poison-bottles")


_PAID = (ev.CreditsPaid, ev.CreditsGained, ev.PaymentFailed)
power(
    "Poison Bottles",
    When(
        ev.ActionStarting,
        by=OTHERS,
        action=PIRATE,
        given=_pays_yet,
        do=Steps(_pay_toll, touches=frozenset({YOURS, OF_OTHERS}), adds=frozenset({YOURS}), emits=_PAID, asks=False),
    ),
)


# Shotguns: who has performed Pirate before you pays 2 credits or gives two cards; y are those still to pay, k is asked


def _pirates_before(s: State, owner: int, card: int) -> list[int]:
    paid = [seat for seat, mark in s.once if mark == f"Shotguns {card}"]
    seats = [(s.leader + i) % len(s.players) for i in range(len(s.players))]
    if (owner, PIRATED) not in s.once:  # only under one reading: who comes earlier in the turn (shotguns-own-pirate)
        seats = seats[: seats.index(owner)]
    before = [q for q in seats if q != owner and (q, PIRATED) in s.once and q not in paid]
    return [q for q in before if not by_crew_only(s, q)]


def _after_pirates(s: State, owner: int, card: int, event: tuple[Any, ...]) -> bool:
    """Another player has pirated earlier in this turn and has not paid for it yet."""
    return bool(_pirates_before(s, owner, card))


def _list_payers(s: State, f: Frame) -> None:
    f.y = tuple(_pirates_before(s, f.who, f.card))


def _next_payer(s: State, f: Frame) -> None:
    if not f.y:
        return done(f)
    f.k, f.y = f.y[0], f.y[1:]
    s.once.append((f.k, _mark(f)))


def _ask_payer(s: State, f: Frame) -> None:
    if s.rulings["payer-picks-alternative"] == "user":
        ask(s, f.who, "shotguns/demand")
    else:
        ask(s, f.k, "shotguns")


def _collect(s: State, f: Frame) -> None:
    go(f, _next_payer)
    relied(s, f, "payer-picks-alternative")
    if f.r is None or f.r[0] == "pay":
        pay(s, f, f.k, 2, f.who, "power shotguns")
    else:
        gives(s, f, f.k, 2)


for _asked, _credits, _cards in (
    ("shotguns", "two-credits", "two-cards-in-hand"),
    ("shotguns/demand", "payer-has-it", "payer-has-it"),
):
    prompt(
        _asked,
        Move("pay", gates=(Check(_credits, "R-POWER-6", lambda ctx: ctx.s.players[ctx.f.k].credits >= 2),)),
        Move("give", gates=(Check(_cards, "R-POWER-6", lambda ctx: len(ctx.s.players[ctx.f.k].hand) > 1),)),
    )


def _collects() -> Steps:
    touches, emits = frozenset({YOURS, OF_OTHERS, "hand"}), (*_PAID, ev.CardGiven)
    warn = before_taking(lambda s, f: f.k)
    return Steps(_list_payers, _next_payer, warn, _ask_payer, _collect, touches=touches, emits=emits)


def _pirates_not(s: State, owner: int, card: int, event: tuple[Any, ...]) -> bool:
    """Others have pirated earlier in the turn than this player could have, who has not."""
    return (owner, PIRATED) not in s.once and bool(_pirates_before(s, owner, card))


power(
    "Shotguns",
    When(ev.ActionStarting, by=YOU, action=PIRATE, given=_after_pirates, do=_collects()),
    When(ev.TurnEnding, given=_pirates_not, do=_collects(), under=("shotguns-own-pirate", "not-needed")),
)


# Stolen Rice: an Agriculture container pays; what becomes of it was not known of every one when it was taken


def _discarded_since(s: State, taken: tuple[Any, ...]) -> bool:
    """Whether a pirated card has found no place."""
    log = s.log
    while log is not None and log[1][ev.NUMBER] > taken[ev.NUMBER]:
        log, event = log
        if event[ev.CODE] == ev.CardDiscarded and event[ev.FIELDS + 1] == "pirate":
            if event[ev.FIELDS] == s.cat.base[taken[ev.FIELDS]]:
                return True
    return False


def _profit(s: State, f: Frame) -> None:
    if len(s.cat.faces[f.x[ev.FIELDS]]) > 1:
        relied(s, f, "flag-colour-unloaded")
    if _discarded_since(s, f.x):
        relied(s, f, "stolen-rice-discarded")
        if s.rulings["stolen-rice-discarded"] == "pays-not":
            return
    gain(s, f, f.who, 2, "power stolen-rice")


power("Stem Cells", Answers("pirates_to_goods", with_=True, tells=(ev.CreditsPaid, ev.GoodAdded)))

power(
    "Stolen Rice",
    When(
        ev.ContainerPirated,
        by=YOU,
        color=AGRICULTURE,
        do=Steps(_profit, touches=frozenset({YOURS}), adds=frozenset({YOURS}), emits=(ev.CreditsGained,), asks=False),
    ),
)


# Stolen Tires: a card for your hand and one for the island


def _next_to_island(s: State, f: Frame) -> None:
    card = take_top(s, f)
    if card >= 0:
        to_island(s, f, f.who, card, "power stolen-tires")


def _from_island_or_ship(s: State, owner: int, card: int, event: tuple[Any, ...]) -> bool:
    """The container comes from the Supply Island or from a ship."""
    return bool(event[SOURCE] >= ISLAND)


power(
    "Stolen Tires",
    When(
        ev.ContainerPirated,
        by=YOU,
        given=_from_island_or_ship,
        do=Seq(
            Draw(1),
            Steps(_next_to_island, touches=frozenset({"deck", "island"}), emits=(ev.IslandCardAdded,), asks=False),
        ),
    ),
)


# Water Notepad: nobody pirates from your ships


def _own_ships(s: State, entry: Entry, value: int, p: int) -> int:
    everywhere = s.rulings["water-notepad-harbour"] == "protected"
    for i, ship in enumerate(s.ships):
        if ship.owner == entry[1] and (everywhere or ship.at == SEA):
            value |= 1 << i
    return value


power("Water Notepad", Answers("protected_ships", of=ANYONE, by=_own_ships, narrows=True))
