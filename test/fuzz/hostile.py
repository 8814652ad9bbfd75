# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Files that nobody should feed to the tool: name -> bytes."""

KERNEL = """\
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[16][16], Bs[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 16) {
    As[ty][tx] = row < M && k + tx < K ? A[row * K + k + tx] : 0.0f;
    Bs[ty][tx] = k + ty < K && col < N ? B[(k + ty) * N + col] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}
"""
SUM = "sum += As[ty][i] * Bs[i][tx];"
LOOP = "for (int k = 0; k < K; k += 16) {"


def edited(old, new):
    assert old in KERNEL, old
    return KERNEL.replace(old, new)


def nested(count):
    """Deep in everything that nests, in the loop and outside of it."""
    return {
        "parentheses": edited(SUM, "sum += %sAs[ty][i]%s;" %
                              ("(" * count, ")" * count)),
        "braces": edited(SUM, "{" * count + SUM + "}" * count),
        "ifs": edited(SUM, "if (i)\n" * count + SUM),
        "else ifs": edited(SUM, "if (i == 0) sum += 1;" + "".join(
            " else if (i == %d) sum += 1;" % i for i in range(1, count))),
        "loops": edited(SUM, "for (;;) " * count + SUM),
        "unary": edited(SUM, "sum += %sAs[ty][i];" % ("- " * count)),
        "sum": edited(SUM, "sum += As[ty][i]%s;" % (" + 1.0f" * count)),
        "source sum": edited("k + tx]", "k + tx%s]" % (" + 0" * count)),
        "commas": edited(SUM, "sum += (%s As[ty][i]);" % ("i, " * count)),
        "ternaries": edited(SUM, "sum += %sAs[ty][i];" % ("i ? 1 : " * count)),
        "assignments": edited(SUM, "sum = " * count + "As[ty][i];"),
        "subscripts": edited(SUM, "sum += %s0%s;" % ("As[0][(int)" * count,
                                                     "]" * count)),
        "calls": edited(SUM, "sum += %sAs[ty][i]%s;" % ("sqrtf(" * count,
                                                        ")" * count)),
        "casts": edited(SUM, "sum += %sAs[ty][i];" % ("(float)" * count)),
        "lambdas": edited(SUM, "[&]{" * count + SUM + "}();" * count),
        "blocks outside": "void f() {" + "{" * count + "}" * count + "}\n" +
                          KERNEL,
        "open brackets": KERNEL + "(" * count,
        "open braces": KERNEL + "{" * count,
        "namespaces": "namespace a {" * count + KERNEL + "}" * count,
        "pointers": "int %sp;\n" % ("*" * count) + KERNEL,
        "arrays": "extern int a%s;\n" % ("[1]" * count) + KERNEL,
        "templates": "template <class T> struct V {};\n%sint%s v;\n" %
                     ("V<" * count, ">" * count) + KERNEL,
        "instantiations": "template <int N> struct R { static const int v = "
                          "R<N - 1>::v; };\nint x = R<%d>::v;\n" % count +
                          KERNEL,
        "statements": edited(SUM, SUM + "\n      sum += 1.0f;" * count),
        "copies": edited("    __syncthreads();\n    for",
                         "    As[ty][tx] = A[row * K + k + tx];\n" * count +
                         "    __syncthreads();\n    for"),
        "variables": edited(LOOP, "".join("const int v%d = %s + 1;\n" % (
            i, "v%d" % (i - 1) if i else "tx") for i in range(count)) + LOOP),
        "ifdefs": "#if 1\n" * count + KERNEL + "#endif\n" * count,
        "digits": edited("k += 16", "k += %s" % ("1" * count)),
        "long name": KERNEL.replace("As", "A" * count),
    }


def doubled(count):
    return "".join("#define M%d M%d + M%d\n" % (i + 1, i, i)
                   for i in range(count))


def values():
    """Sizes and steps at and beyond the ends of their types."""
    found = {
        "tile of 2^31": edited("As[16][16]", "As[32768][65536]"),
        "tile of 2^63": edited("As[16][16]", "As[1ULL << 31][1ULL << 31]"),
        "bytes of 2^64": edited("As[16][16]", "As[1ULL << 62]"),
        "tile of none": edited("As[16][16]", "As[16][0]"),
        "tile of less": edited("As[16][16]", "As[-1][16]"),
        "tile of a variable": edited("As[16][16]", "As[M][16]"),
        "tile by zero": edited("As[16][16]", "As[16 / 0][16]"),
        "endless": edited("k < K", "true"),
        "trips of 2^63": KERNEL.replace("int k = 0; k < K; k += 16", "long "
            "long k = -9223372036854775807LL - 1; k < "
            "9223372036854775807LL; k += 1"),
        "wraps": KERNEL.replace("int k = 0; k < K; k += 16",
                                "unsigned k = 1; k != 0; k *= 3"),
        "char counter": KERNEL.replace("int k", "signed char k"),
        "bool counter": KERNEL.replace("int k", "bool k"),
        "float counter": KERNEL.replace("int k", "float k"),
        "wide integers": KERNEL.replace("int K", "__int128 K"),
        "bits": KERNEL.replace("int M, int N, int K",
                               "_BitInt(4096) M, int N, _BitInt(3) K"),
        "trips of all constants": KERNEL.replace(
            "k < K; k += 16", "k < 2147483647; k += 1"),
    }
    for step in ("0", "-1", "-16", "2147483647", "-2147483647 - 1",
                 "4294967296", "18446744073709551615ull", "1 / 0", "K", "k",
                 "1 << 31", "1 << 64", "-1 >> 40", "sizeof(As)"):
        found["step " + step] = edited("k += 16", "k += " + step)
        found["start " + step] = edited("int k = 0", "int k = " + step)
        found["bound " + step] = edited("k < K", "k < " + step)
        found["index " + step] = edited("k + tx]", "k + (%s)]" % step)
        found["product " + step] = edited("k + tx]", "k * (%s) + tx]" % step)
        found["column " + step] = edited("As[ty][tx] =", "As[ty][%s] =" % step)
        found["remainder " + step] = edited("As[ty][tx] =",
                                            "As[ty %% (%s)][tx] =" % step)
        found["shift " + step] = edited("k + tx]", "(k << (%s)) + tx]" % step)
        found["inner " + step] = edited("i < 16; ++i", "i < (%s); ++i" % step)
    return found


def texts():
    """Bytes that are no text, or odd ones."""
    return {
        "empty": "", "one byte": "_", "newlines": "\n" * 100000,
        "binary": bytes(i * 7919 % 256 for i in range(100000)),
        "NULs": b"\0" * 100000, "NUL inside": KERNEL.replace("sum +", "\0sum +"),
        "CRLF": KERNEL.replace("\n", "\r\n"), "CR": KERNEL.replace("\n", "\r"),
        "mixed ends": KERNEL.replace("{\n", "{\r\n"),
        "UTF-8 mark": "\ufeff" + KERNEL,
        "UTF-16": KERNEL.encode("utf-16"),
        "UTF-16 big": b"\xfe\xff" + KERNEL.encode("utf-16-be"),
        "UTF-32": KERNEL.encode("utf-32"),
        "invalid UTF-8": KERNEL.encode().replace(b"sum", b"s\xff\xc0m"),
        "invalid in comment": KERNEL.encode().replace(
            b"    __sync", b"    // \xff\xfe\n    __sync"),
        "unicode names": KERNEL.replace("sum", "\u03c3\u03cd\u03bd"),
        "right to left": KERNEL.replace("sum = 0", "sum /* \u202e */ = 0"),
        "open comment": KERNEL + "/* and on",
        "open comment inside": KERNEL.replace("__syncthreads();", "/* on", 1),
        "open string": KERNEL + 'const char *s = "and on',
        "open raw string": KERNEL + 'const char *s = R"x(and on',
        "open character": KERNEL + "char c = 'a",
        "ends in backslash": KERNEL + "#define X \\",
        "ends in the middle of a name": KERNEL.rstrip("}\n"),
        "no last newline": KERNEL.rstrip("\n"),
        "splices": KERNEL.replace("sync", "sy\\\nnc"),
        "splices everywhere": "".join(c + "\\\n" for c in KERNEL),
        "trigraphs": KERNEL.replace("{", "??<"),
        "digraphs": KERNEL.replace("{", "<%").replace("}", "%>"),
        "form feeds": KERNEL.replace("\n", "\f\n"),
        "one line": KERNEL.replace("\n", " "),
        "10 MB line": KERNEL + "// " + "x" * 10000000,
        "10 MB code line": KERNEL.replace("\n", " ") + "int x;" * 1600000,
        "5000 kernels": "".join(KERNEL.replace("gemm", "gemm%d" % i)
                                for i in range(5000)),
        "deep macros": doubled(20) + KERNEL.replace(SUM, "sum += M20;"),
        "deep macro chain": "".join("#define M%d M%d\n" % (i + 1, i)
                                    for i in range(5000)) +
                            "#define M0 1\n" +
                            KERNEL.replace("k += 16", "k += M5000 * 16"),
        "macro of itself": "#define sum sum + sum\n" + KERNEL,
        "macro keywords": "#define for while\n#define float int\n" + KERNEL,
        "macro syncs": "#define __syncthreads() __syncthreads(), "
                       "__syncthreads()\n" + KERNEL,
        "includes itself": '#include __FILE__\n' + KERNEL,
        "includes a folder": '#include "/"\n#include "."\n' + KERNEL,
        "includes what is not": '#include "not_here.h"\n' + KERNEL,
        "lines lie": '#line 4000000000 "/etc/passwd"\n' + KERNEL,
        "lines overflow": '#line 2147483647\n' + KERNEL,
        "pragmas": "#pragma once\n#pragma GCC system_header\n" + KERNEL,
        "error": "#error stop\n" + KERNEL,
        "kernel twice": KERNEL + KERNEL,
        "loop of a template": KERNEL.replace(
            "__global__", "template <int... N> __global__"),
        "goto into": KERNEL.replace("    __sync", "in:\n    __sync", 1).replace(
            "float sum", "goto in; float sum"),
        "switch into": KERNEL.replace("{\n    As", "{ switch (k) case 0: {}\n"
                                      "    As"),
        "in a comment": "/*" + KERNEL + "*/", "in a string":
            'const char *s = R"(' + KERNEL + ')";',
    }
