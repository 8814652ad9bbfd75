# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Faults for rewritten kernels, to see that they are noticed.

Each takes the text and returns a broken one, or None if it has no such place.
"""

import re


def drop(pattern):
    """Drops the first match inside what the tool made of a loop."""
    def plant(text):
        made = re.search(r"__pipeline_commit\(\);|\bload_tile\w* = ", text)
        if not made:
            return None
        places = list(re.finditer(pattern, text[made.start():]))
        if not places:
            return None
        start = made.start() + places[0].start()
        return text[:start] + text[made.start() + places[0].end():]
    return plant


FAULTS = {
    "wait": drop(r"__pipeline_wait_prior\(0\);"),
    "barrier": drop(r"__syncthreads\(\);"),
    "stage": drop(r"\bstage ?\^= ?1;"),
}
