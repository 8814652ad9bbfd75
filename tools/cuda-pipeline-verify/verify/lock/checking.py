# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""--check-lock: builds again, and compares; with the lock's device also runs."""

import json
import os

from .. import Problem, build, gpus, session
from ..terminal import colored
from . import facts, file, locking, rules, sass_facts, subject
from .rules import Row

COLORS = {"FAILED": "31;1", "same": "32", "fine": "32", "note": "33"}


def builder_for(args, lock):
    """For results and speed; None where the lock's device is not here."""
    wanted = lock["machine"]["device"]
    if wanted == "gpu" and args.device != "cpu" and gpus.present():
        return build.NvccBuilder(args)
    if wanted == "cpu" and args.device != "gpu":
        return build.CpuBuilder(args)
    return None


class LockCheck:
    def __init__(self, args, lock, folder):
        self.args, self.lock, self.folder = args, lock, folder
        args.gpu_arch = args.gpu_arch or lock["arch"]
        self.nvcc = facts.nvcc_for(args)
        self.release = locking.release_of(self.nvcc)
        self.work, self.has_original = subject.plan_for(args, lock, folder)
        self.builder = builder_for(args, lock)
        self.rows = {}  # Of each kernel.

    def check(self):
        for old in self.lock["kernels"]:
            job = next((job for job in self.work.jobs
                        if job.spec.kernel == old["kernel"]), None)
            if job is None:
                self.rows[old["kernel"]] = [Row(
                    "spec", "FAILED", "no spec of this kernel any more")]
                continue
            self.rows[old["kernel"]] = self._facts(job, old) + \
                self._runs(job, old)
        return self

    def _facts(self, job, old):
        builds = facts.Builds(self.nvcc, self.args.gpu_arch, os.path.join(
            self.folder, "lock-%d" % len(self.rows)))
        if "code" in old["facts"] and not sass_facts.can_read():
            raise Problem("the lock has facts of machine code, and there is no "
                          "nvdisasm; " + sass_facts.tools.WHERE)
        if self.args.gpu_arch != self.lock["arch"]:
            raise Problem("the lock is of %s; --gpu-arch=%s has facts of its "
                          "own" % (self.lock["arch"], self.args.gpu_arch))
        return rules.rows(old["facts"], builds.facts(
            job, self.work.subject.original, self.work.subject.rewritten,
            self.work.compiler, "rewritten"))

    def _runs(self, job, old):
        if self.builder is None:
            return [Row("results", "note", "not checked: the lock's are of a "
                        + self.lock["machine"]["device"].upper())]
        cpu = self.builder.device == "cpu"
        self.args.seeds = self.args.seeds or 2
        self.args.repeat = self.args.repeat or (2 if cpu else 3)
        self.args.jobs = self.args.jobs or (os.cpu_count() if cpu else 4)
        job.spec.use_tolerance(self.args.tolerance or job.spec.tolerance)
        result = session.KernelCheck(job, self.work.subject, self.builder,
                                     self.args, os.path.join(
                                         self.folder, "kernel")).check()
        rows = [Row(f.check, "FAILED", f.text) for f in result.findings]
        rows.append(rules.results(old["results"],
                                  locking.results_of(result),
                                  self._may_differ()))
        return rows + self._speeds(old, locking.speeds_of(result))

    def _may_differ(self):
        """Other compilers and GPUs may add in another order."""
        if self.release != self.lock["nvcc"] and \
                self.lock["machine"]["device"] == "gpu":
            return "nvcc was %s" % self.lock["nvcc"]
        here = self._gpu()
        if here and here != self.lock["machine"]["name"]:
            return "the GPU was '%s'" % self.lock["machine"]["name"]
        return ""

    def _gpu(self):
        return gpus.present()[0].name if self.builder and \
            self.builder.device == "gpu" else ""

    def _speeds(self, old, now):
        if self._gpu() != self.lock["machine"]["name"] and now:
            return [Row("speed", "note", "not compared: the GPU was '%s'" %
                        self.lock["machine"]["name"])]
        return [rules.speed(label, before, now[label],
                            self.args.lock_tolerance / 100, self.has_original)
                for label, before in old["speed"].items() if label in now]

    def failed(self):
        return sum(row.verdict == "FAILED" for rows in self.rows.values()
                   for row in rows)

    def text(self):
        lines = ["%s, made %s with nvcc %s for %s" % (
            self.args.lock_path, self.lock["made"], self.lock["nvcc"],
            self.lock["arch"]), "now: %s, nvcc %s%s" % (
                self.work.subject.how, self.release, ", which is another"
                if self.release != self.lock["nvcc"] else "")]
        for kernel, rows in self.rows.items():
            lines += ["", colored(kernel, "1")]
            lines += ["  %-16s %s  %s" % (
                row.name, colored("%-6s" % row.verdict, COLORS[row.verdict]),
                row.text) for row in rows]
        bad = self.failed()
        lines += ["", colored("FAILED: %d fact%s not what %s" % (
            bad, "s are" if bad > 1 else " is", "they were" if bad > 1 else
            "it was"), "31;1") if bad else colored("PASSED", "32;1")]
        return "\n".join(lines)

    def as_json(self):
        return json.dumps({
            "lock": self.args.lock_path, "passed": not self.failed(),
            "nvcc": self.release, "kernels": {
                kernel: [row.as_data() for row in rows]
                for kernel, rows in self.rows.items()}}, indent=1) + "\n"


def check(args, folder):
    """The exit code."""
    args.lock_path = file.path_for(args, args.check_lock)
    done = LockCheck(args, file.read(args.lock_path), folder).check()
    print(done.text())
    if args.json:
        with open(args.json, "w", encoding="utf-8") as out:
            out.write(done.as_json())
    return 1 if done.failed() else 0
