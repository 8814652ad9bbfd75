"""Writes the program and the case of a kernel as cuda-pipeline-verify does, with a
runtime that is shared: timed_program.py KERNEL.cu SPEC.yaml FOLDER."""
import os
import sys
import types

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "..", "tools",
                                "cuda-pipeline-verify"))
from verify import build, cases, harness, ptxas, spec

kernel, path, folder = sys.argv[1:]
one = spec.read_specs(path)[0]
builder = build.NvccBuilder(types.SimpleNamespace(nvcc=None, gpu_arch="sm_80"))
driver = os.path.join(folder, "harness.cu")
with open(driver, "w", encoding="utf-8") as file:
    file.write(harness.text(one))
program = builder.program(driver, kernel, folder, "program",
                          ["-cudart", "shared"])
with open(os.path.join(folder, "case.txt"), "w", encoding="utf-8") as file:
    file.write(cases.Case(one, one.sizes[0]).text(1, 0))
for usage in ptxas.usages(builder.said[program]):
    print("kernel", usage.name)
