# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Natural loops: back edges to a block that dominates where they come from."""


class Loop:
    def __init__(self, header, blocks):
        self.header, self.blocks = header, blocks  # Blocks by number.
        self.parent = None

    def depth(self):
        return 1 + (self.parent.depth() if self.parent else 0)

    def instructions(self):
        return [one for number in sorted(self.blocks)
                for one in self.blocks[number].instructions]


def reachable_first(blocks):
    """Blocks that can be reached, in reverse postorder."""
    order, seen, stack = [], {0}, [(blocks[0], iter(blocks[0].successors))]
    while stack:
        block, rest = stack[-1]
        for other in rest:
            if other.number not in seen:
                seen.add(other.number)
                stack.append((other, iter(other.successors)))
                break
        else:
            order.append(block)
            stack.pop()
    return order[::-1]


def dominators(blocks):
    """Of each block number that can be reached: its dominators, as bits."""
    order = reachable_first(blocks)
    every = (1 << len(blocks)) - 1
    found = {block.number: every for block in order}
    found[0] = 1
    changed = True
    while changed:
        changed = False
        for block in order[1:]:
            common = every
            for other in block.predecessors:
                common &= found.get(other.number, every)
            common |= 1 << block.number
            if common != found[block.number]:
                found[block.number], changed = common, True
    return found


def body_of(header, latch):
    """The blocks from which the latch is reached without the header."""
    body, stack = {header.number: header}, [latch]
    while stack:
        block = stack.pop()
        if block.number not in body:
            body[block.number] = block
            stack += block.predecessors
    return body


def loops_of(blocks):
    """All loops, outer ones first."""
    dominated = dominators(blocks)
    found = {}
    for block in blocks:
        for header in block.successors:
            if not dominated.get(block.number, 0) >> header.number & 1:
                continue
            body = body_of(header, block)
            if header.number in found:
                found[header.number].blocks.update(body)
            else:
                found[header.number] = Loop(header, body)
    loops = sorted(found.values(), key=lambda loop: -len(loop.blocks))
    for at, inner in enumerate(loops):
        for outer in loops[:at]:
            if inner.header.number in outer.blocks:
                inner.parent = outer  # The last, thus smallest, stays.
    return loops
