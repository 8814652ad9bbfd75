# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Results first: all candidates on the same data as the original, every bit."""

import concurrent.futures
import os

from .. import build, cases, compare, harness, run
from ..compare import Finding
from ..session import Progress

REPEAT = 2


def cases_of(job, gpu):
    sizes = cases.all_sizes(job.spec, job.stages)
    if gpu:
        sizes += [s for s in job.spec.timed if s not in sizes]
    found = [cases.Case(job.spec, size) for size in sizes]
    return {case.label: case for case in found if not case.is_empty()}


class Checking:
    """Builds, runs and compares the candidates of one kernel with one spec."""

    def __init__(self, spec, at, builder, args, folder, environments):
        self.spec, self.at, self.builder, self.args = spec, at, builder, args
        self.folder, self.environments = folder, environments
        self.driver = os.path.join(folder, "harness.cu")
        self.original = None  # Its program.
        self.hashes = {}  # Of its results with the first seed, by case.
        os.makedirs(folder, exist_ok=True)
        with open(self.driver, "w", encoding="utf-8") as file:
            file.write(harness.text(spec))

    def build(self, original, kernel, name):
        flags = (build.includes_for(original, kernel) + self.spec.flags +
                 self.args.compiler)
        return self.builder.program(self.driver, kernel, self.folder, name,
                                    flags)

    def build_candidate(self, original, candidate, number):
        try:
            candidate.programs.append(self.build(original, candidate.path,
                                                 "candidate-%d" % number))
        except build.NotBuilt as problem:
            if "too much shared" in str(problem):
                candidate.why_not = "more static shared memory than a block has"
                return
            candidate.findings.append(Finding(
                "builds", "rewritten", "it does not compile", "",
                str(problem).split("\n")))

    def check(self, candidates):
        """Findings go to the candidates; those of the original are returned."""
        wanted = {}
        for candidate in candidates:
            for label, case in cases_of(candidate.jobs[self.at], True).items():
                wanted.setdefault(label, (case, []))[1].append(candidate)
        seeds = range(self.args.seed, self.args.seed + self.args.seeds)
        work = [(case, users, seed) for case, users in wanted.values()
                for seed in seeds]
        progress, found, wrote = Progress(self.spec.kernel, len(work)), [], False
        with concurrent.futures.ThreadPoolExecutor(self.args.jobs) as pool:
            for of_original, bad, changed in pool.map(
                    self._case, range(len(work)), work):
                found += of_original
                for candidate, findings in bad:
                    candidate.findings += findings
                wrote |= changed
                progress.step()
        if work and not wrote and not found:
            found.append(Finding("results", "original", "no case changes any "
                                 "output: there is nothing to compare"))
        for candidate in candidates:
            candidate.findings = compare.merged(candidate.findings)
        return compare.merged(found)

    def _case(self, number, work):
        case, users, seed = work
        label = "%s, seed %d" % (case.label, seed)
        folder = os.path.join(self.folder, "case-%d" % number)
        outputs = os.path.join(folder, "original")
        os.makedirs(outputs, exist_ok=True)
        gpu = self.environments[number % len(self.environments)]
        first = self._run(self.original, case, seed, case.dynamic, folder,
                          "original", "--write=" + outputs, gpu)
        found = compare.of_run(first, "original", label)
        bad = []
        if seed == self.args.seed:
            self.hashes[case.label] = first.hashes()
        for at, candidate in enumerate(users if first.ended else []):
            again = self._run(candidate.programs[self.at], case, seed,
                              candidate.jobs[self.at].dynamic(case)[1], folder,
                              "candidate-%d" % at, "--expect=" + outputs, gpu)
            if seed == self.args.seed:
                candidate.hashes[self.at, case.label] = again.hashes()
            findings = compare.of_run(again, "rewritten", label)
            if again.ended:
                findings += compare.of_pair(
                    {b.name: b.tolerance for b in self.spec.buffers()}, first, again, label)
            bad.append((candidate, findings))
        for name in os.listdir(outputs):
            os.remove(os.path.join(outputs, name))
        return found, bad, any(line["changed"] and line["role"] != "input"
                               for line in first.buffers.values())

    def _run(self, program, case, seed, dynamic, folder, name, flag,
             environment):
        path = os.path.join(folder, name + ".txt")
        with open(path, "w", encoding="utf-8") as file:
            file.write(case.text(seed, dynamic))
        return run.run(program, path, [flag, "--repeat=%d" % (
            self.args.repeat or REPEAT)], environment, self.args.timeout)
