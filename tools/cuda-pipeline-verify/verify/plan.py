# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is to be done, before anything is built: both files, specs, facts."""

import os
import re
import sys

from . import Problem, bundle, places, rewriting, spec
from .session import Subject


class Job:
    """One kernel: its spec, what the tool knows, what its launch needs."""

    def __init__(self, one, facts, need, stages):
        self.spec, self.facts, self.need = one, facts, need
        self.stages = stages

    def dynamic(self, case):
        """Dynamic shared memory, original and rewritten."""
        if self.spec.rewritten_dynamic is not None:
            return case.dynamic, self.spec.rewritten_dynamic.whole(case.sizes)
        stage = -(-case.dynamic // self.need["align"]) * self.need["align"]
        return case.dynamic, max(
            self.need["times"] * stage + self.need["plus"],
            self.need.get("least", 0))


class Plan:
    """`facts` of the file, where there are no specs; `rewrote`: that they are of
    what the rewriter made, rather than of a file of the user's."""

    def __init__(self, subject, jobs, compiler, facts=None, rewrote=False):
        self.subject, self.jobs, self.compiler = subject, jobs, compiler
        self.facts, self.rewrote = facts, rewrote


def tool_for(args):
    tool = places.rewriter(args.tool, sys.argv[0])
    if args.tool and not tool:
        raise Problem("--tool: cannot run '%s'" % args.tool)
    return tool


def rewriter_flags(args):
    return args.rewrite + (["--gpu-arch=" + args.gpu_arch]
                           if args.gpu_arch else [])


def facts_for(args, tool):
    if args.facts:
        return rewriting.read_facts(args.facts)
    if not tool:
        return None
    if args.rewritten:
        return facts_if_read(args, tool, args.file)
    return rewriting.facts_of(tool, args.file, rewriter_flags(args),
                              args.compiler)


def facts_if_read(args, tool, file):
    """With --with, both compilers have their own say."""
    try:
        return rewriting.facts_of(tool, file, (), args.compiler)
    except Problem:
        return None


def specs_for(args):
    path = args.spec or spec.path_beside(args.file)
    if not os.path.exists(path):
        raise Problem("no spec '%s', which says what to launch; "
                      "'cuda-pipeline-verify --init %s' writes a first one" %
                      (path, args.file))
    return spec.read_specs(path)


def chosen(args, specs):
    """Those that --kernel matches."""
    found = [s for s in specs if re.search(args.kernel, s.kernel)]
    if not found:
        raise Problem("no spec of a kernel that matches '%s'" % args.kernel)
    return found


def subject_for(args, tool, folder):
    """The other version, and how it came about."""
    if args.rewritten:
        return Subject(args.file, args.rewritten, "as it is, alone"
                       if args.original else "with " + args.rewritten)
    if not tool:
        raise Problem("no cuda-pipeline-rewrite; name it with --tool=PATH, or "
                      "a rewritten file with --with=FILE")
    stem, end = os.path.splitext(os.path.basename(args.file))
    result = os.path.join(folder, stem + ".rewritten" + end)
    rewriting.rewrite(tool, args.file, result, rewriter_flags(args),
                      args.compiler)
    return Subject(args.file, result, " ".join(
        ["rewritten by cuda-pipeline-rewrite"] + args.rewrite), args.rewrite,
                   rewriting.version_of(tool))


def check_something_was_rewritten(args, specs, facts):
    """Comparing a kernel with itself would prove nothing."""
    if args.rewritten or facts is None:
        return
    for one in specs:
        loops = rewriting.kernel_facts(one, facts)["loops"]
        if any(loop["rewritten"] for loop in loops):
            continue
        why = "; ".join("line %d: %s" % (loop["line"], loop["why"])
                        for loop in loops) or "it has no K-loop"
        raise Problem("nothing in '%s' was rewritten, so there is nothing to "
                      "verify: %s; 'cuda-pipeline-check %s' looks for races in "
                      "it as it is, and --original runs it alone" % (
                          one.kernel, why, args.file))


class NoSpec:
    """Where a spec would say what the rewritten launch passes."""

    rewritten_dynamic, where = None, "--capture"


def make(args, folder):
    """Reads, rewrites and checks all that can be checked beforehand."""
    specs = chosen(args, specs_for(args))
    tool = tool_for(args)
    facts = facts_for(args, tool)
    check_something_was_rewritten(args, specs, facts)
    subject = subject_for(args, tool, folder)
    after = facts_if_read(args, tool, args.rewritten) \
        if tool and args.rewritten else None
    jobs = []
    for one in specs:
        kernel = rewriting.kernel_facts(one, facts)
        rewriting.check_parameters(one, kernel)
        if after is not None:
            rewriting.check_launch_is_known(
                one, kernel, rewriting.kernel_facts(one, after))
        known = None if args.rewritten else kernel
        jobs.append(Job(one, kernel, rewriting.need_of(one, known),
                        rewriting.stages_of(known)))
    return Plan(subject, jobs, args.compiler)


def without_spec(args, folder):
    """For launches that a program makes: both files, and their kernels."""
    if bundle.is_bundle(args.file):
        return bundle.read(args)
    tool = tool_for(args)
    facts = facts_for(args, tool)
    subject = subject_for(args, tool, folder)
    # Facts that the user names together with a file are of that file.
    rewrote = bool(args.facts) or not args.rewritten
    after = facts_if_read(args, tool, args.rewritten) \
        if tool and not rewrote else None
    for kernel in (facts or []) if after is not None else []:
        twin = [k for k in after if k["name"] == kernel["name"]]
        if twin:
            rewriting.check_launch_is_known(NoSpec, kernel, twin[0])
    return Plan(subject, [], args.compiler, facts, rewrote)
