# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How a kernel's text looks, and names that the tool would like for itself."""

import random
import re

NAMES = {
    "plain": {},
    "stage": {"tid": "stage"},
    "next": {"state": "k_next", "acc": "has_next", "off": "t_next"},
    "stages": {"acc": "As_stages", "tid": "Bs_stages"},
    "functions": {"acc": "load_tile", "tid": "fetch_tile",
                  "state": "store_tile"},
    "shadow": {"j": "stage", "i": "k_next"},
    #  As what the load declares for itself.
    "temporaries": {"acc": "v", "state": "c"},
}


def renamed(lines, kind):
    for old, new in NAMES[kind].items():
        lines = [re.sub(r"\b%s\b" % old, new, line) for line in lines]
    return lines


def depth_of(line):
    return line[:len(line) - len(line.lstrip())]


def allman(lines):
    found = []
    for line in lines:
        space = depth_of(line)
        if line.endswith(" {") and not line.lstrip().startswith("#"):
            head = line[:-2]
            if head.strip().startswith("} "):
                found.append(space + "}")
                head = space + head.strip()[2:]
            found += [head, space + "{"]
        else:
            found.append(line)
    return found


def one_line(lines):
    """Short ifs and loops on one line."""
    found = []
    for line in lines:
        last = found[-1] if found else ""
        if (re.match(r"\s*(if|for|else)\b", last) and
                not last.endswith(("{", ";")) and line.endswith(";") and
                not re.match(r"\s*(if|for|#)", line)):
            found[-1] = last + " " + line.strip()
        else:
            found.append(line)
    return found


def comments(lines, dice):
    found = []
    for line in lines:
        plain = not line.lstrip().startswith(("#", '"', "asm", "::"))
        if plain and dice.random() < 0.2:
            found.append(depth_of(line) + dice.choice([
                "// The next line is for the tile.", "/* Two words. */",
                "// for (int k = 0; k < n; ++k) { __syncthreads(); }"]))
        if plain and line.endswith((";", "{")) and dice.random() < 0.2:
            line += dice.choice(["  // here", " /* here */", "  // {"])
        found.append(line)
    return found


def blank_lines(lines, dice):
    found = []
    for line in lines:
        found.append(line)
        if line.endswith((";", "}", "{")) and dice.random() < 0.3:
            found.append("")
    return found


def directives(cx, lines, dice):
    """Code that is switched off between the statements."""
    found = []
    for line in lines:
        found.append(line)
        if (line.startswith("  ") and line.endswith(";") and
                not line.lstrip().startswith("const ") and
                dice.random() < 0.12):
            found += dice.choice([
                ["#ifdef TRACE", depth_of(line) + "trace(acc);", "#endif"],
                ["#if 0", depth_of(line) + "acc = 0;", "#endif"],
                ["#if 0", depth_of(line) + "As[0] = 0;", "#endif"],
                ["#if 0", depth_of(line) + "__syncthreads();", "#endif"]])
    return found


def sized(cx, parts, body):
    """`parts`, with a name for the width of a tile where `body` is, or in all
    of them; and what declares the name."""
    kind, width = cx.f["sizes"], str(cx.step)
    if kind == "literal":
        return [], parts, body
    own = kind in ("local", "template")
    name = "W" if own else cx.name("WIDTH")
    number = re.compile(r"(?<![\w.])%s(?![\w.])" % width)
    whole = re.compile(r"(?<![\w.])%d(?![\w.])" % cx.elements)

    def named(line):
        if '"' in line or (line.lstrip().startswith("#") and own):
            return line
        line = line.replace("n + %d)" % (cx.step - 1), "n + %s - 1)" % name)
        if cx.rows > 1 and cx.elements == cx.rows * cx.step:
            line = whole.sub("(%d * %s)" % (cx.rows, name), line)
        return number.sub(name, line)

    put = lambda lines: [named(line) for line in lines]
    first = {"constexpr": ["constexpr int %s = %s;" % (name, width)],
             "macro": ["#define %s %s" % (name, width)],
             "enum": ["enum { %s = %s };" % (name, width)],
             "local": [], "template": []}[kind]
    body = put(body)
    if kind == "local":
        body.insert(0, "constexpr int W = %s;" % width)
    return first, parts if own else [put(p) for p in parts], body


def laid_out(cx, lines):
    dice = random.Random("%d/layout" % cx.seed)
    lines = renamed(lines, cx.f["names"])
    return {"plain": lambda: lines,
            "comments": lambda: comments(lines, dice),
            "allman": lambda: allman(lines),
            "one_line": lambda: one_line(lines),
            "blank_lines": lambda: blank_lines(lines, dice),
            "directives": lambda: directives(cx, lines, dice)}[
                cx.f["layout"]]()
