# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""--fix-schedule: tries what the checks of the machine code advise, and keeps what
makes them better; on a GPU, only what is not slower."""

import os
import shutil

from sass import advice, excerpt

from . import Problem, build, cases, harness, machine_code, remedies, timing
from .session import Subject

BETTER = 0.05  # Of a trip's math.
SLOWER = 0.99  # The speed-up from which an edit is a slow-down.


def wanted(kernel):
    """Names of remedies for what is wrong with it, or only half right."""
    names = [one.remedy.name for one in kernel.findings if one.remedy]
    if kernel.is_partly():
        names.append(advice.for_overlap(kernel.code.main, min(
            kernel.code.main.copies,
            key=kernel.code.main.trips_ahead)).name)
    return [name for name in dict.fromkeys(names) if name in remedies.EDITS]


def is_better(old, new):
    """Nothing gets worse, and something better, in all instances."""
    if len(old.kernels) != len(new.kernels):
        return False
    gains = 0
    for before, after in zip(old.kernels, new.kernels):
        failed = {one.check for one in after.findings}
        if failed - {one.check for one in before.findings} or \
                after.code.main is None:
            return False
        gain = after.code.main.overlap() - before.code.main.overlap()
        fewer = before.code.local() - after.code.local()
        if gain < -BETTER or fewer < 0:
            return False
        gains += gain > BETTER or fewer > 0
    return gains > 0


def ahead(code):
    """How far, of the instance that is worst off."""
    return excerpt.trips(min(each.code.main.overlap() for each in code.kernels
                             if each.code.main is not None))


class Schedule:
    """Of one kernel of a plan."""

    def __init__(self, job, subject, args, builder, folder):
        self.job, self.subject, self.args = job, subject, args
        self.builder, self.folder = builder, folder
        self.compiler = machine_code.Compiler(args)
        self.notes = []

    def _judged(self, file):
        return machine_code.check(
            self.job, Subject(self.subject.original, file, self.subject.how),
            self.compiler, self.folder, self.args.compiler)

    def fix(self):
        """The file with what helped: the rewritten one, if nothing did."""
        os.makedirs(self.folder, exist_ok=True)
        file, tried = self.subject.rewritten, set()
        try:
            now = self._judged(file)
        except build.NotBuilt as problem:
            raise Problem("--fix-schedule: nvcc does not compile it:\n%s" %
                          problem) from None
        while True:
            names = [(each, name) for each in now.kernels
                     for name in wanted(each) if name not in tried]
            if not names:
                return file
            kernel, name = names[0]
            tried.add(name)
            edited = self._edited(file, kernel, name)
            if edited is None:
                continue
            then = self._tried(now, edited)
            kept = then is not None and self._is_no_slower(file, edited)
            self.notes.append("%s: %s" % (
                remedies.WORDS[name], "kept, copies are ahead by %s; before, by "
                "%s" % (ahead(then), ahead(now))
                if kept else "tried, did not help"))
            if kept:
                file, now = edited, then
                tried -= {"fence"}  # Another loop may need it now.
                tried.add(name)

    def _edited(self, file, kernel, name):
        with open(file, encoding="utf-8") as source:
            text = remedies.EDITS[name](source.read(), file, kernel)
        if text is None:
            return None
        stem, end = os.path.splitext(os.path.basename(file))
        path = os.path.join(self.folder, "%s.%s%s" % (stem, name, end))
        with open(path, "w", encoding="utf-8") as target:
            target.write(text)
        return path

    def _tried(self, now, file):
        """Its machine code, if that is better."""
        try:
            then = self._judged(file)
        except (build.NotBuilt, Problem):
            return None
        return then if is_better(now, then) else None

    def _is_no_slower(self, before, after):
        if self.builder.device != "gpu":
            return True
        driver = os.path.join(self.folder, "harness.cu")
        with open(driver, "w", encoding="utf-8") as file:
            file.write(harness.text(self.job.spec))
        programs = {}
        for version, kernel in (("original", before), ("rewritten", after)):
            flags = build.includes_for(self.subject.original, kernel) + \
                self.job.spec.flags + self.args.compiler
            programs[version] = self.builder.program(
                driver, kernel, self.folder, "fix-" + version, flags)
        case = cases.Case(self.job.spec, (self.job.spec.timed or
                                          self.job.spec.sizes[-1:])[0])
        dynamic = self.job.dynamic(case)[1]
        speed = timing.measure(case, programs, (dynamic, dynamic),
                               self.builder.environment(), self.args,
                               os.path.join(self.folder, "timed"))
        return not speed.findings and speed.speed_up() > SLOWER


def fix(work, builder, args, folder):
    """The plan with what helped, and what to say of each job."""
    notes, original = [], work.subject.rewritten
    for at, job in enumerate(work.jobs):
        one = Schedule(job, work.subject, args, builder,
                       os.path.join(folder, "schedule-%d" % at))
        work.subject.rewritten = one.fix()
        notes.append(one.notes or ["--fix-schedule: nothing to try"])
    try:
        shutil.copyfile(work.subject.rewritten, args.fix_schedule)
    except OSError as error:
        raise Problem("cannot write '%s': %s" % (
            args.fix_schedule, error.strerror.lower())) from None
    if work.subject.rewritten != original:
        work.subject.how += ", with --fix-schedule"
    return notes
