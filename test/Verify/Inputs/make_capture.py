"""Writes a capture of weigh.cu by hand: make_capture.py FOLDER [FAULT].

FAULT: 'after', the program got something else; 'written', its result was there
already; 'short', a file is cut off; 'head', another version; 'argument', one has
fewer bytes than it says; 'pointer', one stands behind the end of its memory."""

import os
import struct
import sys

folder, fault = sys.argv[1], (sys.argv[2:] or [""])[0]
N, WIDTH, BASE = 70, 32, 0x7f0012000000
rows = [[(r * 7 + i * 3) % 11 - 5 for i in range(N)] for r in range(2)]
weights = [i % 5 + 1 for i in range(WIDTH)]
sums = [sum(row[k + (i + t) % WIDTH] * weights[i]
            for k in range(0, N, WIDTH) for i in range(WIDTH)
            if k + (i + t) % WIDTH < N) for row in rows for t in range(WIDTH)]


def ints(values):
    return struct.pack("<%di" % len(values), *values)


after = ints(sums)
memories = [struct.pack("<2Q", BASE + 0x1000, BASE + 0x2000 + 8), ints(rows[0]),
            b"\1" * 8 + ints(rows[1]), bytes(len(after)), ints(weights)]
if fault == "written":
    memories[3] = after
if fault == "after":
    after = after[:40] + b"\0\0\0\0" + after[44:]
lines = ["cudapipe-launch %d" % (9 if fault == "head" else 1),
         "kernel _Z5weighILi32EEv5Tablei", "signature void weigh<32>(Table, int)",
         "call cudaLaunchKernel", "process 12", "number 1", "device A GPU",
         "sm 90", "grid 2 1 1", "block 32 1 1", "cluster 1 1 1", "cooperative 0",
         "shared 0", "argument 0 %d %s" % (
             24 if fault == "argument" else 16,
             struct.pack("<2Q", BASE, BASE + 0x3000).hex()),
         "argument 16 4 %s" % struct.pack("<i", N).hex()]
launch = os.path.join(folder, "launch-12-1")
os.makedirs(launch)
for at, data in enumerate(memories):
    lines.append("memory %d %x %d %s cudaMalloc" % (
        at, BASE + 0x1000 * at, len(data),
        "changed" if at == 3 and fault != "written" else "same"))
    with open(os.path.join(launch, "memory-%d" % at), "wb") as file:
        file.write(data[:-4] if fault == "short" and at == 1 else data)
lines += ["variable 4 weights", "pointer 0 0",
          "pointer 0 %d" % (80 if fault == "pointer" else 8)]
with open(os.path.join(launch, "memory-3.after"), "wb") as file:
    file.write(after)
with open(os.path.join(launch, "launch.txt"), "w", encoding="utf-8") as file:
    file.write("\n".join(lines) + "\n")
