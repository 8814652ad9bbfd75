# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds programs of kernels for the executor, with clang alone."""

import glob
import hashlib
import os
import shlex
import shutil
import struct
import subprocess
import tempfile

import cuda_to_cpp

HERE = os.path.dirname(os.path.abspath(__file__))
DYNAMIC_SHARED_BYTES = 227 * 1024
RED_ZONE_BYTES = 256
SYMBOL_TABLE, THREAD_LOCAL = 2, 6  # SHT_SYMTAB, STT_TLS

# Instrumented as for the sanitizers, whose runtimes are not linked: executor.cpp
# defines the functions that the instrumentation calls.
KERNEL_FLAGS = [
    "-x", "c++", "-std=c++17", "-O1", "-gline-tables-only", "-w",
    "-DCUDAPIPE_EXECUTOR", "-I" + HERE, "-I" + os.path.join(HERE, "include"),
    "-fno-strict-aliasing", "-fwrapv", "-ffp-contract=off", "-fno-unroll-loops",
    "-fno-vectorize", "-fno-slp-vectorize", "-fno-color-diagnostics",
    "-fdata-sections",
    "-fsanitize=thread,alignment",
    "-mllvm", "-tsan-instrument-func-entry-exit=0",
    "-mllvm", "-tsan-instrument-atomics=0",
    "-mllvm", "-tsan-handle-cxx-exceptions=0",
    "-mllvm", "-tsan-instrument-read-before-write=1",
]


# The functions of the harness are compiled once, not with each driver.
COMPILED_APART = ["-fpch-codegen", "-fpch-instantiate-templates"]


class NotBuilt(Exception):
    """Says why, and with which command."""


def call(command):
    done = subprocess.run(command, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        raise NotBuilt("cannot build: " + " ".join(command) + "\n" +
                       done.stdout)
    return done.stdout


class Toolchain:
    """clang, and the LLVM tools that lie beside it."""

    def __init__(self, clang):
        self.clang = shutil.which(clang)
        if not self.clang:
            raise NotBuilt("no such compiler: " + clang)
        beside = os.path.dirname(os.path.realpath(self.clang))
        self.nm = self._tool("llvm-nm", beside) or "nm"
        self.symbolizer = self._tool("llvm-symbolizer", beside)
        lld = self._tool("ld.lld", beside)
        self.link = ["--ld-path=" + lld] if lld else []

    @staticmethod
    def _tool(name, beside):
        path = os.path.join(beside, name)
        return path if os.path.exists(path) else shutil.which(name)


def runtime(tools, cache, flags, harness="harness.h"):
    """The executor's object and the precompiled `harness`, built once: a header
    and an object of what it defines."""
    sources = sorted(
        path for pattern in ("*.h", "*.cpp", "*/*.h", "*/*.inc",
                             "include/**/*")
        for path in glob.glob(os.path.join(HERE, pattern), recursive=True)
        if os.path.isfile(path))
    digest = hashlib.sha256(
        repr((tools.clang, flags, COMPILED_APART, harness)).encode())
    for path in [os.path.realpath(tools.clang)]:
        digest.update(repr(os.stat(path).st_mtime).encode())
    for path in sources:
        with open(path, "rb") as file:
            digest.update(path.encode() + repr(os.stat(path).st_mtime).encode()
                          + file.read())
    home = os.path.join(cache, "executor-" + digest.hexdigest()[:16])
    if os.path.isdir(home):
        return home
    os.makedirs(cache, exist_ok=True)
    # Built aside and renamed, so that tests may race for it.
    aside = tempfile.mkdtemp(dir=cache)
    call([tools.clang, "-std=c++17", "-O2", "-c",
          os.path.join(HERE, "executor.cpp"), "-o",
          os.path.join(aside, "executor.o")])
    header = os.path.join(aside, "harness.pch")
    call([tools.clang] + ["c++-header" if f == "c++" else f for f in flags] +
         COMPILED_APART + [os.path.join(HERE, harness), "-o", header])
    call([tools.clang] + flags[:flags.index("-x")] +
         flags[flags.index("-x") + 2:] +
         ["-c", header, "-o", os.path.join(aside, "harness.o")])
    with open(os.path.join(aside, "link"), "w", encoding="utf-8") as file:
        file.write(link_command(tools, os.path.join(aside, "executor.o")))
    try:
        os.rename(aside, home)
    except OSError:
        shutil.rmtree(aside)
    return home


def prepared(kernel, work, name):
    """`kernel`, or a copy of it that a C++ compiler can read."""
    with open(kernel, encoding="utf-8", errors="surrogateescape",
              newline="") as file:
        text = file.read()
    try:
        translated = cuda_to_cpp.cpp_from_cuda(text)
    except cuda_to_cpp.NotUnderstood as problem:
        raise NotBuilt("%s: %s" % (kernel, problem))
    if translated == text:
        return os.path.abspath(kernel), []
    path = os.path.join(work, name + "." + os.path.basename(kernel))
    with open(path, "w", encoding="utf-8", errors="surrogateescape",
              newline="") as file:
        file.write('#line 1 "%s"\n' % os.path.abspath(kernel))
        file.write(translated)
    return path, ["-I" + os.path.dirname(os.path.abspath(kernel))]


def link_command(tools, obj):
    """What clang calls to link a program: calling that takes half the time."""
    said = call([tools.clang, "-no-pie", "-###"] + tools.link +
                [obj, "-o", "@program@"])
    lines = [line for line in said.split("\n") if "@program@" in line]
    return lines[-1].replace(obj, "@objects@")


def link(home, objects, program, options):
    with open(os.path.join(home, "link"), encoding="utf-8") as file:
        words = shlex.split(file.read())
    at = words.index("@objects@")
    words[at:at + 1] = options + objects
    words[words.index("@program@")] = program
    call(words)


def dynamic_arrays(tools, obj):
    """The `extern __shared__` arrays of an object.

    An undefined thread_local x is used through a wrapper that asks for a weak
    initialiser _ZTH<x>; that pair of names gives it away.
    """
    with open(obj, "rb") as file:
        if b"_ZTH" not in file.read():
            return []
    undefined = call([tools.nm, "-u", "-P", obj]).split("\n")
    names = {line.split()[0] for line in undefined if line.strip()}
    found = []
    for name in names:
        mangled = name[2:] if name.startswith("_Z") else "%d%s" % (len(name),
                                                                   name)
        if "_ZTH" + mangled in names:
            found.append(name)
    return sorted(found)


def dynamic_memory(tools, home, arrays, limit, offset):
    """An object in which all `arrays` begin at the same place, `offset` bytes
    behind a multiple of 1024."""
    text = ('  .section .tbss,"awT",@nobits\n  .balign 1024\n  .zero %d\n' %
            offset)
    for symbol in ["cudapipe_dynamic_shared"] + arrays:
        text += "  .globl %s\n  .type %s,@object\n%s:\n" % ((symbol,) * 3)
    text += ("  .zero %d\n  .section .rodata\n  .balign 4\n"
             "  .globl cudapipe_dynamic_shared_size\n"
             "cudapipe_dynamic_shared_size:\n  .long %d\n" % (limit, limit))
    return assembled(tools, home, text)


def static_arrays(obj):
    """The static shared arrays of an object: what its table of symbols, ELF's of
    64 bits, calls thread-local."""
    with open(obj, "rb") as file:
        image = file.read()
    at, size, count = struct.unpack_from("<Q10xHH", image, 40)
    sections = [struct.unpack_from("<IIQQQQII", image, at + i * size)
                for i in range(count)]
    names = []
    for _, kind, _, _, start, length, strings, _ in sections:
        if kind != SYMBOL_TABLE:
            continue
        text = sections[strings][4]
        for name, info, _, section, _, _ in struct.iter_unpack(
                "<IBBHQQ", image[start:start + length]):
            if info & 15 == THREAD_LOCAL and section:
                begin = text + name
                names.append(image[begin:image.index(b"\0", begin)].decode())
    return names


def red_zones(tools, home, obj, work, name):
    """What a link needs so that nothing lies right beside a shared array: who
    leaves it must not find another one there."""
    arrays = static_arrays(obj)
    if not arrays or not tools.link:
        return [], []
    zones = ["cudapipe_zone_%d" % i for i in range(len(arrays) + 1)]
    text = ""
    for zone in zones:
        text += ('  .section .tbss.%s,"awT",@nobits\n  .type %s,@object\n'
                 "%s:\n  .zero %d\n" % (zone, zone, zone, RED_ZONE_BYTES))
    order = os.path.join(work, name + ".order")
    with open(order, "w", encoding="utf-8") as file:
        file.write(zones[-1] + "\n")
        file.write("".join("%s\n%s\n" % pair for pair in zip(arrays, zones)))
    return ([assembled(tools, home, text)],
            ["--symbol-ordering-file=" + order, "--no-warn-symbol-ordering"])


def assembled(tools, home, text):
    """An object of this assembly, made once."""
    text += '  .section .note.GNU-stack,"",@progbits\n'
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    made = os.path.join(home, "shared-" + digest + ".o")
    if os.path.exists(made):
        return made
    with tempfile.TemporaryDirectory(dir=home) as aside:
        source, obj = os.path.join(aside, "a.s"), os.path.join(aside, "a.o")
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
        call([tools.clang, "-c", source, "-o", obj])
        os.rename(obj, made)
    return made


def build(tools, home, driver, kernel, work, name, flags, extra,
          shared_limit=DYNAMIC_SHARED_BYTES, shared_offset=0):
    obj = os.path.join(work, name + ".o")
    program = os.path.join(work, name)
    path, includes = prepared(kernel, work, name)
    call([tools.clang] + flags + extra + includes +
         ["-include-pch", os.path.join(home, "harness.pch"),
          '-DKERNEL_FILE="%s"' % path, "-c", driver, "-o", obj])
    shared = dynamic_memory(tools, home, dynamic_arrays(tools, obj),
                            shared_limit, shared_offset)
    zones, order = red_zones(tools, home, obj, work, name)
    # The executor first: of the standard library's templates that both sides
    # instantiate, the linker keeps the first, and that must be the plain one.
    link(home, [os.path.join(home, "executor.o"), obj,
                os.path.join(home, "harness.o"), shared] + zones, program,
         order)
    return program
