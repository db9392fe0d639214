"""Shares of 1841 exchanged: mergers, transformations, and the company that is split."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from bestrun.importers.shares import Player, Shares

Answers = Sequence[tuple[Player, str]]
"""Who answers what, in order."""

DIRECTORS = 20
"""Percent of the director's certificate of a major."""


def shareholders(shares: Shares, first: Player | None, companies: Iterable[str]) -> list[Player]:
    """Players from one on, each before the companies that they direct."""
    seats = list(shares.players)
    at = seats.index(first) if first in seats else 0
    directed: dict[Player | None, list[str]] = {}
    for company in sorted(companies):
        directed.setdefault(shares.director(company), []).append(company)
    order: list[Player] = []
    for player in [*seats[at:], *seats[:at]]:
        order += [player, *directed.get(player, [])]
    return order


def merged(
    shares: Shares,
    old: Sequence[str],
    new: str,
    order: Sequence[Player],
    answers: Answers,
    *,
    pairs: bool,
) -> None:
    """Exchange the shares of companies that merge, or of a minor that becomes a major.

    With ``pairs`` two old shares make a new one; whoever is left with one may buy the other
    half, or the director's certificate. A minor's shares are twice as large: each makes one
    of half its size, and shareholders may buy more.
    """
    answered: dict[Player, list[str]] = {}
    for holder, answer in answers:
        answered.setdefault(holder, []).append(answer)

    def two_for_one(holder: Player, percent: int) -> int:
        if "pres" in answered.get(holder, ()):
            return max(DIRECTORS, percent // 20 * 10)
        full = percent % 20 and "full" in answered.get(holder, ())
        return percent // 20 * 10 + (10 if full else 0)

    def one_for_one(holder: Player, percent: int) -> int:
        return percent // 2

    shares.exchange(old, new, order, two_for_one if pairs else one_for_one)
    for holder, answer in answers:
        if answer == "yes":
            shares.gain([f"{new}_"], holder, 10)


def deal(
    shares: Shares,
    old: str,
    into: tuple[str, str],
    order: Sequence[Player],
    answers: Answers,
) -> None:
    """Exchange the shares of a company that is split: for each pair one of both.

    A director with less than 40 % chooses which of the two to direct; the next pair takes
    the other director's certificate. Who has a single share chooses between the two. Of
    what the company holds of others the dearest goes to the first: without prices that is
    known only where it is of one company.
    """
    held = Counter(shares.held.get(old, Counter()))
    owner = shares.directors.get(old)
    sizes = {each: shares.percent_of(f"{each}_1") for each in into}
    got: dict[str, Counter[Player]] = {each: Counter() for each in into}
    choices = {"a": into[0], "b": into[1]}
    picked = [(holder, choices[answer]) for holder, answer in answers if answer in choices]
    holders = list(dict.fromkeys([*([] if owner is None else [owner]), *order]))
    if owner is not None and held[owner] < 40 and picked:
        new = picked.pop(0)[1]
        other = next(each for each in into if each != new)
        got[new][owner] += 2 * sizes[new]
        held[owner] -= 20
        second = next((each for each in holders if held[each] >= 20), None)
        if second is not None:
            got[other][second] += 2 * sizes[other]
            held[second] -= 20
    for holder in holders:
        for new in into:
            got[new][holder] += held[holder] // 20 * sizes[new]
    for holder, new in picked:
        got[new][holder] += sizes[new]
    bought = any(answer == "yes" for _, answer in answers)  # of which of both is not told
    shares.end(old)
    for new in into:
        shares.held[new] = +got[new]
        if shares.held[new]:
            shares.directors[new] = max(shares.held[new], key=lambda each: got[new][each])
        if bought:
            shares.vague.add(new)
    others = [name for name, mine in shares.held.items() if mine.get(old)]
    for name in others:
        if len(others) > 1:
            shares.vague.add(name)
        one = shares.percent_of(f"{name}_1")
        first = -(-shares.held[name].pop(old) // (2 * one)) * one if len(others) == 1 else 0
        if first:
            shares.held[name][into[0]] += first
        if shares.directors.get(name) == old:
            shares.directors[name] = into[0]
        shares.direct(name)
