# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Statements of a phase in lambdas, functions and macros around the loop."""

import re

from context import grouped, indent
from functions import free_variables, qualifiers, typed

LOADS = {"lambda", "lambda_value", "lambda_renamed", "lambda_stale",
         "nested_lambdas", "both_lambdas", "function", "function_template",
         "macro", "both_macros", "nested_macros", "macro_and_lambda"}
COMPUTES = {"compute_lambda", "both_lambdas", "compute_macro", "both_macros"}
MACROS = {"macro", "compute_macro", "both_macros", "nested_macros",
          "macro_and_lambda"}
FUNCTIONS = {"function", "function_template"}
#  What captures by value cannot change the kernel's variables.
VALUES = {"lambda_value", "lambda_stale"}


def renamed(lines, names):
    for old, new in names.items():
        lines = [re.sub(r"(?<!\w)%s(?!\w)" % re.escape(old), new, line)
                 for line in lines]
    return lines


class Wrapper:
    """Wraps the phases of one loop."""

    def __init__(self, cx, header, suffix):
        self.cx, self.header, self.suffix = cx, header, suffix
        self.kind = cx.f["wrap"]
        self.lambdas, self.count = {}, 0
        self.outside = []  # The lines in front of the loop.

    def load(self, lines, arrays):
        kind = self.kind
        if kind not in LOADS:
            return lines
        if kind in FUNCTIONS:
            return self.function(lines, arrays)
        if kind == "nested_macros":
            return self.macro("LOAD", self.macro("LOAD_ALL", lines))
        if kind == "macro_and_lambda":
            return self.lambda_("load", self.macro("LOAD", lines), lines)
        if kind in MACROS:
            return self.macro("LOAD", lines)
        if kind == "nested_lambdas":
            lines = self.lambda_("loadOne", lines)
        return self.lambda_("load", lines)

    def compute(self, lines):
        if self.kind not in COMPUTES:
            return lines
        if self.kind in MACROS:
            return self.macro("COMPUTE", lines)
        return self.lambda_("compute", lines)

    def declared(self, body):
        """The lambdas that `body` calls, in front of the loop."""
        lines = []
        for name, text in reversed(self.lambdas.items()):
            if re.search(r"\b%s\(" % name, "\n".join(lines + body)):
                lines = text + lines
        return lines

    def name(self, stem):
        self.count += 1
        return stem + self.suffix + ("" if self.count == 1 else
                                     "_%d" % self.count)

    def moving(self, lines):
        """The variables that move, and of these what the loop declares."""
        cx = self.cx
        text = "\n".join(self.outside)
        every = [v for v in free_variables(cx, lines) if v in cx.moving]
        return every, [v for v in every if v not in ("A", "B") and not
                       re.search(r"\b%s\b" % v, text)]

    # ---- Lambdas ----------------------------------------------------------------

    def lambda_(self, stem, lines, spelled=None):
        """`spelled` are the lines that a macro hides."""
        cx, kind = self.cx, self.kind
        every, inner = self.moving(spelled or lines)
        given = inner
        if kind == "lambda_value" or (
                kind != "lambda_stale" and cx.f["arguments"] != "struct" and
                stem != "compute" and cx.pick("give all", [0, 0, 1])):
            given = every
        arguments = list(given)
        parameters = [typed(cx, v) for v in given]
        #  Clang takes no operands of asm there that a lambda captures.
        if cx.pick("auto parameters", [0, 0, 0, 1]) and "asm " not in "\n".join(
                spelled or lines):
            parameters = ["auto " + v for v in given]
        if kind == "lambda_renamed":
            position = self.header.position
            names = {v: "its_" + v for v in given}
            if not position.isidentifier() and position in "\n".join(lines):
                variable = self.header.variable
                lines = renamed(lines, {position: "first"})
                arguments.append(position)
                parameters.append("%s first" % (
                    self.header.type if "*" not in self.header.type
                    else "int"))
                if variable in given and not re.search(
                        r"\b%s\b" % variable, "\n".join(lines)):
                    at = given.index(variable)
                    del arguments[at], parameters[at]
                    names.pop(variable)
            lines = renamed(lines, names)
            parameters = [renamed([p], names)[0] for p in parameters]
        capture = "[&]"
        if kind in VALUES:
            capture = cx.pick("capture", ["[=]", "[=]", "[&, tid]"])
            if capture == "[&, tid]" and kind == "lambda_stale":
                capture = "[=]"
        name = self.name(stem)
        head = "auto %s = %s(%s) {" % (name, capture, ", ".join(parameters))
        if not parameters and cx.pick("bare lambda", [0, 1]):
            head = "auto %s = %s {" % (name, capture)
        self.lambdas[name] = [head] + indent(lines) + ["};"]
        return ["%s(%s);" % (name, ", ".join(arguments))]

    # ---- Functions --------------------------------------------------------------

    def function(self, lines, arrays):
        cx = self.cx
        template = self.kind == "function_template"
        text = "\n".join(lines)
        tiles = [a for a in arrays if cx.f["memory"] != "file" and
                 re.search(r"\b(TILE_\d+_)?%s\b" % a.name, text)]
        by_reference = (cx.f["memory"] in ("static", "in_loop") and
                        cx.pick("tiles by reference", [0, 0, 1]))
        parameters = [a.as_parameter().reference() if by_reference else
                      a.as_parameter().parameter() for a in tiles]
        free = free_variables(cx, lines)
        pointer = ""
        for v in free:
            one = typed(cx, v)
            if template and not pointer and v in ("A", "B"):
                pointer, one = cx.variables[v], "P " + v
            elif "*" not in one and "&" not in one and "min(" not in text:
                one = cx.pick("parameter of " + v, [
                    "%s", "%s", "const %s", "long %.0s" + v]) % one
            parameters.append(one)
        heads = ["typename E"] if cx.template else []
        given = ["E"] if cx.template else []
        if template:
            heads.append("int Width")
            given.append(str(cx.step))
            lines = [line if '"' in line else re.sub(
                r"(?<![\w.])%d(?![\w.])" % cx.step, "Width", line)
                for line in lines]
            heads += ["typename P"] if pointer else []
        name = cx.name(self.name("load_tiles"))
        made = (["template <%s>" % ", ".join(heads)] if heads else []) + [
            "%s void %s(%s) {" % (qualifiers(cx), name, ", ".join(parameters))
            ] + indent(lines) + ["}"]
        if cx.pick("namespace", [0, 1]):
            space = cx.name("tiles")
            made = ["namespace %s {" % space] + made + ["}"]
            name = space + "::" + name
        cx.globals.append(made)
        return ["%s%s(%s);" % (name, "<%s>" % ", ".join(given) if given else "",
                               ", ".join([a.base for a in tiles] + free))]

    # ---- Macros -----------------------------------------------------------------

    def macro(self, stem, lines):
        cx = self.cx
        every, _ = self.moving(lines)
        others = [v for v in ("A", "B", "n", "ld") if v not in every and
                  v in free_variables(cx, lines)]
        given = cx.pick("macro parameters " + stem, [
            [], every, every + others, every])
        names = {v: cx.pick("parameter names", ["%s_", "%s", "its_%s"]) % v
                 for v in given}
        name = cx.name(self.name(stem).upper())
        body = [re.sub(r"^(\s*)#pragma unroll$", r'\1_Pragma("unroll")', line)
                for line in renamed(lines, names)]
        form = cx.pick("macro form " + stem, ["do", "braces", "plain"])
        if form == "plain" and any(line.startswith("const ") or
                                   "_Pragma" in line for line in body):
            form = "do"
        if form == "do":
            body = ["do {"] + indent(body) + ["} while (0)"]
        elif form == "braces":
            body = ["{"] + indent(body) + ["}"]
        elif body[-1].endswith(";"):
            body[-1] = body[-1][:-1]
        head = "#define %s(%s)" % (name, ", ".join(names[v] for v in given))
        text = [head] + indent(body)
        width = max(len(line) for line in text) + 1
        #  One item: nothing may come between its lines.
        cx.globals.append([" \\\n".join(
            [line.ljust(width) for line in text[:-1]] + text[-1:])])
        arguments = [grouped(v) for v in given]
        return ["%s(%s);" % (name, ", ".join(arguments))]
