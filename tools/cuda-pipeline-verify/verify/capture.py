# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""--capture: runs the user's program with the recorder in it."""

import os
import re
import subprocess
import sys

from . import Problem, build, launches, native
from .cubin import Cubin

MOST_NAMES = 8


def wanted_kernels(args, work):
    """The names of kernels that were rewritten; of all, if nobody knows."""
    facts = work.facts
    if facts is None:
        raise Problem("no cuda-pipeline-rewrite, which knows the kernels of the "
                      "file; name it with --tool=PATH")
    found = [kernel for kernel in facts if not work.rewrote or
             any(loop["rewritten"] for loop in kernel["loops"])]
    if not found:
        raise Problem("nothing in '%s' was rewritten, so there is nothing to "
                      "verify; 'cuda-pipeline-rewrite --explain %s' says why" %
                      (args.file, args.file))
    return sorted({kernel.get("qualified") or kernel["name"]
                   for kernel in found})


def arch_of_this_machine():
    """Of the first GPU, whose code one cubin can hold."""
    try:
        said = subprocess.run(
            ["nvidia-smi", "--query-gpu=compute_cap", "--format=csv,noheader"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    except OSError:
        return "native"
    match = re.match(r"(\d+)\.(\d+)\s", said)
    return "sm_%s%s" % match.groups() if match else "native"


def what_the_file_has(args, subject, folder):
    """Parameters and variables, for launches that the driver says little of."""
    try:
        return Cubin(build_cubin(args, subject.original, subject.original,
                                 folder, "layout", args.gpu_arch or arch_of_this_machine()))
    except build.NotBuilt as problem:
        raise Problem("the original does not compile:\n%s" % problem) from None


def build_cubin(args, original, kernel, folder, name, arch, more=()):
    """Device code of one version; `more` lines stand behind it."""
    source = os.path.join(folder, name + ".replay.cu")
    path = os.path.join(folder, name + ".cubin")
    with open(source, "w", encoding="utf-8") as file:
        file.write('#include "%s"\n%s' % (os.path.abspath(kernel), "".join(
            line + "\n" for line in more)))
    standard = [] if any(flag.startswith(("-std", "--std"))
                         for flag in args.compiler) else ["-std=c++17"]
    done = subprocess.run(
        [native.nvcc(args, "--capture"), "-cubin", "-arch=" + arch, "-lineinfo",
         "-w"] + standard + build.includes_for(original, kernel) +
        args.compiler + [source, "-o", path], stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, errors="replace")
    if done.returncode:
        raise build.NotBuilt(build.first_errors(done.stdout))
    return path


def write_settings(path, folder, cupti, args, names, cubin):
    first, last = args.launches
    lines = ["folder " + folder, "cupti " + cupti.library,
             "launches %d %d" % (first, last), "limit %d" % args.capture_limit]
    lines += ["kernel " + name for name in names]
    if args.kernel:
        lines.append("match " + args.kernel)
    for kernel, places in cubin.layouts.items():
        lines.append("layout %s %s" % (kernel, " ".join(
            "%d:%d" % place for place in places)))
    lines += ["global " + name for name in cubin.variables]
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


def run_program(args, library, settings):
    """The program's exit code; what it prints is no part of the report."""
    environment = dict(os.environ, CUDA_INJECTION64_PATH=library,
                       CUDAPIPE_CAPTURE=settings)
    sys.stdout.flush()
    try:
        return subprocess.run(args.program, env=environment,
                              stdout=sys.stderr.fileno()).returncode
    except OSError as error:
        raise Problem("cannot run '%s': %s" % (
            args.program[0], error.strerror.lower())) from None


def counted(table):
    names = ["'%s' (%d)" % item for item in sorted(
        table.items(), key=lambda item: -item[1])]
    more = len(names) - MOST_NAMES
    return ", ".join(names[:MOST_NAMES]) + (
        " and %d more" % more if more > 0 else "")


def nothing_recorded(args, names, code, processes):
    """Why, in one sentence."""
    ending = "" if code == 0 else " (it ended with exit code %d)" % code
    if not processes:
        return ("the program never started CUDA%s, or its driver does not load "
                "libraries that CUDA_INJECTION64_PATH names" % ending)
    skipped, others = {}, {}
    for process in processes:
        for table, more in ((skipped, process.skipped),
                            (others, process.others)):
            for text, times in more.items():
                table[text] = table.get(text, 0) + times
    if skipped:
        return "no launch could be recorded%s: %s" % (ending, counted(skipped))
    if others:
        return "the program launches none of %s%s; it launches %s" % (
            ", ".join("'%s'" % name for name in names) + (
                " that match '%s'" % args.kernel if args.kernel else ""),
            ending, counted(others))
    return "the program launches no kernel" + ending


def record(args, work, folder, scratch):
    """Fills the folder; returns notes for the report."""
    if not args.program:
        raise Problem("--capture: give the program to run behind '--', as in "
                      "'-- ./app 1024'")
    if os.path.isdir(folder) and os.listdir(folder):
        raise Problem("--capture: '%s' is not empty" % folder)
    os.makedirs(folder, exist_ok=True)
    names = wanted_kernels(args, work)
    cupti = native.Cupti(args)
    library = native.recorder(args, cupti)
    settings = os.path.join(folder, "settings.txt")
    write_settings(settings, os.path.abspath(folder), cupti, args, names,
                   what_the_file_has(args, work.subject, scratch))
    code = run_program(args, library, os.path.abspath(settings))
    processes = launches.processes(folder)
    if not launches.read(folder):
        raise Problem(nothing_recorded(args, names, code, processes))
    notes = ["the program ended with exit code %d" % code] if code else []
    for process in processes:
        for why, times in process.skipped.items():
            notes.append("not recorded, %d times: %s" % (times, why))
    return notes
