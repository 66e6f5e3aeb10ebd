"""The turn: draw or lead, follow or draw, perform, clean up, pass the buoy (R-TURN-1 … R-TURN-11, R-WILD-1)."""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations
from typing import Any

from explorer.language import events as ev
from explorer.language.abilities import POWERS, Entry
from explorer.language.checks import Axis, Check, Ctx, Move, Prompt
from explorer.language.events import emit, relied
from explorer.language.listing import BITS, Always, Fact, Table
from explorer.language.moves import discard, draw, end_effects, from_hand, gain
from explorer.language.questions import (
    ALL_ACTIONS,
    COUNTS_AS,
    actions_of,
    allowed,
    crew_counts,
    draws_up_to,
    follow_actions,
    follows_instead,
    instead_of_drawing,
    performs_as,
)  # fmt: skip
from explorer.language.stepper import ask, done, go, proc, push
from explorer.rules.ending import check_end, check_end_of_turn, end_is_due, game_over
from explorer.rules.settling import at_once, forget_declined, look_again, over_limit
from explorer.rules.windows import pause
from explorer.state import Frame, State
from explorer.terms import BARTER, CONTRACT, FIVE_ACTIONS, IMPORT, LOAD

# The game: one turn after the other


def _next_turn(s: State, f: Frame) -> None:
    push(s, f, "turn", s.leader)


def _pass_buoy(s: State, f: Frame) -> None:
    if s.ending == "won, after this turn":
        return game_over(s, f)
    if s.ending and not _played_extra(s, f):
        push(s, f, "scoring", s.leader)
        return done(f)
    at_once = [entry for entry in s.extra if entry < 0]
    if at_once:  # out of order: n remembers where the buoy goes on from (ruling pirates-fulfilled-off-turn)
        s.extra.remove(at_once[0])
        f.n = f.n or s.leader + 1
        s.leader = -1 - at_once[0]
    elif s.leader in s.extra:
        s.extra.remove(s.leader)
    else:
        if f.n:
            s.leader, f.n = f.n - 1, 0
        if s.leader in s.extra:  # earned in the turn after which others played out of order
            s.extra.remove(s.leader)
        else:
            s.leader = (s.leader + 1) % len(s.players)
    push(s, f, "turn", s.leader)
    go(f, _pass_buoy)


def _played_extra(s: State, f: Frame) -> bool:
    """Whether an extra turn is still played although the end was triggered (ruling extra-turn-at-end)."""
    if s.leader not in s.extra and f.n - 1 not in s.extra and all(entry >= 0 for entry in s.extra):
        return False
    relied(s, f, "extra-turn-at-end")
    if s.rulings["extra-turn-at-end"] == "played":
        return True
    emit(s, f, ev.ExtraTurnLost, "ruling extra-turn-at-end", s.leader)
    return False


proc("game", _next_turn, _pass_buoy)


# The leader's choice (R-TURN-1)


def _start(s: State, f: Frame) -> None:
    s.turn += 1
    s.leader = f.who
    s.action = -1
    s.performing = -1
    s.phase = "declare"
    s.declared = [0] * len(s.players)
    s.doing = [-1] * len(s.players)
    if s.once:
        s.once[:] = [pair for pair in s.once if pair[1].startswith(COUNTS_AS)]
    if s.declined:
        forget_declined(s)
    f.cause = emit(s, f, ev.TurnStarted, "R-TURN-1", f.who, s.turn)
    end_effects(s, f, ("turn of", f.who))


def _ask_lead(s: State, f: Frame) -> None:
    ask(s, f.who, "lead")


def _lead(s: State, f: Frame) -> None:
    word = f.r[0]
    if word == "draw":
        if instead_of_drawing(s, f.who):
            return go(f, _ask_draw)
        draw_action(s, f, f.who, "R-TURN-2")
        return go(f, _after_draw)
    cards = f.r[1:-2]
    action, count = f.r[-2:]
    s.action = action
    f.cause = _declare(s, f, f.who, action, cards, count, ev.ActionLed, "R-TURN-3")
    go(f, _ask_lead_as)


def _ask_draw(s: State, f: Frame) -> None:
    ask(s, f.who, "draw or gain")


def _draw_or_gain(s: State, f: Frame) -> None:
    if f.r[0] == "draw":
        draw_action(s, f, f.who, "R-TURN-2")
    else:
        relied(s, f, "jidohanbaiki-is-drawing")
        if s.rulings["jidohanbaiki-is-drawing"] == "counts-as-draw-action":
            emit(s, f, ev.DrawChosen, "R-TURN-2", f.who)
        gain(s, f, f.who, f.r[1], _named(s.index.instead_of_drawing[f.who]))
    go(f, _after_draw)


def _named(answers: list[Entry]) -> str:
    """The power that lets a player do what the rules do not know, as a clause."""
    return POWERS[answers[0][0].power].citation


def _after_draw(s: State, f: Frame) -> None:
    check_end(s, f)
    go(f, _end)


def spend_turn(s: State) -> None:
    """The leader's choice of this turn is made by what a power does: nothing is led (ruling tsukiji-fish-timing)."""
    go(next(frame for frame in s.stack if frame.proc == "turn"), _after_draw)


def draw_action(s: State, f: Frame, p: int, clause: str) -> None:
    """Use the draw action: up to 5 cards, or 1 when holding 5 or more (R-TURN-2, R-TURN-6)."""
    emit(s, f, ev.DrawChosen, clause, p)
    # what comes first has a chance to (ruling chairs-moment)
    if s.triggers and any([at_once(trigger) for trigger in s.triggers]):
        child = push(s, f, "draw action", p, x=clause)
        child.y = tuple(trigger for trigger in s.triggers if not at_once(trigger))
        s.triggers[:] = [trigger for trigger in s.triggers if at_once(trigger)]
    else:
        _draw_up(s, f, p, clause)


def _draw_up(s: State, f: Frame, p: int, clause: str) -> None:
    lacking = draws_up_to(s, p) - len(s.players[p].hand)
    draw(s, f, p, lacking if lacking > 0 else 1, clause)


def _draw_then(s: State, f: Frame) -> None:
    s.triggers += f.y
    _draw_up(s, f, f.who, f.x)


proc("draw action", _draw_then)


def _declare(
    s: State, f: Frame, p: int, action: int, cards: tuple[int, ...], count: int, code: int, clause: str
) -> int:
    """Lay the played cards on the harbor and note the declared number; returns the event's number."""
    if len(cards) == 2:
        _rely_on_pair(s, f, p, cards)
    for card in cards:
        from_hand(s, p, card)
        s.played.append((p, card))
    s.declared[p] = count
    s.doing[p] = action
    if s.rulings["declared-number-fixed"] == "recomputed":
        _note_crew(s, p, action, cards, count)
    return emit(s, f, code, clause, p, action, cards, count)


def _rely_on_pair(s: State, f: Frame, p: int, cards: tuple[int, ...]) -> None:
    """Tell which rulings a wild pair rests on."""
    if s.rulings["pair-needs-no-match"] == "always-allowed":
        if any(actions_of(s, p, card) >> s.action & 1 for card in s.players[p].hand):
            relied(s, f, "pair-needs-no-match")
    if s.rulings["pair-worth"] == "two-actions":
        relied(s, f, "pair-worth")
    if not s.cat.two_sided.isdisjoint(cards):
        relied(s, f, "flag-colour-unloaded")


# Numbers worked out again when acting (ruling declared-number-fixed).  A mark keeps the action, how many crew counted
# for it at the declaration, and how many of them were left out; a number declared without a mark stays.

CREW_THEN = "crew then "


def _note_crew(s: State, p: int, action: int, cards: tuple[int, ...], count: int) -> None:
    crew = crew_counts(s, p)[action]
    worth = 2 if len(cards) == 2 and s.rulings["pair-worth"] == "two-actions" else min(len(cards), 1)
    s.once.append((p, f"{CREW_THEN}{action} {crew} {max(0, worth + crew - count)}"))


def _count_anew(s: State, f: Frame, seat: int) -> None:
    """Let the declared number follow the crew that has come or gone since; those left out go first."""
    mark = next((mark for p, mark in s.once if p == seat and mark.startswith(CREW_THEN)), "")
    if mark:
        s.once.remove((seat, mark))
        action, crew, spare = (int(part) for part in mark.removeprefix(CREW_THEN).split())
        change = crew_counts(s, seat)[action] - crew
        count = max(0, s.declared[seat] + (change if change > 0 else min(0, change + spare)))
        if count != s.declared[seat]:
            relied(s, f, "declared-number-fixed")
        s.declared[seat] = count


# Who has declared one action and may perform another (power chopsticks)


def _may_change(s: State, seat: int) -> bool:
    """Whether a seat has a choice of what it performs for the led action that it has declared."""
    if not s.declared[seat] or s.doing[seat] != s.action:
        return False
    return bool(performs_as(s, seat, s.action) != 1 << s.action)


def _change(s: State, f: Frame, seat: int, action: int) -> None:
    if action == s.action:
        return
    s.doing[seat] = action
    emit(s, f, ev.ActionChanged, "R-POWER-1", seat, action, s.declared[seat])
    if seat == s.leader:
        relied(s, f, "chopsticks-led-action")
        if s.rulings["chopsticks-led-action"] == "the-action-performed":
            s.action = action


def _ask_lead_as(s: State, f: Frame) -> None:
    if s.index.performs_as and _may_change(s, f.who):
        ask(s, f.who, "perform as")
    else:
        go(f, _next_follower)


def _lead_as(s: State, f: Frame) -> None:
    if f.r is not None:
        _change(s, f, f.who, f.r[1])
    go(f, _next_follower)


def _ask_follow_as(s: State, f: Frame) -> None:
    if s.index.performs_as and _may_change(s, _follower(s, f)):
        ask(s, _follower(s, f), "perform as")
    else:
        go(f, _next_follower)


def _follow_as(s: State, f: Frame) -> None:
    if f.r is not None:
        _change(s, f, _follower(s, f), f.r[1])
    go(f, _next_follower)


# The others follow or draw (R-TURN-4)


def _next_follower(s: State, f: Frame) -> None:
    check_end(s, f)
    f.k += 1
    if f.k == len(s.players) or s.action == BARTER:  # nobody follows a Barter, nor draws (R-CAPITAL-4)
        f.k = 0
        go(f, _close_declarations)


def _follower(s: State, f: Frame) -> int:
    return (f.who + f.k) % len(s.players)


def _ask_follow(s: State, f: Frame) -> None:
    ask(s, _follower(s, f), "follow")


def _follow(s: State, f: Frame) -> None:
    seat = _follower(s, f)
    word = f.r[0]
    if word == "draw":
        draw_action(s, f, seat, "R-TURN-6")
    elif word == "pass":
        relied(s, f, "pass-without-drawing")
        go(f, _next_follower)
    elif word in ("instead", "pair-instead"):
        _word, *cards, action, count = f.r
        if action == BARTER:
            relied(s, f, "barter-follow")
        elif crew_counts(s, seat)[action]:
            relied(s, f, "neural-units-crew")
        clause = "R-CAPITAL-5" if action == BARTER else _named(s.index.follows_instead[seat])
        if word == "pair-instead":
            relied(s, f, "neural-units-pair")
        _declare(s, f, seat, action, tuple(cards), count, ev.ActionFollowed, clause)
        go(f, _next_follower)
    else:
        if len(f.r) == 3 and s.index.follow_actions and not actions_of(s, seat, f.r[1]) >> s.action & 1:
            relied(s, f, "3d-printers-crew")
        _declare(s, f, seat, s.action, f.r[1:-1], f.r[-1], ev.ActionFollowed, "R-TURN-5")
        go(f, _ask_follow_as)


def _after_follow_draw(s: State, f: Frame) -> None:
    check_end(s, f)


def _ask_count(s: State, f: Frame) -> None:
    ask(s, _follower(s, f), "declare")


def _count(s: State, f: Frame) -> None:
    word, *about = f.r or ("declare", 0)
    action, count = about if word == "instead" else (s.action, about[0])
    if count:
        clause = "R-TURN-6" if word == "declare" else "R-CAPITAL-5"
        _declare(s, f, _follower(s, f), action, (), count, ev.ActionFollowed, clause)
    go(f, _ask_follow_as)


# Performing (R-TURN-7)


def _close_declarations(s: State, f: Frame) -> None:
    s.phase = "perform"
    emit(s, f, ev.DeclarationsClosed, "R-TURN-7", f.who, s.action)


def performs_early(s: State, seat: int) -> bool:
    """Whether a seat that does not import acts before the bidding of a led Import (ruling barter-under-import)."""
    if s.doing[seat] == IMPORT:
        return False
    early = s.rulings["barter-under-import"] == "own-seat-before-rounds" and s.doing[seat] == BARTER
    return seat == s.leader or early


def _begin_performing(s: State, f: Frame) -> None:
    """With Import, ``k`` counts the seats twice: those who act before the bidding, then, after it, the others."""
    if s.action == IMPORT:
        go(f, _next_early)


def _next_early(s: State, f: Frame) -> None:
    check_end(s, f)
    seats = len(s.players)
    for offset in range(f.k, seats):
        seat = (f.who + offset) % seats
        if s.declared[seat] and performs_early(s, seat):
            f.k = offset + 1
            _perform(s, f, seat)
            return go(f, _next_early)
    f.k = 0
    if IMPORT in s.doing:
        for seat in range(seats):
            if s.doing[seat] == IMPORT and s.rulings["declared-number-fixed"] == "recomputed":
                _count_anew(s, f, seat)
        push(s, f, "import rounds", f.who)
    go(f, _next_performer)


def _next_performer(s: State, f: Frame) -> None:
    check_end(s, f)
    s.performing = -1
    seats = len(s.players)
    for offset in range(f.k, seats):
        seat = (f.who + offset) % seats
        if s.declared[seat] and (s.action != IMPORT or s.doing[seat] != IMPORT):  # the rounds have seen to those
            f.k = offset + 1
            _perform(s, f, seat)
            return go(f, _next_performer)
    go(f, _clean_up)


def _perform(s: State, f: Frame, seat: int) -> None:
    """Let a seat perform what it has declared."""
    s.performing = seat
    if s.rulings["declared-number-fixed"] == "recomputed":
        _count_anew(s, f, seat)
    action, count = s.doing[seat], s.declared[seat]
    if s.action == IMPORT and action == BARTER:
        relied(s, f, "barter-under-import")
    child = push(s, f, "perform", seat, n=count, x=action)
    child.cause = emit(s, f, ev.PerformanceStarted, "R-TURN-7", seat, action, count)


# Cleaning up and passing the buoy (R-TURN-8, R-TURN-9)


def _clean_up(s: State, f: Frame) -> None:
    check_end(s, f)
    s.phase = "clean-up"
    s.performing = -1
    if s.containers and s.rulings["discard-order"] == "owner-orders":
        return go(f, _ask_discard)
    if s.played:
        for seat in (*range(f.who, len(s.players)), *range(f.who)):
            for owner, card in s.played:
                if owner == seat:
                    discard(s, f, seat, card, "harbor", "R-TURN-8")
        s.played.clear()


def next_to_discard(s: State) -> list[int]:
    """The cards of the player whose turn it is to discard those played, the leader first, clockwise."""
    if not s.played:
        return []
    first = min((seat - s.leader) % len(s.players) for seat, _card in s.played)
    return [card for seat, card in s.played if (seat - s.leader) % len(s.players) == first]


def _ask_discard(s: State, f: Frame) -> None:
    """With containers the pile is searched from the top, so the order of cards of one color matters (R-VARIANT-3)."""
    cards = next_to_discard(s)
    if any(s.cat.colors[one] & s.cat.colors[other] for one, other in combinations(cards, 2)):
        ask(s, next(seat for seat, card in s.played if card == cards[0]), "discard first")
    else:
        f.r = None


def _discard_first(s: State, f: Frame) -> None:
    cards = next_to_discard(s)
    if not cards:
        return go(f, _end)
    if f.r is not None:
        relied(s, f, "discard-order")
    seat, card = next(pair for pair in s.played if pair[1] == (f.r[1] if f.r is not None else cards[0]))
    s.played.remove((seat, card))
    discard(s, f, seat, card, "harbor", "R-TURN-8")
    go(f, _ask_discard)


Prompt(
    "discard first",
    "ruling discard-order",
    (Move("first", (Axis("card", lambda ctx: next_to_discard(ctx.s)),)),),
)


def _end(s: State, f: Frame) -> None:
    look_again(s, f)
    s.phase = "clean-up"
    s.performing = -1
    emit(s, f, ev.TurnEnding, "R-TURN-9", f.who)


def _last_window(s: State, f: Frame) -> None:
    pause(s, f, "turn end")


def _late_limits(s: State, f: Frame) -> bool:
    """Begin discarding down to the limits only now, under the reading check-at-turn-end."""
    over = over_limit(s)
    if over is None:
        return False
    over.cause = f.cause
    s.stack.append(over)
    return True


def _close(s: State, f: Frame) -> None:
    if s.rulings["falling-limits"] == "check-at-turn-end" and _late_limits(s, f):
        return go(f, _close)
    check_end(s, f)
    check_end_of_turn(s, f)
    if s.ending in ("credits", "cards") and not end_is_due(s):
        relied(s, f, "end-check")
    end_effects(s, f, ("turn end",))
    emit(s, f, ev.TurnEnded, "R-TURN-9", f.who)
    done(f)


proc(
    "turn",
    _start, _ask_lead, _lead,
    _next_follower, _ask_follow, _follow, _after_follow_draw, _ask_count, _count,
    _close_declarations, _begin_performing, _next_performer,
    _clean_up, _end, _last_window, _close, _after_draw,
    _ask_lead_as, _lead_as, _ask_follow_as, _follow_as, _next_early, _ask_draw, _draw_or_gain,
    _ask_discard, _discard_first,
)  # fmt: skip


# What may be led, followed and declared


def _prepare_lead(ctx: Ctx) -> None:
    s, p = ctx.s, ctx.p
    ctx.mine = _declarable(s, p)
    ctx.crew = crew = crew_counts(s, p)
    ctx.within = within = [0b11] * len(crew)  # what may be declared of each action, as bits
    for action, count in enumerate(crew):
        if count:
            within[action] = (4 << count) - 1
    prepare_hand(ctx)


def prepare_hand(ctx: Ctx) -> None:
    """Look up what each card in hand stands for, and for which actions a wild pair may stand (R-WILD-1, AMB-8)."""
    s, p = ctx.s, ctx.p
    printed = s.cat.action
    as_others = s.index.actions_of and s.index.actions_of[p]
    ctx.stands = stands = {}
    held = 0
    ctx.hand = hand = s.players[p].hand
    ctx.several = len(hand) > 1
    for card in hand:
        actions = actions_of(s, p, card) if as_others else 1 << printed[card]
        stands[card] = actions & ALL_ACTIONS
        held |= actions
    ctx.unmatched = 0b11111 if s.rulings["pair-needs-no-match"] == "always-allowed" else ~held & 0b11111


def _pair_more(ctx: Ctx) -> int:
    """How many actions a pair is worth more than a card (ruling pair-worth)."""
    return int(ctx.s.rulings["pair-worth"] == "two-actions")


def _by_color(ctx: Ctx) -> bool:
    """Whether color alone makes a wild pair (ruling pair-matches-by)."""
    return bool(ctx.s.rulings["pair-matches-by"] == "colour")


def possible_actions(s: State, p: int, without: tuple[int, ...], count: int) -> int:
    """Which actions p could perform with these cards played and so many declared (ruling declare-impossible)."""
    from explorer.language.checks import PROMPTS
    from explorer.rules.perform import PROMPT_OF

    mask = 0
    s = s.copy()
    s.players[p].hand = [card for card in s.players[p].hand if card not in without]
    trial = Frame("perform", p, n=count)
    for action in (*FIVE_ACTIONS, BARTER):
        mask |= PROMPTS[PROMPT_OF[action]].possible(s, trial, p) << action
    if s.index.performs_as:  # declared, another action may be performed for it
        mask = sum(bool(mask & performs_as(s, p, action)) << action for action in (*FIVE_ACTIONS, BARTER))
    return mask


def _say_action(ctx: Ctx, *args: Any) -> dict[str, Any]:
    return {"action": args[-1]}


HAS_ACTION = Check("card-has-action", "R-TURN-3", Table("stands"), "actions_of")
NOT_BANNED = Check("action-not-banned", "R-POWER-1", Fact("mine"), "allowed", say=_say_action)


def _possible_after(ctx: Ctx, *cards: int) -> int:
    if ctx.s.rulings["declare-impossible"] != "refused":
        return -1
    return possible_actions(ctx.s, ctx.p, cards, _worth(ctx, cards) + ctx.crew[CONTRACT])


def _worth(ctx: Ctx, cards: tuple[int, ...]) -> int:
    """How many actions the cards played are worth without crew (ruling pair-worth)."""
    return 1 + _pair_more(ctx) if len(cards) > 1 else len(cards)


IF_REFUSED = ("declare-impossible", "refused")
NOW_POSSIBLE = Check(
    "action-possible-now", "ruling declare-impossible", _possible_after, say=_say_action, only=IF_REFUSED
)


def _tried(ctx: Ctx, card: int) -> tuple[int, ...]:
    """What one might try with a card: the five actions, and Barter where it shows it."""
    return (*FIVE_ACTIONS, BARTER) if ctx.s.cat.action[card] == BARTER else FIVE_ACTIONS


NO_BARTER_PAIR = Check("pair-not-for-barter", "R-WILD-2", Always(0b11111), say=_say_action)


def _crew_range(ctx: Ctx, *args: Any) -> range:
    return range(ctx.crew[args[-1]] + 3)


AT_LEAST_ONE = Check("declare-at-least-one", "R-TURN-3", Always(-2))
WITHIN_CREW = Check(
    "declare-within-crew",
    "R-TURN-3",
    Table("within"),
    "crew_counts",
    say=lambda ctx, *args: {"count": ctx.crew[args[-2]], "most": 1 + ctx.crew[args[-2]]},
)
IF_TWO = ("pair-worth", "two-actions")
PAIR_WITHIN_CREW = (
    Check(
        WITHIN_CREW.id,
        WITHIN_CREW.clause,
        Table("within"),
        "crew_counts",
        say=WITHIN_CREW.say,
        ruling="pair-worth",
        when=lambda ctx: not _pair_more(ctx),
    ),
    Check(
        "pair-within-crew",
        "ruling pair-worth",
        lambda ctx, action: (8 << ctx.crew[action]) - 1,
        "crew_counts",
        say=lambda ctx, *args: {"count": ctx.crew[args[-2]], "most": 2 + ctx.crew[args[-2]]},
        only=IF_TWO,
    ),
)

LEAD = Move(
    "lead",
    (
        Axis("card", Fact("hand")),
        Axis("action", _tried, (HAS_ACTION, NOT_BANNED, NOW_POSSIBLE), masked=True),
        Axis("count", _crew_range, (AT_LEAST_ONE, WITHIN_CREW), masked=True),
    ),
    order=(1, 0, 2),
)


def _partners(ctx: Ctx, first: int) -> list[int]:
    hand: list[int] = ctx.hand
    return hand[hand.index(first) + 1 :]


def _likely_first(ctx: Ctx) -> dict[int, list[int]]:
    """Those of the hand that share a color with later cards, where color is what counts; ``partners`` holds these."""
    hand: list[int] = ctx.hand
    partners: dict[int, list[int]]
    if not _by_color(ctx):
        ctx.partners = partners = {card: hand[at + 1 :] for at, card in enumerate(hand)}
        return partners
    colors = ctx.s.cat.colors
    ctx.partners = partners = {}
    for at, first in enumerate(hand, 1):
        mask = colors[first]
        for card in hand[at:]:
            if colors[card] & mask:
                if first in partners:
                    partners[first].append(card)
                else:
                    partners[first] = [card]
    return partners


def one_color(ctx: Ctx, a: int, b: int) -> bool:
    """Whether two cards make a wild pair: by color, or by what the ruling pair-matches-by says (R-WILD-1)."""
    s = ctx.s
    colors = s.cat.colors
    color = colors[a] & colors[b] & 0b111111
    reading = s.rulings["pair-matches-by"]
    if reading == "colour":
        return color != 0
    action = actions_of(s, ctx.p, a) & actions_of(s, ctx.p, b) & 0b111111
    return bool(action if reading == "action" else color and action)


SAME_COLOR = Check("pair-of-one-color", "R-WILD-1", one_color, ruling="pair-matches-by")
NO_MATCH = Check(
    "pair-only-without-match", "R-WILD-1", Fact("unmatched"), say=_say_action, ruling="pair-needs-no-match"
)
TWO_CARDS = Check("pair-needs-two-cards", "R-WILD-1", Fact("several"))

FIRST_CARD = Axis("card", Fact("hand"), likely=_likely_first)
PAIR_AXES = (FIRST_CARD, Axis("card", _partners, (SAME_COLOR,), likely=Table("partners")))

LEAD_PAIR = Move(
    "pair",
    (
        *PAIR_AXES,
        Axis(
            "action",
            lambda ctx, a, b: _tried(ctx, a) if ctx.s.cat.action[b] == BARTER else FIVE_ACTIONS,
            (NO_MATCH, NO_BARTER_PAIR, NOT_BANNED, NOW_POSSIBLE),
            masked=True,
        ),
        Axis(
            "count",
            lambda ctx, action: range(ctx.crew[action] + 3 + _pair_more(ctx)),
            (AT_LEAST_ONE, *PAIR_WITHIN_CREW),
            masked=True,
        ),
    ),
    gates=(
        TWO_CARDS,
        Check("some-action-unmatched", "R-WILD-1", Fact("unmatched"), ruling="pair-needs-no-match"),
    ),
    order=(2, 0, 1, 3),
)

Prompt("lead", "R-TURN-1", (Move("draw"), LEAD, LEAD_PAIR), window="declare", prepare=_prepare_lead, always=True)


def _prepare_crew(ctx: Ctx) -> None:
    s = ctx.s
    ctx.counts = crew_counts(s, ctx.p)
    ctx.crew = ctx.counts[s.action]
    ctx.mine = mine = _declarable(s, ctx.p)
    ctx.led_banned = not mine >> s.action & 1
    ctx.others = (BARTER,) if ctx.counts[BARTER] else ()


def _declarable(s: State, p: int) -> int:
    """The actions that no ban keeps p from declaring, as bits (ruling banned-action-declared)."""
    return allowed(s, p) if s.index.allowed and s.rulings["banned-action-declared"] == "not-declarable" else -1


def _prepare_follow(ctx: Ctx) -> None:
    """Look up the crew, and which cards in hand follow; a pair may stand only for an action not held (R-WILD-1)."""
    s, p = ctx.s, ctx.p
    index, action, printed = s.index, s.action, s.cat.action
    ctx.hand = hand = s.players[p].hand
    ctx.several = len(hand) > 1
    ctx.counts = counts = crew_counts(s, p)
    ctx.crew = counts[action]
    as_others = index.actions_of and index.actions_of[p]
    following, aside = [], []
    for card in hand:
        if printed[card] == action:
            following.append(card)
        if printed[card] == BARTER:
            aside.append(card)
    if as_others or (index.follow_actions and index.follow_actions[p]):
        following = [card for card in hand if follow_actions(s, p, card) >> action & 1]
    ctx.following = following
    ctx.aside = aside  # those one might try for Barter
    ctx.mine = mine = _declarable(s, p)
    ctx.led_allowed = mine >> action & 1
    ctx.may_pass = s.rulings["pass-without-drawing"] == "may-do-nothing"
    may_instead = index.follows_instead and index.follows_instead[p]
    ctx.pair_instead = may_instead and action != LOAD and s.rulings["neural-units-pair"] == "allowed"
    asked = hand if as_others or may_instead else aside
    if asked:
        ctx.instead = instead = {card: follows_instead(s, p, card, counts) & ~(1 << action) for card in asked}
        ctx.aside = [card for card in asked if instead[card] or printed[card] == BARTER]
    ctx.unmatched = not following or s.rulings["pair-needs-no-match"] == "always-allowed"


def _matches(ctx: Ctx, card: int) -> bool:
    return card in ctx.following


def _led_possible(ctx: Ctx, *cards: int) -> bool:
    s = ctx.s
    if s.rulings["declare-impossible"] != "refused":
        return True
    return bool(possible_actions(s, ctx.p, cards, ctx.crew + _worth(ctx, cards)) >> s.action & 1)


def _follow_range(ctx: Ctx, *_: Any) -> range:
    return range(ctx.crew + 3 + _pair_more(ctx))


def _say_led(ctx: Ctx, *_: Any) -> dict[str, Any]:
    return {"action": ctx.s.action}


def _say_crew(ctx: Ctx, *_: Any) -> dict[str, Any]:
    return {"count": ctx.crew, "most": ctx.crew + 1}


LED_ALLOWED = Check("led-action-not-banned", "R-POWER-1", Fact("led_allowed"), "allowed", say=_say_led)
LED_POSSIBLE = Check(
    "led-action-possible-then", "ruling declare-impossible", _led_possible, say=_say_led, only=IF_REFUSED
)


def _crew_with(ctx: Ctx, card: int) -> int:
    """How many crew add to following with this card: those of the led action (ruling 3d-printers-crew)."""
    s, p = ctx.s, ctx.p
    if s.index.follow_actions and s.rulings["3d-printers-crew"] == "every-crew":
        if not actions_of(s, p, card) >> s.action & 1:
            return sum(bool(actions_of(s, p, one) & ALL_ACTIONS) for one in s.players[p].crew)
    return int(ctx.crew)


def _say_with(ctx: Ctx, card: int, count: int) -> dict[str, Any]:
    return {"count": _crew_with(ctx, card), "most": _crew_with(ctx, card) + 1}


AT_LEAST_ONE_TOO = Check("declare-at-least-one", "R-TURN-5", Always(-2))
FOLLOW_COUNT = (
    AT_LEAST_ONE_TOO,
    Check(
        "follow-within-crew",
        "R-TURN-5",
        lambda ctx, *_: (4 << ctx.crew) - 1,
        "crew_counts",
        say=_say_crew,
        ruling="pair-worth",
        when=lambda ctx: not _pair_more(ctx),
    ),
    Check(
        "pair-within-crew",
        "ruling pair-worth",
        lambda ctx, *_: (8 << ctx.crew) - 1,
        "crew_counts",
        say=lambda ctx, *_: {"count": ctx.crew, "most": 2 + ctx.crew},
        only=IF_TWO,
    ),
)

FOLLOW = Move(
    "follow",
    (
        Axis(
            "card",
            Fact("hand"),
            (
                Check("card-of-led-action", "R-TURN-5", _matches, "actions_of follow_actions", say=_say_led),
                LED_POSSIBLE,
            ),
            likely=Fact("following"),
        ),
        Axis(
            "count",
            lambda ctx, card: range(_crew_with(ctx, card) + 3),
            (
                AT_LEAST_ONE_TOO,
                Check(
                    "follow-within-crew",
                    "R-TURN-5",
                    lambda ctx, card: (4 << _crew_with(ctx, card)) - 1,
                    "crew_counts",
                    say=_say_with,
                ),
            ),
            masked=True,
        ),
    ),
    gates=(LED_ALLOWED,),
)


FOLLOW_PAIR = Move(
    "pair",
    (
        FIRST_CARD,
        Axis("card", _partners, (SAME_COLOR, LED_POSSIBLE), likely=Table("partners")),
        Axis("count", _follow_range, FOLLOW_COUNT, masked=True),
    ),
    gates=(
        TWO_CARDS,
        Check(
            "follow-pair-only-without-match",
            "R-WILD-1",
            Fact("unmatched"),
            say=_say_led,
            ruling="pair-needs-no-match",
        ),
        LED_ALLOWED,
    ),
)

PASS = Move(
    "pass",
    gates=(Check("follow-or-draw", "R-TURN-4", Fact("may_pass")),),
)


def _aside_actions(ctx: Ctx, card: int) -> Collection[int]:
    barter = 1 << BARTER if ctx.s.cat.action[card] == BARTER else 0
    return BITS[ctx.instead[card] | barter]


def _possible_instead(ctx: Ctx, card: int) -> int:
    if ctx.s.rulings["declare-impossible"] != "refused":
        return -1
    return possible_actions(ctx.s, ctx.p, (card,), 1)


def _crew_instead(ctx: Ctx, action: int) -> int:
    alone = action == LOAD and ctx.s.rulings["neural-units-crew"] == "played-card-only"
    return 0 if alone else int(ctx.counts[action])


def _within_crew(ctx: Ctx, action: int) -> int:
    return (4 << _crew_instead(ctx, action)) - 1


def _say_instead(ctx: Ctx, *args: Any) -> dict[str, Any]:
    crew = _crew_instead(ctx, args[1])
    return {"count": crew, "most": 1 + crew}


BY_CREW_ONLY = Check(
    "barter-by-crew-only",
    "ruling barter-follow",
    lambda ctx, action: action != BARTER or ctx.s.rulings["barter-follow"] != "crew-only",
)

INSTEAD = Move(
    "instead",
    (
        Axis("card", Fact("aside")),
        Axis(
            "action",
            _aside_actions,
            (
                Check(
                    "barter-crew-needed",
                    "R-CAPITAL-5",
                    Table("instead"),
                    "follows_instead",
                    ruling="barter-follow",
                    rather=BY_CREW_ONLY,
                ),
                NOT_BANNED,
                Check(
                    "action-possible-now",
                    "ruling declare-impossible",
                    _possible_instead,
                    say=_say_action,
                    only=IF_REFUSED,
                ),
            ),
            masked=True,
        ),
        Axis(
            "count",
            lambda ctx, card, action: range(_crew_instead(ctx, action) + 3),
            (
                AT_LEAST_ONE_TOO,
                Check(
                    "follow-within-crew",
                    "R-CAPITAL-5",
                    lambda ctx, action: _within_crew(ctx, action) if action == BARTER else -1,
                    "crew_counts",
                    say=_say_instead,
                ),
                Check(
                    "follow-within-crew",
                    "R-TURN-5",
                    lambda ctx, action: _within_crew(ctx, action) if action != BARTER else -1,
                    "crew_counts",
                    say=_say_instead,
                ),
            ),
            masked=True,
        ),
    ),
    order=(1, 0, 2),
)


# A pair that stands for the card which a power lets follow in its own way (ruling neural-units-pair)


def _no_load_card(ctx: Ctx) -> bool:
    s = ctx.s
    if s.rulings["pair-needs-no-match"] == "always-allowed":
        return True
    return not any(actions_of(s, ctx.p, card) >> LOAD & 1 for card in s.players[ctx.p].hand)


PAIR_INSTEAD = Move(
    "pair-instead",
    (
        *PAIR_AXES,
        Axis("action", lambda ctx, a, b: (LOAD,) if ctx.mine >> LOAD & 1 else ()),
        Axis(
            "count",
            lambda ctx, action: range(_crew_instead(ctx, action) + 3 + _pair_more(ctx)),
            (
                AT_LEAST_ONE_TOO,
                Check(
                    "follow-within-crew",
                    "R-TURN-5",
                    lambda ctx, action: (4 << _crew_instead(ctx, action) + _pair_more(ctx)) - 1,
                    "crew_counts",
                    say=lambda ctx, *args: {
                        "count": _crew_instead(ctx, LOAD),
                        "most": 1 + _pair_more(ctx) + _crew_instead(ctx, LOAD),
                    },
                ),
            ),
            masked=True,
        ),
    ),
    gates=(
        Check("pair-no-load-card", "ruling neural-units-pair", Fact("pair_instead"), "follows_instead"),
        TWO_CARDS,
        Check("load-card-held", "R-WILD-1", _no_load_card, ruling="pair-needs-no-match"),
    ),
    order=(2, 0, 1, 3),
)

Prompt(
    "follow",
    "R-TURN-4",
    (FOLLOW, FOLLOW_PAIR, INSTEAD, PAIR_INSTEAD, Move("draw"), PASS),
    window="declare",
    prepare=_prepare_follow,
)


ONLY_ZERO = Always(1)  # all that is left of a declared number when something forbids the led action


CREW_ONLY = (
    Check("crew-only-within-crew", "R-TURN-6", lambda ctx, *_: (2 << ctx.crew) - 1, "crew_counts", say=_say_crew),
    Check("led-action-not-banned", "R-POWER-1", ONLY_ZERO, "allowed", say=_say_led, when=Fact("led_banned")),
    Check(
        "led-action-possible-now",
        "ruling declare-impossible",
        ONLY_ZERO,
        say=_say_led,
        only=IF_REFUSED,
        when=lambda ctx: not _led_possible(ctx),
    ),
)


def _say_others(ctx: Ctx, *args: Any) -> dict[str, Any]:
    return {"action": args[0], "count": ctx.counts[args[0]], "most": ctx.counts[args[0]] + 1}


BARTER_NOT_BANNED = Check(
    "action-not-banned",
    "R-POWER-1",
    lambda ctx, action: bool(ctx.mine >> action & 1),
    "allowed",
    say=_say_action,
)
CREW_INSTEAD = Move(
    "instead",
    (
        Axis("action", Fact("others"), (BARTER_NOT_BANNED,)),
        Axis(
            "count",
            lambda ctx, action: range(ctx.counts[action] + 2),
            (
                Check("declare-at-least-one", "R-CAPITAL-5", Always(-2)),
                Check(
                    "crew-only-within-crew",
                    "R-CAPITAL-5",
                    lambda ctx, action: (2 << ctx.counts[action]) - 1,
                    "crew_counts",
                    say=_say_others,
                ),
            ),
            masked=True,
        ),
    ),
)

Prompt(
    "declare",
    "R-TURN-6",
    (Move("declare", (Axis("count", lambda ctx: range(ctx.crew + 2), CREW_ONLY, masked=True),)), CREW_INSTEAD),
    window="declare",
    prepare=_prepare_crew,
)


# What is performed for the declared action, and drawing as a leader


def _performable(ctx: Ctx) -> int:
    return performs_as(ctx.s, ctx.p, ctx.s.action)


Prompt(
    "perform as",
    "R-TURN-7",
    (
        Move(
            "as",
            (
                Axis(
                    "action",
                    lambda ctx: BITS[_performable(ctx)],
                    (
                        Check(
                            "action-not-banned",
                            "R-POWER-1",
                            lambda ctx: ctx.mine & _performable(ctx),
                            "allowed",
                            say=_say_action,
                        ),
                    ),
                    masked=True,
                ),
            ),
        ),
    ),
    window="declare",
    prepare=_prepare_crew,
)

Prompt(
    "draw or gain",
    "R-TURN-2",
    (Move("draw"), Move("gain", (Axis("amount", lambda ctx: (instead_of_drawing(ctx.s, ctx.p),)),))),
    window="declare",
)
