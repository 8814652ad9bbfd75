# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Batch after batch: generate, rewrite, build, run, compare, sum up."""

import concurrent.futures
import itertools
import os
import random
import shutil
import sys
import tempfile
import threading
import time

import faults
import kept
import minimize
from execution import Executor, Version, compare
from features import DIMENSIONS, recent
from kernel import Kernel
from rewriting import FILE_HEAD, Tool
from summary import Summary


class Finding:
    def __init__(self, kernel, variant, problem, text="", details=""):
        self.kernel, self.variant = kernel, variant
        self.problem, self.text, self.details = problem, text, details


class Runner:
    """Runs batches in a folder of its own."""

    def __init__(self, args, folder, cache):
        os.makedirs(folder, exist_ok=True)
        self.args = args
        self.variants = args.variants.split(",")
        self.tool = Tool(args.tool, folder)
        seeds = range(1, args.data_seeds + 1)
        self.executor = Executor(args.clang, folder, cache, seeds)

    def batch(self, kernels, summary):
        """Returns the findings; counts everything else in `summary`."""
        findings, versions, made = [], [], {}
        by_text = {}
        for kernel in kernels:
            versions.append(Version(kernel, "original", kernel.text))
            by_text[kernel.seed, kernel.text] = versions[-1]
        originals = {v.kernel.seed: v for v in versions}
        for variant in self.variants:
            for seed, one in self.tool.rewrite(kernels, variant).items():
                kernel = originals[seed].kernel
                made[seed, variant] = one
                if one.problem:
                    findings.append(Finding(kernel, variant, one.problem,
                                            one.text, one.details))
                if not one.changed or "not parse" in one.problem:
                    continue
                text = one.text
                if self.args.plant:
                    text = faults.FAULTS[self.args.plant](text)
                    if text is None:
                        continue
                key = (seed, text)
                if key not in by_text:  # `auto` is one of the others.
                    by_text[key] = Version(kernel, variant, text)
                    versions.append(by_text[key])
                one.version = by_text[key]
        versions.sort(key=lambda v: v.kernel.seed)
        self.executor.run(versions)
        for seed, version in originals.items():
            if version.failure:
                findings.append(Finding(version.kernel, "original",
                                        version.failure))
        bad = {f.kernel.seed for f in findings if f.variant == "original"}
        for (seed, variant), one in made.items():
            summary.count(originals[seed].kernel, variant, one)
            version = getattr(one, "version", None)
            if not version or seed in bad:
                continue
            problem = compare(originals[seed], version)
            summary.ran(variant, bool(problem))
            if problem:
                findings.append(Finding(version.kernel, variant, problem,
                                        version.text))
        return findings


def tell(findings, args):
    """Prints findings, those of one kernel and kind together."""
    together = {}
    for finding in findings:
        together.setdefault((finding.kernel.seed, finding.problem),
                            []).append(finding)
        if args.keep:
            keep(finding, args)
    for (seed, problem), some in together.items():
        print("kernel %d, %s: %s\n    %s" % (
            seed, " ".join(f.variant for f in some), problem,
            " ".join("%s=%s" % item for item in
                     minimize.odd(some[0].kernel.features).items())),
            flush=True)


def keep(finding, args):
    """Writes the kernel where --found can run it again."""
    os.makedirs(args.keep, exist_ok=True)
    kernel = finding.kernel
    stem = os.path.join(args.keep, "%d" % kernel.seed)
    odd = minimize.odd(kernel.features)
    kept.write(kernel, stem + ".cu", FILE_HEAD, [
        "%s: %s" % (finding.variant, finding.problem),
        " ".join("%s=%s" % item for item in odd.items())])
    if finding.text:
        with open("%s.%s.txt" % (stem, finding.variant), "w",
                  encoding="utf-8") as file:
            file.write(finding.text)


def batches(args):
    """Lists of kernels."""
    if args.found:
        yield kept.kernels_in(args.found)
        return
    pairs = list(itertools.product(*(
        [(name, choice) for choice in dict.fromkeys(sum(DIMENSIONS[name], []))]
        for name in args.cross)))
    for seeds in seeds_of(args):
        yield [Kernel(seed, dict(focus(seed, args.focus),
                                 **dict(pairs[seed % len(pairs)], **args.fixed)))
               for seed in seeds]


def focus(seed, names):
    """Something recent in one of `names`, or in two."""
    dice, chosen = random.Random("%d/focus" % seed), {}
    for _ in range(dice.choice([1, 2]) if names else 0):
        chosen.update(recent(dice, names))
    return chosen


def seeds_of(args):
    if args.only is not None:
        yield [args.only]
        return
    end = args.seed + args.count if args.count else None
    for start in itertools.count(args.seed, args.batch):
        if end and start >= end:
            return
        yield range(start, min(start + args.batch, end or start + args.batch))


def run(args):
    scratch = args.work_dir or tempfile.mkdtemp(prefix="generated-")
    cache = os.path.abspath(args.cache_dir or os.path.join(
        tempfile.gettempdir(), "cudapipe-executor-%d" % os.getuid()))
    if args.count is None and args.seconds is None:
        args.count = 100
    summary, lock, local = Summary(args.variants.split(",")), threading.Lock(), \
        threading.local()
    started, numbers = time.time(), itertools.count()
    findings = []

    def one(kernels):
        if args.seconds and time.time() - started > args.seconds:
            return
        if not hasattr(local, "runner"):
            folder = os.path.join(scratch, "job%d" % next(numbers))
            local.runner = Runner(args, folder, cache)
        part = Summary(args.variants.split(","))
        found = local.runner.batch(kernels, part)
        with lock:
            summary.add(part)
            findings.extend(found)
            tell([f for f in found
                  if not args.plant or f.variant == "original"], args)

    try:
        work_off(one, batches(args), args, started)
        if args.minimize and findings:
            runner = Runner(args, os.path.join(scratch, "minimize"), cache)
            for finding in findings[:20]:
                minimize.report(finding, runner, Summary)
    finally:
        if not args.work_dir:
            shutil.rmtree(scratch, ignore_errors=True)
    return summary.finish(findings, time.time() - started, args)


def work_off(one, work, args, started):
    """Calls `one` for all of `seeds`, with `jobs` at a time."""
    if args.jobs == 1:
        for some in work:
            if args.seconds and time.time() - started > args.seconds:
                return
            one(some)
        return
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        waiting = set()
        for some in work:
            if args.seconds and time.time() - started > args.seconds:
                break
            waiting.add(pool.submit(one, some))
            if len(waiting) >= args.jobs:
                done, waiting = concurrent.futures.wait(
                    waiting, return_when=concurrent.futures.FIRST_COMPLETED)
                for future in done:
                    future.result()
        for future in waiting:
            future.result()
