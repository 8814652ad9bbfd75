# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cuda-pipeline-sass: the checks of --sass, for machine code that is there."""

import json
import os
import re
import sys

from verify import Problem, arguments

from . import excerpt, kernel, table, tools

USAGE = """\
cuda-pipeline-sass FILE [--original=FILE] [options]

Looks at the main loop of each kernel in FILE: do copies of the next tile travel
while this one is computed? FILE is a .cubin, an object file, an executable, or
what cuobjdump -sass or nvdisasm -c printed.

Examples:
  nvcc -arch=sm_90 -lineinfo -cubin gemm.cu && cuda-pipeline-sass gemm.cubin
  cuda-pipeline-sass new.cubin --original=old.cubin   the same math? spills?
  cuda-pipeline-sass ./app --kernel=gemm --json

Exit codes:
  0  every check passed
  1  something is wrong: no overlap, other math, spills, ...
  2  could not do the job: no such kernel, no cuobjdump, ...
"""


def parser():
    p = arguments.Parser("cuda-pipeline-sass", USAGE)
    p.add_argument("file", metavar="FILE", help="machine code, or its text")
    p.add_argument("--original", metavar="FILE",
                   help="the code before the rewrite, to compare with")
    p.add_argument("--kernel", metavar="REGEX", default="",
                   help="only kernels whose name matches")
    p.add_argument("--arch", metavar="sm_XX",
                   help="of several architectures, this one")
    p.add_argument("--stages", type=int, metavar="N",
                   help="tiles in shared memory: copies travel N - 1 trips")
    p.add_argument("--json", action="store_true", help="as data")
    p.add_argument("--all", action="store_true",
                   help="every instruction of the loop, not an excerpt")
    return p


def chosen(args):
    """The kernels that were asked for."""
    functions = [one for one in tools.functions(args.file)
                 if re.search(args.kernel, one.name) and
                 args.arch in (None, one.arch)]
    if not functions:
        raise Problem("'%s' has no kernel that matches" % args.file)
    originals = tools.functions(args.original) if args.original else []
    if args.original and not {(one.arch, one.name) for one in functions} & {
            (one.arch, one.name) for one in originals}:
        raise Problem("'%s' and '%s' have no kernel in common, of one name and "
                      "architecture" % (args.original, args.file))
    found = [one for one in kernel.kernels_of(functions, originals, args.stages)
             if one.has_loop()]
    if not found:
        raise Problem("no kernel in '%s' has a loop that copies tiles to shared "
                      "memory and computes with them" % args.file)
    return found


def loop_lines(args, one):
    if one.code.main is None:
        return []
    if args.all:
        return ["%04x  %s" % (i.address, i.text()) for i in one.code.main.line]
    return excerpt.lines(one.code.main)


def show(args, kernels):
    if args.json:
        print(json.dumps({"file": args.file, "original": args.original,
                          "kernels": [one.as_data() for one in kernels]},
                         indent=1))
        return
    for one in kernels:
        print("\n".join(table.lines(one, loop_lines(args, one))) + "\n")
    failures = sum(len(one.findings) for one in kernels)
    print("FAILED: %d finding%s" % (failures, "s" if failures > 1 else "")
          if failures else "PASSED")


def run(argv):
    args = parser().parse_args(argv)
    for pattern in (args.kernel,):
        try:
            re.compile(pattern)
        except re.error as error:
            raise Problem("--kernel: '%s' is not a regular expression: %s" % (
                pattern, error)) from None
    for path in filter(None, (args.file, args.original)):
        if not os.path.isfile(path):
            raise Problem("no such file: '%s'" % path)
    kernels = chosen(args)
    show(args, kernels)
    return 1 if any(one.findings for one in kernels) else 0


def main(argv):
    return arguments.exit_code("cuda-pipeline-sass", lambda: run(argv))
