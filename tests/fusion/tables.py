"""A dealt table with tracker and game joined, to be shown tiles and told of the machine."""

from __future__ import annotations

from dataclasses import replace

from firmware_bridge.messages import DiceValue, Lift, LiftPos, LinkEvent, TableEvent, Wall, WallState
from table_daemon.game.commands import StartMatch
from table_daemon.game.events import Event
from table_daemon.game.state import HandState
from tests.fusion.harness import PERSON, Joined
from tests.fusion.seen import look, place, row, seen
from vision.observation import Point, SeenTile, Side

INDICATOR_AT = (0.0, 290.0)
IN_FRONT = [place(seat, 0, 150) for seat in range(4)]


class Dealt(Joined):
    """A joined table. ``lay`` adds tiles to what lies there, ``look`` shows all of it."""

    def __init__(self, indicator: str | None = "8p", dealer: int = 0) -> None:
        super().__init__()
        self.lying: list[SeenTile] = []
        self.t_ms = 1_000
        self._images = 0
        self.start_match(first_dealer=dealer)
        if indicator is not None:
            self.walls()
            self.dice(dealer, 3, 4)
            self.dice((dealer + 2) % 4, 2, 3)
            self.lay(seen(indicator, INDICATOR_AT))

    def start_match(self, *, first_dealer: int) -> None:
        start = StartMatch(
            t_ms=self.t_ms,
            match=f"m{self.t_ms}",
            names=("甲", "乙", "丙", "丁"),
            profile="tianjin",
            first_dealer=first_dealer,
            source=PERSON,
        )
        assert self.carry_out(start) is None

    def tell(self, event: TableEvent, after_ms: int = 100) -> None:
        self.t_ms += after_ms
        self.feed(LinkEvent(self.t_ms, event))

    def walls(self) -> None:
        for seat in range(4):
            self.tell(Wall(seat=seat, state=WallState.RAISED))

    def dice(self, seat: int, *dice: int) -> None:
        self.tell(DiceValue(dice=dice, seat=seat))

    def console_up(self) -> None:
        self.tell(Lift(LiftPos.UP))

    def look(self, *, times: int = 1, hands: tuple[Side, ...] = (), after_ms: int = 100, still: bool = True) -> None:
        """Show what lies there."""
        for _ in range(times):
            self._images += 1
            self.t_ms += after_ms
            seen_now = look(self.lying, image_id=self._images, t_ms=self.t_ms, hands=hands)
            self.feed(replace(seen_now, still=still))

    def lay(self, *tiles: SeenTile) -> None:
        """Lay tiles and look."""
        self.lying += tiles
        self.look()

    def take(self, tile: SeenTile) -> None:
        """Take a tile away and look."""
        self.lying.remove(tile)
        self.look()

    def throw(self, label: str, at: Point) -> SeenTile:
        """Discard a tile at a place and look."""
        tile = seen(label, at)
        self.lay(tile)
        return tile

    def meld(self, seat: int, labels: str, *, u: float = 327.0, take: SeenTile | None = None) -> None:
        """Lay a meld, taking a claimed tile away, and look."""
        if take is not None:
            self.lying.remove(take)
        self.lay(*row(seat, labels, u=u))

    @property
    def hand(self) -> HandState:
        assert self.state.match is not None
        assert self.state.match.hand is not None
        return self.state.match.hand

    def events(self, after: int = 0) -> list[Event]:
        return [recorded.event for recorded in self.log if recorded.seq > after]

    def newest(self) -> Event:
        return self.log[-1].event
