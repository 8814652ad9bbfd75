# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How long a launch takes: CUDA events, after a warm-up, the median.

The program around the kernel, its data and its timing are those of
cuda-pipeline-verify (lib/Executor/harness/TimedLaunches.h).
"""

import os
import statistics

from verify import Problem, build, cases, harness, rewriting, run, timing


class Timed:
    """One version: medians in milliseconds."""

    def __init__(self, done):
        self.warm = statistics.median(done.milliseconds)
        self.cold = statistics.median(done.cold) if done.cold else None
        self.samples = len(done.milliseconds)
        self.spread = (max(done.milliseconds) - min(done.milliseconds)) / \
            self.warm if self.warm else 0
        self.gpu = done.gpu


def dynamic_of(spec, kernel, case):
    """Of the original, and of what the rewriter makes."""
    need = rewriting.need_of(spec, kernel)
    stage = -(-case.dynamic // need["align"]) * need["align"]
    return case.dynamic, max(need["times"] * stage + need["plus"], need["least"])


def time_one(builder, args, driver, file, folder, name, case, dynamic, flags):
    program = builder.program(driver, file, folder, name, flags)
    path = os.path.join(folder, name + ".txt")
    with open(path, "w", encoding="utf-8") as out:
        out.write(case.text(1, dynamic))
    done = run.run(program, path, timing.repeats(args.samples),
                   builder.environment(), args.timeout)
    if not done.milliseconds:
        raise Problem(done.failure or "it printed no times")
    return Timed(done)


def measure(args, launch, facts, folder):
    """{version: Timed}, and what to say where there is none. `rewritten` is what
    auto makes, where it makes something of this kernel."""
    if not launch.spec:
        return {}, "nobody says what to launch: 'cuda-pipeline-verify --init %s' " \
            "writes a spec" % args.file
    if any("c++" in str(p) for p in launch.spec.data["parameters"].values()
           if isinstance(p, dict)) and "FILL_IN" in str(launch.spec.data):
        return {}, "the spec is not filled in"
    os.makedirs(folder, exist_ok=True)
    builder = build.NvccBuilder(args)
    spec, found, why = launch.spec, {}, ""
    driver = os.path.join(folder, "harness.cu")
    with open(driver, "w", encoding="utf-8") as file:
        file.write(harness.text(spec))
    case = cases.Case(spec, launch.sizes)
    versions = [("original", args.file)]
    if facts.rewritten and any(loop["rewritten"]
                               for loop in launch.kernel["loops"]):
        # Not rewritten.cu, as the program around it is called.
        path = os.path.join(folder, "kernel.rewritten.cu")
        with open(path, "w", encoding="utf-8") as file:
            file.write(facts.rewritten)
        versions.append(("rewritten", path))
    for (name, path), dynamic in zip(versions, dynamic_of(spec, launch.kernel,
                                                          case)):
        flags = build.includes_for(args.file, path) + spec.flags + args.compiler
        try:
            found[name] = time_one(builder, args, driver, path, folder, name,
                                   case, dynamic, flags)
        except (build.NotBuilt, Problem) as problem:
            why = "%s: %s" % (name, str(problem).split("\n")[0])
            break
    return found, why
