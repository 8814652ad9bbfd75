# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where our own files and other people's programs are."""

import os
import shutil

from . import Problem

# Of a bundle; as the one of an installation.
SCRIPT = """\
#!/usr/bin/env python3
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))

from verify import command_line

sys.exit(command_line.main(sys.argv[1:]))
"""

HERE = os.path.dirname(os.path.realpath(__file__))


def executor():
    """The folder of the executor: of the sources, or of an installation."""
    for path in (os.path.join(HERE, "..", "..", "..", "lib", "Executor"),
                 os.path.join(HERE, "..", "executor")):
        if os.path.exists(os.path.join(path, "verify.h")):
            return os.path.realpath(path)
    raise Problem("the executor's files are missing; install "
                  "cuda-pipeline-rewrite again")


def rewriter(wish, started_as):
    """cuda-pipeline-rewrite: as asked, beside us, or in PATH."""
    beside = os.path.join(os.path.dirname(os.path.abspath(started_as)),
                          "cuda-pipeline-rewrite")
    for path in (wish, beside, shutil.which("cuda-pipeline-rewrite"),
                 os.path.join(HERE, "..", "..", "..", "build", "bin",
                              "cuda-pipeline-rewrite")):
        if path and os.access(path, os.X_OK):
            return os.path.abspath(path)
        if path and path == wish:
            break
    return None


def clang(wish):
    for name in (wish,) if wish else ("clang++-22", "/usr/lib/llvm-22/bin/clang++",
                                      "clang++"):
        if shutil.which(name):
            return shutil.which(name)
    raise Problem("no clang++ for --device=cpu; name one with --clang=PATH "
                  "(Debian: clang-22)")


def program(wish, name):
    """A program of the CUDA toolkit, or None."""
    if wish:
        return shutil.which(wish)
    usual = "/usr/local/cuda/bin/" + name
    return shutil.which(name) or (usual if os.path.exists(usual) else None)


def has_gpu():
    return bool(shutil.which("nvidia-smi")) and os.path.exists("/dev/nvidiactl")
