# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What cuda-pipeline-rewrite makes of the file, and what it knows about it."""

import json
import os
import subprocess

from . import Problem


def said_by(done):
    """The first error line of the tool, without its name."""
    for line in done.stderr.split("\n"):
        if "error: " in line:
            return line.replace("cuda-pipeline-rewrite: error: ", "")
    return done.stderr.strip().split("\n")[0] or \
        "exit code %d" % done.returncode


def call(tool, words):
    try:
        return subprocess.run([tool] + words, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True,
                              errors="replace")
    except OSError as error:
        raise Problem("cannot run '%s': %s" % (
            tool, error.strerror.lower())) from None


def version_of(tool):
    return call(tool, ["--version"]).stdout.split("\n")[0]


def compiler_flags(flags):
    return ["--"] + flags if flags else []


def rewrite(tool, file, result, flags, compiler):
    """Writes the rewritten file to `result`."""
    done = call(tool, [file, "-o", result, "--quiet"] + flags +
                compiler_flags(compiler))
    if done.returncode == 2 or not os.path.exists(result):
        raise Problem("cuda-pipeline-rewrite: " + said_by(done))


def facts_of(tool, file, flags=(), compiler=()):
    """The kernels of a file, as the tool reads it."""
    done = call(tool, [file, "--print-kernels=json"] + list(flags) +
                compiler_flags(list(compiler)))
    if done.returncode:
        raise Problem("cuda-pipeline-rewrite: " + said_by(done))
    try:
        return json.loads(done.stdout)["kernels"]
    except (ValueError, KeyError):
        raise Problem("cuda-pipeline-rewrite gives no facts about '%s'; are "
                      "both tools of one version?" % file) from None


def read_facts(path):
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)["kernels"]
    except (OSError, ValueError, KeyError):
        raise Problem("'%s' holds no kernel facts; "
                      "'cuda-pipeline-rewrite --print-kernels=json' prints "
                      "them" % path) from None


def kernel_facts(spec, facts):
    """Those of the spec's kernel; None where there are no facts at all."""
    if facts is None:
        return None
    name, qualified = spec.base_name(), spec.kernel.split("<")[0].strip()
    found = [kernel for kernel in facts if kernel["name"] == name]
    found = [kernel for kernel in found
             if kernel.get("qualified") == qualified] or found
    if not found:
        raise Problem("%s: no kernel '%s' in the file; it has %s" % (
            spec.where, name, ", ".join(
                "'%s'" % kernel["name"] for kernel in facts) or "none"))
    return found[0]


def check_parameters(spec, kernel):
    """The spec names the parameters, in their order."""
    if kernel is None:
        return
    names = [p["name"] for p in kernel["parameters"]]
    ours = [p.name for p in spec.parameters]
    if names != ours:
        raise Problem("%s: '%s' has the parameters %s, the spec has %s" % (
            spec.where, kernel["name"], ", ".join(names), ", ".join(ours)))


def stages_of(kernel):
    """The most stages of a rewritten loop; None if unknown."""
    stages = [loop.get("stages") for loop in (kernel or {}).get("loops", [])
              if loop["rewritten"]]
    return max(stages) if stages and all(stages) else None


def need_of(spec, kernel):
    """What the rewritten launch passes: so many times what the original does,
    each aligned, and so many bytes more; at least so many."""
    need = {"times": 1, "align": 1, "plus": 0, "least": 0}
    for loop in (kernel or {}).get("loops", []):
        more = loop.get("dynamic")
        if not more or spec.rewritten_dynamic is not None:
            continue
        if more["plus"] is None:
            raise Problem("%s: instantiations of '%s' get tiles of different "
                          "sizes in dynamic shared memory; say 'rewritten "
                          "dynamic bytes: ...' in the spec" % (
                              spec.where, kernel["name"]))
        need["times"] = max(need["times"], more["times"])
        need["align"] = max(need["align"], more["align"])
        need["plus"] += more["plus"]
        need["least"] = max(need["least"], more["least"])
    return need


def check_launch_is_known(spec, old, new):
    """With --with, nobody has told what the rewritten launch must pass."""
    if spec.rewritten_dynamic is not None or old is None or new is None:
        return
    before = {launch["dynamic"] for launch in old["launches"]}
    after = {launch["dynamic"] for launch in new["launches"]}
    if before != after:
        raise Problem("%s: the launch of '%s' passes %s bytes of dynamic shared "
                      "memory in the original and %s in the rewritten file; say "
                      "'rewritten dynamic bytes: ...' in the spec" % (
                          spec.where, old["name"],
                          " or ".join(sorted(map(str, before))),
                          " or ".join(sorted(map(str, after)))))
