# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Mutants that do what the whole pipeline does, and why nobody can tell."""

import re

from guarded_loads import LOAD
import guarded_loads
import multiples
import needless_barriers


# Of 'NAME VARIANT', the operator, the code and two lines in front of it; all
# searched. Why it is equivalent.
MUTANTS = [
    (r"tile_in_use_outside_of_the_loop", "guard", r"k < n",
     "true in every launch: `dot` reads the last tile, so there is one"),
    (r"windows/planes_in_registers", "guard", r"z(?:_next)? < nz",
     "the halo of a plane further: of one that all threads have read before"),
    (r"tests_that_cannot_stand_in_front", "alignment condition",
     r"\(twice / 2\) % 4 == 0", "twice is 2 * K: both conditions say the same"),
    (r"pivot_found_by_one_thread", "barrier", r"scale = [^;]*;\s*__syncthreads",
     "the user's own: nobody stores between it and the next trip's barrier"),
    (r"two_tiles_one_after_the_other", "barrier",
     r"Kj\[y \* D \+ d\];\s*\}\s*__syncthreads",
     "the user's own, between the uses of two tiles: both were published by the "
     "barrier before, and nobody stores until the next"),
    (r"choice_of_two_elements", "guard", r"k_(?:next|load) < n",
     "past the last tile the choice falls on an element that there is"),
    (r"loops_alone_in_branches", "guard", r"k\w* < n",
     "in a case, each load guards itself: past the last tile it is zeros"),
]


def kernel_at(text, line):
    """(text, first line, last line) of the kernel that holds this line."""
    at = len("\n".join(text.split("\n")[:line]))
    begin = max(text.rfind("__global__", 0, at), 0)
    end = text.find("__global__", at)
    end = end if end > 0 else len(text)
    return text[begin:end], text.count("\n", 0, begin) + 1, text.count(
        "\n", 0, end) + 1


def kernel_name(text, line):
    kernel, _, _ = kernel_at(text, line)
    head = re.sub(r"__launch_bounds__\s*\([^)]*\)|__global__", "", kernel)
    name = re.search(r"(\w+)\s*\(", head)
    return name[1] if name else ""


def never_copies(pipeline, first, last):
    """In no launch of the program is a cp.async of these lines made."""
    copies = [m for m in pipeline.kept
              if m.operator == "copy size" and first <= m.line <= last]
    reached = set().union(*pipeline.reached.values())
    return bool(copies) and not any(m.number in reached for m in copies)


def guards_itself(kernel, file):
    """Every load's accesses have guards of their own, on what tells one tile from
    the next."""
    return guarded_loads.bare_accesses(kernel, file) == []


def is_of_the_guard_only(text, context):
    """What the next tile is told by is not an argument of its load."""
    made = re.findall(r"(\w+_next\w*) =|(\w+_load\w*) [-+]=", context)
    made = ["".join(names) for names in made]
    return bool(made) and not any(
        re.search(r"\b%s\b" % made[-1], arguments)
        for arguments in re.findall(LOAD + r"\(([^;]*)\);", text))


def number_after(pattern, text):
    """What the last match of `pattern` holds, if that is a number."""
    found = re.findall(pattern, text)
    return int(found[-1]) if found and found[-1].isdigit() else None


def constant_at_end(name, text):
    """The number that a name is where `text` ends, if `const int K = 96;` says so
    in a block that is still open, and nothing between has the name."""
    if name.isdigit():
        return int(name)
    text = guarded_loads.without_comments(text)
    # What may be a declaration, too: `int a, K`, `auto [K, a]`, a parameter.
    found = list(re.finditer(r"[\w,\[&*]\s*\b%s\b" % name, text))
    made = found and re.match(r" = (\d+);", text[found[-1].end():])
    if not made or not re.search(r"\bconst(?:expr)? (?:int|unsigned|size_t)$",
                                 text[:found[-1].start() + 1]):
        return None
    depth = 0
    for bracket in re.findall(r"[{}]", text[found[-1].end():]):
        depth += 1 if bracket == "{" else -1
        if depth < 0:
            return None
    return int(made[1])


def has_all_first_tiles(lines, line, what):
    """Constants say that the prologue's tiles are there: `step < 4`."""
    front = "\n".join(lines[:line - 1])
    before = front.rsplit("// Prologue:", 1)[-1]
    if re.search(r"\n[ \t]*\n", before):
        return False
    if from_zero := re.fullmatch(r"(\w+) > (\d+)", what):
        limit = constant_at_end(from_zero[1], front)
        return limit is not None and limit > int(from_zero[2])
    test = re.fullmatch(r"(\w+) < (\w+)", what)
    limit = test and constant_at_end(test[2], front)
    if limit is None:
        return False
    first = number_after(r"\b%s = (\w+)" % test[1], before)
    tiles = number_after(r"\w*stage\w* < (\w+);", before)
    behind = "\n".join(lines[line:line + 4])
    step = (1 if "++" + test[1] in behind else
            number_after(r"\b%s \+= (\w+)" % test[1], behind) or 0)
    return (first is not None and
            first + ((tiles or 1) - 1) * step < limit)


def outer_loop_says_so(kernel, what):
    """`s < end` in front of the first tile, where s counts the loop around it, of
    which s < K holds, and end is the smaller of K and s + 16."""
    test = re.fullmatch(r"(\w+) < (\w+)", what)
    start = test and (re.search(r"\b%s = (\w+)[,;]" % test[1], kernel) or test)
    end = test and re.search(r"\b%s = min\((\w+) \+ [1-9]\d*, (\w+)\)" % test[2],
                             kernel)
    return bool(start and end and start[1] == end[1] and re.search(
        r"for \([^;]*\b%s = [^;]*; %s < %s;" % (start[1], start[1], end[2]),
        kernel))


def reason(pipeline, operator, line, what):
    lines = pipeline.rewritten.split("\n")
    context = "\n".join(lines[max(0, line - 3):line])
    text, first, last = kernel_at(pipeline.rewritten, line)
    past = ("the load guards itself: a tile past the last is zeros, or "
            "nothing, and no trip reads it")
    if operator == "guard" and guards_itself(text, pipeline.rewritten):
        return past
    if operator == "guard" and (has_all_first_tiles(lines, line, what) or
                                outer_loop_says_so(text, what)):
        return "true in every launch"
    if (operator == "next tile" and is_of_the_guard_only(text, context) and
            guards_itself(text, pipeline.rewritten)):
        return past
    if (operator in ("wait", "wait count", "commit", "empty group") and
            never_copies(pipeline, first, last)):
        return "its copies are stores in every launch of this program"
    if operator == "alignment condition" and "blockDim" in what:
        return "true in every launch of this program"
    if operator == "barrier" and needless_barriers.separates_nothing(
            text, sum(len(other) + 1 for other in
                      text.split("\n")[:line - first]) + len(
                          lines[line - 1]) - len(lines[line - 1].lstrip())):
        return "no array is named on both sides of it, up to the next barriers"
    if operator == "alignment condition" and multiples.says(
            what, text, pipeline.rewritten):
        return "what the variable is set to is a multiple"
    for name, operators, code, why in MUTANTS:
        if (re.search(name, pipeline.name) and
                re.fullmatch(operators, operator) and re.search(code, context)):
            return why
    return ""
