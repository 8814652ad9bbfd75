#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Processor time of the tool on each plain kernel, as a table.

    processor_time.py [--tool=TOOL] [--before=TOOL] [--clang=clang++-22]
        [--cuda-path=/usr/local/cuda] [--runs=5]

Milliseconds, user and system, medians of the runs: Clang's own parse with the
toolkit, the tool with it and with the embedded headers, with an empty cache and
with that of the run before. Needs neither a GPU nor nvcc. `--before` is another
tool to compare with, which may not know a cache. Runs of all take turns, as the
speed of a machine changes. Three more files are made for it: a kernel behind the
headers of Thrust and CUB, and a template with 1 and 60 instantiations.
"""

import argparse
import os
import shutil
import statistics
import tempfile

import instantiations

BENCH = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(BENCH)


def milliseconds(command):
    """What the kernel accounts to the process."""
    null = [(os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_WRONLY, 0)
            for number in (1, 2)]
    process = os.posix_spawnp(command[0], command, os.environ,
                              file_actions=null)
    _, _, used = os.wait4(process, 0)
    return 1000 * (used.ru_utime + used.ru_stime)


HEAVY = "gemm_fp32_128x128x8"


def sources(folder):
    """Name and path of each file, and the headers that it can be read with."""
    both = ("toolkit", "embedded")
    kernels = os.path.join(BENCH, "kernels")
    for kernel in sorted(os.listdir(kernels)):
        yield kernel, os.path.join(kernels, kernel, "plain.cu"), both
    with open(os.path.join(kernels, HEAVY, "plain.cu")) as plain:
        text = ("#include <cub/cub.cuh>\n#include <thrust/device_vector.h>\n"
                "#include <thrust/sort.h>\n" + plain.read())
    made = [("Thrust, CUB, " + HEAVY, text, ("toolkit",))]
    made += [("%d instantiation%s" % (count, "s" * (count > 1)),
              instantiations.text(count), both) for count in (1, 60)]
    for number, (name, text, headers) in enumerate(made):
        path = os.path.join(folder, "made%d.cu" % number)
        with open(path, "w") as out:
            out.write(text)
        yield name, path, headers


def forms(args, cache):
    """Name, command, and whether the cache has to be empty for it."""
    yield "clang", [args.clang, "-fsyntax-only", "-x", "cuda", "-w",
                    "--cuda-device-only", "--cuda-gpu-arch=sm_80",
                    "-std=c++17", "-nocudalib",
                    "--cuda-path=" + args.cuda_path, "-isystem",
                    os.path.join(args.cuda_path, "include", "cccl")], False
    for headers in ("toolkit", "embedded"):
        words = ["--cuda-headers=" + headers, "-o", os.devnull]
        if headers == "toolkit":
            words.append("--cuda-path=" + args.cuda_path)
        if args.before:
            yield headers + " before", [args.before, *words], False
        for state in ("cold", "warm"):
            yield (headers + " " + state,
                   [args.tool, *words, "--cache-dir=" + cache],
                   state == "cold")


def times_of(source, headers, args):
    """Medians by name of the form."""
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        cache = os.path.join(folder, "cache")
        for _ in range(args.runs):
            for name, command, is_cold in forms(args, cache):
                if name.split()[0] not in ("clang", *headers):
                    continue
                if is_cold:
                    shutil.rmtree(cache, ignore_errors=True)
                found.setdefault(name, []).append(
                    milliseconds([*command, source]))
    return {name: statistics.median(times) for name, times in found.items()}


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--tool", default=os.path.join(
        ROOT, "build", "bin", "cuda-pipeline-rewrite"))
    parser.add_argument("--before")
    parser.add_argument("--clang", default="clang++-22")
    parser.add_argument("--cuda-path", default="/usr/local/cuda")
    parser.add_argument("--runs", type=int, default=5)
    args = parser.parse_args()
    names = [name for name, *_ in forms(args, "")]
    print("| kernel | " + " | ".join(names) + " |")
    print("|---" * (len(names) + 1) + "|")
    with tempfile.TemporaryDirectory() as folder:
        for kernel, path, headers in sources(folder):
            times = times_of(path, headers, args)
            cells = ["-" if name not in times else "%.0f" % times[name] + (
                " (%.2f)" % (times[name] / times["clang"])
                if name.startswith("toolkit") else "") for name in names]
            print("| " + " | ".join([kernel, *cells]) + " |", flush=True)


if __name__ == "__main__":
    main()
