# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes a program of a harness and a version of the kernel file."""

import os
import re
import subprocess
import sys
import tempfile

from . import Problem, places

# Shared memory a block may have, bytes (CUDA C++ Programming Guide).
SHARED_LIMITS = {70: 98304, 72: 98304, 75: 65536, 80: 166912, 86: 101376,
                 87: 166912, 89: 101376, 90: 232448, 100: 232448, 103: 232448,
                 120: 101376}


class NotBuilt(Exception):
    """A version does not compile: a finding, if it is the rewritten one."""


def first_errors(output, most=6):
    """What a compiler says, less what leads to it."""
    lines = [line for line in output.split("\n")
             if re.search(r"\b(error|undefined reference)\b", line)]
    return "\n".join((lines or output.strip().split("\n"))[:most])


def read_by_clang(flags):
    """Of the user's flags, which may be nvcc's, those that say what is read."""
    kept, names = [], ("-I", "-D", "-U", "-include", "-isystem", "-iquote")
    for at, flag in enumerate(flags):
        if flag in names:
            kept += flags[at:at + 2]
        elif flag.startswith(names):
            kept.append(flag)
    return kept


class CpuBuilder:
    """With clang, for the executor."""

    device = "cpu"

    def __init__(self, args):
        sys.path.insert(0, places.executor())
        import cpu_program
        self.module = cpu_program
        self.folder = places.executor()
        self.sm = int(re.sub(r"\D", "", args.gpu_arch or "sm_80"))
        cache = args.cache or os.path.join(
            tempfile.gettempdir(), "cudapipe-verify-%d" % os.getuid())
        try:
            self.tools = cpu_program.Toolchain(places.clang(args.clang))
            self.home = cpu_program.runtime(
                self.tools, cache, cpu_program.KERNEL_FLAGS, "verify.h")
        except cpu_program.NotBuilt as problem:
            raise Problem("the executor does not build: %s" %
                          first_errors(str(problem))) from None

    def machine(self):
        return "CPU executor (no GPU needed), shared memory as on sm_%d" % self.sm

    def environment(self):
        more = {"CUDAPIPE_SYMBOLIZER": self.tools.symbolizer} \
            if self.tools.symbolizer else {}
        return dict(os.environ, **more)

    def program(self, driver, kernel, folder, name, flags):
        try:
            return self.module.build(
                self.tools, self.home, driver, kernel, folder, name,
                self.module.KERNEL_FLAGS, read_by_clang(flags),
                shared_limit=SHARED_LIMITS.get(self.sm, 166912))
        except self.module.NotBuilt as problem:
            raise NotBuilt(first_errors(str(problem))) from None


class NvccBuilder:
    """With nvcc, for a GPU."""

    device = "gpu"

    def __init__(self, args):
        self.nvcc = places.program(args.nvcc, "nvcc")
        if not self.nvcc:
            raise Problem("no nvcc for --device=gpu; name one with --nvcc=PATH, "
                          "or check without a GPU with --device=cpu")
        self.arch = args.gpu_arch or "native"
        self.said = {}  # By nvcc and ptxas, of each program.

    def release(self):
        said = subprocess.run([self.nvcc, "--version"], text=True,
                              stdout=subprocess.PIPE).stdout
        found = re.search(r"release ([\d.]+)", said)
        return found[1] if found else "?"

    def machine(self):
        lines = []
        try:
            lines.append(subprocess.run(
                ["nvidia-smi", "--query-gpu=name,driver_version",
                 "--format=csv,noheader"], stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL, text=True).stdout.split("\n")[0])
        except OSError:
            lines.append("no GPU found")
        return "%s, nvcc %s, %s" % (lines[0], self.release(), self.arch)

    def environment(self):
        return dict(os.environ)

    def program(self, driver, kernel, folder, name, flags):
        # Not with -D: nvcc takes a comma for the next definition's start.
        source, path = os.path.join(folder, name + ".cu"), \
            os.path.join(folder, name)
        with open(source, "w", encoding="utf-8") as file:
            file.write('#define KERNEL_FILE "%s"\n#include "%s"\n' %
                       (os.path.abspath(kernel), driver))
        # The user's flags may choose another standard.
        standard = [] if any(flag.startswith(("-std", "--std"))
                             for flag in flags) else ["-std=c++17"]
        done = subprocess.run(
            [self.nvcc, "-arch=" + self.arch, "-lineinfo", "-O3", "-w",
             "-Xptxas", "-v", "-I", places.executor()] + standard + flags +
            [source, "-o", path], stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, errors="replace")
        if done.returncode:
            raise NotBuilt(first_errors(done.stdout))
        self.said[path] = done.stdout
        return path


def builder_for(args):
    """The builder for --device; `auto` takes a GPU where there is one."""
    device = args.device
    if device == "auto":
        device = "gpu" if places.has_gpu() and \
            places.program(args.nvcc, "nvcc") else "cpu"
    return NvccBuilder(args) if device == "gpu" else CpuBuilder(args)


def includes_for(original, kernel):
    """What the rewritten file includes lies beside the original."""
    beside = os.path.dirname(os.path.abspath(original))
    if os.path.dirname(os.path.abspath(kernel)) == beside:
        return []
    return ["-I" + beside]
