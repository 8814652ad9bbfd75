# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Is a variable a multiple of a number in every launch, by the kernel's text?

    const int start = 2147483644 - (n + 31) / 32 * 32;       of 4
    const int begin = share_begin<T>(tiles, part, parts);    whose body says
        return tiles * part / parts * T;                     of T, which is 8
"""

import re

import guarded_loads
import places


def split_last(text, operators):
    """(left, operator, right) at the last of `operators` outside of brackets."""
    depth = 0
    for i in range(len(text) - 1, 0, -1):
        if text[i] in ")]}":
            depth += 1
        elif text[i] in "([{":
            depth -= 1
        elif not depth and text[i] in operators and text[:i].strip():
            return text[:i].strip(), text[i], text[i + 1:].strip()
    return None


def tested(name, text):
    """The numbers that a name is where wide copies are made."""
    tests = re.findall(r"\bbool wide_copies =([^;]*);", text)
    return re.findall(r"(?<![.\w])%s == (\d+)\b" % name, " ".join(tests))


def number(name, text, file):
    """What the text says that a name is: a constant, or by a test."""
    found = (tested(name, text) +
             re.findall(r"\bconstexpr \w+(?: \w+ = \d+,)* %s = (\d+)\b" % name,
                        file) +
             re.findall(r"^#define %s (\d+)$" % name, file, flags=re.M))
    return int(found[0]) if len(set(found)) == 1 else None


def definition(name, kernel):
    """What an integer variable, set once, is."""
    made = re.findall(r"\b(?:const )?(?:unsigned|int|size_t) %s = ([^;,]+|[^;]*\));"
                      % name, kernel)
    sets = re.findall(r"\b%s\s*(?:[-+*/%%|&^]|<<|>>)?=(?!=)|\+\+%s\b|--%s\b|"
                      r"\b%s(?:\+\+|--)|&%s\b" % ((name,) * 5), kernel)
    return made[0] if len(made) == 1 and len(sets) == 1 else None


def is_multiple(text, of, kernel, file, depth=0):
    text = text.strip()
    if depth > 8:
        return False

    def again(part):
        return is_multiple(part, of, kernel, file, depth + 1)

    if text.startswith("(") and places.closing(text, 0) == len(text) - 1:
        return again(text[1:-1])
    # Shifts and comparisons are not understood.
    if split_last(re.sub(r"\w<\w+>\(", "(", text), "<>&|^?=!,"):
        return False
    for operators in ("+-", "*/%"):
        parts = split_last(text, operators)
        if parts:
            left, operator, right = parts
            if operator in "+-":
                return again(left) and again(right)
            return operator == "*" and (again(left) or again(right))
    if re.fullmatch(r"\d+", text):
        return int(text) % of == 0
    called = re.fullmatch(r"(\w+)(?:<(\w+)>)?\(.*\)", text, flags=re.S)
    if called:
        bodies = guarded_loads.functions(file).get(called[1], [])
        returned = re.fullmatch(r"\s*return ([^;]*);\s*", bodies[0][1]) if (
            len(bodies) == 1) else None
        # Its own names: only numbers, and the argument of its template, if both
        # have one name.
        own = "bool wide_copies = %s;" % " && ".join(
            "%s == %s" % (called[2], value)
            for value in tested(called[2], kernel)) if called[2] else ""
        return bool(returned) and is_multiple(returned[1], of, own, "",
                                              depth + 1)
    if not re.fullmatch(r"\w+", text):
        return False
    known = number(text, kernel, file)
    if known is not None:
        return known % of == 0
    made = definition(text, kernel)
    return bool(made) and again(made)


def says(condition, kernel, file):
    """`start % 4 == 0` is true in every launch."""
    test = re.fullmatch(r"(\w+) % (\d+) == 0", condition)
    return bool(test) and is_multiple(test[1], int(test[2]), kernel, file)
