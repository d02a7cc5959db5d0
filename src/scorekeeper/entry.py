"""What people do to a game: start it, add a hand, correct one, take it back. Each gives a new game; none does I/O."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.errors import GameOverError, HandError, Problem, RuleSettingError
from scorekeeper.game import Correction, Game, Hand, RuleChange, Ruling
from scorekeeper.rules import RuleSet
from scorekeeper.scoring import score_game, unbid_now

if TYPE_CHECKING:
    import datetime
    from collections.abc import Callable, Mapping

    from scorekeeper.bids import Bid
    from scorekeeper.game import Value
    from scorekeeper.sheet import GameSheet

ENTRY = "entry"
EDIT = "edit"
ACCEPT = "accept"
UNDO = "undo"
REDO = "redo"
CHANGES = (EDIT, ACCEPT, UNDO, REDO)
"""What a correction can be; see `Correction.change`."""


class Edit(NamedTuple):
    """What is to stand in a hand instead. None leaves it as it is."""

    bids: Mapping[str, Bid] | None = None
    tricks: Mapping[str, int] | None = None
    dealer: str | None = None
    note: str | None = None
    rulings: tuple[Ruling, ...] | None = None
    void: str | None = None


class Step(NamedTuple):
    """A change made by undo or redo: the new game, the hand it touched, and that hand before and after."""

    game: Game
    number: int
    before: Hand | None
    after: Hand | None


def add_bids(game: Game, bids: Mapping[str, Bid], at: datetime.datetime) -> Game:
    """The game with the next hand bid, and not yet played.

    Raises:
        GameOverError: The game has ended.
        HandError: A hand is in play, or the bids cannot be.
    """
    return _with_next_hand(game, Hand(bids, bid_at=at))


def add_tricks(game: Game, tricks: Mapping[str, int]) -> Game:
    """The game with the tricks of the hand in play.

    Raises:
        HandError: No hand is in play, or the tricks cannot be.
    """
    hand = game.in_play
    if unbid_now(game):
        return _checked(game, _appended(game, Hand({}, dict(tricks))))
    if hand is None:
        what = f"hand {len(game.hands) + 1} has no bids yet."
        raise HandError(Problem("tricks", what, "Enter them first: score bid, or score add-hand for both."))
    return _checked(game, _replaced(game, len(game.hands), hand._replace(tricks=dict(tricks))))


def add_hand(game: Game, bids: Mapping[str, Bid], tricks: Mapping[str, int]) -> Game:
    """The game with a whole hand added.

    Raises:
        GameOverError: The game has ended.
        HandError: A hand is in play, or the facts cannot be.
    """
    return _with_next_hand(game, Hand(bids, dict(tricks)))


def _with_next_hand(game: Game, hand: Hand) -> Game:
    _refuse_after_the_end(game)
    if game.in_play:
        raise HandError(_in_play(game))
    bids = _understood(game, hand.bids, len(game.hands) + 1)
    return _checked(game, _appended(game, hand._replace(bids=bids)))


def edit_hand(game: Game, number: int, edit: Edit, why: str, at: datetime.datetime) -> Game:
    """The game with a hand corrected; what stood there is kept as a correction.

    Raises:
        HandError: There is no such hand, nothing changes, or the facts cannot be.

    A correction that ends the game before its last hand is made; the hands after the end are remarked upon.
    """
    old = hand_of(game, number)
    if edit.tricks is not None and not old.complete:
        raise HandError(Problem(f"hand {number}", "it is still being played.", "score tricks enters its tricks."))
    if edit.bids is not None:
        edit = edit._replace(bids=_understood(game, edit.bids, number))
    if old.void and edit.tricks is not None and edit.void is None:
        edit = edit._replace(void="")  # a hand that gets tricks counts again
    new = old._replace(**{field: fact for field, fact in edit._asdict().items() if fact is not None})
    if new.void and not old.void:
        new = new._replace(totals=None)
    if new == old:
        raise HandError(Problem(f"hand {number}", "nothing changes: it stands so already."))
    return _corrected(game, _checked(game, _replaced(game, number, new)), number, EDIT, why, at)


def rule_on(game: Game, number: int, ruling: Ruling, at: datetime.datetime) -> Game:
    """The game with a ruling on one of its hands; it is kept with the hand, and priced by the rules.

    Raises:
        HandError: There is no such hand, it is still being played, or the ruling cannot be.
    """
    hand = hand_of(game, number)
    if not hand.complete or hand.void:
        state = "void" if hand.void else "still being played"
        raise HandError(Problem(f"hand {number}", f"it is {state}, so there is nothing to rule on."))
    return edit_hand(game, number, Edit(rulings=(*hand.rulings, ruling)), ruling.why, at)


def void_hand(game: Game, number: int | None, why: str, at: datetime.datetime) -> Game:
    """The game with a hand that does not count: the one of this number, the one in play, or else one more.

    Raises:
        HandError: There is no such hand, or it is void already.
        GameOverError: The game has ended, and no hand is named.
    """
    if number is None and game.in_play is None:
        _refuse_after_the_end(game)
        return _checked(game, _appended(game, Hand({}, void=why)))
    return edit_hand(game, number or len(game.hands), Edit(void=why), why, at)


def lift_void(game: Game, number: int, why: str, at: datetime.datetime) -> Game:
    """The game with a void hand counted again.

    Raises:
        HandError: There is no such hand, it is not void, or it was never played.
    """
    hand = hand_of(game, number)
    if not hand.void:
        raise HandError(Problem(f"hand {number}", "it is not void: it counts already."))
    if hand.tricks is None and number < len(game.hands):
        raise HandError(
            Problem(f"hand {number}", "it was never played, so it cannot count.", "score edit gives it tricks.")
        )
    return edit_hand(game, number, Edit(void=""), why, at)


def change_rules(game: Game, settings: Mapping[str, Value], why: str, at: datetime.datetime) -> Game:
    """The game with settings that hold from the next hand on; the hands before keep theirs.

    Raises:
        RuleSettingError: There is no such setting, a value is out of bounds, or it contradicts another or the table.
        GameOverError: The game has ended.
        HandError: Nothing changes.
    """
    _refuse_after_the_end(game)
    first = len(game.hands) + 1
    waiting = game.rule_changes[-1] if game.rule_changes else None
    if waiting and waiting.from_hand > first:
        what = f"a change made before holds from hand {waiting.from_hand} on, and hand {first} is the next."
        remedy = "undo takes hands back, not rules: enter the hands again, or take the change out of the file."
        raise HandError(Problem("rules", what, remedy))
    now = RuleSet(*game.rules_at(first)).values()
    changed = game._replace(rule_changes=(*game.rule_changes, RuleChange(at, first, dict(settings), why)))
    rules = RuleSet(*changed.rules_at(first))
    if rules.values() == now:
        raise HandError(Problem("rules", "nothing changes: the table plays so already."))
    misfits = rules.misfits(len(game.players), len(game.sides))
    if misfits:
        raise RuleSettingError(misfits)
    return changed


def accept_totals(game: Game, why: str, at: datetime.datetime) -> Game:
    """The game with every written total that differs from the rules replaced by the rules' figure.

    Raises:
        HandError: No total differs.
    """
    wrong = [sheet for sheet in score_game(game).hands if sheet.mismatches]
    if not wrong:
        raise HandError(Problem("totals", "every total in the file holds; there is nothing to accept."))
    for sheet in wrong:
        right = {name: at.score for name, at in sheet.standings.items()}
        written = {name: right[name] for name in sheet.hand.totals or {}}
        new = _replaced(game, sheet.number, sheet.hand._replace(totals=written))
        game = _corrected(game, new, sheet.number, ACCEPT, why, at)
    return game


def undo(game: Game, at: datetime.datetime) -> Step:
    """Takes the last entry or correction back. It is kept, and `redo` brings it back.

    Totals that were accepted together, several hands of them, go back together.

    Raises:
        HandError: Nothing has been entered.
    """
    if _to_undo(game):
        return _taken(game, UNDO, _to_undo, lambda edit: edit.change, at)
    if not game.hands:
        raise HandError(Problem("", "nothing has been entered yet, so there is nothing to take back."))
    hand = game.hands[-1]
    back = hand._replace(tricks=None, totals=None) if hand.complete and hand.bid_at else None
    return _stepped(game, _replaced(game, len(game.hands), back), len(game.hands), UNDO, ENTRY, at)


def _to_undo(game: Game) -> Correction | None:
    """The correction that is younger than the last entry, or None."""
    done, _ = _history(game)
    if done and done[-1].entered == game.entered and done[-1].hand <= len(game.hands):
        return done[-1]
    return None


def redo(game: Game, at: datetime.datetime) -> Step:
    """Brings back what the last `undo` took back, unless something was entered or corrected since.

    Raises:
        HandError: There is nothing to bring back.
    """
    if _to_redo(game):
        return _taken(game, REDO, _to_redo, lambda undone: undone.of, at)
    what = "nothing has been taken back since the last entry, so nothing can be brought back."
    raise HandError(Problem("", what))


def _to_redo(game: Game) -> Correction | None:
    """The undo that can be brought back, or None."""
    _, undone = _history(game)
    if undone and undone[-1].entered == game.entered and undone[-1].hand <= len(game.hands) + 1:
        return undone[-1]
    return None


def hand_of(game: Game, number: int) -> Hand:
    """A hand by its number, from 1.

    Raises:
        HandError: There is none.
    """
    if 1 <= number <= len(game.hands):
        return game.hands[number - 1]
    known = f"the hands are 1 to {len(game.hands)}" if game.hands else "no hand has been entered yet"
    raise HandError(Problem(f"hand {number}", f"there is no such hand; {known}."))


def _history(game: Game) -> tuple[list[Correction], list[Correction]]:
    """The corrections in force, and the undos that can be brought back, oldest first.

    An edit belongs to the number of entries that the game had when it was made, so that undo can tell which came
    last, an edit or an entry. An undo of an entry cannot be brought back once something else was entered: the game
    then has more entries than the undo left.
    """
    done: list[Correction] = []
    undone: list[Correction] = []
    taken: list[Correction] = []
    for correction in game.corrections:
        if correction.change in (EDIT, ACCEPT):
            done.append(correction)
            undone.clear()
        elif correction.change == UNDO:
            undone.append(correction)
            if correction.of in (EDIT, ACCEPT) and done:
                taken.append(done.pop())
        elif undone:
            undone.pop()
            if correction.of in (EDIT, ACCEPT) and taken:
                done.append(taken.pop())
    return done, undone


def _taken(
    game: Game,
    change: str,
    find: Callable[[Game], Correction | None],
    of: Callable[[Correction], str],
    at: datetime.datetime,
) -> Step:
    """The step that reverses what `find` finds; for totals that were accepted together, all of them."""
    last = find(game)
    while last is not None:
        step = _stepped(game, _replaced(game, last.hand, last.was), last.hand, change, of(last), at)
        more = find(step.game)
        together = more is not None and of(last) == of(more) == ACCEPT and more.at == last.at
        game, last = step.game, more if together else None
    return step


def _stepped(game: Game, new: Game, number: int, change: str, of: str, at: datetime.datetime) -> Step:
    before = game.hands[number - 1] if number <= len(game.hands) else None
    game = _corrected(game, _checked(game, new, entering=False), number, change, "", at, of)
    return Step(game, number, before, game.hands[number - 1] if number <= len(game.hands) else None)


def _corrected(old: Game, new: Game, number: int, change: str, why: str, at: datetime.datetime, of: str = "") -> Game:
    was = old.hands[number - 1] if number <= len(old.hands) else None
    correction = Correction(at, change, number, new.entered, of, why, was)
    return new._replace(corrections=(*old.corrections, correction))


def _appended(game: Game, hand: Hand) -> Game:
    *_, dealer = game.dealers()
    return game._replace(hands=(*game.hands, hand._replace(dealer=dealer)))


def _replaced(game: Game, number: int, hand: Hand | None) -> Game:
    """The game with a hand replaced, put after the last one, or (None) struck."""
    put = () if hand is None else (hand,)
    return game._replace(hands=(*game.hands[: number - 1], *put, *game.hands[number:]))


def _understood(game: Game, bids: Mapping[str, Bid], number: int) -> dict[str, Bid]:
    """The bids with the meaning that the rules give them, in seat order: a 0 that means nil is stored as nil."""
    bidding = RuleSet(*game.rules_at(number)).bidding
    order = {player: seat for seat, player in enumerate(game.players)}
    return {player: bidding.meaning(bids[player]) for player in sorted(bids, key=lambda who: order.get(who, 99))}


def _checked(old: Game, new: Game, *, entering: bool = True) -> Game:
    """The new game, scored to see that it can be, with its totals written.

    A bid that rests on the score, such as a blind nil, is refused only while it is being entered or corrected.
    A hand that is not being entered, but comes back, comes back with the totals that it had.
    """
    before = score_game(old)
    after = score_game(new)
    fresh = [remark for remark in after.remarks if remark not in before.remarks]
    touched = {number for number, hand in enumerate(new.hands, 1) if old.hands[number - 1 : number] != (hand,)}
    refused = [remark for remark in fresh if remark.path[1:2] and int(remark.path[1]) + 1 in touched]
    if entering and refused:
        raise HandError(refused)
    return _with_totals(new, before, after, set() if entering else touched)


def _with_totals(game: Game, before: GameSheet, after: GameSheet, back: set[int]) -> Game:
    """The game with the running totals of its hands.

    A total that the rules did not confirm before, or that nobody wrote, is a person's and stays as it is; so are
    those of the hands that come back as they were.
    """
    old = {sheet.number: sheet for sheet in before.hands}
    hands = list(game.hands)
    for sheet in after.hands:
        was = old.get(sheet.number)
        if sheet.hand.void or sheet.number in back or (was and not was.hand.totals and not was.hand.void):
            continue
        totals = {name: at.score for name, at in sheet.standings.items()}
        if was and not was.hand.void:
            totals = {name: was.mismatches.get(name, totals[name]) for name in was.hand.totals or {}}
        hands[sheet.number - 1] = hands[sheet.number - 1]._replace(totals=totals)
    return game._replace(hands=tuple(hands))


def _refuse_after_the_end(game: Game) -> None:
    outcome = score_game(game).outcome
    if outcome.over:
        what = f"the game has ended: {outcome.reason}"
        raise GameOverError(Problem("", what, "score new starts another; score undo takes the last hand back."))


def _in_play(game: Game) -> Problem:
    number = len(game.hands)
    said = ", ".join(f"{player} {bid}" for player, bid in game.hands[-1].bids.items())
    return Problem(f"hand {number}", f"it is being played: {said}.", "Enter its tricks: score tricks.")
