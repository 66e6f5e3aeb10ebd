"""Powers that move cards between areas once, on fulfillment: goods, crew, hands, containers, fulfilled contracts."""

from __future__ import annotations

from explorer.language import events as ev
from explorer.language.abilities import OnFulfill, power
from explorer.language.checks import Axis, Check, Ctx, Move
from explorer.language.events import emit, relied
from explorer.language.moves import (
    as_drawn,
    forget_copy,
    from_hand,
    from_island,
    give,
    good_to_island,
    pay,
    remove_crew,
    remove_good,
    swap_areas,
    tell_areas,
    to_hand,
    tuck,
    untuck,
)
from explorer.language.questions import allowed, fills, kind_of_good, protected_ships
from explorer.language.ships import load, unload
from explorer.language.stepper import ask, done, for_each, go, push
from explorer.language.verbs import Steps, clockwise, everyone, gain_of, prompt
from explorer.rules.arrivals import arrive
from explorer.rules.fulfill import as_just_fulfilled
from explorer.rules.load import (
    BY_POWER_NOT_GRAY,
    FITS,
    HAS_CONTRACT,
    HAS_ROOM,
    IN_HARBOR,
    hand_faces,
    own_ships,
    prepare_ships,
)
from explorer.state import HARBOR, SEA, Frame, State, seat_name
from explorer.terms import AGRICULTURE, ILLEGAL, LUXURY, PIRATE


def _own_goods(ctx: Ctx) -> list[int]:
    return ctx.s.players[ctx.p].goods


def _good_into_limbo(s: State, f: Frame, seat: int, card: int, clause: str) -> None:
    remove_good(s, f, seat, card, clause)
    s.limbo.append(card)


# Apples: an Agriculture card from hand is tucked as though just fulfilled


def _ask_apples(s: State, f: Frame) -> None:
    ask(s, f.who, "apples")


def _add_fulfilled(s: State, f: Frame) -> None:
    if f.r is None:
        emit(s, f, ev.PowerFails, "power apples", f.who, f.card, "no target")
        return
    card = f.r[1]
    from_hand(s, f.who, card)
    tuck(s, f, f.who, card, "power", "power apples")
    as_just_fulfilled(s, f, f.who, card)


def _is_agriculture(ctx: Ctx, card: int) -> bool:
    cat = ctx.s.cat
    return bool(cat.colors[card] & cat.colors[cat.base[card]] & 1 << AGRICULTURE)


prompt(
    "apples", Move("add", (Axis("card", hand_faces, (Check("agriculture-added", "power apples", _is_agriculture),)),))
)
power(
    "Apples",
    OnFulfill(Steps(_ask_apples, _add_fulfilled, emits=(ev.ContractTucked, ev.PowerResolves, ev.PowerFails))),
)


# Dino Bones: everybody lays a good on the island, you take two cards from it.  n counts givers, y the cards taken.


@for_each
def _next_bone(s: State, f: Frame) -> None:
    f.y = ()
    if f.n == len(s.players):
        go(f, _ask_bone)


@for_each
def _ask_lay(s: State, f: Frame) -> None:
    ask(s, everyone(s, f.who)[f.n], "dino-bones/lay")


@for_each
def _lay(s: State, f: Frame) -> None:
    seat = everyone(s, f.who)[f.n]
    f.n += 1
    if f.r is not None:
        good_to_island(s, f, seat, f.r[1], "power dino-bones")
    go(f, _next_bone)


def _ask_bone(s: State, f: Frame) -> None:
    ask(s, f.who, "dino-bones/take")


def _take_bone(s: State, f: Frame) -> None:
    if f.r is not None:
        from_island(s, f, f.who, f.r[1], "power dino-bones")
        s.limbo.append(f.r[1])
        f.y = (*f.y, f.r[1])
        if len(f.y) < 2:
            go(f, _ask_bone)


def _keep_bones(s: State, f: Frame) -> None:
    arrive(s, f, f.who, "goods", f.y)


prompt("dino-bones/lay", Move("lay", (Axis("card", _own_goods),)))
prompt("dino-bones/take", Move("take", (Axis("card", lambda ctx: ctx.s.island),)))
power(
    "Dino Bones",
    OnFulfill(
        Steps(
            _next_bone,
            _ask_lay,
            _lay,
            _ask_bone,
            _take_bone,
            _keep_bones,
            emits=(ev.GoodRemoved, ev.IslandCardAdded, ev.IslandCardTaken, ev.GoodAdded, ev.CardDiscarded),
        )
    ),
)


# Fake Money: a container from each laden ship of the others, onto a ship of yours or into your hand.  x: ships left.


def _laden(s: State, f: Frame) -> None:
    relied(s, f, "fake-money-is-pirating")
    if _pirating(s) and not allowed(s, f.who) >> PIRATE & 1:
        f.x = ()
        return
    kept = protected_ships(s, f.who) if _pirating(s) else 0
    laden = [i for i, ship in enumerate(s.ships) if ship.owner != f.who and ship.cargo and ship.at in (HARBOR, SEA)]
    f.x = tuple(i for i in laden if not kept >> i & 1)


def _pirating(s: State) -> bool:
    """Whether each container is pirated: what protects ships or watches pirates applies (fake-money-is-pirating)."""
    return s.rulings["fake-money-is-pirating"] == "pirating"


def _ask_container(s: State, f: Frame) -> None:
    if f.x:
        ask(s, f.who, "fake-money")
    else:
        f.r = None


def _take_container(s: State, f: Frame) -> None:
    if f.r is None:
        return
    card = f.r[1]
    source = next(i for i in f.x if card in s.ships[i].cargo)
    f.x = tuple(i for i in f.x if i != source)
    unload(s, f, card, source, "power fake-money")
    if _pirating(s):
        emit(s, f, ev.ContainerPirated, "power fake-money", f.who, card, source, f.r[2] if f.r[0] == "load" else -1)
    if f.r[0] == "load":
        how = "pirate" if _pirating(s) else "power"
        load(s, f, f.who, card, f.r[2], how, "power fake-money", from_ship=True)
    else:
        to_hand(s, f, f.who, card, "power fake-money")
        as_drawn(s, f, f.who, (s.cat.base[card],), False)
    go(f, _ask_container)


def _containers(ctx: Ctx) -> list[int]:
    return [card for i in ctx.f.x for card in ctx.s.ships[i].cargo]


def _hand_allowed(ctx: Ctx, card: int) -> bool:
    if ctx.s.rulings["fake-money-choice"] == "free-choice":
        return True
    return not (BY_POWER_NOT_GRAY.fn(ctx, card) and ctx.any_open & fills(ctx.s, ctx.p, card))


LOAD_FIRST = Check(
    "load-if-possible", "ruling fake-money-choice", _hand_allowed, only=("fake-money-choice", "load-if-possible")
)
prompt(
    "fake-money",
    Move(
        "load",
        (
            Axis("card", _containers, (BY_POWER_NOT_GRAY,)),
            Axis("ship", own_ships, (IN_HARBOR, HAS_CONTRACT, HAS_ROOM, FITS)),
        ),
        prepare=prepare_ships,
    ),
    Move("hand", (Axis("card", _containers, (LOAD_FIRST,)),), prepare=prepare_ships),
)
power(
    "Fake Money",
    OnFulfill(
        Steps(
            _laden,
            _ask_container,
            _take_container,
            emits=(ev.ContainerRemoved, ev.ContainerLoaded, ev.CardMoved, ev.ContainerPirated),
        )
    ),
)


# Insects: all your Illegal goods to another player, then any good of that player to you.  n: 1 + that player,
# y: what was given


def _ask_player(s: State, f: Frame) -> None:
    ask(s, f.who, "insects/player")


def _hand_over(s: State, f: Frame) -> None:
    seat = f.r[1]
    f.n = 1 + seat
    emit(s, f, ev.Answered, "power insects", f.who, seat_name(s, seat))
    goods = s.players[f.who].goods
    cards = tuple(card for card in goods if kind_of_good(s, f.who, card) == ILLEGAL)
    if not cards:
        relied(s, f, "insects-without-illegal")
        if s.rulings["insects-without-illegal"] == "takes-nothing":
            return done(f)
    f.y = cards
    for card in cards:
        _good_into_limbo(s, f, f.who, card, "power insects")
    arrive(s, f, seat, "goods", cards)


def _ask_good(s: State, f: Frame) -> None:
    ask(s, f.who, "insects/take")


def _take_good(s: State, f: Frame) -> None:
    if f.r is not None:
        _good_into_limbo(s, f, f.n - 1, f.r[1], "power insects")
        arrive(s, f, f.who, "goods", f.r[1:])
    elif not f.y:
        emit(s, f, ev.PowerFails, "power insects", f.who, f.card, "no target")


prompt("insects/player", Move("player", (Axis("seat", lambda ctx: clockwise(ctx.s, ctx.p)),)))
prompt("insects/take", Move("take", (Axis("card", lambda ctx: ctx.s.players[ctx.f.n - 1].goods),)))
power(
    "Insects",
    OnFulfill(
        Steps(
            _ask_player,
            _hand_over,
            _ask_good,
            _take_good,
            emits=(ev.Answered, ev.GoodRemoved, ev.GoodAdded, ev.CardDiscarded),
        )
    ),
)


# Railguns: each other player gives 4 credits, a fulfilled contract or two goods, as they can and choose.  n counts.


@for_each
def _next_target(s: State, f: Frame) -> None:
    if f.n == len(s.players) - 1:
        done(f)


@for_each
def _ask_ransom(s: State, f: Frame) -> None:
    ask(s, clockwise(s, f.who)[f.n], "railguns")


@for_each
def _ransom(s: State, f: Frame) -> None:
    seat = clockwise(s, f.who)[f.n]
    f.n += 1
    go(f, _next_target)
    if f.r is None:
        return
    word, *cards = f.r
    if word == "pay-4":
        pay(s, f, seat, 4, f.who, "power railguns")
    elif word == "contract":
        untuck(s, f, seat, cards[0], "power railguns")
        forget_copy(s, cards[0])
        tuck(s, f, f.who, cards[0], "arrival", "power railguns")
    else:
        for card in cards:
            _good_into_limbo(s, f, seat, card, "power railguns")
        arrive(s, f, f.who, "goods", tuple(cards))


def _later_goods(ctx: Ctx, card: int) -> list[int]:
    goods = _own_goods(ctx)
    return goods[goods.index(card) + 1 :]


prompt(
    "railguns",
    Move("pay-4", gates=(Check("four-credits", "R-POWER-7", lambda ctx: ctx.s.players[ctx.p].credits >= 4),)),
    Move("contract", (Axis("card", lambda ctx: ctx.s.players[ctx.p].fulfilled),)),
    Move("goods", (Axis("card", _own_goods), Axis("card", _later_goods))),
)
power(
    "Railguns",
    OnFulfill(
        Steps(
            _next_target,
            _ask_ransom,
            _ransom,
            emits=(
                ev.CreditsPaid,
                ev.CreditsGained,
                ev.ContractUntucked,
                ev.ContractTucked,
                ev.GoodRemoved,
                ev.GoodAdded,
                ev.CardDiscarded,
            ),
        )
    ),
)


# Sanitizer: crew and goods change places, then what exceeds a limit goes


def _order_crew(s: State, f: Frame) -> None:
    push(s, f, "order crew", f.who)


def _swap_areas(s: State, f: Frame) -> None:
    swap_areas(s, f, f.who, "power sanitizer", told=s.rulings["sanitizer-added"] == "all-added")
    for area in ("goods", "crew"):  # its own text discards, whatever becomes of limits that fall
        push(s, f, "shed", f.who, x=area).y = "power sanitizer"


def _tell_kept(s: State, f: Frame) -> None:
    """Only now have those that stay been added, under one reading."""
    relied(s, f, "sanitizer-added")
    if s.rulings["sanitizer-added"] == "kept-ones-only":
        tell_areas(s, f, f.who, "power sanitizer")


power(
    "Sanitizer",
    OnFulfill(
        Steps(
            _order_crew,
            _swap_areas,
            _tell_kept,
            emits=(ev.CrewRemoved, ev.GoodRemoved, ev.CrewAdded, ev.GoodAdded, ev.CardDiscarded),
        )
    ),
)


# Soy Sauce: all crew may become goods, for 2 credits each.  y: the cards moved.


def _ask_soy(s: State, f: Frame) -> None:
    ask(s, f.who, "soy-sauce")


def _move_crew(s: State, f: Frame) -> None:
    if f.r[0] == "pass":
        return done(f)
    f.y = tuple(s.players[f.who].crew)
    for card in f.y:
        remove_crew(s, f, f.who, card, "power soy-sauce")
        s.limbo.append(card)
    if s.rulings["soy-sauce-pay"] == "all-moved":
        gain_of(s, f, f.who, 2 * len(f.y), f.by, "power soy-sauce")
    arrive(s, f, f.who, "goods", f.y)


def _pay_for_kept(s: State, f: Frame) -> None:
    kept = sum(card in s.players[f.who].goods for card in f.y)
    if kept < len(f.y):
        relied(s, f, "soy-sauce-pay")
    if s.rulings["soy-sauce-pay"] == "kept-ones-only":
        gain_of(s, f, f.who, 2 * kept, f.by, "power soy-sauce")


prompt(
    "soy-sauce",
    Move("move-crew", gates=(Check("has-crew", "power soy-sauce", lambda ctx: bool(ctx.s.players[ctx.p].crew)),)),
    Move("pass"),
)
power(
    "Soy Sauce",
    OnFulfill(
        Steps(
            _ask_soy,
            _move_crew,
            _pay_for_kept,
            emits=(ev.CrewRemoved, ev.CreditsGained, ev.CreditsPaid, ev.GoodAdded, ev.CardDiscarded),
        )
    ),
)


# Vacuums: each other player gives you the whole hand or a Luxury good.  n counts givers, k is the one who gives, y
# what its owner has asked for under one reading (ruling payer-picks-alternative).


@for_each
def _next_sucked(s: State, f: Frame) -> None:
    f.y = None
    if f.n == len(s.players) - 1:
        return done(f)
    f.k = clockwise(s, f.who)[f.n]


@for_each
def _ask_demand(s: State, f: Frame) -> None:
    f.r = None
    if s.rulings["payer-picks-alternative"] == "user":
        ask(s, f.who, "vacuums/demand")


@for_each
def _note_demand(s: State, f: Frame) -> None:
    f.y = {"give-hand": "give-hand", "good": "give"}[f.r[0]] if f.r is not None else None


@for_each
def _ask_sucked(s: State, f: Frame) -> None:
    ask(s, f.k, "vacuums")


@for_each
def _suck(s: State, f: Frame) -> None:
    seat = f.k
    f.n += 1
    go(f, _next_sucked)
    if f.r is None:
        return
    relied(s, f, "payer-picks-alternative")
    if f.r[0] == "give":
        _good_into_limbo(s, f, seat, f.r[1], "power vacuums")
        arrive(s, f, f.who, "goods", f.r[1:])
        return
    cards = tuple(s.players[seat].hand)
    for card in cards:
        give(s, f, seat, card, f.who, "power vacuums")
    as_drawn(s, f, f.who, cards, False)


def _some_hand(ctx: Ctx) -> bool:
    return bool(ctx.s.players[ctx.f.k].hand) or ctx.s.rulings["vacuums-empty-hand"] == "allowed"


def _is_luxury(ctx: Ctx, card: int) -> bool:
    return kind_of_good(ctx.s, ctx.f.k, card) == LUXURY


def _has_luxury(ctx: Ctx) -> bool:
    return any(_is_luxury(ctx, card) for card in ctx.s.players[ctx.f.k].goods)


def _demanded(word: str) -> Check:
    return Check("as-demanded", "ruling payer-picks-alternative", lambda ctx: ctx.f.y in (None, word))


prompt(
    "vacuums",
    Move(
        "give-hand",
        gates=(Check("hand-not-empty", "ruling vacuums-empty-hand", _some_hand), _demanded("give-hand")),
    ),
    Move(
        "give",
        (Axis("card", _own_goods, (Check("good-is-luxury", "power vacuums", _is_luxury),)),),
        gates=(_demanded("give"),),
    ),
)
prompt(
    "vacuums/demand",
    Move("give-hand", gates=(Check("payer-has-it", "ruling vacuums-empty-hand", _some_hand),)),
    Move("good", gates=(Check("payer-has-it", "R-POWER-7", _has_luxury),)),
)
power(
    "Vacuums",
    OnFulfill(
        Steps(
            _next_sucked,
            _ask_demand,
            _note_demand,
            _ask_sucked,
            _suck,
            emits=(ev.CardGiven, ev.GoodRemoved, ev.GoodAdded, ev.CardDiscarded),
        )
    ),
)
