# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Faults for rewritten kernels, to see that they are noticed.

Each takes the text and returns a broken one, or None if it has no such place.
"""

import re

LOOP = re.compile(r"// Main loop\b")


def edit(pattern, replacement=""):
    """Edits the first match behind the head of a pipelined loop."""
    def plant(text):
        loop = LOOP.search(text)
        if not loop:
            return None
        rest = text[loop.start():]
        broken = re.sub(pattern, replacement, rest, count=1)
        return None if broken == rest else text[:loop.start()] + broken
    return plant


def same_tile_again(text):
    """Where the load is told which tile: else one more guarded load is all."""
    if not re.search(r"_tile\d*\([^;]*_next\b", text):
        return None
    return edit(r"(const \w+ \w+_next = \w+) [-+][^;]*;", r"\1;")(text)


FAULTS = {
    "wait": edit(r"__pipeline_wait_prior\(\d\);"),
    "barrier": edit(r"(__syncthreads|group\.sync|sync|SYNC_\d+)"
                    r"\((group)?\);"),
    "stage": edit(r"\bstage\w* (\^= 1|= stage\w* == \d \? [^;]*);"),
    "next": same_tile_again,
    # With more than two stages: a group more in flight, no empty groups.
    "group": edit(r"(__pipeline_wait_prior)\((\d)\);",
                  lambda m: "%s(%d);" % (m[1], int(m[2]) + 1)),
    "empty": edit(r"\n( *)(if \([^{}]*\)) \{\n([^}]*\n)\1\}\n *// Even when"
                  r" empty[^\n]*\n *(__pipeline_commit\(\);)",
                  r"\n\1\2 {\n\3\1\4\n\1}"),
}
