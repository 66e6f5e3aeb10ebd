"""The end of the game: when it is tested, what triggers it, and wins at once (R-END-1 … R-END-4)."""

from __future__ import annotations

from explorer.card import kebab
from explorer.language import events as ev
from explorer.language.events import emit, relied
from explorer.language.moves import set_aside
from explorer.language.questions import ends_at_credits, wins_ties
from explorer.state import Frame, State


def check_end(s: State, f: Frame) -> None:
    """Test the end conditions after an outermost event has completed, and latch what is met (AMB-60)."""
    if s.ending:
        return
    for player in s.players:
        if player.credits >= 50:
            break
    else:
        if (s.deck or s.discard) and not (s.effects and _set_aside_counts(s)):
            return
    if s.rulings["end-check"] != "only-at-turn-end":
        _test(s, f)


def check_end_of_turn(s: State, f: Frame) -> None:
    """Test them when the turn is over, under the reading only-at-turn-end."""
    if not s.ending and s.rulings["end-check"] == "only-at-turn-end":
        relied(s, f, "end-check")
        _test(s, f)


def end_is_due(s: State) -> bool:
    """Whether an end condition is met at this moment (R-END-1, R-END-2)."""
    return _reason(s) is not None


def _set_aside_counts(s: State) -> bool:
    """Whether credits that lie on cards count toward the end (ruling money-that-counts)."""
    return s.rulings["money-that-counts"] == "set-aside-too"


def _reason(s: State) -> tuple[str, str, int] | None:
    if s.effects and _set_aside_counts(s):
        for seat, player in enumerate(s.players):
            if player.credits + set_aside(s, seat) >= ends_at_credits(s, seat):
                return ("credits", "R-END-1", seat)
    for player in s.players:
        if player.credits >= 50:  # a quick look first: no power lowers the threshold
            seat = s.players.index(player)
            if player.credits >= ends_at_credits(s, seat):
                return ("credits", "R-END-1", seat)
    if not s.deck and not s.discard:
        return ("cards", "R-END-2", -1)
    return None


def _test(s: State, f: Frame) -> None:
    reason = _reason(s)
    if reason is not None:
        if reason[0] == "credits" and s.players[reason[2]].credits < ends_at_credits(s, reason[2]):
            relied(s, f, "money-that-counts")
        s.ending = reason[0]
        emit(s, f, ev.GameEnding, reason[1], reason[2], reason[0])


def winners_now(s: State) -> list[tuple[int, int]]:
    """Owners of a win condition that is met, with the card, leader first (R-END-3, AMB-64)."""
    if s.ending.startswith("won") or counting(s):
        return []
    met = [(entry[1], entry[2]) for entry in s.index.wins if entry[0].holds(s, entry[1])]
    if met:
        seats = len(s.players)
        met.sort(key=lambda pair: (pair[0] - s.leader) % seats)
    return met


def counting(s: State) -> bool:
    """Whether nothing moves any more and points are being counted: nobody wins at once then (AMB-68, INT-110)."""
    return s.phase == "scoring" and any(frame.proc == "scoring" and frame.n for frame in s.stack)


def sharers(s: State, p: int, counts: list[int], tell: bool = True) -> int:
    """How many share having the most with p; 0 where p has not the most, or a tie is not enough (ruling tie-for-most).

    ``counts`` is what each seat has; ``tell`` notes whose power breaks a tie.  Nobody has the most of nothing; a tie
    goes to whoever wins ties (power foxes).
    """
    best = max(counts)
    if not best or counts[p] < best:
        return 0
    frame = s.stack[-1] if tell else None
    tied = break_tie(s, [seat for seat, count in enumerate(counts) if count == best], frame, "most")
    if p not in tied or (len(tied) > 1 and s.rulings["tie-for-most"] == "nothing-strictly-more-needed"):
        return 0
    return len(tied)


def latch(s: State, f: Frame) -> None:
    """Carry out an instant win: at once, or after the turn (ruling instant-win-timing)."""
    met = winners_now(s)
    if not met:
        return
    if len({seat for seat, _ in met}) > 1:
        relied(s, f, "two-instant-wins")
        if s.rulings["two-instant-wins"] == "leader-first-clockwise":
            met = met[:1]
    for seat, card in met:
        for entry in s.index.wins:
            if entry[1:3] == (seat, card) and entry[0].tells is not None:
                entry[0].tells(s, seat)
        emit(s, f, ev.GameWon, "R-END-3", seat, card)
    _close(s, f, met)


def win_now(s: State, f: Frame, seat: int, card: int, clause: str) -> None:
    """Let a player win through what a card's power has just brought about (R-END-3, AMB-64)."""
    if s.ending and s.ending.startswith("won"):
        return
    emit(s, f, ev.GameWon, clause, seat, card)
    _close(s, f, [(seat, card)])


def _close(s: State, f: Frame, met: list[tuple[int, int]]) -> None:
    relied(s, f, "instant-win-timing")
    reading = s.rulings["instant-win-timing"]
    seats = tuple(dict.fromkeys(seat for seat, _ in met))
    if reading == "wins-at-once-without-scoring":
        s.ending = "won"
        s.winners = seats
        game_over(s, f)
    elif reading == "finish-turn-then-win":
        s.ending = "won, after this turn"
        s.winners = seats
        if s.phase == "scoring":  # the last turn is over already
            game_over(s, f)
    else:
        s.ending = "won, then scored"
        emit(s, f, ev.GameEnding, "R-END-3", seats[0], "condition")


def game_over(s: State, f: Frame) -> None:
    """Close the game; nothing is asked any more."""
    emit(s, f, ev.GameOver, "R-SCORE-8", -1, s.winners)
    s.phase = "over"
    s.over = True
    s.dirty = 0
    s.triggers.clear()
    s.stack.clear()


def decide_winner(s: State, f: Frame) -> None:
    """Name who has the most credits; ties share the win, unless somebody wins ties (R-SCORE-8, power foxes)."""
    best = max(player.credits for player in s.players)
    tied = [seat for seat, player in enumerate(s.players) if player.credits == best]
    s.winners = tuple(break_tie(s, tied, f, "total"))
    game_over(s, f)


def break_tie(s: State, tied: list[int], f: Frame | None = None, line: str = "", detail: str = "") -> list[int]:
    """Keep only those of the tied who win ties, if there are any (power foxes); ``line`` tells what about."""
    if len(tied) > 1 and s.index.wins_ties:
        strong = [seat for seat in tied if wins_ties(s, seat)]
        if f is not None and 0 < len(strong) < len(tied):
            citation = "power " + kebab(s.index.wins_ties[strong[0]][-1][0].power)
            emit(s, f, ev.TieBroken, citation, strong[0], tuple(strong), line, detail)
        if strong:
            return strong
    return tied
