# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loads that functions, lambdas and views return: As[i] = load(A, r, c, ld, n)."""

from kinds import RETURNED


def is_guarded(cx):
    return cx.f["guard"] != "none"


def body(cx, zero, source, inside, outside):
    """What the function does, in one of the ways people write it."""
    if not is_guarded(cx):
        return ["return %s;" % source]
    return {
        "ternary": ["return %s ? %s : %s;" % (inside, source, zero)],
        "early": ["if (%s)" % outside, "  return %s;" % zero,
                  "return %s;" % source],
        "twice early": ["if (at < 0)", "  return %s;" % zero,
                        "if (%s)" % outside, "  return %s;" % zero,
                        "return %s;" % source],
        "if else": ["if (%s) {" % inside, "  return %s;" % source, "} else {",
                    "  return %s;" % zero, "}"],
        "variable": ["%s value = %s;" % (cx.S, zero), "if (%s)" % inside,
                     "  value = %s;" % source, "return value;"],
        "nested": ["if (at >= 0) {", "  if (%s)" % inside,
                   "    return %s;" % source, "}", "return %s;" % zero],
    }[cx.pick("body of load", ["ternary", "ternary", "early", "twice early",
                               "if else", "variable", "nested"])]


def source_of(cx):
    return cx.pick("source of load", ["from[index]", "*(from + index)",
                                      "__ldg(&from[index])"]
                   if cx.S in ("float", "int", "double") else ["from[index]"])


def function(cx, zero):
    """A function of a pointer, an index and what guards it."""
    name = cx.name("load_one")
    lines = body(cx, zero, source_of(cx), "at < n", "at >= n")
    template = cx.f["value"] == "returned_template"
    head = ["template <%s>" % ", ".join(
        (["typename E"] if cx.template else []) +
        (["typename V", "bool Guarded"] if template else []))] if (
            template or cx.template) else []
    kind = "V" if template else cx.S
    if template and is_guarded(cx):
        lines = ["if constexpr (!Guarded)", "  return from[index];"] + lines
        lines = [line.replace(cx.S + " value", "V value") for line in lines]
    qualifiers = cx.pick("qualifiers of load", [
        "__device__", "__device__ __forceinline__", "static __device__ inline"])
    made = head + ["%s %s %s(const %s *from, int index, int at, int n) {" % (
        qualifiers, kind, name, kind)] + ["  " + line for line in lines] + ["}"]
    if made not in cx.globals:
        cx.globals.insert(0, made)
    if template:
        given = (["E"] if cx.template else []) + [
            cx.S, "true" if is_guarded(cx) else "false"]
        name += "<%s>" % ", ".join(given)
    return name


def in_lambda(cx, zero):
    lines = body(cx, zero, source_of(cx), "at < n", "at >= n")
    made = ["auto loadOne = [%s](const %s *from, int index, int at) -> %s {" % (
        cx.pick("capture of load", ["&", "=", "n"] if is_guarded(cx)
                else ["&", "="]), cx.S, cx.S)] + [
                    "  " + line for line in lines] + ["};"]
    if made[0] not in cx.prologue:
        cx.prologue += made
    return "loadOne"


def view(cx, zero, base):
    """A struct that knows where a matrix ends."""
    name = cx.name("View")
    call = cx.pick("view call", ["operator()", "at", "load"])
    where = "r * ld + at"
    lines = [line.replace("from[index]", "from[%s]" % where).replace(
        "from + index", "from + " + where) for line in body(
            cx, zero, source_of(cx), "at < n", "at >= n")]
    made = (["template <typename E>"] if cx.template else []) + [
        "struct %s {" % name, "  const %s *from;" % cx.S, "  int ld, n;",
        "  __device__ %s %s(int r, int at) const {" % (cx.S, call)] + [
            "    " + line for line in lines] + ["  }", "};"]
    if made not in cx.globals:
        cx.globals.insert(0, made)
    variable = "view" + base
    declared = "const %s%s %s{%s, ld, n};" % (
        name, "<E>" if cx.template else "", variable, base)
    if declared not in cx.prologue:
        cx.prologue.append(declared)
    return variable + ("" if call == "operator()" else "." + call)


def call_of(load, row, column):
    """The value of the tile's element in `row` and `column`."""
    cx, walk = load.cx, load.walk
    kind, zero, base = cx.f["value"], load.zero(), load.base
    assert kind in RETURNED
    at = "%s + %s" % (load.header.position, column)
    if kind == "returned_view":
        return "%s(%s, %s)" % (view(cx, zero, base), row or "0", at)
    name = (in_lambda(cx, zero) if kind == "returned_lambda" else
            function(cx, zero))
    arguments = [walk.pointer(base), walk.index(base, row, column), at]
    if kind != "returned_lambda":
        arguments.append("n")
    return "%s(%s)" % (name, ", ".join(arguments))
