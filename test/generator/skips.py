# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Trips that all threads of the block skip, and barriers that one trip spares."""

from context import indent

class Skip:
    def __init__(self, cx, header, suffix):
        self.cx, self.header, self.kind = cx, header, cx.f["skip"]
        self.part = "part" + suffix
        self.form = "none" if self.kind == "none" else cx.pick(
            "part of skip", ["none", "none", "used", "hides", "hides",
                             "constant", "binding"])

    def before_loop(self):
        return ["int %s = 3;" % self.part] if self.form in (
            "hides", "constant", "binding") else []

    def after_loop(self):
        return ["acc += (%s)%s;" % (self.cx.R, self.part)
                ] if self.before_loop() else []

    def beside(self):
        """What stands behind the skipped part, and names the other one."""
        return self.after_loop() if self.kind == "around" else []

    def declared(self):
        position = self.header.position
        value = "(int)(%s) + 2" % position
        return {"none": [], "used": ["const int %s = %s;" % (self.part, value)],
                "hides": ["int %s = %s;" % (self.part, value)],
                "constant": ["constexpr int %s = 5;" % self.part],
                "binding": ["const int both[2] = {%s, 7};" % value,
                            "auto [from, %s] = both;" % self.part]}[self.form]

    def condition(self):
        cx, at = self.cx, self.header.position
        number = "(int)(%s)" % at
        return cx.pick("skipped", [
            "{0} / %d %% 3 != 1" % cx.step, "I[{0}] % 3 != 0",
            "{0} / %d != n %% 4" % cx.step, "I[{0}] % 2 == 1 || {0} == 0"
        ]).format(number)

    def phases(self, lines):
        """The phases of a trip, which it may skip."""
        if self.kind.startswith("spared"):
            return self.spared(lines)
        if self.kind == "none":
            return lines
        use = ["acc += (%s)%s;" % (self.cx.R, self.part)
               ] if self.form != "none" else []
        lines = self.declared() + lines + use
        condition, named = self.condition(), []
        if self.cx.pick("skip is named", [0, 0, 1]):
            named = ["const bool wanted = %s;" % condition]
            condition = "wanted"
        if self.kind == "continue":
            return named + ["if (!(%s))" % condition, "  continue;"] + lines
        return (named + ["if (%s) {" % condition] + indent(lines) + ["}"] +
                self.beside())

    def spared(self, lines):
        sync, variable = self.cx.sync, self.header.variable
        if self.kind == "spared_first":
            first = self.cx.pick("first trip", ["%s > 0", "%s != 0", "%s"])
            return ["if (%s)" % (first % variable), "  " + sync
                    ] + lines[1:]
        return lines[:-1] + ["if (%s + %d < n)" % (variable, self.cx.step),
                             "  " + sync]
