# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Mutants that do what the whole pipeline does, and why nobody can tell."""

import re

LOAD = r"\w*(?:load|fetch)_tile\w*"

# Of 'NAME VARIANT', the operator, the code and two lines in front of it; all
# searched. Why it is equivalent.
MUTANTS = [
    (r"tile_in_use_outside_of_the_loop", "guard", r"k < n",
     "true in every launch: `dot` reads the last tile, so there is one"),
    (r"pivot_found_by_one_thread", "barrier", r"scale = [^;]*;\s*__syncthreads",
     "the user's own: nobody stores between it and the next trip's barrier"),
    (r"two_tiles_one_after_the_other", "barrier",
     r"Kj\[y \* D \+ d\];\s*\}\s*__syncthreads",
     "the user's own, between the uses of two tiles: both were published by the "
     "barrier before, and nobody stores until the next"),
]


def kernel_at(text, line):
    """(text, first line, last line) of the kernel that holds this line."""
    at = len("\n".join(text.split("\n")[:line]))
    begin = max(text.rfind("__global__", 0, at), 0)
    end = text.find("__global__", at)
    end = end if end > 0 else len(text)
    return text[begin:end], text.count("\n", 0, begin) + 1, text.count(
        "\n", 0, end) + 1


def never_copies(pipeline, first, last):
    """In no launch of the program is a cp.async of these lines made."""
    copies = [m for m in pipeline.kept
              if m.operator == "copy size" and first <= m.line <= last]
    reached = set().union(*pipeline.reached.values())
    return bool(copies) and not any(m.number in reached for m in copies)


def load_lambdas(text):
    """(parameters, body) of what loads a tile."""
    return re.findall(r"auto %s = \[&\](?:\(([^)]*)\))? *\{(.*?)\n *\};" % LOAD,
                      text, re.S)


def guards_itself(text):
    """Every load has a guard of its own, on what tells one tile from the next."""
    lambdas = load_lambdas(text)
    return bool(lambdas) and all(map(is_guarded, *zip(*lambdas)))


def is_guarded(parameters, body):
    moving = {name for name in re.findall(r"(\w+)(?=,|$)", parameters)
              if "stage" not in name}
    statements = [part for part in re.split(r"[;{}]", body)
                  if not re.search(r"\bif \(!?wide", part)]
    for part in statements:
        made = re.search(r"(\w+) = ([^?]*)$", part)
        if made and moving & set(re.findall(r"\w+", made[2])):
            moving.add(made[1])
    guards = [part for part in statements
              if re.search(r"\bif \(|\?[^:]*:", part)]
    # A loop that ends where the data does.
    guards += re.findall(r"\bfor \([^;]*;([^;]*);", body)
    return any(not moving or moving & set(re.findall(r"\w+", part))
               for part in guards)


def is_of_the_guard_only(text, context):
    """What the next tile is told by is not an argument of its load."""
    made = re.findall(r"(\w+_next\w*) =", context)
    return bool(made) and not any(
        re.search(r"\b%s\b" % made[-1], arguments)
        for arguments in re.findall(LOAD + r"\(([^;]*)\);", text))


def reason(pipeline, operator, line, what):
    lines = pipeline.rewritten.split("\n")
    context = "\n".join(lines[max(0, line - 3):line])
    text, first, last = kernel_at(pipeline.rewritten, line)
    past = ("the load guards itself: a tile past the last is zeros, or "
            "nothing, and no trip reads it")
    if operator == "guard" and guards_itself(text):
        return past
    if (operator == "next tile" and is_of_the_guard_only(text, context) and
            guards_itself(text)):
        return past
    if (operator in ("wait", "wait count", "commit", "empty group") and
            never_copies(pipeline, first, last)):
        return "its copies are stores in every launch of this program"
    if operator == "alignment condition" and "blockDim" in what:
        return "true in every launch of this program"
    for name, operators, code, why in MUTANTS:
        if (re.search(name, pipeline.name) and
                re.fullmatch(operators, operator) and re.search(code, context)):
            return why
    return ""
