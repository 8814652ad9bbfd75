# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A K-loop: phases, barriers, and what moves between them."""

from compute import Compute, from_scratch, reduction, scratch_lines
from context import block, grouped, indent
from functions import called_load, called_compute
from headers import loop_header
from loads import Load, joined_loads, sets_beside
from objects import around, released
from kinds import ASYNC, OUTER_TEMPORARIES
from skips import Skip
from traps import Trap
from votes import Vote
from walks import walk_of
from windows import Window
from wrapping import Wrapper

#  Kinds of barriers after whose loops a tile may be stored at once.
SETTLED = {"bottom", "top_and_bottom", "extra", "double", "scratch",
           "scratch_reuse", "in_place", "reduction", "two_phases",
           "gather_tile", "scan", "scaled", "reset"}
PHASED = {"two_phases", "two_phases_lazy"}


class Loop:
    def __init__(self, cx, arrays, scratch, memory, suffix=""):
        self.cx, self.suffix = cx, suffix
        self.arrays, self.scratch, self.memory = arrays, scratch, memory
        self.sync = cx.sync
        self.header = loop_header(cx, suffix)
        bases = ["A", "B", "A"][:len(arrays)]
        if suffix and cx.pick("other source", [0, 1]):
            bases = [{"A": "B", "B": "A"}[base] for base in bases]
        walked = bases + (["A", "B"] if cx.f["value"] == "sum" else [])
        self.walk = walk_of(cx, self.header, sorted(set(walked)), suffix)
        self.compute = Compute(cx, self.header, arrays, suffix)
        self.trap = Trap(cx, self.header, self.compute, arrays[0])
        self.window = Window(cx, self.header, arrays, self.compute, suffix)
        self.wrapper = Wrapper(cx, self.header, suffix)
        self.skip = Skip(cx, self.header, suffix)
        self.vote = Vote(cx, self.header, suffix)
        self.bases = bases
        self.place = cx.f["walk_place"]
        if cx.f["barriers"] in PHASED:
            #  The second load still needs this trip's position.
            self.header.end = self.header.after_load + self.header.end
            self.header.after_load, self.header.later = [], ""
            if self.place != "header" and self.place != "start":
                self.place = "end"
        if cx.f["trap"] in ("conditional_bump", "state_in_branch"):
            self.place = "in the trap"

    def load(self, arrays):
        cx = self.cx
        lists = []
        for array in arrays:
            base = self.bases[self.arrays.index(array)]
            make = lambda a: self.window.load(self.trap.load(
                Load(cx, self.header, self.walk, a, base))).lines()
            lists.append(called_load(cx, array, make, self.suffix))
        lines = (joined_loads(lists) if cx.f["tiles"] == "joined" else None) or [
            line for some in lists for line in some]
        value = cx.f["value"]
        if value in ("async", "async_zfill"):
            lines += ["__pipeline_commit();", "__pipeline_wait_prior(0);"]
        elif value == "asm_async":
            lines += ['asm volatile("cp.async.commit_group;");',
                      'asm volatile("cp.async.wait_group 0;");']
        lines = (self.window.before_load(arrays) + around(cx, lines) +
                 self.from_registers(arrays))
        return self.in_braces("load", self.wrapper.load(lines, arrays))

    def from_registers(self, arrays):
        """Stores what `window` has kept."""
        lines = []
        for array in arrays if self.window.late else []:
            load = Load(self.cx, self.header, self.walk, array, "A")
            load.value, load.guard = "plain", "none"
            load.loaded = lambda row, column: ([], self.window.queue(array)[0])
            lines += load.lines()
        return [self.sync] + lines if lines else []

    def in_braces(self, what, lines):
        if self.cx.f["scopes"] not in (what, "both"):
            return lines
        return ["{"] + indent(lines) + ["}"]

    def sums(self, arrays=None):
        replaced = self.trap.compute()
        if replaced is not None:
            return replaced
        lines = called_compute(
            self.cx, self.arrays if arrays is None else arrays,
            self.compute.lines, self.suffix) + self.window.sums()
        if sets_beside(self.cx):
            lines.append("acc += besides[tid %% %d];" % self.cx.per)
        return self.in_braces("compute", self.wrapper.compute(lines))

    def bump(self, place):
        return self.walk.bump if self.place == place else []

    def phases(self):
        cx, sync = self.cx, [self.cx.sync]
        kind = cx.f["barriers"]
        if kind in PHASED:
            first, second = self.arrays[:1], self.arrays[1:]
            between = sync if kind == "two_phases" else []
            return (self.load(first) + sync + self.sums(first) + between +
                    self.load(second) + sync + self.sums(second) +
                    self.compute.extras() + between)
        #  The wait of a group is a barrier.
        waited = cx.f["value"] == "group_copy" and cx.pick("one barrier", [0, 1])
        load = (self.load(self.arrays) + self.bump("after_load") +
                self.header.after_load + self.trap.before_barrier() +
                ([] if waited else sync) +
                self.bump("after_barrier") + self.trap.after_barrier())
        sums = (self.sums() + self.bump("middle") + self.compute.extras() +
                self.trap.end() + released(cx))
        if cx.f["trap"] == "swap":
            return load + sums
        if cx.f["trap"] == "by_hand":
            return self.trap.by_hand(self)
        inner = {
            "bottom": [load, sums, sync],
            "top": [sync, load, sums],
            "top_and_bottom": [sync, load, sums, sync],
            "extra": [load, self.sums(self.arrays[:1]), sync, sums, sync],
            "double": [load, sync, sums, sync],
            "scratch": [load, self.to_scratch(), sync, sums,
                        self.of_scratch(), sync],
            "top_scratch": [sync, load, self.to_scratch(), sync, sums,
                            self.of_scratch()],
            "scratch_reuse": [load, self.to_scratch(), sync,
                              self.of_scratch(), self.bump("middle"),
                              self.compute.extras()],
            "gather_tile": [self.indices() + sync, load, sums, sync],
            "in_place": [load, self.in_place(), sync, sums, sync],
            #  What the barriers of the loop protect beside the tile.
            "reset": [load, self.cleared(), sync, sums, self.counted(), sync,
                      self.of_scratch(), sync],
            "behind": [load, sync, sums, self.kept(), sync, self.of_scratch()],
            "scan": [load, self.scan(), sums, sync],
            "scaled": [load, self.scaled(), sync, sums, sync],
            "reduction": [load, sums, self.reduced(), sync],
        }[kind]
        return [line for part in inner for line in part]

    def indices(self):
        if "indices" not in self.cx.names:
            return []
        return ["%s = I[%s + tid %% %d];" % (
            self.cx.names["indices"].at(None, "tid"), self.header.position,
            self.cx.step)]

    def to_scratch(self):
        if not self.scratch:
            return []
        return scratch_lines(self.cx, self.compute, self.arrays, self.scratch)

    def cleared(self):
        return ["%s = 0;" % self.scratch.at(None, "tid")] if self.scratch else []

    def counted(self):
        if not self.scratch:
            return []
        return ["atomicAdd(&%s, %s);" % (
            self.scratch.at(None, "(tid * 5 + 1) %% %d" % self.cx.threads),
            self.compute.number(self.arrays[0].flat(self.compute.other("2"))))]

    def kept(self):
        return ["%s = acc;" % self.scratch.at(None, "tid")] if self.scratch else []

    def of_scratch(self):
        return from_scratch(self.cx, self.scratch) if self.scratch else []

    def reduced(self):
        if not self.scratch:
            return []
        return reduction(self.cx, self.scratch, self.cx.sync)

    def in_place(self):
        """Each thread replaces an element by another's."""
        cx, array = self.cx, self.arrays[0]
        if cx.f["barriers"] != "in_place":
            return []
        size = self.compute.size
        name = "other" + self.suffix
        lines = ["%s %s = %s;" % (cx.T, name, array.flat(
            self.compute.other("2"))), cx.sync]
        store = "%s = %s;" % (array.flat("tid"), name)
        if size < cx.threads:
            return lines + block("if (tid < %d)" % size, [store])
        return lines + [store]

    def scan(self):
        """Sums of neighbours, in the tile."""
        cx, array = self.cx, self.arrays[0]
        size = min(self.compute.size, cx.threads)
        own, left = array.flat("tid"), array.flat("tid - s")
        inside = "tid >= s" + (" && tid < %d" % size if size < cx.threads
                               else "")
        return (["for (int s = 1; s < %d; s *= 2) {" % size,
                 "  %s left = %s;" % (cx.T, cx.element.zero)] +
                indent(block("if (%s)" % inside, ["left = %s;" % left]) +
                       [cx.sync] + block("if (%s)" % inside, [
                           "%s = %s;" % (own, cx.element.sum.format(
                               own, "left"))]) + [cx.sync]) + ["}"])

    def scaled(self):
        """Each thread changes elements that any thread has loaded."""
        cx = self.cx
        return [line for a in self.arrays for line in block(
            "for (int i = tid; i < %d; i += %d)" % (self.compute.size,
                                                    cx.threads),
            ["%s = %s;" % (a.flat("i"), cx.element.scaled.format(
                a.flat("i")))])]

    def versioned(self):
        """How much of this tile there is."""
        cx = self.cx
        if not cx.f["guard"].startswith("lsize") and cx.f["guard"] != "rest":
            return []
        left = "n - %s" % (self.header.position if self.header.type == "int"
                           else "(int)" + grouped(self.header.position))
        form = cx.pick("lsize", ["min(%d, {0})", "min({0}, %d)",
                                 "{0} < %d ? {0} : %d"])
        value = form.replace("%d", str(cx.columns)).format(left)
        cx.declare("lsize", "int", moving=True)
        return [("" if cx.pick("lsize outside", [0, 0, 1]) else "const int ") +
                "lsize = %s;" % value]

    def lines(self):
        cx, header = self.cx, self.header
        versioned = self.versioned()
        before = list(header.before) + self.walk.before
        if versioned and not versioned[0].startswith("const"):
            before.append("int lsize;")
        if cx.f["value"] in OUTER_TEMPORARIES:
            before += (["%s r_%s[%d];" % (cx.T, base, cx.per)
                        for base in dict.fromkeys(self.bases)]
                       if cx.f["value"] == "registers_outer" else
                       ["%s hold;" % cx.T])
        if sets_beside(cx):
            before += ["int beside = 1, besides[%d] = {};" % cx.per]
        state = cx.f["state"] != "none"
        if state:
            before.append("int state = %d;" % cx.pick("state", [0, 1, 5]))
            cx.declare("state", "int", moving=True)
        before += (self.trap.before_loop() + self.window.before_loop() +
                   self.skip.before_loop() + self.vote.before_loop())
        self.wrapper.outside = before
        before = before + self.trap.first_tile(self)
        head = header.open
        if self.place == "header" and self.walk.header:
            head = head.replace(") {", ", " + self.walk.header + ") {")
        body = (header.top + self.memory.loop + self.trap.top() +
                self.window.top() + self.walk.top + versioned +
                self.bump("start") +
                self.vote.phases(self.skip.phases(self.phases())))
        if state:
            body.append("state += 3;")
        body += self.window.end() + self.bump("end") + header.end
        before += self.wrapper.declared(body)
        if cx.f["scopes"] == "body":
            body = ["{"] + indent(body) + ["}"]
        after = []
        if header.lives and header.variable not in ("tiles", ):
            after.append("acc += (%s)%s;" % (cx.R, header.variable))
        if cx.f["state"] in ("after", "both_after"):
            after.append("acc += state;")
        if sets_beside(cx):
            after.append("acc += beside % 1000;")
        after += (self.trap.after_loop() + self.skip.after_loop() +
                  self.vote.after_loop())
        pragma = (["#pragma unroll %d" % cx.pick("unroll by", [1, 2, 4])]
                  if cx.pick("unroll loop", [0, 0, 0, 1]) and
                  head.startswith("for") else [])
        return self.isolated(before + pragma + [head] + indent(body) +
                             [header.close] + after)

    def isolated(self, lines):
        """A second loop's variables are its own."""
        return ["{"] + indent(lines) + ["}"] if self.suffix else lines

    @property
    def needs_sync_after(self):
        return (self.cx.f["barriers"] not in SETTLED or
                self.cx.f["skip"] == "spared_last")
