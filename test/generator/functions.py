# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Parts of a kernel that stand in functions of their own."""

import re

from context import indent
from kinds import DEVICE_OWN, HELPER_LOADS


def free_variables(cx, lines, exclude=()):
    """The kernel's variables that `lines` name, in a fixed order."""
    words = set(re.findall(r"\b[A-Za-z_]\w*", "\n".join(lines)))
    return [name for name in cx.variables
            if name in words and name not in exclude]


def typed(cx, name):
    kind = cx.variables[name]
    return kind + name if kind.endswith("*") else "%s %s" % (kind, name)


def qualifiers(cx):
    return cx.pick("qualifiers", ["__device__", "__device__ __forceinline__",
                                  "static __device__ inline"])


def template_head(cx, more=()):
    names = (["typename E"] if cx.template else []) + list(more)
    return ["template <%s>" % ", ".join(names)] if names else []


def add_once(cx, lines):
    if lines not in cx.globals:
        cx.globals.append(lines)


def called_load(cx, array, make, suffix):
    """The load of `array`, or a call that does it."""
    place = cx.f["place"]
    if place == "load_lambda":
        return through_lambda(cx, array, make(array), suffix)
    if place not in HELPER_LOADS or cx.f["memory"] == "in_loop" and (
            place == "load_struct"):
        return make(array)
    name = "%s_%s%s" % (cx.name("load"), array.name, suffix)
    tile = array.as_parameter()
    lines = make(tile)
    free = free_variables(cx, lines)
    by_reference = (place == "load_template" and
                    cx.f["memory"] in ("static", "file", "in_loop"))
    parameters = [tile.reference() if by_reference else tile.parameter()]
    parameters += [typed(cx, v) for v in free]
    call = "(%s);" % ", ".join([array.base] + free)
    if place == "load_struct":
        return through_struct(cx, name, tile, lines, array, free)
    head = template_head(cx, ["int UNUSED"] if place == "load_template" and
                         not by_reference else [])
    add_once(cx, head + ["%s void %s(%s) {" % (
        qualifiers(cx), name, ", ".join(parameters))] + indent(lines) + ["}"])
    angle = ("<%s7>" % ("E, " if cx.template else "")
             if place == "load_template" and not by_reference else "")
    if place == "nested_helper":
        outer = name + "_outer"
        add_once(cx, ["__device__ void %s(%s) {" % (
            outer, ", ".join(parameters)), "  %s%s" % (
                name, "(%s);" % ", ".join([tile.name] + free)), "}"])
        name = outer
    if place == "load_pointer":
        pointer = "by_%s%s" % (array.name, suffix)
        return ["constexpr auto %s = %s%s;" % (
            pointer, cx.pick("and", ["", "&"]), name + (
                "<E>" if cx.template else "")), pointer + call]
    return [name + angle + call]


def through_lambda(cx, array, lines, suffix):
    moving = [v for v in free_variables(cx, lines) if v in cx.moving]
    name = "load%s%s" % (array.name, suffix)
    return (["auto %s = [&](%s) {" % (name, ", ".join(
        typed(cx, v) for v in moving))] + indent(lines) +
            ["};", "%s(%s);" % (name, ", ".join(moving))])


def through_struct(cx, name, tile, lines, array, free):
    fields = [v for v in free if v not in cx.moving]
    moving = [v for v in free if v in cx.moving]
    add_once(cx, ["struct %s {" % name] +
             ["  %s;" % typed(cx, v) for v in fields] +
             ["  __device__ void operator()(%s) const {" % ", ".join(
                 [tile.parameter()] + [typed(cx, v) for v in moving])] +
             indent(lines, 2) + ["  }", "};"])
    return ["%s{%s}(%s);" % (name, ", ".join(fields),
                             ", ".join([array.base] + moving))]


def called_compute(cx, arrays, make, suffix):
    if cx.f["place"] not in ("compute_helper", "both_helpers") or (
            cx.f["trap"] != "none"):
        return make(arrays)
    name = "%s%s_%d" % (cx.name("compute"), suffix, len(arrays))
    tiles = [a.as_parameter() for a in arrays]
    lines = make(tiles)
    free = free_variables(cx, lines)
    returns = cx.pick("returns", [0, 1])
    accumulator = "%s acc" % cx.R if returns else "%s &acc" % cx.R
    parameters = ([t.parameter() for t in tiles] +
                  [typed(cx, v) for v in free] + [accumulator])
    if cx.pick("const tiles", [0, 1]) and cx.f["trap"] != "volatile":
        parameters[:len(tiles)] = ["const " + p
                                   for p in parameters[:len(tiles)]]
    name += "_" + "".join(a.name[0] for a in arrays)
    add_once(cx, ["%s %s %s(%s) {" % (
        qualifiers(cx), cx.R if returns else "void", name,
        ", ".join(parameters))] + indent(lines) +
        (["  return acc;"] if returns else []) + ["}"])
    call = "%s(%s);" % (name, ", ".join([a.base for a in arrays] + free +
                                        ["acc"]))
    return ["acc = " + call if returns else call]


def device_loop(cx, arrays, memory, lines, suffix):
    """The loop in a function that is given its tiles, or declares them."""
    if not cx.f["place"].startswith("device"):
        return lines
    name = "%s%s" % (cx.name("walk"), suffix)
    free = [v for v in free_variables(cx, lines) if v not in cx.moving or
            v in ("A", "B")]
    text = "\n".join(lines)
    used = [a for a in arrays
            if re.search(r"\b(TILE_\d+_)?%s\b" % a.name, text)]
    if cx.f["place"] in DEVICE_OWN:
        used, lines = [], memory.kernel + lines
    by_reference = cx.f["memory"] in ("static", "file") and cx.pick(
        "by reference", [0, 1])
    tiles = [a.as_parameter().reference() if by_reference else
             a.as_parameter().parameter() for a in used]
    if "member" in cx.f["place"]:
        return in_member(cx, name, tiles, [a.base for a in used], free, lines)
    parameters = tiles + [typed(cx, v) for v in free] + ["%s &acc" % cx.R]
    add_once(cx, template_head(cx) + ["%s void %s(%s) {" % (
        qualifiers(cx), name, ", ".join(parameters))] + indent(lines) + ["}"])
    return ["%s(%s);" % (name, ", ".join([a.base for a in used] + free +
                                         ["acc"]))]


def in_member(cx, name, parameters, tiles, free, lines):
    """The loop in a member function, the kernel's variables in its object."""
    kept = [v for v in free if cx.pick("passed " + v, [0, 1, 1])]
    passed = [v for v in free if v not in kept]
    run = cx.pick("member", ["run", "operator()"])
    made = cx.pick("constructor", [0, 1])
    members = kept + ["acc"]
    kinds = {v: typed(cx, v) for v in kept}
    kinds["acc"] = "%s acc" % cx.R
    constructor = ["  __device__ %s(%s)" % (name, ", ".join(
        kinds[v] for v in members)),
        "      : %s {}" % ", ".join("%s(%s)" % (v, v) for v in members)]
    add_once(cx, ["struct %s {" % name] +
             ["  %s;" % kinds[v] for v in members] +
             (constructor if made else []) +
             ["  __device__ void %s(%s) {" % (run, ", ".join(
                 parameters + [typed(cx, v) for v in passed]))] +
             indent(lines, 2) + ["  }", "};"])
    variable = name + "_object"
    open, close = "()" if made else "{}"
    return ["%s %s%s%s%s;" % (name, variable, open, ", ".join(members), close),
            "%s%s(%s);" % (variable, "" if run == "operator()" else "." + run,
                           ", ".join(tiles + passed)),
            "acc = %s.acc;" % variable]
