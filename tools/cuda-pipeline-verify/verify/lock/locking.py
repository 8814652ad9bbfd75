# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""--lock: after a verification that passed, stores what was seen."""

import json
import os
import re
import subprocess
import time

from .. import gpus
from ..source import hash_of, hash_of_file, source_hash
from . import facts, file, sass_facts


def arch_for(args):
    """As asked, else this machine's GPU's, else what the tool takes."""
    if args.gpu_arch:
        return args.gpu_arch
    found = gpus.present() if args.device != "cpu" else []
    return found[0].arch if found else "sm_80"


def release_of(nvcc):
    said = subprocess.run([nvcc, "--version"], text=True,
                          stdout=subprocess.PIPE).stdout
    found = re.search(r"release ([\d.]+)", said)
    return found[1] if found else "?"


def speeds_of(result):
    return {speed.label: {
        "original": round(speed.median("original"), 5),
        "rewritten": round(speed.median("rewritten"), 5),
        "speed_up": round(speed.speed_up(), 3)} for speed in result.speeds}


def results_of(result):
    """One hash a case, over all buffers."""
    return {case: hash_of(json.dumps(hashes, sort_keys=True).encode())
            for case, hashes in sorted(result.hashes.items())}


def spec_hash(spec):
    return hash_of(json.dumps(spec.data).encode())


def machine_of(report):
    """The GPU's name; of the CPU, what it is."""
    return report.machine.split(",")[0] if report.device == "gpu" else "CPU"


def write(args, work, report, folder):
    """Returns what to say about it."""
    nvcc, arch = facts.nvcc_for(args), arch_for(args)
    kernels = []
    for at, (job, result) in enumerate(zip(work.jobs, report.results)):
        builds = facts.Builds(nvcc, arch, os.path.join(folder, "lock-%d" % at))
        measured = {version: builds.facts(job, work.subject.original, path,
                                          work.compiler, version)
                    for version, path in work.subject.versions()}
        kernels.append({
            "kernel": job.spec.kernel, "spec": spec_hash(job.spec),
            "need": job.need, "stages": job.stages,
            "facts": measured["rewritten"], "original": measured["original"],
            "results": results_of(result),
            "speed": speeds_of(result)})
    path = file.path_for(args, args.lock)
    file.write(path, {
        "version": file.VERSION, "file": os.path.basename(work.subject.original),
        "made": time.strftime("%Y-%m-%d"), "tool": work.subject.tool,
        "flags": work.subject.flags, "compiler": work.compiler,
        "nvcc": release_of(nvcc), "arch": arch,
        "machine": {"device": report.device, "name": machine_of(report)},
        "original": source_hash(work.subject.original),
        "rewritten": hash_of_file(work.subject.rewritten),
        "kernels": kernels})
    return "locked in %s: nvcc %s, %s%s" % (
        path, release_of(nvcc), arch, "" if sass_facts.can_read() else
        "; without machine code, as there is no nvdisasm")
