# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Three pictures of a kernel, as SVG: the roofline, the blocks that stages leave, a
trip of the loop. Each is as wide as a telephone, so that its letters stay as large
as those of the page.
"""

import math
from html import escape

from . import cards, words

WIDTH, LEFT, RIGHT = 380, 52, 14


def svg(height, label, parts):
    return ('<svg viewBox="0 0 %d %d" role="img" aria-label="%s">%s</svg>' % (
        WIDTH, height, escape(label, quote=True), "".join(parts)))


def line(x1, y1, x2, y2, kind="axis"):
    return '<line class="%s" x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f"/>' % (
        kind, x1, y1, x2, y2)


def text(x, y, said, kind="", anchor="start"):
    return '<text class="%s" x="%.1f" y="%.1f" text-anchor="%s">%s</text>' % (
        kind, x, y, anchor, escape(said))


def box(x, y, width, height, kind, title=""):
    return '<rect class="%s" x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="2">' \
        "<title>%s</title></rect>" % (kind, x, y, max(1, width), max(1, height),
                                      escape(title))


class Axis:
    """Logarithmic, from low to high, over so many points of the picture."""

    def __init__(self, low, high, begin, end):
        self.low, self.high = math.floor(math.log10(low)), \
            math.ceil(math.log10(high))
        self.begin, self.end = begin, end

    def at(self, value):
        part = (math.log10(value) - self.low) / (self.high - self.low)
        return self.begin + part * (self.end - self.begin)

    def ticks(self):
        return [10.0 ** power for power in range(self.low, self.high + 1)]


def points(kernel):
    """(operations a byte, operations a second, kind, label) of what is known."""
    roof, found = kernel["roofline"], []
    if roof["intensity"] and roof["gflops"]:
        found.append((roof["intensity"], roof["gflops"] * 1e9, "measured",
                      "measured"))
    elif roof["intensity"] and roof["peak"] and roof["bandwidth"]:
        found.append((roof["intensity"], min(
            roof["peak"], roof["intensity"] * roof["bandwidth"]), "bound",
            "at best"))
    if roof["tile_intensity"] and roof["peak"] and roof["bandwidth"] and \
            roof["intensity_is_of"] == "unique bytes":
        found.append((roof["tile_intensity"], min(
            roof["peak"], roof["tile_intensity"] * roof["bandwidth"]), "bound",
            "if caches help nobody"))
    return found


def roofline(kernel, gpu):
    """Empty where the card has no figures."""
    if not gpu or not gpu.get("bandwidth_gb_s"):
        return ""
    bandwidth = gpu["bandwidth_gb_s"] * 1e9
    peaks = [(gpu[key] * 1e12, name, unit) for unit, (name, key) in
             cards.UNITS.items() if gpu.get(key)]
    shown = points(kernel)
    if not peaks:
        return ""
    xs = [one[0] for one in shown] + [peak / bandwidth for peak, _, _ in peaks]
    ys = [one[1] for one in shown] + [peak for peak, _, _ in peaks]
    x = Axis(min(xs) / 4, max(xs) * 2, LEFT, WIDTH - RIGHT)
    y = Axis(min(min(ys) / 4, bandwidth * 10 ** x.low * 10), max(ys) * 1.2, 236,
             14)
    parts = [line(LEFT, 236, WIDTH - RIGHT, 236), line(LEFT, 14, LEFT, 236)]
    for tick in x.ticks():
        parts.append(text(x.at(tick), 252, words.large(tick).strip(), "soft",
                          "middle"))
    for tick in y.ticks():
        parts += [line(LEFT, y.at(tick), WIDTH - RIGHT, y.at(tick), "grid"),
                  text(LEFT - 6, y.at(tick) + 4, words.large(tick).strip(),
                       "soft", "end")]
    parts.append(text(WIDTH - RIGHT, 270, "operations a byte", "soft", "end"))
    unit, highest = kernel["roofline"]["unit"], max(peak for peak, _, _ in peaks)
    low = max(10.0 ** x.low, 10.0 ** y.low / bandwidth)
    parts.append(line(x.at(low), y.at(low * bandwidth), x.at(highest / bandwidth),
                      y.at(highest), "roof"))
    # The own unit's name first: of others, those that have room.
    taken = [y.at(rate) + 15 for at, rate, _, _ in shown
             if x.at(at) > WIDTH * 0.55]
    for peak, name, which in sorted(peaks, key=lambda one: one[2] != unit):
        mine, height = which == unit, y.at(peak) - 4
        parts.append(line(x.at(peak / bandwidth), y.at(peak), WIDTH - RIGHT,
                          y.at(peak), "roof mine" if mine else "roof"))
        if mine or all(abs(height - other) > 12 for other in taken):
            parts.append(text(WIDTH - RIGHT, height, name, "small" if mine else
                              "small soft", "end"))
            taken.append(height)
    for at, rate, kind, label in shown:
        # A bound lies on the slope, above which is room, or below its unit's name.
        above = kind == "bound" and rate < 0.99 * (kernel["roofline"]["peak"] or 0)
        left = above or x.at(at) > WIDTH * 0.55
        parts += ['<circle class="%s" cx="%.1f" cy="%.1f" r="5"><title>%s: %.3g '
                  "operations a byte, %.4g operations a second</title></circle>" %
                  (kind, x.at(at), y.at(rate), label, at, rate),
                  text(x.at(at) + (-8 if left else 9), y.at(rate) +
                       (-7 if above else 15), label,
                       "small", "end" if left else "start")]
    return svg(276, "roofline of " + gpu["name"], parts)


def ladder(kernel):
    """Blocks that are resident with 1 to 8 stages; empty without tiles."""
    smem = kernel["smem"]
    if not smem or not smem["stages"]:
        return ""
    most = max(1, max(row["blocks"] for row in smem["stages"]))
    wide = (WIDTH - LEFT - RIGHT) / len(smem["stages"])
    chosen = next((loop["stages"] for loop in kernel["loops"]
                   if loop["rewritten"] and loop["stages"]), None)
    parts = [line(LEFT, 196, WIDTH - RIGHT, 196),
             text(LEFT - 6, 30, str(most), "soft", "end"),
             text(LEFT - 6, 200, "0", "soft", "end"),
             text(4, 112, "blocks", "soft")]
    for at, row in enumerate(smem["stages"]):
        height = 170 * row["blocks"] / most
        x = LEFT + at * wide + 4
        kind = "lost" if row["blocks"] < smem["blocks"] else "kept"
        if row["stages"] == chosen:
            kind += " chosen"
        parts.append(box(x, 196 - height, wide - 8, height, kind,
                         "%d stages: %d bytes a block, %d blocks, %d warps" % (
                             row["stages"], row["bytes"], row["blocks"],
                             row["warps"])))
        parts += [text(x + wide / 2 - 4, 196 - height - 5, str(row["blocks"])
                       if row["blocks"] else "none", "small", "middle"),
                  text(x + wide / 2 - 4, 212, str(row["stages"]), "", "middle"),
                  text(x + wide / 2 - 4, 228, "%.0fK" % (row["bytes"] / 1024),
                       "small soft", "middle")]
    parts += [text(4, 212, "stages", "soft"), text(4, 228, "bytes", "soft")]
    if chosen:
        parts.append(text(WIDTH - RIGHT, 248, "framed: what auto takes", "small "
                          "soft", "end"))
    return svg(254, "resident blocks over stages", parts)


def trips(found):
    """(title, rows) of a trip without and with overlap: each row has (begin,
    cycles, kind, what) in cycles."""
    load, block, blocks = found["load_cycles"], found["block_cycles"], \
        found["blocks"]
    shown = min(blocks, 3)
    single = [[(at * block, load, "load", "its tile travels"),
               (at * block + load, block, "math", "math")]
              for at in range(shown)]
    length = load + block * shown
    # While the others compute, a block's next tile is on its way already.
    ahead = [[(at * block, block, "math", "math"),
              (at * block, load, "load under", "the next tile travels")]
             for at in range(shown)]
    return (("one buffer", single), ("stages", ahead)), length


def timeline(kernel):
    """Empty where the trip is not known in machine code."""
    found = kernel["timeline"]
    if not found:
        return ""
    groups, length = trips(found)
    scale = (WIDTH - LEFT - RIGHT) / max(length, 1)
    parts, y = [], 16
    for title, rows in groups:
        parts.append(text(4, y, "%s: %d cycles a trip of %s" % (
            title, found["single_cycles"] if title == "one buffer" else
            found["pipelined_cycles"], words.plural(found["blocks"], "block"))))
        y += 8
        for at, row in enumerate(rows):
            parts.append(text(4, y + 13, "block %d" % (at + 1), "small soft"))
            for begin, cycles, kind, what in row:
                under = "under" in kind
                parts.append(box(LEFT + begin * scale, y + (14 if under else 2),
                                 cycles * scale, 6 if under else 12,
                                 kind.split()[0], "%s: %d cycles" % (what,
                                                                     cycles)))
            y += 24
        y += 18
    y += 2
    for kind, said in (("load", "a tile travels (%d cycles%s)" % (
            found["load_cycles"], "" if found["latency_is_measured"] else
            ", assumed")), ("math", "math (%d cycles)" % found["block_cycles"])):
        parts += [box(LEFT, y - 10, 12, 10, kind),
                  text(LEFT + 18, y, said, "small")]
        y += 16
    y -= 16
    if found["blocks"] > 3:
        parts.append(text(LEFT, y + 18, "3 of %d resident blocks are drawn" %
                          found["blocks"], "small soft"))
        y += 18
    return svg(y + 10, "a trip of the loop", parts)
