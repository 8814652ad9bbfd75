# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the user asks: flags, files, exit codes."""

import json
import os
import re
import sys
import tempfile

from verify import Problem, arguments, build, gpus, places

from . import (cards, compiled, facts, markdown, page, profile, report,
               terminal)

USAGE = """\
cuda-pipeline-report KERNEL.cu [options] [compiler flags]

What holds each kernel of the file back, and what to do first: time, roofline,
occupancy, math for each load, instructions and stall counts, the shared memory
that stages take, and recommendations with a number each. Without a GPU, all but
times; without nvcc, all but machine code.

Examples:
  cuda-pipeline-report gemm.cu                     at a terminal
  cuda-pipeline-report gemm.cu --gpu=H200 --md=gemm.md --html=gemm.html
  cuda-pipeline-report gemm.cu --size=M=4096 --size=N=4096
  cuda-pipeline-report gemm.cu --ncu=gemm.csv      with what ncu has seen

Exit codes:
  0  the report is there
  2  could not do the job: no such file, it does not parse, ...
"""


def parser():
    p = arguments.Parser("cuda-pipeline-report", USAGE)
    p.add_argument("file", nargs="?", metavar="KERNEL.cu",
                   help="the kernels; nothing is written to it")
    p.add_argument("--kernel", metavar="REGEX", default="",
                   help="only kernels whose name matches")
    p.add_argument("--gpu", metavar="NAME",
                   help="the card to judge by, as --gpu of the rewriter has it\n"
                   "(default: that of this machine, else RTX 3070 Ti)")
    p.add_argument("--gpu-file", metavar="YAML", help="cards of your own")
    p.add_argument("--gpu-arch", metavar="sm_XX",
                   help="what to compile for (default: the card's)")
    p.add_argument("--spec", metavar="FILE",
                   help="what to launch (default: KERNEL.verify.yaml, else the\n"
                   "launches in the file)")
    p.add_argument("--size", dest="size", metavar="NAME=N", action="append",
                   default=[], help="a size of the launch; may be said again")
    p.add_argument("--no-gpu", action="store_true",
                   help="take no times, even where a GPU is")
    p.add_argument("--launches", dest="samples", type=int, default=20,
                   metavar="N", help="launches that are timed (20)")
    p.add_argument("--timeout", type=float, default=120, metavar="S",
                   help="seconds that one run may take (120)")
    p.add_argument("--ncu", metavar="FILE",
                   help="what 'ncu --csv' printed: its stalls")
    p.add_argument("--md", metavar="FILE", help="the report as Markdown, too")
    p.add_argument("--html", metavar="FILE", help="... as one page with plots")
    p.add_argument("--json", metavar="FILE", help="... as data; - is stdout")
    p.add_argument("--save-facts", metavar="FILE",
                   help="write what the rewriter knows, and stop: for --facts on\n"
                   "a machine without it")
    p.add_argument("--facts", metavar="FILE", help="... read it again")
    p.add_argument("--no-compile", action="store_true", help="do not ask nvcc")
    p.add_argument("--tool", metavar="PATH", help="cuda-pipeline-rewrite")
    p.add_argument("--nvcc", metavar="PATH", help="nvcc")
    return p


def read(argv):
    compiler = []
    if "--" in argv:
        at = argv.index("--")
        argv, compiler = argv[:at], argv[at + 1:]
    argv, typed = arguments.take_flags(argv)
    args, rest = parser().parse_known_args(argv)
    for word in rest:
        near = parser().nearest(word) if word.startswith("-") else None
        raise Problem("unknown option '%s'%s" % (
            word, "; did you mean '%s'?" % near if near else "")
            if word.startswith("-") else "'%s': one file at a time" % word)
    if args.file is None:
        raise Problem("no file given; --help shows examples")
    if not os.path.isfile(args.file):
        raise Problem(("'%s' is a directory; name a file in it" if
                       os.path.isdir(args.file) else "no such file: '%s'") %
                      args.file)
    for flag in [one for one in typed if one.startswith("-arch=sm_")]:
        args.gpu_arch = args.gpu_arch or flag.removeprefix("-arch=")
        typed.remove(flag)
    if args.gpu_arch and not re.fullmatch(r"sm_\d+[a-z]?", args.gpu_arch):
        raise Problem("--gpu-arch: '%s' is not a GPU architecture such as "
                      "sm_80" % args.gpu_arch)
    if args.samples < 1:
        raise Problem("--launches: it is a number from 1 on")
    try:
        re.compile(args.kernel)
    except re.error as error:
        raise Problem("--kernel: '%s' is not a regular expression: %s" % (
            args.kernel, error)) from None
    args.compiler = typed + compiler
    args.sizes = sizes_of(args.size)
    return args


def sizes_of(texts):
    found = {}
    for text in texts:
        match = re.fullmatch(r"([A-Za-z_]\w*)=(\d+)", text)
        if not match:
            raise Problem("--size: '%s' is no size such as M=4096" % text)
        found[match[1]] = int(match[2])
    return found


def wanted_card(args):
    """The name to ask the rewriter for, and how it was chosen."""
    if args.gpu:
        return args.gpu, "as --gpu says"
    if not args.no_gpu and gpus.present():
        return "native", "of this machine"
    usual = cards.usual(args.gpu_arch)
    if not usual:
        raise Problem("--gpu-arch=%s: no card of it is taken for granted; name "
                      "one with --gpu=NAME" % args.gpu_arch)
    return usual, "assumed: there is no GPU here, and --gpu names none" if \
        not args.gpu_arch else "assumed for " + args.gpu_arch


def gather(args):
    """Facts and the card."""
    if args.facts:
        found = facts.read(args.facts)
        return found, card_of(found, "of the facts file")
    name, how = wanted_card(args)
    flags = ["--gpu=" + name] + (["--gpu-file=" + args.gpu_file]
                                 if args.gpu_file else [])
    if args.gpu_arch:
        flags.append("--gpu-arch=" + args.gpu_arch)
    if args.no_compile:
        flags.append("--no-compile")
    if args.nvcc:
        flags.append("--nvcc=" + args.nvcc)
    found = facts.collect(args, facts.tool_for(args, sys.argv[0]), flags)
    return found, card_of(found, how)


def card_of(found, how):
    if not found.gpu:
        return None
    return cards.Card(found.gpu, how)


def no_gpu(args):
    """Why no times are taken; empty if they are."""
    if args.no_gpu:
        return "--no-gpu"
    if not gpus.present():
        return "there is no GPU here"
    if not places.program(args.nvcc, "nvcc"):
        return "there is no nvcc to build the program with"
    return ""


def machine_of(args, without):
    if without:
        return "no GPU (%s)" % without
    return build.NvccBuilder(args).machine()


def write(path, text):
    try:
        with open(path, "w", encoding="utf-8", errors="replace") as file:
            file.write(text)
    except OSError as error:
        raise Problem("cannot write '%s': %s" % (
            path, error.strerror.lower())) from None


def show(args, data):
    if args.md:
        write(args.md, markdown.text(data))
    if args.html:
        write(args.html, page.text(data))
    as_json = json.dumps(data, indent=1) + "\n"
    if args.json == "-":
        sys.stdout.write(as_json)
        return
    if args.json:
        write(args.json, as_json)
    sys.stdout.write(terminal.text(data))


def run(argv):
    args = read(argv)
    found, card = gather(args)
    if args.save_facts:
        facts.save(found, args.save_facts)
        print("wrote %s; there: cuda-pipeline-report %s --facts=%s" % (
            args.save_facts, args.file, args.save_facts))
        return 0
    profiles = profile.read(args.ncu) if args.ncu else {}
    arch = args.gpu_arch or ("sm_%d" % card.sm if card and card.sm else "sm_80")
    without = no_gpu(args)
    with tempfile.TemporaryDirectory(prefix="cudapipe-") as folder:
        world = report.World(args, found, card, compiled.compile_file(
            args, found, arch, folder), without, profiles)
        data = report.build(world, machine_of(args, without), folder)
    show(args, data)
    return 0


def main(argv):
    return arguments.exit_code("cuda-pipeline-report", lambda: run(argv))
