# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles forms to libraries, and says what ptxas says of them."""

import collections
import hashlib
import json
import os
import re
import shutil
import subprocess
import threading

BENCH = os.path.dirname(os.path.abspath(__file__))
FRAME = os.path.join(BENCH, "frame")
# One runtime for the program and all libraries: they share its last error.
COMMON = ["-std=c++17", "-O3", "-cudart", "shared", "-I", FRAME]


def functions_of(output):
    """One entry a kernel of `ptxas -v`."""
    found = []
    for part in output.split("Compiling entry function ")[1:]:
        def number(pattern, text=part):
            match = re.search(pattern, text)
            return int(match[1]) if match else 0
        found.append({"name": part.split("'")[1],
                      "registers": number(r"Used (\d+) registers"),
                      "static_shared": number(r"(\d+) bytes smem"),
                      "stack": number(r"(\d+) bytes stack frame"),
                      "spill_stores": number(r"(\d+) bytes spill stores"),
                      "spill_loads": number(r"(\d+) bytes spill loads")})
    return found


class Compiler:
    """nvcc for one architecture; a file is built once for its content."""

    def __init__(self, arch, folder):
        self.arch, self.folder = arch, folder
        self.locks = collections.defaultdict(threading.Lock)
        self.nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
        if not os.path.exists(self.nvcc):
            raise SystemExit("run: no nvcc")
        said = subprocess.run([self.nvcc, "--version"], text=True,
                              stdout=subprocess.PIPE).stdout
        found = re.search(r"V([\d.]+)", said)
        self.release = found[1] if found else "?"
        os.makedirs(folder, exist_ok=True)
        self.target = ["-gencode", "arch=%s,code=%s" % (
            arch.replace("sm_", "compute_"), arch)]

    def environment(self):
        """For programs: where the shared runtime is."""
        home = os.path.dirname(os.path.dirname(os.path.realpath(self.nvcc)))
        paths = [os.path.join(home, "lib64"), "/usr/local/cuda/lib64",
                 os.environ.get("LD_LIBRARY_PATH", "")]
        return dict(os.environ, LD_LIBRARY_PATH=":".join(filter(None, paths)))

    def program(self, case):
        """The program that checks and times the forms of this case."""
        with open(case, encoding="utf-8") as file:
            parts = [file.read()]
        for name in sorted(os.listdir(FRAME)):
            with open(os.path.join(FRAME, name), encoding="utf-8") as file:
                parts.append(file.read())
        wrapper = '#define CASE_FILE "%s"\n#include "Main.cu"\n' % (
            os.path.abspath(case))
        return self._build("\n".join(parts), "program", lambda path: [
            self._written(path + ".cu", wrapper), "-ldl"])

    def library(self, source):
        """One form; its symbols are bound inside it, as all forms have the
        same names."""
        with open(source, encoding="utf-8") as file:
            text = file.read()
        return self._build(text, "so", lambda path: [
            "-shared", "-Xcompiler", "-fPIC,-fno-gnu-unique", "-Xlinker",
            "-Bsymbolic", "-Xptxas", "-v", source])

    @staticmethod
    def _written(path, text):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def _build(self, text, suffix, arguments):
        key = hashlib.sha256("\n".join(
            [text, suffix, self.release] + self.target + COMMON[:-1]).encode())
        path = os.path.join(self.folder, key.hexdigest()[:20] + "." + suffix)
        with self.locks[path]:
            return self._once(path, arguments)

    def _once(self, path, arguments):
        note = path + ".json"
        if os.path.exists(note):
            with open(note, encoding="utf-8") as file:
                return dict(json.load(file), path=path)
        done = subprocess.run(
            [self.nvcc] + COMMON + self.target + arguments(path) +
            ["-o", path + ".new"], stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True)
        result = {"error": None, "functions": functions_of(done.stdout),
                  "warnings": re.findall(r"[^\n]*\bwarning\b[^\n]*",
                                         done.stdout)}
        if done.returncode:
            errors = re.findall(r"[^\n]*\berror\b[^\n]*", done.stdout)
            result["error"] = "does not compile: " + "\n".join(
                errors[:5] or [done.stdout[-600:]])
            return dict(result, path=path)
        os.rename(path + ".new", path)
        self._written(note, json.dumps(result))
        return dict(result, path=path)
