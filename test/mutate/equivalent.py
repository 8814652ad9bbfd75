# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Mutants that do what the whole pipeline does, and why nobody can tell."""

import re

# Of 'NAME VARIANT', the operator, the code; all searched. Why it is equivalent.
MUTANTS = [
    (r"attention_in_pieces_of_any_size ldg$", "barrier", "__syncthreads",
     "its blocks have one warp, and a __syncwarp() stands behind the loads"),
]


def load_lambdas(text):
    """The bodies of what loads a tile."""
    return re.findall(r"auto \w*(?:load|fetch)_tile\w* = \[&\].*?\n *\};", text,
                      re.S)


def guards_itself(text):
    """Every copy of a load has a guard of its own."""
    bodies = load_lambdas(text)
    return bool(bodies) and all(
        re.search(r"\? 0 : |\bif \(|\?[^:;]*:", body) for body in bodies)


def reason(pipeline, operator, what):
    if operator == "guard" and guards_itself(pipeline.rewritten):
        return ("the load guards itself: a tile past the last is zeros, or "
                "nothing, and no trip reads it")
    if operator == "alignment condition" and "blockDim" in what:
        return "true in every launch of this program"
    for name, operators, code, why in MUTANTS:
        if (re.search(name, pipeline.name) and
                re.fullmatch(operators, operator) and re.search(code, what)):
            return why
    return ""
