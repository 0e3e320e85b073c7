"""A match of many hands: who deals, what is 坐 and 拉, the running scores. Every hand is fixed by seed and number."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from table_daemon.rules.choices import Zuozhuang
from table_daemon.rules.profile import TIANJIN
from table_daemon.simulator.mishaps import NO_MISHAPS
from table_daemon.simulator.play import HandPlay, Stakes
from table_daemon.simulator.players import CHARACTERS
from table_daemon.simulator.slips import Slips
from table_daemon.simulator.table import Table
from table_daemon.simulator.truth import HandTruth
from vision.synthetic.scene import Scene

if TYPE_CHECKING:
    from table_daemon.rules.profile import RuleProfile
    from table_daemon.simulator.mishaps import Mishaps

Four = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """What people choose before a hand: 坐 of each seat as dealer, 拉 of each seat as another."""

    zuo: tuple[bool, bool, bool, bool]
    la: Four


@dataclass(frozen=True, slots=True, kw_only=True)
class HandPlan:
    """A hand about to be played, with the table it is played on."""

    number: int
    choices: Choices
    stakes: Stakes
    table: Table
    play: HandPlay
    rng: Random
    """For everything around the play: how long it takes, which mishaps of the camera befall it."""


class Match:
    """The hands of one match; each ``HandPlan`` must be played out before the next is asked for."""

    def __init__(
        self, seed: int, *, mishaps: Mishaps = NO_MISHAPS, profile: RuleProfile = TIANJIN, bare: Scene | None = None
    ) -> None:
        self.characters = CHARACTERS
        self.seed = seed
        self.first_dealer = Random(f"{seed}/first").randrange(4)
        self._mishaps = mishaps
        self._profile = profile
        self._bare = bare or Scene()
        self._dealer = self.first_dealer
        self._scores: Four = (0, 0, 0, 0)
        self._choices = Choices(zuo=(False,) * 4, la=(0,) * 4)

    @property
    def names(self) -> tuple[str, str, str, str]:
        """The four people, seat by seat."""
        a, b, c, d = (who.name for who in self.characters)
        return a, b, c, d

    def skip_to(self, number: int) -> None:
        """Play all hands before ``number`` unseen; the match then begins there, with no scores yet."""
        for earlier in range(1, number):
            plan = self.plan(earlier)
            for _ in plan.play.acts():
                pass
            self.finish(plan)
        self._scores = (0, 0, 0, 0)
        self.first_dealer = self._dealer

    def plan(self, number: int) -> HandPlan:
        """The next hand, dealt by whoever deals now."""
        rng = Random(f"{self.seed}/{number}")
        self._choices = self._choose(rng)
        la = list(self._choices.la)
        la[self._dealer] = 0
        stakes = Stakes(dealer=self._dealer, zuo=self._choices.zuo[self._dealer], la=(la[0], la[1], la[2], la[3]))
        table = Table(self._bare)
        play = HandPlay(
            table=table,
            stakes=stakes,
            characters=self.characters,
            rng=Random(f"{self.seed}/{number}/play"),
            slips=Slips.planned(f"{self.seed}/{number}", self._mishaps),
            profile=self._profile,
        )
        return HandPlan(number=number, choices=self._choices, stakes=stakes, table=table, play=play, rng=rng)

    def finish(self, plan: HandPlan) -> HandTruth:
        """The truth of a hand played out; passes the deal on and adds up the scores."""
        story = plan.play.story
        if story.settlement is None or story.indicator is None:
            raise RuntimeError(f"hand {plan.number} has not been played out")
        net = story.settlement.net
        a, b, c, d = (had + won for had, won in zip(self._scores, net, strict=True))
        self._scores = (a, b, c, d)
        self._dealer = story.settlement.next_dealer
        return HandTruth(
            number=plan.number,
            seed=self.seed,
            dealer=plan.stakes.dealer,
            indicator=story.indicator,
            winner=story.winner,
            fan=story.score.fan if story.score else 0,
            names=story.score.names if story.score else (),
            net=net,
            scores=self._scores,
            fouls=tuple(sorted(story.fouls.items())),
            next_dealer=self._dealer,
            discards=tuple(story.discards),
            melds=tuple(story.melds),
            false_hu=tuple(story.false_hu),
            hand=story.hand,
            draw=story.draw,
        )

    def _choose(self, rng: Random) -> Choices:
        """What each player wants now, by his ways; most keep what they had."""
        zuo, la = list(self._choices.zuo), list(self._choices.la)
        for seat, who in enumerate(self.characters):
            if rng.random() < 0.5:
                zuo[seat] = rng.random() < who.zuo and self._profile.zuozhuang is Zuozhuang.OPTIONAL
                la[seat] = min((rng.random() < who.la) + (rng.random() < who.la), self._profile.la_max)
        return Choices(zuo=(zuo[0], zuo[1], zuo[2], zuo[3]), la=(la[0], la[1], la[2], la[3]))
