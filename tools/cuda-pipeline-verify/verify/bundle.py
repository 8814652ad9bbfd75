# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""--bundle: all that another machine needs, which has nvcc and Python alone.

    FOLDER/
      gemm.cu, gemm.rewritten.cu     and what they include from beside them
      bundle.json                    specs, and what the tool knows
      cuda-pipeline-verify           runs it: `cuda-pipeline-verify FOLDER`
      verify/, executor/
"""

import json
import os
import re
import shutil

from . import Problem, native, places, plan, spec
from .session import Subject

NAME = "bundle.json"
# How to check: said when packing, they hold where the bundle runs, too.
KEPT = ("tolerance", "seed", "seeds", "repeat", "sanitize", "sass", "rounds",
        "launches", "timeout", "gpus")
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)


def included(path, root, found):
    """The files below `root` that `path` includes by name, directly or not."""
    with open(path, encoding="utf-8", errors="replace") as file:
        names = INCLUDE.findall(file.read())
    for name in names:
        for folder in (os.path.dirname(path), root):
            header = os.path.normpath(os.path.join(folder, name))
            if os.path.isfile(header) and header.startswith(root + os.sep) and \
                    header not in found:
                found.add(header)
                included(header, root, found)
    return found


def write_files(original, folder, more=()):
    """The original, what it includes, and all of ours."""
    if os.path.exists(folder) and os.listdir(folder):
        raise Problem("--bundle: '%s' is not empty" % folder)
    original = os.path.abspath(original)
    root = os.path.dirname(original)
    os.makedirs(folder, exist_ok=True)
    shutil.copy(original, folder)
    for header in included(original, root, set()).union(more):
        target = os.path.join(folder, os.path.relpath(header, root))
        os.makedirs(os.path.dirname(target), exist_ok=True)
        shutil.copy(header, target)
    left_out = shutil.ignore_patterns("__pycache__")
    shutil.copytree(places.HERE, os.path.join(folder, "verify"),
                    ignore=left_out)
    shutil.copytree(os.path.join(places.HERE, "..", "sass"),
                    os.path.join(folder, "sass"), ignore=left_out)
    shutil.copytree(places.executor(), os.path.join(folder, "executor"),
                    ignore=left_out)
    shutil.copytree(native.sources(), os.path.join(folder, "capture"),
                    ignore=left_out)
    script = os.path.join(folder, "cuda-pipeline-verify")
    with open(script, "w", encoding="utf-8") as file:
        file.write(places.SCRIPT)
    os.chmod(script, 0o755)


def how_to_run(folder):
    name = os.path.basename(os.path.normpath(folder))
    return "packed %s; there: python3 %s/cuda-pipeline-verify %s" % (
        folder, name, name)


def flags_to_keep(args, parser):
    """The flags of KEPT that differ from their defaults, as words."""
    found = []
    for name in KEPT:
        value = getattr(args, name)
        if value is True:
            found.append("--" + name)
        elif value not in (parser.get_default(name), False):
            found.append("--%s=%s" % (name, value))
    return found


def write(work, folder, asked):
    """Packs the plan, and the flags `asked`; returns what to say about it."""
    original = os.path.abspath(work.subject.original)
    rewritten = work.subject.rewritten
    name = os.path.basename(rewritten)
    if name == os.path.basename(original):
        name = "rewritten." + name
    write_files(original, folder, [
        os.path.normpath(os.path.join(os.path.dirname(original),
                                      job.spec.reference_file))
        for job in work.jobs if job.spec.reference_file])
    shutil.copy(rewritten, os.path.join(folder, name))
    with open(os.path.join(folder, NAME), "w", encoding="utf-8") as file:
        json.dump({"original": os.path.basename(original), "rewritten": name,
                   "how": work.subject.how, "flags": work.subject.flags,
                   "tool": work.subject.tool, "compiler": work.compiler,
                   "facts": work.facts, "rewrote": work.rewrote,
                   "asked": asked,
                   "kernels": [{"spec": job.spec.data, "facts": job.facts,
                                "need": job.need, "stages": job.stages}
                               for job in work.jobs]}, file, indent=1)
    return how_to_run(folder) + ("" if work.jobs else " --capture -- ./app")


def is_bundle(path):
    return os.path.isfile(os.path.join(path, NAME))


def data_of(folder):
    try:
        with open(os.path.join(folder, NAME), encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError) as error:
        raise Problem("'%s' is no bundle: %s" % (folder, error)) from None


def asked(folder):
    """The flags that were said when it was packed; later ones win."""
    return data_of(folder).get("asked", [])


def read(args):
    """The plan that a bundle holds."""
    folder = args.file
    data = data_of(folder)
    try:
        if data.get("facts"):
            return plan.Plan(
                Subject(os.path.join(folder, data["original"]),
                        os.path.join(folder, data["rewritten"]), data["how"],
                        data.get("flags"), data.get("tool", "")),
                [], data["compiler"] + args.compiler, data["facts"],
                data["rewrote"])
        jobs = [plan.Job(spec.Spec(one["spec"], NAME), one["facts"], one["need"],
                    one["stages"]) for one in data["kernels"]]
        subject = Subject(os.path.join(folder, data["original"]),
                          os.path.join(folder, data["rewritten"]), data["how"],
                          data.get("flags"), data.get("tool", ""))
        compiler = data["compiler"]
    except KeyError as error:
        raise Problem("'%s' is no bundle: %s" % (folder, error)) from None
    wanted = plan.chosen(args, [job.spec for job in jobs])
    return plan.Plan(subject, [job for job in jobs if job.spec in wanted],
                     compiler + args.compiler)
