"""Groups of arms that can be joined, so that only few pairs of arms are looked at.

The arms of a marker that use up the same part of every limit form a group, sorted by *hope*: an
upper bound on what an arm adds to a route. Two groups that exceed a limit together are left out
as a whole.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import partial
from operator import itemgetter
from typing import NamedTuple

from solvers.arms import GrownArm, LimitRoom, Start
from solvers.hope import Hope
from solvers.problem import Train
from solvers.tally import Tally

CROWD, BUSY, SAMPLE = 5000, 4, 128
"""At a marker with more than ``CROWD`` pairs of arms, the arms of a train without limits are
grouped by which of the ``BUSY`` stops they visit: those that most of ``SAMPLE`` arms visit."""

Joint = tuple[int, int, int, GrownArm]
"""An arm to be joined: its mask, stops and cost, which are looked at first."""


class ArmGroup(NamedTuple):
    """Arms of a marker with the same cost, sorted by hope; ``hopes`` are negative, ascending.

    In a large position all of them also visit the same busy stops and begin with the same link.
    Two groups can be joined only if they have nothing ``busy`` in common.
    """

    cost: int
    busy: int
    hopes: list[int]
    joints: list[Joint]


class Pairing(NamedTuple):
    """Two groups of arms of a marker that can be joined.

    ``most`` is an upper bound on the revenue of any route of them, ``beyond`` the part of it
    that does not come from the arms.
    """

    most: int
    start: Start
    beyond: int
    one: ArmGroup
    two: ArmGroup


def pairs_of(start: Start) -> int:
    """Number of pairs of arms at a marker."""
    before, pairs = 1, len(start.alone)
    for branch in start.branches:
        pairs += before * len(branch)
        before += len(branch)
    return pairs


def pairings_of(
    train: Train, starts: Iterable[Start], room: LimitRoom, tally: Tally, hope: Hope
) -> list[Pairing]:
    """Return the pairs of groups of arms that can be joined, by their bound, highest first."""
    grouped = partial(_groups, room=room, tally=tally, hope=hope)
    ceiling, guards = tally.ceiling, room.guards
    beyond = hope.beyond + ceiling.each + ceiling.anywhere
    found = []
    for start in starts:
        here, spent = beyond + hope.worth[start.home], start.nothing[9]
        groups = grouped([[start.nothing], *start.branches], spent, _busy(start, room, hope))
        pairs = [
            (one, two)
            for at, one in enumerate(groups)
            for two in groups[at:]
            if not one.busy & two.busy
        ]
        if start.alone or train.local:
            (first,) = grouped([[start.nothing]], spent)
            alone = [*start.alone, *([start.nothing] if train.local else [])]
            pairs += [(one, first) for one in grouped([alone], spent)]
        for one, two in pairs:
            # All arms of a group cost the same: one check of the limits stands for every pair.
            if not one.cost + two.cost + spent & guards:
                most = here - one.hopes[0] - two.hopes[0]
                found.append(Pairing(most, start, here, one, two))
    # Highest bound first, so that a search ends at the first pairing below its threshold.
    found.sort(key=itemgetter(0), reverse=True)
    return found


def _busy(start: Start, room: LimitRoom, hope: Hope) -> int:
    """Return the stops that most arms of a marker visit, if they are many and cost nothing."""
    if room.guards or pairs_of(start) <= CROWD:
        return 0
    arms = [arm[3] for branch in start.branches for arm in branch]
    some = arms[:: 1 + len(arms) // SAMPLE]
    visits = [sum([arm >> stop & 1 for arm in some]) for stop in range(len(hope.worth))]
    busiest = sorted(range(len(visits)), key=visits.__getitem__)[-BUSY:]
    return sum([1 << stop for stop in busiest])


def _groups(
    branches: Iterable[Iterable[GrownArm]],
    spent: int,
    busy: int = 0,
    *,
    room: LimitRoom,
    tally: Tally,
    hope: Hope,
) -> list[ArmGroup]:
    """Return arms by what they cost, those with most hope first.

    Where nothing costs anything it is by branch, and by which ``busy`` stops they visit.
    """
    each, cut = tally.ceiling.each, hope.cut
    plain = not each and not any(cut)
    found: defaultdict[tuple[int, int], list[tuple[int, GrownArm]]] = defaultdict(list)
    lane = 0 if room.guards else 1 << len(hope.worth)
    for arms in branches:
        for arm in arms:
            adds = arm[4] if plain else arm[4] + cut[arm[1]] + each * arm[3].bit_count()
            found[arm[9] - spent, arm[3] & busy | lane].append((-adds, arm))
        lane <<= 1
    groups = []
    for (cost, met), some in found.items():
        some.sort(key=itemgetter(0))
        joints = [(arm[2], arm[3], cost, arm) for _, arm in some]
        groups.append(ArmGroup(cost, met, [minus for minus, _ in some], joints))
    return groups
