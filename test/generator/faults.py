# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Faults for rewritten kernels, to see that they are noticed.

Each takes the text and returns a broken one, or None if it has no such place.
"""

import re

# A blank line ends the prologue.
LOOP = re.compile(r"// Prologue:.*?\n[ \t]*\n", re.DOTALL)


def edit(pattern, replacement=""):
    """Edits the first match behind the head of a pipelined loop."""
    def plant(text):
        loop = LOOP.search(text)
        if not loop:
            return None
        rest = text[loop.end():]
        broken = re.sub(pattern, replacement, rest, count=1)
        return None if broken == rest else text[:loop.end()] + broken
    return plant


def same_tile_again(text):
    """Where the load is told which tile: else one more guarded load is all."""
    placed = edit(r"(_tile\d*\((?:[^;()]*, )?\w+) [-+] [^;(),]*", r"\1")(text)
    if placed or not re.search(r"_tile\d*\([^;]*_next\b", text):
        return placed
    return edit(r"(const \w+ \w+_next = \w+) [-+][^;]*;", r"\1;")(text)


FAULTS = {
    "wait": edit(r"__pipeline_wait_prior\([^)]*\);"),
    "barrier": edit(r"(__syncthreads|group\.sync|sync|SYNC_\d+)"
                    r"\((group)?\);"),
    "stage": edit(r"\bstage\w* (\^= 1|= stage\w* == [^;]*);"),
    "next": same_tile_again,
    # With more than two stages: a group more in flight, no empty groups.
    "group": edit(r"(__pipeline_wait_prior)\(([^)]*)\);", r"\1(\2 + 1);"),
    "empty": edit(r"\n( *)(if \([^{}]*\)) \{\n([^}]*\n)\1\}\n *"
                  r"(__pipeline_commit\(\);) // Even when empty[^\n]*",
                  r"\n\1\2 {\n\3\1\4\n\1}"),
}
