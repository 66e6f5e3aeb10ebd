"""Lasting powers that answer contracts: placing them, fulfilling them, and what is aboard before the ship sails."""

from __future__ import annotations

from typing import Any

from explorer.language import events as ev
from explorer.language.abilities import ABILITIES, ANYONE, OTHERS, YOU, Answers, Entry, When, power
from explorer.language.checks import Ctx
from explorer.language.events import relied
from explorer.language.moves import add_good, as_drawn, goods_room, is_token, to_hand
from explorer.language.questions import CHOSEN, pairs
from explorer.language.ships import unload
from explorer.language.stepper import ask, done, go
from explorer.language.verbs import Axis, Check, Draw, Gain, Gives, May, Move, Seq, Steps, prompt
from explorer.rules.fulfill import came_with, fulfilled_together
from explorer.rules.windows import before_taking
from explorer.state import Frame, State
from explorer.terms import AGRICULTURE, CONSUMER, ILLEGAL, TECHNOLOGY

CARD = ev.FIELDS  # of ContractFulfilled, and the ship after it
SHIP = ev.FIELDS + 1


def _of_color(s: State, cards: tuple[int, ...] | list[int], color: int) -> list[int]:
    return [card for card in cards if s.cat.colors[card] >> color & 1]


power(
    "A Small Tank",
    When(
        ev.ContractFulfilled,
        by=OTHERS,
        do=Seq(Steps(before_taking(lambda s, f: f.x[ev.SEAT]), touches=frozenset(), asks=False), Gives(1)),
    ),
)

power("Drones", When(ev.ContractPlaced, by=YOU, do=May(Draw(1))))


# Flash Drives and Jets: before a ship that you have fulfilled sails, a container of it goes to hand or goods


def _before_sailing(s: State, owner: int, card: int, event: tuple[Any, ...]) -> bool:
    """A container is aboard, and this card has not come through the ship's own fulfillment."""
    if event[ev.CLAUSE] == "ruling automation-moment":
        return False
    ship = event[ev.FIELDS]
    seen = s.rulings["own-batch-seen"] == "always" or not came_with(s, ship, owner, card)  # D1
    return bool(s.ships[ship].cargo) and seen


def _aboard(ctx: Ctx) -> list[int]:
    return list(ctx.s.ships[ctx.f.x[ev.FIELDS]].cargo)


def _ask_container(s: State, f: Frame) -> None:
    ask(s, f.who, "flash-drives")


def _into_hand(s: State, f: Frame) -> None:
    if f.r[0] == "take":
        unload(s, f, f.r[1], f.x[ev.FIELDS], "power flash-drives")
        to_hand(s, f, f.who, f.r[1], "power flash-drives")
        as_drawn(s, f, f.who, f.r[1:], deck=False)


def _has_card(ctx: Ctx, card: int) -> bool:
    return ctx.s.rulings["variant-named-containers"] != "lost" or not is_token(ctx.s, card)


_HAS_CARD = Check(
    "container-has-card", "ruling variant-named-containers", _has_card, only=("variant-named-containers", "lost")
)
prompt("flash-drives", Move("take", (Axis("card", _aboard, (_HAS_CARD,)),)), Move("pass"))
power(
    "Flash Drives",
    When(
        ev.BeforeSail,
        by=YOU,
        at_once=True,
        given=_before_sailing,
        do=Steps(
            _ask_container,
            _into_hand,
            touches=frozenset({"ships", "hand"}),
            emits=(ev.ContainerRemoved, ev.CardMoved, ev.CardsDrawn),
        ),
    ),
)


# Hentai Manga: an Illegal contract that you fulfill later may become crew or a good instead


def _chosen(s: State, entry: Entry, value: str, p: int, card: int) -> str:
    return CHOSEN if s.cat.colors[card] >> ILLEGAL & 1 else value


power("Hentai Manga", Answers("fulfilled_to", by=_chosen))


def _next_container(s: State, f: Frame) -> None:
    """Look whether another one may be moved: one a ship, or one a contract (ruling jets-unit); n counts them."""
    contracts = len(fulfilled_together(s, f.x[ev.FIELDS]))
    if contracts > 1 and not f.n:
        relied(s, f, "jets-unit")
    if f.n == (contracts if s.rulings["jets-unit"] == "one-per-contract" else 1):
        done(f)


def _ask_jets(s: State, f: Frame) -> None:
    ask(s, f.who, "jets")


def _into_goods(s: State, f: Frame) -> None:
    if f.r[0] == "pass":
        return
    unload(s, f, f.r[1], f.x[ev.FIELDS], "power jets")
    add_good(s, f, f.who, f.r[1], "power jets")
    f.n += 1
    go(f, _next_container)


def _good_fits(ctx: Ctx, card: int) -> bool:
    return goods_room(ctx.s, ctx.p, card) > 0


prompt(
    "jets",
    Move(
        "move",
        (
            Axis(
                "card",
                _aboard,
                (Check("goods-limit", "R-LIMIT-2", _good_fits, "goods_limit"),),
            ),
        ),
    ),
    Move("pass"),
)
power(
    "Jets",
    When(
        ev.BeforeSail,
        by=YOU,
        at_once=True,
        given=_before_sailing,
        do=Steps(
            _next_container,
            _ask_jets,
            _into_goods,
            touches=frozenset({"ships", "goods"}),
            emits=(ev.ContainerRemoved, ev.GoodAdded),
        ),
    ),
)


# Laptops and Rare Metals look at the whole ship: they answer its first contract


def _first(s: State, event: tuple[Any, ...]) -> bool:
    return event[CARD] in fulfilled_together(s, event[SHIP])[:1]


def _technology_aboard(s: State, owner: int, card: int, event: tuple[Any, ...]) -> bool:
    """A Technology container is aboard, and it is the first contract of the ship."""
    if event[SHIP] < 0 or not (_first(s, event) or s.rulings["laptops-unit"] == "per-contract"):
        return False
    if s.index.pairs and pairs(s, event[ev.SEAT], event[SHIP]):
        return True  # two containers that count as a Technology container (power robo-cats)
    return any(not _as_rainbow(s, aboard) for aboard in _of_color(s, s.ships[event[SHIP]].cargo, TECHNOLOGY))


def _as_rainbow(s: State, card: int) -> bool:
    """Whether a card lies aboard as a container of any kind, whatever is printed on it (power automation)."""
    return any(
        until == ("aboard", card) and getattr(ABILITIES[id], "question", "") == "fills"
        for id, _owner, _card, _parameter, until in s.effects
    )


def _tell_unit(s: State, f: Frame) -> None:
    if len(fulfilled_together(s, f.x[SHIP])) > 1:
        relied(s, f, "laptops-unit")


power(
    "Laptops",
    When(
        ev.ContractFulfilled,
        by=YOU,
        given=_technology_aboard,
        do=Seq(Steps(_tell_unit, touches=frozenset(), asks=False), Draw(2)),
    ),
)

power("Mouthwash", When(ev.ContractFulfilled, by=YOU, color=CONSUMER, do=Gain(2)))

power("Onions", When(ev.ContractFulfilled, by=YOU, color=AGRICULTURE, includes_itself=True, do=Gain(2)))


def _both_kinds(s: State, owner: int, card: int, event: tuple[Any, ...]) -> bool:
    """A Technology and a Consumer contract are fulfilled together, once for the ship."""
    if not _first(s, event):
        return False
    together = fulfilled_together(s, event[SHIP])
    return bool(_of_color(s, together, TECHNOLOGY) and _of_color(s, together, CONSUMER))


power("Rare Metals", When(ev.ContractFulfilled, by=YOU, given=_both_kinds, do=Gain(4)))

power(
    "Shoes",
    When(
        ev.ContractFulfilled,
        by=YOU,
        includes_itself=True,
        do=May(Draw(1)),
        under=("shoes-satellite-scope", "own"),
    ),
    When(
        ev.ContractFulfilled,
        by=ANYONE,
        includes_itself=True,
        do=May(Draw(1)),
        under=("shoes-satellite-scope", "anyones"),
    ),
)

power("Sugar", When(ev.ContractPlaced, by=YOU, color=AGRICULTURE, do=Gain(2)))
