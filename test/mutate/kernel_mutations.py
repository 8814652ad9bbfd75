# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels with a statement too much, too few, or in another place.

Each mutation takes the lines of a file, the numbers of those that are statements
of a loop, and dice; it changes the lines, or says False.
"""

import re

STATEMENT = re.compile(r"\s{4,}\S.*;\s*(//.*)?$")
NO_STATEMENT = re.compile(r"\s*(for|while|return|#|//|case|break|continue|\})")
DECLARATION = re.compile(
    r"\s*(const|constexpr|int|unsigned|float|double|half|auto|size_t|bool)\b")
VARIABLE = re.compile(r"\b(?:int|unsigned|float|auto|bool) &?(\w+)\b")
OPERATOR = re.compile(r" (\+|-|\*|<|>|<=|>=|&&|\|\||%|/) ")


def statements(lines):
    """The numbers of lines that are one statement, indented twice."""
    return [i for i, line in enumerate(lines)
            if STATEMENT.match(line) and not NO_STATEMENT.match(line)]


def swap(lines, at, dice):
    first = dice.randrange(len(at) - 1)
    i, j = at[first], at[first + 1]
    lines[i], lines[j] = lines[j], lines[i]


def move(lines, at, dice):
    line = lines.pop(dice.choice(at))
    lines.insert(dice.choice(at), line)


def double(lines, at, dice):
    lines.insert(dice.choice(at), lines[dice.choice(at)])


def drop(lines, at, dice):
    lines.pop(dice.choice(at))


def guard(lines, at, dice):
    """Under a condition, the same for all threads or not."""
    i = dice.choice(at)
    names = VARIABLE.findall("\n".join(lines))
    if DECLARATION.match(lines[i]) or not names:
        return False
    condition = dice.choice(["%s %% 2 == 0", "%s > 1", "%s < 3", "%s & 1",
                             "!(%s & 2)"]) % ("(int)" + dice.choice(names))
    indent = re.match(r"\s*", lines[i])[0]
    lines[i] = "%sif (%s) %s" % (indent, condition, lines[i].strip())


def replaced(lines, i, match, by):
    lines[i] = lines[i][:match.start(0)] + by + lines[i][match.end(0):]


def number(lines, at, dice):
    i = dice.choice(at)
    found = list(re.finditer(r"\b\d+\b", lines[i]))
    if not found:
        return False
    match = dice.choice(found)
    value = int(match[0])
    replaced(lines, i, match, str(dice.choice(
        [value + 1, max(0, value - 1), value * 2, value // 2])))


def operator(lines, at, dice):
    i = dice.choice(at)
    found = list(OPERATOR.finditer(lines[i]))
    if not found:
        return False
    replaced(lines, i, dice.choice(found), " %s " % dice.choice(
        ["+", "-", "*", "<", "<=", "|", "&", "^"]))


def name(lines, at, dice):
    """Another variable of the file."""
    i = dice.choice(at)
    names = VARIABLE.findall("\n".join(lines))
    found = list(re.finditer(r"\b[A-Za-z_]\w*\b", lines[i]))
    if not names or not found:
        return False
    replaced(lines, i, dice.choice(found), dice.choice(names))


def join(lines, at, dice):
    """Two statements in one line."""
    i = dice.choice(at)
    if i + 1 not in at or "//" in lines[i]:
        return False
    lines[i:i + 2] = [lines[i] + " " + lines[i + 1].strip()]


def brace(lines, at, dice):
    """A block of their own for one, two or three statements."""
    i = dice.choice(at)
    end = i + dice.choice([1, 2, 3])
    if any(j not in at for j in range(i, end)):
        return False
    indent = re.match(r"\s*", lines[i])[0]
    lines[i:end] = ([indent + "{"] + ["  " + line for line in lines[i:end]] +
                    [indent + "}"])


def hide(lines, at, dice):
    """Another variable around the loop, of the name of one in it."""
    declared = [i for i in at if DECLARATION.match(lines[i])]
    if not declared:
        return False
    i = dice.choice(declared)
    name = re.search(r"(\w+)\s*(=|;|\{|\[)", lines[i])
    indent = len(re.match(r"\s*", lines[i])[0])
    if not name:
        return False
    for head in range(i - 1, 0, -1):
        if re.match(r"\s{2,%d}(for|while) \(" % (indent - 2), lines[head]):
            lines.insert(head, "%sint %s = 3;" % (
                re.match(r"\s*", lines[head])[0], name[1]))
            return True
    return False


MUTATIONS = [swap, move, double, drop, guard, number, operator, name, join, join,
             brace, hide, hide]


def mutated(text, dice):
    """`text` with one mutation or up to three."""
    for _ in range(dice.choice([1, 1, 2, 3])):
        lines = text.split("\n")
        at = statements(lines)
        if len(at) < 2:
            return text
        if dice.choice(MUTATIONS)(lines, at, dice) is not False:
            text = "\n".join(lines)
    return text
