# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One trip of a loop as a line of instructions.

Inner loops stand once, both sides of a branch one behind the other; what is out
of the way, such as slow paths behind the kernel's end, stands where it runs.
"""


class Trip:
    def __init__(self, loop, inner):
        self.loop = loop
        self.order = self._order([one for one in inner if one.header.number in
                                  loop.blocks and one is not loop])
        self.line, self.block_of = [], []
        for block in self.order:
            for one in block.instructions:
                if one.never_runs():
                    continue
                self.line.append(one)
                self.block_of.append(block.number)
        self.reached = self._reached()

    def _inside(self, block):
        """Who follows in the same trip."""
        return [other for other in block.successors
                if other.number in self.loop.blocks and
                other is not self.loop.header]

    def _order(self, inner):
        depth = {number: sum(number in one.blocks for one in inner)
                 for number in self.loop.blocks}

        def following(block):
            # What is visited first stands last: behind inner loops.
            return iter(sorted(self._inside(block), key=lambda other: (
                depth[other.number], -other.number)))

        order, seen = [], {self.loop.header.number}
        stack = [(self.loop.header, following(self.loop.header))]
        while stack:
            block, rest = stack[-1]
            for other in rest:
                if other.number not in seen:
                    seen.add(other.number)
                    stack.append((other, following(other)))
                    break
            else:
                order.append(block)
                stack.pop()
        return order[::-1]

    def _reached(self):
        """Of each block: those that may follow it in the same trip, as bits."""
        found = {block.number: 0 for block in self.order}
        changed = True
        while changed:
            changed = False
            for block in reversed(self.order):
                bits = found[block.number]
                for other in self._inside(block):
                    bits |= 1 << other.number | found[other.number]
                if bits != found[block.number]:
                    found[block.number], changed = bits, True
        return found

    def walk(self, at, trips=1):
        """(position, instruction) of what runs behind position `at`, until the
        same place `trips` trips later. Other sides of its branches do not."""
        here = self.block_of[at]
        after = self.reached[here] | 1 << here
        for position in range(at + 1, len(self.line)):
            if after >> self.block_of[position] & 1:
                yield position, self.line[position]
        for _ in range(trips - 1):
            yield from enumerate(self.line)
        yield from enumerate(self.line[:at])
