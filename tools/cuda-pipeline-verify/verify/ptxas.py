# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What `ptxas -v` says of the kernels that nvcc compiles."""

import re
import subprocess

from . import places

ENTRY = re.compile(r"Compiling entry function '(\S+)' for 'sm_(\d+)")
CAST = re.compile(r"\((?:unsigned )?(?:bool|char|short|int|long|long long)\)")


class Usage:
    """Of one kernel, as it is instantiated."""

    def __init__(self, name, sm, text):
        def number(pattern):
            match = re.search(pattern, text)
            return int(match[1]) if match else 0
        self.name, self.sm = name, sm
        self.registers = number(r"Used (\d+) registers")
        self.shared = number(r"(\d+) bytes smem")
        self.stack = number(r"(\d+) bytes stack frame")
        self.spills = number(r"(\d+) bytes spill stores") + \
            number(r"(\d+) bytes spill loads")


def usages(report):
    """One for each kernel in what nvcc printed."""
    at = list(ENTRY.finditer(report))
    ends = [match.start() for match in at[1:]] + [len(report)]
    return [Usage(match[1], int(match[2]), report[match.end():end])
            for match, end in zip(at, ends)]


def has_name(mangled, name):
    return mangled == name or re.search(r"\D%d%s(?=\D|\d)" % (
        len(name), re.escape(name)), mangled) is not None


def demangled(names):
    for tool in ("cu++filt", "c++filt", "llvm-cxxfilt"):
        path = places.program(None, tool)
        if path:
            return subprocess.run([path] + names, stdout=subprocess.PIPE,
                                  text=True).stdout.split("\n")[:len(names)]
    return names


def plain(text):
    """`void gemm<(int)64, true>(float*)` as `gemm<64,1>`."""
    text = re.sub(r"\(.*", "", CAST.sub("", text)).replace("void ", "")
    text = re.sub(r"(?<=\d)[uUlL]+\b", "", text)
    for word, short in (("true", "1"), ("false", "0"), ("__half", "half")):
        text = re.sub(r"\b%s\b" % word, short, text)
    return re.sub(r"\s", "", text)


def of_kernel(report, spec):
    """The usage of the spec's kernel; of several instantiations that cannot be
    told apart, the one with the most registers. None if there is none."""
    found = [u for u in usages(report) if has_name(u.name, spec.base_name())]
    if len(found) > 1:
        wanted = plain(spec.kernel)
        for usage, name in zip(list(found), demangled([u.name for u in found])):
            if plain(name) == wanted:
                return usage
    return max(found, key=lambda u: u.registers, default=None)
