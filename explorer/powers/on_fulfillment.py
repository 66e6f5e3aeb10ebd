"""Powers that resolve once, when their contract is fulfilled (R-POWER-3)."""

from __future__ import annotations

from explorer.language import events as ev
from explorer.language.abilities import ANYONE, POWERS, Answers, OnFulfill, WinsWhen, power, power_of, reindex
from explorer.language.events import emit, relied
from explorer.language.moves import (
    BANK,
    draw,
    forget_copy,
    gain,
    rely_on_flag_colors,
    remove_crew,
    remove_good,
    tuck,
    untuck,
)
from explorer.language.questions import ALL_ACTIONS, actions_of, allowed, good_counts, say_forbidden
from explorer.language.stepper import ask, done, for_each, go, push
from explorer.language.verbs import (
    OF_OTHERS,
    YOU,
    YOURS,
    Axis,
    Check,
    Coin,
    Ctx,
    EachPays,
    Lasting,
    Move,
    PayEach,
    Seq,
    Steps,
    clockwise,
    everyone,
    prompt,
)  # fmt: skip
from explorer.rules.arrivals import arrive
from explorer.rules.declaring import NO_BARTER_PAIR, NO_MATCH, PAIR_AXES, prepare_hand
from explorer.rules.fulfill import as_just_fulfilled, heed_copy, resolve_power
from explorer.state import Frame, State
from explorer.terms import AGRICULTURE, BARTER, FIVE_ACTIONS, ILLEGAL, PIRATE, TECHNOLOGY

power("Flametorch", OnFulfill(Coin(heads=EachPays(4), tails=PayEach(2))))


# Pirates: everybody else pays, and you take another turn after this one of yours


def _another_turn(s: State, f: Frame) -> None:
    emit(s, f, ev.ExtraTurnEarned, "power pirates", f.who)
    if f.who != s.leader:
        relied(s, f, "pirates-fulfilled-off-turn")
        if s.rulings["pirates-fulfilled-off-turn"] == "right-after-this-turn":
            s.extra.append(-1 - f.who)  # a negative entry: at once, whoever leads
            return
    s.extra.append(f.who)


power(
    "Pirates",
    OnFulfill(
        Seq(
            EachPays(6, to=BANK, part=True),
            Steps(_another_turn, touches=frozenset({"turns"}), emits=(ev.ExtraTurnEarned,), asks=False),
        )
    ),
)


# Surströmming: nobody may perform Pirate until your next turn begins

power(
    "Surströmming",
    OnFulfill(Lasting(0, until=("turn of", YOU))),
    effects=(
        Answers(
            "allowed",
            of=ANYONE,
            by=lambda s, entry, value, p: value & ~(1 << PIRATE),
            narrows=True,
            tells=(ev.ActionLapsed,),
        ),
    ),
)


# Hawaiian Salt: the others show their hands; you take every Agriculture card


def _show_and_take(s: State, f: Frame) -> None:
    taken = 0
    for q in clockwise(s, f.who):
        hand = s.players[q].hand
        emit(s, f, ev.HandShown, "power hawaiian-salt", q, tuple(hand))
        for card in [c for c in hand if s.cat.colors[c] >> AGRICULTURE & 1]:
            hand.remove(card)
            s.players[f.who].hand.append(card)
            rely_on_flag_colors(s, f, (card,), AGRICULTURE)
            emit(s, f, ev.CardMoved, "power hawaiian-salt", f.who, card, "hand")
            taken += 1
    if taken and s.rulings["what-is-drawing"] == "any-card-gained":
        relied(s, f, "what-is-drawing")
        emit(s, f, ev.CardsDrawn, "ruling what-is-drawing", f.who, taken, tuple(s.players[f.who].hand[-taken:]))
    gain(s, f, f.who, 2 * taken, "power hawaiian-salt")


power(
    "Hawaiian Salt",
    OnFulfill(
        Steps(
            _show_and_take,
            touches=frozenset({"hand", YOURS}),
            adds=frozenset({YOURS}),
            emits=(ev.HandShown, ev.CardMoved, ev.CreditsGained),
            asks=False,
        )
    ),
)


# Rooibos Tea: each player who is drinking tea gains 2; n counts the seats asked


@for_each
def _next_drinker(s: State, f: Frame) -> None:
    if f.n == len(s.players):
        done(f)


@for_each
def _ask_tea(s: State, f: Frame) -> None:
    if s.rulings["rooibos-tea"] != "fixed-answer":
        ask(s, everyone(s, f.who)[f.n], "rooibos-tea")
    else:
        f.r = ("no",)


@for_each
def _tea(s: State, f: Frame) -> None:
    seat = everyone(s, f.who)[f.n]
    if not f.n:
        relied(s, f, "rooibos-tea")
    emit(s, f, ev.Answered, "power rooibos-tea", seat, f.r[0])
    if f.r[0] == "yes":
        gain(s, f, seat, 2, "power rooibos-tea")
    f.n += 1
    go(f, _next_drinker)


prompt("rooibos-tea", Move("yes"), Move("no"))
power(
    "Rooibos Tea",
    OnFulfill(
        Steps(
            _next_drinker,
            _ask_tea,
            _tea,
            touches=frozenset({YOURS, OF_OTHERS}),
            adds=frozenset({YOURS, OF_OTHERS}),
            emits=(ev.Answered, ev.CreditsGained),
        )
    ),
)


# Interest: each other player gives you a good; you keep what fits.  n counts givers, y the goods given.


@for_each
def _next_giver(s: State, f: Frame) -> None:
    f.y = f.y or ()
    if f.n == len(s.players) - 1:
        go(f, _keep_what_fits)


@for_each
def _ask_give(s: State, f: Frame) -> None:
    ask(s, clockwise(s, f.who)[f.n], "interest/give")


@for_each
def _give(s: State, f: Frame) -> None:
    seat = clockwise(s, f.who)[f.n]
    f.n += 1
    if f.r is not None:
        card = f.r[1]
        remove_good(s, f, seat, card, "power interest")
        s.limbo.append(card)
        f.y = (*f.y, card)
    go(f, _next_giver)


def _keep_what_fits(s: State, f: Frame) -> None:
    arrive(s, f, f.who, "goods", f.y)


prompt("interest/give", Move("give", (Axis("card", lambda ctx: ctx.s.players[ctx.p].goods),)))
power(
    "Interest",
    OnFulfill(
        Steps(
            _next_giver,
            _ask_give,
            _give,
            _keep_what_fits,
            emits=(ev.GoodRemoved, ev.GoodAdded, ev.CardDiscarded),
        )
    ),
)


# Platinum Rings: draw up to eight, then play any of them alone


def _draw_to_eight(s: State, f: Frame) -> None:
    draw(s, f, f.who, 8 - len(s.players[f.who].hand), "power platinum-rings")


def _ask_play(s: State, f: Frame) -> None:
    ask(s, f.who, "platinum-rings")


def _play_alone(s: State, f: Frame) -> None:
    if f.r[0] == "stop":
        return done(f)
    *cards, action = f.r[1:]
    for card in cards:
        s.players[f.who].hand.remove(card)
        s.played.append((f.who, card))
    emit(s, f, ev.ActionPlayed, "power platinum-rings", f.who, action, tuple(cards))
    if s.rulings["solo-actions-lead"] == "leading":
        relied(s, f, "solo-actions-lead")
        emit(s, f, ev.ActionLed, "ruling solo-actions-lead", f.who, action, tuple(cards), 1)
        emit(s, f, ev.PerformanceStarted, "ruling solo-actions-lead", f.who, action, 1)
    go(f, _perform_alone)
    f.k = action


def _perform_alone(s: State, f: Frame) -> None:
    child = push(s, f, "perform", f.who, n=1, x=f.k)
    child.y = "alone"
    go(f, _ask_play)


def _alone_actions(ctx: Ctx, card: int) -> int:
    return actions_of(ctx.s, ctx.p, card) & ALL_ACTIONS


def _not_banned(ctx: Ctx, *_: int) -> int:
    return allowed(ctx.s, ctx.p)


def _pairs_allowed(ctx: Ctx) -> bool:
    return ctx.s.rulings["platinum-rings-pair"] == "allowed"


def _say_ban(ctx: Ctx, *args: int) -> dict[str, object]:
    return say_forbidden(ctx.s, ctx.p, args[-1])


ALONE = (Check("action-not-banned", "R-POWER-1", _not_banned, "allowed", say=_say_ban),)
prompt(
    "platinum-rings",
    Move(
        "play",
        (
            Axis("card", lambda ctx: ctx.s.players[ctx.p].hand),
            Axis(
                "action",
                lambda ctx, card: (*FIVE_ACTIONS, BARTER) if ctx.s.cat.action[card] == BARTER else FIVE_ACTIONS,
                (Check("card-has-action", "power platinum-rings", _alone_actions, "actions_of"), *ALONE),
                masked=True,
            ),
        ),
        order=(1, 0),
    ),
    Move(
        "pair",
        (*PAIR_AXES, Axis("action", lambda ctx, a, b: FIVE_ACTIONS, (NO_MATCH, NO_BARTER_PAIR, *ALONE), masked=True)),
        gates=(Check("no-pairs-alone", "power platinum-rings", _pairs_allowed, ruling="platinum-rings-pair"),),
        prepare=prepare_hand,
        order=(2, 0, 1),
    ),
    Move("stop"),
    window="action",
)


power(
    "Platinum Rings",
    OnFulfill(
        Steps(
            _draw_to_eight,
            _ask_play,
            _play_alone,
            _perform_alone,
            emits=(ev.CardsDrawn, ev.ActionPlayed),
            performs=(*FIVE_ACTIONS, BARTER),
        )
    ),
)


# Stolen Documents: swap this card, wherever it has been put, for another player's fulfilled Technology contract


def _ask_swap(s: State, f: Frame) -> None:
    if _lies_with(s, f.who, f.card):
        ask(s, f.who, "stolen-documents")
    else:
        emit(s, f, ev.PowerFails, "power stolen-documents", f.who, f.card, "elsewhere")
        done(f)


def _lies_with(s: State, seat: int, card: int) -> bool:
    player = s.players[seat]
    return card in player.fulfilled or card in player.crew or card in player.goods


def _take_away(s: State, f: Frame) -> None:
    """Take this card from where it lies: among the fulfilled contracts, unless another power has put it elsewhere."""
    player = s.players[f.who]
    if f.card in player.fulfilled:
        untuck(s, f, f.who, f.card, "power stolen-documents")
    else:
        (remove_crew if f.card in player.crew else remove_good)(s, f, f.who, f.card, "power stolen-documents")


def _swap(s: State, f: Frame) -> None:
    if f.r is None:
        emit(s, f, ev.PowerFails, "power stolen-documents", f.who, f.card, "no target")
        return
    card = f.r[1]
    victim = next(q for q, player in enumerate(s.players) if card in player.fulfilled and q != f.who)
    place = s.players[victim].fulfilled.index(card)
    untuck(s, f, victim, card, "power stolen-documents")
    _take_away(s, f)
    forget_copy(s, card)
    forget_copy(s, f.card)
    tuck(s, f, victim, f.card, "arrival", "power stolen-documents")
    fulfilled = s.players[victim].fulfilled
    fulfilled.insert(place, fulfilled.pop())
    tuck(s, f, f.who, card, "power", "power stolen-documents")
    as_just_fulfilled(s, f, f.who, card)


def _others_fulfilled(ctx: Ctx) -> list[int]:
    return [card for q in clockwise(ctx.s, ctx.p) for card in ctx.s.players[q].fulfilled]


prompt(
    "stolen-documents",
    Move(
        "steal",
        (
            Axis(
                "card",
                _others_fulfilled,
                (
                    Check(
                        "contract-is-technology",
                        "power stolen-documents",
                        lambda ctx, card: bool(ctx.s.cat.colors[card] >> TECHNOLOGY & 1),
                    ),
                ),
            ),
        ),
    ),
)
power(
    "Stolen Documents",
    OnFulfill(
        Steps(
            _ask_swap,
            _swap,
            emits=(ev.ContractUntucked, ev.ContractTucked, ev.ContractFulfilled, ev.CrewRemoved, ev.GoodRemoved),
        ),
        moves_its_card=True,
    ),
)


# Wind Turbines: has the power of another fulfilled contract for the rest of the game


def _ask_copy(s: State, f: Frame) -> None:
    if f.card in s.players[f.who].fulfilled:
        ask(s, f.who, "wind-turbines")
    else:
        emit(s, f, ev.PowerFails, "power wind-turbines", f.who, f.card, "elsewhere")
        done(f)


def _copy(s: State, f: Frame) -> None:
    own = {card for card in s.players[f.who].fulfilled if _low_tier(s, card)}
    if any(_low_tier(s, card) for player in s.players for card in player.fulfilled if card not in own):
        relied(s, f, "wind-turbines-scope")
    if f.r is None:
        emit(s, f, ev.PowerFails, "power wind-turbines", f.who, f.card, "no source")
        return
    if s.cat.base[f.r[1]] != f.r[1]:
        relied(s, f, "flag-tier")
    name = power_of(s, f.r[1])
    idle = names_itself(name) and s.rulings["wind-turbines-self-naming"] == "nothing"
    s.copied.append((f.card, None if idle else name))
    reindex(s)
    emit(s, f, ev.PowerCopied, "power wind-turbines", f.who, f.card, name)
    if names_itself(name):
        relied(s, f, "wind-turbines-self-naming")
    heed_copy(s, f.card)
    resolve_power(s, f, f.who, f.card)


def _low_tier(s: State, card: int) -> bool:
    """Whether a contract's tier is 1 or lower; that of a Flag contract is none at all or zero (ruling flag-tier)."""
    if s.cat.base[card] != card and s.rulings["flag-tier"] == "none":
        return False
    return bool(s.cat.tier_total[card] <= 1)


def names_itself(name: str | None) -> bool:
    """Whether a power's text moves or names its own card (ruling wind-turbines-self-naming)."""
    return name in POWERS and any(ability.moves_its_card for ability in POWERS[name].abilities)


def _sources(ctx: Ctx) -> list[int]:
    """Fulfilled contracts, with those of a ship just fulfilled that have yet to go elsewhere (D2, INT-75)."""
    s = ctx.s
    seats = [ctx.p] if s.rulings["wind-turbines-scope"] == "own" else range(len(s.players))
    found = [card for seat in seats for card in s.players[seat].fulfilled]
    for frame in s.stack if s.limbo else ():
        if frame.proc == "fulfill" and frame.who in seats:
            found += [card for card in frame.x if card in s.limbo]
    return found


prompt(
    "wind-turbines",
    Move(
        "copy",
        (
            Axis(
                "card",
                _sources,
                (
                    Check("another-contract", "power wind-turbines", lambda ctx, card: card != ctx.f.card),
                    Check("tier-one-or-less", "power wind-turbines", lambda ctx, card: _low_tier(ctx.s, card)),
                    Check(
                        "source-has-power",
                        "AMB-77",
                        lambda ctx, card: power_of(ctx.s, card) in POWERS and power_of(ctx.s, card) != ctx.f.by,
                    ),
                ),
            ),
        ),
    ),
)
power("Wind Turbines", OnFulfill(Steps(_ask_copy, _copy, emits=(ev.PowerCopied, ev.PowerFails))))


# Mother Load: eight Illegal goods win at once

power(
    "Mother Load",
    WinsWhen(lambda s, owner: good_counts(s, owner)[ILLEGAL] >= 8, watches="illegal goods", every_event=False),
)
