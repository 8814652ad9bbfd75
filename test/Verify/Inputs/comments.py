"""verify/tune/comment.py on texts that are awkward."""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "..", "tools",
                                "cuda-pipeline-verify"))
from verify.tune.comment import lines_for, with_comment

FORM = {"variant": "cpasync", "stages": "3", "pad": "auto"}


def lines(ratio):
    return lines_for("NVIDIA H200", "2026-11-22", ["M=1"], ratio, FORM)


def answer(what, good, yes="yes"):
    print("%s: %s" % (what, yes if good else "WRONG"))


KERNEL = "/// Theirs.\ntemplate <int T>\n__global__ void\ngemm(float *A) {\n}\n"
first = with_comment(KERNEL, "gemm", lines(1.5))
second = with_comment(first, "gemm", lines(1.75))
answer("twice", second.count("Tuned on") == 1 and "1.75" in second and
       second.replace("1.75", "1.50") == first, "once")
broken = first.replace(" --variant=cpasync --stages", " --variant=cpasync\n"
                       "// --stages").replace(" 1.50 times", "\n// 1.50 times")
assert broken.count("\n") == first.count("\n") + 2
answer("reflowed", with_comment(broken, "gemm", lines(1.75)) == second, "once")
answer("their comment stays", first.startswith(
    "/// Theirs.\n// Tuned on NVIDIA H200, 2026-11-22: 1.50 times as fast at "
    "M=1 with\n// cuda-pipeline-rewrite --variant=cpasync --stages=3 "
    "--pad=auto\ntemplate <int T>"))
two = first + KERNEL.replace("gemm", "gemv")
both = with_comment(two, "gemv", lines(1.25))
answer("other kernels keep theirs", both.startswith(first) and
       both.count("Tuned on") == 2 and with_comment(
           both, "gemv", lines(1.25)) == both)
crlf = with_comment(KERNEL.replace("\n", "\r\n"), "gemm", lines(2))
answer("CRLF", crlf.count("\r\n") == crlf.count("\n") == 7 and with_comment(
    crlf, "gemm", lines(2)) == crlf)
declared = "__global__ void gemm(float *A);\nint x;\n" + KERNEL
answer("declaration first", with_comment(declared, "gemm", lines(2)).index(
    "Tuned") > declared.index("Theirs"), "behind it")
hidden = '// __global__ void gemm() {\n#define X "__global__ void gemm() {"\n'
answer("in a comment or a string", with_comment(
    hidden + KERNEL, "gemm", lines(2)) == hidden + with_comment(
        KERNEL, "gemm", lines(2)), "not there")
macro = "#define K(N) __global__ void \\\n  N(float *A) {}\nK(gemm)\n"
answer("in a macro", with_comment(macro, "gemm", lines(2)) == macro,
       "untouched")
