"""The painter that writes SVG: compact text, true curves, no library.

:func:`write` gives an ``<svg>`` element that is a file by itself and stands in a page as it
is. It has presentation attributes only (no style, no script), text is escaped and stays
text, and what a part stands for is in ``data-`` attributes: ``data-hex``, ``data-stop``,
``data-run``. A unit of the drawing is 100 units of the SVG, with one decimal.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from html import escape
from itertools import groupby

from plots.drawing import Disc, Drawing, Group, Ink, Item, Outline, Part, Shape, Window, Words

FONTS = "DejaVu Sans,Verdana,Geneva,Noto Sans,Arial,sans-serif"
"""DejaVu Sans has Verdana's widths; whatever else is found is narrower."""

_ANCHORS = {"left": "start", "center": "middle", "right": "end"}
_UNSPEAKABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no XML may contain, even escaped."""


def write(drawing: Drawing, ids: str = "") -> str:
    """Return ``drawing`` as SVG text.

    Parameters
    ----------
    ids
        Prefix of the ids of shared parts, which must differ between pictures of one page.
    """
    writer = _Writer(drawing.items, ids)
    body = "".join(map(writer.item, drawing.items))
    view = " ".join(map(_number, _upside_down(drawing.window)))
    wide, high = (f"{inches * 96:.6g}" for inches in drawing.size)
    alt = f' aria-label="{_clean(drawing.alt)}"' if drawing.alt else ""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" width="{wide}" height="{high}" '
        f'role="img"{alt} fill="none" stroke-linejoin="round" text-anchor="middle" '
        f'font-family="{FONTS}">'
    )
    return f"{head}{writer.shared_parts()}{body}</svg>\n"


class _Writer:
    """Writes items; parts that stand in several places are written once."""

    def __init__(self, items: Iterable[Item], ids: str) -> None:
        self._ids = ids
        self._names: dict[Part, str] = {}
        counts = Counter(each.part for each in _groups(items, set()))
        self._shared = {part for part, count in counts.items() if count > 1 and part.items}

    def shared_parts(self) -> str:
        """Return the definitions of all parts that were used, and of those used in them."""
        texts: list[str] = []
        while len(texts) < len(self._names):
            for part, name in list(self._names.items())[len(texts) :]:
                texts.append(f'<g id="{name}">{self._part(part)}</g>')
        return f"<defs>{''.join(texts)}</defs>" if texts else ""

    def item(self, item: Item) -> str:
        """Return one item as text."""
        return self._group(item) if isinstance(item, Group) else _simple((item,))

    def _part(self, part: Part) -> str:
        if any(isinstance(each, Group) for each in part.items):
            return "".join(map(self.item, part.items))
        return _text_of(part)

    def _group(self, group: Group) -> str:
        marks = "".join(f' data-{key}="{_clean(value)}"' for key, value in group.of)
        alt = f"<title>{_clean(group.alt)}</title>" if group.alt else ""
        if group.part in self._shared and group.clip is None:
            name = self._names.setdefault(group.part, f"{self._ids}p{len(self._names)}")
            if group.scale == 1:
                place = _attribute("x", group.x) + _attribute("y", -group.y)
            else:
                place = _transform(group)
            use = f'<use href="#{name}"{place}{marks}'
            return f"{use}>{alt}</use>" if alt else f"{use}/>"
        inside = self._part(group.part)
        if not inside and not alt:
            return ""
        if group.clip is not None:
            left, low, width, height = map(_number, _upside_down(group.clip))
            size = f'width="{width}" height="{height}"'
            view = f'x="{left}" y="{low}" {size} viewBox="{left} {low} {width} {height}"'
            inside = f"<svg {view}>{inside}</svg>"
        place = _transform(group)
        return f"<g{place}{marks}>{alt}{inside}</g>" if place or marks or alt else inside


def _groups(items: Iterable[Item], seen: set[Part]) -> Iterator[Group]:
    """Yield all groups; the inside of a part that is met again is not counted again."""
    for item in items:
        if isinstance(item, Group):
            yield item
            if item.part not in seen:
                seen.add(item.part)
                yield from _groups(item.part.items, seen)


@lru_cache(maxsize=8192)
def _text_of(part: Part) -> str:
    """Return a part without groups; kept, since boards of one game share most of theirs."""
    return _simple(part.items)


def _simple(items: Iterable[Item]) -> str:
    """Return shapes, discs and words; what neighbours have in common is written once."""
    found = []
    pairs = ((_look(item), _place(item)) for item in items)
    for look, alike in groupby(pairs, key=lambda pair: pair[0]):
        texts = [text for _, text in alike]
        if len(texts) == 1:
            tag = texts[0].find(" ")
            found.append(f"{texts[0][:tag]}{look}{texts[0][tag:]}")
        else:
            found.append(f"<g{look}>{''.join(texts)}</g>")
    return "".join(found)


@lru_cache(maxsize=4096)
def _ink(ink: Ink) -> str:
    text = "" if ink.fill == "none" else f' fill="{_colour(ink.fill)}"'
    if ink.rim != "none" and ink.width:
        text += f' stroke="{_colour(ink.rim)}"{_attribute("stroke-width", ink.width)}'
        if ink.dash:
            text += f' stroke-dasharray="{" ".join(map(_number, ink.dash))}"'
        if ink.round:
            text += ' stroke-linecap="round"'
    if ink.opacity != 1:
        text += f' opacity="{ink.opacity:g}"'
    return text


def _look(item: Item) -> str:
    """The style attributes of an item, without its place."""
    if isinstance(item, Words):
        text = f' fill="{_colour(item.colour)}" font-size="{_number(item.size)}"'
        if item.bold:
            text += ' font-weight="bold"'
        if item.align != "center":
            text += f' text-anchor="{_ANCHORS[item.align]}"'
        return text
    assert not isinstance(item, Group)
    return _ink(item.ink)


def _place(item: Item) -> str:
    """Return an item without its look."""
    if isinstance(item, Words):
        place = f' x="{_number(item.x)}" y="{_number(-item.y)}"'
        return f"<text{place}>{_clean(item.text)}</text>"
    if isinstance(item, Disc):
        place = _attribute("cx", item.x) + _attribute("cy", -item.y)
        return f'<circle{place} r="{_number(item.radius)}"/>'
    assert isinstance(item, Shape)
    return f'<path d="{"".join(map(_path, item.outlines))}"/>'


def _path(outline: Outline) -> str:
    """Return an outline as relative steps: each begins where the one before ends."""
    x, y = _tenths(outline.start[0]), _tenths(-outline.start[1])
    text = f"M{_joined((x, y))}"
    last = ""
    for step in outline.steps:
        here = [_tenths(each if at % 2 == 0 else -each) for at, each in enumerate(step)]
        by = [each - (x, y)[at % 2] for at, each in enumerate(here)]
        x, y = here[-2], here[-1]
        if len(by) == 6:
            command, numbers = "c", by
        elif by[1] == 0:
            command, numbers = "h", by[:1]
        elif by[0] == 0:
            command, numbers = "v", by[1:]
        else:
            command, numbers = "l", by
        joined = _joined(numbers)
        gap = "" if command != last or joined.startswith("-") else " "
        text += f"{gap if command == last else command}{joined}"
        last = command
    return text + ("z" if outline.closed else "")


def _tenths(value: float) -> int:
    return round(value * 1000)


def _joined(tenths: Iterable[int]) -> str:
    """Return numbers as short text: a minus sign separates two of them without a space."""
    text = ""
    for each in tenths:
        number = _decimal(each)
        text += number if not text or number.startswith("-") else f" {number}"
    return text


def _decimal(tenths: int) -> str:
    whole, rest = divmod(abs(tenths), 10)
    sign = "-" if tenths < 0 else ""
    if not rest:
        return f"{sign}{whole}"
    return f"{sign}{whole or ''}.{rest}"


def _number(value: float) -> str:
    return _decimal(_tenths(value))


def _attribute(name: str, value: float) -> str:
    """Return an attribute, or nothing if it is zero anyway."""
    number = _number(value)
    return "" if number == "0" else f' {name}="{number}"'


def _upside_down(window: Window) -> Window:
    left, low, width, height = window
    return left, -low - height, width, height


def _transform(group: Group) -> str:
    parts = []
    if group.x or group.y:
        parts.append(f"translate({_joined((_tenths(group.x), _tenths(-group.y)))})")
    if group.scale != 1:
        parts.append(f"scale({group.scale:.4g})")
    return f' transform="{"".join(parts)}"' if parts else ""


def _colour(colour: str) -> str:
    """Return ``#aabbcc`` as ``#abc``."""
    if len(colour) == 7 and colour[1::2] == colour[2::2]:
        return f"#{colour[1::2]}"
    return _clean(colour)


def _clean(text: str) -> str:
    """Return text that is safe in XML; spaces side by side stay as many as they are."""
    return escape(_UNSPEAKABLE.sub("", text)).replace("  ", "\u00a0 ")
