"""verify/ptxas.py on a report with many kernels."""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "..", "tools",
                                "cuda-pipeline-verify"))
from verify import ptxas, spec

REGISTERS = {"_Z4gemmILi64ELb1EEvPKf": 40, "_Z4gemmILi128ELb0EEvPKf": 96,
             "_ZN4ours4gemmIfEEvPKf": 50, "gemm_all": 24}
REPORT = "".join("ptxas info    : Compiling entry function '%s' for 'sm_90'\n"
                 "ptxas info    : Used %d registers, 8192 bytes smem\n" % item
                 for item in REGISTERS.items())


def registers(kernel):
    one = spec.Spec({"kernel": kernel, "grid": 1, "block": 32,
                     "parameters": {"n": 1}}, "here")
    usage = ptxas.of_kernel(REPORT, one)
    return usage and usage.registers


for kernel in ("gemm<64, true>", "gemm<128,false>", "ours::gemm<float>",
               "gemm_all"):
    print("%s: %s" % (kernel, registers(kernel)))
print("of unknown arguments, the most: %s" % registers("gemm<SIZE, ON>"))
print("no such kernel: %s" % registers("gem"))
