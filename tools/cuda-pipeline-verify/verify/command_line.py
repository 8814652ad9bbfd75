# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the user asks: flags, files, exit codes."""

import os
import re
import shlex
import subprocess
import sys
import tempfile

from . import (Problem, arguments, build, bundle, capture, first_spec, gpus,
               places, plan, program, replay, report, schedule, session)
from .lock import checking as lock_checking, locking
from .tune import plan as tune_plan, tuning

USAGE = """\
cuda-pipeline-verify KERNEL.cu [options] [compiler flags]
                            [options of cuda-pipeline-rewrite]

Rewrites the file, builds and runs both versions on the same data, compares
every bit, and says what it found. What is launched stands in
KERNEL.verify.yaml.

Examples:
  cuda-pipeline-verify --init gemm.cu              writes a first spec
  cuda-pipeline-verify gemm.cu                     with a GPU, else on the CPU
  cuda-pipeline-verify gemm.cu --device=cpu        races, bounds; needs no GPU
  cuda-pipeline-verify gemm.cu --variant=cpasync --stages=3
  cuda-pipeline-verify gemm.cu --with=mine.cu      a rewrite of your own
  cuda-pipeline-verify --capture gemm.cu -- ./app 1024
                                                   no spec: the launches that
                                                   your program makes

Exit codes:
  0  every check passed
  1  something is wrong: a difference, a race, a launch that fails, ...
  2  could not do the job: bad flag, no spec, no compiler, ...
"""


def parser():
    p = arguments.Parser("cuda-pipeline-verify", USAGE)
    p.add_argument("file", nargs="?", metavar="KERNEL.cu", help="the original")
    p.add_argument("--with", dest="rewritten", metavar="FILE",
                   help="compare with this file instead of rewriting")
    p.add_argument("--original", action="store_true",
                   help="run the file as it is, alone: races, bounds, and whether\n"
                   "launches with the same data give the same")
    p.add_argument("--init", action="store_true",
                   help="write a first spec, from the file's launches, and stop")
    p.add_argument("--spec", metavar="FILE",
                   help="what to launch (default: KERNEL.verify.yaml)")
    p.add_argument("--kernel", metavar="REGEX", default="",
                   help="only kernels whose name matches")
    p.add_argument("--device", choices=("auto", "gpu", "cpu"), default="auto",
                   help="gpu: nvcc and a GPU; cpu: the executor; auto "
                   "(default): a GPU if there is one")
    p.add_argument("--tolerance", metavar="T",
                   help="results may differ by T + T of the value; without =T by\n"
                   "what suits the type (default: bit for bit)")
    p.add_argument("--seed", type=int, default=1, metavar="N",
                   help="the first set of random data (1)")
    p.add_argument("--seeds", type=int, metavar="N",
                   help="how many sets (2; on the CPU each has orders of threads "
                   "of its own)")
    p.add_argument("--repeat", type=int, metavar="N",
                   help="launches with the same data (3)")
    p.add_argument("--sanitize", action="store_true",
                   help="on a GPU: compute-sanitizer's memcheck, racecheck and\n"
                   "synccheck of both versions, in every one of 'sizes'")
    p.add_argument("--sass", action="store_true",
                   help="with nvcc, no GPU needed: do copies travel during the\n"
                   "math in the machine code, too?")
    p.add_argument("--fix-schedule", metavar="FILE",
                   help="--sass, and write the rewritten file to FILE, with\n"
                   "small edits that keep the overlap where they helped")
    p.add_argument("--rounds", type=int, default=5, metavar="N",
                   help="timing: how often the versions take turns (5)")
    p.add_argument("--launches", metavar="N",
                   help="timing: samples a turn (20). With --capture: record the\n"
                   "first N launches of each kernel and shape (1), or N-M")
    p.add_argument("--capture", metavar="FOLDER",
                   help="record the launches of the program behind '--', and\n"
                   "replay them; with =FOLDER, keep them there")
    p.add_argument("--capture-limit", metavar="BYTES", default="4G",
                   help="... of so much memory at most (4G)")
    p.add_argument("--replay", metavar="FOLDER",
                   help="... replay them again, here or elsewhere")
    p.add_argument("--compiler-flags", metavar="FLAGS", default="",
                   help="as behind '--', where that is the program")
    p.add_argument("--cupti", metavar="FOLDER",
                   help="with include/cupti.h and lib64/libcupti.so; default:\n"
                   "of the CUDA toolkit")
    p.add_argument("--build", metavar="COMMAND",
                   help="instead of a spec, the program of your own: builds it;\n"
                   "{file} is a version of KERNEL.cu, {program} a name for it")
    p.add_argument("--run", metavar="COMMAND",
                   help="... and runs it; what it prints is compared")
    p.add_argument("--output", metavar="FILE",
                   help="... or this file that it writes")
    p.add_argument("--ignore", metavar="REGEX",
                   help="... but for lines that match, such as times")
    p.add_argument("--timeout", type=float, default=120, metavar="S",
                   help="seconds that one run may take (120)")
    p.add_argument("--keep", metavar="FOLDER",
                   help="leave programs, data and the rewritten file there")
    p.add_argument("--md", metavar="FILE", help="the report as Markdown, too")
    p.add_argument("--html", metavar="FILE",
                   help="... as one page with plots and the diff")
    p.add_argument("--json", metavar="FILE", help="... as data")
    p.add_argument("--bundle", metavar="FOLDER",
                   help="run nothing: pack everything for a machine with nvcc\n"
                   "and Python alone; there, give FOLDER as KERNEL.cu")
    p.add_argument("--lock", metavar="FILE",
                   help="if all checks pass, store what was seen, facts of the\n"
                   "build included (without =FILE: KERNEL.lock.json)")
    p.add_argument("--check-lock", metavar="FILE",
                   help="build again and compare with that file; needs no GPU")
    p.add_argument("--lock-tolerance", type=float, default=10, metavar="P",
                   help="--check-lock: percent that speed may lose (10)")
    p.add_argument("--tune", action="store_true",
                   help="on a GPU: time all forms that are legal; --variant=,\n"
                   "--stages=, --pad= and --widen= take lists then")
    p.add_argument("-i", dest="in_place", action="store_true",
                   help="--tune: write the winner into KERNEL.cu")
    p.add_argument("-o", dest="out", metavar="FILE",
                   help="--tune: write it there")
    p.add_argument("--gpus", metavar="N|all|NAME",
                   help="--tune: share the candidates out (default: all of one\n"
                   "name); without a GPU, NAME says whose times are wanted")
    p.add_argument("--tune-file", metavar="FILE",
                   help="what was measured (default: KERNEL.tune.json)")
    p.add_argument("--fresh", action="store_true",
                   help="--tune: measure again what that file holds")
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


def with_values(argv):
    """Flags that may have a value, and would take the file behind them."""
    found = []
    for word in argv:
        if found and found[-1] in ("--lock=", "--check-lock=") and \
                word.endswith(".json"):
            found[-1] += word
        elif word in ("--lock", "--check-lock"):
            found.append(word + "=")
        else:
            found.append({"--tolerance": "--tolerance=default",
                          "--capture": "--capture="}.get(word, word))
    return found


def is_of_rewriter(word, args):
    tool = places.rewriter(args.tool, sys.argv[0])
    said = tool and subprocess.run([tool, "--help"], stdout=subprocess.PIPE,
                                   text=True).stdout
    return not said or re.search(r"^  %s\b(?!-)" % re.escape(word.split("=")[0]),
                                 said, re.M)


def read(argv):
    """The settings; options that are not ours are the rewriter's."""
    compiler = []
    if "--" in argv:
        at = argv.index("--")
        argv, compiler = argv[:at], argv[at + 1:]
    argv, typed = arguments.take_flags(with_values(argv))
    args, rest = parser().parse_known_args(argv)
    if bundle.is_bundle(args.file or ""):
        args, rest = parser().parse_known_args(bundle.asked(args.file) + argv)
    args.asked = bundle.flags_to_keep(args, parser())
    for word in rest:
        if not word.startswith("-"):
            raise Problem("'%s': one kernel file at a time; options of the "
                          "rewriter take '=', as in --variant=cpasync" % word)
        near = parser().nearest(word)
        if near and not is_of_rewriter(word, args):
            raise Problem("unknown option '%s'; did you mean '%s'?" % (word, near))
    args.rewrite, args.program = rest, []
    if args.capture is not None:
        args.program, compiler = compiler, []
    for flag in [one for one in typed if one.startswith("-arch=sm_")]:
        args.gpu_arch = args.gpu_arch or flag.removeprefix("-arch=")
        typed.remove(flag)
    args.compiler = shlex.split(args.compiler_flags) + typed + compiler
    if args.file is None:
        raise Problem("no file given; --help shows examples")
    if args.original:
        if args.rewritten:
            raise Problem("--original and --with: say one of them")
        args.rewritten = args.file
    if args.rewritten and rest:
        raise Problem("'%s' is an option of the rewriter, and --with says that "
                      "there is nothing to rewrite" % rest[0])
    if args.gpu_arch and not re.fullmatch(r"sm_\d+[a-z]?", args.gpu_arch):
        raise Problem("--gpu-arch: '%s' is not a GPU architecture such as "
                      "sm_80" % args.gpu_arch)
    for name in ("seeds", "repeat"):
        if getattr(args, name) is not None and getattr(args, name) < 1:
            raise Problem("--%s: it is a number from 1 on" % name)
    check_program_flags(args)
    check_tune_flags(args)
    check_lock_flags(args)
    check_launches(args)
    for path in filter(None, (args.file, args.rewritten)):
        if not os.path.isfile(path) and not bundle.is_bundle(path):
            raise Problem(("'%s' is a directory; name a file in it" if
                           os.path.isdir(path) else "no such file: '%s'") % path)
    return args


def check_launches(args):
    """--launches, as the two things that it is; --capture-limit."""
    text = args.launches or ("1" if args.capture is not None else "20")
    match = re.fullmatch(r"([1-9]\d*)(?:-([1-9]\d*))?", text)
    if not match or (match[2] and args.capture is None):
        raise Problem("--launches: it is a number from 1 on%s" % (
            ", or two as in 5-6" if args.capture is not None else ""))
    number, end = int(match[1]), int(match[2] or 0)
    args.launches = (number, end) if end else (1, number)
    args.samples = 20 if args.capture is not None else number
    limit = re.fullmatch(r"(\d+)([kMGT]?)", args.capture_limit)
    if not limit:
        raise Problem("--capture-limit: '%s' is no number of bytes, such as "
                      "500M or 4G" % args.capture_limit)
    args.capture_limit = int(limit[1]) << 10 * " kMGT".index(limit[2] or " ")
    if args.sass and (args.capture is not None or args.replay):
        raise Problem("--sass goes with a spec; for a program of your own, "
                      "'cuda-pipeline-sass PROGRAM' does it")
    if args.capture is not None and args.replay:
        raise Problem("--capture records and replays; --replay is for later")
    if args.replay and not os.path.isdir(args.replay):
        raise Problem("--replay: no such folder: '%s'" % args.replay)
    try:
        re.compile(args.kernel)
    except re.error as error:
        raise Problem("--kernel: '%s' is not a regular expression: %s" % (
            args.kernel, error)) from None


def check_program_flags(args):
    args.sass |= args.fix_schedule is not None
    if args.run and args.sass:
        raise Problem("--sass goes with a spec; for a program of your own, "
                      "'cuda-pipeline-sass PROGRAM' does it")
    if not args.run:
        for name in ("build", "output", "ignore"):
            if getattr(args, name):
                raise Problem("--%s goes with --run, which starts the program" %
                              name)
        return
    if args.build and "{file}" not in args.build:
        raise Problem("--build: say where the kernel file stands, as in "
                      "'nvcc {file} -o {program}'")
    if not args.build and "{file}" not in args.run:
        raise Problem("--run: without --build, the command names {file}")
    try:
        re.compile(args.ignore or "")
    except re.error as error:
        raise Problem("--ignore: '%s' is not a regular expression: %s" % (
            args.ignore, error)) from None


def check_tune_flags(args):
    if os.path.isdir(args.file or "") and bundle.is_bundle(args.file):
        args.tune |= tune_plan.is_tune(args.file)
    if not args.tune:
        for flag, value in (("-i", args.in_place), ("-o", args.out),
                            ("--gpus", args.gpus), ("--fresh", args.fresh),
                            ("--tune-file", args.tune_file)):
            if value:
                raise Problem("%s goes with --tune; cuda-pipeline-rewrite "
                              "rewrites without measuring" % flag)
        return
    for flag, value in (("--with", args.rewritten), ("--run", args.run),
                        ("--html", args.html), ("--sanitize", args.sanitize),
                        ("--fix-schedule", args.fix_schedule),
                        ("--sass", args.sass)):
        if value:
            raise Problem("%s does not go with --tune" % flag)
    if args.in_place and args.out:
        raise Problem("-i and -o: say one of them")
    if args.in_place and os.path.isdir(args.file):
        raise Problem("-i: a bundle has copies of your files; -o FILE writes "
                      "the winner")


def check_lock_flags(args):
    if args.check_lock is not None and args.lock is not None:
        raise Problem("--lock and --check-lock: say one of them")
    if args.check_lock is not None and os.path.isdir(args.file):
        raise Problem("--check-lock: a bundle has copies of your files")
    if args.lock is None and args.check_lock is None:
        return
    for flag in ("tune", "run", "bundle"):
        if getattr(args, flag):
            raise Problem("locks do not go with --%s" % flag)
    if args.fix_schedule:
        raise Problem("a lock is checked without --fix-schedule; lock the file "
                      "that it writes, with --with=%s" % args.fix_schedule)


def init(args):
    facts = plan.facts_for(args, plan.tool_for(args))
    if facts is None:
        raise Problem("no cuda-pipeline-rewrite to read the file; name it with "
                      "--tool=PATH")
    print(first_spec.write(args.file, facts, args.kernel, args.spec))


def check_program(args, folder):
    subject = plan.subject_for(args, plan.tool_for(args), folder)
    with open(subject.rewritten, "rb") as new, open(args.file, "rb") as old:
        if not args.rewritten and new.read() == old.read():
            raise Problem("nothing was rewritten, so there is nothing to "
                          "verify; 'cuda-pipeline-rewrite --explain %s' says "
                          "why, and 'cuda-pipeline-check %s' looks for races in "
                          "it as it is" % (args.file, args.file))
    done = program.ProgramCheck(args, subject, folder).check()
    return report.Report(subject, "program", "your program, on this machine",
                         [done])


def check_all(args, folder):
    work = bundle.read(args) if bundle.is_bundle(args.file) else \
        plan.make(args, folder)
    if args.bundle:
        print(bundle.write(work, args.bundle, args.asked))
        return None
    if work.facts is not None:
        raise Problem("'%s' was packed for --capture and --replay" % args.file)
    builder = build.builder_for(args)
    cpu = builder.device == "cpu"
    if not cpu and not gpus.are_there():
        raise Problem("no GPU: nvidia-smi lists none; --device=cpu needs none")
    args.compiler = work.compiler
    args.seeds = args.seeds or 2
    args.repeat = args.repeat or (2 if cpu else 3)
    args.jobs = args.jobs or (os.cpu_count() if cpu else 4)
    notes = schedule.fix(work, builder, args, folder) \
        if args.fix_schedule else [[]] * len(work.jobs)
    results = []
    for at, job in enumerate(work.jobs):
        job.spec.use_tolerance(args.tolerance or job.spec.tolerance)
        results.append(session.KernelCheck(
            job, work.subject, builder, args,
            os.path.join(folder, "kernel-%d" % at)).check())
        results[-1].notes += notes[at]
    done = report.Report(work.subject, builder.device, builder.machine(),
                         results)
    if args.lock is not None and not done.failed():
        done.notes.append(locking.write(args, work, done, folder))
    return done


def check_launches_of_program(args, folder):
    """--capture, --replay."""
    work = plan.without_spec(args, folder)
    if args.bundle:
        print(bundle.write(work, args.bundle, args.asked))
        return None
    args.compiler = work.compiler
    recorded, notes = args.replay, []
    if args.capture is not None:
        recorded = args.capture or os.path.join(folder, "capture")
        notes = capture.record(args, work, recorded, folder)
    if args.device == "auto" and args.capture is not None:
        args.device = "gpu"  # The program has one.
    builder = build.builder_for(args)
    cpu = builder.device == "cpu"
    args.repeat = args.repeat or (2 if cpu else 3)
    args.jobs = args.jobs or (os.cpu_count() if cpu else 2)
    results = replay.check(args, work, recorded, builder, folder)
    results[0].notes += notes
    return report.Report(work.subject, builder.device, builder.machine(),
                         results)


def work_in(args, folder):
    """The exit code of everything but --init."""
    if args.tune:
        return tuning.tune(args, folder)
    if args.check_lock is not None:
        return lock_checking.check(args, folder)
    captures = args.capture is not None or args.replay
    done = (check_program if args.run else check_launches_of_program
            if captures else check_all)(args, folder)
    if done is None:
        return 0
    done.write(args)
    return done.exit_code()


def run(argv):
    args = read(argv)
    if args.init:
        init(args)
        return 0
    if args.keep:
        os.makedirs(args.keep, exist_ok=True)
        return work_in(args, os.path.abspath(args.keep))
    with tempfile.TemporaryDirectory(prefix="cudapipe-") as folder:
        return work_in(args, folder)


def main(argv):
    return arguments.exit_code("cuda-pipeline-verify", lambda: run(argv))
