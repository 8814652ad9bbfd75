# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Recorded launches, done again by both versions of the kernel, and compared."""

import concurrent.futures
import os
import re

from . import (Problem, build, capture, compare, launches, native, rewriting,
               run, spec, timing)
from .compare import Finding
from .cubin import Cubin
from .plan import NoSpec
from .result import ReplayResult
from .session import Progress

VERSIONS = ("original", "rewritten")
# So many launches of a kernel are timed: those with the most blocks.
MOST_TIMED = 4
# Where other processes of this machine have the addresses.
ATTEMPTS = 2

# Names of element types, as lib/Executor/harness/Replay.h has them.
ELEMENTS = {"float": "float", "double": "double", "__half": "half",
            "half": "half", "__nv_bfloat16": "bfloat16",
            "nv_bfloat16": "bfloat16", "signed char": "int8", "char": "int8",
            "int8_t": "int8", "short": "int16", "int16_t": "int16",
            "int": "int32", "int32_t": "int32", "long": "int64",
            "long long": "int64", "int64_t": "int64",
            "unsigned short": "uint16", "uint16_t": "uint16",
            "unsigned int": "uint32", "unsigned": "uint32",
            "uint32_t": "uint32", "unsigned long": "uint64",
            "unsigned long long": "uint64", "uint64_t": "uint64"}

FLOATS = ("float", "double", "half", "bfloat16")

CPU_TEXT = """\
// Written by cuda-pipeline-verify: a recorded launch of {kernel}.

#include "replay.h"
#define main cudapipe_main_of_the_user
#include KERNEL_FILE
#undef main

CUDAPIPE_REPLAY(cudapipe_case) {{
  using Types = cudapipe::Parameters<decltype(&{kernel})>;
{lines}
  cudapipe_case.run([&] {{
    CUDAPIPE_LAUNCH(({kernel}), cudapipe_case.grid(), cudapipe_case.block(),
                    cudapipe_case.shared(){arguments});
  }});
}}
"""


def element_of(type_name):
    """float of `const float4`; bytes of what we do not know."""
    name = re.sub(r"\b(const|volatile)\b", "", type_name).strip()
    vector = re.fullmatch(r"u?(char|short|int|long|longlong|float|double)[1-4]",
                          name)
    if vector:
        name = re.sub(r"^u", "unsigned ", name[:-1]).replace(
            "longlong", "long long")
    return ELEMENTS.get(re.sub(r"2$", "", name) if "half" in name or
                        "bfloat16" in name else name, "bytes")


class ReplayCase:
    """One launch, with names and types for its memory."""

    sizes = {}
    flops = bytes = None  # Nobody has told.

    def __init__(self, launch, facts, tolerance):
        self.launch, self.label, self.spec = launch, launch.label, self
        self.names, self.elements = {}, {}
        parameters = facts["parameters"] if facts else []
        for at in range(len(launch.arguments)):
            known = parameters[at] if at < len(parameters) else None
            for memory in launch.pointed_to(at):
                name = known["name"] if known else "argument-%d" % at
                if memory in self.names or name in self.names.values():
                    continue
                self.names[memory] = name
                self.elements[memory] = element_of(
                    (known or {}).get("element") or "")
        for at, memory in enumerate(launch.memories):
            if memory.variable:
                self.names[at] = memory.variable
            self.names.setdefault(at, "memory-%d" % at)
            self.elements.setdefault(at, "bytes")
        self.written = [memory for at, known in enumerate(
            parameters[:len(launch.arguments)])
                        if known["written"] and not known["read"]
                        for memory in launch.pointed_to(at)
                        if self._is_of(memory, at)]
        self.near = {at: spec.read_tolerance(tolerance, element, "--tolerance")
                     if element != "bytes" else None
                     for at, element in self.elements.items()}

    def _is_of(self, memory, argument):
        """No other parameter, variable or pointer leads to the memory."""
        launch = self.launch
        others = [at for at in range(len(launch.arguments)) if at != argument
                  and memory in launch.pointed_to(at)]
        return len(launch.arguments[argument]) == 8 and not others and \
            not any(m.pointers for m in launch.memories)

    def tolerances(self):
        return {self.names[at]: near for at, near in self.near.items()}

    def text(self, version, files, shared, is_gpu, poison, timing_cubin=""):
        """What the program reads (lib/Executor/harness/LaunchFile.h)."""
        lines = ["launch " + self.launch.folder, "shared %d" % shared]
        if is_gpu:
            cubin = files[version]
            lines += ["cubin " + cubin.path,
                      "kernel " + cubin.kernel(self.launch.kernel)]
            if timing_cubin:
                lines.append("timing " + timing_cubin)
        for at, memory in enumerate(self.launch.memories):
            near = self.near[at]
            lines.append("memory %d %s %s %s" % (
                at, self.names[at], self.elements[at],
                "near %g %g" % near if near else "exact"))
            if not is_gpu and self.elements[at] in FLOATS:
                # The executor's functions round as the host's.
                lines.append("program %d %g %g" % (
                    at, *spec.tolerance_of(self.elements[at])))
            if is_gpu and memory.variable:
                name = files[version].variable(memory.variable)
                if name is None:
                    raise Problem("the %s file has no variable '%s'" % (
                        version, memory.variable))
                lines.append("variable %d %s" % (at, name))
        if poison:
            lines += ["poison %d" % at for at in self.written]
        return "\n".join(lines) + "\n"


class KernelReplay:
    """All recorded launches of one kernel, or of one instantiation."""

    def __init__(self, found, facts, need, subject, builder, args, folder,
                 cubins):
        self.found, self.need, self.subject = found, need, subject
        self.cubins = cubins  # Those of other kernels of the file.
        self.builder, self.args, self.folder = builder, args, folder
        self.is_gpu = builder.device == "gpu"
        self.cases = [ReplayCase(launch, facts, args.tolerance)
                      for launch in found]
        self.result = ReplayResult(launches.plain(found[0].signature), facts,
                                   builder.device)
        self.programs, self.files = {}, {}
        # Of results that were compared, by case, whether poisoned, version.
        self.hashes = {}

    def dynamic(self, launch):
        stage = -(-launch.shared // self.need["align"]) * self.need["align"]
        return launch.shared, max(
            self.need["times"] * stage + self.need["plus"],
            self.need.get("least", 0))

    def check(self):
        os.makedirs(self.folder, exist_ok=True)
        if self._build():
            self._run_all()
            if self.is_gpu and not self.result.findings:
                self._time()
        notes = [note for launch in self.found for note in launch.notes]
        self.result.notes += list(dict.fromkeys(notes))
        self.result.findings = compare.merged(self.result.findings)
        return self.result

    def _build(self):
        for version, kernel in self.subject.versions():
            try:
                if self.is_gpu:
                    self.files[version] = self._cubin(version, kernel)
                    self.programs[version] = native.replayer(self.args)
                else:
                    self.programs[version] = self._cpu_program(version, kernel)
            except build.NotBuilt as problem:
                if version == "original":
                    raise Problem("the original does not compile:\n%s" %
                                  problem) from None
                self.result.findings.append(Finding(
                    "builds", version, "it does not compile", "",
                    str(problem).split("\n")))
                return False
        return True

    def _cubin(self, version, kernel):
        launch = self.found[0]
        arch = self.args.gpu_arch or "sm_%d" % launch.sm
        more = ()
        for _ in range(2):
            key = version, arch, tuple(more)
            if key not in self.cubins:
                self.cubins[key] = Cubin(capture.build_cubin(
                    self.args, self.subject.original, kernel, self.folder,
                    version, arch, more))
            cubin = self.cubins[key]
            if cubin.kernel(launch.kernel):
                return cubin
            # Instantiated by another file of the program.
            more = ["template __global__ %s;" % launch.signature]
            if "<" not in launch.signature:
                break
        raise build.NotBuilt(
            "error: it has no kernel '%s'; was the program built with the same "
            "flags? They go behind --compiler-flags=" % launch.signature)

    def _cpu_program(self, version, kernel):
        launch = self.found[0]
        names = ["cudapipe_%d" % at for at in range(len(launch.arguments))]
        lines = ["  auto %s = cudapipe_case.argument<Types::At<%d>>(%d);" % (
            name, at, at) for at, name in enumerate(names)]
        for memory in launch.memories:
            if re.fullmatch(r"[A-Za-z]\w*", memory.variable):
                lines.insert(0, '  cudapipe_case.variable("%s", (void *)&%s, '
                             "sizeof(%s));" % ((memory.variable,) * 3))
        driver = os.path.join(self.folder, "replay.cu")
        with open(driver, "w", encoding="utf-8") as file:
            file.write(CPU_TEXT.format(
                kernel=launches.plain(launch.signature),
                lines="\n".join(lines),
                arguments="".join(", " + name for name in names)))
        flags = build.includes_for(self.subject.original, kernel) + \
            self.args.compiler
        return self.builder.program(driver, kernel, self.folder, version, flags)

    def _run_all(self):
        self.result.launches = len(self.cases)
        self.result.bytes = max(launch.bytes() for launch in self.found)
        self.result.repeat = self.args.repeat
        self.result.dynamic = self.dynamic(self.found[0])
        progress = Progress(self.result.title, len(self.cases))
        wrote = False
        with concurrent.futures.ThreadPoolExecutor(self.args.jobs) as pool:
            for found, doubts, near, changed in pool.map(
                    self._run_one, range(len(self.cases)), self.cases):
                self.result.findings += found
                self.result.doubts += doubts
                self.result.near += near
                wrote |= changed
                progress.step()
        if not wrote and not self.result.findings:
            self.result.doubts.append("no launch changes any memory that was "
                                      "recorded: there is nothing to compare")

    def _run_version(self, case, version, dynamic, folder, flags, poison=False,
                     timing_cubin=""):
        path = os.path.join(folder, version + ".txt")
        with open(path, "w", encoding="utf-8") as file:
            file.write(case.text(version, self.files, dynamic, self.is_gpu,
                                 poison, timing_cubin))
        for _ in range(ATTEMPTS):
            done = run.run(self.programs[version], path, flags,
                           self.builder.environment(), self.args.timeout)
            if done.addresses != "moved" or self.result.moved:
                break
        return done

    def _run_one(self, number, case):
        """Findings, doubts, values that are only near, whether it wrote."""
        found, runs = self._run_pair(number, case, False)
        doubts = self._doubts(runs[0], case)
        # What it writes may be there already, from an earlier launch.
        if case.written and not found:
            more, again = self._run_pair(number, case, True)
            found, runs = found + more, runs + again
        if any(r.addresses == "moved" for r in runs):
            self.result.moved = True
        near = sum(line.get("bits", 0) - line.get("beyond", 0)
                   for r in runs for line in r.buffers.values())
        return found, doubts, near, any(line["changed"] for r in runs
                                        for line in r.buffers.values())

    def _run_pair(self, number, case, poison):
        folder = os.path.join(self.folder, "launch-%d%s" % (
            number, "-poisoned" if poison else ""))
        outputs = os.path.join(folder, "original")
        os.makedirs(outputs, exist_ok=True)
        runs, found = [], []
        label = case.label + (", with poisoned outputs" if poison else "")
        for version, dynamic in zip(VERSIONS, self.dynamic(case.launch)):
            where = "--write=" if version == "original" else "--expect="
            runs.append(self._run_version(
                case, version, dynamic, folder,
                [where + outputs, "--repeat=%d" % self.args.repeat], poison))
            found += compare.of_run(runs[-1], version, label)
            self.hashes[case, poison, version] = runs[-1].hashes()
            if not runs[-1].ended:
                break
        if not self.args.keep:
            for name in os.listdir(outputs):
                os.remove(os.path.join(outputs, name))
        if len(runs) == 2 and all(r.ended for r in runs):
            found += compare.of_pair(case.tolerances(), *runs, label)
        return found, runs

    @staticmethod
    def _doubts(original, case):
        """Where even the original does not do what it did in the program."""
        return ["'%s' is not what the program got, in %d of %d values (%s)" % (
            name, line["program"], line["values"], case.label)
                for name, line in original.buffers.items()
                if line.get("program")]

    def _time(self):
        chosen = sorted(self.cases, key=lambda case: -(
            case.launch.grid[0] * case.launch.grid[1] * case.launch.grid[2]))
        cubin = native.timing_cubin(
            self.args, self.args.gpu_arch or "sm_%d" % self.found[0].sm)
        for case in chosen[:MOST_TIMED]:
            speed = timing.Speed(case)
            folder = os.path.join(self.folder, "timed")
            os.makedirs(folder, exist_ok=True)
            for _ in range(self.args.rounds):
                for version, dynamic in zip(VERSIONS,
                                            self.dynamic(case.launch)):
                    done = self._run_version(
                        case, version, dynamic, folder,
                        timing.repeats(self.args.samples), True, cubin)
                    speed.take(version, done, self.hashes.get(
                        (case, bool(case.written), version)))
            speed.judge(list(case.elements.values()))
            self.result.add_speed(speed)


def kernel_of(launch, facts):
    """What the tool knows of a launch's kernel."""
    name = launches.source_name(launch.signature)
    for key in ("qualified", "name"):
        for kernel in facts or []:
            if kernel.get(key) in (name, name.split("::")[-1]):
                return kernel
    return None


def check(args, plan, folder, builder, work):
    """A result for each kernel that was recorded."""
    groups = {}
    for launch in launches.read(folder):
        if args.kernel and not re.search(args.kernel, launch.signature):
            continue
        groups.setdefault(launch.kernel, []).append(launch)
    if not groups:
        raise Problem("no launch in '%s'%s" % (
            folder, " that matches '%s'" % args.kernel if args.kernel else ""))
    processes = {launch.values.get("process") for found in groups.values()
                 for launch in found}
    for launch in sum(groups.values(), []):
        launch.has_siblings = len(processes) > 1
    results, cubins = [], {}
    for at, found in enumerate(groups.values()):
        kernel = kernel_of(found[0], plan.facts)
        if plan.rewrote and kernel and not any(
                loop["rewritten"] for loop in kernel["loops"]):
            continue
        need = rewriting.need_of(NoSpec, kernel if plan.rewrote else None)
        results.append(KernelReplay(
            found, kernel, need, plan.subject, builder, args,
            os.path.join(work, "kernel-%d" % at), cubins).check())
    if not results:
        raise Problem("no kernel that was recorded was rewritten, so there is "
                      "nothing to verify")
    return results
