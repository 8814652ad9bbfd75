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

from . import Problem, places, spec
from .plan import Job, Plan, chosen
from .session import Subject

NAME = "bundle.json"
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


def write_files(original, folder):
    """The original, what it includes, and all of ours."""
    if os.path.exists(folder) and os.listdir(folder):
        raise Problem("--bundle: '%s' is not empty" % folder)
    original = os.path.abspath(original)
    root = os.path.dirname(original)
    os.makedirs(folder, exist_ok=True)
    shutil.copy(original, folder)
    for header in included(original, root, set()):
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
    script = os.path.join(folder, "cuda-pipeline-verify")
    with open(script, "w", encoding="utf-8") as file:
        file.write(places.SCRIPT)
    os.chmod(script, 0o755)


def how_to_run(folder):
    name = os.path.basename(os.path.normpath(folder))
    return "packed %s; there: python3 %s/cuda-pipeline-verify %s" % (
        folder, name, name)


def write(plan, folder):
    """Packs the plan; returns what to say about it."""
    original = os.path.abspath(plan.subject.original)
    rewritten = plan.subject.rewritten
    name = os.path.basename(rewritten)
    if name == os.path.basename(original):
        name = "rewritten." + name
    write_files(original, folder)
    shutil.copy(rewritten, os.path.join(folder, name))
    with open(os.path.join(folder, NAME), "w", encoding="utf-8") as file:
        json.dump({"original": os.path.basename(original), "rewritten": name,
                   "how": plan.subject.how, "flags": plan.subject.flags,
                   "tool": plan.subject.tool, "compiler": plan.compiler,
                   "kernels": [{"spec": job.spec.data, "facts": job.facts,
                                "need": job.need, "stages": job.stages}
                               for job in plan.jobs]}, file, indent=1)
    return how_to_run(folder)


def is_bundle(path):
    return os.path.isfile(os.path.join(path, NAME))


def data_of(folder):
    try:
        with open(os.path.join(folder, NAME), encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError) as error:
        raise Problem("'%s' is no bundle: %s" % (folder, error)) from None


def read(args):
    """The plan that a bundle holds."""
    folder = args.file
    data = data_of(folder)
    try:
        jobs = [Job(spec.Spec(one["spec"], NAME), one["facts"], one["need"],
                    one["stages"]) for one in data["kernels"]]
        subject = Subject(os.path.join(folder, data["original"]),
                          os.path.join(folder, data["rewritten"]), data["how"],
                          data.get("flags"), data.get("tool", ""))
        compiler = data["compiler"]
    except KeyError as error:
        raise Problem("'%s' is no bundle: %s" % (folder, error)) from None
    wanted = chosen(args, [job.spec for job in jobs])
    return Plan(subject, [job for job in jobs if job.spec in wanted],
                compiler + args.compiler)
