# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small edits to a kernel that keep the compiler from undoing its overlap."""

import os
import re

from . import statements

UNROLL = "// Unrolled, a wait may pass the math of the trip before.\n"
FENCE = "// Keeps nvcc from sinking the loads to their stores.\n"


def indentation(text, at):
    begin = text.rfind("\n", 0, at) + 1
    return text[begin:at] if not text[begin:at].strip() else None


def lines_in(file, instructions):
    """Of each, the line in the file from which it was called."""
    return sorted({place[1] for one in instructions for place in one.places[-1:]
                   if os.path.basename(place[0]) == os.path.basename(file)})


def loop_of(text, file, main):
    lines = lines_in(file, [main.line[at] for at in main.barriers()])
    return statements.loop_around(text, lines) if lines else None


def unroll(text, file, kernel):
    """`#pragma unroll 1` in front of the main loop."""
    loop = loop_of(text, file, kernel.code.main)
    margin = indentation(text, loop[0]) if loop else None
    if margin is None:
        return None
    before = text[:loop[0] - len(margin)]
    if before.rstrip().split("\n")[-1].lstrip().startswith("#pragma"):
        return None  # The user's choice.
    return before + margin + UNROLL + "#pragma unroll 1\n" + margin + \
        text[loop[0]:]


def fence(text, file, kernel):
    """`__syncwarp();` behind the statements that load the next tile."""
    main = kernel.code.main
    loop = loop_of(text, file, main)
    if not loop:
        return None
    found = {statements.statement_at(text, loop[1], loop[2], line)
             for line in lines_in(file, [
                 copy.instruction for copy in main.copies
                 if not copy.is_async()])} - {None}
    changed = text
    for first, behind in sorted(found, reverse=True):
        margin = indentation(text, first)
        if margin is None or re.match(r"\s*(//[^\n]*\n\s*)?__syncwarp\(",
                                      text[behind:]):
            continue
        changed = changed[:behind] + "\n" + margin + FENCE + margin + \
            "__syncwarp();" + changed[behind:]
    return changed if changed != text else None


def bounds(text, file, kernel):
    """__launch_bounds__ without the blocks that it asks for."""
    del file
    changed = re.sub(
        r"(__launch_bounds__\s*\(\s*[^(),]+),[^()]*(\)[\s\w]*\b%s\s*\()" %
        re.escape(kernel.title), r"\1\2", text)
    return changed if changed != text else None


EDITS = {"unroll": unroll, "fence": fence, "bounds": bounds}
WORDS = {"unroll": "'#pragma unroll 1' in front of the main loop",
         "fence": "'__syncwarp();' behind the loads",
         "bounds": "__launch_bounds__ without a number of blocks"}
