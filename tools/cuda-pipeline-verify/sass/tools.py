# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cuobjdump and nvdisasm: where they are, and what they say of a file."""

import glob
import importlib.util
import os
import re
import shutil
import subprocess
import sys

from verify import Problem

from . import listing

WHERE = ("it comes with the CUDA toolkit and with `pip install "
         "nvidia-cuda-cuobjdump nvidia-cuda-nvdisasm`; or name its folder in "
         "CUDAPIPE_CUDA_TOOLS")
HERE = os.path.dirname(os.path.realpath(__file__))
USED = re.compile(r"^ Function (\S+):\s*\n\s*(.*)$", re.MULTILINE)


def folders():
    """Where the tools may be, the best first."""
    yield os.environ.get("CUDAPIPE_CUDA_TOOLS", "")
    yield from os.environ.get("PATH", "").split(os.pathsep)
    for name in ("CUDA_HOME", "CUDA_PATH"):
        if os.environ.get(name):
            yield os.path.join(os.environ[name], "bin")
    yield "/usr/local/cuda/bin"
    # Where scripts/disassembler.sh puts them, beside the sources or the build.
    yield os.path.join(HERE, "..", "..", "..", "build", "cuda-tools")
    yield os.path.join(os.path.dirname(os.path.abspath(sys.argv[0])), "..",
                       "cuda-tools")
    for package, inside in (("nvidia", "cu*/bin"), ("nvidia", "cuda_*/bin"),
                            ("triton", "backends/nvidia/bin")):
        try:
            spec = importlib.util.find_spec(package)
        except (ImportError, ValueError):
            spec = None
        for home in (spec.submodule_search_locations or []) if spec else []:
            yield from sorted(glob.glob(os.path.join(home, inside)))


def find(name):
    """The program, or None."""
    for folder in folders():
        # As `pip install --target` leaves them.
        for home in [folder] + glob.glob(os.path.join(folder, "nvidia/cu*/bin")) \
                if folder else []:
            found = shutil.which(name, path=home)
            if found:
                return found
    return None


def need(name):
    found = find(name)
    if not found:
        raise Problem("no %s; %s" % (name, WHERE))
    return found


def output_of(command):
    done = subprocess.run(command, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, errors="replace")
    if done.returncode:
        said = (done.stderr or done.stdout).strip().split("\n")
        raise Problem("%s: %s" % (os.path.basename(command[0]), said[-1]))
    return done.stdout


def resources(path):
    """Registers, shared memory and so on, by architecture (empty in a file of
    one) and function."""
    if not find("cuobjdump"):
        return {}
    said = output_of([find("cuobjdump"), "--dump-resource-usage", path])
    parts = re.split(r"^arch = (\w+)$", said, flags=re.MULTILINE)
    return {(arch, name): {key: int(value) for key, value in re.findall(
        r"(\w+)(?:\[\d+\])?:(\d+)", text)}
            for arch, part in zip([""] + parts[1::2], parts[::2])
            for name, text in USED.findall(part)}


def is_text(path):
    with open(path, "rb") as file:
        return b"\0" not in file.read(4096)


def disassembly(path):
    """The text of a disassembly, or that of a file with machine code."""
    if is_text(path):
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    # Of one kernel file nvdisasm knows the source lines; it reads no others.
    if find("nvdisasm"):
        try:
            return output_of([find("nvdisasm"), "-c", "-gi", path])
        except Problem:
            pass
    return output_of([need("cuobjdump"), "-sass", path])


def functions(path):
    """All functions of a file, with what is known of their resources."""
    try:
        found = listing.functions(disassembly(path))
    except OSError as error:
        raise Problem("cannot read '%s': %s" % (
            path, error.strerror.lower())) from None
    if not found:
        raise Problem("'%s' holds no machine code of a kernel" % path)
    known = {} if is_text(path) else resources(path)
    for one in found:
        one.resources = known.get((one.arch, one.name)) or \
            known.get(("", one.name), {})
    return found
