# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What nvcc makes of the file: registers, shared memory, spills, machine code."""

import os
import re
import subprocess

from sass import listing, tools
from verify import Problem, build, places, ptxas

from . import control

GUESSES = {"type": "float", "number": "16"}
STAND_ALONE = re.compile(r"^[A-Za-z_][\w:]*$")


class Code:
    """One kernel, as it was compiled."""

    def __init__(self, name, title, usage, function, stalls, others):
        self.name, self.title, self.usage = name, title, usage
        self.function = function  # Of the package sass; None: no disassembler.
        self.stalls = stalls      # By address.
        self.others = others      # Instances that are not shown.


class Compiled:
    """All kernels of the file; `why` says why there are none."""

    def __init__(self, arch=None, why=""):
        self.arch, self.why = arch, why
        self.report, self.data, self.functions = "", b"", []
        self.no_disassembler = ""

    def code(self, kernel, launched):
        """That of a kernel: the instance that is launched, else the one that
        takes the most registers."""
        usages = [u for u in ptxas.usages(self.report)
                  if ptxas.has_name(u.name, kernel["name"])]
        usages = [u for u in usages
                  if listing.base_name(u.name) == kernel["name"]] or usages
        if not usages:
            return None
        names = dict(zip([u.name for u in usages],
                         ptxas.demangled([u.name for u in usages])))
        wanted = ptxas.plain(launched) if launched else ""
        exact = [u for u in usages if ptxas.plain(names[u.name]) == wanted]
        usage = exact[0] if exact else max(usages, key=lambda u: u.registers)
        function = next((f for f in self.functions if f.name == usage.name), None)
        return Code(usage.name, title_of(names[usage.name]), usage, function,
                    control.stalls(self.data, usage.name), len(usages) - 1)


def title_of(demangled):
    """`gemm<64, 8>` of `void gemm<(int)64, (int)8>(float const*)`."""
    text = ptxas.CAST.sub("", demangled).removeprefix("void ")
    depth = 0
    for at, letter in enumerate(text):
        depth += {"<": 1, ">": -1}.get(letter, 0)
        if letter == "(" and depth == 0 and at:
            return text[:at].replace("> >", ">>")
    return text


def guessed_instance(kernel):
    """Of a template that nothing makes plausible: what many tiles are; "" where
    its parameters are others than types and numbers."""
    kinds = kernel.get("template_parameters") or ["other"]
    words = [GUESSES.get(kind) for kind in kinds]
    return "::%s<%s>" % (kernel["qualified"], ", ".join(words)) \
        if all(words) and STAND_ALONE.match(kernel["qualified"]) else ""


def instances(kernels):
    """What makes nvcc compile templates that nobody instantiates, and kernels
    that nobody launches here."""
    lines = []
    for kernel in kernels:
        one = kernel.get("instance") or guessed_instance(kernel) \
            if kernel["template"] else \
            "::" + kernel["qualified"] if not kernel["launches"] and \
            STAND_ALONE.match(kernel["qualified"]) else ""
        if one:
            lines.append("  (void)&%s;" % one)
    return lines


def call(nvcc, arch, flags, source, cubin):
    standard = [] if any(flag.startswith(("-std", "--std")) for flag in flags) \
        else ["-std=c++17"]
    return subprocess.run(
        [nvcc, "-cubin", "-arch=" + arch, "-lineinfo", "-O3", "-w", "-Xptxas",
         "-v"] + standard + flags + [source, "-o", cubin],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        errors="replace")


def compile_file(args, facts, arch, folder):
    """Never fails: what is missing is said."""
    nvcc = places.program(args.nvcc, "nvcc")
    if args.no_compile or not nvcc:
        return Compiled(arch, "--no-compile" if args.no_compile else
                        "there is no nvcc here; name one with --nvcc=PATH")
    path = os.path.abspath(args.file)
    source = os.path.join(folder, "report.cu")
    cubin = os.path.join(folder, "report.cubin")
    flags = ["-I" + os.path.dirname(path)] + args.compiler
    done = None
    for lines in (instances(facts.kernels), []):
        with open(source, "w", encoding="utf-8") as file:
            file.write('#include "%s"\n' % path + ("\nvoid cudapipe_instances() "
                       "{\n%s\n}\n" % "\n".join(lines) if lines else ""))
        done = call(nvcc, arch, flags, source, cubin)
        if done.returncode == 0 or not lines:
            break
    if done.returncode:
        return Compiled(arch, "nvcc does not compile it: %s" % build.first_errors(
            done.stdout, 1).strip())
    found = Compiled(arch)
    found.report = done.stdout
    with open(cubin, "rb") as file:
        found.data = file.read()
    if not ptxas.usages(found.report):
        found.why = "nvcc makes no kernel of it: nobody here instantiates or " \
            "launches one"
        return found
    try:
        found.functions = tools.functions(cubin)
    except Problem as problem:
        found.no_disassembler = str(problem)
    return found
