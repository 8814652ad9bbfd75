# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels that were found once, as files: test/Generator/Inputs/found.

A file is what the tool sees, and behind it, switched off for the tool, what
runs it. The grammar may change; such a kernel does not.
"""

import os
import re

DRIVER = "#if 0 //==== driver"
MARK = re.compile(r"^//==== kernel (\d+)\n", re.M)


class KeptKernel:
    """As kernel.Kernel, read from a file."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        mark = MARK.search(text)
        self.path = path
        self.seed = int(mark[1])
        self.text, behind = text[mark.end():].split(DRIVER + "\n")
        self.hidden, self.runs = behind.split("//==== cases\n")
        self.runs = self.runs[:self.runs.rindex("#endif")]
        self.features = {"file": os.path.basename(path)}

    def driver(self):
        return self.runs


def kernels_in(folder):
    found = [KeptKernel(os.path.join(folder, name))
             for name in sorted(os.listdir(folder)) if name.endswith(".cu")]
    seeds = [kernel.seed for kernel in found]
    for kernel in found:
        if seeds.count(kernel.seed) > 1:
            raise SystemExit("%s: two files have kernel %d" %
                             (folder, kernel.seed))
    return found


def write(kernel, path, head, title):
    """Writes `kernel` so that KeptKernel can read it."""
    with open(path, "w", encoding="utf-8") as file:
        file.write("".join("// %s\n" % line for line in title))
        file.write("//\n%s//==== kernel %d\n%s%s\n%s//==== cases\n%s#endif\n" %
                   (head, kernel.seed, kernel.text, DRIVER, kernel.hidden,
                    kernel.driver()))
