# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The program that makes one launch: a few lines around the user's file."""

import os

from . import Problem
from .spec import Buffer, Literal

TEXT = """\
// Written by cuda-pipeline-verify: one launch of {kernel}, checked.

#include "verify.h"
#define main cudapipe_main_of_the_user
#include KERNEL_FILE
{include}#undef main

CUDAPIPE_VERIFY(cudapipe_case) {{
  using Types = cudapipe::Parameters<decltype(&{kernel})>;
{parameters}
{reference}  cudapipe_case.run([&] {{
    CUDAPIPE_LAUNCH(({kernel}), cudapipe_case.grid(), cudapipe_case.block(),
                    cudapipe_case.shared(){arguments});
  }});
}}
"""


def value(parameter, type_name):
    if isinstance(parameter, Literal):
        return "%s(%s)" % (type_name, parameter.text)
    if isinstance(parameter, Buffer):
        return '(%s)cudapipe_case.buffer<%s>("%s")' % (
            type_name, parameter.element, parameter.name)
    return 'cudapipe_case.scalar<%s>("%s")' % (type_name, parameter.name)


REFERENCE = """\
  cudapipe_case.reference([&] {{
    {function}({arguments});
  }});
"""


def reference_text(spec, names):
    if not spec.reference:
        return ""
    arguments = []
    for at, (name, parameter) in enumerate(zip(names, spec.parameters)):
        arguments.append('(Types::At<%d>)cudapipe_case.host<%s>("%s")' % (
            at, parameter.element, parameter.name)
                         if isinstance(parameter, Buffer) else name)
    return REFERENCE.format(function=spec.reference,
                            arguments=",\n        ".join(arguments))


def text(spec, beside=None):
    """`beside`: the folder of the user's file; without it, no reference."""
    include = ""
    if beside and spec.reference_file:
        path = os.path.join(beside, spec.reference_file)
        if not os.path.isfile(path):
            raise Problem("%s: no such file: '%s'" % (spec.where, path))
        include = '#include "%s"\n' % os.path.abspath(path)
    names = ["cudapipe_%d" % at for at in range(len(spec.parameters))]
    return TEXT.format(
        kernel=spec.kernel, include=include,
        reference=reference_text(spec, names) if beside else "",
        parameters="\n".join(
            "  auto %s = %s;" % (name, value(parameter, "Types::At<%d>" % at))
            for at, (name, parameter) in enumerate(zip(names,
                                                       spec.parameters))),
        arguments="".join(", " + name for name in names))
