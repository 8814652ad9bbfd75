# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What nvcc makes of a kernel; needs no GPU."""

import os
import subprocess

from .. import Problem, build, cases, harness, places, ptxas
from ..tune import model
from . import sass_facts


def nvcc_for(args):
    nvcc = places.program(args.nvcc, "nvcc")
    if not nvcc:
        raise Problem("no nvcc, which a lock's facts are from; name one with "
                      "--nvcc=PATH")
    return nvcc


class Builds:
    """Device code of a kernel with its spec, for one architecture."""

    def __init__(self, nvcc, arch, folder):
        self.nvcc, self.arch, self.folder = nvcc, arch, folder
        os.makedirs(folder, exist_ok=True)

    def facts(self, job, original, kernel, compiler, version):
        """Those of one version; the launch is the first one that is timed."""
        cubin, said = self._cubin(job.spec, original, kernel, compiler, version)
        sizes = (job.spec.timed or job.spec.sizes[-1:])[0]
        case = cases.Case(job.spec, sizes)
        dynamic = job.dynamic(case)[version == "rewritten"]
        figures = model.figures_of(said, job.spec, case, dynamic)
        if figures is None:
            raise Problem("ptxas says nothing about '%s'" % job.spec.kernel)
        usage = ptxas.of_kernel(said, job.spec)
        return dict(figures.as_data(), **sass_facts.of(cubin, usage.name))

    def _cubin(self, spec, original, kernel, compiler, version):
        name = os.path.join(self.folder, version)
        with open(name + ".cu", "w", encoding="utf-8") as file:
            file.write('#define KERNEL_FILE "%s"\n%s' % (
                os.path.abspath(kernel), harness.text(spec)))
        flags = build.includes_for(original, kernel) + spec.flags + compiler
        standard = [] if any(flag.startswith(("-std", "--std"))
                             for flag in flags) else ["-std=c++17"]
        done = subprocess.run(
            [self.nvcc, "-cubin", "-arch=" + self.arch, "-lineinfo", "-O3",
             "-w", "-Xptxas", "-v", "-I", places.executor()] + standard +
            flags + [name + ".cu", "-o", name + ".cubin"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            errors="replace")
        if done.returncode:
            raise Problem("the %s file does not compile:\n%s" % (
                version, build.first_errors(done.stdout)))
        return name + ".cubin", done.stdout
