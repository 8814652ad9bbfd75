# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The recipe of --tune: rewrite, build, prune, check, time, choose, write."""

import concurrent.futures
import json
import os
import sys
import time

from .. import Problem, build, bundle, cases, gpus, plan
from ..source import source_hash
from . import cache, checking, model, output, rounds, table, verdict
from . import plan as tune_plan


def say(args, text):
    if sys.stderr.isatty():
        sys.stderr.write("\r\033[K" + text)
        sys.stderr.flush()


class KernelTune:
    """Measures one kernel."""

    def __init__(self, kernel, work, builder, args, folder, found):
        self.kernel, self.work, self.builder = kernel, work, builder
        self.args, self.gpus = args, found
        self.folder = os.path.join(folder, kernel.name)
        self.checks = [checking.Checking(
            spec, at, builder, args, os.path.join(self.folder, str(at)),
            [gpu.environment(builder.environment()) for gpu in found])
                       for at, spec in enumerate(kernel.specs)]
        self.original = None
        self.wrong = []  # Findings of the original.

    def measure(self):
        candidates = self.kernel.candidates
        say(self.args, "%s: building %d candidates" % (self.kernel.name,
                                                       len(candidates)))
        self._build()
        self._judge()
        for check in self.checks:
            self.wrong += check.check([c for c in candidates if c.is_alive()])
        timed = self._timed()
        races = rounds.Rounds(self.checks, timed, self.gpus, self.args,
                              self.folder, self.builder.environment())
        alive = [c for c in candidates if c.is_alive()]
        if not self.wrong:
            races.run(alive, lambda text: say(self.args, "%s: %s" % (
                self.kernel.name, text)))
        say(self.args, "")
        return verdict.verdict(self.kernel, races, self.original)

    def _build(self):
        for check in self.checks:
            try:
                check.original = check.build(self.work.original,
                                             self.work.original, "original")
            except build.NotBuilt as problem:
                raise Problem("the original does not compile with its "
                              "harness:\n%s" % problem) from None
            alive = [c for c in self.kernel.candidates if c.is_alive()]
            with concurrent.futures.ThreadPoolExecutor(
                    self.args.jobs or os.cpu_count()) as pool:
                list(pool.map(lambda one, check=check: check.build_candidate(
                    self.work.original, one[1], one[0]),
                              list(enumerate(alive))))

    def _judge(self):
        """By the figures of the first spec, at its first timed size."""
        spec, check = self.kernel.specs[0], self.checks[0]
        case = self._timed()[(0, cases.label_of(self._sizes(spec)[0]))]
        said = self.builder.said
        self.original = model.figures_of(said.get(check.original, ""), spec,
                                         case, case.dynamic)
        for c in self.kernel.candidates:
            if c.is_alive() and c.programs:
                c.figures = model.figures_of(
                    said.get(c.programs[0], ""), spec, case,
                    c.jobs[0].dynamic(case)[1])
        model.prune(self.kernel.candidates, self.original)

    @staticmethod
    def _sizes(spec):
        return spec.timed or spec.sizes[-1:]

    def _timed(self):
        found = {}
        for at, spec in enumerate(self.kernel.specs):
            for sizes in self._sizes(spec):
                case = cases.Case(spec, sizes)
                found[(at, case.label)] = case
        return found


def measured(work, args, folder, found):
    """An entry for the cache, and findings of the originals."""
    args.gpu_arch = args.gpu_arch or found[0].arch
    builder = build.NvccBuilder(args)
    args.seeds = args.seeds or 1
    args.compiler = work.compiler
    args.jobs = args.jobs or min(8, os.cpu_count())
    wrong, kernels = [], []
    for kernel in work.kernels:
        for spec in kernel.specs:
            spec.use_tolerance(args.tolerance or spec.tolerance)
        tune = KernelTune(kernel, work, builder, args, folder, found)
        kernels.append(tune.measure())
        wrong += tune.wrong
    return {"key": work.key, "gpu": found[0].name, "gpus": len(found),
            "nvcc": builder.release(), "date": time.strftime("%Y-%m-%d"),
            "kernels": kernels}, wrong


def no_gpu(args, entries, key):
    names = [entry["gpu"] for entry in entries if cache.holds(entry, key)]
    if names:
        return Problem("'%s' has times of %s; say which with --gpus=NAME" % (
            args.tune_path, " and ".join("'%s'" % name for name in names)))
    why = cache.why_not(entries, key)
    return Problem("--tune takes times, and this machine has no GPU%s; "
                   "--bundle=FOLDER packs it all for one that has" % (
                       ": '%s' does not hold any more, %s changed" % (
                           args.tune_path, why) if why else ""))


def prepared(args, tool, specs, key, folder):
    if bundle.is_bundle(args.file):
        return tune_plan.read_bundle(args)
    if not tool:
        raise Problem("no cuda-pipeline-rewrite; name it with --tool=PATH")
    return tune_plan.make(args, tool, specs, folder, key)


def finish(args, tool, work, entry, entries, folder, said):
    """Prints, writes; the exit code."""
    print(table.text(entry, said))
    failed = any("findings" in row for kernel in entry["kernels"]
                 for row in kernel["rows"])
    target = args.file if args.in_place else args.out
    won = any(kernel["winner"] for kernel in entry["kernels"])
    print()
    if failed:
        print("FAILED: a candidate is wrong; nothing was written")
    elif target and won:
        if cache.holds(entry, work.key) and \
                work.key["source"] == entry.get("result"):
            print("%s is tuned already" % target)
        else:
            text = output.text_of(args, tool, work, entry, folder)
            output.write(target, text)
            entry["result"] = source_hash(work.original, text) \
                if not args.in_place else source_hash(target)
            print("wrote %s" % target)
    elif target:
        print("%s is left alone" % target)
    elif won:
        print("-i writes the winner into the file, -o FILE into another")
    if not failed:
        cache.write(args.tune_path, entries, entry)
    for path, form in ((args.md, table.markdown), (args.json, as_json)):
        if path:
            output.write(path, form(entry))
    return 1 if failed else 0


def as_json(entry):
    return json.dumps(dict({"version": 1}, **entry), indent=1) + "\n"


def tune(args, folder):
    """The exit code of --tune."""
    args.tune_path = cache.path_for(args)
    is_bundle = bundle.is_bundle(args.file)
    tool = None if is_bundle else plan.tool_for(args)
    specs = [] if is_bundle else plan.chosen(args, plan.specs_for(args))
    key = tune_plan.read_bundle(args).key if is_bundle else \
        tune_plan.key_of(args, tool, specs)
    if args.bundle:
        work = prepared(args, tool, specs, key, folder)
        print(tune_plan.write_bundle(work, args.bundle, args.asked))
        return 0
    found = [] if args.device == "cpu" else gpus.chosen(args.gpus)
    entries = cache.read(args.tune_path)
    old = None if args.fresh else cache.find(
        entries, key, found[0].name if found else "",
        args.gpus if gpus.is_name(args.gpus) else "")
    if old:
        work = tune_plan.read_bundle(args) if is_bundle else \
            tune_plan.TunePlan(args.file, [], args.compiler, key)
        return finish(args, tool, work, old, entries, folder,
                      ", from " + args.tune_path)
    if not found:
        raise no_gpu(args, entries, key)
    work = prepared(args, tool, specs, key, folder)
    entry, wrong = measured(work, args, folder, found)
    if wrong:
        raise Problem("the original fails: %s: %s" % (wrong[0].check,
                                                      wrong[0].text))
    return finish(args, tool, work, entry, entries, folder, "")
