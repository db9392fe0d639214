"""Words that titles use for terrain, status and events: what is near one is a slip."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher

TERRAINS: tuple[str, ...] = (
    *("mountain", "water", "river", "swamp", "hill", "lake", "desert", "forest"),
    *("wall", "cow_skull"),
)
STATUS: tuple[str, ...] = (
    *("can_buy_companies", "can_buy_trains", "can_buy_companies_from_other_players"),
    *(
        "can_par",
        "full_capitalisation",
        "full_capitalization",
        "incremental",
        "fullcap",
        "limited_train_buy",
    ),
    *("minors_green_upgrade", "upgradeable_towns", "no_loans", "no_new_shorts", "extra_tile_lays"),
    *("export_train", "two_yellow_tracks", "normal_formation", "national_operates"),
)
EVENTS: tuple[str, ...] = (
    *("close_companies", "signal_end_game", "change_float", "remove_tokens", "close_privates"),
    *("nationalization", "trainless_nationalization", "full_capitalisation", "full_capitalization"),
    *(
        "float_30",
        "float_40",
        "float_50",
        "float_60",
        "close_concessions",
        "phase_revenue",
        "companies_buyable",
        "remove_bonuses",
    ),
    *("remove_reservations", "remove_unstarted", "minors_cannot_start", "buy_across"),
)

NEAR = 0.8
"""The likeness of two words from which on one is probably a slip for the other."""


def slip_for(word: str, known: Iterable[str]) -> str | None:
    """The known word that was probably meant; ``None`` for a known word, or one of its own."""
    known = tuple(known)
    if word in known:
        return None
    likeness = {each: SequenceMatcher(None, each, word).ratio() for each in known}
    best = max(likeness, key=lambda each: likeness[each], default="")
    return best if likeness.get(best, 0) >= NEAR and abs(len(best) - len(word)) < 3 else None
