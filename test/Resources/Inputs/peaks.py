"""Fails where the fp32 peak of a GPU is not what its lanes and clock make."""

import re
import sys

ROW = re.compile(r"(.*) \(.*\), sm_(\d+): (\d+) multi.*, ([\d.?]+) MHz, fp32 ([\d.?]+),")
count = 0
for line in open(sys.argv[1]):
    name, sm, multiprocessors, mhz, fp32 = ROW.match(line).groups()
    if "?" in (mhz, fp32):
        continue
    lanes = 64 if sm in ("70", "75", "80") else 128
    peak = 2e-6 * lanes * int(multiprocessors) * float(mhz)
    if abs(peak / float(fp32) - 1) > 0.02:
        sys.exit(f"{name}: {fp32} TFLOPS, lanes and clock make {peak:.1f}")
    count += 1
print(count, "GPUs")
