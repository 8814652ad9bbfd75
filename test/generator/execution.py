# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds all versions of many kernels as one program, and runs it.

Each version is in a namespace of its own. The program prints one line a case
(lib/Executor), and `begin SEED VERSION` in front of those of a version.
"""

import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "lib", "Executor"))

import cpu_program
import cuda_to_cpp
from cpu_program import NotBuilt

DRIVER_HEAD = """\
#include "harness.h"
#include <cstdlib>
using cudapipe::Cases;

"""
DRIVER_TAIL = """
template <typename Cases_, typename Run>
static void version(const char *name, int index, unsigned seed, Cases &c,
                    Cases_ cases, Run run) {{
  static const char *first = std::getenv("GENERATOR_FIRST");
  if (first && index < std::atoi(first))
    return;
  std::printf("begin %d %s\\n", index, name);
  std::fflush(stdout);
  cudapipe::executor::setSeed(c.seed() * 1000003 + seed);
  Cases own(c.seed() * 1000003 + seed, 1);
  cases(own, run);
}}

CUDAPIPE_CASES(c) {{
{calls}
}}
"""


class Version:
    """One text of a kernel: the original, or what a variant made of it."""

    def __init__(self, kernel, name, text):
        self.kernel, self.name, self.text = kernel, name, text
        self.space = "by_" + re.sub(r"\W", "_", name)
        self.cases = {}  # label and seed -> hashes
        self.failure = ""


class Executor:
    def __init__(self, clang, folder, cache, seeds, timeout=60):
        self.folder, self.seeds, self.timeout = folder, seeds, timeout
        self.tools = cpu_program.Toolchain(clang)
        # Less to debug with, but faster to build.
        self.flags = cpu_program.KERNEL_FLAGS
        self.home = cpu_program.runtime(self.tools, cache, self.flags)

    def source(self, versions):
        """The text of the program, and its line -> version."""
        lines, owner = DRIVER_HEAD.split("\n"), {}
        for kernel in dict.fromkeys(v.kernel for v in versions):
            lines += kernel.driver().split("\n")
        translate = cuda_to_cpp.cpp_from_cuda
        for version in versions:
            text = translate(version.text + version.kernel.hidden)
            start = len(lines) + 1
            lines += (["namespace %s {" % version.space] + text.split("\n") +
                      ["}"])
            for line in range(start, len(lines) + 1):
                owner[line] = version
        calls = ['  version("%s", %d, %d, c, cases_%d, %s::run_%d);' %
                 (v.name, i, v.kernel.seed, v.kernel.seed, v.space,
                  v.kernel.seed) for i, v in enumerate(versions)]
        lines += DRIVER_TAIL.format(calls="\n".join(calls)).split("\n")
        return "\n".join(lines), owner

    def build(self, versions):
        """The program of all versions that compile."""
        path = os.path.join(self.folder, "batch.driver.cpp")
        while True:
            versions = [v for v in versions if not v.failure]
            if not versions:
                return None, []
            text, owner = self.source(versions)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            try:
                return cpu_program.build(
                    self.tools, self.home, path, path, self.folder, "batch",
                    self.flags, ["-ferror-limit=0"]), versions
            except NotBuilt as error:
                if not self.blame(str(error), path, owner):
                    raise

    def blame(self, said, path, owner):
        """Marks the versions whose lines have errors."""
        found = False
        pattern = re.escape(path) + r":(\d+):\d+: (?:fatal )?error: ([^\n]*)"
        for match in re.finditer(pattern, said):
            version = owner.get(int(match[1]))
            if version and not version.failure:
                version.failure = "does not compile: " + match[2]
                found = True
        return found

    def run(self, versions):
        """Fills in `cases` or `failure` of each version."""
        program, versions = self.build(versions)
        first = 0
        for seed in self.seeds:
            first = 0
            while program and first < len(versions):
                first = self.run_from(program, versions, first, seed)

    def run_from(self, program, versions, first, seed):
        environment = dict(os.environ, GENERATOR_FIRST=str(first))
        if self.tools.symbolizer:
            environment["CUDAPIPE_SYMBOLIZER"] = self.tools.symbolizer
        late = False
        process = subprocess.Popen(
            [program, "--seed=%d" % seed], stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, errors="replace",
            env=environment)
        try:
            out, err = process.communicate(timeout=self.timeout)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            late = True
        at = first
        for line in out.split("\n"):
            if line.startswith("begin "):
                at = int(line.split()[1])
            elif line.startswith("case "):
                label, hashes = line.split(": ", 1)
                versions[at].cases[label] = hashes
        if not late and process.returncode == 0 and not err:
            return len(versions)
        version = versions[at]
        if not version.failure:
            version.failure = (
                "runs too long" if late else
                err.strip().split("\n")[0][:400] if err.strip() else
                "exit code %d" % process.returncode)
        return at + 1


def compare(original, version):
    """What is wrong with `version`, or ""."""
    if version.failure:
        return version.failure
    for label, hashes in original.cases.items():
        theirs = version.cases.get(label)
        if theirs is None:
            return "no result for " + label
        if theirs != hashes:
            differ = [a.split("=")[0] for a, b in
                      zip(hashes.split(), theirs.split()) if a != b]
            return "mismatch in %s of %s" % (", ".join(differ), label)
    return ""
