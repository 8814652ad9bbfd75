# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Control flow of a function: basic blocks and who follows whom."""

ENDS = ("BRA", "EXIT", "RET", "BRX", "JMP", "BRXU", "JMX", "KILL")


class Block:
    def __init__(self, number, instructions):
        self.number, self.instructions = number, instructions
        self.successors, self.predecessors = [], []

    def begin(self):
        return self.instructions[0].address


def is_jump(one):
    """CALL.REL to a place of the same function is how sm_80 leaves loops; of a
    real call, the function that is called stands outside of them."""
    return one.opcode in ("BRA", "JMP", "CALL") and one.target is not None


def starts(function):
    """Addresses at which a block begins."""
    found, after_end = set(), True
    for one in function.instructions:
        if after_end:
            found.add(one.address)
        after_end = one.opcode in ENDS or is_jump(one)
        if is_jump(one):
            found.add(one.target)
    return found


def blocks_of(function):
    """The blocks in the order of their addresses, linked."""
    begins, blocks = starts(function), []
    for one in function.instructions:
        if one.address in begins:
            blocks.append(Block(len(blocks), []))
        blocks[-1].instructions.append(one)
    by_address = {block.begin(): block for block in blocks}
    for block in blocks:
        last = block.instructions[-1]
        ends = last.opcode in ENDS and not last.is_conditional()
        following = []
        if not ends and block.number + 1 < len(blocks):
            following.append(blocks[block.number + 1])
        if is_jump(last) and last.target in by_address:
            following.append(by_address[last.target])
        for other in following:
            if other not in block.successors:
                block.successors.append(other)
                other.predecessors.append(block)
    return blocks
