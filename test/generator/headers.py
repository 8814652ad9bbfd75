# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The forms of a loop header."""

import dataclasses

from context import block


@dataclasses.dataclass
class Header:
    open: str
    position: str  # Of the tile in its row, in the load phase.
    variable: str  # The loop's own, and its type.
    type: str = "int"
    before: list = dataclasses.field(default_factory=list)
    top: list = dataclasses.field(default_factory=list)
    after_load: list = dataclasses.field(default_factory=list)
    end: list = dataclasses.field(default_factory=list)
    close: str = "}"
    later: str = ""  # The position as compute sees it, if another.
    lives: bool = False  # Whether the variable may be used after the loop.
    down: bool = False
    extra: str = ""  # A second variable.

    @property
    def position_later(self):
        return self.later or self.position


def loop_header(cx, suffix=""):
    w = cx.step
    k, t, tiles, end = ("k" + suffix, "t" + suffix, "tiles" + suffix,
                        "end" + suffix)
    count = "(n + %d) / %d" % (w - 1, w)
    with_tiles = ["const int %s = %s;" % (tiles, count)]
    kind = cx.f["header"]
    scaled = "%s * %d" % (t, w)
    plain = lambda condition, step, type="int", **more: Header(
        "for (%s %s = 0; %s; %s) {" % (type, k, condition, step), k, k, type,
        **more)
    number = lambda condition, step="++" + t, **more: Header(
        "for (int %s = 0; %s; %s) {" % (t, condition, step), scaled, t, **more)
    bump = "%s += %d" % (k, w)
    made = {
        "for": lambda: plain(k + " < n", bump),
        "less_equal": lambda: plain(k + " <= n - 1", bump),
        "counter": lambda: number("%s < %s" % (t, tiles), before=with_tiles),
        "not_equal": lambda: plain(
            "%s != %s" % (k, end), bump,
            before=["const int %s = %s * %d;" % (end, count, w)]),
        "down": lambda: Header(
            "for (int %s = %s - 1; %s >= 0; --%s) {" % (t, tiles, t, t),
            scaled, t, before=with_tiles, down=True),
        "down_k": lambda: Header(
            "for (int %s = %s * %d; %s > 0; %s -= %d) {" %
            (k, count, w, k, k, w), "(%s - %d)" % (k, w), k, down=True),
        "while": lambda: Header("while (%s < n) {" % k, k, k,
                                before=["int %s = 0;" % k], end=[bump + ";"],
                                lives=True),
        "while_middle": lambda: Header(
            "while (%s < n) {" % k, k, k, before=["int %s = 0;" % k],
            after_load=[bump + ";"], later="(%s - %d)" % (k, w), lives=True),
        "two_variables": lambda: Header(
            "for (int %s = 0, q%s = 2; %s < n; %s, q%s += 3) {" %
            (k, suffix, k, bump, suffix), k, k, extra="q" + suffix),
        "auto": lambda: Header("for (auto %s = 0; %s < n; %s) {" % (k, k, bump),
                               k, k),
        "short": lambda: Header(
            "for (short %s = 0; %s < %s; ++%s) {" % (t, t, tiles, t), scaled, t,
            "short", before=with_tiles),
        "long_long": lambda: plain(k + " < n", bump, "long long"),
        "unsigned_down": lambda: Header(
            "for (unsigned %s = %s; %s > 0; --%s) {" % (t, tiles, t, t),
            "(%s - 1) * %d" % (t, w), t, "unsigned", before=with_tiles,
            down=True),
        "published": lambda: plain(
            "%s < limit%s" % (k, suffix), bump,
            before=["__shared__ int limit%s;" % suffix, cx.sync, "if (tid == 0)",
                    "  limit%s = n;" % suffix, cx.sync]),
        "loaded_step": lambda: plain(
            k + " < n", "%s += %d + (I[%s] & 0)" % (k, w, k)),
        "bound_changes": lambda: plain(
            k + " < bound", bump, before=["int bound = n;"]),
        "unsigned": lambda: plain("%s < (unsigned)n" % k, bump, "unsigned"),
        "size_t": lambda: plain("%s < (size_t)n" % k, bump, "size_t"),
        "outer_variable": lambda: Header(
            "for (%s = 0; %s < n; %s) {" % (k, k, bump), k, k,
            before=["int %s;" % k], lives=True),
        "whole_tiles": lambda: number("%s < n / %d" % (t, w), t + "++"),
        "parameter": lambda: number("%s < count" % t),
        "pointer": lambda: Header(
            "for (const %s *p%s = A, *e%s = A + %s * %d; p%s < e%s; "
            "p%s += %d) {" % (cx.S, suffix, suffix, count, w, suffix, suffix,
                              suffix, w),
            "int(p%s - A)" % suffix, "p" + suffix, "const %s *" % cx.S),
        "constant": lambda: number("%s < 3" % t),
        "do_while": lambda: Header(
            "if (n > 0) do {", k, k, before=["int %s = 0;" % k],
            end=[bump + ";"], close="} while (%s < n);" % k, lives=True),
        "post_decrement": lambda: Header(
            "while (%s-- > 0) {" % t, scaled, t,
            before=["int %s = %s;" % (t, count)], lives=True, down=True),
        "endless": lambda: plain("", bump, top=["if (%s >= n)" % k,
                                                "  break;"]),
        "split": lambda: Header(
            "for (int %s = blockIdx.x * %d; %s < n; %s += gridDim.x * %d) {" %
            (k, w, k, k, w), k, k),
        "comma": lambda: Header(
            "for (int %s = 0, %s = 0; %s < %s; ++%s, %s) {" %
            (k, t, t, tiles, t, bump), k, k, before=with_tiles, extra=t),
        "const_bound": lambda: plain(
            "%s > %s" % (end, k), "%s = %s + %d" % (k, k, w),
            before=["const int %s = n;" % end]),
        "step_variable": lambda: plain(
            k + " < n", "%s += step%s" % (k, suffix),
            before=["const int step%s = %s;" % (
                suffix, "%d * (int)(%s)" %
                (w // cx.threads, cx.block_size) if w % cx.threads == 0 else str(w))]),
        "shift": lambda: number("%s < n" % scaled),
        "left": lambda: Header(
            "while (left%s > 0) {" % suffix, k, k, before=[
                "int %s = 0, left%s = n;" % (k, suffix)],
            end=[bump + ";", "left%s -= %d;" % (suffix, w)], lives=True),
        #  The step is set in the trip, in front of the load or behind it.
        "shrinking": lambda: plain(
            k + " < n", "%s += len%s" % (k, suffix),
            before=["int len%s = %d;" % (suffix, w)],
            top=block("if (%s + len%s > n)" % (k, suffix),
                      ["len%s = n - %s;" % (suffix, k)]),
            extra="len" + suffix),
        "set_behind": lambda: plain(
            k + " < n", "%s += len%s" % (k, suffix),
            before=["int len%s;" % suffix], **{cx.pick("set", [
                "after_load", "end"]): ["len%s = min(%d, n - %s);" % (
                    suffix, w, k)]}),
    }[kind]()
    cx.declare(made.variable, made.type, moving=True)
    if made.extra:
        cx.declare(made.extra, "int", moving=True)
    return made


def last_tile(cx):
    """The position of the last tile, where a descending loop starts."""
    return "((n + %d) / %d - 1) * %d" % (cx.step - 1, cx.step, cx.step)
