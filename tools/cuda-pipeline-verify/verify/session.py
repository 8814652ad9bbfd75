# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The recipe: one spec after the other, built, run, compared, timed."""

import concurrent.futures
import os
import sys

from . import (Problem, build, cases, compare, harness, machine_code, run,
               sanitize, timing, trips)
from .compare import Finding
from .result import KernelResult


class Subject:
    """The two versions of a file, and what is known about their kernels."""

    def __init__(self, original, rewritten, how, flags=None, tool=""):
        self.original, self.rewritten, self.how = original, rewritten, how
        # Of the rewriter, and its version; None if it was not asked.
        self.flags, self.tool = flags, tool

    def versions(self):
        return (("original", self.original), ("rewritten", self.rewritten))


class Progress:
    """One line that says how far it is, on a terminal only."""

    def __init__(self, name, total):
        self.name, self.total, self.done = name, total, 0
        self.shown = sys.stderr.isatty()

    def step(self):
        self.done += 1
        if self.shown:
            sys.stderr.write("\r\033[K%s: %d of %d" % (self.name, self.done,
                                                       self.total))
            if self.done == self.total:
                sys.stderr.write("\r\033[K")
            sys.stderr.flush()


class KernelCheck:
    """Verifies one kernel."""

    def __init__(self, job, subject, builder, args, folder):
        self.job, self.spec, self.subject = job, job.spec, subject
        self.builder, self.args, self.folder = builder, args, folder
        self.result = KernelResult(job.spec, job.facts, builder.device)
        self.programs = {}
        self.hashes = {}  # Of both versions, case by case.
        self.compiler = machine_code.Compiler(args) if args.sass else None
        self.result.trips = trips.TripCounter(subject, job.facts)
        self.counting = None  # On a GPU, the program that counts trips.

    def check(self):
        if self._build():
            self._run_all()
            if self.args.sass:
                self._read_machine_code()
            if self.builder.device == "gpu" and not self.result.findings:
                if self.args.sanitize:
                    self._sanitize()
                self._time()
        self.result.findings = compare.merged(self.result.findings)
        return self.result

    def _build(self):
        os.makedirs(self.folder, exist_ok=True)
        driver = os.path.join(self.folder, "harness.cu")
        with open(driver, "w", encoding="utf-8") as file:
            file.write(harness.text(self.spec, os.path.dirname(
                os.path.abspath(self.subject.original))))
        counted = self.result.trips.copy(self.subject.original, os.path.join(
            self.folder, "counted"))
        cpu = self.builder.device == "cpu"
        for version, kernel in self.subject.versions():
            if cpu and counted and version == "original":
                kernel = counted
            flags = (build.includes_for(self.subject.original, kernel) +
                     self.spec.flags + self.args.compiler)
            try:
                self.programs[version] = self.builder.program(
                    driver, kernel, self.folder, version, flags)
            except build.NotBuilt as problem:
                if version == "original":
                    raise Problem("the original does not compile with its "
                                  "harness:\n%s" % problem) from None
                self.result.findings.append(Finding(
                    "builds", version, "it does not compile", "",
                    str(problem).split("\n")))
                return False
        if counted and not cpu:
            # Not the one that is timed.
            try:
                self.counting = self.builder.program(
                    driver, counted, self.folder, "counted",
                    build.includes_for(self.subject.original, counted) +
                    self.spec.flags + self.args.compiler +
                    ["-DCUDAPIPE_COUNTS_TRIPS"])
            except build.NotBuilt:
                self.result.trips.forget()
        return True

    def _all_cases(self):
        sizes = cases.all_sizes(self.spec, self.job.stages)
        if self.builder.device == "gpu":
            sizes += [s for s in self.spec.timed if s not in sizes]
        found, empty = [], 0
        for size in sizes:
            case = cases.Case(self.spec, size)
            if case.is_empty():
                empty += 1
            else:
                found.append(case)
        if not found:
            raise Problem("%s: no size gives a launch with blocks" %
                          self.spec.where)
        if empty:
            self.result.notes.append(
                "%d sizes give a grid without blocks, and were left out" %
                empty)
        return found

    def _run_all(self):
        every = self._all_cases()
        seeds = range(self.args.seed, self.args.seed + self.args.seeds)
        jobs = [(case, seed) for case in every for seed in seeds]
        self.result.cases, self.result.seeds = len(every), len(seeds)
        self.result.repeat = self.args.repeat
        self.result.dynamic = self.job.dynamic(every[0])
        progress = Progress(self.spec.kernel, len(jobs))
        writes = False
        with concurrent.futures.ThreadPoolExecutor(self.args.jobs) as pool:
            for found, near, wrote in pool.map(self._run_one, range(len(jobs)),
                                               jobs):
                self.result.findings += found
                self.result.near += near
                writes |= wrote
                progress.step()
        if self.counting:
            self._count_trips(every)
        if not writes and not self.result.findings:
            self.result.findings.append(Finding(
                "results", "original", "no case changes any output: there is "
                "nothing to compare"))

    def _count_trips(self, every):
        """Until each loop has had a next tile."""
        for case in every:
            if self.result.trips.is_done():
                return
            path = os.path.join(self.folder, "counted.txt")
            with open(path, "w", encoding="utf-8") as file:
                file.write(case.text(self.args.seed, self.job.dynamic(case)[0]))
            self.result.trips.add(run.run(
                self.counting, path, [], self.builder.environment(),
                self.args.timeout))

    def _run_one(self, number, job):
        """One case with one seed: findings, values that are only near, and
        whether an output was written."""
        case, seed = job
        label = "%s, seed %d" % (case.label, seed)
        folder = os.path.join(self.folder, "case-%d" % number)
        outputs = os.path.join(folder, "original")
        os.makedirs(outputs, exist_ok=True)
        runs, found = {}, []
        for version, dynamic in zip(("original", "rewritten"),
                                    self.job.dynamic(case)):
            path = os.path.join(folder, version + ".txt")
            with open(path, "w", encoding="utf-8") as file:
                # Of what is only timed, a reference would take too long.
                file.write(case.text(
                    seed, dynamic, bool(self.spec.reference) and
                    (case.sizes not in self.spec.timed or
                     case.sizes in self.spec.sizes)))
            where = "--write=" if version == "original" else "--expect="
            runs[version] = run.run(
                self.programs[version], path,
                [where + outputs, "--repeat=%d" % self.args.repeat],
                self.builder.environment(), self.args.timeout)
            found += compare.of_run(runs[version], version, label)
            self.result.add_reference(version, runs[version])
            if version == "original" and not self.counting:
                self.result.trips.add(runs[version])
            if not runs[version].ended:
                break
        self._forget(outputs)
        if len(runs) == 2 and all(r.ended for r in runs.values()):
            found += compare.of_pair(
                {b.name: b.tolerance for b in self.spec.buffers()},
                runs["original"], runs["rewritten"], label)
            self.result.hashes[label] = runs["rewritten"].hashes()
            self.hashes[label] = {version: done.hashes()
                                  for version, done in runs.items()}
        lines = runs.get("rewritten", run.Run()).buffers.values()
        near = sum(line.get("bits", 0) - line.get("beyond", 0)
                   for line in lines)
        wrote = any(line["changed"] and line["role"] != "input"
                    for line in runs["original"].buffers.values())
        return found, near, wrote

    def _forget(self, outputs):
        if not self.args.keep:
            for name in os.listdir(outputs):
                os.remove(os.path.join(outputs, name))

    def _read_machine_code(self):
        try:
            found = machine_code.check(
                self.job, self.subject, self.compiler,
                self.folder, self.args.compiler)
        except build.NotBuilt as problem:
            raise Problem("--sass: nvcc does not compile it:\n%s" %
                          problem) from None
        self.result.use_machine_code(found)

    def _sanitize(self):
        """On small sizes: the sanitizer is a hundred times as slow."""
        for number, sizes in enumerate(self.spec.sizes):
            case = cases.Case(self.spec, sizes)
            folder = os.path.join(self.folder, "sanitized-%d" % number)
            os.makedirs(folder, exist_ok=True)
            files = {}
            for version, dynamic in zip(self.programs, self.job.dynamic(case)):
                files[version] = os.path.join(folder, version + ".txt")
                with open(files[version], "w", encoding="utf-8") as file:
                    file.write(case.text(self.args.seed, dynamic))
            found, clean = sanitize.check(self.programs, files, case.label,
                                          self.builder.environment(), self.args)
            self.result.findings += found
            self.result.sanitized = clean

    def _time(self):
        for sizes in self.spec.timed or self.spec.sizes[-1:]:
            case = cases.Case(self.spec, sizes)
            self.result.add_speed(timing.measure(
                case, self.programs, self.job.dynamic(case),
                self.builder.environment(), self.args,
                os.path.join(self.folder, "timed"), self.hashes.get(
                    "%s, seed %d" % (case.label, self.args.seed))))
