# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the file with the winners of all its kernels."""

import os
import shutil
import tempfile

from .. import Problem, rewriting
from . import comment, space


def read(path):
    with open(path, encoding="utf-8", errors="surrogateescape",
              newline="") as file:
        return file.read()


def rewritten(args, tool, original, winners, folder):
    """The text with the winning form of each kernel: one after the other, each
    of the result before."""
    current = os.path.abspath(original)
    rest = space.forms(args.rewrite)[1]
    if args.gpu_arch:
        rest.append("--gpu-arch=" + args.gpu_arch)
    beside = "--extra-arg=-I" + os.path.dirname(current)
    for at, (name, form) in enumerate(winners):
        path = os.path.join(folder, "winner-%d%s" % (
            at, os.path.splitext(original)[1]))
        flags = rest + ["--kernel=(^|::)%s$" % name] + space.Form(form).flags()
        rewriting.rewrite(tool, current, path, flags + (
            [beside] if at else []), args.compiler)
        current = path
    return read(current)


def text_of(args, tool, work, entry, folder):
    """With comments. Without the tool, only one kernel can have changed."""
    winners = [(k["kernel"], k["winner"]) for k in entry["kernels"]
               if k["winner"]]
    if tool:
        text = rewritten(args, tool, work.original, winners, folder)
    elif not work.kernels:
        raise Problem("no cuda-pipeline-rewrite, which makes the winner again; "
                      "name it with --tool=PATH")
    else:
        if len(winners) > 1:
            raise Problem("%d kernels have winners, and putting them into one "
                          "file takes cuda-pipeline-rewrite: take '%s' to "
                          "where it is, and run the same command there" % (
                              len(winners), args.tune_path))
        name, form = winners[0]
        kernel = next(k for k in work.kernels if k.name == name)
        text = read(next(c.path for c in kernel.candidates
                         if c.form.values == form))
    for kernel in entry["kernels"]:
        if kernel["winner"]:
            row = next(r for r in kernel["rows"]
                       if r["form"] == kernel["winner"])
            text = comment.with_comment(text, kernel["kernel"],
                                        comment.lines_for(
                                            entry["gpu"], entry["date"],
                                            list(row["times"]), row["ratio"],
                                            kernel["winner"]))
    return text


def write(path, text):
    """Through a temporary file; permissions and links stay."""
    path = os.path.realpath(path)
    try:
        with tempfile.NamedTemporaryFile(
                "w", dir=os.path.dirname(path), delete=False, encoding="utf-8",
                errors="surrogateescape", newline="") as file:
            file.write(text)
        if os.path.exists(path):
            shutil.copymode(path, file.name)
        else:
            os.chmod(file.name, 0o644)
        os.replace(file.name, path)
    except OSError as error:
        raise Problem("cannot write '%s': %s" % (
            path, error.strerror.lower())) from None
