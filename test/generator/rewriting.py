# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Many kernels in one file, through the tool, and apart again."""

import dataclasses
import os
import re
import subprocess

VARIANTS = ["cpasync", "ldg", "ldg-single", "auto"]


def flags_of(variant):
    """cpasync3 is cpasync with three stages, cpasync-padded with longer rows.
    No compiler decides: where there is one, it does in the time that it has."""
    padded = variant.endswith("-padded")
    variant = variant.removesuffix("-padded")
    name = variant.rstrip("0123456789")
    stages = variant[len(name):]
    return (["--variant=" + name, "--no-compile", "--guess"] + (["--stages=" + stages] if stages else []) +
            (["--pad=auto"] if padded else []))

FILE_HEAD = """\
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/pipeline>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

"""
MARK = "//==== kernel %d"
MARKS = re.compile(r"^//==== kernel (\d+)\n", re.M)
REMARK = re.compile(r"^[^\n]*?:(\d+):\d+: remark: K-loop in '[^']*' "
                    r"(pipelined|left alone|[^:\n]*)([^\n]*)$", re.M)


@dataclasses.dataclass
class Rewritten:
    """One kernel, after one variant of the tool."""
    text: str
    changed: bool
    done: int  # Loops pipelined.
    left: list  # Ids of rejections.
    problem: str = ""
    details: str = ""


def joined(kernels, text_of=lambda kernel: kernel.text):
    #  The mark is no comment of what a function that goes has in front of it.
    return FILE_HEAD + "".join(MARK % k.seed + "\n\n" + text_of(k) + "\n"
                               for k in kernels)


def apart(text):
    """seed -> its part of `text`."""
    pieces = MARKS.split(text)
    return {int(seed): part for seed, part in zip(pieces[1::2], pieces[2::2])}


def remarks(text, explained):
    """seed -> (loops pipelined, [rejection ids]), by the remarks' lines."""
    starts = [(text.count("\n", 0, m.start()) + 1, int(m[1]))
              for m in MARKS.finditer(text)]
    found = {}
    for match in REMARK.finditer(explained):
        line = int(match[1])
        owner = [seed for start, seed in starts if start < line]
        if not owner:
            continue
        done, left = found.setdefault(owner[-1], [0, []])
        if match[2] == "pipelined":
            found[owner[-1]][0] = done + 1
        else:
            rejection = re.search(r"\[([a-z-]+)\]$", match[3])
            left.append(rejection[1] if rejection else "?")
    return found


def first_error(text):
    match = re.search(r"error: ([^\n]*)", text)
    return ": " + match[1] if match else ""


class Tool:
    def __init__(self, path, folder):
        self.path, self.folder = path, folder

    def run(self, source, variant, result, timeout=120):
        command = [self.path, "--cuda-headers=embedded", *flags_of(variant),
                   "--explain", source, "-o", result]
        if os.path.exists(result):
            os.remove(result)
        try:
            done = subprocess.run(command, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True,
                                  timeout=timeout)
        except subprocess.TimeoutExpired:
            return 124, "", ""
        text = ""
        if os.path.exists(result):
            with open(result, encoding="utf-8") as file:
                text = file.read()
        return done.returncode, text, done.stderr

    def written(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def rewrite(self, kernels, variant):
        """seed -> Rewritten."""
        text = joined(kernels)
        source = self.written("batch.cu", text)
        result = os.path.join(self.folder, "batch.%s.cu" % variant)
        code, output, errors = self.run(source, variant, result)
        parts = apart(output)
        if code or len(parts) != len(kernels):
            if len(kernels) > 1:  # Which one?
                found = {}
                half = len(kernels) // 2
                found.update(self.rewrite(kernels[:half], variant))
                found.update(self.rewrite(kernels[half:], variant))
                return found
            problem = ("the tool runs too long" if code == 124 else
                       "the tool dies by signal %d" % -code if code < 0 else
                       "the tool fails with exit code %d%s" %
                       (code, first_error(errors)) if code else
                       "the result is cut short")
            return {kernels[0].seed: Rewritten("", False, 0, [], problem,
                                               errors)}
        told = remarks(text, errors)
        before = apart(text)
        made = {}
        for kernel in kernels:
            part = parts[kernel.seed]
            done, left = told.get(kernel.seed, (0, ["no remark"]))
            made[kernel.seed] = Rewritten(part, part != before[kernel.seed],
                                          done, left)
            if "?" in left:
                made[kernel.seed].problem = "left alone without a reason"
            elif bool(done) != made[kernel.seed].changed:
                made[kernel.seed].problem = (
                    "the remarks say %d loops, the text %s" %
                    (done, "differs" if not done else "is the same"))
        self.check_again(kernels, made, output, variant)
        return made

    def check_again(self, kernels, made, output, variant):
        """There is nothing to do in the tool's own output."""
        source = self.written("again.cu", output)
        result = os.path.join(self.folder, "again.%s.cu" % variant)
        code, again, errors = self.run(source, variant, result)
        parts = apart(again)
        if code or len(parts) != len(kernels):
            self.check_each(kernels, made, variant)
            return
        for kernel in kernels:
            if parts[kernel.seed] != made[kernel.seed].text:
                made[kernel.seed].problem = "the tool finds work in its output"

    def check_each(self, kernels, made, variant):
        for kernel in kernels:
            one = made[kernel.seed]
            source = self.written("again.cu", joined([kernel],
                                                     lambda k: one.text))
            result = os.path.join(self.folder, "again.%s.cu" % variant)
            code, again, errors = self.run(source, variant, result)
            if code:
                one.problem = ("the tool's output does not parse" +
                               first_error(errors))
                one.details = errors
            elif apart(again)[kernel.seed].strip() != one.text.strip():
                one.problem = "the tool finds work in its output"
