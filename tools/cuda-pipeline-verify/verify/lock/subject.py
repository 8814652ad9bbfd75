# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which text a lock is checked on.

A lock is made of two files, and in CI one of them is there: the original, which
is rewritten again, or the result, which was merged. Known by their hashes; if
the file has changed since, it is rewritten if the tool would rewrite it.
"""

import os

from .. import Problem, plan, rewriting
from ..plan import Job, Plan
from ..session import Subject
from ..source import hash_of_file, source_hash
from .locking import spec_hash


def is_rewritten_by(args, tool, lock, specs):
    """Whether the lock's flags change one of the kernels."""
    facts = rewriting.facts_of(tool, args.file, lock["flags"], args.compiler)
    names = {spec.base_name() for spec in specs}
    return any(loop["rewritten"] for kernel in facts
               if kernel["name"] in names for loop in kernel["loops"])


def as_it_stands(args, lock, tool, specs):
    if hash_of_file(args.file) == lock["rewritten"] or lock["flags"] is None:
        return True
    if source_hash(args.file) == lock["original"]:
        return False
    return not tool or not is_rewritten_by(args, tool, lock, specs)


def old_of(lock, spec):
    return next((k for k in lock["kernels"] if k["kernel"] == spec.kernel),
                None)


def jobs_for(specs, lock, facts):
    """With what the launch needs: as the rewrite says, else as the lock."""
    found = []
    for spec in specs:
        old = old_of(lock, spec)
        if old is None:
            continue
        if facts is not None:
            kernel = rewriting.kernel_facts(spec, facts)
            found.append(Job(spec, kernel, rewriting.need_of(spec, kernel),
                             rewriting.stages_of(kernel)))
            continue
        same = old["spec"] == spec_hash(spec)
        need = old["need"] if same else {
            "times": 1, "align": 1, "plus": 0, "least": 0}
        found.append(Job(spec, None, need, old["stages"]))
    return found


def plan_for(args, lock, folder):
    """A plan, and whether the original is there, too."""
    specs = plan.chosen(args, plan.specs_for(args))
    tool = plan.tool_for(args)
    if args.rewritten:
        work = plan.make(args, folder)
        work.jobs = [job for job in work.jobs if old_of(lock, job.spec)]
        return work, True
    if args.rewrite:
        raise Problem("'%s': --check-lock rewrites as the lock says" %
                      args.rewrite[0])
    args.compiler = args.compiler or lock["compiler"]
    if as_it_stands(args, lock, tool, specs):
        subject = Subject(args.file, args.file, args.file + " as it stands")
        return Plan(subject, jobs_for(specs, lock, None), args.compiler), False
    if not tool:
        raise Problem("no cuda-pipeline-rewrite, and '%s' is the file that it "
                      "rewrote; name it with --tool=PATH" % args.file)
    result = os.path.join(folder, os.path.basename(args.file))
    rewriting.rewrite(tool, args.file, result, lock["flags"], args.compiler)
    facts = rewriting.facts_of(tool, args.file, lock["flags"], args.compiler)
    subject = Subject(args.file, result, "%s, rewritten again%s" % (
        args.file, "".join(" " + flag for flag in lock["flags"])))
    return Plan(subject, jobs_for(specs, lock, facts), args.compiler), True
