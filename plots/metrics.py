"""The width of text without loading a font: the advance widths of DejaVu Sans.

The other fonts of the stack that pictures ask for are no wider, so that text which fits here
fits everywhere.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_PLAIN = {
    275: "'",
    278: "ijlı",
    284: "ł",
    295: "IJ",
    318: " ,.’·",
    337: "/:;\\|",
    352: "f",
    361: "-",
    390: "()[]",
    392: "t",
    401: "!",
    411: "r",
    460: '"',
    500: "*_`–",
    518: "“”",
    521: "s",
    525: "z",
    531: "?",
    550: "c",
    557: "L",
    562: "Ł",
    575: "F",
    579: "k",
    590: "•",
    592: "vxy",
    603: "P",
    611: "TY",
    612: "oø",
    613: "a",
    615: "e",
    630: "ß",
    632: "E",
    634: "hnu",
    635: "Sbdgpqđ",
    636: "$0123456789{}€£¥",
    656: "K",
    684: "AV",
    685: "XZ",
    686: "B",
    695: "R",
    698: "C",
    732: "U",
    748: "N",
    752: "H",
    770: "D",
    775: "GĐ",
    780: "&",
    787: "OQØ",
    818: "w",
    838: "#+<=>^~→",
    863: "M",
    950: "%",
    969: "½",
    974: "mÆ",
    982: "æ",
    989: "W",
    1000: "@—…",
    1023: "œ",
    1040: "№",
    1070: "Œ",
}
_BOLD = {
    306: "'",
    343: "ijlı",
    348: " ",
    365: "/\\|",
    371: "ł",
    372: "IJ",
    380: ",.’·",
    400: ":;",
    415: "-",
    435: "f",
    456: "!",
    457: "()[]",
    478: "t",
    493: "r",
    500: "_`–",
    521: '"',
    523: "*",
    580: "?",
    582: "z",
    593: "c",
    595: "s",
    637: "L",
    639: "•",
    642: "Ł",
    645: "x",
    652: "vy",
    657: "“”",
    665: "k",
    675: "a",
    678: "e",
    682: "T",
    683: "EF",
    687: "oø",
    696: "$0123456789€£¥",
    712: "hnu{}",
    716: "bdgpqđ",
    719: "ß",
    720: "S",
    724: "Y",
    725: "Z",
    733: "P",
    734: "C",
    762: "B",
    770: "R",
    771: "X",
    774: "AV",
    775: "K",
    812: "U",
    821: "G",
    830: "D",
    837: "HN",
    838: "#+<=>^~Đ→",
    850: "OQØ",
    872: "&",
    924: "w",
    995: "M",
    1000: "@—…",
    1002: "%",
    1035: "½",
    1042: "m",
    1048: "æ",
    1085: "Æ",
    1094: "œ",
    1103: "W",
    1167: "Œ",
    1203: "№",
}
"""Letters by their width, in thousandths of the size; accents add nothing to their letter."""


def _by_letter(widths: dict[int, str]) -> dict[str, float]:
    return {letter: width / 1000 for width, letters in widths.items() for letter in letters}


_WIDTHS = {False: _by_letter(_PLAIN), True: _by_letter(_BOLD)}
_UNKNOWN = 0.838
"""An arrow's, which is wider than most letters."""


@lru_cache(maxsize=8192)
def text_width(text: str, bold: bool = False) -> float:
    """Width of ``text`` at size 1."""
    widths = _WIDTHS[bold]
    whole = unicodedata.normalize("NFD", text)
    return sum(
        widths.get(letter, _UNKNOWN) for letter in whole if not unicodedata.combining(letter)
    )
