"""verify/occupancy.py beside print-resources."""
import os
import random
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "..", "tools",
                                "cuda-pipeline-verify"))
from verify import occupancy

# Not in the table of the verifier: it does not need them.
SPLITS = {70: "0 8 16 32 64 96", 75: "32 64", 80: "0 8 16 32 64 100 132 164",
          86: "0 8 16 32 64 100", 90: "0 8 16 32 64 100 132 164 196 228"}


def table():
    for sm, row in occupancy.ARCHITECTURES.items():
        split = next(SPLITS[old] for old in sorted(SPLITS, reverse=True)
                     if occupancy.ARCHITECTURES[old][0] == row[0] and old <= sm)
        print("sm_%d: %d KB, %d KB a block, %d bytes reserved, granularity %d, "
              "%d warps, %d blocks, carve-out %s" % ((sm,) + row[:6] + (split,)))


def blocks():
    pick = random.Random(7)
    for _ in range(60):
        sm = pick.choice(list(occupancy.ARCHITECTURES))
        threads = pick.choice((32, 96, 128, 200, 256, 384, 512, 1024))
        registers = pick.randrange(16, 256)
        shared = pick.choice((0, 100, 9472, 16384, 25600, 48 << 10,
                              pick.randrange(230 << 10)))
        limit = shared if shared > 48 << 10 else 0
        said = subprocess.run(
            ["print-resources", "occupancy", "arch=%d" % sm,
             "threads=%d" % threads, "registers=%d" % registers,
             "dynamic=%d" % shared] + ["opt-in=%d" % limit] * bool(limit),
            stdout=subprocess.PIPE, text=True, check=True).stdout
        theirs = int(re.match(r"(\d+) blocks", said)[1])
        ours = occupancy.blocks(sm, threads, registers, shared)
        if ours != theirs:
            sys.exit("sm_%d, %d threads, %d registers, %d bytes: %s, not %d" % (
                sm, threads, registers, shared, ours, theirs))
    print("60 blocks of threads are resident as often as the rewriter says")


table() if sys.argv[1] == "table" else blocks()
