# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the user asks: flags, files, exit codes."""

import argparse
import os
import re
import sys
import tempfile

from . import (Problem, build, first_spec, places, report, rewriting, session,
               spec)

USAGE = """\
cuda-pipeline-verify KERNEL.cu [options] [options of cuda-pipeline-rewrite]
                            [-- compiler flags]

Rewrites the file, builds and runs both versions on the same data, compares every
bit, and says what it found. What is launched stands in KERNEL.verify.yaml.

Examples:
  cuda-pipeline-verify --init gemm.cu              writes a first spec
  cuda-pipeline-verify gemm.cu                     with a GPU, else on the CPU
  cuda-pipeline-verify gemm.cu --device=cpu        races and bounds, no GPU needed
  cuda-pipeline-verify gemm.cu --variant=cpasync --stages=3
  cuda-pipeline-verify gemm.cu --with=mine.cu      a rewrite of your own

Exit codes:
  0  every check passed
  1  something is wrong: a difference, a race, a launch that fails, ...
  2  could not do the job: bad flag, no spec, no compiler, ...
"""


def parser():
    p = argparse.ArgumentParser(
        prog="cuda-pipeline-verify", usage=USAGE, add_help=True,
        allow_abbrev=False, formatter_class=argparse.RawTextHelpFormatter)
    p.add_argument("file", nargs="?", metavar="KERNEL.cu", help="the original")
    p.add_argument("--with", dest="rewritten", metavar="FILE",
                   help="compare with this file instead of rewriting")
    p.add_argument("--init", action="store_true",
                   help="write a first spec, from the file's launches, and stop")
    p.add_argument("--spec", metavar="FILE",
                   help="what to launch (default: KERNEL.verify.yaml)")
    p.add_argument("--kernel", metavar="REGEX", default="",
                   help="only kernels whose name matches")
    p.add_argument("--device", choices=("auto", "gpu", "cpu"), default="auto",
                   help="gpu: nvcc and a GPU; cpu: the executor; auto "
                   "(default): a GPU if there is one")
    p.add_argument("--tolerance", nargs="?", const="default", metavar="T",
                   help="results may differ by T + T of the value, without T by "
                   "what suits the type (default: bit for bit)")
    p.add_argument("--seed", type=int, default=1, metavar="N",
                   help="the first set of random data (1)")
    p.add_argument("--seeds", type=int, metavar="N",
                   help="how many sets (2; on the CPU each has orders of threads "
                   "of its own)")
    p.add_argument("--repeat", type=int, metavar="N",
                   help="launches with the same data (3)")
    p.add_argument("--rounds", type=int, default=5, metavar="N",
                   help="timing: how often the versions take turns (5)")
    p.add_argument("--launches", type=int, default=20, metavar="N",
                   help="timing: samples a turn (20)")
    p.add_argument("--timeout", type=float, default=120, metavar="S",
                   help="seconds that one run may take (120)")
    p.add_argument("--keep", metavar="FOLDER",
                   help="leave programs, data and the rewritten file there")
    p.add_argument("--json", metavar="FILE", help="the report as JSON")
    p.add_argument("--facts", metavar="FILE",
                   help="output of cuda-pipeline-rewrite --print-kernels=json, "
                   "where the tool is not installed")
    p.add_argument("--tool", metavar="PATH", help="cuda-pipeline-rewrite")
    p.add_argument("--clang", metavar="PATH", help="for --device=cpu")
    p.add_argument("--nvcc", metavar="PATH", help="for --device=gpu")
    p.add_argument("--gpu-arch", metavar="sm_XX",
                   help="what to rewrite and build for")
    p.add_argument("--cache", metavar="FOLDER", help="for the built executor")
    p.add_argument("-j", dest="jobs", type=int, metavar="N",
                   help="runs at a time (default: one a core)")
    return p


def read(argv):
    """The settings; options that are not ours are the rewriter's."""
    compiler = []
    if "--" in argv:
        at = argv.index("--")
        argv, compiler = argv[:at], argv[at + 1:]
    args, rest = parser().parse_known_args(argv)
    for word in rest:
        if not word.startswith("-"):
            raise Problem("'%s': one kernel file at a time" % word)
    args.compiler, args.rewrite = compiler, rest
    if args.file is None:
        raise Problem("no file given; --help shows examples")
    if args.rewritten and rest:
        raise Problem("'%s' is an option of the rewriter, and --with says that "
                      "there is nothing to rewrite" % rest[0])
    if args.gpu_arch and not re.fullmatch(r"sm_\d+[a-z]?", args.gpu_arch):
        raise Problem("--gpu-arch: '%s' is not a GPU architecture such as "
                      "sm_80" % args.gpu_arch)
    for name in ("seeds", "repeat"):
        if getattr(args, name) is not None and getattr(args, name) < 1:
            raise Problem("--%s: it is a number from 1 on" % name)
    for path in filter(None, (args.file, args.rewritten)):
        if not os.path.isfile(path):
            raise Problem("no such file: '%s'" % path)
    return args


def specs_for(args):
    path = args.spec or spec.path_beside(args.file)
    if not os.path.exists(path):
        raise Problem("no spec '%s', which says what to launch; "
                      "'cuda-pipeline-verify --init %s' writes a first one" %
                      (path, args.file))
    found = [s for s in spec.read_specs(path)
             if re.search(args.kernel, s.kernel)]
    if not found:
        raise Problem("'%s' has no kernel that matches '%s'" % (path,
                                                                args.kernel))
    return found


def tool_for(args):
    tool = places.rewriter(args.tool, sys.argv[0])
    if args.tool and not tool:
        raise Problem("--tool: cannot run '%s'" % args.tool)
    return tool


def init(args):
    facts = facts_for(args, tool_for(args))
    if facts is None:
        raise Problem("no cuda-pipeline-rewrite to read the file; name it with "
                      "--tool=PATH")
    print(first_spec.write(args.file, facts, args.kernel, args.spec))
    return 0


def rewritten_file(args, tool, folder):
    """The other version, and how it came about."""
    if args.rewritten:
        return session.Subject(args.file, args.rewritten,
                               "with " + args.rewritten)
    if not tool:
        raise Problem("no cuda-pipeline-rewrite; name it with --tool=PATH, or "
                      "a rewritten file with --with=FILE")
    stem, end = os.path.splitext(os.path.basename(args.file))
    result = os.path.join(folder, stem + ".rewritten" + end)
    rewriting.rewrite(tool, args.file, result, rewriter_flags(args),
                      args.compiler)
    return session.Subject(args.file, result, " ".join(
        ["rewritten by cuda-pipeline-rewrite"] + args.rewrite))


def rewriter_flags(args):
    return args.rewrite + (["--gpu-arch=" + args.gpu_arch]
                           if args.gpu_arch else [])


def facts_for(args, tool):
    if args.facts:
        return rewriting.read_facts(args.facts)
    if not tool:
        return None
    return rewriting.facts_of(tool, args.file,
                              [] if args.rewritten else rewriter_flags(args),
                              args.compiler)


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
                      "verify: %s" % (one.kernel, why))


def check_all(args, folder):
    specs = specs_for(args)
    tool = tool_for(args)
    facts = facts_for(args, tool)
    check_something_was_rewritten(args, specs, facts)
    subject = rewritten_file(args, tool, folder)
    after = rewriting.facts_of(tool, args.rewritten, (), args.compiler) \
        if tool and args.rewritten else None
    builder = build.builder_for(args)
    args.seeds = args.seeds or 2
    args.repeat = args.repeat or (2 if builder.device == "cpu" else 3)
    args.jobs = args.jobs or (os.cpu_count() if builder.device == "cpu" else 4)
    results = []
    for at, one in enumerate(specs):
        kernel = rewriting.kernel_facts(one, facts)
        rewriting.check_parameters(one, kernel)
        if after is not None:
            rewriting.check_launch_is_known(
                one, kernel, rewriting.kernel_facts(one, after))
        one.use_tolerance(args.tolerance or one.tolerance)
        stages = None if args.rewritten else rewriting.stages_of(kernel)
        results.append(session.KernelCheck(
            one, kernel, subject, builder, args,
            os.path.join(folder, "kernel-%d" % at),
            rewriting.rewritten_dynamic(one, kernel), stages).check())
    return report.Report(subject, builder, results)


def main(argv):
    try:
        args = read(argv)
        if args.init:
            return init(args)
        if args.keep:
            os.makedirs(args.keep, exist_ok=True)
            done = check_all(args, os.path.abspath(args.keep))
            done.write(args)
        else:
            with tempfile.TemporaryDirectory(prefix="cudapipe-") as folder:
                done = check_all(args, folder)
                done.write(args)
    except Problem as problem:
        sys.stderr.write("cuda-pipeline-verify: error: %s\n" % problem)
        return 2
    except KeyboardInterrupt:
        return 2
    return 1 if done.failed() else 0
