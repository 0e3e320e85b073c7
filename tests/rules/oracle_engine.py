"""The engine asked as the oracles are, and compared with them: the only place where they meet."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from table_daemon.rules.flags import WinFlags
from table_daemon.rules.melds import Meld
from table_daemon.rules.options import with_options
from table_daemon.rules.profile import DAIHUN, TIANJIN
from table_daemon.rules.score import HandScore, score_hand
from table_daemon.rules.tiles import Tile
from tests.rules import oracle, oracle_daihun
from tests.rules.oracle_options import city_hand_for, city_options, daihun_options
from tests.rules.random_hands import daihun_hand

if TYPE_CHECKING:
    import random

    from table_daemon.rules.profile import RuleProfile
    from tests.rules.oracle_case import Answer, Case
    from tests.rules.oracle_options import Options
    from tests.rules.random_hands import Dealt

PLAIN = {"单混吊": "混吊", "双混吊": "混吊"}
"""Names that the oracles do not tell apart: copies are alike, so that many hands can be read either way."""


class Game(Enum):
    """The two games."""

    CITY = "city"
    DAIHUN = "daihun"


@dataclass(frozen=True)
class Deal:
    """A hand and the house it is played in."""

    game: Game
    options: Options
    dealt: Dealt

    @property
    def case(self) -> Case:
        """The hand."""
        return self.dealt.case

    def engine(self) -> HandScore:
        """Return the engine's score."""
        return engine(self.case, profile_of(self.game, self.options), self.dealt.indicator)

    def oracle(self) -> tuple[Answer, int]:
        """Return the oracle's answer and points of kongs."""
        return asked(self.game, self.case, self.options)


def random_deal(rng: random.Random, game: Game, *, wilds: int) -> Deal:
    """A random house and a random hand in it."""
    if game is Game.CITY:
        options = city_options(rng)
        return Deal(game, options, city_hand_for(rng, options, wilds=wilds))
    options = daihun_options(rng)
    return Deal(game, options, daihun_hand(rng, wilds=wilds))


def profile_of(game: Game, options: Options) -> RuleProfile:
    """Return the profile of a house."""
    return with_options(TIANJIN if game is Game.CITY else DAIHUN, options)


def asked(game: Game, case: Case, options: Options) -> tuple[Answer, int]:
    """Return what the oracle of that game says of a hand, and points of its kongs."""
    if game is Game.CITY:
        house = oracle.House(**options)
        return oracle.score(case, house), oracle.kong_total(case, house)
    daihun = oracle_daihun.DaihunHouse(**options)
    return oracle_daihun.score(case, daihun), oracle_daihun.kong_total(case, daihun)


def engine(case: Case, profile: RuleProfile, indicator: str | None = None) -> HandScore:
    """Score a case with the engine."""
    hand = list(case.tiles)
    hand.remove(case.draw)
    return score_hand(
        hand=[Tile.parse(text) for text in hand],
        draw=Tile.parse(case.draw),
        melds=[Meld.of(*meld) for meld in case.melds],
        wilds=[Tile.parse(text) for text in case.wilds],
        flags=flags_of(case),
        profile=profile,
        indicator=Tile.parse(indicator) if indicator else None,
    )


def flags_of(case: Case) -> WinFlags:
    """Return the circumstances of a case as the engine takes them."""
    return WinFlags(
        gangkai=case.gangkai,
        tianhe=case.tianhe,
        dihe=case.dihe,
        tianting=case.tianting,
        xianggong=case.xianggong,
        discard=case.discard,
        dubao=case.dubao,
        shangdatai=case.shangdatai,
    )


def names_of(score: HandScore) -> frozenset[str]:
    """Return the names of an engine's answer as the oracles write them."""
    return frozenset(PLAIN.get(name, name) for name in score.names if name != "提溜")


def assert_agreed(deal: Deal) -> bool:
    """Fail where the engine and the oracle differ; returns whether the hand wins."""
    answer, kong = deal.oracle()
    score = deal.engine()
    assert (score.win, score.fan, score.kong) == (answer.fan > 0, answer.fan, kong), (deal, answer, score)
    assert not score.win or names_of(score) in answer.names, (deal, answer, score)
    return score.win
