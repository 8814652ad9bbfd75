# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Of the machine code of a cubin, what a lock holds."""

from sass import facts, tools

KEYS = ("overlap", "math", "copies", "barriers", "waits", "local")


def can_read():
    return bool(tools.find("nvdisasm") or tools.find("cuobjdump"))


def of(cubin, mangled):
    """Nothing where nobody reads machine code; a loop that is not there has
    facts that are not known."""
    if not can_read():
        return {}
    found = facts.of(cubin, mangled) or {}
    return {"code": {key: found.get(key) for key in KEYS}}
