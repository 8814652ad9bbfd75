# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Blocks that vote, at the top of a trip, to leave the loop."""


class Vote:
    def __init__(self, cx, header, suffix):
        self.cx, self.header, self.kind = cx, header, cx.f["vote"]
        self.done, self.votes = "done" + suffix, "votes" + suffix

    def before_loop(self):
        return ["bool %s = %s;" % (self.done, self.cx.pick(
            "done at first", ["false", "false", "n < 0", "I[0] % 5 == 0"]))
                ] if self.kind != "none" else []

    def after_loop(self):
        return ["acc += %s;" % self.done] if self.kind != "none" else []

    def condition(self):
        cx, done, all = self.cx, self.done, self.cx.threads
        return {"count": "__syncthreads_count(%s) == %d" % (done, all),
                "count_not": "__syncthreads_count(!%s) < 1" % done,
                "and": "__syncthreads_and(%s)" % done,
                "or": "!__syncthreads_or(!%s)" % done,
                "some": "__syncthreads_count(%s) > %d" % (done, all // 3),
                }[self.kind.removesuffix("_named")]

    def phases(self, lines):
        """`lines`, in the place of whose first barrier the block may leave."""
        if self.kind == "none":
            return lines
        if lines and lines[0] == self.cx.sync:
            lines = lines[1:]
        condition = self.condition()
        named = []
        if self.kind.endswith("_named"):
            call = condition[:condition.index(")") + 1]
            named = ["%s %s = %s;" % (self.cx.pick(
                "type of votes", ["int", "const int", "auto"]), self.votes,
                                      call)]
            condition = condition.replace(call, self.votes)
        leave = (["if (%s)" % condition, "  break;"]
                 if self.cx.pick("braces of vote", [0, 1]) else
                 ["if (%s) {" % condition, "  break;", "}"])
        trip = "(int)(%s) / %d" % (self.header.position, self.cx.step)
        when = self.cx.pick("done", [
            "%s > tid %% 4" % trip, "%s * 3 + tid > 70" % trip,
            "I[tid %% 16] %% 4 < %s" % trip, "((int)acc & 3) == 1"])
        update = self.cx.pick("update of done", [
            ["%s = %s || %s;" % (self.done, self.done, when)],
            ["if (%s)" % when, "  %s = true;" % self.done]])
        return named + leave + lines + update
