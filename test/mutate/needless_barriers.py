# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Does a barrier of a main loop keep anything apart?

What it alone separates stands between it and the barriers in front of it and
behind it. If no array is named on both sides, it separates nothing, in any launch.
"""

import re

import guarded_loads
import places

BARRIER = re.compile(places.BARRIER + r";")
# They access nothing but what they are passed.
PLAIN = r"atomic\w+|__syncwarp|f?min|f?max|\w*f|if|for|while|sizeof"


def arrays_of(text, known, depth=0):
    """The names that `text` indexes, in what it calls too; None if it may access
    what it does not name."""
    found = set(re.findall(r"\b([A-Za-z_]\w*)\s*\[", text))
    if re.search(r"(?:^|[=(,;{])\s*\*|->|\basm\b", text):
        return None
    for call in re.finditer(r"\b(\w+)(?:<\w+>)?\s*\(", text):
        bodies = known.get(call[1])
        if bodies and depth < guarded_loads.DEPTH:
            inner = [arrays_of(body, known, depth + 1) for _, body in bodies]
            if None in inner:
                return None
            found.update(*inner)
        elif not re.fullmatch(PLAIN, call[1]):
            return None
    return found


def without_lambdas(text):
    """They run where they are called."""
    while True:
        made = re.search(r"\bauto \w+ = \[&\](?:\([^)]*\))? *(?=\{)", text)
        if not made:
            return text
        end = places.closing(text, made.end())
        text = text[:made.start()] + text[text.find(";", end) + 1:]


def separates_nothing(kernel, place):
    """The barrier at `place` of the text of a kernel with one buffer a tile."""
    text = guarded_loads.without_comments(kernel)
    mark = kernel.rfind("// Prologue:", 0, place)
    head = places.PROLOGUE.match(kernel, mark) if mark >= 0 else None
    body = text.find("{", head.end() if head else 0)
    end = places.closing(text, body)
    barriers = list(BARRIER.finditer(text, body, end))
    if (mark < 0 or not body < place < end or "_stages" in text or
            "__pipeline" in text):
        return False
    depths = {text[body:b.start()].count("{") - text[body:b.start()].count("}")
              for b in barriers}
    index = [i for i, b in enumerate(barriers)
             if b.start() <= place < b.end()]
    if depths != {1} or len(index) != 1 or len(barriers) < 2:
        return False
    known = guarded_loads.functions(text)
    known = {name: bodies for name, bodies in known.items()
             if not re.match(r"(?:if|for|while)$", name)}
    i, last = index[0], len(barriers) - 1
    before = text[barriers[i - 1].end() if i else body + 1:barriers[i].start()]
    behind = text[barriers[i].end():
                  barriers[i + 1].start() if i < last else end]
    if i == 0:  # What runs in front of the loop, and the end of a trip.
        front = without_lambdas(text[text.find("{") + 1:body])
        before += ";" + re.sub(r"__shared__ [^;]*;", "", front)
        before += ";" + text[barriers[last].end():end]
    if i == last:  # The head of the next trip, and what runs behind the loop.
        behind += ";" + text[body + 1:barriers[0].start()] + ";" + text[end + 1:]
    sides = arrays_of(before, known), arrays_of(behind, known)
    # Nobody writes what these point to.
    read = set(re.findall(r"\bconst \w+ \*__restrict__ (\w+)", text))
    return None not in sides and not (sides[0] & sides[1]) - read
