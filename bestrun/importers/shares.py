"""Directors of companies: shares counted as far as the actions show them.

Shares are counted in percent, as actions state them. Certificates bear ids such as ``KO_3``;
number 0 is the director's and counts twice as much as an ordinary one. A company whose director
the actions do not show has none: nothing is guessed. A company may hold shares, too, and direct
another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from bestrun.importers.actions import ExportedAction, StandingAction

Player = str | int

WHOLE = 100
"""Percent of all shares of a company."""


def ordinary_shares(steps: Iterable[StandingAction]) -> dict[str, int]:
    """Percent of an ordinary certificate by company, where actions that move one state it."""
    stated: dict[str, Counter[int]] = {}
    for step in steps:
        shares, percent = step.action.shares or (), step.action.percent
        if len(shares) == 1 and percent:
            company, _, number = shares[0].rpartition("_")
            if number != "0":
                stated.setdefault(company, Counter())[round(percent)] += 1
    return {company: sizes.most_common(1)[0][0] for company, sizes in stated.items()}


def drawn_share(choice: Sequence[str], steps: Iterable[StandingAction]) -> list[str]:
    """The certificate that came with a private, of those it was drawn from.

    Certificates are sold in order, so it is the first of a company whose second was sold
    before it.
    """
    if not choice:
        return []
    buys = (step.action for step in steps if step.action.type == "buy_shares")
    bought = [share for action in buys for share in action.shares or ()]
    place = {share: at for at, share in reversed(list(enumerate(bought)))}
    late = [
        each
        for each in choice
        if place.get(f"{_company(each)}_2", len(bought)) < place.get(each, len(bought))
    ]
    return late if len(late) == 1 else []


@dataclass
class Shares:
    """Shares by company and holder in percent, and the directors that follow from them."""

    players: Sequence[Player]
    """In the order of seats."""
    ordinary: Mapping[str, int] = field(default_factory=dict)
    """Percent of an ordinary certificate where it is not ten."""
    held: dict[str, Counter[Player]] = field(default_factory=dict)
    directors: dict[str, Player] = field(default_factory=dict)
    """The holder that directs a company: a player or another company."""
    issued: dict[str, set[str]] = field(default_factory=dict)
    """Company to its certificates that have ever left the initial offer."""
    last: dict[str, Player] = field(default_factory=dict)
    """Certificate to whoever bought it and has not sold it: it may be bought from there."""
    given: dict[str, dict[str, Player]] = field(default_factory=dict)
    """Company to its certificates that came with a private, and who has that."""
    fixed: set[str] = field(default_factory=set)
    """Companies that keep their director, whoever holds most."""
    vague: set[str] = field(default_factory=set)
    """Companies of which the actions do not show all that happened to their shares."""

    def follow(self, action: ExportedAction, holder: Player) -> None:
        """Follow an action by which a holder gets or gives certificates."""
        if action.type == "par" and action.corporation:
            self.start(action.corporation, holder)
        elif action.type in ("buy_shares", "corporate_buy_shares"):
            self.gain(action.shares or (), holder, action.percent)
        elif action.type in ("sell_shares", "corporate_sell_shares"):
            self._lose(action.shares or (), holder, action.percent)

    def start(self, company: str, holder: Player, percent: int = 0) -> None:
        """Give somebody the director's certificate of a company, beside what came with privates."""
        self._forget(company)
        self.held[company] = Counter()
        self.directors[company] = holder
        for share, owner in self.given.get(company, {}).items():
            if not share.endswith("_0"):
                self.gain([share], owner)
        self.gain([f"{company}_0"], holder, percent or None)

    def give(self, shares: Iterable[str], holder: Player) -> None:
        """Give certificates that come with a private to whoever has bid most for it."""
        for share in shares:
            company = _company(share)
            before = self.given.setdefault(company, {}).get(share)
            if before is not None and share.endswith("_0"):
                self.held[company][before] -= self.percent_of(share)
            self.given[company][share] = holder
            if share.endswith("_0"):
                self.directors[company] = holder
            self.gain([share], holder)

    def gain(self, shares: Iterable[str], holder: Player, percent: float | None = None) -> None:
        """Give certificates of one company to a holder."""
        shares = list(shares)
        for share in shares:
            company = _company(share)
            self.issued.setdefault(company, set()).add(share)
            part = self.percent_of(share) if percent is None else round(percent / len(shares))
            held = self.held.setdefault(company, Counter())
            number = share.rpartition("_")[2]
            if number not in ("", "0"):  # the director's changes hands without an action
                seller = self.last.get(share, holder)
                if seller != holder:
                    held[seller] -= part
                self.last[share] = holder
            held[holder] += part
            self.direct(company)

    def _lose(self, shares: Sequence[str], seller: Player, percent: float | None) -> None:
        """Take certificates; part of the director's can be sold, another gives change."""
        whole = sum(map(self.percent_of, shares))
        for share in shares:
            self.last.pop(share, None)
        for company in dict.fromkeys(map(_company, shares)):
            part = sum(self.percent_of(share) for share in shares if _company(share) == company)
            sold = round(percent) if percent and part == whole else part
            self.held.setdefault(company, Counter())[seller] -= sold
            self.direct(company)

    def percent_of(self, share: str) -> int:
        """Percent that a certificate counts for; the director's is a double one."""
        ordinary = self.ordinary.get(_company(share), 10)
        return min(2 * ordinary, WHOLE) if share.endswith("_0") else ordinary

    def bankrupt(self, player: Player) -> None:
        """Take all shares from a player; companies may be left without a director."""
        for company, shares in self.held.items():
            shares.pop(player, None)
            self.direct(company)

    def _forget(self, company: str, holder: Player | None = None) -> None:
        for share in [each for each in self.last if _company(each) == company]:
            if holder is None or self.last[share] == holder:
                del self.last[share]

    def end(self, company: str) -> None:
        """Forget a company that has ended: it may be started again."""
        for table in (self.held, self.directors, self.issued, self.given):
            table.pop(company, None)
        self._forget(company)
        self.vague.discard(company)
        self.fixed.discard(company)

    def resize(self, company: str, before: int, now: int) -> None:
        """Make of so many shares of a company more, without anybody getting one."""
        for holder, percent in self.held.get(company, {}).items():
            self.held[company][holder] = percent * before // now

    def exchange(
        self,
        old: Iterable[str],
        new: str,
        holders: Sequence[Player],
        get: Callable[[Player, int], int],
    ) -> None:
        """Exchange shares of companies that end for those of a new one, holder by holder.

        ``get`` says what a holder gets for the percent of all old companies together. Whoever
        has most directs the new company; of equals, who comes first among ``holders``.
        What the old companies held of others is the new one's.
        """
        old = list(old)
        before = sum((self.held.get(company, Counter()) for company in old), Counter[Player]())
        vague = any(company in self.vague for company in old)
        issued = self.issued.get(new)
        for company in old:
            self.end(company)
        if issued:
            self.issued[new] = issued
        order = dict.fromkeys([*holders, *self.players, *before])
        got = {each: get(each, before[each]) for each in order if each not in old and before[each]}
        self.held[new] = Counter({each: part for each, part in got.items() if part > 0})
        if self.held[new]:
            self.directors[new] = max(self.held[new], key=lambda each: self.held[new][each])
        if vague:
            self.vague.add(new)
        for company in old:
            self.pass_on(company, new)

    def pass_on(self, company: str, heir: str) -> None:
        """Give all that a company holds of others to another one."""
        for name, shares in self.held.items():
            if part := shares.pop(company, 0):
                shares[heir] += part
                if self.directors.get(name) == company:
                    self.directors[name] = heir
                self.direct(name)

    def sold(self, company: str) -> int:
        """The number of a company's shares that have left the initial offer."""
        return sum(2 if share.endswith("_0") else 1 for share in self.issued.get(company, ()))

    def director(self, company: str) -> Player | None:
        """Return the player who directs a company, if there is one and it is known.

        A company that directs another does what its own director wants.
        """
        chain = {company}
        while True:
            holder = self.directors.get(company)
            least = min(self.percent_of(f"{company}_0"), 20)
            if holder is None or self.held[company][holder] < least:
                return None
            if holder in self.players:
                return holder
            company = str(holder)
            if company in chain:
                return None
            chain.add(company)

    def of_players(self, company: str) -> dict[Player, int] | None:
        """Percent of a company that each player holds; ``None`` if that is not known."""
        if company in self.vague or company not in self.held:
            return None
        shares = self.held[company]
        found = {player: shares[player] for player in self.players if shares[player]}
        return found if sum(shares.values()) <= WHOLE else None

    def direct(self, company: str) -> None:
        """Make the largest holder director; of equals the old one, then the next seat."""
        now = self.directors.get(company)
        if now is None or company in self.fixed:
            return
        seats = list(self.players)
        at = seats.index(now) if now in seats else 0
        shares = self.held[company]
        others = [each for each in shares if each not in seats and each not in (now, company)]
        largest = max([now, *seats[at:], *seats[:at], *others], key=lambda each: shares[each])
        if shares[largest] > shares[now]:
            self.directors[company] = largest
            self._forget(company, largest)  # which ones are given for the director's is not told


def _company(share: str) -> str:
    return share.rpartition("_")[0]
