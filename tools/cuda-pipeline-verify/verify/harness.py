# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The program that makes one launch: a few lines around the user's file."""

from .spec import Buffer, Literal

TEXT = """\
// Written by cuda-pipeline-verify: one launch of {kernel}, checked.

#include "verify.h"
#define main cudapipe_main_of_the_user
#include KERNEL_FILE
#undef main

CUDAPIPE_VERIFY(cudapipe_case) {{
  using Types = cudapipe::Parameters<decltype(&{kernel})>;
{parameters}
  cudapipe_case.run([&] {{
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


def text(spec):
    names = ["cudapipe_%d" % at for at in range(len(spec.parameters))]
    return TEXT.format(
        kernel=spec.kernel,
        parameters="\n".join(
            "  auto %s = %s;" % (name, value(parameter, "Types::At<%d>" % at))
            for at, (name, parameter) in enumerate(zip(names,
                                                       spec.parameters))),
        arguments="".join(", " + name for name in names))
