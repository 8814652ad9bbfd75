# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Our C++ for captures, compiled on the user's machine when it is first used."""

import glob
import hashlib
import os
import shutil
import subprocess
import tempfile

from . import Problem, build, places

RECORDER = ("Recorder.cpp", "Record.cpp", "Calls.cpp")


def sources():
    """Of the sources, an installation or a bundle."""
    for path in (os.path.join(places.HERE, "..", "capture"),
                 os.path.join(places.HERE, "capture")):
        if os.path.exists(os.path.join(path, RECORDER[0])):
            return os.path.realpath(path)
    raise Problem("the recorder's sources are missing; install "
                  "cuda-pipeline-rewrite again")


def nvcc(args, why):
    found = places.program(args.nvcc, "nvcc")
    if not found:
        raise Problem("no nvcc, which %s takes; name one with --nvcc=PATH" % why)
    return found


class Cupti:
    """Where its header and its library are."""

    def __init__(self, args):
        compiler = places.program(args.nvcc, "nvcc")
        homes = [args.cupti] if args.cupti else []
        if not args.cupti and compiler:
            toolkit = os.path.dirname(os.path.dirname(
                os.path.realpath(compiler)))
            homes += [os.path.join(toolkit, "extras", "CUPTI"), toolkit]
        if not args.cupti:
            homes += ["/usr/local/cuda/extras/CUPTI", "/usr/local/cuda"]
        self.header = self._first(homes, ("include", "targets/*/include"),
                                  "cupti.h")
        self.library = self._first(homes, ("lib64", "lib", "targets/*/lib"),
                                   "libcupti.so*")
        if not self.header or not self.library:
            raise Problem(
                "--capture takes CUPTI of the CUDA toolkit, and %s is neither in "
                "%s; name its folder with --cupti=FOLDER" % (
                    "libcupti.so" if self.header else "cupti.h",
                    " nor in ".join(dict.fromkeys(homes))))
        # What cupti.h includes lies with the toolkit's headers.
        self.includes = list(dict.fromkeys(
            [os.path.dirname(self.header)] +
            [os.path.dirname(path) for home in homes for folder in
             ("include", "targets/*/include") for path in
             glob.glob(os.path.join(home, folder, "cuda.h"))] +
            (glob.glob(os.path.join(os.path.dirname(os.path.dirname(
                os.path.realpath(compiler))), "include")) if compiler else [])))

    @staticmethod
    def _first(homes, folders, name):
        for home in homes:
            for folder in folders:
                found = sorted(glob.glob(os.path.join(home, folder, name)))
                if found:
                    return os.path.realpath(found[0])
        return None


def cached(args, name, command, files):
    """The product of a command, which `files` determine."""
    cache = args.cache or os.path.join(
        tempfile.gettempdir(), "cudapipe-verify-%d" % os.getuid())
    digest = hashlib.sha256(repr(command).encode())
    for path in sorted(files):
        with open(path, "rb") as file:
            digest.update(file.read())
    path = os.path.join(cache, digest.hexdigest()[:16] + "-" + name)
    if os.path.exists(path):
        return path
    os.makedirs(cache, exist_ok=True)
    handle, aside = tempfile.mkstemp(dir=cache)
    os.close(handle)
    done = subprocess.run(command + ["-o", aside], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace")
    if done.returncode:
        os.remove(aside)
        raise Problem("%s does not compile: %s" % (
            name, build.first_errors(done.stdout)))
    os.chmod(aside, 0o755)
    os.rename(aside, path)
    return path


def recorder(args, cupti):
    """The library that the program loads."""
    compiler = next(filter(None, map(shutil.which, (
        "g++", "c++", "clang++", "clang++-22"))), None)
    if not compiler:
        raise Problem("no C++ compiler for the recorder (g++ or clang++)")
    home = sources()
    files = glob.glob(os.path.join(home, "*"))
    return cached(args, "librecorder.so", [
        compiler, "-std=c++17", "-O2", "-fPIC", "-shared"] + [
            "-I" + path for path in cupti.includes] + [
                os.path.join(home, name) for name in RECORDER] + ["-ldl"],
                  files)


def timing_cubin(args, arch):
    """The kernels around launches that are timed, for a program that calls the
    driver alone."""
    source = os.path.join(places.executor(), "harness", "TimingKernels.h")
    return cached(args, "timing.cubin", [
        nvcc(args, "--replay"), "-std=c++17", "-cubin", "-arch=" + arch, "-x",
        "cu", source], [source])


def replayer(args):
    """The program that replays launches on a GPU."""
    home, executor = sources(), places.executor()
    files = glob.glob(os.path.join(home, "*")) + \
        glob.glob(os.path.join(executor, "harness", "*.h"))
    return cached(args, "replay", [
        nvcc(args, "--replay"), "-std=c++17", "-O2", "-w", "-x", "cu", "-I",
        executor, os.path.join(home, "GpuReplay.cpp")], files)
