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


def laid_out(cx, lines):
    dice = random.Random("%d/layout" % cx.seed)
    lines = renamed(lines, cx.f["names"])
    return {"plain": lambda: lines,
            "comments": lambda: comments(lines, dice),
            "allman": lambda: allman(lines),
            "one_line": lambda: one_line(lines),
            "blank_lines": lambda: blank_lines(lines, dice)}[
                cx.f["layout"]]()
