"""Companies as people write them: their letters in any case, or their full names."""

from __future__ import annotations

from functools import lru_cache

from mapdata.errors import look_up
from mapdata.places import fold
from mapdata.title import Company, Title


@lru_cache(maxsize=4096)
def find_company(title: Title, text: str) -> Company:
    """Return the company that ``text`` means: ``MOB``, ``mob`` or ``Montreux-Oberland Bernois``."""
    if text not in title.companies:
        wanted = fold(text)
        for company in title.companies.values():
            if wanted and wanted in (fold(company.id), fold(company.name)):
                return company
    return look_up(title.companies, text, "company")
