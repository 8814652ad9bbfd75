"""verify/roofline.py beside Gpus.def."""
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "..", "tools",
                                "cuda-pipeline-verify"))
from verify import roofline

with open(sys.argv[1], encoding="utf-8") as file:
    rows = re.findall(r'^GPU\("(.*)", "\w+", \d+, (.*)\)$', file.read(), re.M)
theirs = {name: [None if word == "Unknown" else float(word)
                 for word in row.split(", ")] for name, row in rows}
ours = {name: [float(word) for word in row[1:]]
        for name, row in roofline.GPUS.items()}
for gpu in sorted(ours):
    if ours.get(gpu) != theirs.get(gpu):
        sys.exit("%s: %s, not %s" % (gpu, ours.get(gpu), theirs.get(gpu)))
print("%d GPUs are the same" % len(ours))

for line in """NVIDIA H100 80GB HBM3, 132
NVIDIA H100 80GB HBM3, 114
NVIDIA H100 80GB HBM3 MIG 1g.10gb, 16
NVIDIA H100 PCIe, 114
NVIDIA H100 NVL, 132
NVIDIA H200, 132
NVIDIA GH200 480GB, 132
NVIDIA A100-SXM4-40GB, 108
NVIDIA A100-PCIE-40GB, 108
NVIDIA A100-SXM4-80GB, 108
NVIDIA A100 80GB PCIe, 108
NVIDIA L4, 58
NVIDIA L40, 142
NVIDIA L40S, 142
NVIDIA A10, 72
NVIDIA A10G, 72
NVIDIA GeForce RTX 3070, 46
NVIDIA GeForce RTX 3070 Ti, 48
NVIDIA GeForce RTX 4090, 128
NVIDIA B200, 148""".split("\n"):
    device, sms = line.split(", ")
    found = roofline.of_device({"name": device, "sms": int(sms)})
    print("%s: %s" % (line, found and found.name))

for types in ("float", "const float4", "double, double2", "double, float",
              "__half, __nv_bfloat162", "double, int",
              "unsigned char, uint8_t, float", "float, Complex"):
    unit = roofline.fastest_unit(types.split(", "))
    print("%s: %s" % (types, unit and "%s x %d" % unit))


def h200(**more):
    return roofline.of_device(dict(name="NVIDIA H200", sms=132, **more))


def parts(limit):
    return "100 %%, %.0f %% of the time" % (100 * limit(h200(
        clock_mhz=1980 / 0.95, dram_gbytes=9600)) / limit(h200()))


print("1000 operations:", parts(
    lambda roof: roof.of_operations(1000, "fp32").milliseconds))
print("memory:", parts(lambda roof: roof.of_memory(1000, 0).milliseconds))
