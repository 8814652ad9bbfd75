# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""--sass: what nvcc makes of both versions; needs no GPU."""

import os
import subprocess

from sass import excerpt, kernel, listing, table, tools

from . import Problem, build, harness, places
from .compare import Finding


class Compiler:
    """nvcc for one architecture, to machine code."""

    def __init__(self, args):
        self.nvcc = places.program(args.nvcc, "nvcc")
        if not self.nvcc:
            raise Problem("--sass: no nvcc; name one with --nvcc=PATH")
        if not tools.find("nvdisasm") and not tools.find("cuobjdump"):
            raise Problem("--sass: no nvdisasm; " + tools.WHERE)
        self.arch = args.gpu_arch or ("native" if args.device != "cpu" and
                                      places.has_gpu() else "sm_80")

    def functions(self, spec, original, file, folder, name, flags):
        """The instances of the spec's kernel in a version of the file."""
        stem = os.path.join(folder, name + ".sass")
        with open(stem + ".cu", "w", encoding="utf-8") as source:
            source.write('#define KERNEL_FILE "%s"\n%s' % (
                os.path.abspath(file), harness.text(spec)))
        flags = build.includes_for(original, file) + spec.flags + flags
        standard = [] if any(flag.startswith(("-std", "--std"))
                             for flag in flags) else ["-std=c++17"]
        done = subprocess.run(
            [self.nvcc, "-cubin", "-arch=" + self.arch, "-lineinfo", "-O3", "-w",
             "-I", places.executor()] + standard + flags +
            [stem + ".cu", "-o", stem + ".cubin"], stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, errors="replace")
        if done.returncode:
            raise build.NotBuilt(build.first_errors(done.stdout))
        return [one for one in tools.functions(stem + ".cubin")
                if listing.base_name(one.name) == spec.base_name()]


def stages_of(facts):
    """Of the kernel's loops, if they agree."""
    found = {loop.get("stages") for loop in (facts or {}).get("loops", [])
             if loop["rewritten"]}
    return found.pop() if len(found) == 1 else None


def finding_of(one):
    """One of the disassembly's as one of the report's."""
    details = ["%04x  %s" % (at.address, at.text()) for at in one.places]
    if one.remedy:
        details.append("try: " + one.remedy.text)
    lines = [(os.path.basename(place[0]), place[1])
             for place in (at.place() for at in one.places) if place]
    return Finding(one.check, "rewritten", one.text, "", details,
                   list(dict.fromkeys(lines)))


class MachineCode:
    """Of one spec's kernel: its instances, with the rows of a report."""

    def __init__(self, kernels):
        self.kernels = kernels

    def findings(self):
        return [finding_of(one) for each in self.kernels
                for one in each.findings]

    def rows(self):
        """The first of each check that says the most: what failed, else what
        the first instance says."""
        found = {}
        for each in self.kernels:
            for check, verdict, text, _ in each.rows():
                if check not in found or verdict == "partly":
                    found[check] = verdict, text
        return found

    def lines(self):
        """The mix and the loop of each instance."""
        shown = []
        for each in self.kernels:
            if each.code.main is None:
                continue
            shown += table.mix_lines(each)
            shown.append("  loop      machine code for %s, %04x to %04x" % (
                each.arch, each.code.main.first(), each.code.main.last()))
            shown += ["    " + line for line in excerpt.lines(each.code.main)]
        return shown

    def as_data(self):
        return [each.as_data() for each in self.kernels]


def check(job, subject, compiler, folder, flags):
    """The machine code of a job's kernel, beside the original's."""
    os.makedirs(folder, exist_ok=True)
    functions = {}
    for version, file in subject.versions():
        functions[version] = compiler.functions(
            job.spec, subject.original, file, folder, version, flags)
    stages = None if subject.how.startswith("with ") else stages_of(job.facts)
    kernels = [one for one in kernel.kernels_of(
        functions["rewritten"], functions["original"], stages)
        if one.has_loop()]
    if not kernels:
        raise Problem("--sass: '%s' has no loop that copies tiles to shared "
                      "memory and computes with them" % job.spec.kernel)
    return MachineCode(kernels)
