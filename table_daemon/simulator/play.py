"""One hand played out by four legal players: acts in order, the table after each, and the truth at the end.

Not responsible for how long things take or how they look from above, nor for the match around the hand.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Literal

from table_daemon.rules.chan import chan_rounds
from table_daemon.rules.choices import Jingang
from table_daemon.rules.claims import LAST_TILES
from table_daemon.rules.flags import WinFlags
from table_daemon.rules.foul import Foul
from table_daemon.rules.kaipai import indicator_thrower, second_thrower
from table_daemon.rules.melds import Meld, MeldKind
from table_daemon.rules.profile import TIANJIN
from table_daemon.rules.score import HandScore, score_hand
from table_daemon.rules.settle import KongHeld, Settlement, settle
from table_daemon.rules.tiles import COPIES
from table_daemon.rules.turns import next_seat
from table_daemon.rules.wall import deal_order
from table_daemon.rules.wilds import wilds_of
from table_daemon.simulator.acts import (
    Act,
    Dealt,
    Discarded,
    Drew,
    IndicatorTurned,
    LaidDown,
    Melded,
    PickedUp,
    Showed,
    ThrewDice,
    TookBack,
    WallSpent,
    WallsRaised,
)
from table_daemon.simulator.players import Sight, choose_discard, wants_kong, wants_pung
from table_daemon.simulator.slips import Slips
from table_daemon.simulator.truth import MeldTruth
from table_daemon.simulator.wall import Walls, shuffled

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence

    from table_daemon.rules.profile import RuleProfile
    from table_daemon.rules.tiles import Tile
    from table_daemon.simulator.players import Character
    from table_daemon.simulator.table import Table

Four = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stakes:
    """What was fixed before the walls rose."""

    dealer: int
    zuo: bool
    la: Four
    """How often each seat 拉庄; 0 for the dealer."""


@dataclass(slots=True, kw_only=True)
class Story:
    """What has happened so far that the settlement will ask for."""

    indicator: Tile | None = None
    discards: list[tuple[int, Tile]] = field(default_factory=list)
    claims: list[int] = field(default_factory=list)
    """For each 碰 and 明杠 how many discards had been made before it."""
    kongs: list[KongHeld] = field(default_factory=list)
    fouls: dict[int, Foul] = field(default_factory=dict)
    false_hu: list[int] = field(default_factory=list)
    melds: list[MeldTruth] = field(default_factory=list)
    hand: tuple[Tile, ...] = ()
    draw: Tile | None = None
    winner: int | None = None
    score: HandScore | None = None
    settlement: Settlement | None = None


class HandPlay:
    """One hand at ``table``; ``acts()`` may be run once."""

    def __init__(
        self,
        *,
        table: Table,
        stakes: Stakes,
        characters: tuple[Character, Character, Character, Character],
        rng: Random,
        slips: Slips | None = None,
        profile: RuleProfile = TIANJIN,
    ) -> None:
        self.story = Story()
        self._table = table
        self._stakes = stakes
        self._who = characters
        self._rng = rng
        self._touch = Random(rng.getrandbits(64))
        """How tiles come to lie; apart from the play, so that a pushed tile changes no decision."""
        self._slips = slips or Slips()
        self._profile = profile
        self._wilds: tuple[Tile, ...] = ()
        self._seen = [0] * 34
        self._kongs_in_a_row = 0
        self._short: set[int] = set()
        self._long: set[int] = set()

    def acts(self) -> Iterator[Act]:
        """Play; after each yielded act the table stands as it left it."""
        yield from self._opening()
        yield from self._turns()
        for seat in self._slips.shown:
            if seat != self.story.winner:
                self._table.show(seat)
                yield Showed(seat)
        self.story.settlement = self._settle()

    def _opening(self) -> Iterator[Act]:
        dealer = self._stakes.dealer
        walls = Walls(shuffled(self._rng), dealer=dealer, profile=self._profile)
        self._table.walls = walls
        yield WallsRaised(dealer)
        first = self._dice()
        yield ThrewDice(dealer, first)
        thrower, second = second_thrower(dealer, sum(first), self._profile), None
        if thrower is not None:
            second = self._dice()
            yield ThrewDice(thrower, second)
        dealt = walls.deal(sum(first), None if second is None else sum(second))
        for seat, tile in zip(deal_order(dealer), dealt, strict=True):
            self._table.sides[seat].standing.append(tile)
        for seat, side in enumerate(self._table.sides):
            held = 13  # the dealer's fourteenth stands apart at the right end
            side.standing[:held] = sorted(side.standing[:held])
            side.drawn = seat == dealer
        yield Dealt()
        flipper, last = indicator_thrower(dealer, sum(first), self._profile), self._dice()
        yield ThrewDice(flipper, last)
        indicator = walls.turn_indicator(sum(last))
        self.story.indicator = indicator
        self._wilds = wilds_of(indicator, self._profile.wild_kinds)
        self._see(indicator, 1)
        yield IndicatorTurned(flipper, indicator)

    def _turns(self) -> Iterator[Act]:
        seat = self._stakes.dealer
        drew: Tile | None = self._table.sides[seat].standing[-1]
        while True:
            if drew is not None:
                yield from self._try_to_win(seat, drew)
                if self.story.winner is not None:
                    return
                kong = self._own_kong(seat)
                if kong is not None:
                    yield self._lay_kong(seat, kong)
                    drew = yield from self._draw(seat, tail=True)
                    if drew is None:
                        return
                    continue
            yield from self._discard(seat)
            claim = self._claim()
            if claim is None:
                seat = self._follower(seat)
                if self._due("short_at"):
                    (self._long.discard if seat in self._long else self._short.add)(seat)
                    drew = None
                    continue
                drew = yield from self._draw_in_turn(seat)
            else:
                seat, meld = claim
                yield self._take(seat, meld)
                if not meld.is_kong:
                    drew = None
                    continue
                drew = yield from self._draw(seat, tail=True)
            if drew is None:
                return

    def _draw(self, seat: int, *, tail: bool) -> Generator[Act, None, Tile | None]:
        """Draw, or find the wall spent; answers the tile."""
        walls = self._table.walls
        if walls is None:
            raise RuntimeError("nobody can draw: no walls stand")
        tile = walls.replacement() if tail else walls.draw()
        if tile is None:
            yield WallSpent()
            return None
        if not tail:
            self._kongs_in_a_row = 0
        self._table.draw(seat, tile)
        yield Drew(seat, tile, tail)
        return tile

    def _draw_in_turn(self, seat: int) -> Generator[Act, None, Tile | None]:
        """Draw one tile, or by mistake two; answers the last."""
        drew = yield from self._draw(seat, tail=False)
        if drew is not None and self._due("long_at"):
            (self._short.discard if seat in self._short else self._long.add)(seat)
            drew = yield from self._draw(seat, tail=False)
        return drew

    def _follower(self, seat: int) -> int:
        """Who plays after ``seat``: the next, unless the one after him is too hasty."""
        following = next_seat(seat)
        return next_seat(following) if self._due("out_of_turn_at") else following

    def _due(self, slip: Literal["short_at", "long_at", "out_of_turn_at"]) -> bool:
        """Whether that slip happens now; it happens once."""
        at: int | None = getattr(self._slips, slip)
        if at is None or len(self.story.discards) < at:
            return False
        setattr(self._slips, slip, None)
        return True

    def _try_to_win(self, seat: int, drew: Tile) -> Iterator[Act]:
        """Lay the hand down if it looks won; who may not win is refused, once, and takes it up again."""
        if seat in self.story.false_hu:
            return
        miscounted = seat in self._short or seat in self._long
        score = None if miscounted else self._score(seat, drew)
        believes = self._believes_miscounted(seat) if score is None else score.win
        if not believes and not self._mistaken():
            return
        hand = self._table.lay_down(seat, drew)
        wins = score is not None and score.win and seat not in self.story.fouls
        yield LaidDown(seat, hand, drew, wins)
        if score is not None and wins:
            self.story.winner, self.story.score = seat, score
            self.story.hand, self.story.draw = hand, drew
            return
        if miscounted and seat not in self.story.fouls:
            self.story.fouls[seat] = Foul.DA if seat in self._long else Foul.XIAO
        self.story.false_hu.append(seat)
        self._table.pick_up(seat)
        yield PickedUp(seat)

    def _score(self, seat: int, drew: Tile) -> HandScore:
        side = self._table.sides[seat]
        hand = list(side.standing)
        hand.remove(drew)
        dealer = seat == self._stakes.dealer
        first = not self.story.discards and not self.story.kongs
        untouched = not self.story.claims and not side.melds and all(by != seat for by, _ in self.story.discards)
        return score_hand(
            hand=hand,
            draw=drew,
            melds=side.melds,
            wilds=self._wilds,
            flags=WinFlags(gangkai=self._kongs_in_a_row, tianhe=first and dealer, dihe=untouched and not dealer),
            profile=self._profile,
            indicator=self.story.indicator,
        )

    def _believes_miscounted(self, seat: int) -> bool:
        """Whether a player with a tile too many or too few sees a finished hand in it and does not count."""
        side = self._table.sides[seat]
        if seat in self._long:
            hands = [[*side.standing[:k], *side.standing[k + 1 :]] for k in range(len(side.standing))]
        else:
            hands = [[*side.standing, tile] for tile in set(side.standing)]
        return any(
            score_hand(
                hand=hand[:-1],
                draw=hand[-1],
                melds=side.melds,
                wilds=self._wilds,
                flags=WinFlags(),
                profile=self._profile,
                indicator=self.story.indicator,
            ).win
            for hand in hands
            if self._can_be(hand, side.melds)
        )

    def _can_be(self, hand: Sequence[Tile], melds: Sequence[Meld]) -> bool:
        """Whether no kind is there more often than a set of tiles has it, melds and indicator counted."""
        seen = [*hand, *(tile for meld in melds for tile in meld.tiles), self.story.indicator]
        return max(seen.count(tile) for tile in hand) <= COPIES

    def _own_kong(self, seat: int) -> Meld | None:
        """A kong that the player makes on his own turn, if he wants one."""
        side = self._table.sides[seat]
        sight = self._sight(seat)
        for tile in sorted(set(side.standing)):
            if side.standing.count(tile) == 4 and (tile not in self._wilds or self._profile.jingang is Jingang.KONG):
                kind = MeldKind.JIN if tile in self._wilds else MeldKind.AN
                if wants_kong(sight, tile, self._who[seat], self._rng, own=4):
                    return Meld(kind, tile)
            added = Meld(MeldKind.PUNG, tile) in side.melds
            if added and wants_kong(sight, tile, self._who[seat], self._rng, own=1):
                return Meld(MeldKind.MING, tile)
        return None

    def _lay_kong(self, seat: int, meld: Meld) -> Act:
        added = meld.kind is MeldKind.MING
        self._table.meld(seat, meld, from_seat=None, added=added, rng=self._touch)
        self._see(meld.tile, 1 if added else 4)
        self._remember(seat, meld, None)
        self.story.kongs.append(KongHeld(seat, meld.kind))
        self._kongs_in_a_row += 1
        return Melded(seat, meld, None, added)

    def _mistaken(self) -> bool:
        """Whether the player who just drew believes wrongly that he has won."""
        at = self._slips.false_hu_at
        if at is None or len(self.story.discards) < at:
            return False
        self._slips.false_hu_at = None
        return True

    def _discard(self, seat: int) -> Iterator[Act]:
        tile = self._slip(seat) or choose_discard(self._sight(seat))
        if self._slips.takeback and self._slips.rng.random() < self._slips.takeback:
            yield from self._waver(seat, tile)
        self._table.discard(seat, tile, self._who[seat].habit, self._touch)
        self._see(tile, 1)
        self._kongs_in_a_row = 0
        self.story.discards.append((seat, tile))
        if tile in self._wilds:
            self.story.fouls.setdefault(seat, Foul.XIAO)
        yield Discarded(seat, tile)

    def _waver(self, seat: int, tile: Tile) -> Iterator[Act]:
        """Put another tile down first and take it back."""
        others = [other for other in self._table.sides[seat].standing if other not in {tile, *self._wilds}]
        if not others:
            return
        other = self._slips.rng.choice(others)
        self._table.discard(seat, other, self._who[seat].habit, self._touch)
        yield Discarded(seat, other)
        self._table.take_back()
        yield TookBack(seat, other)

    def _slip(self, seat: int) -> Tile | None:
        """The wild that an absent-minded player is about to throw."""
        at = self._slips.wild_at
        if at is None or len(self.story.discards) < at:
            return None
        wilds = [tile for tile in self._table.sides[seat].standing if tile in self._wilds]
        if not wilds:
            return None
        self._slips.wild_at = None
        return wilds[0]

    def _claim(self) -> tuple[int, Meld] | None:
        """Who takes the last discard, and for what; a wild cannot be taken (B34)."""
        giver, tile = self.story.discards[-1]
        if tile in self._wilds or self._last_tiles():
            return None
        for step in (1, 2, 3):
            seat = (giver + step) % 4
            held = self._table.sides[seat].standing.count(tile)
            sight, who = self._sight(seat), self._who[seat]
            if held == 3 and wants_kong(sight, tile, who, self._rng, own=3):
                return seat, Meld(MeldKind.MING, tile)
            if held >= 2 and wants_pung(sight, tile, who, self._rng):
                return seat, Meld(MeldKind.PUNG, tile)
        return None

    def _last_tiles(self) -> bool:
        """Whether nothing may be claimed any more (B37)."""
        walls = self._table.walls
        return self._profile.last4_no_claim and walls is not None and walls.left <= LAST_TILES

    def _take(self, seat: int, meld: Meld) -> Act:
        giver, _ = self.story.discards[-1]
        self._table.meld(seat, meld, from_seat=giver, added=False, rng=self._touch)
        self._see(meld.tile, len(meld.tiles) - 1)
        self._remember(seat, meld, giver)
        self.story.claims.append(len(self.story.discards))
        if meld.is_kong:
            self.story.kongs.append(KongHeld(seat, meld.kind, giver))
            self._kongs_in_a_row = 1
        return Melded(seat, meld, giver, added=False)

    def _remember(self, seat: int, meld: Meld, giver: int | None) -> None:
        """Note a meld; an added tile turns the 碰 of the same kind into a kong that still knows its giver."""
        pung = Meld(MeldKind.PUNG, meld.tile)
        for k, old in enumerate(self.story.melds):
            if old.seat == seat and old.meld == pung:
                self.story.melds[k] = MeldTruth(seat, meld, old.from_seat)
                return
        self.story.melds.append(MeldTruth(seat, meld, giver))

    def _settle(self) -> Settlement:
        story = self.story
        return settle(
            dealer=self._stakes.dealer,
            zuo=self._stakes.zuo,
            la=self._stakes.la,
            winner=story.winner,
            fan=story.score.fan if story.score else 0,
            kongs=story.kongs,
            chan=chan_rounds(
                dealer=self._stakes.dealer,
                discards=story.discards,
                claims=story.claims,
                most=self._profile.chan_rounds,
            ),
            fouls=story.fouls,
            false_hu=story.false_hu,
            profile=self._profile,
        )

    def _sight(self, seat: int) -> Sight:
        side = self._table.sides[seat]
        return Sight(tuple(side.standing), len(side.melds), self._wilds, tuple(self._seen))

    def _see(self, tile: Tile, copies: int) -> None:
        self._seen[tile.index] += copies

    def _dice(self) -> tuple[int, int]:
        return self._rng.randint(1, 6), self._rng.randint(1, 6)
